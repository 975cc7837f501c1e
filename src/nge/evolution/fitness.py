"""Amortised fitness: the fitness of a species from the episodes of its training.

A survivor goes on learning and is scored anew in each generation. By default its fitness is the
mean return of the whole episodes of its training after the first updates of the generation, which
is what the paper's results were measured by. The paper's formula (discounted) and deterministic
evaluation are the alternatives. It is always a number: where no episode ended in time, some are
run for the purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from nge.settings import Settings

if TYPE_CHECKING:  # it takes JAX, and settings are read without it
    from nge.rl.rollout import Episode


class FitnessSettings(Settings):
    """How the fitness of a species is measured."""

    measure: Literal["training", "discounted", "deterministic"] = "training"
    """training: returns of training episodes; discounted: the paper's formula, over episodes with
    sampled actions; deterministic: returns of episodes with mean actions."""

    skipped: Annotated[float, Ge(0), Lt(1)] = 0.3
    """Share of a species' updates in a generation, from the first, whose episodes do not count."""

    episodes: Annotated[int, Ge(1)] = 4
    """Episodes of an evaluation, for the other measures and where no training episode ended."""

    blow_ups: Annotated[float, Gt(0), Le(1)] = 0.1
    """Share of episodes in which the physics may blow up before the species counts as failed."""

    def first_counted(self, updates: int) -> int:
        """Return the first update, from 0, whose episodes count; the last one always does."""
        return min(int(self.skipped * updates), updates - 1)


def counted(totals: np.ndarray, diverged: np.ndarray) -> np.ndarray:
    """Return what episodes count for: one that blew up earns nothing by it. [E]"""
    return np.where(diverged, np.minimum(totals, 0.0), totals)


def straightness(episodes: Sequence[Episode]) -> float:
    """Return the mean of net distance over length of the way; 0 for what never moved."""
    ways = [(episode.measures["distance"], episode.measures["path"]) for episode in episodes]
    return float(np.mean([net / way if way > 0 else 0.0 for net, way in ways])) if ways else 0.0
