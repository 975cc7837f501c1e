"""Training a population: every species lives and learns.

Species of one padded size form squads, which live on the CPU, where a small network answers sooner
than an accelerator does. A species' experience, its update and its random streams depend on nothing
but itself: grouping and number of threads change only the time. ``crew`` puts several cores to use,
``teaching`` an accelerator.
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
from nge.control import devices
from nge.control.agent import Learner
from nge.control.ppo import Experience, Report
from nge.control.ppo_settings import PpoSettings
from nge.control.rollout import Episode, Squad
from nge.control.teaching import Learned, Lesson, Teach, taught_here
from nge.machine import jax_settings
from nge.nets.graphs import graph_of, padded_size, stack
from nge.nets.normaliser import column_owners
from nge.nets.policies import blank_state
from nge.nets.weights import stacked
from nge.randomness import stream_seed
from nge.tasks.task import Task

LARGEST_SQUAD = 8
"""Species that live side by side."""


class Progress(NamedTuple):
    """What one update of a population, or of a squad, brought."""

    episodes: list[Episode]
    """Whole episodes that ended."""
    reports: dict[int, Report]
    """By species."""
    steps: int
    """Control steps taken, warm-up included."""
    living: float
    """Seconds spent moving, summed over workers."""
    learning: float
    """Seconds spent learning or waiting for the accelerator that does, summed over workers."""
    acting: float = 0.0
    """Seconds of living that policies took to choose actions; the rest is physics and the task."""


class Population:
    """Species that are trained together: their learners and the episodes under way."""

    @jax_settings()
    def __init__(
        self,
        task: Task,
        space: DesignSpace,
        bodies: Sequence[BodyGraph],
        learners: Sequence[Learner],
        settings: PpoSettings,
        seed: int,
        ids: Sequence[int] | None = None,
        threads: int | None = None,
        teach: Teach = taught_here,
    ) -> None:
        """Start every species' first episodes; ``ids`` name their random streams."""
        self.learners = list(learners)
        self.updates = 0
        ids = tuple(range(len(bodies)) if ids is None else ids)
        self._squads = [
            TrainedSquad(
                task,
                space,
                rows,
                [bodies[row] for row in rows],
                [ids[row] for row in rows],
                settings,
                seed,
                threads or devices.CORES,
                teach,
            )
            for rows in batches(bodies)
        ]

    @jax_settings()
    def update(self) -> Progress:
        """Let every species live for num_steps control steps and learn from it."""
        episodes: list[Episode] = []
        reports: dict[int, Report] = {}
        steps, living, learning, acting = 0, 0.0, 0.0, 0.0
        for squad in self._squads:
            learners, progress = squad.update(
                [self.learners[row] for row in squad.rows], self.updates
            )
            for row, learner in zip(squad.rows, learners, strict=True):
                self.learners[row] = learner
            episodes += progress.episodes
            reports |= progress.reports
            steps += progress.steps
            living += progress.living
            learning += progress.learning
            acting += progress.acting
        self.updates += 1
        return Progress(episodes, reports, steps, living, learning, acting)

    def close(self) -> None:
        """Nothing is held."""

    def underway(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes under way of every species, once updated, as named arrays."""
        rows = {
            row: arrays
            for squad in self._squads
            for row, arrays in zip(squad.rows, squad.underway(), strict=True)
        }
        return [rows[row] for row in range(len(self.learners))]

    @jax_settings()
    def go_on(self, updates: int, underway: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Take up the episodes under way after so many updates, as if there had been no pause."""
        self.updates = updates
        for squad in self._squads:
            squad.go_on([underway[row] for row in squad.rows])


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
            length = min(LARGEST_SQUAD, 1 << (len(rows).bit_length() - 1))
            found.append(rows[:length])
            rows = rows[length:]
    return found


class TrainedSquad:
    """Some species of one padded size with all they need to act and learn."""

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
        teach: Teach,
    ) -> None:
        """Start the species' first episodes; ``rows`` are their places in the population."""
        self.rows, self.ids, self.seed = tuple(rows), tuple(ids), seed
        self.settings, self._teach = settings, teach
        self._shape = (padded_size(len(bodies[0])), settings.num_envs, space.kind.joints)
        self._living = Squad(
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
        owners = [column_owners(graph.mask, *columns) for graph in graphs]
        self._each = list(zip(graphs, owners, strict=True))
        self._graphs, self._owners = stack(graphs), jnp.stack(owners)
        self._state: Array | None = None

    def update(self, learners: Sequence[Learner], index: int) -> tuple[list[Learner], Progress]:
        """Live for num_steps control steps and learn from it; ``index`` counts updates from 0."""
        began, asked = time.perf_counter(), self._living.acting
        steps = len(self.rows) * self.settings.steps
        if index == 0:
            learners = self._warmed_up(learners)
            steps += len(self.rows) * self.settings.warmup_steps * self.settings.num_envs
        lived, episodes = self._live(learners, self.settings.num_steps, "action", index)
        middle = time.perf_counter()
        learned = self._learn(learners, lived, index)
        self._living.earned[:] = np.stack([one.earned for one in learned])
        return [one.learner for one in learned], Progress(
            [replace(episode, species=self.rows[episode.species]) for episode in episodes],
            {row: one.report for row, one in zip(self.rows, learned, strict=True)},
            steps,
            middle - began,
            time.perf_counter() - middle,
            self._living.acting - asked,
        )

    def underway(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes under way of every species as named arrays."""
        memory = np.asarray(self._state)
        return [
            episodes | {"memory": memory[i]} for i, episodes in enumerate(self._living.underway())
        ]

    def go_on(self, underway: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Take up episodes where ``underway`` left them."""
        self._living.go_on(underway)
        memory = np.stack([species["memory"] for species in underway])
        self._state = jnp.asarray(memory)

    def _live(
        self, learners: Sequence[Learner], steps: int, purpose: str, index: int
    ) -> tuple[list[Experience], list[Episode]]:
        parts, copies, _ = self._shape
        if self._state is None:
            blank = blank_state(learners[0].agent.policy, parts, copies)
            self._state = jnp.zeros((len(self.rows), *blank.shape))
        noise = np.stack(
            [
                _noise(jax.random.key(self._seed(purpose, species, index)), (steps, *self._shape))
                for species in self.ids
            ]
        )
        lived, self._state, episodes = self._living.live(
            stacked(learners), self._graphs, self._owners, self._state, noise
        )
        return lived, episodes

    def _learn(
        self, learners: Sequence[Learner], lived: Sequence[Experience], index: int
    ) -> list[Learned]:
        """Update every species."""
        rows = zip(self.ids, learners, self._each, lived, strict=True)
        return self._teach(
            [
                Lesson(
                    learner,
                    graph,
                    owners,
                    experience,
                    self._seed("shuffle", species, index),
                    self.settings,
                )
                for species, learner, (graph, owners), experience in rows
            ]
        )

    def _warmed_up(self, learners: Sequence[Learner]) -> list[Learner]:
        """Show species that never saw anything what the world looks like, before they learn."""
        lived, _ = self._live(learners, self.settings.warmup_steps, "warm-up", 0)
        return [
            learner if float(learner.normaliser.count.sum()) else _introduced(learner, seen, owners)
            for learner, seen, owners in zip(
                learners, (one.seen for one in lived), self._owners, strict=True
            )
        ]

    def _seed(self, purpose: str, species: int, index: int) -> int:
        return stream_seed(self.seed, purpose, species, index) % 2**32


def _introduced(learner: Learner, seen: Array, owners: Array) -> Learner:
    """Return the learner with what was seen taken into its normaliser. seen [T, N, E, D]"""
    by_part = jnp.moveaxis(jnp.asarray(seen), 0, 1)
    flat = by_part.reshape(len(by_part), -1, by_part.shape[-1])
    return replace(learner, normaliser=learner.normaliser.updated(flat, owners))


@partial(jax.jit, static_argnames="shape")
def _noise(key: Array, shape: tuple[int, ...]) -> Array:
    return jax.random.normal(key, shape)
