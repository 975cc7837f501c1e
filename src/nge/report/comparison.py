"""Several runs side by side: methods by their seeds, at the same budget.

Runs that differ in nothing but their seed are one group. A body of a training run is a group too,
what a user without a search would have: every control step spent on one body. All are cut where
the shortest ends, in control steps, because a longer search finds more whatever its method;
``Comparison.notes`` says what was cut.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nge.errors import BodyError, RunError
from nge.nets.net_settings import POLICIES
from nge.report.statistics import (
    Interval,
    best_so_far,
    bootstrap,
    held,
    improvement_interval,
    interquartile_mean,
    probability_of_improvement,
    window_means,
)
from nge.runs.reading import curves
from nge.runs.run import Run

TOLERANCE = 0.01  # budgets nearer to each other than this count as equal
CURVES = ("best so far", "best of generation", "median of generation")
AXES = ("control steps", "hours")
HAND_DESIGNED = "hand-designed "  # how the name of the task's own body begins
NET = "net."  # how the settings of a policy begin
POINT = 10  # updates of a training run that make a point of its curve, as many as a generation has


@dataclass(frozen=True)
class ComparedRun:
    """What one run has recorded, up to where it is compared; of a training run, one of its bodies.

    There a generation is ``POINT`` updates of that body alone, and fitness the mean return of the
    whole episodes that ended in them.
    """

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

    def until(self, steps: float) -> ComparedRun:
        """Return the record of the generations that were done within so many control steps."""
        keep = self.steps <= steps
        return replace(
            self,
            steps=self.steps[keep],
            hours=self.hours[keep],
            best=self.best[keep],
            median=self.median[keep],
            evaluated=self.evaluated if keep.all() else np.nan,  # it belongs to what came later
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
    records: Sequence[ComparedRun]

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


@dataclass(frozen=True)
class Comparison:
    """Groups of runs of one task, and what must be said about them."""

    task: str
    groups: Sequence[Group]
    notes: Sequence[str]

    @property
    def has_hand_designed(self) -> bool:
        """Whether the task's hand-designed body, trained alone, is one of the groups."""
        return any(group.name.startswith(HAND_DESIGNED) for group in self.groups)

    def improvement(self, group: Group) -> tuple[float, Interval]:
        """Return how likely a seed of a group beats one of the first group, and how sure."""
        one, first = group.last(CURVES[0]), self.groups[0].last(CURVES[0])
        return float(probability_of_improvement(one, first)), improvement_interval(one, first)


@dataclass(frozen=True)
class _Entry:
    """A search, or a body trained alone with one seed."""

    folder: Path
    task: str
    method: str
    settings: dict[str, Any]
    """All that it shares with the others of its group, by dotted name."""
    record: ComparedRun


def compare(runs: Sequence[Run], anyway: bool = False) -> Comparison:
    """Put runs of one task side by side at the same number of control steps.

    ``anyway`` compares each to its own end, and says so.
    """
    entries = [
        entry
        for run in runs
        for entry in (_trained(run) if run.plan.trains_only else [_searched(run)])
    ]
    _refuse_unlike(entries)
    records = [entry.record for entry in entries]
    least, most = (pick(int(one.steps[-1]) for one in records) for pick in (min, max))
    equal = least * (1 + TOLERANCE)
    notes = []
    if most > equal and anyway:
        notes.append(
            f"unequal budgets: {least:,} to {most:,} control steps; each run counts to its own end"
        )
    elif most > equal:
        if late := [one for one in records if one.steps[0] > equal]:
            raise RunError(
                f"{late[0].name} needed {late[0].steps[0]:,} control steps for its first "
                f"generation; the shortest run has {least:,} in all; leave one of them out"
            )
        longer = [one.name for one in records if one.steps[-1] > equal]
        records = [one.until(equal) for one in records]
        names = [*dict.fromkeys(longer)]
        some = ", ".join(names[:4]) + (" ..." if len(names) > 4 else "")
        notes.append(
            f"cut at {least:,} control steps, which every run has; "
            f"{len(longer)} of {len(records)} went on for longer ({some})"
        )
    names = _names(entries)
    groups = {
        name: Group(name, [r for r, n in zip(records, names, strict=True) if n == name])
        for name in names
    }
    fewest = min(len(group.records) for group in groups.values())
    if fewest == 1:
        notes.append("a single seed has no interval; run others with --seed")
    elif fewest < 5:
        notes.append("fewer than 5 seeds: intervals are too narrow to be trusted")
    return Comparison(entries[0].task, list(groups.values()), notes)


def _refuse_unlike(entries: Sequence[_Entry]) -> None:
    if not entries:
        raise RunError("there is nothing to compare; give folders of runs")
    if len(tasks := sorted({entry.task for entry in entries})) > 1:
        names = ", ".join(tasks)
        raise RunError(f"these runs have different tasks ({names}); give runs of one task")
    known: dict[str, _Entry] = {}
    for entry in entries:
        key = json.dumps([entry.record.seed, entry.method, entry.settings], sort_keys=True)
        if key in known:
            raise RunError(
                f"{known[key].folder} and {entry.folder} are the same search with the same seed, "
                "which says nothing new; leave one of them out"
            )
        known[key] = entry


def _searched(run: Run) -> _Entry:
    rows = run.generations()
    if not rows:
        raise RunError(f"{run.folder} has no whole generation yet; wait, or leave it out")
    number = {
        name: np.array([np.nan if row[name] is None else row[name] for row in rows], float)
        for name in ("seconds", "best", "median")
    }
    record = ComparedRun(
        run.folder.name,
        run.plan.seed,
        np.array([row["steps"] for row in rows]),
        number["seconds"] / 3600,
        number["best"],
        number["median"],
        max(_fresh_means(run.evaluations(rows[-1]["number"])).values(), default=np.nan),
    )
    settings: dict[str, Any] = {"body": None if run.given is None else run.given.digest}
    settings |= _flat(run.plan.model_dump(mode="json", exclude={"task", "method", "seed"}))
    return _Entry(run.folder, run.plan.task, run.plan.method, settings, record)


def _trained(run: Run) -> list[_Entry]:
    """Return an entry for every body and seed of a training run."""
    table, fresh, species = curves(run), _fresh_means(run.evaluations()), run.species()
    starts = np.arange(0, len(table["steps"]) - POINT + 1, POINT)
    whole = slice(len(starts) * POINT)
    returns = window_means(table["mean_return"][whole], starts, table["episodes"][whole])  # [X, P]
    shared = _flat(
        run.plan.model_dump(mode="json", include={"net", "critic", "ppo", "world", "reward"})
    )
    entries = []
    for row, one in enumerate(species):
        known = np.isfinite(returns[:, row])
        if not known.any():
            raise RunError(
                f"{run.folder} has no whole episode in {POINT} updates yet; wait, or leave it out"
            )
        ends, values = starts[known] + POINT - 1, returns[known, row]
        record = ComparedRun(
            run.folder.name,
            one["seed"],
            table["steps"][ends, row].astype(int),
            table["seconds"][ends, row] / 3600 / len(species),  # its share: all learn at once
            values,
            values,
            fresh.get(row, np.nan),
        )
        name = HAND_DESIGNED * _is_hand_designed(run, one["digest"]) + one["name"]
        settings = {"body": one["digest"], **shared}
        entries.append(
            _Entry(run.folder, run.plan.task, f"{name}, trained alone", settings, record)
        )
    return entries


def _is_hand_designed(run: Run, digest: str) -> bool:
    """Tell whether a body is the hand-designed one of its task."""
    try:
        return digest == run.task.hand_designed().digest
    except BodyError:  # a task may have none
        return False


def _fresh_means(evaluations: Sequence[dict[str, Any]]) -> dict[int, float]:
    """Return by species the mean return of its fresh episodes with mean actions."""
    totals: dict[int, list[float]] = {}
    for row in evaluations:
        if not row["sampled"]:
            totals.setdefault(row["species"], []).append(row["total"])
    return {species: float(np.mean(some)) for species, some in totals.items()}


def _flat(groups: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return settings by dotted name."""
    return {f"{name}.{n}": value for name, group in groups.items() for n, value in group.items()}


def _names(entries: Sequence[_Entry]) -> list[str]:
    """Return the group of every entry: its method, and what sets it apart within the method."""
    names = []
    for entry in entries:
        own = entry.settings
        alike = [other.settings for other in entries if other.method == entry.method]
        apart = [name for name in own if any(other[name] != own[name] for other in alike)]
        said = [f"{name} {own[name]}" for name in apart if not name.startswith(NET)]
        settings = [*_policy(own, apart), *said]
        names.append(entry.method + (f" ({', '.join(settings)})" if settings else ""))
    return names


def _policy(own: dict[str, Any], apart: Sequence[str]) -> list[str]:
    """Return what sets a policy apart: its name, and its width if that is not its usual one.

    One that has no name is described by its settings.
    """
    found = [name for name in apart if name.startswith(NET)]
    for name, net in POLICIES.items():
        usual = _flat({"net": net.model_dump(mode="json")})
        unlike = [one for one in usual if usual[one] != own[one]]
        if found and set(unlike) <= {NET + "hidden"}:
            return [f"policy {name}", *(f"{one} {own[one]}" for one in unlike if one in apart)]
    return [f"{name} {own[name]}" for name in found]
