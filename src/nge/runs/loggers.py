"""Loggers: TensorBoard, Weights & Biases and MLflow, each an extra.

The record of a run is its own; a logger gets a copy. After every generation, and with every
checkpoint of a run that only trains, a ``Logbook`` sends what a logger has not had yet, so one that
is turned on late, or was cut off, catches up. A logger
that fails is left alone for the rest of the run: it may never stop one.

To add one, write a class that keeps the ``Logger`` protocol and takes a run and its notes. Register
it under a name with ``nge.register``, or offer it through an entry point of the group
``nge.loggers``; one of ours has a row in ``LOGGERS``.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from uuid import uuid4

from nge.errors import RunError
from nge.evolution.generation_stats import QUANTILES
from nge.extensions import Registry
from nge.runs import folder as files
from nge.runs.rows import NUMBERS

if TYPE_CHECKING:
    from nge.runs.run import Run

Numbers = Mapping[str, float]
LoggerNotes = dict[str, Any]
"""What a logger keeps for the next time the run goes on, as plain data."""


class Logger(Protocol):
    """Takes the numbers of one generation after the other, or of one update after the other."""

    def log(self, steps: int, numbers: Numbers) -> None:
        """Take the numbers of a generation or update; ``steps`` are the control steps so far."""
        ...

    def close(self) -> None:
        """Write out what is still in memory."""
        ...


class TensorBoard:
    """Event files in the folder ``tensorboard`` of the run."""

    def __init__(self, run: Run, notes: LoggerNotes) -> None:
        """Open a new event file; TensorBoard reads all of a folder as one."""
        from tensorboardX import SummaryWriter

        self._writer = SummaryWriter(str(run.folder / "tensorboard"))

    def log(self, steps: int, numbers: Numbers) -> None:
        for name, value in numbers.items():
            self._writer.add_scalar(name, value, steps)
        self._writer.flush()

    def close(self) -> None:
        self._writer.close()


class WeightsAndBiases:
    """A run of the project ``nge`` in Weights & Biases; WANDB_MODE=offline needs no account."""

    def __init__(self, run: Run, notes: LoggerNotes) -> None:
        """Begin a run there, or go on with the one that was begun."""
        import wandb

        name = run.folder.absolute().name
        notes.setdefault("id", uuid4().hex[:12])
        self._run = wandb.init(
            project=os.environ.get("WANDB_PROJECT", "nge"),
            id=notes["id"],
            resume="allow",
            name=name,
            group=f"{run.plan.task} {run.plan.method}",
            dir=str(run.folder),
            config=run.plan.model_dump(mode="json"),
            settings=wandb.Settings(console="off"),
        )

    def log(self, steps: int, numbers: Numbers) -> None:
        self._run.log({"steps": steps, **numbers}, step=steps)

    def close(self) -> None:
        self._run.finish()


class MlFlow:
    """A run in MLflow: where MLFLOW_TRACKING_URI says, else in files in the run's folder."""

    def __init__(self, run: Run, notes: LoggerNotes) -> None:
        """Begin a run there, or go on with the one that was begun."""
        from mlflow import MlflowClient

        place = os.environ.get("MLFLOW_TRACKING_URI")
        if place is None:  # files are all that its small package has; it wants to be told
            os.environ.setdefault("MLFLOW_ALLOW_FILE_STORE", "true")
            place = (run.folder.absolute() / "mlruns").as_uri()
        self._client = MlflowClient(place)
        if "run" not in notes:
            notes["run"] = self._begin(run)
        self._id = notes["run"]

    def _begin(self, run: Run) -> str:
        known = self._client.get_experiment_by_name("nge")
        place = known.experiment_id if known else self._client.create_experiment("nge")
        found = self._client.create_run(place, run_name=run.folder.absolute().name).info.run_id
        for group, value in run.plan.model_dump(mode="json").items():
            inner = value if isinstance(value, dict) else {"": value}
            for name, one in inner.items():
                self._client.log_param(found, f"{group}.{name}".rstrip("."), one)
        return found

    def log(self, steps: int, numbers: Numbers) -> None:
        for name, value in numbers.items():
            self._client.log_metric(self._id, name, value, step=steps)

    def close(self) -> None:
        self._client.set_terminated(self._id)


class Entry(NamedTuple):
    """A logger that can be asked for."""

    module: str
    package: str
    make: Callable[[Run, LoggerNotes], Logger]


LOGGERS: Mapping[str, Entry] = {
    "tensorboard": Entry("tensorboardX", "tensorboardX", TensorBoard),
    "wandb": Entry("wandb", "wandb", WeightsAndBiases),
    "mlflow": Entry("mlflow", "mlflow-skinny", MlFlow),
}


LOGGER_REGISTRY = Registry[Callable[["Run", LoggerNotes], Logger]](
    "nge.loggers",
    "logger",
    "a class with the methods of nge.runs.loggers.Logger",
    lambda found: callable(found) and hasattr(found, "log") and hasattr(found, "close"),
    lambda: {name: entry.make for name, entry in LOGGERS.items()},
    RunError,
)


def check_installed(names: Sequence[str]) -> None:
    """Refuse a logger that is not known, or whose package is missing."""
    for name in names:
        LOGGER_REGISTRY.named(name)
        entry = LOGGERS.get(name)
        if entry and find_spec(entry.module) is None:
            raise RunError(
                f"the logger {name} needs {entry.package}; "
                f"install it with: pip install {entry.package}"
            )


class Logbook:
    """The loggers of a run, in a ``with`` block."""

    def __init__(self, run: Run, names: Sequence[str]) -> None:
        self._run, self._names = run, tuple(dict.fromkeys(names))
        self._open: dict[str, tuple[Logger, LoggerNotes]] = {}

    def __enter__(self) -> Logbook:
        """Open every logger, or say which package is missing."""
        check_installed(self._names)
        for name in self._names:
            notes = self._notes(name)
            try:
                self._open[name] = LOGGER_REGISTRY.named(name)(self._run, notes), notes
            except Exception as error:  # a logger's own errors are of every kind
                self._leave(name, error)
        return self

    def __exit__(self, *_: object) -> None:
        for name, (logger, _notes) in self._open.items():
            try:
                logger.close()
            except Exception as error:
                self._leave(name, error)

    def write(self) -> None:
        """Send every generation, or every update of training, that a logger has not had yet."""
        if not self._open:
            return
        if self._run.plan.trains_only:
            what, entries = "updates", numbers_of_updates(self._run)
        else:
            what = "generations"
            entries = [(row["steps"], numbers_of(row)) for row in self._run.generations()]
        for name, (logger, notes) in [*self._open.items()]:
            try:
                for steps, numbers in entries[notes.get(what, 0) :]:
                    logger.log(steps, numbers)
            except Exception as error:
                del self._open[name]
                self._leave(name, error)
                continue
            notes[what] = len(entries)
            files.write(self._file(name), json.dumps(notes).encode())

    def _notes(self, name: str) -> LoggerNotes:
        try:
            return json.loads(self._file(name).read_bytes())
        except FileNotFoundError:
            return {}

    def _file(self, name: str) -> Path:
        return self._run.folder / f"log-{name}.json"

    def _leave(self, name: str, error: Exception) -> None:
        line = str(error).partition("\n")[0]
        message = f"{name} failed and gets nothing more of this run: {line}"
        warnings.warn(message, RuntimeWarning, stacklevel=3)


def numbers_of(row: Mapping[str, Any]) -> dict[str, float]:
    """Return the numbers of a generation under plain names; what is not known is left out.

    ``row`` is one of ``Run.generations``. Counts by topology are left out: they are names.
    """
    stats = dict(row["stats"])
    stats.pop("families")
    quantiles = stats.pop("quantiles") or []
    found: dict[str, Any] = {
        "generation": row["number"],
        "seconds": row["seconds"],
        **{f"quantile_{round(100 * q)}": v for q, v in zip(QUANTILES, quantiles, strict=False)},
    }
    for name, value in stats.items():
        if isinstance(value, dict):
            found |= {f"{name}/{_plain(one)}": number for one, number in value.items()}
        else:
            found[name] = value
    return {name: float(value) for name, value in found.items() if value is not None}


def numbers_of_updates(run: Run) -> list[tuple[int, dict[str, float]]]:
    """Return the numbers of every update that all species of a training run have done.

    With several species each number stands under the name and seed of its body. Steps are those of
    one species.
    """
    species = run.species()
    names = {
        row["id"]: "" if len(species) == 1 else f"{_plain(row['name'])}-{row['seed']}/"
        for row in species
    }
    by_update: dict[int, list[dict[str, Any]]] = {}
    for row in run.updates():
        by_update.setdefault(row["number"], []).append(row)
    return [
        (
            rows[0]["steps"],
            {"update": float(number), "seconds": max(row["seconds"] for row in rows)}
            | {
                f"{names[row['species']]}{name}": float(row[name])
                for row in rows
                for name in ("mean_return", *NUMBERS)
                if row[name] is not None
            },
        )
        for number, rows in sorted(by_update.items())
        if len(rows) == len(species)
    ]


def _plain(name: str) -> str:
    """Return a name of signs that every logger takes."""
    return "".join(sign if sign.isalnum() or sign in "_-." else "_" for sign in name)
