"""Where species learn: in their own process, or on accelerators that learn for many at once.

A ``Lesson`` is all that goes into one update of one species, so it can be learned anywhere. Workers
without an accelerator learn by themselves. Where there are accelerators, workers only live: they
send their lessons to the process that asked them, whose ``Teacher`` learns for whoever waits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache, partial
from threading import Condition, Thread
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from nge.control.agent import Learner
from nge.control.ppo import Experience, Report, update
from nge.control.ppo_settings import PpoSettings
from nge.control.processes import request
from nge.machine import jax_settings
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
    learned: list[Learned] = request([_on_host(lesson) for lesson in lessons])
    return learned


def _on_host(lesson: Lesson) -> Lesson:
    learner, graph, owners, lived = jax.tree.map(np.asarray, lesson[:4])
    return Lesson(learner, graph, owners, lived, lesson.seed, lesson.settings)


class Teacher:
    """Learns for species that live elsewhere, on a thread for each accelerator.

    Lessons that wait and are alike are learned side by side, always ``TOGETHER`` of them: a shorter
    row is filled up, so a species learns the same bits in any company. Who brings a lesson packs
    and unpacks it: the accelerator's thread must not wait for the others at every small array.
    """

    def __init__(self, accelerators: Sequence[jax.Device]) -> None:
        """Begin to wait for lessons."""
        self._waiting: list[_Ticket] = []
        self._change = Condition()
        self._closed = False
        for device in accelerators:
            Thread(target=self._work, args=(device,), daemon=True).start()

    @jax_settings()
    def __call__(self, lessons: Sequence[Lesson]) -> list[Learned]:
        """Return what came of the lessons; any number of threads may call."""
        tickets = [_ticket(lesson) for lesson in lessons]
        with self._change:
            if self._closed:
                raise RuntimeError("the teacher has left")
            self._waiting += tickets
            self._change.notify_all()
        return [_outcome(ticket.kind).unpacked(ticket.learned.result()) for ticket in tickets]

    def close(self) -> None:
        """Leave; who still waits is told."""
        with self._change:
            self._closed = True
            for ticket in self._waiting:
                ticket.learned.cancel()
            self._waiting = []
            self._change.notify_all()

    @jax_settings()
    def _work(self, device: jax.Device) -> None:
        while group := self._next_group():
            try:
                lessons = jax.device_put([ticket.lesson for ticket in group], device)
                lessons += [lessons[-1]] * (TOGETHER - len(group))
                done = np.asarray(learn_together(lessons, group[0].kind))
            except Exception as error:  # it is for who waits to hear
                for ticket in group:
                    ticket.learned.set_exception(error)
            else:
                for ticket, learned in zip(group, done, strict=False):
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


class Layout(NamedTuple):
    """How a tree of arrays, each of four bytes an element, lies in one piece of memory."""

    tree: jax.tree_util.PyTreeDef
    shapes: tuple[tuple[int, ...], ...]
    types: tuple[str, ...]

    @classmethod
    def of(cls, tree: Any) -> Layout:
        """Return the layout of a tree of arrays or of their shapes."""
        leaves, structure = jax.tree.flatten(tree)
        return cls(
            structure,
            tuple(leaf.shape for leaf in leaves),
            tuple(np.dtype(leaf.dtype).name for leaf in leaves),
        )

    def unpacked(self, packed: Any) -> Any:
        """Return the tree, as views."""
        ends = np.cumsum([math.prod(shape) for shape in self.shapes])
        pieces = [
            packed[end - math.prod(shape) : end].view(kind).reshape(shape)
            for end, shape, kind in zip(ends, self.shapes, self.types, strict=True)
        ]
        return jax.tree.unflatten(self.tree, pieces)


class Kind(NamedTuple):
    """What lessons must have in common to be learned by one program."""

    layout: Layout
    settings: PpoSettings


@dataclass(eq=False)
class _Ticket:
    lesson: np.ndarray
    """Packed. [L]"""
    kind: Kind
    learned: Future[np.ndarray] = field(default_factory=Future)


def _ticket(lesson: Lesson) -> _Ticket:
    content = jax.tree.map(np.asarray, (*lesson[:4], np.uint32(lesson.seed)))
    pieces = [leaf.reshape(-1).view(np.uint32) for leaf in jax.tree.leaves(content)]
    return _Ticket(np.concatenate(pieces), Kind(Layout.of(content), lesson.settings))


@cache
def _outcome(kind: Kind) -> Layout:
    """Return how what comes of such lessons is packed."""
    lesson = jax.ShapeDtypeStruct((sum(map(math.prod, kind.layout.shapes)),), np.uint32)
    return Layout.of(jax.eval_shape(partial(_learned, kind=kind), lesson))


def _learned(lesson: Array, kind: Kind) -> Learned:
    learner, graph, owners, lived, seed = kind.layout.unpacked(lesson)
    return Learned(*update(learner, graph, owners, lived, jax.random.key(seed), kind.settings))


@partial(jax.jit, static_argnames="kind")
def learn_together(lessons: list[Array], kind: Kind) -> Array:
    """Return what came of packed lessons, packed. [P] [L] -> [P, M]"""

    def one(lesson: Array) -> Array:
        leaves = jax.tree.leaves(_learned(lesson, kind))
        return jnp.concatenate([leaf.reshape(-1).view(np.uint32) for leaf in leaves])

    return jax.vmap(one)(jnp.stack(lessons))


learn = jax.jit(update, static_argnames="settings")
"""One species after its update."""
