"""A robot as spatial limbs: capsules in space, one to three hinges each.

Nothing is turned: the robot's x axis is forwards. Each part becomes the capsule that is most like
it; a torso lies in the x-z plane. All parts have one density, that of most parts of the robot. The
hinges of a part move to one place, and their axes to the nearest that a limb can have: the first
any, the second across the first and the limb, the third across both.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations

import numpy as np

from nge.body.graph import Attributes, BodyGraph
from nge.body.importers.capsules import SPACE, UPRIGHT_PLANE, Capsule
from nge.body.importers.source_robot import (
    ImportedBody,
    Notes,
    Robot,
    RobotPart,
    Turn,
    paired,
    turn_limits,
)
from nge.body.kinds.limbs import SLACK
from nge.body.kinds.limbs3d import KIND, MOST_HINGES, hinge_axes
from nge.body.space import DEGREE, TURN

SMALL = 1e-6  # m, or part of a unit vector; as good as 0
STRAIGHT = 5 * DEGREE  # a smaller turn of an axis is not worth a note
LIMITS = {attribute.name: attribute for attribute in KIND.limb}


def nearest_body(robot: Robot, density: float | None) -> ImportedBody:
    """Return the spatial body that is most like a robot; its density is the robot's own."""
    robot = robot.without_ghosts()
    robot = robot.stiffened(lambda part: _kept_turns(part, robot.notes))
    torso, *limbs = robot.parts
    made = [_SpatialCapsule(torso, UPRIGHT_PLANE), *(_SpatialCapsule(one, SPACE) for one in limbs)]
    density = _density(robot, made)
    middle = float(made[0].centre[1])
    made[0].settle(torso, KIND.torso, robot.notes, density)
    body = BodyGraph.torso_alone(KIND.name, made[0].as_torso(density))
    for part, limb in zip(limbs, made[1:], strict=True):
        limb.settle(part, KIND.limb, robot.notes, density)
        body = body.attach(part.parent, limb.hung(part, made[part.parent], middle, robot.notes))
    parts = map(Capsule.compared, made, robot.parts)
    kept = "its direction, hinges, ranges and torques"
    return ImportedBody.of(paired(KIND, body), parts, kept, robot.notes)


def _density(robot: Robot, made: list[_SpatialCapsule]) -> float:
    """Return the density of most parts, or as much as the densest part needs at its length."""
    each = [part.mass / one.mass(1.0) for part, one in zip(robot.parts, made, strict=True)]
    least = [part.mass * one.least_density for part, one in zip(robot.parts, made, strict=True)]
    return robot.notes.bounded(KIND.torso[3], max(float(np.median(each)), *least), robot.name)


def _kept_turns(part: RobotPart, notes: Notes) -> tuple[Turn, ...]:
    for turn in part.turns[MOST_HINGES:]:
        notes.drop("hinges beyond the third of a part; stiff here", turn.name)
    return part.turns[:MOST_HINGES]


class _SpatialCapsule(Capsule):
    """A part's capsule in space, and the frame of the part."""

    def __init__(self, part: RobotPart, within: np.ndarray) -> None:
        super().__init__(part, within)
        ahead, up = self.along[0], self.along[2]
        if ahead < -1e-9 or (abs(ahead) <= 1e-9 and up < 0):  # a torso: forwards or up
            self.along = -self.along
        self.frame = self.lying = np.eye(3)
        """Directions of the part's axes, and those along and across its capsule. Each [3, 3]"""

    def as_torso(self, density: float) -> Attributes:
        pitch = math.atan2(self.along[2], self.along[0])
        self.lying = _raised(pitch)
        return (self.radius, self.half_length, pitch, density)

    def hung(
        self, part: RobotPart, parent: _SpatialCapsule, middle: float, notes: Notes
    ) -> Attributes:
        """Return the attributes of a limb on its parent, and move the capsule to where it is.

        ``middle`` is the y of the robot's middle.
        """
        anchor = np.mean([turn.anchor for turn in part.turns], axis=0)
        if (self.centre - anchor) @ self.along < 0:
            self.along = -self.along
        reach = np.array((parent.half_length + parent.radius, parent.radius, parent.radius))
        where = parent.lying.T @ (anchor - parent.centre) / reach
        place = [
            _nearest(name, float(value))
            for name, value in zip(("position", "left", "up"), where, strict=True)
        ]
        joint = parent.centre + parent.lying @ (reach * place)
        pivot = _nearest("pivot", -float((self.centre - joint) @ self.along) / self.half_length)
        centre = joint - pivot * self.half_length * self.along
        notes.shift("joint", joint - anchor, part.name)
        notes.shift("part", centre - self.centre, part.name)
        self.centre = centre
        x, y, z = parent.frame.T @ self.along
        azimuth = _around(math.atan2(y, x))
        elevation = _nearest("elevation", math.asin(min(max(z, -1.0), 1.0)))
        self.frame = self.lying = parent.frame @ _turned_left(azimuth) @ _raised(elevation)
        return (
            *place,
            *(azimuth, elevation, pivot, self.radius, self.half_length),
            *_hinges(part, self.frame, middle, notes),
        )


def _hinges(part: RobotPart, frame: np.ndarray, middle: float, notes: Notes) -> Attributes:
    """Return the attributes of a limb from its number of hinges on; ``middle`` is the torso's y."""
    side = -1.0 if part.turns[0].anchor[1] < middle - SMALL else 1.0
    turns = [_facing(turn, frame, side) for turn in part.turns]
    fits = [(*_fitted([axis for _, axis in order]), order) for order in permutations(turns)]
    error, axis, lean, order = min(fits, key=lambda fit: round(fit[0], 3))  # the first of equals
    if order != tuple(turns):
        notes.approximate("hinges in another order", part.name)
    if error > STRAIGHT:
        notes.approximate(f"axis of a hinge turned by up to {error / DEGREE:.0f}°", part.name)
    values = [float(len(turns)), axis, lean]
    for (turn, given), ours in zip(order, hinge_axes(axis, lean), strict=False):
        if not turn.torque:
            notes.approximate("has no motor, here the weakest", turn.name)
        backward, forward = turn_limits(turn, bool(given @ ours > 0), turn.name, SLACK, notes)
        gear = turn.torque or LIMITS["gear_1"].low
        for name, value in (("gear_1", gear), ("backward_1", backward), ("forward_1", forward)):
            values.append(notes.bounded(LIMITS[name], value, turn.name))
    idle = [LIMITS["gear_1"].low, 0.0, 0.0] * (MOST_HINGES - len(turns))
    return (*values, *idle)


def _facing(turn: Turn, frame: np.ndarray, side: float) -> tuple[Turn, np.ndarray]:
    """Return a hinge, reversed if need be so that left and right are mirrored, and its axis here.

    A mirror image of a rotation about (x, y, z) is one about (-x, y, -z); ``side`` is -1 on the
    right.
    """
    x, y, z = axis = frame.T @ turn.axis
    first = next(value for value in (-y, side * z, side * x) if abs(value) > SMALL)
    if first > 0:
        return turn, axis
    limits = None if turn.limits is None else (-turn.limits[1], -turn.limits[0])
    return replace(turn, limits=limits), -axis


def _fitted(axes: list[np.ndarray]) -> tuple[float, float, float]:
    """Return the largest angle by which hinges must turn, and axis and lean of the first."""
    x, y, z = axes[0]
    lean = _nearest("lean", math.asin(min(max(x, -1.0), 1.0)))
    axis = _around(math.atan2(-z, -y))
    if math.hypot(y, z) < SMALL:  # along the limb, so the second decides
        axis = _around(math.atan2(-axes[1][1], axes[1][2])) if len(axes) > 1 else 0.0
    made = zip(hinge_axes(axis, lean), axes, strict=False)
    error = max(math.acos(min(abs(float(np.dot(ours, given))), 1.0)) for ours, given in made)
    return error, axis, lean


def _nearest(name: str, value: float) -> float:
    """Return the nearest value that an imported limb may have."""
    return min(max(_rounded(value), LIMITS[name].least), LIMITS[name].most)


def _around(angle: float) -> float:
    """Return an angle from 0 to a whole turn."""
    turned = _rounded(angle) % TURN
    return turned if TURN - turned > SMALL else 0.0


def _rounded(value: float) -> float:
    """Return a number without the noise of rotations, so that mirror images are equal."""
    return round(value, 9) if abs(value) > SMALL else 0.0


def _raised(angle: float) -> np.ndarray:
    """Return the rotation of the x axis upwards."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([(c, 0.0, -s), (0.0, 1.0, 0.0), (s, 0.0, c)])


def _turned_left(angle: float) -> np.ndarray:
    """Return the rotation of the x axis towards the y axis."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([(c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)])
