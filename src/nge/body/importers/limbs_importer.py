"""A robot as planar limbs: capsules in the x-z plane, one hinge each.

The robot is turned about the vertical until most of its hinges lie across the plane; those that
do not are made stiff. Each part becomes the capsule that is most like it. Joints lie on their
parent's axis; a capsule then goes as near as it can to where it was.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.importers.capsules import UPRIGHT_PLANE, Capsule
from nge.body.importers.source_robot import (
    NEAR,
    ImportedBody,
    Notes,
    Robot,
    RobotPart,
    turn_limits,
)
from nge.body.kinds.limbs import HEAD_ANGLE, KIND, SLACK
from nge.body.space import DEGREE
from nge.errors import BodyError

ACROSS = 0.9  # cosine between an axis and the plane's normal from which on it counts as across
PLANE = (0, 2)  # x and z


def nearest_body(robot: Robot, density: float | None) -> ImportedBody:
    """Return the planar body that is most like a robot; no density: that of most of its parts."""
    robot = facing_x(robot.without_ghosts())
    robot = robot.with_single_hinges(lambda axis: abs(axis[1]) > ACROSS, "a planar limb")
    made = [_PlanarCapsule(part) for part in robot.parts]
    if density is None:
        masses = zip(robot.parts, made, strict=True)
        density = float(np.median([part.mass / one.mass(1.0) for part, one in masses]))
    torso = made[0]
    head = _head(robot.parts[0], torso, density)
    torso.settle(robot.parts[0], KIND.torso, robot.notes, None if head else density)
    pitch = math.atan2(torso.along[0], torso.along[1]) % (2 * math.pi)
    body = BodyGraph.torso_alone(KIND.name, (torso.radius, torso.half_length, head, pitch))
    for part, limb in zip(robot.parts[1:], made[1:], strict=True):
        limb.settle(part, KIND.limb, robot.notes, density)
        body = body.attach(part.parent, limb.hung(part, made[part.parent], robot.notes))
    _tell_of_depth(robot)
    parts = map(Capsule.compared, made, robot.parts)
    return ImportedBody.of(body, parts, "its direction, joint range and torque", robot.notes)


class _PlanarCapsule(Capsule):
    """A part's capsule, its centre and direction in the plane."""

    def __init__(self, part: RobotPart) -> None:
        super().__init__(part, UPRIGHT_PLANE)
        self.centre, along = self.centre[list(PLANE)], self.along[list(PLANE)]
        self.along = along if along @ (1, 1) >= 0 else -along  # a torso: upwards or forwards

    def hung(self, part: RobotPart, parent: _PlanarCapsule, notes: Notes) -> tuple[float, ...]:
        """Return the attributes of a limb on its parent, and move the capsule to where it is."""
        turn = part.turns[0]
        limits = {attribute.name: attribute for attribute in KIND.limb}
        anchor = turn.anchor[list(PLANE)]
        if (self.centre - anchor) @ self.along < 0:
            self.along = -self.along
        along_parent = float((anchor - parent.centre) @ parent.along)
        position = limits["position"].within(along_parent / parent.half_length)
        joint = parent.centre + position * parent.half_length * parent.along
        out = float((self.centre - joint) @ self.along)
        pivot = limits["pivot"].within(-out / self.half_length)
        centre = joint - pivot * self.half_length * self.along
        notes.shift("joint", joint - anchor, part.name)
        notes.shift("part", centre - self.centre, part.name)
        self.centre = centre
        angle = (_angle(self.along) - _angle(parent.along)) % (2 * math.pi)
        backward, forward = turn_limits(turn, turn.axis[1] < 0, part.name, SLACK, notes)
        if not turn.torque:
            notes.approximate("has no motor, here the weakest", part.name)
        gear = turn.torque or limits["gear"].low
        return (
            position,
            angle,
            pivot,
            self.radius,
            self.half_length,
            notes.bounded(limits["gear"], gear, part.name),
            notes.bounded(limits["backward"], backward, part.name),
            notes.bounded(limits["forward"], forward, part.name),
        )


# --- the plane --------------------------------------------------------------------------


def facing_x(robot: Robot) -> Robot:
    """Turn a robot about the vertical so that most of its hinges lie along y."""
    axes = [turn.axis for part in robot.parts[1:] for turn in part.turns]
    level = [axis for axis in axes if abs(axis[2]) < 1 - ACROSS]
    if not level:
        raise BodyError(
            f"no joint of {robot.name} turns about a horizontal axis, so nothing would move in "
            "the x-z plane that limbs live in"
        )
    normal = max(level, key=lambda axis: sum(abs(axis @ other) > ACROSS for other in axes))
    normal = normal if (normal[1], normal[0]) >= (0, 0) else -normal
    heading = math.atan2(normal[0], normal[1])
    if abs(heading) < DEGREE:
        return robot
    robot.notes.approximate(f"turned by {heading / DEGREE:.0f}° about the vertical, to face x")
    cos, sin = math.cos(heading), math.sin(heading)
    spin = np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)])
    return replace(robot, parts=tuple(_spun(part, spin) for part in robot.parts))


def _spun(part: RobotPart, spin: np.ndarray) -> RobotPart:
    return replace(
        part,
        origin=spin @ part.origin,
        pieces=tuple(
            replace(piece, centre=spin @ piece.centre, axes=spin @ piece.axes)
            for piece in part.pieces
        ),
        turns=tuple(
            replace(turn, anchor=spin @ turn.anchor, axis=spin @ turn.axis) for turn in part.turns
        ),
    )


def _tell_of_depth(robot: Robot) -> None:
    middle = robot.parts[0].main.centre[1]
    for part in robot.parts[1:]:
        if (depth := abs(part.main.centre[1] - middle)) > NEAR:
            robot.notes.approximate(
                f"{1000 * depth:.0f} mm beside the plane, here in it", part.name
            )


def _head(part: RobotPart, torso: _PlanarCapsule, density: float) -> float:
    """Return the half length of a head like the one at a torso's upper end; 0: there is none."""
    lean = _angle(torso.along) + HEAD_ANGLE
    ours = np.array((-math.sin(lean), math.cos(lean)))
    top = torso.centre + torso.half_length * torso.along
    rest = part.mass - torso.mass(density)
    for piece in part.pieces:
        apart = piece.centre[list(PLANE)] - top
        near = np.linalg.norm(apart) < piece.half.max() + torso.radius
        if piece is not part.main and near and apart @ ours > 0.7 * np.linalg.norm(apart):
            half = (rest / (density * math.pi * torso.radius**2) - 4 / 3 * torso.radius) / 2
            return float(min(max(half, 0.0), KIND.torso[2].high))
    return 0.0


def _angle(along: np.ndarray) -> float:
    """Return how far a direction is turned about -y from upright."""
    return math.atan2(-along[0], along[1])
