"""A comparison in cells, the same for the terminal, for papers and for the page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nge.report.comparison import CURVES, ComparedRun, Comparison, Group
from nge.report.numbers import bracketed, decimal, short
from nge.report.statistics import interquartile_mean

Line = tuple[str, ...]


def groups_table(comparison: Comparison) -> list[Line]:
    """Return a line for each group, titles first; docs/metrics.md explains the columns."""
    titles = (
        *(comparison.task, "seeds", "steps", "hours"),
        *("best so far", "95 %", "min..max", "median of generation", "fresh episodes", "P(better)"),
    )
    return [titles, *(_group(comparison, group) for group in comparison.groups)]


def runs_table(comparison: Comparison) -> list[Line]:
    """Return a line for each run, titles first."""
    titles = ("run", "group", "seed", "steps", "hours", *CURVES, "fresh episodes")
    lines = [_run(group, one) for group in comparison.groups for one in group.records]
    return [titles, *lines]


def better_note(comparison: Comparison) -> list[str]:
    """Return what the last column of the groups means, where it means something."""
    first, *others = comparison.groups
    return [f"P(better) is the chance to beat a run of {first.name}"] if others else []


def steps_of(records: Sequence[ComparedRun]) -> str:
    """Return the control steps that runs had, as a range where they differ."""
    first, last = (short(pick(int(one.steps[-1]) for one in records)) for pick in (min, max))
    return first if first == last else f"{first}..{last}"


def _group(comparison: Comparison, group: Group) -> Line:
    best, median = group.end(CURVES[0]), group.end(CURVES[2])
    return (
        group.name,
        str(len(group.records)),
        steps_of(group.records),
        decimal(np.median([one.hours[-1] for one in group.records])),
        decimal(best.middle),
        bracketed(best.band),
        f"{decimal(best.seeds.min())}..{decimal(best.seeds.max())}",
        decimal(median.middle),
        decimal(interquartile_mean(group.evaluated)),
        _chance(comparison, group),
    )


def _run(group: Group, one: ComparedRun) -> Line:
    ends = (decimal(one.curve(which)[-1]) for which in CURVES)
    hours, fresh = decimal(one.hours[-1]), decimal(one.evaluated)
    return (one.name, group.name, str(one.seed), steps_of([one]), hours, *ends, fresh)


def _chance(comparison: Comparison, group: Group) -> str:
    if group is comparison.groups[0]:
        return "-"
    chance, interval = comparison.improvement(group)
    return f"{decimal(chance)} {bracketed(interval)}".removesuffix(" -")
