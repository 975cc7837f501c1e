"""A population in worker processes: what ``Population`` does, on several cores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import jax
import numpy as np

from nge.body.graph import BodyGraph
from nge.control import devices
from nge.control.agent import Learner
from nge.control.ppo_settings import PpoSettings
from nge.control.processes import Worker
from nge.control.teaching import Teacher, taught_elsewhere, taught_here
from nge.control.train import Population, Progress
from nge.nets.graphs import padded_size
from nge.tasks.registry import task_named

_population: Population | None = None  # in a worker, the species it trains


class Crew:
    """Species that are trained together by so many workers."""

    def __init__(
        self,
        task: str,
        bodies: Sequence[BodyGraph],
        learners: Sequence[Learner],
        settings: PpoSettings,
        seed: int,
        ids: Sequence[int],
        workers: int,
        accelerators: Sequence[jax.Device] = (),
    ) -> None:
        """Start the workers, each with its share of the species; accelerators learn for them."""
        order = sorted(range(len(bodies)), key=lambda row: -padded_size(len(bodies[row])))
        self._rows = [rows for place in range(workers) if (rows := order[place::workers])]
        cores = max(1, devices.CORES // len(self._rows))
        self._workers = [Worker(place, cores) for place in range(len(self._rows))]
        self._pool = ThreadPoolExecutor(len(self._workers))
        self._teacher = Teacher(accelerators) if accelerators else None
        self._count = len(bodies)
        on_host = jax.tree.map(np.asarray, list(learners))
        self._ask(
            _begin,
            lambda rows: (
                task,
                [bodies[row] for row in rows],
                [on_host[row] for row in rows],
                settings,
                seed,
                [ids[row] for row in rows],
                cores,
                self._teacher is not None,
            ),
        )

    @property
    def learners(self) -> list[Learner]:
        """The learners of all species."""
        return self._by_row(self._ask(_learners))

    def update(self) -> Progress:
        """Let every species live for one horizon and learn from it."""
        found = self._ask(_update)
        episodes = [
            replace(episode, species=rows[episode.species])
            for rows, progress in zip(self._rows, found, strict=True)
            for episode in progress.episodes
        ]
        reports = {
            rows[row]: report
            for rows, progress in zip(self._rows, found, strict=True)
            for row, report in progress.reports.items()
        }
        sums = (sum(numbers) for numbers in zip(*(p[2:] for p in found), strict=True))
        return Progress(episodes, reports, *sums)

    def underway(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes under way of every species, as ``Population`` does."""
        return self._by_row(self._ask(_underway))

    def go_on(self, updates: int, underway: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Take up the episodes under way after so many updates."""
        self._ask(_go_on, lambda rows: (updates, [underway[row] for row in rows]))

    def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            worker.end()
        if self._teacher:
            self._teacher.close()
        self._pool.shutdown()

    def _ask(
        self,
        function: Callable[..., Any],
        given: Callable[[Sequence[int]], tuple] = lambda rows: (),
    ) -> list[Any]:
        """Ask all workers at the same time; return their answers in order."""
        jobs = [
            self._pool.submit(worker.ask, function, *given(rows), helps=self._teacher)
            for worker, rows in zip(self._workers, self._rows, strict=True)
        ]
        return [job.result() for job in jobs]

    def _by_row(self, found: Sequence[Sequence[Any]]) -> list[Any]:
        """Put what workers say of their species into the order of all species."""
        by_row = {
            row: one
            for rows, some in zip(self._rows, found, strict=True)
            for row, one in zip(rows, some, strict=True)
        }
        return [by_row[row] for row in range(self._count)]


# --- in a worker --------------------------------------------------------------------------


def _begin(
    task: str,
    bodies: Sequence[BodyGraph],
    learners: Sequence[Learner],
    settings: PpoSettings,
    seed: int,
    ids: Sequence[int],
    threads: int,
    taught: bool,
) -> None:
    global _population
    world = task_named(task)
    _population = Population(
        *(world, world.space(), bodies, learners, settings, seed, ids),
        threads=threads,
        teach=taught_elsewhere if taught else taught_here,
    )


def _here() -> Population:
    assert _population is not None, "a crew begins before it does anything else"
    return _population


def _update() -> Progress:
    progress = _here().update()
    reports = {row: jax.tree.map(np.asarray, report) for row, report in progress.reports.items()}
    return progress._replace(reports=reports)


def _learners() -> list[Learner]:
    return jax.tree.map(np.asarray, _here().learners)


def _underway() -> list[dict[str, np.ndarray]]:
    return _here().underway()


def _go_on(updates: int, underway: Sequence[Mapping[str, np.ndarray]]) -> None:
    _here().go_on(updates, underway)
