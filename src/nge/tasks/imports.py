"""Robots of other makers as bodies for a task, and how well that went."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nge.body.graph import BodyGraph
from nge.body.likeness import like
from nge.body.likeness.robot import PartLikeness
from nge.errors import BodyError
from nge.physics.isolation import robot_in
from nge.tasks.task import Task

ENDINGS = (".xml", ".urdf")
MASS, LENGTH = 0.10, 0.05
"""How far a part may be from the file's, as a share, in an import that is called faithful."""


@dataclass(frozen=True)
class Import:
    """A body made after a robot in a file, for one task."""

    body: BodyGraph
    parts: tuple[PartLikeness, ...]
    """One per part of the body: what it was like in the file."""
    masses: tuple[float, ...]
    """What each part weighs in the task, kg."""
    kept: tuple[str, ...]
    approximated: tuple[str, ...]
    dropped: tuple[str, ...]

    @property
    def faithful(self) -> bool:
        """Whether every part has nearly the share of the mass and the length it has in the file."""
        given, here = sum(part.mass for part in self.parts), sum(self.masses)
        return all(
            abs(mass / here - part.mass / given) <= MASS * part.mass / given
            and abs(part.length - part.given_length) <= LENGTH * part.given_length
            for part, mass in zip(self.parts, self.masses, strict=True)
        )


def import_robot(file: Path, task: Task) -> Import:
    """Return the body for a task that is most like the robot in an MJCF or URDF file."""
    if file.suffix.lower() not in ENDINGS:
        raise BodyError("only robots in MJCF (.xml) and URDF (.urdf) can be imported")
    total = task.arena.total_mass
    robot = robot_in(file)
    made = like(robot, task.kind, scaled=total is not None)
    compiled = task.compile(made.body)
    approximated = made.approximated
    if total is not None and abs(robot.mass - total) > 0.01 * total:
        approximated += (f"{robot.mass:.3g} kg in all, here {total:g}, as {task.name} wants it",)
    return Import(
        made.body,
        made.parts,
        tuple(float(compiled.model.body_mass[part]) for part in compiled.bodies),
        made.kept,
        approximated,
        made.dropped,
    )
