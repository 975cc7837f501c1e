"""``nge compare``: runs side by side, by method, at the same budget."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from tyro.conf import Positional, arg

from nge.cli.progress import short
from nge.cli.table import print_table
from nge.report.comparison import CURVES, Comparison, Group, compare
from nge.report.figures import draw_comparison
from nge.report.statistics import Interval, bootstrap, interquartile_mean
from nge.report.tables import FORMATS
from nge.runs.run import Run


def compare_runs(
    runs: Positional[tuple[Path, ...]],
    *,
    format: Literal["text", "markdown", "latex", "csv"] = "text",
    figure: Annotated[Path, arg(metavar="FILE")] | None = None,
    anyway: bool = False,
) -> None:
    """Compare runs of one task: methods by their seeds, at the same number of control steps.

    Runs that differ in nothing but their seed are one group. All runs are cut where the shortest
    one ends, and that is said. docs/how-to/compare.md explains the table and the figure.

    Args:
        runs: Folders of runs; the first one's group is what others are compared with.
        format: Of the table: text, markdown, latex (with booktabs) or csv.
        figure: Also draw the curves into this .png, .svg or .pdf file.
        anyway: Compare every run to its own end, however unequal their budgets are.
    """
    found = compare([Run.open(run) for run in runs], anyway)
    notes = [*found.notes]
    if len(found.groups) > 1:
        notes.append(f"P(better) is the chance to beat a run of {found.groups[0].name}")
    lines = table(found)
    if format == "text":
        print_table(lines, (lines[0][0],))
    else:
        print(FORMATS[format](lines), end="")
    for note in notes:
        match format:
            case "text":
                print(f"note: {note}")
            case "markdown":
                print(f"\n{note}.")
            case "latex":
                print(f"% {note}")
            case "csv":  # a file of nothing but cells
                print(f"note: {note}", file=sys.stderr)
    if figure:
        draw_comparison(found, figure)
        print(f"wrote {figure}", file=sys.stderr)


def table(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return a line for each group, titles first."""
    titles = (
        *(comparison.task, "seeds", "steps", "hours"),
        *("best so far", "95 %", "min..max", "median of generation", "fresh episodes", "P(better)"),
    )
    return [titles, *(_line(comparison, group) for group in comparison.groups)]


def _line(comparison: Comparison, group: Group) -> tuple[str, ...]:
    best = group.last(CURVES[0])
    first, last = (pick(int(one.steps[-1]) for one in group.records) for pick in (min, max))
    return (
        group.name,
        str(len(group.records)),
        short(first) if short(first) == short(last) else f"{short(first)}..{short(last)}",
        _number(float(np.median([one.hours[-1] for one in group.records]))),
        _number(interquartile_mean(best)),
        _interval(bootstrap(best)),
        f"{_number(best.min())}..{_number(best.max())}",
        _number(interquartile_mean(group.last(CURVES[2]))),
        _number(interquartile_mean(group.evaluated)),
        _chance(comparison, group),
    )


def _chance(comparison: Comparison, group: Group) -> str:
    if group is comparison.groups[0]:
        return "-"
    chance, interval = comparison.improvement(group)
    return f"{_number(chance)} {_interval(interval)}".removesuffix(" -")


def _interval(interval: Interval) -> str:
    if not np.isfinite(interval.low):
        return "-"
    return f"[{_number(interval.low)}, {_number(interval.high)}]"


def _number(value: float | np.ndarray) -> str:
    """Return a number with three digits, without an exponent; a dash if there is none."""
    number = float(value)
    if not math.isfinite(number):
        return "-"
    digits = 2 - math.floor(math.log10(abs(number))) if number else 2
    return f"{number:.{min(max(digits, 0), 4)}f}"
