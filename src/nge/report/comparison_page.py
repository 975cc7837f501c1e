"""A comparison as one HTML file: table, curves and every seed, with nothing to be fetched.

``web/src/comparison.ts`` shows it.
"""

from __future__ import annotations

from pathlib import Path

from nge.report.comparison import AXES, CURVES, Comparison, Group
from nge.report.comparison_table import better_note, groups_table, runs_table, span
from nge.report.numbers import plain
from nge.report.page import alone, held, write_page
from nge.report.schema import FORMAT, ComparedData, ComparedEnd, ComparedGroup, ComparedLine
from nge.tasks.registry import task_named


def write_comparison(comparison: Comparison, out: Path) -> None:
    """Write the page of a comparison."""
    names = ", ".join(group.name for group in comparison.groups)
    text = alone(f"{comparison.task}: {names}", held("comparison", comparison_data(comparison)))
    write_page(out, text)


def comparison_data(comparison: Comparison) -> ComparedData:
    """Return what the page shows of a comparison."""
    steps = [int(one.steps[-1]) for group in comparison.groups for one in group.records]
    return {
        "format": FORMAT,
        "task": comparison.task,
        "about": task_named(comparison.task).about,
        "budget": span(steps),
        "notes": [*comparison.notes],
        "curves": CURVES,
        "axes": AXES,
        "groups": [_group(group) for group in comparison.groups],
        "group_table": groups_table(comparison),
        "group_notes": better_note(comparison),
        "run_table": runs_table(comparison),
    }


def _group(group: Group) -> ComparedGroup:
    return {
        "name": group.name,
        "runs": [one.name for one in group.records],
        "curves": {which: {axis: _curve(group, which, axis) for axis in AXES} for which in CURVES},
        "ends": {which: _end(group, which) for which in CURVES},
    }


def _curve(group: Group, which: str, axis: str) -> ComparedLine:
    at, middle, (low, high) = group.curve(which, axis)
    return {"at": plain(at), "middle": plain(middle), "low": plain(low), "high": plain(high)}


def _end(group: Group, which: str) -> ComparedEnd:
    seeds, middle, (low, high) = group.end(which)
    return {"seeds": plain(seeds), "middle": plain(middle), "low": plain(low), "high": plain(high)}
