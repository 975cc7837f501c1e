"""Importers: robots of other formats as bodies, one file per kind of body.

A ``Robot`` is what was found in a file. Each kind has a function that makes the body graph
that is most like it and says what it could not keep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import partial

from nge.body.importers import bones_importer, fins_importer, limbs3d_importer, limbs_importer
from nge.body.importers.source_robot import ImportedBody, Robot
from nge.body.kinds import bones
from nge.errors import BodyError

Importer = Callable[[Robot, float | None], ImportedBody]


IMPORTERS: Mapping[str, Importer] = {
    "fins": fins_importer.nearest_body,
    "limbs": limbs_importer.nearest_body,
    "limbs3d": limbs3d_importer.nearest_body,
} | {kind.name: partial(bones_importer.nearest_body, kind) for kind in bones.KINDS}
DENSITY = 1000.0  # kg/m^3, of every part unless the task fixes the total mass


def nearest_body(robot: Robot, kind: str, scaled: bool = False) -> ImportedBody:
    """Return the body of this kind that is most like a robot.

    ``scaled`` says that bodies are brought to one total mass, so only proportions of masses count.
    """
    if kind not in IMPORTERS:
        raise BodyError(f"bodies of kind {kind!r} cannot be imported; only {sorted(IMPORTERS)} can")
    robot = replace(robot, notes=deepcopy(robot.notes))  # makers write into them
    return IMPORTERS[kind](robot, None if scaled else DENSITY)
