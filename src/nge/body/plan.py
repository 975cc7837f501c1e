"""What a body is made of, in numbers: the drawing a kind hands to a physics engine.

A ``Plan`` has one ``PartPlan`` per part, in part order. Positions and rotations are in the
frame of the part they belong to, in metres, radians and kilograms. No engine is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
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
class Plan:
    """A whole body, part by part, and how it stands at the start of an episode."""

    parts: tuple[PartPlan, ...]
    start: Mapping[str, float] = field(default_factory=dict)
    """Start values of root joints by name; the others start at 0."""
