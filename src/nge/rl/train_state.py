"""The training state of one species: policy, critic, optimiser state, and running statistics.

Every leaf is an array, and the shapes are the same for all bodies of a task, so train states can be
stacked and gathered along a species axis, saved, and inherited whole.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.cpu import jax_settings
from nge.nets.critics import Critic
from nge.nets.graphs import SLOTS, slots_of
from nge.nets.layers import SlotIn
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.nets.normaliser import Normaliser
from nge.nets.policies import Policy, new_policy
from nge.tasks.task import Task

ADAM = optax.scale_by_adam(eps=1e-5)  # the learning rate is applied in ``ppo``


class Agent(eqx.Module):
    """A policy and its critic (value function)."""

    policy: Policy
    critic: Critic


class ReturnScale(eqx.Module):
    """Running variance of the discounted return, as in Gymnasium's ``NormalizeReward``.

    Rewards are divided by its square root.
    """

    count: Array
    mean: Array
    m2: Array
    """Sum of squared differences from the mean."""

    @staticmethod
    def blank() -> ReturnScale:
        """Return the statistics of no returns."""
        return ReturnScale(jnp.zeros(()), jnp.zeros(()), jnp.zeros(()))

    @property
    def std(self) -> Array:
        """Return the standard deviation; 1 before there are any returns."""
        std = jnp.sqrt(self.m2 / jnp.maximum(self.count, 1.0))
        return jnp.where(std > 1e-8, std, 1.0)

    def updated(self, returns: Array) -> ReturnScale:
        """Add discounted returns by Chan's parallel algorithm."""
        count, mean = jnp.asarray(returns.size, jnp.float32), returns.mean()
        total = self.count + count
        shift = mean - self.mean
        return ReturnScale(
            total,
            self.mean + shift * count / total,
            self.m2
            + jnp.square(returns - mean).sum()
            + jnp.square(shift) * self.count * count / total,
        )


class TrainState(eqx.Module):
    """Everything about a species' controller that lasts from one update to the next."""

    agent: Agent
    opt_state: optax.OptState
    learning_rate: Array
    """Adapted after every update."""
    normaliser: Normaliser
    """Running mean and variance of observations, by which they are scaled."""
    return_scale: ReturnScale


@jax_settings()
def new_train_state(
    seed: int,
    task: Task,
    space: DesignSpace,
    policy: PolicySettings,
    critic: CriticSettings,
    learning_rate: float,
) -> TrainState:
    """Return a train state with random weights."""
    obs_width = len(task.torso_columns) + len(task.limb_columns)
    widths = (obs_width, space.encoded_width, space.kind.joints)
    return _initialised(jax.random.key(seed % 2**32), learning_rate, policy, critic, widths)


def for_body(train_state: TrainState, body: BodyGraph) -> TrainState:
    """Return a train state whose input weights of slots that a body does not use are 0.

    A part that a mutation adds then changes nothing until something is learned about it.
    """
    used = np.isin(np.arange(SLOTS), slots_of(body)).astype(np.float32)[:, None, None]

    def without_unused_slots(layer: object) -> object:
        if not isinstance(layer, SlotIn) or len(layer.weight) != SLOTS:
            return layer
        return eqx.tree_at(lambda one: one.weight, layer, np.asarray(layer.weight) * used)

    agent = jax.tree.map(
        without_unused_slots, train_state.agent, is_leaf=lambda node: isinstance(node, SlotIn)
    )
    return replace(train_state, agent=agent)


@partial(jax.jit, static_argnames=("policy", "critic", "widths"))
def _initialised(
    key: Array,
    learning_rate: float,
    policy: PolicySettings,
    critic: CriticSettings,
    widths: tuple[int, int, int],
) -> TrainState:
    """Initialise everything in one program: compiling it piece by piece would take longer."""
    obs_width, attribute_width, joints = widths
    policy_key, critic_key = jax.random.split(key)
    agent = Agent(
        new_policy(policy_key, policy, obs_width, attribute_width, joints),
        Critic(critic_key, critic, obs_width, attribute_width),
    )
    return TrainState(
        agent,
        ADAM.init(agent),
        jnp.asarray(learning_rate, jnp.float32),
        Normaliser.blank(obs_width),
        ReturnScale.blank(),
    )
