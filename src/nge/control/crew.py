"""A population in worker processes: what ``Population`` does, on several cores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, NamedTuple

import jax
import numpy as np

from nge.body.graph import BodyGraph
from nge.control import devices
from nge.control.agent import Learner
from nge.control.ppo_settings import PpoSettings
from nge.control.processes import Worker, WorkerLostError
from nge.control.teaching import Teacher, taught_elsewhere, taught_here
from nge.control.train import Population, Progress
from nge.errors import WorkerError
from nge.nets.graphs import padded_size
from nge.tasks.registry import task_named

KEEP_EVERY = 10
"""Updates after which learners are kept, so that a lost worker costs no more than these."""
TRIES = 3
"""Workers that may be lost over the same species, one after the other."""

_population: Population | None = None  # in a worker, the species it trains


class _Kept(NamedTuple):
    """What a worker that replaces a lost one starts from."""

    learners: Sequence[Learner]
    underway: Sequence[Mapping[str, np.ndarray]] | None = None
    updates: int = 0


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
        self._cores = max(1, devices.CORES // len(self._rows))
        self._workers = [Worker(place, self._cores) for place in range(len(self._rows))]
        self._pool = ThreadPoolExecutor(len(self._workers))
        self._teacher = Teacher(accelerators) if accelerators else None
        self._closed = False
        self._task, self._bodies, self._settings = task, list(bodies), settings
        self._seed, self._ids = seed, list(ids)
        self._updates = 0
        self._kept = _Kept(jax.tree.map(np.asarray, list(learners)))
        try:
            self._ask(_begin, self._beginning)
        except BaseException:
            self.close()
            raise

    @property
    def learners(self) -> list[Learner]:
        """The learners of all species."""
        return self._by_row(self._ask(_learners))

    def update(self) -> Progress:
        """Let every species live for num_steps control steps and learn from it."""
        found = self._ask(_update)
        self._updates += 1
        if self._updates - self._kept.updates >= KEEP_EVERY:
            self._kept = _Kept(self.learners, self.underway(), self._updates)
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
        self._kept = _Kept(self._kept.learners, underway, updates)
        self._updates = updates
        self._ask(_go_on, self._going_on)

    def close(self) -> None:
        """End the workers."""
        self._closed = True
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
            self._pool.submit(self._asked, place, function, given)
            for place in range(len(self._workers))
        ]
        return [job.result() for job in jobs]

    def _asked(
        self, place: int, function: Callable[..., Any], given: Callable[[Sequence[int]], tuple]
    ) -> Any:
        """Ask one worker; if it is lost, another one does again what it did, and is asked."""
        lost = None
        for _ in range(TRIES):
            try:
                if lost:
                    self._replace(place)
                return self._call(place, function, given)
            except WorkerLostError as error:
                if self._closed:
                    raise
                lost = error
        species = ", ".join(str(row) for row in self._rows[place])
        raise WorkerError(
            f"{TRIES} worker processes were lost over species {species}, the last because {lost}; "
            "'nge resume' goes on from the last checkpoint"
        )

    def _call(
        self, place: int, function: Callable[..., Any], given: Callable[[Sequence[int]], tuple]
    ) -> Any:
        return self._workers[place].ask(function, *given(self._rows[place]), helps=self._teacher)

    def _replace(self, place: int) -> None:
        """Start another worker on the same cores and bring it to where the lost one was."""
        self._workers[place].end()
        self._workers[place] = Worker(place, self._cores)
        if self._closed:  # meanwhile, and without a look at the new one
            self._workers[place].end()
        self._call(place, _begin, self._beginning)
        if self._kept.underway is not None:
            self._call(place, _go_on, self._going_on)
        for _ in range(self._kept.updates, self._updates):
            self._call(place, _update, lambda rows: ())

    def _beginning(self, rows: Sequence[int]) -> tuple:
        """Return what ``_begin`` needs for these species, as they were last kept."""
        return (
            self._task,
            [self._bodies[row] for row in rows],
            [self._kept.learners[row] for row in rows],
            self._settings,
            self._seed,
            [self._ids[row] for row in rows],
            self._cores,
            self._teacher is not None,
        )

    def _going_on(self, rows: Sequence[int]) -> tuple:
        """Return what ``_go_on`` needs for these species, as they were last kept."""
        assert self._kept.underway is not None
        return self._kept.updates, [self._kept.underway[row] for row in rows]

    def _by_row(self, found: Sequence[Sequence[Any]]) -> list[Any]:
        """Put what workers say of their species into the order of all species."""
        by_row = {
            row: one
            for rows, some in zip(self._rows, found, strict=True)
            for row, one in zip(rows, some, strict=True)
        }
        return [by_row[row] for row in range(len(self._bodies))]


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
