"""``nge body``: draw, show, mutate and convert bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
from annotated_types import Ge

from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named
from nge.body.mutate import mutate as mutate_once
from nge.body.space import DesignSpace, SpaceSettings
from nge.errors import BodyError, PhysicsError
from nge.settings import Option, did_you_mean
from nge.wording import plural

if TYPE_CHECKING:
    from nge.tasks.task import Task

THUMBNAIL = (320, 240)

Body = Annotated[str, Option("BODY")]
"""A hand-designed body by name (fish, ant, biped and so on), or a .json, .xml or .urdf file."""
TaskName = Annotated[str, Option("TASK")]


def random(
    task: TaskName,
    *,
    seed: int = 0,
    out: Path | None = None,
    png: Path | None = None,
    space: SpaceSettings = SpaceSettings(),  # noqa: B008 - frozen
) -> None:
    """Draw a random body of a task and print it.

    Args:
        task: Whose kind of body: fish, walker, cheetah, hopper, ant, quadruped, or one that a
            package offers.
        seed: The same seed draws the same body.
        out: Also write the body to this file; its ending says how, as in nge body convert.
        png: Also draw it into this picture.
        space: Limits of the body.
    """
    from nge.tasks.registry import task_named

    world = task_named(task)
    body = _space(world, space).random_body(np.random.default_rng(seed))
    _print_tree(body, world)
    _write(body, world, out, png)


def show(
    body: Body,
    *,
    task: TaskName | None = None,
    png: Path | None = None,
) -> None:
    """Print a body as a tree.

    Args:
        body: A hand-designed body (fish, ant, biped and so on), or a .json, .xml or .urdf file.
        task: The world to weigh and draw it in; by default of its name, else of its kind.
        png: Also draw it into this picture.
    """
    found, world = _found(body, task)
    _print_tree(found, world)
    _write(found, world, None, png)


def mutate(
    body: Body,
    *,
    steps: Annotated[int, Ge(1)] = 1,
    seed: int = 0,
    task: TaskName | None = None,
    out: Path | None = None,
    png: Path | None = None,
    space: SpaceSettings = SpaceSettings(),  # noqa: B008
) -> None:
    """Mutate a body step by step and print what each step did.

    Args:
        body: A hand-designed body (fish, ant, biped and so on), or a .json, .xml or .urdf file.
        steps: How many mutations, one after the other.
        seed: The same seed gives the same mutations.
        task: The world to weigh and draw it in; by default of its name, else of its kind.
        out: Write the last body to this file; its ending says how, as in nge body convert.
        png: Draw the whole line into this contact sheet.
        space: Limits of the body.
    """
    from nge.physics.rendering import contact_sheet, still, write_picture

    found, world = _found(body, task)
    design, rng = _space(world, space), np.random.default_rng(seed)
    line, captions = [design.check(found)], ["start"]
    for step in range(1, steps + 1):
        mutation = mutate_once(line[-1], design, rng)
        line.append(mutation.child)
        changes = [
            f"{verb} {', '.join(map(str, ids))}"
            for verb in ("added", "removed", "changed")
            if (ids := getattr(mutation, verb))
        ]
        captions.append(f"{step} {mutation.operator}")
        size = f"{plural(len(mutation.child), 'part'):>8}"
        print(f"{step:>3}  {mutation.operator:<10}  {size}  {'; '.join(changes)}")
    print()
    _print_tree(line[-1], world)
    _write(line[-1], world, out, None)
    if png:
        pictures = [still(step, world.arena, None, *THUMBNAIL) for step in line]
        write_picture(png, contact_sheet(pictures, captions))
        _print_written([png])


def convert(
    body: Body,
    out: Annotated[Path, Option("FILE")],
    *,
    task: TaskName | None = None,
) -> None:
    """Write a body for other programs, or as a picture, by the ending of the file.

    A name without an ending is a folder: it gets JSON, MJCF, URDF with meshes, and GLB.

    Args:
        body: A hand-designed body (fish, ant, biped and so on), or a .json, .xml or .urdf file.
        out: Where to: .json (nge), .xml (MJCF, for MuJoCo), .urdf (for ROS; meshes beside it),
            .glb (3D scene), .stl (one file per part), .png, .jpg or .webp (picture); or a folder.
        task: The world that decides masses and the pose; by default of its name, else of its kind.
    """
    from nge.physics.rendering import PICTURES
    from nge.runs.robot import FORMATS, write_robot

    found, world = _found(body, task)
    if not out.suffix or out.is_dir():
        _print_written(write_robot(found, world, out))
    elif out.suffix.lower() in PICTURES:
        _write(found, world, None, out)
    elif out.suffix.lower() in FORMATS:
        _write(found, world, out, None)
    else:
        hint = did_you_mean(out.suffix.lower(), [*FORMATS, *PICTURES])
        raise BodyError(f"cannot write {out} ({out.suffix}); {hint}, or a folder")


def _space(world: Task, given: SpaceSettings) -> DesignSpace:
    """Return the bodies of a task within the limits given, else within its own."""
    own, chosen = (one.model_dump(exclude_unset=True) for one in (world.space_settings, given))
    return world.space(SpaceSettings.of(own | chosen))


def _found(body: str, task: str | None) -> tuple[BodyGraph, Task]:
    """Return a body and the task asked for, else that of the body's name or kind."""
    from nge.tasks.bodies import find_body
    from nge.tasks.registry import OURS, task_named

    if task is not None:
        world = task_named(task)
        return find_body(body, world), world
    found = find_body(body)
    first = next(world for world in OURS.values() if world.kind == found.kind)
    return found, OURS.get(body, first)


def _write(body: BodyGraph, world: Task, out: Path | None, png: Path | None) -> None:
    from nge.physics.rendering import still, write_picture
    from nge.runs.robot import robot_files, write_files

    if out:
        _print_written(write_files(robot_files(body, world.arena, out), out.parent))
    if png:
        write_picture(png, still(body, world.arena))
        _print_written([png])


def _print_written(files: Iterable[Path]) -> None:
    for file in files:
        print(f"wrote {file}")


def _print_tree(body: BodyGraph, world: Task) -> None:
    from nge.physics.engines import smoke_test

    compiled = world.compile(body)
    motors = int((compiled.motors >= 0).sum())
    print(
        f"{body.kind}: {plural(len(body), 'part')}, {plural(motors, 'motor')}, "
        f"{compiled.mass:.3g} kg in {world.name}   topology {body.topology}   body {body.digest}"
    )
    for row, lead in _tree(body):
        part = body.parts[row]
        name = f"{lead}{'torso' if row == 0 else f'part {part.id}'}"
        partner = body.partner(row)
        if partner is not None:
            name += f" (mirrors {body.parts[partner].id})"
        print(f"{name:<32} {_attributes(body, row)}")
    if problem := smoke_test(compiled):
        raise PhysicsError(f"this body cannot be simulated: {problem}")


def _attributes(body: BodyGraph, row: int) -> str:
    kind, attributes = kind_named(body.kind), body.parts[row].attributes
    idle = kind.idle(attributes) if row else ()
    described = enumerate(zip(kind.attributes(row), attributes, strict=True))
    return "  ".join(
        f"{attribute.name} {value:.3g} {attribute.unit}".rstrip()
        for column, (attribute, value) in described
        if column not in idle
    )


def _tree(body: BodyGraph) -> Iterator[tuple[int, str]]:
    """Yield every part, limb by limb, with the branches drawn before its name."""
    waiting = [(0, "", "")]
    while waiting:
        row, lead, below = waiting.pop()
        yield row, lead
        last = body.children[row][-1:]
        for child in reversed(body.children[row]):
            branch, beyond = ("└─ ", "   ") if child in last else ("├─ ", "│  ")
            waiting.append((child, below + branch, below + beyond))
