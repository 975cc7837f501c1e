"""Fins: ellipsoids on the surface of their parent, three hinges each, for fish.

A fin stands on the point (u, v) of its parent's ellipsoid and grows along the outward
normal, which is its y axis. ``roll`` turns it about that normal. Its three hinges turn
about the fin's own x, y and z through the point where it is attached.

The mirror plane is x = 0 of the parent. With u -> pi - u and roll -> pi - roll the
fin's frame is reflected in its own x too, so one rule mirrors every part of a limb.
"""

from __future__ import annotations

import math

from nge.body.body_plan import BodyPlan, Hinge, Motor, PartPlan, Quaternion, Shape, Solid, Vector
from nge.body.graph import Attributes, BodyGraph
from nge.body.space import TURN, Attribute, Kind

SERVO = Motor(stiffness=5e-4)
AXES: tuple[Vector, Vector, Vector] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
JOINT_RADIUS = 0.003  # m; the ball in which a fin's motors sit, about 0.11 g
THINNEST = 0.0005  # m; half size of an imported fin, which may have to make up for that ball
CORE_SHARE = 0.75  # length and height of the box that carries the torso's mass, of the torso's


def _half_size(name: str, about: str) -> Attribute:
    return Attribute(name, "m", 0.001, 0.035, about, log=True, imported_low=THINNEST)


class Fins(Kind):
    """A torso with ellipsoid fins."""

    name = "fins"
    about = "ellipsoids on the surface of their parent, three hinges each"
    torso = (
        Attribute("a", "m", 0.005, 0.04, "half width of the torso", log=True),
        Attribute(
            "b", "m", 0.04, 0.16, "half length of the torso, along its swimming direction", log=True
        ),
        Attribute("c", "m", 0.02, 0.08, "half height of the torso", log=True),
        Attribute(
            "core",
            "m",
            0.001,
            0.03,
            "half width of the box that carries its mass",
            log=True,
            mutated_low=0.002,
        ),
    )
    limb = (
        Attribute("u", "rad", 0.0, TURN, "where on the parent: around its z axis", periodic=True),
        Attribute("v", "rad", 0.0, math.pi, "where on the parent: down from its z axis"),
        Attribute("roll", "rad", 0.0, TURN, "turn about the outward normal", periodic=True),
        _half_size("a", "half size along the fin's x axis"),
        _half_size("b", "half size along the outward normal"),
        _half_size("c", "half size along the fin's z axis"),
    )
    joints = 3
    random_torso = (0.01, 0.08, 0.04, 0.0075)
    random_limbs_on_torso = True

    def mirrored(self, limb: Attributes, first: bool) -> Attributes:
        """Reflect in the parent's plane x = 0."""
        u, v, roll, a, b, c = limb
        return ((math.pi - u) % TURN, v, (math.pi - roll) % TURN, a, b, c)

    def centred(self, limb: Attributes) -> Attributes:
        u, v, roll, a, b, c = limb
        return (_up_or_down(u), v, _up_or_down(roll), a, b, c)

    def plan(self, body: BodyGraph) -> BodyPlan:
        """Return the ellipsoids, servos and the hidden box that carries the torso's mass."""
        parts = [_torso(body.parts[0].attributes)]
        for part, parent in zip(body.parts[1:], body.parents[1:], strict=True):
            parent_size = body.parts[parent].attributes[0 if parent == 0 else 3 :][:3]
            offset = parent_size[1] if parent else 0.0  # a fin's frame sits at its root
            parts.append(_fin(part.attributes, parent_size, offset))
        return BodyPlan(tuple(parts))


def _torso(attributes: Attributes) -> PartPlan:
    a, b, c, core = attributes
    return PartPlan(
        (
            Solid(Shape.ELLIPSOID, (a, b, c), density=0.0),
            Solid(Shape.BOX, (core, CORE_SHARE * b, CORE_SHARE * c), visible=False),
        )
    )


def _fin(attributes: Attributes, parent: Attributes, offset: float) -> PartPlan:
    """Place a fin on a parent ellipsoid whose centre is ``offset`` along the parent's y axis."""
    u, v, roll, a, b, c = attributes
    point, rotation = _stand(u, v, roll, parent)
    return PartPlan(
        solids=(
            Solid(Shape.ELLIPSOID, (a, b, c), (0.0, b, 0.0)),
            Solid(Shape.SPHERE, (JOINT_RADIUS,)),
        ),
        position=(point[0], point[1] + offset, point[2]),
        rotation=rotation,
        hinges=tuple(Hinge(axis, SERVO) for axis in AXES),
    )


def _stand(u: float, v: float, roll: float, size: Attributes) -> tuple[Vector, Quaternion]:
    """Return a point on an ellipsoid and the frame whose y axis is the normal there."""
    a, b, c = size
    cos_u, sin_u, cos_v, sin_v = math.cos(u), math.sin(u), math.cos(v), math.sin(v)
    point = (a * cos_u * sin_v, b * sin_u * sin_v, c * cos_v)
    y = _unit((cos_u * sin_v / a, sin_u * sin_v / b, cos_v / c))
    down = _unit((a * cos_u * cos_v, b * sin_u * cos_v, -c * sin_v))  # along growing v
    side = _cross(y, down)
    cos_roll, sin_roll = math.cos(roll), math.sin(roll)
    x = tuple(cos_roll * d + sin_roll * s for d, s in zip(down, side, strict=True))
    return point, _quaternion(x, y, _cross(x, y))


def _up_or_down(angle: float) -> float:
    return math.pi / 2 if math.sin(angle) >= 0 else 1.5 * math.pi


def _unit(vector: Vector) -> Vector:
    length = math.sqrt(sum(x * x for x in vector))
    return (vector[0] / length, vector[1] / length, vector[2] / length)


def _cross(p: tuple[float, ...], q: tuple[float, ...]) -> Vector:
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def _quaternion(x: tuple[float, ...], y: Vector, z: Vector) -> Quaternion:
    """Return the rotation whose columns are x, y, z, by the branch with the largest divisor."""
    trace = x[0] + y[1] + z[2]
    if trace > 0:
        s = 2 * math.sqrt(1 + trace)
        return (s / 4, (y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s)
    if x[0] >= y[1] and x[0] >= z[2]:
        s = 2 * math.sqrt(1 + x[0] - y[1] - z[2])
        return ((y[2] - z[1]) / s, s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s)
    if y[1] >= z[2]:
        s = 2 * math.sqrt(1 + y[1] - x[0] - z[2])
        return ((z[0] - x[2]) / s, (y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s)
    s = 2 * math.sqrt(1 + z[2] - x[0] - y[1])
    return ((x[1] - y[0]) / s, (z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4)


KIND = Fins()
