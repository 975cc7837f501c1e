"""Statistics of a generation: fitness, diversity, flags, and how well predictions held.

Numbers only, all explained in docs/metrics.md; nothing here changes a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from nge.body.space import DesignSpace
from nge.evolution.flags import AT_BOUND, places_in_range
from nge.evolution.species import Generation, Species

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


def generation_stats(generation: Generation, space: DesignSpace | None) -> dict[str, Any]:
    """Return the numbers of a trained generation; given bodies were drawn from no space."""
    able = [species for species in generation.species if not species.failed]
    scores = [species.score for species in able if species.score is not None]
    fitness = np.array([score.fitness for score in scores], float)
    families = Counter(species.body.topology for species in generation.species)
    children = [species for species in able if species.born == generation.number]
    return {
        "best": _or_none(fitness.max(initial=-np.inf)),
        "mean": float(fitness.mean()) if len(fitness) else None,
        "quantiles": np.quantile(fitness, QUANTILES).tolist() if len(fitness) else None,
        "parts": float(np.mean([len(species.body) for species in generation.species])),
        "topologies": len(families),
        "largest_family": max(families.values()) / len(generation.species),
        "families": dict(families.most_common()),
        "pressed": pressed(generation.species, space) if space else {},
        "straight": float(np.mean([score.straight for score in scores])) if scores else None,
        "lowest": float(min(score.lowest for score in scores)) if scores else None,
        "failed": len(generation.species) - len(able),
        "born": sum(species.born == generation.number for species in generation.species),
        "skill": skill(children),
        "proposed": dict(generation.proposals.proposed),
        "admitted": dict(generation.proposals.admitted),
        "refused": dict(generation.proposals.refused),
        "screening_steps": generation.proposals.screening_steps,
    }


def pressed(species: Sequence[Species], space: DesignSpace) -> dict[str, float]:
    """Return by attribute the share of parts that sit at one of its bounds; angles have none.

    Of the torso, those attributes count that mutations may change.
    """
    found = {}
    for name, places in places_in_range([one.body for one in species], space):
        at_bound = (places < AT_BOUND) | (places > 1 - AT_BOUND)
        found[name] = float(at_bound.mean())
    return found


def skill(children: Sequence[Species]) -> float | None:
    """Return the rank correlation between what was expected of children and what they scored."""
    pairs = [(one.predicted, one.fitness) for one in children if one.predicted is not None]
    if len(pairs) < 3:
        return None
    expected, got = np.array(pairs).T
    return rank_correlation(expected, got)


def rank_correlation(one: np.ndarray, other: np.ndarray) -> float | None:
    """Return Spearman's coefficient; none where all values of one side are the same."""
    first, second = _ranks(one), _ranks(other)
    if first.std() == 0 or second.std() == 0:
        return None
    return float(np.corrcoef(first, second)[0, 1])


def _ranks(values: np.ndarray) -> np.ndarray:
    """Return ranks from 0; equal values share the mean of theirs."""
    _, group, sizes = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(sizes)
    return ((last - sizes + last - 1) / 2)[group]


def _or_none(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
