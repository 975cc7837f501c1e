"""A body as the files other programs read: written one by one, or all into a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from nge.body.graph import BodyGraph
from nge.body.serialization import to_json
from nge.errors import BodyError
from nge.physics.arena import Arena
from nge.physics.meshes import glb_of, stl_of
from nge.physics.mjcf import write_mjcf
from nge.physics.urdf import urdf_of
from nge.settings import did_you_mean
from nge.tasks.task import Task

Files = dict[str, bytes]
"""Contents by path, relative to the folder they go into."""


FORMATS: Mapping[str, Callable[[BodyGraph, Arena, str], Files]] = {
    ".json": lambda body, arena, name: {f"{name}.json": to_json(body).encode()},
    ".xml": lambda body, arena, name: {f"{name}.xml": write_mjcf(body, arena).encode()},
    ".urdf": urdf_of,
    ".glb": lambda body, arena, name: {f"{name}.glb": glb_of(body, arena)},
    ".stl": lambda body, arena, name: {
        f"{name}_{part}.stl": content for part, content in stl_of(body).items()
    },
}
"""Ending of a file and what makes its contents."""


def robot_files(body: BodyGraph, arena: Arena, file: Path) -> Files:
    """Return the contents of a file by its ending, and of those that belong to it."""
    ending = file.suffix.lower()
    if ending not in FORMATS:
        raise BodyError(
            f"cannot write {file} ({ending or 'no ending'}); {did_you_mean(ending, list(FORMATS))}"
        )
    return FORMATS[ending](body, arena, file.stem)


def write_robot(body: BodyGraph, task: Task, folder: Path, name: str = "robot") -> list[Path]:
    """Write a body as JSON, MJCF, GLB and URDF with its meshes; return what was written."""
    endings = [ending for ending in FORMATS if ending != ".stl"]  # the URDF brings the same ones
    files: Files = {}
    for ending in endings:
        files |= FORMATS[ending](body, task.arena, name)
    return write_files(files, folder)


def write_files(files: Files, folder: Path) -> list[Path]:
    """Write files into a folder and return their paths."""
    paths = [folder / name for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return paths
