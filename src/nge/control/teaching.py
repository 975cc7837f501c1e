"""Where species learn: in their own process, or on accelerators that learn for many at once.

A ``Lesson`` is all that goes into one update of one species, so it can be learned anywhere. Workers
without an accelerator learn by themselves. Where there are accelerators, workers only live: they
send their lessons to the process that asked them, whose ``Teacher`` learns for whoever waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Thread
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from nge.control.agent import Learner
from nge.control.ppo import Experience, PpoSettings, Report, update
from nge.control.processes import request
from nge.nets.graphs import Graph

TOGETHER = 16
"""Species that an accelerator always learns for: their number decides how sums round."""
COMPANY = 0.01
"""Seconds that a lesson waits for others like it: a full house takes hardly longer than one."""


class Lesson(NamedTuple):
    """What a species learns from in one update."""

    learner: Learner
    graph: Graph
    owners: Array
    lived: Experience
    seed: int
    """Of the order in which experience is looked at."""
    settings: PpoSettings


class Learned(NamedTuple):
    """What came of a lesson."""

    learner: Learner
    earned: Array
    """Discounted returns of the copies so far. [E]"""
    report: Report


Teach = Callable[[Sequence[Lesson]], list[Learned]]


def taught_here(lessons: Sequence[Lesson]) -> list[Learned]:
    """Learn in this process, one species after the other."""
    return [
        Learned(*learn(learner, graph, owners, lived, jax.random.key(seed), settings))
        for learner, graph, owners, lived, seed, settings in lessons
    ]


def taught_elsewhere(lessons: Sequence[Lesson]) -> list[Learned]:
    """In a worker: learn where the process that asked it has a ``Teacher``."""
    plain = [
        Lesson(*jax.tree.map(np.asarray, lesson[:4]), lesson.seed, lesson.settings)
        for lesson in lessons
    ]
    learned: list[Learned] = request(plain)
    return learned


class Teacher:
    """Learns for species that live elsewhere, on a thread for each accelerator.

    Lessons that wait and are alike are learned side by side, always ``TOGETHER`` of them: a shorter
    row is filled up, so a species learns the same bits in any company.
    """

    def __init__(self, accelerators: Sequence[jax.Device]) -> None:
        """Begin to wait for lessons."""
        self._waiting: list[_Ticket] = []
        self._change = Condition()
        self._closed = False
        for device in accelerators:
            Thread(target=self._work, args=(device,), daemon=True).start()

    def __call__(self, lessons: Sequence[Lesson]) -> list[Learned]:
        """Return what came of the lessons; any number of threads may call."""
        tickets = [_Ticket(lesson, _kind(lesson)) for lesson in lessons]
        with self._change:
            if self._closed:
                raise RuntimeError("the teacher has left")
            self._waiting += tickets
            self._change.notify_all()
        return [ticket.learned.result() for ticket in tickets]

    def close(self) -> None:
        """Leave; who still waits is told."""
        with self._change:
            self._closed = True
            for ticket in self._waiting:
                ticket.learned.cancel()
            self._waiting = []
            self._change.notify_all()

    def _work(self, device: jax.Device) -> None:
        while group := self._next_group():
            try:
                done = _taught_together([ticket.lesson for ticket in group], device)
            except Exception as error:  # it is for who waits to hear
                for ticket in group:
                    ticket.learned.set_exception(error)
            else:
                for ticket, learned in zip(group, done, strict=True):
                    ticket.learned.set_result(learned)

    def _next_group(self) -> list[_Ticket]:
        """Wait for lessons and take those like the oldest; none when it is over."""
        with self._change:
            while not self._closed:
                if not self._waiting:
                    self._change.wait()
                    continue
                self._change.wait_for(lambda: len(self._alike()) == TOGETHER, COMPANY)
                if group := self._alike():  # another thread may have taken them
                    self._waiting = [one for one in self._waiting if one not in group]
                    return group
            return []

    def _alike(self) -> list[_Ticket]:
        kind = self._waiting[0].kind if self._waiting else None
        return [ticket for ticket in self._waiting if ticket.kind == kind][:TOGETHER]


@dataclass(eq=False)
class _Ticket:
    lesson: Lesson
    kind: object
    learned: Future[Learned] = field(default_factory=Future)


def _kind(lesson: Lesson) -> object:
    """Return what lessons must have in common to be learned by one program."""
    leaves, tree = jax.tree.flatten(lesson[:4])
    return tree, [np.shape(leaf) for leaf in leaves], lesson.settings


def _taught_together(lessons: Sequence[Lesson], device: jax.Device) -> list[Learned]:
    given = jax.tree.map(lambda *leaves: np.stack(leaves), *(lesson[:4] for lesson in lessons))
    seeds = np.array([lesson.seed for lesson in lessons], np.uint32)
    # Filled up there: the program is compiled for one number of species, and is large.
    filled = _filled(jax.device_put((*given, seeds), device), TOGETHER)
    done = jax.device_get(learn_together(*filled, lessons[0].settings))
    return [Learned(*jax.tree.map(lambda leaf, i=i: leaf[i], done)) for i in range(len(lessons))]


@partial(jax.jit, static_argnames="count")
def _filled(species: tuple, count: int) -> tuple:
    """Return stacked trees of so many species, the last one repeated."""
    rows = jnp.minimum(jnp.arange(count), len(jax.tree.leaves(species)[0]) - 1)
    filled: tuple = jax.tree.map(lambda leaf: leaf[rows], species)
    return filled


@partial(jax.jit, static_argnames="settings")
def learn(
    learner: Learner,
    graph: Graph,
    owners: Array,
    lived: Experience,
    key: Array,
    settings: PpoSettings,
) -> tuple[Learner, Array, Report]:
    """Return one species after its update; see ``ppo.update``."""
    return update(learner, graph, owners, lived, key, settings)


@partial(jax.jit, static_argnames="settings")
def learn_together(
    learners: Learner,
    graphs: Graph,
    owners: Array,
    lived: Experience,
    seeds: Array,
    settings: PpoSettings,
) -> tuple[Learner, Array, Report]:
    """Return several species, stacked, after their updates."""

    def one(
        learner: Learner, graph: Graph, owners: Array, lived: Experience, seed: Array
    ) -> tuple[Learner, Array, Report]:
        return update(learner, graph, owners, lived, jax.random.key(seed), settings)

    return jax.vmap(one)(learners, graphs, owners, lived, seeds)
