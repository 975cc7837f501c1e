"""``nge import``: import robots from MJCF and URDF as bodies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

from nge.body.serialization import to_json
from nge.errors import BodyError
from nge.settings import Option

if TYPE_CHECKING:
    from nge.tasks.robot_import import Import


def import_file(
    file: Annotated[Path, Option("FILE")],
    *,
    task: Annotated[str, Option("TASK")],
    out: Path | None = None,
    png: Path | None = None,
    approximate: bool = False,
) -> None:
    """Import a robot as a body, and say what could not be kept.

    A robot that would become another one is refused: if a part that moves cannot move here, if a
    mass differs by more than 10 % or a length by more than 5 %. The body is printed, or written to
    --out; it can be used wherever a BODY is asked for.

    Args:
        file: A robot as .xml (MJCF) or .urdf.
        task: What the body is for; fish, walker, cheetah, hopper, ant, quadruped, suite/swimmer and
            so on, or one a package offers. Those of the suite take robots of capsules from joint to
            joint alone.
        out: Write the body to this .json file instead of printing it.
        png: Also draw it into this picture.
        approximate: Make the body even if it is another robot.
    """
    from nge.physics.rendering import still, write_picture
    from nge.tasks.registry import task_named
    from nge.tasks.robot_import import import_robot

    world = task_named(task)
    if not file.is_file():
        raise BodyError(f"{file} is no file; give a robot as .xml (MJCF) or .urdf")
    if out and out.suffix.lower() != ".json":
        raise BodyError(f"cannot write {out}; an imported body goes into a .json file")
    try:
        found = import_robot(file, world)
    except BodyError as error:
        raise BodyError(f"{file}: {error}") from None
    if found.difference and not approximate:
        raise BodyError(
            f"{file}: for {task} it becomes another robot: {found.difference}; "
            "add --approximate to make it all the same and see all that changes"
        )
    if out:
        _print_table(found, sys.stdout)
        out.write_text(to_json(found.body), encoding="utf-8")
        print(f"wrote {out}")
    else:
        _print_table(found, sys.stderr)
        print(to_json(found.body))
    if png:
        write_picture(png, still(found.body, world.arena))
        print(f"wrote {png}", file=sys.stdout if out else sys.stderr)


def _print_table(found: Import, to: TextIO) -> None:
    """Print every part in the file and here, and what was kept, approximated and dropped."""
    width = max(len(name) for name in ("part", *(part.name for part in found.parts)))
    columns = f"{'file':>8}  {'here':>8}"
    print(f"{'':<{width}}  {'mass, kg':>18}{'length, m':>29}", file=to)
    print(f"{'part':<{width}}  {columns}{'':11}{columns}", file=to)
    for part, mass in zip(found.parts, found.masses, strict=True):
        lengths = _compared(part.given_length, part.length)
        print(f"{part.name:<{width}}  {_compared(part.mass, mass)}  {lengths}", file=to)
    total = _compared(sum(part.mass for part in found.parts), sum(found.masses))
    print(f"{'all':<{width}}  {total}", file=to)
    for title in ("kept", "approximated", "dropped"):
        for number, note in enumerate(getattr(found, title)):
            print(f"{'' if number else title:<12}  {note}", file=to)
    if found.difference:
        print(f"This is another robot: {found.difference}.", file=to)


def _compared(given: float, here: float) -> str:
    change = round(100 * (here / given - 1), 1) + 0.0  # without a minus before zero
    return f"{given:>8.3g}  {here:>8.3g}  {change:>+6.1f}%"
