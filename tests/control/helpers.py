"""Learners and lives to test with, none of which needs physics."""

from dataclasses import replace
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

from nge.body.graph import BodyGraph
from nge.control.agent import ADAM, Agent, Learner, ReturnScale
from nge.control.ppo import Experience
from nge.control.ppo_settings import PpoSettings
from nge.nets.net_settings import POLICIES
from nge.nets.normaliser import Normaliser
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

TINY = PpoSettings(num_envs=2, num_steps=20, segment=5, minibatches=2, epochs=2, warmup_steps=5)
SMALL = body_of(0, 1)
"""Three parts in four rows."""
MEMORY, MEMORYLESS = "nervenet++", "mlp"
BOTH = (MEMORY, MEMORYLESS)


def tiny(**changes) -> PpoSettings:
    """Return the tiny settings with some changed."""
    return PpoSettings(**(TINY.model_dump() | changes))


@cache
def learner_of(name: str, seed: int = 0) -> Learner:
    """Return a learner with weights all over the place that has seen and earned something."""
    rng = np.random.default_rng(seed)
    agent = Agent(policy_of(POLICIES[name], seed), critic_of("set", seed))
    return Learner(
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


def normalised(learner: Learner, seen: np.ndarray, body: BodyGraph = SMALL) -> np.ndarray:
    """Scale what a body saw as its learner would. [..., N, E, D]"""
    count, mean, spread = map(np.asarray, jax.tree.leaves(learner.normaliser))
    std = np.sqrt(np.maximum(spread / count, 1e-4))
    owners = np.asarray(owners_of(graph(body, seen.shape[-3])))[:, None]
    return np.clip((seen - mean) / std, -10, 10) * owners


@cache
def life(name: str, steps: int, copies: int = 2, seed: int = 0) -> Experience:
    """Let a policy act, step by step, on noise; one copy runs out of time, the other falls.

    Its memory is kept of every step: ``cut`` makes segments of it.
    """
    rng, learner = np.random.default_rng(seed), learner_of(name)
    policy, parts = learner.agent.policy, len(graph(SMALL).mask)
    ended, terminated = np.zeros((2, steps, copies), np.float32)
    ended[steps // 2 - 1, 0] = ended[steps // 2, 1] = terminated[steps // 2, 1] = 1
    fresh = np.zeros_like(ended)
    fresh[1:] = ended[:-1]
    seen, then = rng.standard_normal((2, steps, parts, copies, OBSERVED)).astype(np.float32)
    state = np.tanh(rng.standard_normal((parts, copies, policy.state_width)))
    state[len(SMALL) :] = 0
    states = np.zeros((steps, *state.shape), np.float32)
    means, log_stds = np.zeros((2, steps, parts, copies, JOINTS), np.float32)
    real = slice(len(SMALL))
    for t in range(steps):
        states[t] = state
        scaled = normalised(learner, seen[t])
        for copy in range(copies):
            kept = states[t, real, copy] * (1 - fresh[t, copy])
            now = slow_act(policy, SMALL, kept, scaled[real, copy])
            state[real, copy], means[t, real, copy], log_stds[t, real, copy] = now
    noise = rng.standard_normal((steps, parts, copies, JOINTS))
    return Experience(
        seen,
        then,
        np.float32(means + np.exp(log_stds) * noise),
        means,
        log_stds,
        states,
        rng.standard_normal((steps, copies)).astype(np.float32),
        terminated,
        ended,
        fresh,
        rng.standard_normal(copies).astype(np.float32),
    )


def cut(lived: Experience, segment: int) -> Experience:
    """Keep the memory of the first step of every segment only."""
    return replace(lived, state=lived.state[::segment])
