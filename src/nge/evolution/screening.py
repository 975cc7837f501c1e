"""Screening: measure mutants with the controller of their parent before training any.

A mutant's return over part of an episode, with mean actions and the inherited controller, costs a
hundredth of its training and says how well the controller fits the new body. Candidates and their
parent begin from the same pose, so a difference is one of bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

import numpy as np
from annotated_types import Ge

from nge.body.graph import BodyGraph
from nge.body.space import SpaceSettings
from nge.evolution.species import FAILED
from nge.rl.evaluation import evaluate
from nge.rl.train_state import TrainState
from nge.rl.trainer import batches
from nge.tasks.registry import task_of
from nge.tasks.task_settings import TaskSettings


class Trial(NamedTuple):
    """A body to be measured with a controller."""

    id: int
    body: BodyGraph
    train_state: TrainState


class TrialConfig(TaskSettings):
    """What all measurements of a round have in common."""

    space: SpaceSettings
    steps: Annotated[int, Ge(1)]
    seed: int
    """Of the poses that everyone begins from."""
    poses: Annotated[int, Ge(1)] = 1
    """Measurements of each, from different poses."""


class Measurement(NamedTuple):
    """What a trial showed."""

    total: float = FAILED
    """Sum of rewards, on average over poses; the worst there is if the physics blew up."""
    steps: int = 0


Measure = Callable[[Sequence[Trial], TrialConfig], list[Measurement]]


@dataclass(frozen=True)
class Screened:
    """The best bodies measured so far with the controller of one species, best first."""

    bodies: tuple[tuple[BodyGraph, str], ...]
    """Each with the operator that it came about by; empty for the species' own body."""
    totals: tuple[float, ...] = field(default=())

    def with_measured(
        self, bodies: Sequence[tuple[BodyGraph, str]], totals: Sequence[float], kept: int
    ) -> Screened:
        """Return the best of old and new ones; of equal ones the older comes first."""
        known = zip(self.bodies, self.totals, strict=False)  # at first none was measured
        ranked = sorted(
            [*known, *zip(bodies, totals, strict=True)], key=lambda measured: -measured[1]
        )[:kept]
        return Screened(tuple(body for body, _ in ranked), tuple(total for _, total in ranked))


def measure(trials: Sequence[Trial], config: TrialConfig) -> list[Measurement]:
    """Measure all trials in this process; each depends on itself alone."""
    task = task_of(config)
    space = task.space(config.space)
    found: dict[int, Measurement] = {}
    for rows in batches([trial.body for trial in trials]):
        done = evaluate(
            task,
            space,
            [trials[row].body for row in rows],
            [trials[row].train_state for row in rows],
            episodes=config.poses,
            seed=config.seed,
            steps=config.steps,
        )
        for row, performed in zip(rows, done, strict=True):
            failed = "diverged" in performed.reasons or not np.isfinite(performed.mean)
            steps = int(performed.lengths.sum())
            found[row] = Measurement(FAILED if failed else performed.mean, steps)
    return [found[row] for row in range(len(trials))]
