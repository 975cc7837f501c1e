"""Steps 2 and 3 of PPO: estimate advantages, then update policy and critic.

Step 1, collecting rollouts, is in ``rollout``; ``trainer`` does the three in turn. ``update`` takes
the train state and the rollout of one species and knows of no other: a population is trained by
running this program for each of its members, so a species learns the same alone and among any
number of others.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jax import Array

from nge.nets.critics import Critic
from nge.nets.graphs import Graph
from nge.nets.policies import initial_state
from nge.rl.ppo_settings import PpoSettings
from nge.rl.rollout import Rollout
from nge.rl.train_state import ADAM, Agent, TrainState

MAX_LOG_RATIO = 20.0  # its exponential is still finite in float32


class UpdateMetrics(eqx.Module):
    """Metrics of one update of one species, by their names in the record; see docs/metrics.md."""

    reward: Array
    """Mean reward of a control step."""
    kl: Array
    """KL divergence of the new policy from the old one, mean over the last epoch."""
    policy_loss: Array
    value_loss: Array
    clip_fraction: Array
    """Share of probability ratios outside the clip range."""
    std: Array
    """Mean standard deviation of the actions."""
    learning_rate: Array
    """Of this update."""
    explained_variance: Array
    """Of the value targets."""
    grad_norm: Array
    """Norm of the policy gradient before clipping."""


class UpdateResult(NamedTuple):
    """The output of one update of one species."""

    train_state: TrainState
    running_return: Array
    """Discounted return of each environment after the rollout. [E]"""
    metrics: UpdateMetrics


def update(
    train_state: TrainState,
    graph: Graph,
    obs_mask: Array,
    rollout: Rollout,
    key: Array,
    settings: PpoSettings,
) -> UpdateResult:
    """Estimate advantages for a rollout, then optimise the policy and the critic."""
    # Divide rewards by the standard deviation of discounted returns.
    running_return, returns = discounted_returns(rollout, settings.gamma)
    return_scale = train_state.return_scale.updated(returns)
    reward = rollout.reward / return_scale.std

    # Estimate advantages.
    critic = train_state.agent.critic
    obs = _normalised(train_state, rollout.obs, obs_mask)
    value = _values(critic, graph, obs)
    next_value = _values(critic, graph, _normalised(train_state, rollout.next_obs, obs_mask))
    advantage = advantages(
        reward,
        value,
        next_value,
        rollout.terminated,
        rollout.done,
        settings.gamma,
        settings.gae_lambda,
    )
    value_target = advantage + value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)

    # Optimise the policy and the critic.
    batch = _sequences(train_state, rollout, obs, advantage, value_target, settings)
    agent, opt_state, last = _optimise(train_state, graph, batch, key, settings)

    new_train_state = TrainState(
        agent,
        opt_state,
        adapted_learning_rate(train_state.learning_rate, last.kl, settings),
        train_state.normaliser.updated(by_part(rollout.obs), obs_mask),
        return_scale,
    )
    metrics = UpdateMetrics(
        reward=rollout.reward.mean(),
        kl=last.kl,
        policy_loss=last.policy_loss,
        value_loss=last.value_loss,
        clip_fraction=last.clip_fraction,
        std=_mean_over_joints(jnp.exp(rollout.log_std), graph),
        learning_rate=train_state.learning_rate,
        explained_variance=1 - (value_target - value).var() / jnp.maximum(value_target.var(), 1e-8),
        grad_norm=last.grad_norm,
    )
    return UpdateResult(new_train_state, running_return, metrics)


# --- advantages ---------------------------------------------------------------------------


def discounted_returns(rollout: Rollout, gamma: float) -> tuple[Array, Array]:
    """Return the running returns after a rollout [E], and those of every step on the way [T, E]."""

    def step(running_return: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        reward, done = now
        running_return = gamma * running_return + reward
        return running_return * (1 - done), running_return

    return jax.lax.scan(step, rollout.running_return, (rollout.reward, rollout.done))


def advantages(
    reward: Array,
    value: Array,
    next_value: Array,
    terminated: Array,
    done: Array,
    gamma: float,
    gae_lambda: float,
) -> Array:
    """Return generalised advantage estimates (GAE); truncated steps bootstrap. [T, E]"""
    delta = reward + gamma * (1 - terminated) * next_value - value

    def step(next_advantage: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        delta, done = now
        advantage = delta + gamma * gae_lambda * (1 - done) * next_advantage
        return advantage, advantage

    _, advantage = jax.lax.scan(step, jnp.zeros_like(delta[0]), (delta, done), reverse=True)
    return advantage


def _normalised(train_state: TrainState, obs: Array, obs_mask: Array) -> Array:
    """[T, N, E, D] -> [T, N, E, D]"""
    steps, parts, num_envs, width = obs.shape
    scaled = train_state.normaliser(by_part(obs), obs_mask)
    return jnp.moveaxis(scaled.reshape(parts, steps, num_envs, width), 0, 1)


def _values(critic: Critic, graph: Graph, obs: Array) -> Array:
    """[T, N, E, D] -> [T, E]"""
    steps, _, num_envs, _ = obs.shape
    return critic(graph, by_part(obs)).reshape(steps, num_envs)


def by_part(obs: Array) -> Array:
    """Return the observations of every part side by side. [T, N, E, D] -> [N, T x E, D]"""
    steps, parts, num_envs, width = obs.shape
    return jnp.moveaxis(obs, 0, 1).reshape(parts, steps * num_envs, width)


# --- optimisation -------------------------------------------------------------------------


class _Batch(eqx.Module):
    """A rollout cut into S sequences of G steps, for truncated backpropagation through time."""

    policy_state: Array  # before the first step of each [N, S, H]
    obs: Array  # [G, N, S, D]
    episode_start: Array  # [G, S]
    action: Array  # [G, N, S, J]
    old_mean: Array  # of the policy that collected the rollout
    old_log_std: Array
    advantage: Array  # [G, S]
    value_target: Array


def _sequences(
    train_state: TrainState,
    rollout: Rollout,
    obs: Array,
    advantage: Array,
    value_target: Array,
    settings: PpoSettings,
) -> _Batch:
    """Cut a rollout into sequences; for policies without recurrent state these are single steps."""
    policy = train_state.agent.policy
    length = settings.bptt_steps if policy.state_width else 1
    steps, parts, num_envs, _ = obs.shape
    count = steps // length * num_envs

    def cut(x: Array) -> Array:  # [T, E] -> [G, S]
        return jnp.moveaxis(x.reshape(-1, length, num_envs), 0, 1).reshape(length, count)

    def cut_parts(x: Array) -> Array:  # [T, N, E, F] -> [G, N, S, F]
        x = x.reshape(-1, length, parts, num_envs, x.shape[-1])
        return jnp.moveaxis(x, 0, 2).reshape(length, parts, count, x.shape[-1])

    return _Batch(
        policy_state=(
            jnp.moveaxis(rollout.policy_state, 0, 1).reshape(parts, count, -1)
            if policy.state_width
            else initial_state(policy, parts, count)
        ),
        obs=cut_parts(obs),
        episode_start=cut(rollout.episode_start),
        action=cut_parts(rollout.action),
        old_mean=cut_parts(rollout.mean),
        old_log_std=cut_parts(rollout.log_std),
        advantage=cut(advantage),
        value_target=cut(value_target),
    )


class _Losses(NamedTuple):
    kl: Array
    policy_loss: Array
    value_loss: Array
    clip_fraction: Array
    """Share of probability ratios outside the clip range."""
    grad_norm: Array
    """Norm of the policy gradient before clipping."""


def _optimise(
    train_state: TrainState, graph: Graph, batch: _Batch, key: Array, settings: PpoSettings
) -> tuple[Agent, optax.OptState, _Losses]:
    """Run all epochs over all minibatches; return the mean losses of the last epoch."""
    count = batch.episode_start.shape[1]

    def step(carry: tuple, minibatch: _Batch) -> tuple[tuple, _Losses]:
        agent, opt_state = carry
        gradient, (kl, policy_loss, value_loss, clip_fraction) = jax.grad(_loss, has_aux=True)(
            agent, graph, minibatch, settings
        )
        grad_norm = optax.tree.norm(gradient.policy)
        gradient = Agent(
            _clipped_by_norm(gradient.policy, settings.max_grad_norm),
            _clipped_by_norm(gradient.critic, settings.max_grad_norm),
        )
        direction, opt_state = ADAM.update(gradient, opt_state)
        agent = jax.tree.map(
            lambda weight, change: weight - train_state.learning_rate * change, agent, direction
        )
        return (agent, opt_state), _Losses(kl, policy_loss, value_loss, clip_fraction, grad_norm)

    def epoch(carry: tuple, key: Array) -> tuple[tuple, _Losses]:
        order = jax.random.permutation(key, count).reshape(settings.minibatches, -1)

        def shuffled(x: Array) -> Array:  # the axis of sequences is before the features, or last
            axis = max(1, x.ndim - 2)
            return jnp.moveaxis(jnp.take(x, order, axis=axis), axis, 0)

        return jax.lax.scan(step, carry, jax.tree.map(shuffled, batch))

    keys = jax.random.split(key, settings.epochs)
    start = train_state.agent, train_state.opt_state
    (agent, opt_state), losses = jax.lax.scan(epoch, start, keys)
    return agent, opt_state, jax.tree.map(lambda x: x[-1].mean(), losses)


def _loss(
    agent: Agent, graph: Graph, batch: _Batch, settings: PpoSettings
) -> tuple[Array, tuple[Array, Array, Array, Array]]:
    """Return the loss, and the first four of ``_Losses``."""
    mean, log_std = agent.policy.unroll(graph, batch.policy_state, batch.obs, batch.episode_start)
    old_log_prob = log_prob(batch.action, batch.old_mean, batch.old_log_std, graph)
    log_ratio = log_prob(batch.action, mean, log_std, graph) - old_log_prob
    ratio = jnp.exp(jnp.clip(log_ratio, -MAX_LOG_RATIO, MAX_LOG_RATIO))
    kl = kl_divergence(batch.old_mean, batch.old_log_std, mean, log_std, graph).mean()
    surrogate = ratio * batch.advantage
    is_clipped = jnp.abs(ratio - 1) > settings.clip_coef
    if settings.objective == "clip":
        low, high = 1 - settings.clip_coef, 1 + settings.clip_coef
        clipped = jnp.clip(ratio, low, high) * batch.advantage
        policy_loss = -jnp.minimum(surrogate, clipped).mean()
    else:
        policy_loss = -surrogate.mean() + settings.kl_weight * kl
    if settings.ent_coef:
        policy_loss -= settings.ent_coef * entropy(log_std, graph).mean()
    value = _values(agent.critic, graph, batch.obs)
    value_loss = 0.5 * jnp.square(value - batch.value_target).mean()
    return policy_loss + value_loss, (kl, policy_loss, value_loss, is_clipped.mean())


def adapted_learning_rate(learning_rate: Array, kl: Array, settings: PpoSettings) -> Array:
    """Divide by 1.5 if the policy moved twice as far as wanted, multiply if half as far."""
    target = settings.target_kl
    factor = jnp.where(kl > 2 * target, 1 / 1.5, jnp.where(kl < target / 2, 1.5, 1.0))
    low, high = settings.min_learning_rate, settings.max_learning_rate
    return jnp.clip(learning_rate * factor, low, high)


Tree = TypeVar("Tree")


def _clipped_by_norm(gradient: Tree, max_norm: float) -> Tree:
    norm = optax.tree.norm(gradient)
    factor = jnp.minimum(1.0, max_norm / jnp.maximum(norm, 1e-8))
    return jax.tree.map(lambda x: x * factor, gradient)


# --- the action distribution: independent Gaussians, one per joint ------------------------


def log_prob(action: Array, mean: Array, log_std: Array, graph: Graph) -> Array:
    """Return the log probability density of the actions of a body. [..., N, B, J] -> [..., B]"""
    z = (action - mean) * jnp.exp(-log_std)
    each = -0.5 * (z * z + jnp.log(2 * jnp.pi)) - log_std
    return _sum_over_joints(each, graph)


def entropy(log_std: Array, graph: Graph) -> Array:
    """Return the entropy of the actions of a body. [..., N, B, J] -> [..., B]"""
    return _sum_over_joints(log_std + 0.5 * jnp.log(2 * jnp.pi * jnp.e), graph)


def kl_divergence(
    old_mean: Array, old_log_std: Array, mean: Array, log_std: Array, graph: Graph
) -> Array:
    """Return KL(old || new) of the actions of a body. [..., N, B, J] -> [..., B]"""
    variance, old_variance = jnp.exp(2 * log_std), jnp.exp(2 * old_log_std)
    second_moment = old_variance + jnp.square(old_mean - mean)
    each = log_std - old_log_std + second_moment / (2 * variance) - 0.5
    return _sum_over_joints(each, graph)


def _sum_over_joints(values: Array, graph: Graph) -> Array:
    """Sum over the joints that exist. [..., N, B, J] -> [..., B]"""
    if graph.joints is not None:
        values = values * graph.joints[:, None]
    return (values.sum(-1) * graph.limbs[:, None]).sum(-2)


def _mean_over_joints(values: Array, graph: Graph) -> Array:
    """Mean over time, environments and the joints that exist. [T, N, E, J]"""
    shares = graph.limbs  # of J joints that each part has
    if graph.joints is not None:
        values, shares = values * graph.joints[:, None], graph.joints.mean(-1)
    return (values.mean((0, 2, 3)) * graph.limbs).sum() / shares.sum()
