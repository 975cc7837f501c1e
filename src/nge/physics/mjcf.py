"""Bodies as MJCF, the file format of MuJoCo: out without loss, and back in.

A written file loads in plain MuJoCo, starts at its keyframe ``start`` and moves bit for bit
as in our simulation. It carries the body as a text element, which is what reading takes; a
file whose model was edited after that is refused rather than read as something it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from xml.etree import ElementTree

import mujoco
import numpy as np

from nge.body.graph import BodyGraph
from nge.body.serialization import from_json, to_json
from nge.errors import BodyError, PhysicsError
from nge.physics.arena import Arena, RootJoint, RootType
from nge.physics.compile import build_spec, compile_body

BODY_TEXT = "nge_body"
DIGITS = 17  # enough for every double to come back as itself
SHAPED_BY_BODY = {
    "body": ("body_pos", "body_quat"),
    "geom": ("geom_type", "geom_size", "geom_pos", "geom_quat"),
    "joint": ("jnt_axis", "jnt_pos", "jnt_range"),
    "actuator": ("actuator_gear",),
}
"""What a body decides about a model, whatever the arena."""


def write_mjcf(body: BodyGraph, arena: Arena) -> str:
    """Return the body in its arena as MJCF text."""
    compiled = compile_body(body, arena)
    spec = build_spec(body, arena, scenic=True)
    spec.add_key(name="start", qpos=compiled.start)
    spec.add_text(name=BODY_TEXT, data=to_json(body))
    spec.compile()
    with _all_digits():
        text = spec.to_xml()
    if lost := _difference(mujoco.MjModel.from_xml_string(text), compiled.model):
        raise PhysicsError(f"MuJoCo {mujoco.__version__} does not write {lost} exactly; update it")
    return text


def holds_body(text: str) -> bool:
    """Tell whether MJCF was written by ``write_mjcf``; what cannot be parsed was not."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return False
    return any(element.get("name") == BODY_TEXT for element in root.iter("text"))


def read_mjcf(text: str) -> BodyGraph:
    """Return the body that a file written by ``write_mjcf`` holds."""
    try:
        spec = mujoco.MjSpec.from_string(text)
        model = spec.compile()
    except ValueError as error:
        raise BodyError(f"MuJoCo cannot read it: {' '.join(str(error).split())}") from None
    held = next((element for element in spec.texts if element.name == BODY_TEXT), None)
    if held is None:
        raise BodyError(f"this MJCF holds no body of nge (no custom text {BODY_TEXT!r})")
    body = from_json(held.data)
    bare = Arena(timestep=0.01, root=(RootJoint("x", RootType.SLIDE, (1.0, 0.0, 0.0)),))
    if changed := _difference(model, compile_body(body, bare).model):
        raise BodyError(
            f"the model in this MJCF was edited after nge wrote it ({changed} differs from the "
            "body it carries); edit the body's JSON instead and write the MJCF again"
        )
    return body


def _difference(model: mujoco.MjModel, wanted: mujoco.MjModel) -> str | None:
    """Return the first thing of ``wanted`` that ``model`` has not got exactly so."""
    for sort, arrays in SHAPED_BY_BODY.items():
        count = {"body": "nbody", "geom": "ngeom", "joint": "njnt", "actuator": "nu"}[sort]
        for index in range(getattr(wanted, count)):
            name = getattr(wanted, sort)(index).name
            if name.startswith("root_"):
                continue  # how the torso moves is the arena's business
            try:
                found = getattr(model, sort)(name).id
            except KeyError:
                return f"{sort} {name}"
            for array in arrays:
                if not np.array_equal(getattr(model, array)[found], getattr(wanted, array)[index]):
                    return f"{array} of {name}"
    return None


@contextmanager
def _all_digits() -> Iterator[None]:
    """Let MuJoCo write numbers with all their digits instead of six.

    The setting has no public name, so what was written is compared with what was meant.
    """
    from nge.physics.native import library  # brings a compiler along, which reading does not need

    functions = library()
    change = getattr(functions, "_mjPRIVATE__set_xml_precision", None)
    if change is None:
        yield
        return
    before = functions._mjPRIVATE__get_xml_precision()
    change(DIGITS)
    try:
        yield
    finally:
        change(before)
