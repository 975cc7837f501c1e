"""Learners and lives to test with, none of which needs physics."""

from dataclasses import replace
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

from nge.body.graph import BodyGraph
from nge.nets.net_settings import POLICIES
from nge.nets.normaliser import Normaliser
from nge.rl.ppo_settings import PpoSettings
from nge.rl.rollout import Rollout
from nge.rl.train_state import ADAM, Agent, ReturnScale, TrainState
from tests.nets.helpers import (
    JOINTS,
    OBSERVED,
    body_of,
    critic_of,
    graph,
    owners_of,
    policy_of,
    slow_act,
)

TINY = PpoSettings(num_envs=2, num_steps=20, bptt_steps=5, minibatches=2, epochs=2, warmup_steps=5)
SMALL = body_of(0, 1)
"""Three parts in four rows."""
MEMORY, MEMORYLESS = "nervenet++", "mlp"
BOTH = (MEMORY, MEMORYLESS)


def tiny(**changes) -> PpoSettings:
    """Return the tiny settings with some changed."""
    return PpoSettings(**(TINY.model_dump() | changes))


@cache
def learner_of(name: str, seed: int = 0) -> TrainState:
    """Return a learner with weights all over the place that has seen and earned something."""
    rng = np.random.default_rng(seed)
    agent = Agent(policy_of(POLICIES[name], seed), critic_of("set", seed))
    return TrainState(
        agent,
        jax.tree.map(jnp.zeros_like, jax.eval_shape(ADAM.init, agent)),
        jnp.asarray(1e-3, jnp.float32),
        Normaliser(
            jnp.full(OBSERVED, 100.0),
            jnp.asarray(0.3 * rng.standard_normal(OBSERVED), jnp.float32),
            jnp.asarray(100 * rng.uniform(0.5, 2.0, OBSERVED), jnp.float32),
        ),
        ReturnScale(jnp.asarray(50.0), jnp.asarray(1.0), jnp.asarray(200.0)),
    )


def normalised(train_state: TrainState, obs: np.ndarray, body: BodyGraph = SMALL) -> np.ndarray:
    """Scale what a body saw as its learner would. [..., N, E, D]"""
    count, mean, m2 = map(np.asarray, jax.tree.leaves(train_state.normaliser))
    std = np.sqrt(np.maximum(m2 / count, 1e-4))
    obs_mask = np.asarray(owners_of(graph(body, obs.shape[-3])))[:, None]
    return np.clip((obs - mean) / std, -10, 10) * obs_mask


@cache
def job(name: str, steps: int, num_envs: int = 2, seed: int = 0) -> Rollout:
    """Let a policy act, step by step, on noise; one copy runs out of time, the other falls.

    Its memory is kept of every step: ``cut`` makes sequences of it.
    """
    rng, train_state = np.random.default_rng(seed), learner_of(name)
    policy, parts = train_state.agent.policy, len(graph(SMALL).mask)
    done, terminated = np.zeros((2, steps, num_envs), np.float32)
    done[steps // 2 - 1, 0] = done[steps // 2, 1] = terminated[steps // 2, 1] = 1
    episode_start = np.zeros_like(done)
    episode_start[1:] = done[:-1]
    obs, next_obs = rng.standard_normal((2, steps, parts, num_envs, OBSERVED)).astype(np.float32)
    state = np.tanh(rng.standard_normal((parts, num_envs, policy.state_width)))
    state[len(SMALL) :] = 0
    states = np.zeros((steps, *state.shape), np.float32)
    means, log_stds = np.zeros((2, steps, parts, num_envs, JOINTS), np.float32)
    real = slice(len(SMALL))
    for t in range(steps):
        states[t] = state
        scaled = normalised(train_state, obs[t])
        for copy in range(num_envs):
            kept = states[t, real, copy] * (1 - episode_start[t, copy])
            now = slow_act(policy, SMALL, kept, scaled[real, copy])
            state[real, copy], means[t, real, copy], log_stds[t, real, copy] = now
    noise = rng.standard_normal((steps, parts, num_envs, JOINTS))
    return Rollout(
        obs,
        next_obs,
        np.float32(means + np.exp(log_stds) * noise),
        means,
        log_stds,
        states,
        rng.standard_normal((steps, num_envs)).astype(np.float32),
        terminated,
        done,
        episode_start,
        rng.standard_normal(num_envs).astype(np.float32),
    )


def cut(rollout: Rollout, bptt_steps: int) -> Rollout:
    """Keep the memory of the first step of every sequence only."""
    return replace(rollout, policy_state=rollout.policy_state[::bptt_steps])
