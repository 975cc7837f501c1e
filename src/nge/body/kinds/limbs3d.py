"""Spatial limbs: capsules that point in any direction, with one to three hinges each.

The torso's frame is that of the world at the start: x forwards, y to the left, z up. The x axis of
a limb runs along its capsule, from its joint outwards, and its frame sits at its joint. The first
hinge of a limb turns about any axis. The second lies across the first and the limb, the third
across both.

The mirror plane is y = 0 of the parent. Frames of mirror images are reflected in their own y too,
so one rule mirrors every part of a limb.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar, cast

from nge.body.body_plan import (
    ORIGIN,
    UNTURNED,
    BodyPlan,
    Hinge,
    Motor,
    PartPlan,
    Quaternion,
    Shape,
    Solid,
    Touch,
    Vector,
    point_in,
    quaternion_product,
)
from nge.body.graph import Attributes, BodyGraph
from nge.body.kinds.limbs import SLACK, TOUCH_MARGIN, turned
from nge.body.space import DEGREE, TURN, Attribute, Kind

QUARTER = math.pi / 2
Z_TO_X: Quaternion = (math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0)  # capsules of a plan lie along z
DUST = 1e-12
FAR = 150 * DEGREE  # most that a hinge turns one way
MOST_HINGES = 3
HINGES, AXIS, LEAN, FIRST_HINGE = 8, 9, 10, 11  # columns of a limb
Numbers = TypeVar("Numbers", Vector, Quaternion)
PER_HINGE = 3  # columns of each: gear, backward, forward


def _hinge(number: int, which: str) -> tuple[Attribute, ...]:
    return (
        Attribute(
            f"gear_{number}",
            "Nm",
            5.0,
            400.0,
            f"torque of the {which} hinge at full command",
            log=True,
            imported_low=0.1,
            imported_high=2000.0,
        ),
        Attribute(f"backward_{number}", "rad", 0.0, FAR, f"how far the {which} hinge turns back"),
        Attribute(f"forward_{number}", "rad", 0.0, FAR, f"how far the {which} hinge turns on"),
    )


def _beside(name: str, about: str) -> Attribute:
    return Attribute(name, "", -1.2, 1.2, about, imported_low=-4.0, imported_high=4.0)


class Limbs3d(Kind):
    """A torso with capsule limbs in space."""

    name = "limbs3d"
    about = "capsules in space, one to three hinges each"
    torso = (
        Attribute("radius", "m", 0.03, 0.3, "radius of the torso", log=True),
        Attribute(
            "half_length", "m", 0.01, 0.6, "half length of the torso, without its caps", log=True
        ),
        Attribute("pitch", "rad", -QUARTER, QUARTER, "how far its front end points up"),
        Attribute("density", "kg/m^3", 5.0, 2000.0, "density of all parts", log=True),
    )
    limb = (
        Attribute("position", "", -1.0, 1.0, "where on the parent, from its near to its far tip"),
        _beside("left", "where to the left of the parent's axis, in its radii"),
        _beside("up", "where above the parent's axis, in its radii"),
        Attribute("azimuth", "rad", 0.0, TURN, "direction at rest, to the left", periodic=True),
        Attribute("elevation", "rad", -QUARTER, QUARTER, "direction at rest, upwards"),
        Attribute(
            "pivot",
            "",
            -1.3,
            0.0,
            "where the joint sits on the limb; -1: its near end",
            imported_low=-3.0,
        ),
        Attribute(
            "radius", "m", 0.02, 0.12, "radius", log=True, imported_low=0.003, imported_high=0.3
        ),
        Attribute(
            "half_length",
            "m",
            0.03,
            0.4,
            "half length, without its caps",
            log=True,
            imported_low=1e-4,
            imported_high=0.6,
        ),
        Attribute("hinges", "", 1.0, float(MOST_HINGES), "number of hinges", whole=True),
        Attribute("axis", "rad", 0.0, TURN, "first hinge's direction around the limb", True),
        Attribute("lean", "rad", -QUARTER, QUARTER, "how far it points along the limb"),
        *_hinge(1, "first"),
        *_hinge(2, "second"),
        *_hinge(3, "third"),
    )
    joints = MOST_HINGES
    hinges_vary = True
    random_torso = (0.15, 0.2, 0.0, 1000.0)
    random_limbs_on_torso = False

    def hinges(self, limb: Attributes) -> int:
        return round(limb[HINGES])

    def idle(self, limb: Attributes) -> range:
        """Return the columns of hinges that the limb has not got."""
        return range(FIRST_HINGE + PER_HINGE * self.hinges(limb), len(limb))

    def mirrored(self, limb: Attributes, first: bool) -> Attributes:
        """Swap left and right: the first hinge turns the same way, the others the other way."""
        position, left, up, azimuth, elevation, *size, axis, lean = limb[:FIRST_HINGE]
        return (
            *(position, 0.0 - left, up, -azimuth % TURN, elevation, *size),
            *(-axis % TURN, 0.0 - lean),  # without a minus before 0
            *limb[FIRST_HINGE : FIRST_HINGE + PER_HINGE],
            *(
                value
                for gear, backward, forward in _hinges(limb)[1:]
                for value in (gear, forward, backward)
            ),
        )

    def centred(self, limb: Attributes) -> Attributes:
        """Move the limb into the plane y = 0, its first hinge across it."""
        position, _, up, azimuth, elevation, *size, axis, _ = limb[:FIRST_HINGE]
        return (
            *(position, 0.0, up, _ahead_or_back(azimuth), elevation, *size),
            *(_ahead_or_back(axis), 0.0),
            *limb[FIRST_HINGE : FIRST_HINGE + PER_HINGE],
            *(
                value
                for gear, backward, forward in _hinges(limb)[1:]
                for value in (gear, (backward + forward) / 2, (backward + forward) / 2)
            ),
        )

    def plan(self, body: BodyGraph) -> BodyPlan:
        radius, half_length, pitch, density = body.parts[0].attributes
        capsules = [(radius, 0.0, half_length, turned(pitch))]
        parts = [_capsule(capsules[0], density)]
        for part, parent in zip(body.parts[1:], body.parents[1:], strict=True):
            position, left, up, azimuth, elevation, pivot, radius, half_length = part.attributes[:8]
            wide, middle, half, turn = capsules[parent]
            capsules.append((radius, -pivot * half_length, half_length, UNTURNED))
            joint = (middle + position * (half + wide), left * wide, up * wide)
            parts.append(
                replace(
                    _capsule(capsules[-1], density),
                    position=_without_dust(point_in(ORIGIN, turn, joint)),
                    rotation=_without_dust(
                        quaternion_product(_turned_left(azimuth), turned(elevation))
                    ),
                    hinges=self._made_hinges(part.attributes),
                )
            )
        return BodyPlan(tuple(parts))

    def _made_hinges(self, limb: Attributes) -> tuple[Hinge, ...]:
        turns = list(zip(hinge_axes(limb[AXIS], limb[LEAN]), _hinges(limb), strict=True))
        return tuple(
            Hinge(axis, Motor(torque=gear), limits=(-backward - SLACK, forward + SLACK))
            for axis, (gear, backward, forward) in turns[: self.hinges(limb)]
        )


def hinge_axes(axis: float, lean: float) -> tuple[Vector, Vector, Vector]:
    """Return the three axes about which a limb can turn, in its frame.

    With both 0 they are -y, z and -x: a positive first angle lifts a limb that points ahead, and
    swings one that hangs down forwards.
    """
    c, s = math.cos(axis), math.sin(axis)
    across, along = math.cos(lean), math.sin(lean)
    axes = (along, -c * across, -s * across), (0.0, -s, c), (-across, -c * along, -s * along)
    return _without_dust(axes[0]), _without_dust(axes[1]), _without_dust(axes[2])


def _hinges(limb: Attributes) -> list[Attributes]:
    """Return gear, backward and forward of each hinge."""
    columns = range(FIRST_HINGE, len(limb), PER_HINGE)
    return [limb[column : column + PER_HINGE] for column in columns]


def _capsule(capsule: tuple[float, float, float, Quaternion], density: float) -> PartPlan:
    """Return a part from its radius, its middle along x, half length, and how it is turned."""
    radius, middle, half_length, turn = capsule
    near, centre, far = (
        _without_dust(point_in(ORIGIN, turn, (x, 0.0, 0.0)))
        for x in (middle - half_length, middle, middle + half_length)
    )
    along = _without_dust(quaternion_product(turn, Z_TO_X))
    reach = radius + TOUCH_MARGIN
    return PartPlan(
        (Solid(Shape.CAPSULE, (radius, half_length), centre, along, density),),
        touches=(Touch(near, reach), Touch(far, reach)),
    )


def _without_dust(values: Numbers) -> Numbers:
    """Return numbers with those that rounding left near 0 at 0, as MuJoCo writes them to files."""
    return cast(Numbers, tuple(value if abs(value) > DUST else 0.0 for value in values))


def _turned_left(angle: float) -> Quaternion:
    """Return the rotation of the x axis towards the y axis."""
    return (math.cos(angle / 2), 0.0, 0.0, math.sin(angle / 2))


def _ahead_or_back(angle: float) -> float:
    return 0.0 if math.cos(angle) >= 0 else math.pi


KIND = Limbs3d()
