"""The body plan: solids, hinges, motors and sensors of a body, for any physics engine.

A ``BodyPlan`` has one ``PartPlan`` per part, in part order. Positions and rotations are in the
frame of the part they belong to, in metres, radians and kilograms. No engine is named here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

ORIGIN: Vector = (0.0, 0.0, 0.0)
UNTURNED: Quaternion = (1.0, 0.0, 0.0, 0.0)


class Shape(StrEnum):
    """Solids a part can be made of."""

    ELLIPSOID = "ellipsoid"  # size: three semi-axes
    CAPSULE = "capsule"  # size: radius, half length without caps; along z
    BOX = "box"  # size: three half lengths
    SPHERE = "sphere"  # size: radius


@dataclass(frozen=True, slots=True)
class Solid:
    """One piece of a part."""

    shape: Shape
    size: tuple[float, ...]
    position: Vector = ORIGIN
    rotation: Quaternion = UNTURNED
    density: float = 1000.0
    """kg/m^3; 0 for a piece that is only looked at."""
    visible: bool = True
    collides: bool = True


@dataclass(frozen=True, slots=True)
class Motor:
    """What drives a hinge for a command in -1..1: a position servo, or a torque."""

    torque: float = 0.0
    """Nm at command 1, for a torque motor."""
    stiffness: float = 0.0
    """Nm/rad towards an angle of (command) rad, for a servo."""


@dataclass(frozen=True, slots=True)
class Hinge:
    """A joint that turns about one axis through ``anchor``, and the motor that drives it."""

    axis: Vector
    motor: Motor
    anchor: Vector = ORIGIN
    limits: tuple[float, float] | None = None
    """Lowest and highest angle in radians; None turns freely."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A ball in which contact forces are felt."""

    position: Vector
    radius: float


@dataclass(frozen=True, slots=True)
class PartPlan:
    """One part: where its frame sits in its parent's frame, and what it carries."""

    solids: tuple[Solid, ...]
    position: Vector = ORIGIN
    rotation: Quaternion = UNTURNED
    hinges: tuple[Hinge, ...] = ()
    touches: tuple[Touch, ...] = ()


@dataclass(frozen=True, slots=True)
class BodyPlan:
    """A whole body, part by part, and how it stands at the start of an episode."""

    parts: tuple[PartPlan, ...]
    start: Mapping[str, float] = field(default_factory=dict)
    """Start values of root joints by name; the others start at 0."""


@dataclass(frozen=True, slots=True)
class Ball:
    """A solid as the line through its middle and a distance all around it, in the world."""

    start: Vector
    end: Vector
    radius: float


def placed(plan: BodyPlan, parents: Sequence[int]) -> list[list[Ball]]:
    """Return where every solid of every part is with all joints at rest.

    Capsules and spheres are exact, other shapes stand as the smallest ball around them.
    """
    frames: list[tuple[Vector, Quaternion]] = []
    balls = []
    for part, parent in zip(plan.parts, parents, strict=True):
        if frames:
            origin, turn = frames[parent]
            frame = (point_in(origin, turn, part.position), quaternion_product(turn, part.rotation))
        else:
            frame = (part.position, part.rotation)
        frames.append(frame)
        balls.append([_ball(solid, *frame) for solid in part.solids])
    return balls


def gap(one: Ball, other: Ball) -> float:
    """Return the distance between two placed solids; negative where they overlap."""
    along, across = _minus(one.end, one.start), _minus(other.end, other.start)
    between = _minus(one.start, other.start)
    a, b, c = _dot(along, along), _dot(along, across), _dot(across, across)
    d, e = _dot(along, between), _dot(across, between)
    squeeze = a * c - b * b
    s = _share((b * e - c * d) / squeeze) if squeeze > 1e-12 * max(a * c, 1e-12) else 0.0
    t = _share((b * s + e) / c) if c > 0 else 0.0
    s = _share((b * t - d) / a) if a > 0 else 0.0
    apart = tuple(between[i] + s * along[i] - t * across[i] for i in range(3))
    return math.sqrt(_dot(apart, apart)) - one.radius - other.radius


def point_in(origin: Vector, turn: Quaternion, offset: Vector) -> Vector:
    """Return the point ``offset`` away in a turned frame."""
    w, x, y, z = turn
    _, p, q, r = quaternion_product(quaternion_product(turn, (0.0, *offset)), (w, -x, -y, -z))
    return (origin[0] + p, origin[1] + q, origin[2] + r)


def quaternion_product(p: Quaternion, q: Quaternion) -> Quaternion:
    """Return the rotation that turns by ``q`` and then, as seen from outside, by ``p``."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


def _ball(solid: Solid, origin: Vector, turn: Quaternion) -> Ball:
    middle = point_in(origin, turn, solid.position)
    if solid.shape is Shape.CAPSULE:
        axis = quaternion_product(turn, solid.rotation)
        half = solid.size[1]
        return Ball(
            point_in(middle, axis, (0.0, 0.0, -half)),
            point_in(middle, axis, (0.0, 0.0, half)),
            solid.size[0],
        )
    radius = math.hypot(*solid.size) if solid.shape is Shape.BOX else max(solid.size)
    return Ball(middle, middle, radius)


def _minus(p: Vector, q: Vector) -> Vector:
    return (p[0] - q[0], p[1] - q[1], p[2] - q[2])


def _dot(p: Sequence[float], q: Sequence[float]) -> float:
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def _share(value: float) -> float:
    return min(max(value, 0.0), 1.0)
