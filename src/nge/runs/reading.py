"""Read runs without writing: during execution, afterwards, or on another machine.

A ``Snapshot`` is all of the record of a run at one moment: a generation that lands while it is read
is in it or is not. ``run_folders`` says which folders may hold runs, ``try_run`` reads one or says
why it cannot be read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.serialization import from_json
from nge.errors import NgeError, RunError
from nge.runs import folder as files
from nge.runs.record import rows
from nge.runs.rows import NUMBERS, SCORES
from nge.runs.run import Run

COLUMNS = ("number", "steps", "seconds", "episodes", "mean_return", *NUMBERS)
"""Of the table of updates, what is known of one."""


@dataclass(frozen=True)
class Snapshot:
    """What a record held at one moment."""

    generations: list[dict[str, Any]]
    """First first; see docs/metrics.md."""
    species: list[dict[str, Any]]
    """Every species that was scored or given, by id, with the texts of ``bodies`` left out."""
    bodies: dict[int, BodyGraph]
    """Of those that the reader did not know yet."""
    scores: list[tuple[int, float | None]]
    """Species and fitness, by generation."""
    last: dict[int, dict[str, Any]]
    """The last score of every species."""
    evaluations: list[dict[str, Any]]
    """Episodes after the last generation, or of the weights of a run that only trains."""
    rewards: dict[int, list[float]]
    """Mean reward of a control step in every update of these species."""


def snapshot(run: Run, known: int = 0) -> Snapshot:
    """Return the whole record; bodies only of species from the id ``known`` on."""
    columns = (
        "id, born, parent, operator, added, removed, changed, predicted, name, seed, "
        "parts, topology, digest"
    )
    shown = "(id IN (SELECT species FROM scores) OR name IS NOT NULL)"
    with run.record.reading() as record, files.reading(run.record.path):
        generations = rows(record, "SELECT * FROM generations ORDER BY number")
        generations = [row | {"stats": json.loads(row["stats"])} for row in generations]
        first = 0 if run.plan.trains_only else -1
        number = generations[-1]["number"] if generations else first
        species = rows(record, f"SELECT {columns} FROM species WHERE {shown} ORDER BY id")
        new = f"SELECT id, body FROM species WHERE id >= ? AND {shown}"
        found = {id_: from_json(text) for id_, text in record.execute(new, (known,))}
        scores = rows(record, f"{SCORES} ORDER BY generation, species")
        evaluations = rows(record, "SELECT * FROM evaluations WHERE generation = ?", number)
        query = """
            SELECT species, reward FROM updates WHERE generation <= ?
            ORDER BY species, generation, number
        """
        rewards: dict[int, list[float]] = {}
        for id_, reward in record.execute(query, (number,)):
            rewards.setdefault(id_, []).append(float("nan") if reward is None else reward)
    return Snapshot(
        generations,
        species,
        found,
        [(row["species"], row["fitness"]) for row in scores],
        {row["species"]: row for row in scores},
        evaluations,
        rewards,
    )


def mark(run: Run) -> tuple[int, ...]:
    """Return what changes whenever the page has more to tell, that of the weights first.

    Updates count only where a run only trains: a search is shown by its whole generations.
    """
    counts = {"generations": "COUNT(*)", "evaluations": "COUNT(*)"}
    if run.plan.trains_only:
        counts = {"checkpoints": "SUM(updates)", "updates": "COUNT(*)"} | counts
    with run.record.reading(*counts) as record:
        return tuple(
            record.execute(f"SELECT {what} FROM {table}").fetchone()[0]
            for table, what in counts.items()
        )


def curves(run: Run) -> dict[str, np.ndarray]:
    """Return every number of the updates of a run that only trains; NaN where missing. [U, P]"""
    query = f"SELECT species, {', '.join(COLUMNS)} FROM updates ORDER BY number, species"
    with run.record.reading("updates", "checkpoints") as record, files.reading(run.record.path):
        found = np.array(record.execute(query).fetchall(), float).reshape(-1, 1 + len(COLUMNS))
        [[species]] = record.execute("SELECT COUNT(*) FROM checkpoints")
    updates = int(found[:, 1].max(initial=0))
    table = np.full((len(COLUMNS), updates, species), np.nan)
    table[:, found[:, 1].astype(int) - 1, found[:, 0].astype(int)] = found[:, 1:].T
    return dict(zip(COLUMNS, table, strict=True))


def outline(run: Run) -> list[float | None]:
    """Return the mean return of all species in up to 60 stretches of training."""
    query = """
        SELECT AVG(mean_return) FROM updates
        GROUP BY (number - 1) * 60 / (SELECT MAX(number) FROM updates) ORDER BY number
    """
    with run.record.reading("updates") as record:
        return [value for (value,) in record.execute(query)]


Read = TypeVar("Read")


class Unreadable(NamedTuple):
    """A folder with a run that cannot be read."""

    folder: Path
    reason: str
    """One line that names the file."""


def try_run(folder: Path, read: Callable[[Run], Read]) -> Read | Unreadable:
    """Return what is read from the run in a folder, or why it cannot be read."""
    try:
        run = Run.open(folder, read_only=True)
        with files.reading(run.record.path):
            return read(run)
    except (NgeError, OSError) as error:
        return Unreadable(folder, " ".join(str(error).split()))


def run_folders(path: Path) -> list[Path]:
    """Return a folder that has a ``run.json``, or those directly in it, readable or not."""
    if not path.is_dir():
        raise RunError(f"{path} is not a folder; give a run or a folder of runs")
    if os.path.isfile(path / "run.json"):  # False, not an error, where nothing may be read
        return [path]
    return sorted(folder for folder in path.iterdir() if os.path.isfile(folder / "run.json"))


def run_name(folder: Path) -> str:
    """Return what a run is called: the name of its folder."""
    return folder.name or folder.resolve().name
