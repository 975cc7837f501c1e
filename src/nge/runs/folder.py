"""The folder of a run: files that are complete or not there, and one writer.

What every kind of run needs and none is about: writing so that a crash leaves the old or the new,
a lock that ends with its process, the description in ``run.json``, a word of the process at work
and the request that it stop, and what the machine and the packages were. ``record`` has the tables.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from nge import __version__
from nge.cpu import peak_memory
from nge.errors import BusyError, NgeError, RunError
from nge.rl import devices
from nge.settings import explained

DECIDING = ("nge", "mujoco", "jax", "jaxlib", "equinox", "optax", "numpy")
"""Packages that can change results; a run goes on only with the versions it began with."""
FORMAT, VERSION = "nge-run", 6
"""Of ``run.json``."""
FORMATS = {FORMAT: VERSION, "nge-evolution": 3, "nge-training": 2}
"""Formats that can be read, each with its last version; see ``migrations``."""
DIGEST = "digest"
"""Name of the entry of run.json that tells of any change in the others."""
DIGEST_SINCE = 2  # the format version from which on it is there
UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading content of the wrong form can end in."""
STATUS = "status.json"
"""Name of the file in which the process at work says what it is doing."""
STOP = "stop"
"""Name of the file that asks the process at work to end as soon as all it did is saved."""


def make_empty(folder: Path) -> None:
    """Make a folder, or refuse one that holds something."""
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        return
    if (folder / "run.json").exists():
        raise RunError(
            f"{folder} holds a run already; go on with 'nge resume {folder}', "
            "or choose another folder with --run"
        )
    raise RunError(f"{folder} is not empty; choose another folder with --run")


def write(path: Path, data: bytes) -> None:
    """Write a file that appears only when it is complete and on the disk."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    with suppress(OSError):  # not every system lets a folder be synced
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def alone(folder: Path, patience: float = 1.0) -> Iterator[None]:
    """Keep other processes from working in this folder; the lock ends with the process."""
    lock_file = folder / "lock"
    try:
        with closing(sqlite3.connect(lock_file, timeout=patience, isolation_level=None)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            yield
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise BusyError(f"another process is at work in {folder}; wait for its end") from None
        raise RunError(f"{folder} cannot be written: {error}") from None


def at_work(folder: Path) -> bool:
    """Tell whether a process is at work in a folder: whether it holds the lock."""
    if not (folder / "lock").is_file():
        return False  # readers do not create it
    try:
        with alone(folder, patience=0.0):
            return False
    except BusyError:
        return True
    except RunError:  # a run cannot execute in a folder that cannot be written
        return False


def describe(folder: Path, content: Mapping[str, Any]) -> None:
    """Write down what a run is, with a digest of it all."""
    whole = {"format": FORMAT, "version": VERSION, **content}
    write(folder / "run.json", json.dumps(whole | {DIGEST: _digest(whole)}, indent=1).encode())


def described(folder: Path) -> dict[str, Any]:
    """Return what ``describe`` of this or an earlier version wrote, or say why it is of no use."""
    path = folder / "run.json"
    if not path.is_file():
        what = "it has no run.json" if folder.is_dir() else "there is no such folder"
        raise RunError(f"{folder} is not a run: {what}; 'nge evolve' and 'nge train' make runs")
    with reading(path):
        content: dict[str, Any] = json.loads(path.read_bytes())
        if not isinstance(content, dict) or not isinstance(content.get("format"), str):
            raise ValueError("it names no format")
    found, number = content["format"], content.get("version")
    if found not in FORMATS:
        raise RunError(f"{path} cannot be used: its format is {found!r}, not {FORMAT!r}")
    if not isinstance(number, int) or number > FORMATS[found]:
        raise RunError(
            f"{path} cannot be used: its format version is {number}, that of a "
            f"newer nge; this one reads {VERSION}"
        )
    written = content.pop(DIGEST, None)
    if (content["version"] >= DIGEST_SINCE or written) and written != _digest(content):
        raise RunError(
            f"{path} is damaged or was edited: its digest does not fit; put back the original"
        )
    return content


def _digest(content: Mapping[str, Any]) -> str:
    return blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=8).hexdigest()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Say which file it is that cannot be used, where its content is refused."""
    try:
        yield
    except RunError:
        raise  # it names the file
    except ValidationError as error:
        raise RunError(f"{path} cannot be used: {explained(error)}") from None
    except NgeError as error:
        raise RunError(f"{path} cannot be used: {error}") from None
    except UNREADABLE as error:
        raise RunError(f"{path} is damaged ({type(error).__name__}: {error})") from error


def say(folder: Path, **status: Any) -> None:
    """Write the status file for watchers; failures are ignored."""
    about = {"process": os.getpid(), "now": time.time(), "memory": peak_memory()}
    path = folder / STATUS
    draft = path.with_name(f".{path.name}")
    with suppress(OSError):
        draft.write_text(json.dumps(about | status))
        draft.replace(path)


def working(folder: Path) -> dict[str, Any] | None:
    """Return what the process at work said last; None if none is at work."""
    with suppress(OSError, ValueError, RecursionError):
        status = json.loads((folder / STATUS).read_bytes())
        if isinstance(status, dict) and isinstance(status.get("process"), int):
            return status if at_work(folder) else None
    return None


def stopping(folder: Path) -> bool:
    """Return whether the process at work was asked to end."""
    return (folder / STOP).is_file()


def ask_to_stop(folder: Path, stop: bool = True) -> None:
    """Ask the process at work to end as soon as all it did is saved, or take that back."""
    path = folder / STOP
    try:
        if stop:
            path.touch()
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror}") from None


def asked_to_stop(folder: Path) -> bool:
    """Return whether there is a file ``stop`` in the folder, and remove it."""
    request = folder / STOP
    if not request.exists():
        return False
    request.unlink()
    return True


def origin(command: Sequence[str]) -> dict[str, Any]:
    """Return by what command, when, with what and on what machine a run begins."""
    return {
        "command": shlex.join(command),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(),
        "machine": {
            "system": platform.platform(),
            "processor": platform.processor() or platform.machine(),
            "cores": devices.CORES,  # that can be used
            "device": devices.default_device_kind(),  # that JAX computes on
        },
    }


def versions() -> dict[str, str]:
    """Return the versions of Python and of all packages that can change results."""
    return {
        "nge": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in DECIDING if name != "nge"},
    }
