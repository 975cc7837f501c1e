"""The training loop: every species collects a rollout, then updates its policy and critic.

A ``Trainer`` splits species into batches of one padded size. Batches step on the CPU, where a small
network answers sooner than on an accelerator. The rollouts, updates and random streams of a species
depend on nothing but itself: batching and number of threads change only the time. ``processes``
puts several cores to use, ``gpu_learner`` an accelerator.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.cpu import jax_settings
from nge.nets.graphs import graph_of, padded_size, stack
from nge.nets.normaliser import observation_mask
from nge.nets.policies import initial_state
from nge.nets.weights import stacked
from nge.rl import devices
from nge.rl.gpu_learner import UpdateFunction, UpdateJob, UpdateResult, update_locally
from nge.rl.ppo import UpdateMetrics
from nge.rl.ppo_settings import PpoSettings
from nge.rl.rollout import Episode, Rollout, RolloutBatch, blank_rollout
from nge.rl.train_state import TrainState
from nge.seeding import stream_seed
from nge.tasks.task import Task

MAX_BATCH = 8
"""Most species of a batch."""
POLICY_STATE = "policy_state"
"""Name of the recurrent policy state in checkpoints."""


class UpdateStats(NamedTuple):
    """Results of one update of all species of a trainer, or of a batch."""

    episodes: list[Episode]
    """Whole episodes that ended."""
    metrics: dict[int, UpdateMetrics]
    """By species."""
    steps: int
    """Control steps taken, warm-up included."""
    rollout_seconds: float
    """Time spent collecting rollouts, summed over workers."""
    update_seconds: float
    """Time spent in updates or waiting for the accelerator, summed over workers."""
    inference_seconds: float = 0.0
    """Part of the rollout time that policies took; the rest is physics and the task."""


class Trainer:
    """Trains species together: holds their train states and environments."""

    @jax_settings()
    def __init__(
        self,
        task: Task,
        space: DesignSpace,
        bodies: Sequence[BodyGraph],
        train_states: Sequence[TrainState],
        settings: PpoSettings,
        seed: int,
        ids: Sequence[int] | None = None,
        threads: int | None = None,
        update_fn: UpdateFunction = update_locally,
    ) -> None:
        """Start the first episodes of every species; ``ids`` name their random streams."""
        self.train_states = list(train_states)
        self.updates = 0
        ids = tuple(range(len(bodies)) if ids is None else ids)
        self._batches = [
            TrainBatch(
                task,
                space,
                rows,
                [bodies[row] for row in rows],
                [ids[row] for row in rows],
                settings,
                seed,
                threads or devices.CORES,
                update_fn,
            )
            for rows in batches(bodies)
        ]

    @jax_settings()
    def update(self) -> UpdateStats:
        """Collect num_steps control steps in every environment and update every species."""
        episodes: list[Episode] = []
        metrics: dict[int, UpdateMetrics] = {}
        steps, rollout_seconds, update_seconds, inference_seconds = 0, 0.0, 0.0, 0.0
        for batch in self._batches:
            before = [self.train_states[row] for row in batch.rows]
            after, stats = batch.update(before, self.updates)
            for row, train_state in zip(batch.rows, after, strict=True):
                self.train_states[row] = train_state
            episodes += stats.episodes
            metrics |= stats.metrics
            steps += stats.steps
            rollout_seconds += stats.rollout_seconds
            update_seconds += stats.update_seconds
            inference_seconds += stats.inference_seconds
        self.updates += 1
        return UpdateStats(
            episodes, metrics, steps, rollout_seconds, update_seconds, inference_seconds
        )

    def close(self) -> None:
        """Release nothing: no resources are held."""

    def episodes_in_progress(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes in progress of every species as named arrays, after an update."""
        rows = {
            row: arrays
            for batch in self._batches
            for row, arrays in zip(batch.rows, batch.episodes_in_progress(), strict=True)
        }
        return [rows[row] for row in range(len(self.train_states))]

    @jax_settings()
    def restore(self, updates: int, in_progress: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Restore in-progress episodes from a checkpoint made after so many updates."""
        self.updates = updates
        for batch in self._batches:
            batch.restore([in_progress[row] for row in batch.rows])


def batches(bodies: Sequence[BodyGraph]) -> list[list[int]]:
    """Split rows into batches of one padded size, each a power of two long, largest bodies first.

    Programs are compiled once per length, so few lengths matter more than even batches.
    """
    by_size: dict[int, list[int]] = {}
    for row, body in enumerate(bodies):
        by_size.setdefault(padded_size(len(body)), []).append(row)
    found = []
    for _, rows in sorted(by_size.items(), reverse=True):
        while rows:
            length = min(MAX_BATCH, 1 << (len(rows).bit_length() - 1))
            found.append(rows[:length])
            rows = rows[length:]
    return found


def blank_jobs(
    task: Task,
    space: DesignSpace,
    bodies: Sequence[BodyGraph],
    train_states: Sequence[TrainState],
    settings: PpoSettings,
) -> list[UpdateJob]:
    """Return an update job for each padded size, with the shapes of those that training brings."""
    columns = (len(task.torso_columns), len(task.limb_columns))
    found: dict[int, UpdateJob] = {}
    for body, train_state in zip(bodies, train_states, strict=True):
        size = padded_size(len(body))
        if size not in found:
            graph, width = graph_of(body, space), train_state.agent.policy.state_width
            rollout = blank_rollout(size, sum(columns), space.kind.joints, width, settings)
            mask = observation_mask(graph.mask, *columns)
            found[size] = UpdateJob(train_state, graph, mask, rollout, 0, settings)
    return list(found.values())


class TrainBatch:
    """Some species of one padded size: their environments, graphs and recurrent states."""

    def __init__(
        self,
        task: Task,
        space: DesignSpace,
        rows: Sequence[int],
        bodies: Sequence[BodyGraph],
        ids: Sequence[int],
        settings: PpoSettings,
        seed: int,
        threads: int,
        update_fn: UpdateFunction,
    ) -> None:
        """Start the first episodes; ``rows`` are the species' indices in the trainer."""
        self.rows, self.ids, self.seed = tuple(rows), tuple(ids), seed
        self.settings, self._update_fn = settings, update_fn
        self._shape = (padded_size(len(bodies[0])), settings.num_envs, space.kind.joints)
        self._envs = RolloutBatch(
            task,
            [task.compile(body) for body in bodies],
            self._shape[0],
            ids,
            seed,
            settings,
            threads,
        )
        columns = (len(task.torso_columns), len(task.limb_columns))
        graphs = [graph_of(body, space) for body in bodies]
        masks = [observation_mask(graph.mask, *columns) for graph in graphs]
        self._graphs_and_masks = list(zip(graphs, masks, strict=True))
        self._graphs, self._obs_mask = stack(graphs), jnp.stack(masks)
        self._state: Array | None = None

    def update(
        self, train_states: Sequence[TrainState], index: int
    ) -> tuple[list[TrainState], UpdateStats]:
        """Collect rollouts and update every species; ``index`` counts updates from 0."""
        began, inference_before = time.perf_counter(), self._envs.inference_seconds
        steps = len(self.rows) * self.settings.batch_size
        if index == 0:
            train_states = self._warmed_up(train_states)
            steps += len(self.rows) * self.settings.warmup_steps * self.settings.num_envs
        rollouts, episodes = self._collect(train_states, self.settings.num_steps, "action", index)
        collected = time.perf_counter()
        results = self._update(train_states, rollouts, index)
        self._envs.running_return[:] = np.stack([result.running_return for result in results])
        return [result.train_state for result in results], UpdateStats(
            [replace(episode, species=self.rows[episode.species]) for episode in episodes],
            {row: result.metrics for row, result in zip(self.rows, results, strict=True)},
            steps,
            collected - began,
            time.perf_counter() - collected,
            self._envs.inference_seconds - inference_before,
        )

    def episodes_in_progress(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes in progress of every species as named arrays."""
        states = np.asarray(self._state)
        episodes = self._envs.episodes_in_progress()
        return [arrays | {POLICY_STATE: states[i]} for i, arrays in enumerate(episodes)]

    def restore(self, in_progress: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Restore in-progress episodes from a checkpoint."""
        self._envs.restore(in_progress)
        self._state = jnp.asarray(np.stack([species[POLICY_STATE] for species in in_progress]))

    def _collect(
        self, train_states: Sequence[TrainState], steps: int, purpose: str, index: int
    ) -> tuple[list[Rollout], list[Episode]]:
        parts, num_envs, _ = self._shape
        if self._state is None:
            blank = initial_state(train_states[0].agent.policy, parts, num_envs)
            self._state = jnp.zeros((len(self.rows), *blank.shape))
        noise = np.stack(
            [
                _noise(jax.random.key(self._seed(purpose, species, index)), (steps, *self._shape))
                for species in self.ids
            ]
        )
        rollouts, self._state, episodes = self._envs.collect(
            stacked(train_states), self._graphs, self._obs_mask, self._state, noise
        )
        return rollouts, episodes

    def _update(
        self, train_states: Sequence[TrainState], rollouts: Sequence[Rollout], index: int
    ) -> list[UpdateResult]:
        rows = zip(self.ids, train_states, self._graphs_and_masks, rollouts, strict=True)
        return self._update_fn(
            [
                UpdateJob(
                    train_state,
                    graph,
                    obs_mask,
                    rollout,
                    self._seed("shuffle", species, index),
                    self.settings,
                )
                for species, train_state, (graph, obs_mask), rollout in rows
            ]
        )

    def _warmed_up(self, train_states: Sequence[TrainState]) -> list[TrainState]:
        """Initialise the normalisers of new species with observations, before the first update."""
        rollouts, _ = self._collect(train_states, self.settings.warmup_steps, "warm-up", 0)
        rows = zip(train_states, rollouts, self._obs_mask, strict=True)
        return [
            train_state
            if float(train_state.normaliser.count.sum())
            else _with_observations(train_state, rollout.obs, obs_mask)
            for train_state, rollout, obs_mask in rows
        ]

    def _seed(self, purpose: str, species: int, index: int) -> int:
        return stream_seed(self.seed, purpose, species, index) % 2**32


def _with_observations(train_state: TrainState, obs: Array, obs_mask: Array) -> TrainState:
    """Return the train state with observations added to its normaliser. obs [T, N, E, D]"""
    by_part = jnp.moveaxis(jnp.asarray(obs), 0, 1)
    flat = by_part.reshape(len(by_part), -1, by_part.shape[-1])
    return replace(train_state, normaliser=train_state.normaliser.updated(flat, obs_mask))


@partial(jax.jit, static_argnames="shape")
def _noise(key: Array, shape: tuple[int, ...]) -> Array:
    return jax.random.normal(key, shape)
