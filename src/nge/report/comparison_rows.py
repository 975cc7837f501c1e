"""A comparison as data for other programs: plain numbers under names that say their unit.

Fitness and returns are sums of rewards, as the task gives them. What is not known is ``None``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nge.report.comparison import CURVES, ComparedRun, Comparison, Group
from nge.report.statistics import interquartile_mean
from nge.report.tables import comma_separated

Row = dict[str, Any]


def group_rows(comparison: Comparison) -> list[Row]:
    """Return a row for each group; docs/metrics.md explains the numbers."""
    return [_group(comparison, group) for group in comparison.groups]


def run_rows(comparison: Comparison) -> list[Row]:
    """Return a row for each run."""
    return [_run(comparison, group, one) for group in comparison.groups for one in group.records]


def curve_rows(comparison: Comparison) -> list[Row]:
    """Return a row for each generation of each run: the best fitness so far by control steps."""
    return [
        {**_who(comparison, group, one), "step": int(step), "value": _number(value)}
        for group in comparison.groups
        for one in group.records
        for step, value in zip(one.steps, one.curve(CURVES[0]), strict=True)
    ]


def as_csv(rows: Sequence[Row]) -> str:
    """Return rows as CSV, numbers in plain digits; what is not known is an empty cell."""
    return comma_separated(
        [[*rows[0]], *([_cell(value) for value in row.values()] for row in rows)]
    )


def as_json(comparison: Comparison) -> str:
    """Return groups, runs and notes as JSON."""
    found = {
        "task": comparison.task,
        "notes": [*comparison.notes],
        "groups": group_rows(comparison),
        "runs": run_rows(comparison),
    }
    return json.dumps(found, indent=1, allow_nan=False) + "\n"


DATA: dict[str, Callable[[Comparison], str]] = {
    "csv": lambda comparison: as_csv(group_rows(comparison)),
    "csv-long": lambda comparison: as_csv(curve_rows(comparison)),
    "json": as_json,
}
"""Formats for programs, by name."""


def _who(comparison: Comparison, group: Group, one: ComparedRun) -> Row:
    return {"run": one.name, "task": comparison.task, "method": group.name, "seed": one.seed}


def _group(comparison: Comparison, group: Group) -> Row:
    best, median = group.end(CURVES[0]), group.end(CURVES[2])
    steps = [int(one.steps[-1]) for one in group.records]
    evaluated = np.array([one.evaluated for one in group.records])
    chance, (low, high) = comparison.improvement(group)
    first = group is comparison.groups[0]  # which others are compared with
    return {
        "task": comparison.task,
        "method": group.name,
        "seeds": len(group.records),
        "control_steps_min": min(steps),
        "control_steps_max": max(steps),
        "hours_median": _number(np.median([one.hours[-1] for one in group.records])),
        "best_so_far": _number(best.middle),
        "best_so_far_low95": _number(best.band.low),
        "best_so_far_high95": _number(best.band.high),
        "best_so_far_min": _number(best.seeds.min()),
        "best_so_far_max": _number(best.seeds.max()),
        "median_of_generation": _number(median.middle),
        "fresh_episodes": _number(interquartile_mean(evaluated)),
        "probability_better": None if first else _number(chance),
        "probability_better_low95": None if first else _number(low),
        "probability_better_high95": None if first else _number(high),
    }


def _run(comparison: Comparison, group: Group, one: ComparedRun) -> Row:
    best, generation, median = (_number(one.curve(which)[-1]) for which in CURVES)
    return {
        **_who(comparison, group, one),
        "control_steps": int(one.steps[-1]),
        "hours": _number(one.hours[-1]),
        "best_so_far": best,
        "best_of_generation": generation,
        "median_of_generation": median,
        "fresh_episodes": _number(one.evaluated),
    }


def _number(value: float | np.ndarray) -> float | None:
    return float(value) if np.isfinite(value) else None


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return np.format_float_positional(value, trim="-")
    return "" if value is None else str(value)
