"""Import robots as bodies of a task, and compare them with the original."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nge.body.importers import nearest_body
from nge.body.importers.source_robot import ImportedBody
from nge.errors import BodyError
from nge.physics.isolation import robot_in
from nge.tasks.task import Task
from nge.wording import plural

ENDINGS = (".xml", ".urdf")
MASS, LENGTH = 0.10, 0.05
"""How far mass and length may be from the file's, as a share, before it is another robot."""


@dataclass(frozen=True)
class Import(ImportedBody):
    """A body made after a robot in a file, for one task."""

    masses: tuple[float, ...]
    """What each part weighs in the task, kg."""
    moving: int
    """Parts in the file that turn in a hinge and have a mass."""
    scaled: bool
    """Whether the task decides the mass of the whole body."""

    @property
    def difference(self) -> str | None:
        """What makes this another robot than that in the file, the largest such thing.

        None if every part that moves is here, the mass is nearly that in the file, as a whole
        (unless the task decides it) and in the share of every part, and so is every length.
        """
        if (lost := self.moving - len(self.body) + 1) > 0:
            return f"{lost} of {plural(self.moving, 'moving part')} cannot move here"
        given, here = sum(part.mass for part in self.parts), sum(self.masses)
        changes = [] if self.scaled else [(MASS, "the mass in all", given, here, "kg")]
        for part, mass in zip(self.parts, self.masses, strict=True):
            fair = part.mass * here / given
            changes.append((MASS, f"the mass of {part.name}", fair, mass, "kg"))
            changes.append(
                (LENGTH, f"the length of {part.name}", part.given_length, part.length, "m")
            )
        allowed, what, there, now, unit = max(changes, key=lambda c: abs(_change(*c[2:4])) / c[0])
        change = _change(there, now)
        if abs(change) <= allowed:
            return None
        return f"{what} is {now:.3g} {unit} instead of {there:.3g} ({100 * change:+.0f} %)"


def import_robot(file: Path, task: Task) -> Import:
    """Return the body for a task that is most like the robot in an MJCF or URDF file."""
    if file.suffix.lower() not in ENDINGS:
        raise BodyError("only robots in MJCF (.xml) and URDF (.urdf) can be imported")
    total = task.arena.total_mass
    robot = robot_in(file)
    moving = sum(bool(part.turns) for part in robot.without_ghosts().parts[1:])
    made = nearest_body(robot, task.kind, scaled=total is not None)
    compiled = task.compile(made.body)
    approximated = made.approximated
    if total is not None and abs(robot.mass - total) > 0.01 * total:
        approximated += (f"{robot.mass:.3g} kg in all, here {total:g}, as {task.name} wants it",)
    return Import(
        made.body,
        made.parts,
        made.kept,
        approximated,
        made.dropped,
        tuple(float(compiled.model.body_mass[part]) for part in compiled.bodies),
        moving,
        total is not None,
    )


def _change(given: float, here: float) -> float:
    """Return by what share a number differs from the file's."""
    return (here - given) / max(given, 1e-9)
