"""Bodies made after robots of other makers, one file per kind of body.

A ``Robot`` is what was found in a file. Each kind has a function that makes the body graph
that is most like it and says what it could not keep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace

from nge.body.likeness import fins, limbs
from nge.body.likeness.robot import Likeness, Robot
from nge.errors import BodyError

MAKERS: Mapping[str, Callable[[Robot, float | None], Likeness]] = {
    "fins": fins.like,
    "limbs": limbs.like,
}
DENSITY = 1000.0  # kg/m^3, of every part unless the task fixes the total mass


def like(robot: Robot, kind: str, scaled: bool = False) -> Likeness:
    """Return the body of this kind that is most like a robot.

    ``scaled`` says that bodies are brought to one total mass, so only proportions of masses count.
    """
    if kind not in MAKERS:
        raise BodyError(f"bodies of kind {kind!r} cannot be imported; only {sorted(MAKERS)} can")
    robot = replace(robot, notes=deepcopy(robot.notes))  # makers write into them
    return MAKERS[kind](robot, None if scaled else DENSITY)
