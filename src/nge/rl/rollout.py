"""Step 1 of PPO: collect rollouts.

A ``RolloutBatch`` is a vectorised environment for a handful of species padded to the same size:
``num_envs`` environments of each. Environments are staggered over the episode, are reset only when
their own episode ends, and keep their state (episodes in progress, recurrent policy state) from one
update to the next. ``ppo`` learns from the ``Rollout`` of a species.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

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

SAVED = {
    "episode": "_episode",
    "length": "_length",
    "total": "_total",
    "whole": "_whole",
    "obs": "_obs",
    "episode_start": "_episode_start",
    "running_return": "running_return",
}
"""Arrays of episodes in progress besides physics and measures: name in checkpoints, attribute."""
PHYSICS = "physics."
"""Prefix of the names of physical state in checkpoints."""


class Rollout(eqx.Module):
    """The steps of one species' environments during an update, as they were observed."""

    obs: Array
    """[T, N, E, D]"""
    next_obs: Array
    """Observation after the step, before any reset. [T, N, E, D]"""
    action: Array
    """[T, N, E, J]"""
    mean: Array
    log_std: Array
    """Of the action distribution that the action was sampled from. [T, N, E, J]"""
    state: Array
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


def blank_rollout(
    parts: int, columns: int, joints: int, state_width: int, settings: PpoSettings
) -> Rollout:
    """Return a rollout of zeros, with the shapes of those that an update learns from."""
    steps, num_envs = settings.num_steps, settings.num_envs
    bptt_steps = settings.bptt_steps if state_width else steps

    def zeros(*shape: int) -> Array:
        return jnp.zeros(shape, jnp.float32)

    return Rollout(
        **{name: zeros(steps, parts, num_envs, columns) for name in ("obs", "next_obs")},
        **{name: zeros(steps, parts, num_envs, joints) for name in ("action", "mean", "log_std")},
        state=zeros(steps // bptt_steps, parts, num_envs, state_width),
        **{
            name: zeros(steps, num_envs)
            for name in ("reward", "terminated", "done", "episode_start")
        },
        running_return=zeros(num_envs),
    )


@dataclass(frozen=True)
class Episode:
    """A whole episode that ended during an update."""

    species: int
    length: int
    total: float
    """Sum of rewards."""
    diverged: bool
    net: float
    """Distance of the torso from where it began, over ground, m."""
    path: float
    """Length of the path of the torso, over ground, m."""
    lowest: float
    """Height of the lowest point of any solid at the end of any control step, m."""
    measures: Mapping[str, float] = field(default_factory=dict)
    """All measures of the episode by name; see ``EpisodeMeasures``."""


class RolloutBatch:
    """The environments of some species of one padded size."""

    def __init__(
        self,
        task: Task,
        bodies: Sequence[CompiledBody],
        size: int,
        ids: Sequence[int],
        seed: int,
        settings: PpoSettings,
        threads: int = 1,
        stagger: bool = True,
    ) -> None:
        """Start the first episode of every environment; ``ids`` name the random streams."""
        self.task, self.settings, self.ids, self.seed = task, settings, tuple(ids), seed
        self.simulation = task.simulate(bodies, settings.num_envs, threads=threads, parts=size)
        shape = (len(bodies), settings.num_envs)
        self._episode = np.zeros(shape, np.int64)
        self._length = np.zeros(shape, np.int64)
        self._total = np.zeros(shape)
        self._whole = np.ones(shape, bool)
        if stagger and settings.num_envs > 1:
            offset = np.arange(settings.num_envs) * task.episode_steps // settings.num_envs
            self._length += offset
            self._whole &= offset == 0  # the return of a shortened episode is not comparable
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
        state: Array,
        noise: np.ndarray,
    ) -> tuple[list[Rollout], Array, list[Episode]]:
        """Step all environments as often as there is noise.

        Return a rollout per species, the next recurrent state, and the episodes that ended.
        noise [P, T, N, E, J]; state [P, N, E, H]
        """
        count, steps, parts, num_envs, joints = noise.shape
        columns = self._obs.shape[-1]
        obs = np.empty((count, steps, parts, num_envs, columns), np.float32)
        next_obs = np.empty_like(obs)
        policy_out = np.empty((count, 3, steps, parts, num_envs, joints), np.float32)
        reward, terminated, done, episode_start = np.zeros((4, count, steps, num_envs), np.float32)
        bptt_steps = self.settings.bptt_steps if state.shape[-1] else steps
        states = np.empty((count, -(-steps // bptt_steps), *state.shape[1:]), np.float32)
        policies = (train_states.agent.policy, train_states.normaliser, graphs)
        leaves, tree = jax.tree.flatten(policies)
        episodes: list[Episode] = []
        for t in range(steps):
            if t % bptt_steps == 0:
                states[:, t // bptt_steps] = np.asarray(state)
            obs[:, t] = self._obs
            episode_start[:, t] = self._episode_start
            began = time.perf_counter()
            out, state = act(
                leaves, tree, obs_mask, state, self._obs, self._episode_start, noise[:, t]
            )
            policy_out[:, :, t] = np.asarray(out)
            self.inference_seconds += time.perf_counter() - began
            actions = policy_out[:, 0, t].transpose(0, 2, 1, 3)
            sim_state = self.simulation.step(actions)
            outcome = self.task.step_reward(sim_state, actions)
            next_obs[:, t] = self.task.observe(sim_state).transpose(0, 2, 1, 3)
            reward[:, t], terminated[:, t] = outcome.reward, outcome.terminated
            self._length += 1
            self._total += outcome.reward
            self._measures.add_step(sim_state, outcome)
            ended = outcome.terminated | (self._length >= self.task.episode_steps)
            done[:, t] = ended
            self._episode_start = ended.astype(np.float32)
            if ended.any():
                episodes += self._whole_episodes(ended, sim_state.diverged)
                self._obs = self._reset(ended)
            else:
                self._obs = next_obs[:, t]
        rollouts = [
            Rollout(
                obs=obs[i],
                next_obs=next_obs[i],
                action=policy_out[i, 0],
                mean=policy_out[i, 1],
                log_std=policy_out[i, 2],
                state=states[i],
                reward=reward[i],
                terminated=terminated[i],
                done=done[i],
                episode_start=episode_start[i],
                running_return=self.running_return[i],
            )
            for i in range(count)
        ]
        return rollouts, state, episodes

    def episodes_in_progress(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes in progress of every species as named arrays; see ``restore``."""
        saved = {name: getattr(self, attribute) for name, attribute in SAVED.items()}
        saved |= self._measures.snapshot()
        return [
            {PHYSICS + name: rows for name, rows in physics.items()}
            | {name: rows[i].copy() for name, rows in saved.items()}
            for i, physics in enumerate(self.simulation.snapshot())
        ]

    def restore(self, in_progress: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Restore in-progress episodes from a checkpoint, bit for bit."""
        self.simulation.restore(
            [
                {name.removeprefix(PHYSICS): rows for name, rows in species.items()}
                for species in in_progress
            ]
        )
        names = [name for name in in_progress[0] if not name.startswith(PHYSICS)]
        saved = {name: np.stack([species[name] for species in in_progress]) for name in names}
        for name, attribute in SAVED.items():
            setattr(self, attribute, saved[name])
        self._measures.restore(saved)

    def _whole_episodes(self, ended: np.ndarray, diverged: np.ndarray) -> list[Episode]:
        found = []
        for body, env in np.argwhere(ended & self._whole):
            length, total = int(self._length[body, env]), float(self._total[body, env])
            measures = self._measures.of(body, env, length)
            found.append(
                Episode(
                    int(body),
                    length,
                    total,
                    bool(diverged[body, env]),
                    measures["distance"],
                    measures["path"],
                    measures["lowest"],
                    measures,
                )
            )
        return found

    def _reset(self, where: np.ndarray) -> np.ndarray:
        """Start new episodes where marked; return the observations of all. [P, N, E, D]"""
        seeds = np.zeros(where.shape, np.int64)
        for body, env in np.argwhere(where):
            self._episode[body, env] += 1
            index = (self.ids[body], env, self._episode[body, env])
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
    state: Array,
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

    species = (policies, normalisers, graphs, obs_mask, state, obs, episode_start, noise)
    return jax.lax.map(one, species)
