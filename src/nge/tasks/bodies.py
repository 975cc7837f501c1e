"""Find a body by a name, a file, or the body itself."""

from __future__ import annotations

from pathlib import Path

from nge.body.graph import BodyGraph
from nge.body.library import LIBRARY, hand_designed
from nge.body.serialization import from_json
from nge.errors import BodyError
from nge.physics.isolation import body_in
from nge.physics.mjcf import holds_body
from nge.physics.urdf import read_urdf, urdf_holds_body
from nge.settings import did_you_mean
from nge.tasks.robot_import import import_robot
from nge.tasks.task import Task

ENDINGS = ".json, .xml or .urdf"
MEGABYTES = 10
"""Most that a file with a body may have."""


def find_body(source: str | Path | BodyGraph, task: Task | None = None) -> BodyGraph:
    """Return a hand-designed body by name, or read one from a JSON, MJCF or URDF file.

    A robot that nge did not write is imported for ``task``, if it comes through well.
    """
    if isinstance(source, BodyGraph):
        return source
    if str(source) in LIBRARY:
        return hand_designed(str(source))
    path = Path(source)
    if not path.is_file():
        raise BodyError(
            f"no body is called {str(source)!r} and no such file exists; "
            f"{did_you_mean(str(source), list(LIBRARY))}, or a {ENDINGS} file"
        )
    if path.stat().st_size > MEGABYTES << 20:
        raise BodyError(f"{path} has more than {MEGABYTES} MB; no body needs so much")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BodyError(f"{path} is not a text file; a body is a {ENDINGS} file") from None
    try:
        match path.suffix.lower():
            case ".urdf":
                return read_urdf(text) if urdf_holds_body(text) else _imported(path, task)
            case ".xml":
                return body_in(path) if holds_body(text) else _imported(path, task)
            case _:
                return from_json(text)
    except BodyError as error:
        raise BodyError(f"{path}: {error}") from None


def _imported(path: Path, task: Task | None) -> BodyGraph:
    if task is None:
        raise BodyError("it was not written by nge; say with --task what it is to be imported for")
    found = import_robot(path, task)
    if found.difference:
        raise BodyError(
            f"for {task.name} it becomes another robot: {found.difference}; 'nge import FILE "
            f"--task {task.name} --approximate --out BODY.json' shows all that changes; "
            "use BODY.json if you agree"
        )
    return found.body
