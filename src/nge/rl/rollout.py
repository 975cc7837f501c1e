"""Step 1 of PPO: collect rollouts.

A ``RolloutCollector`` steps a vectorised environment for a handful of species padded to the same
size: ``num_envs`` environments of each. Environments are staggered over the episode, are reset only
when their own episode ends, and keep their state (episodes in progress, recurrent policy state)
from one update to the next. ``ppo`` learns from the ``Rollout`` of a species.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from nge.nets.graphs import Graph
from nge.physics.compile import CompiledBody
from nge.rl.ppo_settings import PpoSettings
from nge.rl.train_state import TrainState
from nge.seeding import stream_seed
from nge.tasks.measures import EpisodeMeasures
from nge.tasks.task import Task

CHECKPOINTED = {
    "episode": "_episode",
    "length": "_length",
    "total": "_total",
    "whole": "_whole",
    "obs": "_obs",
    "episode_start": "_episode_start",
    "running_return": "running_return",
}
"""Arrays of episodes in progress besides physics and measures: name in checkpoints, attribute."""
PHYSICS_PREFIX = "physics."
"""Prefix of the names of physical state in checkpoints."""


class Rollout(eqx.Module):
    """The steps of one species' environments during an update, as they were observed.

    While those of several species are collected, a species axis [P] stands before all others.
    """

    obs: Array
    """[T, N, E, D]"""
    next_obs: Array
    """Observation after the step, before any reset (Gymnasium's ``final_obs``). [T, N, E, D]"""
    action: Array
    """[T, N, E, J]"""
    mean: Array
    log_std: Array
    """Of the action distribution that the action was sampled from. [T, N, E, J]"""
    policy_state: Array
    """Recurrent policy state at the start of every sequence. [T / bptt_steps, N, E, H]"""
    reward: Array
    """[T, E]"""
    terminated: Array
    """1 where the task ended the episode. [T, E]"""
    done: Array
    """1 where the episode was terminated or truncated. [T, E]"""
    episode_start: Array
    """1 where an episode began with this step. [T, E]"""
    running_return: Array
    """Discounted return of each environment before the first step. [E]"""


def zero_rollouts(
    species: int,
    steps: int,
    parts: int,
    obs_width: int,
    joints: int,
    state_width: int,
    settings: PpoSettings,
) -> Rollout:
    """Return zeros in the shapes of the rollouts of so many species."""

    def zeros(*shape: int) -> Any:
        return np.zeros((species, *shape), np.float32)

    grid = (steps, parts, num_envs := settings.num_envs)
    sequences = -(-steps // settings.bptt_steps) if state_width else 1
    return Rollout(
        obs=zeros(*grid, obs_width),
        next_obs=zeros(*grid, obs_width),
        action=zeros(*grid, joints),
        mean=zeros(*grid, joints),
        log_std=zeros(*grid, joints),
        policy_state=zeros(sequences, parts, num_envs, state_width),
        reward=zeros(steps, num_envs),
        terminated=zeros(steps, num_envs),
        done=zeros(steps, num_envs),
        episode_start=zeros(steps, num_envs),
        running_return=zeros(num_envs),
    )


@dataclass(frozen=True)
class Episode:
    """A whole episode that ended during an update."""

    species: int
    length: int
    """Control steps."""
    total: float
    """Its return: the sum of rewards, not discounted."""
    diverged: bool
    """Whether its physics blew up."""
    measures: Mapping[str, float] = field(default_factory=dict)
    """All measures of the episode by name; see ``EpisodeMeasures``."""


class RolloutCollector:
    """Collects rollouts in the environments of some species of one padded size."""

    def __init__(
        self,
        task: Task,
        bodies: Sequence[CompiledBody],
        parts: int,
        stream_ids: Sequence[int],
        seed: int,
        settings: PpoSettings,
        threads: int = 1,
    ) -> None:
        """Start the first episode of every environment; ``parts`` is the padded size.

        ``stream_ids`` and ``seed`` name the random streams of every species' episodes.
        """
        self.task, self.settings, self.seed = task, settings, seed
        self.stream_ids, num_envs = tuple(stream_ids), settings.num_envs
        self.simulation = task.simulate(bodies, num_envs, threads=threads, parts=parts)
        shape = (len(bodies), num_envs)
        offset = np.arange(num_envs) * task.episode_steps // num_envs  # stagger the environments
        self._episode = np.zeros(shape, np.int64)
        self._length = np.tile(offset, (len(bodies), 1))
        self._total = np.zeros(shape)
        self._whole = self._length == 0  # the return of a shortened episode is not comparable
        self._measures = EpisodeMeasures(self.simulation)
        self._obs = self._reset(np.ones(shape, bool))
        self._episode_start = np.ones(shape, np.float32)
        self.running_return = np.zeros(shape, np.float32)
        self.inference_seconds = 0.0  # time spent in the policies so far

    def collect(
        self,
        train_states: TrainState,
        graphs: Graph,
        obs_mask: Array,
        policy_state: Array,
        noise: np.ndarray,
    ) -> tuple[list[Rollout], Array, list[Episode]]:
        """Step all environments as often as there is noise.

        Return a rollout per species, the next recurrent state, and the episodes that ended.
        noise [P, T, N, E, J]; policy_state [P, N, E, H]
        """
        count, steps, parts, _, joints = noise.shape
        obs_width, state_width = self._obs.shape[-1], policy_state.shape[-1]
        rollouts = zero_rollouts(count, steps, parts, obs_width, joints, state_width, self.settings)
        rollouts.running_return[:] = self.running_return
        bptt_steps = self.settings.bptt_steps if state_width else steps
        policies = (train_states.agent.policy, train_states.normaliser, graphs)
        leaves, tree = jax.tree.flatten(policies)
        episodes: list[Episode] = []
        for t in range(steps):
            if t % bptt_steps == 0:
                rollouts.policy_state[:, t // bptt_steps] = np.asarray(policy_state)
            rollouts.obs[:, t], rollouts.episode_start[:, t] = self._obs, self._episode_start
            began = time.perf_counter()
            out, policy_state = act(
                leaves, tree, obs_mask, policy_state, self._obs, self._episode_start, noise[:, t]
            )
            action, mean, log_std = np.moveaxis(np.asarray(out), 1, 0)
            self.inference_seconds += time.perf_counter() - began
            rollouts.action[:, t], rollouts.mean[:, t] = action, mean
            rollouts.log_std[:, t] = log_std
            motors = rollouts.action[:, t].transpose(0, 2, 1, 3)  # [P, E, N, J]
            sim_state = self.simulation.step(motors)
            outcome = self.task.step_reward(sim_state, motors)
            rollouts.next_obs[:, t] = self.task.observe(sim_state).transpose(0, 2, 1, 3)
            rollouts.reward[:, t], rollouts.terminated[:, t] = outcome.reward, outcome.terminated
            self._length += 1
            self._total += outcome.reward
            self._measures.add_step(sim_state, outcome)
            ended = outcome.terminated | (self._length >= self.task.episode_steps)
            rollouts.done[:, t] = ended
            self._episode_start = ended.astype(np.float32)
            if ended.any():
                episodes += self._whole_episodes(ended, sim_state.diverged)
                self._obs = self._reset(ended)
            else:
                self._obs = np.asarray(rollouts.next_obs[:, t])
        each = [jax.tree.map(itemgetter(species), rollouts) for species in range(count)]
        return each, policy_state, episodes

    def episodes_in_progress(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes in progress of every species as named arrays; see ``restore``."""
        saved = {name: getattr(self, attribute) for name, attribute in CHECKPOINTED.items()}
        saved |= self._measures.snapshot()
        return [
            {PHYSICS_PREFIX + name: array for name, array in physics.items()}
            | {name: array[i].copy() for name, array in saved.items()}
            for i, physics in enumerate(self.simulation.snapshot())
        ]

    def restore(self, in_progress: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Restore in-progress episodes from a checkpoint, bit for bit."""
        self.simulation.restore(
            [
                {name.removeprefix(PHYSICS_PREFIX): array for name, array in species.items()}
                for species in in_progress
            ]
        )
        names = [name for name in in_progress[0] if not name.startswith(PHYSICS_PREFIX)]
        saved = {name: np.stack([species[name] for species in in_progress]) for name in names}
        for name, attribute in CHECKPOINTED.items():
            setattr(self, attribute, saved[name])
        self._measures.restore(saved)

    def _whole_episodes(self, ended: np.ndarray, diverged: np.ndarray) -> list[Episode]:
        found = []
        for body, env in np.argwhere(ended & self._whole).tolist():
            length, total = int(self._length[body, env]), float(self._total[body, env])
            measures = self._measures.of(body, env, length)
            found.append(Episode(body, length, total, bool(diverged[body, env]), measures))
        return found

    def _reset(self, where: np.ndarray) -> np.ndarray:
        """Start new episodes where marked; return the observations of all. [P, N, E, D]"""
        seeds = np.zeros(where.shape, np.int64)
        for body, env in np.argwhere(where):
            self._episode[body, env] += 1
            index = (self.stream_ids[body], env, self._episode[body, env])
            seeds[body, env] = stream_seed(self.seed, "episode", *index)
        started = self._episode > 1
        self._length[where & started] = 0
        self._total[where] = 0.0
        self._whole[where & started] = True
        sim_state = self.simulation.reset(seeds, where)
        self._measures.begin(sim_state, where)
        return self.task.observe(sim_state).transpose(0, 2, 1, 3).copy()


@partial(jax.jit, static_argnames="tree")
def act(
    leaves: list[Array],
    tree: jax.tree_util.PyTreeDef,
    obs_mask: Array,
    policy_state: Array,
    obs: Array,
    episode_start: Array,
    noise: Array,
) -> tuple[Array, Array]:
    """Sample actions: return action, mean and log standard deviation, and the recurrent state.

    Policies, normalisers and graphs come as the leaves of a tree, because flattening it at every
    control step would take longer than the step. Species are mapped one after the other, so that
    the result of one does not depend on how many there are.
    obs [P, N, E, D], noise [P, N, E, J] -> [P, 3, N, E, J]
    """
    policies, normalisers, graphs = jax.tree.unflatten(tree, leaves)

    def one(species: tuple) -> tuple[Array, Array]:
        policy, normaliser, graph, obs_mask, state, obs, episode_start, noise = species
        state = state * (1.0 - episode_start)[None, :, None]
        state, mean, log_std = policy.act(graph, state, normaliser(obs, obs_mask))
        action = mean + jnp.exp(log_std) * noise
        return jnp.stack([action, mean, log_std]), state

    species = (policies, normalisers, graphs, obs_mask, policy_state, obs, episode_start, noise)
    return jax.lax.map(one, species)
