"""Statistics over seeds: means, confidence intervals and probabilities of improvement.

Few seeds and skewed scores are the rule, so the middle is the interquartile mean, and how sure
it is comes from the bootstrap. Pure functions of arrays; docs/metrics.md explains each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

DRAWS = 2000  # resamples of the bootstrap
LEVEL = 0.95  # share of resamples within an interval
TRIMMED = 0.25  # share left out at either end by the interquartile mean

Statistic = Callable[[np.ndarray], np.ndarray]
"""Of seeds along the first axis."""


class Interval(NamedTuple):
    """Where a number lies, as far as the seeds tell; not a number where they do not."""

    low: np.ndarray
    high: np.ndarray


def interquartile_mean(values: np.ndarray) -> np.ndarray:
    """Return the mean of the middle half along the first axis; of three or fewer, of all. [S, ...]

    A quarter of the values, rounded down, is left out at either end.
    """
    cut = int(TRIMMED * len(values))
    middle = np.sort(values, axis=0)[cut : len(values) - cut]
    return middle.mean(axis=0)


def bootstrap(
    values: np.ndarray,
    statistic: Statistic = interquartile_mean,
    draws: int = DRAWS,
    seed: int = 0,
) -> Interval:
    """Return the percentile interval of a statistic over seeds, resampled with replacement.

    One seed says nothing about others, so its interval is not a number. [S, ...] -> [...]
    """
    if len(values) < 2:
        unknown = np.full(values.shape[1:], np.nan)
        return Interval(unknown, unknown)
    rows = np.random.default_rng(seed).integers(len(values), size=(len(values), draws))
    return _interval(statistic(values[rows]))  # seeds first, then draws


def probability_of_improvement(values: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return how likely a seed of one method beats a seed of another; a draw counts half.

    [S, ...], [R, ...] -> [...]
    """
    gap = values[:, None] - others[None]
    wins = (gap > 0) + 0.5 * (gap == 0)
    return np.where(np.isnan(gap), np.nan, wins).mean(axis=(0, 1))


def improvement_interval(
    values: np.ndarray, others: np.ndarray, draws: int = DRAWS, seed: int = 0
) -> Interval:
    """Return the interval of that probability; seeds of both methods are resampled. [S], [R]"""
    if min(len(values), len(others)) < 2:
        return Interval(np.array(np.nan), np.array(np.nan))
    rng = np.random.default_rng(seed)
    one, other = (a[rng.integers(len(a), size=(len(a), draws))] for a in (values, others))
    return _interval(probability_of_improvement(one, other))


def _interval(drawn: np.ndarray) -> Interval:
    outside = (1 - LEVEL) / 2
    return Interval(*np.quantile(drawn, [outside, 1 - outside], axis=0))


# --- curves --------------------------------------------------------------------------------


def best_so_far(values: np.ndarray) -> np.ndarray:
    """Return the largest value up to each place; before the first number there is none. [G]"""
    return np.fmax.accumulate(values)


def held(at: np.ndarray, when: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the last value that was known at each point; before the first there is none. [X]

    ``when`` rises: the budget that was used when each value became known. [G]
    """
    place = np.searchsorted(when, at, side="right") - 1
    return np.where(place >= 0, values[np.maximum(place, 0)], np.nan)


def window_means(
    values: np.ndarray, starts: np.ndarray, counts: np.ndarray | None = None
) -> np.ndarray:
    """Return the means of windows that begin at ``starts``, each value counted so many times.

    What is not a number does not count; a window without any has no mean. [U, P] -> [X, P]
    """
    if not len(values):
        return values
    weights = np.where(np.isfinite(values), 1.0 if counts is None else counts, 0.0)
    sums = np.add.reduceat(np.where(weights > 0, values * weights, 0.0), starts)
    totals = np.add.reduceat(weights, starts)
    return np.divide(sums, totals, out=np.full(sums.shape, np.nan), where=totals > 0)
