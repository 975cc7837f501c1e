"""PPO for one species: from a rollout to a better learner.

Nothing here knows of other species. A population is trained by running this program for each
of its members, so a species learns the same alone and among any number of others.
"""

from __future__ import annotations

from typing import TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jax import Array

from nge.control.agent import ADAM, Agent, Learner, ReturnScale
from nge.control.ppo_settings import PpoSettings
from nge.nets.critics import Critic
from nge.nets.graphs import Graph
from nge.nets.policies import blank_state

LARGEST_CHANGE = 20.0  # of a log likelihood; its exponential is still a number


class Experience(eqx.Module):
    """What the copies of one body lived through during an update, raw."""

    seen: Array
    """[T, N, E, D]"""
    then: Array
    """What was seen after the step, before any reset. [T, N, E, D]"""
    action: Array
    """[T, N, E, J]"""
    mean: Array
    log_std: Array
    """Of the policy that acted. [T, N, E, J]"""
    state: Array
    """The policy's memory at the start of every segment. [T / segment, N, E, H]"""
    reward: Array
    """[T, E]"""
    terminated: Array
    """1 where the task ended the episode. [T, E]"""
    ended: Array
    """1 where the episode ended for any reason. [T, E]"""
    fresh: Array
    """1 where an episode began with this step. [T, E]"""
    earned: Array
    """Discounted return of each copy before the first step. [E]"""


class Report(eqx.Module):
    """Numbers about one update of one species; see docs/metrics.md."""

    reward: Array
    kl: Array
    policy_loss: Array
    value_loss: Array
    clipped: Array
    std: Array
    rate: Array
    explained: Array
    gradient: Array


def update(
    learner: Learner,
    graph: Graph,
    owners: Array,
    lived: Experience,
    key: Array,
    settings: PpoSettings,
) -> tuple[Learner, Array, Report]:
    """Return the improved learner, the copies' discounted returns, and a report."""
    scale, earned = _scaled(learner, lived, settings.gamma)
    reward = lived.reward / scale.std
    seen = _normalised(learner, lived.seen, owners)
    critic = learner.agent.critic
    value = _values(critic, graph, seen)
    value_then = _values(critic, graph, _normalised(learner, lived.then, owners))
    advantage = advantages(
        reward,
        value,
        value_then,
        lived.terminated,
        lived.ended,
        settings.gamma,
        settings.gae_lambda,
    )
    target = advantage + value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    batch = _segments(learner, lived, seen, advantage, target, settings)
    agent, moments, last = _optimise(learner, graph, batch, key, settings)
    kl, policy_loss, value_loss, clipped, gradient = last
    report = Report(
        reward=lived.reward.mean(),
        kl=kl,
        policy_loss=policy_loss,
        value_loss=value_loss,
        clipped=clipped,
        std=_mean_over_joints(jnp.exp(lived.log_std), graph),
        rate=learner.rate,
        explained=1 - (target - value).var() / jnp.maximum(target.var(), 1e-8),
        gradient=gradient,
    )
    flat = jnp.moveaxis(lived.seen, 0, 1).reshape(lived.seen.shape[1], -1, lived.seen.shape[-1])
    return (
        Learner(
            agent,
            moments,
            adapted_rate(learner.rate, kl, settings),
            learner.normaliser.updated(flat, owners),
            scale,
        ),
        earned,
        report,
    )


def advantages(
    reward: Array,
    value: Array,
    value_then: Array,
    terminated: Array,
    ended: Array,
    discount: float,
    trace: float,
) -> Array:
    """Generalised advantage estimate; a time limit cuts the sum, not the future's value. [T, E]"""
    surprise = reward + discount * (1 - terminated) * value_then - value

    def back(later: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        surprise, ended = now
        estimate = surprise + discount * trace * (1 - ended) * later
        return estimate, estimate

    _, estimates = jax.lax.scan(back, jnp.zeros_like(surprise[0]), (surprise, ended), reverse=True)
    return estimates


def adapted_rate(rate: Array, kl: Array, settings: PpoSettings) -> Array:
    """Slow down when the policy moved twice as far as wanted, speed up when half as far."""
    target = settings.target_kl
    factor = jnp.where(kl > 2 * target, 1 / 1.5, jnp.where(kl < target / 2, 1.5, 1.0))
    return jnp.clip(rate * factor, settings.slowest_rate, settings.fastest_rate)


def log_likelihood(action: Array, mean: Array, log_std: Array, graph: Graph) -> Array:
    """Of actions of all motors together. [..., N, B, J] -> [..., B]"""
    z = (action - mean) * jnp.exp(-log_std)
    each = -0.5 * (z * z + jnp.log(2 * jnp.pi)) - log_std
    return _sum_over_joints(each, graph)


def divergence(
    old_mean: Array, old_log_std: Array, mean: Array, log_std: Array, graph: Graph
) -> Array:
    """KL(old || new) of all motors together. [..., N, B, J] -> [..., B]"""
    variance, old_variance = jnp.exp(2 * log_std), jnp.exp(2 * old_log_std)
    moved = old_variance + jnp.square(old_mean - mean)
    each = log_std - old_log_std + moved / (2 * variance) - 0.5
    return _sum_over_joints(each, graph)


def _sum_over_joints(values: Array, graph: Graph) -> Array:
    """Sum over the joints that exist. [..., N, B, J] -> [..., B]"""
    if graph.joints is not None:
        values = values * graph.joints[:, None]
    return (values.sum(-1) * graph.limbs[:, None]).sum(-2)


def _mean_over_joints(values: Array, graph: Graph) -> Array:
    """Mean over time, copies and the joints that exist. [T, N, E, J]"""
    shares = graph.limbs  # of J joints that each part has
    if graph.joints is not None:
        values, shares = values * graph.joints[:, None], graph.joints.mean(-1)
    return (values.mean((0, 2, 3)) * graph.limbs).sum() / shares.sum()


def _scaled(learner: Learner, lived: Experience, discount: float) -> tuple[ReturnScale, Array]:
    """Return the reward scale with this experience taken in, and the copies' running returns."""

    def step(earned: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        reward, ended = now
        earned = discount * earned + reward
        return earned * (1 - ended), earned

    earned, returns = jax.lax.scan(step, lived.earned, (lived.reward, lived.ended))
    return learner.scale.updated(returns), earned


def _normalised(learner: Learner, seen: Array, owners: Array) -> Array:
    steps, parts, copies, width = seen.shape
    flat = jnp.moveaxis(seen, 0, 1).reshape(parts, steps * copies, width)
    scaled = learner.normaliser(flat, owners)
    return jnp.moveaxis(scaled.reshape(parts, steps, copies, width), 0, 1)


def _values(critic: Critic, graph: Graph, seen: Array) -> Array:
    """[T, N, E, D] -> [T, E]"""
    steps, parts, copies, width = seen.shape
    flat = jnp.moveaxis(seen, 0, 1).reshape(parts, steps * copies, width)
    return critic(graph, flat).reshape(steps, copies)


class _Batch(eqx.Module):
    """An update's experience cut into segments: time first, segments before the last axis."""

    state: Array  # [N, S, H]
    seen: Array  # [G, N, S, D]
    fresh: Array  # [G, S]
    action: Array  # [G, N, S, J]
    mean: Array
    log_std: Array
    advantage: Array  # [G, S]
    target: Array


def _segments(
    learner: Learner,
    lived: Experience,
    seen: Array,
    advantage: Array,
    target: Array,
    settings: PpoSettings,
) -> _Batch:
    """Cut the experience into segments; without memory a segment is a single step."""
    length = settings.segment if learner.agent.policy.state_width else 1
    steps, parts, copies, _ = seen.shape
    count = steps // length * copies

    def cut(x: Array) -> Array:  # [T, E] -> [G, S]
        return jnp.moveaxis(x.reshape(-1, length, copies), 0, 1).reshape(length, count)

    def cut_parts(x: Array) -> Array:  # [T, N, E, F] -> [G, N, S, F]
        x = x.reshape(-1, length, parts, copies, x.shape[-1])
        return jnp.moveaxis(x, 0, 2).reshape(length, parts, count, x.shape[-1])

    return _Batch(
        state=(
            jnp.moveaxis(lived.state, 0, 1).reshape(parts, count, -1)
            if learner.agent.policy.state_width
            else blank_state(learner.agent.policy, parts, count)
        ),
        seen=cut_parts(seen),
        fresh=cut(lived.fresh),
        action=cut_parts(lived.action),
        mean=cut_parts(lived.mean),
        log_std=cut_parts(lived.log_std),
        advantage=cut(advantage),
        target=cut(target),
    )


Tree = TypeVar("Tree")
Losses = tuple[Array, Array, Array, Array, Array]
"""Divergence, policy loss, value loss, share of clipped ratios, length of the policy gradient."""


def _optimise(
    learner: Learner, graph: Graph, batch: _Batch, key: Array, settings: PpoSettings
) -> tuple[Agent, optax.OptState, Losses]:
    """Take all gradient steps of an update; return the agent and the last pass's mean losses."""
    count = batch.fresh.shape[1]

    def minibatch(carry: tuple, part: _Batch) -> tuple[tuple, Losses]:
        agent, moments = carry
        gradient, losses = jax.grad(_loss, has_aux=True)(agent, graph, part, settings)
        length = optax.tree.norm(gradient.policy)
        gradient = Agent(
            _shortened(gradient.policy, settings.max_grad_norm),
            _shortened(gradient.critic, settings.max_grad_norm),
        )
        steps, moments = ADAM.update(gradient, moments)
        agent = jax.tree.map(lambda weight, step: weight - learner.rate * step, agent, steps)
        return (agent, moments), (*losses, length)

    def epoch(carry: tuple, key: Array) -> tuple[tuple, Losses]:
        order = jax.random.permutation(key, count).reshape(settings.minibatches, -1)

        def deal(x: Array) -> Array:  # segments stand before the features, or last
            axis = max(1, x.ndim - 2)
            return jnp.moveaxis(jnp.take(x, order, axis=axis), axis, 0)

        return jax.lax.scan(minibatch, carry, jax.tree.map(deal, batch))

    keys = jax.random.split(key, settings.epochs)
    (agent, moments), losses = jax.lax.scan(epoch, (learner.agent, learner.moments), keys)
    return agent, moments, jax.tree.map(lambda x: x[-1].mean(), losses)


def _loss(
    agent: Agent, graph: Graph, batch: _Batch, settings: PpoSettings
) -> tuple[Array, tuple[Array, Array, Array, Array]]:
    mean, log_std = agent.policy.unroll(graph, batch.state, batch.seen, batch.fresh)
    old = log_likelihood(batch.action, batch.mean, batch.log_std, graph)
    change = log_likelihood(batch.action, mean, log_std, graph) - old
    ratio = jnp.exp(jnp.clip(change, -LARGEST_CHANGE, LARGEST_CHANGE))
    kl = divergence(batch.mean, batch.log_std, mean, log_std, graph).mean()
    gain = ratio * batch.advantage
    clipped = jnp.abs(ratio - 1) > settings.clip_coef
    if settings.objective == "clip":
        bounded = jnp.clip(ratio, 1 - settings.clip_coef, 1 + settings.clip_coef) * batch.advantage
        policy_loss = -jnp.minimum(gain, bounded).mean()
    else:
        policy_loss = -gain.mean() + settings.kl_weight * kl
    value = _values(agent.critic, graph, batch.seen)
    value_loss = 0.5 * jnp.square(value - batch.target).mean()
    return policy_loss + value_loss, (kl, policy_loss, value_loss, clipped.mean())


def _shortened(gradient: Tree, longest: float) -> Tree:
    """Scale a gradient down to a longest length."""
    length = optax.tree.norm(gradient)
    factor = jnp.minimum(1.0, longest / jnp.maximum(length, 1e-8))
    return jax.tree.map(lambda x: x * factor, gradient)
