"""Bodies as URDF, the file format of ROS and many simulators.

URDF knows links with a mass, and joints of one axis. So a part with several hinges becomes a
chain: each hinge but the last moves a link that weighs next to nothing. The torso hangs from
the link ``world`` by a planar joint, which is how it moves in our arenas (by a floating one in
any other). What a part looks like
is an STL file; it collides as boxes, balls and cylinders, or as that mesh where it is an
ellipsoid. Water, floor, springs and servos are not part of URDF: a motor is known by the most
torque it gives, as the limit of its joint, and by a transmission.

A written file also carries the body itself, as text in the element ``nge_body``, which readers of
URDF pass over. Reading takes that; a file that was edited after it was written is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from hashlib import blake2b
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import mujoco
import numpy as np

from nge.body.body_plan import ORIGIN, Hinge, PartPlan, Shape, Solid
from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named
from nge.body.serialization import from_json, to_json
from nge.errors import BodyError, PhysicsError
from nge.physics import scenery
from nge.physics.arena import Arena
from nge.physics.compile import compile_body, joint_name, part_name
from nge.physics.meshes import stl_of, turn_matrix
from nge.physics.mjcf import BODY_TEXT
from nge.physics.motion import part_frames

GHOST_MASS, GHOST_INERTIA = 1e-9, 1e-12  # kg, kg m^2; MuJoCo refuses a moving link without any
FASTEST = 100.0  # rad/s; URDF demands a limit, we have none
SERVO_ERROR = 1.0  # rad; how far from its target a servo gives the torque we state


def urdf_of(body: BodyGraph, arena: Arena, name: str = "robot") -> dict[str, bytes]:
    """Return the files of a body in its arena: ``name``.urdf and the meshes it shows."""
    compiled = compile_body(body, arena)
    folder = f"{name}_meshes"
    robot = Element("robot", name=name)
    # For MuJoCo: keep the torso's mass, the folder of the meshes, and what is only seen.
    SubElement(
        SubElement(robot, "mujoco"),
        "compiler",
        {"fusestatic": "false", "strippath": "false", "discardvisual": "false"},
    )
    SubElement(robot, "link", name="world")
    torso = part_frames(compiled, compiled.start[None])[0, 0]
    place = (torso[:3], turn_matrix(torso[3:]))
    root = "floating" if arena.plane is None else "planar"
    axis = arena.plane or (0.0, 0.0, 1.0)
    _add_joint(robot, "root", root, axis, "world", part_name(body, 0), place)
    for row, part in enumerate(kind_named(body.kind).plan(body).parts):
        link = part_name(body, row)
        if row:
            _add_hinges(robot, body, row, part, arena)
        made = SubElement(robot, "link", name=link)
        _add_inertia(made, *_inertia(compiled.model, compiled.bodies[row]))
        mesh = f"{folder}/{link}.stl"
        seen = _add_shape(made, "visual", ORIGIN, np.eye(3), "mesh", filename=mesh)
        colour = scenery.part_colour(body.parts[row].id if row else 0)
        SubElement(SubElement(seen, "material", name=link), "color", rgba=_text(*colour))
        _add_collisions(made, part, mesh)
    ElementTree.indent(robot)
    SubElement(robot, BODY_TEXT, digest=_digest(robot)).text = to_json(body)
    text = ElementTree.tostring(robot, encoding="utf-8", xml_declaration=True)
    meshes = {f"{folder}/{link}.stl": content for link, content in stl_of(body).items()}
    return {f"{name}.urdf": text, **meshes}


def urdf_holds_body(text: str) -> bool:
    """Tell whether a URDF was written by ``urdf_of``; what cannot be parsed was not."""
    try:
        return ElementTree.fromstring(text).find(BODY_TEXT) is not None
    except ElementTree.ParseError:
        return False


def read_urdf(text: str) -> BodyGraph:
    """Return the body that a file written by ``urdf_of`` holds."""
    robot = ElementTree.fromstring(text)
    held = robot.find(BODY_TEXT)
    if held is None:
        raise BodyError(f"this URDF holds no body of nge (no element {BODY_TEXT!r})")
    body = from_json(held.text or "")
    robot.remove(held)
    if held.get("digest") != _digest(robot):
        raise BodyError(
            "this URDF was edited after nge wrote it; edit the body's JSON instead and write the "
            "URDF again, or make another body of it with 'nge import'"
        )
    return body


def _digest(robot: Element) -> str:
    """Return a digest of a URDF that changes of white space leave as it is."""
    text = ElementTree.canonicalize(ElementTree.tostring(robot), strip_text=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _add_hinges(robot: Element, body: BodyGraph, row: int, part: PartPlan, arena: Arena) -> None:
    """Add the joints from the parent to a part, and the ghosts between them."""
    before = part_name(body, body.parents[row])
    at, turn = np.array(part.position), turn_matrix(part.rotation)
    for index, hinge in enumerate(part.hinges):
        last = index == len(part.hinges) - 1
        name = joint_name(body, row, index)
        after = part_name(body, row) if last else f"{name}_ghost"
        if hinge.anchor != ORIGIN:  # none of our kinds has such a hinge
            raise PhysicsError(f"joint {name} is not at the origin of its part, as URDF needs it")
        kind = "continuous" if hinge.limits is None else "revolute"
        joint = _add_joint(robot, name, kind, hinge.axis, before, after, (at, turn))
        _add_limits(joint, hinge)
        SubElement(joint, "dynamics", damping=_text(arena.damping), friction="0")
        _add_transmission(robot, name)
        if not last:
            ghost = SubElement(robot, "link", name=after)
            _add_inertia(ghost, GHOST_MASS, np.zeros(3), GHOST_INERTIA * np.eye(3))
        before, at, turn = after, np.zeros(3), np.eye(3)


def _add_joint(
    robot: Element,
    name: str,
    kind: str,
    axis: tuple[float, ...] | np.ndarray,
    parent: str,
    child: str,
    place: tuple[np.ndarray, np.ndarray],
) -> Element:
    joint = SubElement(robot, "joint", name=name, type=kind)
    _add_origin(joint, *place)
    SubElement(joint, "parent", link=parent)
    SubElement(joint, "child", link=child)
    SubElement(joint, "axis", xyz=_text(*axis))
    return joint


def _add_limits(joint: Element, hinge: Hinge) -> None:
    torque = hinge.motor.torque or hinge.motor.stiffness * SERVO_ERROR
    limits = {"effort": _text(torque), "velocity": _text(FASTEST)}
    if hinge.limits is not None:
        limits |= {"lower": _text(hinge.limits[0]), "upper": _text(hinge.limits[1])}
    SubElement(joint, "limit", limits)


def _add_transmission(robot: Element, joint: str) -> None:
    made = SubElement(robot, "transmission", name=f"{joint}_transmission")
    SubElement(made, "type").text = "transmission_interface/SimpleTransmission"
    for kind, name in (("joint", joint), ("actuator", f"{joint}_motor")):
        end = SubElement(made, kind, name=name)
        SubElement(end, "hardwareInterface").text = "hardware_interface/EffortJointInterface"


def _inertia(model: mujoco.MjModel, part: int) -> tuple[float, np.ndarray, np.ndarray]:
    """Return mass, centre of mass and inertia about it, in the axes of the part."""
    turn = turn_matrix(model.body_iquat[part])
    about = turn @ np.diag(model.body_inertia[part]) @ turn.T
    return float(model.body_mass[part]), model.body_ipos[part], about


def _add_inertia(link: Element, mass: float, centre: np.ndarray, about: np.ndarray) -> None:
    inertial = SubElement(link, "inertial")
    _add_origin(inertial, centre, np.eye(3))
    SubElement(inertial, "mass", value=_text(mass))
    moments = {f"i{'xyz'[i]}{'xyz'[j]}": _text(about[i, j]) for i in range(3) for j in range(i, 3)}
    SubElement(inertial, "inertia", moments)


def _add_collisions(link: Element, part: PartPlan, mesh: str) -> None:
    solid = [one for one in part.solids if one.collides and one.density > 0]
    if any(one.shape == Shape.ELLIPSOID for one in solid):
        _add_shape(link, "collision", ORIGIN, np.eye(3), "mesh", filename=mesh)
        return
    for one in solid:
        for offset, shape, numbers in _primitives(one):
            turn = turn_matrix(one.rotation)
            at = np.array(one.position) + turn @ (0.0, 0.0, offset)
            _add_shape(link, "collision", at, turn, shape, **numbers)


def _primitives(solid: Solid) -> Iterator[tuple[float, str, dict[str, str]]]:
    """Yield the shapes URDF has that make up a solid, each with its place along z."""
    match solid.shape:
        case Shape.BOX:
            yield 0.0, "box", {"size": _text(*(2 * side for side in solid.size))}
        case Shape.SPHERE:
            yield 0.0, "sphere", {"radius": _text(solid.size[0])}
        case Shape.CAPSULE:
            radius, half_length = solid.size
            yield 0.0, "cylinder", {"radius": _text(radius), "length": _text(2 * half_length)}
            for end in (-half_length, half_length):
                yield end, "sphere", {"radius": _text(radius)}


def _add_shape(
    link: Element,
    use: str,
    at: tuple[float, ...] | np.ndarray,
    turn: np.ndarray,
    shape: str,
    **numbers: str,
) -> Element:
    made = SubElement(link, use)
    _add_origin(made, at, turn)
    SubElement(SubElement(made, "geometry"), shape, numbers)
    return made


def _add_origin(element: Element, at: tuple[float, ...] | np.ndarray, turn: np.ndarray) -> None:
    SubElement(element, "origin", xyz=_text(*at), rpy=_text(*_roll_pitch_yaw(turn)))


def _roll_pitch_yaw(turn: np.ndarray) -> tuple[float, float, float]:
    """Return a rotation as turns about the fixed x, y and z axes, one after the other."""
    level = math.hypot(turn[0, 0], turn[1, 0])
    pitch = math.atan2(-turn[2, 0], level)
    if level < 1e-9:  # straight up or down, where roll and yaw are the same thing
        return math.atan2(-turn[1, 2], turn[1, 1]), pitch, 0.0
    return math.atan2(turn[2, 1], turn[2, 2]), pitch, math.atan2(turn[1, 0], turn[0, 0])


def _text(*numbers: float) -> str:
    return " ".join(f"{float(number) + 0.0:.17g}" for number in numbers)
