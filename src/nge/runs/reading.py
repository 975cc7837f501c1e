"""Looking at a run without touching it: while it is going, after it, or on another machine.

``RunReader`` is a ``Run``, and ``TrainingReader`` a ``TrainingRun``, whose record is opened so that
it cannot be written. A ``Snapshot`` is all of the record of an evolution at one moment: a
generation that lands while it is read is in it or is not. ``run_folders`` says which folders may
hold runs, ``open_run`` opens one of either kind, ``try_run`` reads one or says why it cannot be
read.
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
from nge.body.text import from_json
from nge.errors import NgeError, RunError
from nge.runs import folder as files
from nge.runs import training
from nge.runs.record import rows
from nge.runs.rows import SCORES
from nge.runs.run import Run
from nge.runs.training import COLUMNS, TrainingRun

UNDER_WAY = "underway.json"
"""Name of the file with the generation that is being trained; gone when nobody works."""


@dataclass(frozen=True)
class Snapshot:
    """What a record held at one moment."""

    generations: list[dict[str, Any]]
    """First first; see docs/metrics.md."""
    species: list[dict[str, Any]]
    """Every species that ever lived, by id, with the texts of ``bodies`` left out."""
    bodies: dict[int, BodyGraph]
    """Of the species that the reader did not know yet."""
    scores: list[tuple[int, float | None]]
    """Species and fitness, by generation."""
    last: dict[int, dict[str, Any]]
    """The last score of every species."""
    evaluations: list[dict[str, Any]]
    """Episodes after the last generation."""


class _Looking:
    """What those who only look share, whatever kind of run it is."""

    folder: Path
    read_only = True

    def working(self) -> dict[str, Any] | None:
        """Return the last word of the process at work; None if none is."""
        said = files.said(self.folder)
        if not said:
            return None
        try:
            os.kill(said["process"], 0)  # asks whether it is there
        except PermissionError:
            return said
        except (OSError, ArithmeticError):
            return None
        return said

    def stopping(self) -> bool:
        """Return whether the process at work was asked to end."""
        return (self.folder / files.STOP).is_file()

    def ask_to_stop(self, stop: bool = True) -> None:
        """Ask the process at work to end after what is under way, or take that back."""
        path = self.folder / files.STOP
        try:
            if stop:
                path.touch()
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise RunError(f"{path} cannot be written: {error.strerror}") from None


class RunReader(_Looking, Run):
    """The folder of an evolution for those who only look."""

    @staticmethod
    def open(folder: Path | str) -> RunReader:
        """Return the run in a folder, or say why there is none that can be read."""
        run = Run.open(folder)
        return RunReader(run.folder, run.plan, run.limits, run.keeping, run.given, run.about)

    def snapshot(self, known: int = 0) -> Snapshot:
        """Return the whole record; bodies only of species from the id ``known`` on."""
        columns = (
            "id, born, parent, operator, added, removed, changed, predicted, inherited, parts, "
            "topology"
        )
        with self.record.reading() as record, files.reading(self.record.path):
            generations = rows(record, "SELECT * FROM generations ORDER BY number")
            generations = [row | {"census": json.loads(row["census"])} for row in generations]
            number = generations[-1]["number"] if generations else -1
            species = rows(record, f"SELECT {columns} FROM species ORDER BY id")
            bodies = record.execute("SELECT id, body FROM species WHERE id >= ?", (known,))
            found = {id_: from_json(text) for id_, text in bodies}
            scores = rows(record, f"{SCORES} ORDER BY generation, species")
            evaluations = rows(record, "SELECT * FROM evaluations WHERE generation = ?", number)
        return Snapshot(
            generations,
            species,
            found,
            [(row["species"], row["fitness"]) for row in scores],
            {row["species"]: row for row in scores},
            evaluations,
        )

    def under_way(self) -> dict[str, Any]:
        """Return the generation that the process at work trains: its number, species and bodies."""
        path = self.folder / UNDER_WAY
        if not path.is_file():
            raise RunError(f"{self.folder} has no generation under way")
        with files.reading(path):
            found: dict[str, Any] = json.loads(path.read_bytes())
            species = [
                one | {"body": from_json(json.dumps(one["body"]))} for one in found["species"]
            ]
            return found | {"species": species}

    def mark(self) -> tuple[int, int]:
        """Return what changes whenever the record has more to tell; costs next to nothing."""
        with self.record.reading("generations", "evaluations") as record:
            count = record.execute("SELECT COUNT(*) FROM generations").fetchone()[0]
            return count, record.execute("SELECT COUNT(*) FROM evaluations").fetchone()[0]

    def catch_up(self) -> None:
        """Take over what may change of a run's description: its limits."""
        self.limits = Run.open(self.folder).limits


class TrainingReader(_Looking, TrainingRun):
    """The folder of a training run for those who only look."""

    @staticmethod
    def open(folder: Path | str) -> TrainingReader:
        """Return the run in a folder, or say why there is none that can be read."""
        run = TrainingRun.open(Path(folder))
        return TrainingReader(run.folder, run.plan, run.trainees, run.about)

    def mark(self) -> tuple[int, int, int]:
        """Return what changes whenever the record has more to tell, that of the weights first."""
        checkpoint = self.checkpoint()
        with self.record.reading("evaluations") as record:
            evaluated = record.execute("SELECT COUNT(*) FROM evaluations").fetchone()[0]
        return checkpoint.number if checkpoint else 0, self.spent().updates, evaluated

    def table(self) -> dict[str, np.ndarray]:
        """Return every column of the updates; what is missing is not a number. [U, P]"""
        columns = ", ".join(COLUMNS)
        query = f"SELECT {columns} FROM updates ORDER BY number, species"
        with self.record.reading("updates") as record, files.reading(self.record.path):
            found = np.array(record.execute(query).fetchall(), float)
            table = found.reshape(-1, len(self.trainees), len(COLUMNS))
        return {name: table[:, :, column] for column, name in enumerate(COLUMNS)}

    def outline(self, points: int = 60) -> list[float | None]:
        """Return the mean return of all species in so many stretches of training."""
        query = """
            SELECT AVG(mean_return) FROM updates
            GROUP BY (number - 1) * ? / (SELECT MAX(number) FROM updates) ORDER BY number
        """
        with self.record.reading("updates") as record:
            return [value for (value,) in record.execute(query, (points,))]

    def catch_up(self) -> None:
        """Take over what may change of a run's description: its goal."""
        self.plan = TrainingRun.open(self.folder).plan


AnyReader = RunReader | TrainingReader
Read = TypeVar("Read")


class Unreadable(NamedTuple):
    """A folder with a run that cannot be read."""

    folder: Path
    reason: str
    """One line that names the file."""


def open_run(folder: Path) -> AnyReader:
    """Return the run in a folder, of either kind, for those who only look."""
    if files.format_of(folder) == training.FORMAT:
        return TrainingReader.open(folder)
    return RunReader.open(folder)


def try_run(folder: Path, read: Callable[[AnyReader], Read]) -> Read | Unreadable:
    """Return what is read from the run in a folder, or why it cannot be read."""
    try:
        run = open_run(folder)
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
