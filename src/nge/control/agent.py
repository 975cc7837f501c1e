"""What a species learns with: policy, critic, optimiser, and the scales of what it sees and earns.

Every leaf is an array, and for all bodies of a task the shapes are the same: learners can be
stacked and gathered along a species axis, saved, and inherited whole.
"""

from __future__ import annotations

from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jax import Array

from nge.body.space import DesignSpace
from nge.machine import jax_settings
from nge.nets.critics import Critic
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.nets.normaliser import Normaliser
from nge.nets.policies import Policy, new_policy
from nge.tasks.task import Task

ADAM = optax.scale_by_adam(eps=1e-5)


class Agent(eqx.Module):
    """A policy and the critic that judges it."""

    policy: Policy
    critic: Critic


class ReturnScale(eqx.Module):
    """Running spread of the discounted return, so that rewards of any size teach alike."""

    count: Array
    mean: Array
    spread: Array

    @staticmethod
    def blank() -> ReturnScale:
        """Return a scale that has seen nothing."""
        return ReturnScale(jnp.zeros(()), jnp.zeros(()), jnp.zeros(()))

    @property
    def std(self) -> Array:
        """Return the standard deviation; 1 before anything was earned."""
        std = jnp.sqrt(self.spread / jnp.maximum(self.count, 1.0))
        return jnp.where(std > 1e-8, std, 1.0)

    def updated(self, returns: Array) -> ReturnScale:
        """Take in discounted returns by Chan's rule."""
        count, mean = jnp.asarray(returns.size, jnp.float32), returns.mean()
        total = self.count + count
        shift = mean - self.mean
        return ReturnScale(
            total,
            self.mean + shift * count / total,
            self.spread
            + jnp.square(returns - mean).sum()
            + jnp.square(shift) * self.count * count / total,
        )


class Learner(eqx.Module):
    """Everything about a species' controller that lasts from one update to the next."""

    agent: Agent
    moments: optax.OptState
    rate: Array
    """Learning rate, adapted after every update."""
    normaliser: Normaliser
    scale: ReturnScale


@jax_settings()
def new_learner(
    seed: int,
    task: Task,
    space: DesignSpace,
    policy: PolicySettings,
    critic: CriticSettings,
    rate: float,
) -> Learner:
    """Draw a learner that knows nothing."""
    observed = len(task.torso_columns) + len(task.limb_columns)
    widths = (observed, space.encoded_width, space.kind.joints)
    return _drawn(jax.random.key(seed % 2**32), rate, policy, critic, widths)


@partial(jax.jit, static_argnames=("policy", "critic", "widths"))
def _drawn(
    key: Array,
    rate: float,
    policy: PolicySettings,
    critic: CriticSettings,
    widths: tuple[int, int, int],
) -> Learner:
    """One program: compiled piece by piece, the pieces would take longer than all the rest."""
    observed, described, joints = widths
    first, second = jax.random.split(key)
    agent = Agent(
        new_policy(first, policy, observed, described, joints),
        Critic(second, critic, observed, described),
    )
    return Learner(
        agent,
        ADAM.init(agent),
        jnp.asarray(rate, jnp.float32),
        Normaliser.blank(observed),
        ReturnScale.blank(),
    )
