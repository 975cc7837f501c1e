"""Several runs side by side: methods by their seeds, at the same budget.

Runs that differ in nothing but their seed are one group. All are cut where the shortest ends, in
control steps, because a longer search finds more whatever its method; ``Comparison.notes`` says
what was cut.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from nge.body.text import to_json
from nge.errors import RunError
from nge.report.statistics import (
    Interval,
    best_so_far,
    bootstrap,
    held,
    improvement_interval,
    interquartile_mean,
    probability_of_improvement,
)
from nge.runs.run import Run

TOLERANCE = 0.01  # budgets nearer to each other than this count as equal
CURVES = ("best so far", "best of generation", "median of generation")
AXES = ("control steps", "hours")


@dataclass(frozen=True)
class Record:
    """What one run has recorded, up to where it is compared."""

    name: str
    seed: int
    steps: np.ndarray
    """Control steps of all species together when each generation was done. [G]"""
    hours: np.ndarray
    """Of work, the same way. [G]"""
    best: np.ndarray
    """Fitness of the best of each generation; not a number if all failed. [G]"""
    median: np.ndarray
    """The same of the median. [G]"""
    evaluated: float
    """Best mean return in fresh episodes with mean actions; not a number without."""

    def until(self, steps: float) -> Record:
        """Return the record of the generations that were done within so many control steps."""
        keep = self.steps <= steps
        return Record(
            self.name,
            self.seed,
            self.steps[keep],
            self.hours[keep],
            self.best[keep],
            self.median[keep],
            self.evaluated if keep.all() else np.nan,  # it belongs to what came later
        )

    def curve(self, which: str) -> np.ndarray:
        """Return one of ``CURVES``. [G]"""
        if which == CURVES[0]:
            return best_so_far(self.best)
        return self.best if which == CURVES[1] else self.median


class Curve(NamedTuple):
    """The middle of a group, and how sure it is."""

    at: np.ndarray
    """[X]"""
    middle: np.ndarray
    """[X]"""
    band: Interval
    """[X]"""


class End(NamedTuple):
    """Where a curve of a group ends."""

    seeds: np.ndarray
    """[S]"""
    middle: np.ndarray
    band: Interval


@dataclass(frozen=True)
class Group:
    """Runs that differ only in their seed."""

    name: str
    records: Sequence[Record]

    def curve(self, which: str, axis: str) -> Curve:
        """Return one of ``CURVES`` against one of ``AXES``, a point wherever a seed has one.

        It begins where all seeds have a generation. Over control steps it ends where the first
        seed ends; over hours, seeds that have used up their steps keep what they have.
        """
        over_steps = axis == AXES[0]
        when = [one.steps if over_steps else one.hours for one in self.records]
        first, last = max(w[0] for w in when), (min if over_steps else max)(w[-1] for w in when)
        every = np.unique(np.concatenate(when))
        at = every[(every >= first) & (every <= last)]
        rows = zip(when, self.records, strict=True)
        values = np.array([held(at, w, one.curve(which)) for w, one in rows])  # [S, X]
        return Curve(at, interquartile_mean(values), bootstrap(values))

    def last(self, which: str) -> np.ndarray:
        """Return where one of ``CURVES`` ends, of every seed. [S]"""
        return np.array([one.curve(which)[-1] for one in self.records])

    def end(self, which: str) -> End:
        """Return where one of ``CURVES`` ends: every seed, their middle, and how sure it is."""
        seeds = self.last(which)
        return End(seeds, interquartile_mean(seeds), bootstrap(seeds))

    @cached_property
    def evaluated(self) -> np.ndarray:
        """Best mean return of every seed in fresh episodes. [S]"""
        return np.array([one.evaluated for one in self.records])


@dataclass(frozen=True)
class Comparison:
    """Groups of runs of one task, and what must be said about them."""

    task: str
    groups: Sequence[Group]
    notes: Sequence[str]

    def improvement(self, group: Group) -> tuple[float, Interval]:
        """Return how likely a seed of a group beats one of the first group, and how sure."""
        one, first = group.last(CURVES[0]), self.groups[0].last(CURVES[0])
        return float(probability_of_improvement(one, first)), improvement_interval(one, first)


def compare(runs: Sequence[Run], anyway: bool = False) -> Comparison:
    """Put runs of one task side by side at the same number of control steps.

    ``anyway`` compares each to its own end, and says so.
    """
    _refuse_unlike(runs)
    records = [_record(run) for run in runs]
    least, most = (pick(one.steps[-1] for one in records) for pick in (min, max))
    equal = least * (1 + TOLERANCE)
    notes = []
    if most > equal and anyway:
        notes.append(
            f"unequal budgets: {least:,} to {most:,} control steps; each run counts to its own end"
        )
    elif most > equal:
        longer = [one for one in records if one.steps[-1] > equal]
        if late := [one for one in records if one.steps[0] > equal]:
            raise RunError(
                f"{late[0].name} needed {late[0].steps[0]:,} control steps for its first "
                f"generation; the shortest run has {least:,} in all; leave one of them out"
            )
        records = [one.until(equal) for one in records]
        some = ", ".join(one.name for one in longer[:4]) + (" ..." if len(longer) > 4 else "")
        notes.append(
            f"cut at {least:,} control steps, which every run has; "
            f"{len(longer)} of {len(runs)} went on for longer ({some})"
        )
    names = _names(runs)
    groups = {
        name: Group(name, [r for r, n in zip(records, names, strict=True) if n == name])
        for name in names
    }
    fewest = min(len(group.records) for group in groups.values())
    if fewest == 1:
        notes.append("a single seed has no interval; run others with --seed")
    elif fewest < 5:
        notes.append("fewer than 5 seeds: intervals are too narrow to be trusted")
    return Comparison(runs[0].plan.task, list(groups.values()), notes)


def _refuse_unlike(runs: Sequence[Run]) -> None:
    if not runs:
        raise RunError("there is nothing to compare; give folders of runs")
    if len(tasks := sorted({run.plan.task for run in runs})) > 1:
        raise RunError(f"these runs have different tasks ({', '.join(tasks)}); give runs of one")
    known: dict[str, Run] = {}
    for run in runs:
        if not run.spent().generations:
            raise RunError(f"{run.folder} has no whole generation yet; wait, or leave it out")
        key = json.dumps([run.plan.seed, _settings(run)], sort_keys=True)
        if key in known:
            raise RunError(
                f"{known[key].folder} and {run.folder} are the same search with the same seed, "
                "which says nothing new; leave one of them out"
            )
        known[key] = run


def _record(run: Run) -> Record:
    rows = run.generations()
    number = {
        name: np.array([np.nan if row[name] is None else row[name] for row in rows], float)
        for name in ("seconds", "best", "median")
    }
    totals: dict[int, list[float]] = {}
    for row in run.evaluations(rows[-1]["number"]):
        if not row["sampled"]:
            totals.setdefault(row["species"], []).append(row["total"])
    return Record(
        run.folder.name,
        run.plan.seed,
        np.array([row["steps"] for row in rows]),
        number["seconds"] / 3600,
        number["best"],
        number["median"],
        max((float(np.mean(some)) for some in totals.values()), default=np.nan),
    )


def _settings(run: Run) -> dict[str, Any]:
    """Return every setting of a run but its seed, by dotted name."""
    flat: dict[str, Any] = {"body": None if run.given is None else to_json(run.given)}
    for name, value in run.plan.model_dump(mode="json").items():
        if isinstance(value, dict):
            flat |= {f"{name}.{inner}": one for inner, one in value.items()}
        elif name != "seed":
            flat[name] = value
    return flat


def _names(runs: Sequence[Run]) -> list[str]:
    """Return the group of every run: its method, and what sets it apart within the method."""
    settings = [_settings(run) for run in runs]
    names = []
    for own in settings:
        alike = [other for other in settings if other["method"] == own["method"]]
        apart = [name for name in own if any(other[name] != own[name] for other in alike)]
        said = ["own body" if n == "body" and own[n] else f"{n} {own[n]}" for n in apart]
        names.append(own["method"] + (f" ({', '.join(said)})" if said else ""))
    return names
