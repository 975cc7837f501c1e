"""The training loop of PPO: collect rollouts, estimate advantages, update policy and critic.

A ``Trainer`` splits species into batches of one padded size, which a ``BatchTrainer`` trains side
by side; the minibatches that ``ppo`` draws from a rollout are another matter. Batches step on the
CPU, where a small network answers sooner than on an accelerator. The rollouts, updates and random
streams of a species depend on nothing but itself: batching and number of threads change only the
time. ``processes`` puts several cores to use, ``gpu_learner`` an accelerator.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.cpu import jax_settings
from nge.nets.graphs import graph_of, graphs_of, padded_size
from nge.nets.normaliser import observation_mask
from nge.nets.weights import stacked
from nge.rl import devices
from nge.rl.gpu_learner import UpdateFunction, UpdateJob, update_locally
from nge.rl.ppo import UpdateMetrics, by_part
from nge.rl.ppo_settings import PpoSettings
from nge.rl.rollout import Episode, Rollout, RolloutCollector, zero_rollouts
from nge.rl.train_state import TrainState
from nge.seeding import stream_seed
from nge.tasks.task import Task

MAX_BATCH = 8
"""Most species that train side by side."""
POLICY_STATE = "policy_state"
"""Name of the recurrent policy state in checkpoints."""


class UpdateStats(NamedTuple):
    """Results of one update of some species, by their indices in the trainer."""

    episodes: Sequence[Episode] = ()
    """Whole episodes that ended."""
    metrics: Mapping[int, UpdateMetrics] = {}
    """By species."""
    steps: int = 0
    """Control steps taken, warm-up included."""
    rollout_seconds: float = 0.0
    """Time spent collecting rollouts, summed over workers."""
    update_seconds: float = 0.0
    """Time spent in updates or waiting for the accelerator, summed over workers."""
    inference_seconds: float = 0.0
    """Part of the rollout time that policies took; the rest is physics and the task."""

    def plus(self, other: UpdateStats) -> UpdateStats:
        """Return the results of these species and of others."""
        return UpdateStats(
            [*self.episodes, *other.episodes],
            {**self.metrics, **other.metrics},
            self.steps + other.steps,
            self.rollout_seconds + other.rollout_seconds,
            self.update_seconds + other.update_seconds,
            self.inference_seconds + other.inference_seconds,
        )


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
        stream_ids: Sequence[int] | None = None,
        threads: int | None = None,
        update_fn: UpdateFunction = update_locally,
    ) -> None:
        """Start the first episodes of every species.

        ``seed`` and the ``stream_ids`` of the species name their random streams.
        """
        self.train_states = list(train_states)
        self.updates = 0
        stream_ids = stream_ids or range(len(bodies))
        self._batches = [
            BatchTrainer(
                task,
                space,
                species,
                [bodies[i] for i in species],
                [stream_ids[i] for i in species],
                settings,
                seed,
                threads or devices.CORES,
                update_fn,
            )
            for species in batches(bodies)
        ]

    @jax_settings()
    def update(self) -> UpdateStats:
        """Do an update of PPO with every species."""
        done = UpdateStats()
        for batch in self._batches:
            before = [self.train_states[i] for i in batch.species]
            after, stats = batch.update(before, self.updates)
            for i, train_state in zip(batch.species, after, strict=True):
                self.train_states[i] = train_state
            done = done.plus(stats)
        self.updates += 1
        return done

    def episodes_in_progress(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes in progress of every species as named arrays, after an update."""
        found: dict[int, dict[str, np.ndarray]] = {}
        for batch in self._batches:
            found |= zip(batch.species, batch.episodes_in_progress(), strict=True)
        return [found[i] for i in range(len(self.train_states))]

    @jax_settings()
    def restore(self, updates: int, in_progress: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Restore in-progress episodes from a checkpoint made after so many updates."""
        self.updates = updates
        for batch in self._batches:
            batch.restore([in_progress[i] for i in batch.species])


def batches(bodies: Sequence[BodyGraph]) -> list[list[int]]:
    """Return the indices of bodies in batches of one padded size, largest first.

    Each is a power of two long: programs are compiled once per length, so few lengths matter more
    than even batches.
    """
    by_size: dict[int, list[int]] = {}
    for i, body in enumerate(bodies):
        by_size.setdefault(padded_size(len(body)), []).append(i)
    found = []
    for _, alike in sorted(by_size.items(), reverse=True):
        while alike:
            length = min(MAX_BATCH, 1 << (len(alike).bit_length() - 1))
            found.append(alike[:length])
            alike = alike[length:]
    return found


def example_jobs(
    task: Task,
    space: DesignSpace,
    bodies: Sequence[BodyGraph],
    train_states: Sequence[TrainState],
    settings: PpoSettings,
) -> list[UpdateJob]:
    """Return an update job for each padded size, to compile its program before there is a rollout.

    It has the shapes of those that training brings.
    """
    columns = (len(task.torso_columns), len(task.limb_columns))
    found: dict[int, UpdateJob] = {}
    for body, train_state in zip(bodies, train_states, strict=True):
        size = padded_size(len(body))
        if size not in found:
            graph, state_width = graph_of(body, space), train_state.agent.policy.state_width
            shape = (settings.num_steps, size, sum(columns), space.kind.joints, state_width)
            rollout = jax.tree.map(itemgetter(0), zero_rollouts(1, *shape, settings))
            mask = observation_mask(graph.mask, *columns)
            found[size] = UpdateJob(train_state, graph, mask, rollout, 0, settings)
    return list(found.values())


class BatchTrainer:
    """Trains some species of one padded size: holds their environments and recurrent states."""

    def __init__(
        self,
        task: Task,
        space: DesignSpace,
        species: Sequence[int],
        bodies: Sequence[BodyGraph],
        stream_ids: Sequence[int],
        settings: PpoSettings,
        seed: int,
        threads: int,
        update_fn: UpdateFunction,
    ) -> None:
        """Start the first episodes; ``species`` are indices in the trainer."""
        self.species, self._stream_ids, self._seed = species, stream_ids, seed
        self._settings, self._update_fn = settings, update_fn
        parts = padded_size(len(bodies[0]))
        self._shape = (parts, settings.num_envs, space.kind.joints)
        compiled = [task.compile(body) for body in bodies]
        self._envs = RolloutCollector(task, compiled, parts, stream_ids, seed, settings, threads)
        columns = (len(task.torso_columns), len(task.limb_columns))
        self._graphs = [graph_of(body, space) for body in bodies]
        self._obs_masks = [observation_mask(graph.mask, *columns) for graph in self._graphs]
        self._stacked = graphs_of(bodies, space, parts), jnp.stack(self._obs_masks)
        self._policy_state: Array | None = None

    def update(
        self, train_states: Sequence[TrainState], number: int
    ) -> tuple[list[TrainState], UpdateStats]:
        """Do an update of PPO; ``number`` counts updates from 0."""
        # Step 1: collect rollouts.
        began, inference_before = time.perf_counter(), self._envs.inference_seconds
        settings, count = self._settings, len(self.species)
        steps = count * settings.batch_size
        if number == 0:
            train_states = self._warmed_up(train_states)
            steps += count * settings.warmup_steps * settings.num_envs
        rollouts, episodes = self._collect(train_states, settings.num_steps, "action", number)
        collected = time.perf_counter()

        # Steps 2 and 3, ``ppo.update`` of every species: estimate advantages, then optimise.
        seeds = self._stream_seeds("shuffle", number)
        inputs = zip(train_states, self._graphs, self._obs_masks, rollouts, seeds, strict=True)
        results = self._update_fn([UpdateJob(*given, settings) for given in inputs])
        self._envs.running_return[:] = np.stack([result.running_return for result in results])

        return [result.train_state for result in results], UpdateStats(
            [replace(episode, species=self.species[episode.species]) for episode in episodes],
            {i: result.metrics for i, result in zip(self.species, results, strict=True)},
            steps,
            collected - began,
            time.perf_counter() - collected,
            self._envs.inference_seconds - inference_before,
        )

    def episodes_in_progress(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes in progress of every species as named arrays."""
        states = np.asarray(self._policy_state)
        episodes = self._envs.episodes_in_progress()
        return [arrays | {POLICY_STATE: states[i]} for i, arrays in enumerate(episodes)]

    def restore(self, in_progress: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Restore in-progress episodes from a checkpoint."""
        self._envs.restore(in_progress)
        states = np.stack([species[POLICY_STATE] for species in in_progress])
        self._policy_state = jnp.asarray(states)

    def _collect(
        self, train_states: Sequence[TrainState], steps: int, purpose: str, number: int
    ) -> tuple[list[Rollout], list[Episode]]:
        if self._policy_state is None:
            parts, num_envs, _ = self._shape
            state_width = train_states[0].agent.policy.state_width
            self._policy_state = jnp.zeros((len(self.species), parts, num_envs, state_width))
        keys = map(jax.random.key, self._stream_seeds(purpose, number))
        noise = np.stack([_noise(key, (steps, *self._shape)) for key in keys])
        rollouts, self._policy_state, episodes = self._envs.collect(
            stacked(train_states), *self._stacked, self._policy_state, noise
        )
        return rollouts, episodes

    def _warmed_up(self, train_states: Sequence[TrainState]) -> list[TrainState]:
        """Initialise the normalisers of new species with observations, before the first update."""
        rollouts, _ = self._collect(train_states, self._settings.warmup_steps, "warm-up", 0)
        found = list(train_states)
        for i, train_state in enumerate(train_states):
            old = train_state.normaliser
            if not float(old.count.sum()):
                normaliser = old.updated(by_part(rollouts[i].obs), self._obs_masks[i])
                found[i] = replace(train_state, normaliser=normaliser)
        return found

    def _stream_seeds(self, purpose: str, number: int) -> list[int]:
        """Return the seed of each species' random stream for a purpose in an update."""
        return [stream_seed(self._seed, purpose, id_, number) % 2**32 for id_ in self._stream_ids]


@partial(jax.jit, static_argnames="shape")
def _noise(key: Array, shape: tuple[int, ...]) -> Array:
    return jax.random.normal(key, shape)
