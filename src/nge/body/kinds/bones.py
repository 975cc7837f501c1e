"""Bones: capsules from joint to joint, one hinge each, as in the co-design suite.

A bone goes from its joint to its end, which is ``offset`` away, and may extend backwards beyond
the joint. Its children begin at its end. The frames of all parts are parallel at rest, so an offset
means the same in every part. Three kinds differ in where bones lie and turn: planar bones in the
x-z plane, swimming bones in the x-y plane, spatial bones in the x-y plane about horizontal hinges,
around a ball.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import ClassVar

from nge.body.body_plan import (
    BodyPlan,
    Hinge,
    Motor,
    PartPlan,
    Quaternion,
    Shape,
    Solid,
    Vector,
)
from nge.body.graph import Attributes, BodyGraph
from nge.body.space import DEGREE, TURN, Attribute, Kind

SHORTEST = 0.001  # m; a bone whose end is nearer to its joint is drawn out to this length


def _bone(
    axes: str, reach: float, radius: tuple[float, float], extension: float
) -> tuple[Attribute, ...]:
    """Return what torsos and limbs have in common."""
    return (
        *(
            Attribute(
                f"offset_{axis}", "m", -reach, reach, f"from its joint to its end, along {axis}"
            )
            for axis in axes
        ),
        Attribute("radius", "m", *radius, "radius", log=True),
        Attribute("extension", "m", 0.0, extension, "how far it goes back beyond its joint"),
    )


def _joint(gear: float) -> tuple[Attribute, ...]:
    return (
        Attribute("gear", "Nm", 20.0, gear, "torque at full command", log=True),
        Attribute(
            "turn", "rad", 10 * DEGREE, TURN, "how far its joint turns both ways", fixed=True
        ),
    )


class Bones(Kind):
    """What the three kinds have in common: the first four attributes of a limb, and its place."""

    joints = 1
    random_limbs_on_torso = False
    density: ClassVar[float] = 1000.0
    """kg/m^3"""

    def vector(self, x: float, other: float) -> Vector:
        """Return an offset in space, by default in the x-y plane."""
        return (x, other, 0.0)

    @abstractmethod
    def axis(self, limb: Attributes) -> Vector:
        """Return the axis of a limb's hinge."""

    def straight(self, limb: Attributes) -> Vector:
        """Return the direction of a bone without an offset."""
        return self.vector(0.0, -1.0)

    def mirrored(self, limb: Attributes, first: bool) -> Attributes:
        """Swap front and back, or the two sides of a swimmer."""
        return (-limb[0], *limb[1:])

    def centred(self, limb: Attributes) -> Attributes:
        return (0.0, *limb[1:])

    def torso_plan(self, torso: Attributes) -> tuple[PartPlan, Vector]:
        """Return the torso and where its limbs begin."""
        end = self._end(torso)
        return PartPlan((self._solid(end, *torso[2:]),)), end

    def plan(self, body: BodyGraph) -> BodyPlan:
        torso, end = self.torso_plan(body.parts[0].attributes)
        parts, ends = [torso], [end]
        for part, parent in zip(body.parts[1:], body.parents[1:], strict=True):
            _, _, radius, extension, gear, turn, *_ = part.attributes
            end = self._end(part.attributes)
            hinge = Hinge(self.axis(part.attributes), Motor(torque=gear), limits=(-turn, turn))
            solid = self._solid(end, radius, extension)
            parts.append(PartPlan((solid,), position=ends[parent], hinges=(hinge,)))
            ends.append(end)
        return BodyPlan(tuple(parts))

    def _end(self, bone: Attributes) -> Vector:
        """Return the end of a bone, seen from its joint."""
        if math.hypot(*bone[:2]) >= SHORTEST:
            return self.vector(*bone[:2])
        return _scaled(self.straight(bone), SHORTEST)

    def _solid(self, end: Vector, radius: float, extension: float) -> Solid:
        """Return a capsule to ``end`` whose z axis points back."""
        length = math.hypot(*end)
        back = _scaled(end, -1 / length)
        return Solid(
            Shape.CAPSULE,
            (radius, (length + extension) / 2),
            _scaled(back, (extension - length) / 2),
            _towards(back),
            self.density,
        )


class PlanarBones(Bones):
    """Bones in the x-z plane."""

    name = "planar-bones"
    about = "capsules from joint to joint in a vertical plane, one hinge each"
    torso = _bone("xz", 0.5, (0.03, 0.08), 0.5)
    limb = (*_bone("xz", 0.5, (0.03, 0.08), 0.5), *_joint(400.0))
    random_torso = (0.0, -0.2, 0.05, 0.2)

    def vector(self, x: float, other: float) -> Vector:
        return (x, 0.0, other)

    def axis(self, limb: Attributes) -> Vector:
        """Return -y: a positive angle swings a leg that hangs down forwards."""
        return (0.0, -1.0, 0.0)


class SwimmingBones(Bones):
    """Bones in the x-y plane, which they do not leave."""

    name = "swimming-bones"
    about = "capsules from joint to joint in a horizontal plane, one upright hinge each"
    torso = _bone("xy", 1.5, (0.06, 0.2), 0.2)
    limb = (*_bone("xy", 1.5, (0.06, 0.2), 0.2), *_joint(300.0))
    random_torso = (0.0, -1.0, 0.08, 0.0)

    def axis(self, limb: Attributes) -> Vector:
        return (0.0, 0.0, 1.0)


class SpatialBones(Bones):
    """A ball with bones that lie in the x-y plane at rest and turn about horizontal hinges.

    The mirror plane is y = 0. A hinge's axis is mirrored as rotations are, so that the same
    command moves the mirror image in the mirrored way.
    """

    name = "spatial-bones"
    about = "capsules from joint to joint around a ball, one horizontal hinge each"
    torso = (Attribute("radius", "m", 0.1, 0.4, "radius of the ball", log=True),)
    limb = (
        *_bone("xy", 0.5, (0.03, 0.1), 0.2),
        *_joint(400.0),
        Attribute(
            "axis", "rad", 0.0, TURN, "direction of its hinge in the x-y plane", True, fixed=True
        ),
    )
    random_torso = (0.25,)
    density = 5.0

    def axis(self, limb: Attributes) -> Vector:
        return (math.cos(limb[-1]), math.sin(limb[-1]), 0.0)

    def straight(self, limb: Attributes) -> Vector:
        """Return the direction across the hinge."""
        return (math.sin(limb[-1]), -math.cos(limb[-1]), 0.0)

    def mirrored(self, limb: Attributes, first: bool) -> Attributes:
        """Swap left and right."""
        x, y, *others, axis = limb
        return (x, -y, *others, (math.pi - axis) % TURN)

    def centred(self, limb: Attributes) -> Attributes:
        """Move the bone into the plane y = 0, its hinge across."""
        x, _, *others, axis = limb
        return (x, 0.0, *others, math.pi / 2 if math.sin(axis) >= 0 else 1.5 * math.pi)

    def torso_plan(self, torso: Attributes) -> tuple[PartPlan, Vector]:
        """Return the ball, in whose centre limbs begin."""
        return PartPlan((Solid(Shape.SPHERE, torso, density=self.density),)), (0.0, 0.0, 0.0)


def _scaled(vector: Vector, factor: float) -> Vector:
    return (factor * vector[0], factor * vector[1], factor * vector[2])


def _towards(direction: Vector) -> Quaternion:
    """Return the shortest rotation of the z axis to a direction of length 1."""
    x, y, z = direction
    length = math.hypot(1 + z, x, y)
    if length < 1e-9:
        return (0.0, 1.0, 0.0, 0.0)
    return ((1 + z) / length, -y / length, x / length, 0.0)


KINDS = (PlanarBones(), SwimmingBones(), SpatialBones())
