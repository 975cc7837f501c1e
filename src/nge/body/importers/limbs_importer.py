"""A robot as planar limbs: capsules in the x-z plane, one hinge each.

The robot is turned about the vertical until most of its hinges lie across the plane; those that
do not are made stiff. Each part becomes the capsule along its heaviest piece, as long from end
to end. Where that capsule would not weigh what the part weighs, its radius is changed. Joints
lie on their parent's axis; a capsule then goes as near as it can to where it was.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.importers.source_robot import (
    ENOUGH,
    ImportedBody,
    ImportedPart,
    Notes,
    Piece,
    Robot,
    RobotPart,
    Turn,
    told,
)
from nge.body.kinds.limbs import DEGREE, HEAD_ANGLE, KIND, SLACK
from nge.body.space import Attribute
from nge.errors import BodyError

ACROSS = 0.9  # cosine between an axis and the plane's normal from which on it counts as across
PLANE = (0, 2)  # x and z
FREE = 150 * DEGREE  # limits of a joint that turns freely
NEAR = 0.005  # m; a smaller shift is not worth a note


def nearest_body(robot: Robot, density: float | None) -> ImportedBody:
    """Return the planar body that is most like a robot; no density: that of most of its parts."""
    robot = _facing_x(robot.without_ghosts())
    robot = robot.stiffened(lambda part: _kept_turns(part, robot.notes))
    made = [_Capsule(part) for part in robot.parts]
    if density is None:
        masses = zip(robot.parts, made, strict=True)
        density = float(np.median([part.mass / one.mass(1.0) for part, one in masses]))
    torso = made[0]
    head = _head(robot.parts[0], torso, density)
    torso.settle(robot.parts[0], KIND.torso, robot.notes, None if head else density)
    pitch = math.atan2(torso.along[0], torso.along[1]) % (2 * math.pi)
    body = BodyGraph(
        KIND.name, (Part(0, (torso.radius, torso.half_length, head, pitch)),), (NO_PARENT,)
    )
    for part, limb in zip(robot.parts[1:], made[1:], strict=True):
        limb.settle(part, KIND.limb, robot.notes, density)
        body = body.attach(part.parent, limb.hung(part, made[part.parent], robot.notes))
    _tell_of_depth(robot)
    parts = [
        ImportedPart(part.name, part.mass, one.given_length, one.length)
        for part, one in zip(robot.parts, made, strict=True)
    ]
    kept = ("the tree; of each part its direction, joint range and torque, unless said below",)
    return ImportedBody(
        body, tuple(parts), kept, told(robot.notes.approximated), told(robot.notes.dropped)
    )


class _Capsule:
    """A part's capsule in the plane: where it is here, and what it was like in the file."""

    def __init__(self, part: RobotPart) -> None:
        self.centre, along, self.given_length, self.radius, self.has_more = _outline(part)
        self.along = along if along @ (1, 1) >= 0 else -along  # a torso: upwards or forwards
        self.half_length = self.given_length / 2 - self.radius

    @property
    def length(self) -> float:
        return 2 * (self.half_length + self.radius)

    def settle(
        self, part: RobotPart, bounds: tuple[Attribute, ...], notes: Notes, density: float | None
    ) -> None:
        """Bring radius and length within bounds; with a density, the radius gives the mass."""
        limits = {attribute.name: attribute for attribute in bounds}
        if density and abs(self.mass(density) - part.mass) > ENOUGH * part.mass:
            self.radius = _radius(self.given_length, part.mass, density)
            notes.approximate("radius changed to keep the mass", part.name)
        if density and self.has_more:
            notes.drop("pieces beside the axis, but for their mass", part.name)
        self.radius = notes.bounded(limits["radius"], self.radius, part.name)
        self.half_length = notes.bounded(
            limits["half_length"], self.given_length / 2 - self.radius, part.name
        )

    def mass(self, density: float) -> float:
        return _mass(self.length, self.radius, density)

    def hung(self, part: RobotPart, parent: _Capsule, notes: Notes) -> tuple[float, ...]:
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
        for what, shift in (("joint", joint - anchor), ("part", centre - self.centre)):
            if (distance := float(np.linalg.norm(shift))) > NEAR:
                notes.approximate(f"{what} {1000 * distance:.0f} mm from its place", part.name)
        self.centre = centre
        angle = (_angle(self.along) - _angle(parent.along)) % (2 * math.pi)
        backward, forward = _limits(turn, part.name, notes)
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


def _facing_x(robot: Robot) -> Robot:
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
        pieces=tuple(
            replace(piece, centre=spin @ piece.centre, axes=spin @ piece.axes)
            for piece in part.pieces
        ),
        turns=tuple(
            replace(turn, anchor=spin @ turn.anchor, axis=spin @ turn.axis) for turn in part.turns
        ),
    )


def _kept_turns(part: RobotPart, notes: Notes) -> list[Turn]:
    """Return the first hinge across the plane, if there is one."""
    kept = [turn for turn in part.turns if abs(turn.axis[1]) > ACROSS][:1]
    for turn in part.turns:
        if turn not in kept:
            notes.drop("joints a planar limb cannot have; stiff here", turn.name)
    return kept


def _tell_of_depth(robot: Robot) -> None:
    middle = robot.parts[0].main.centre[1]
    for part in robot.parts[1:]:
        if (depth := abs(part.main.centre[1] - middle)) > NEAR:
            robot.notes.approximate(
                f"{1000 * depth:.0f} mm beside the plane, here in it", part.name
            )


# --- capsules ---------------------------------------------------------------------------


def _outline(part: RobotPart) -> tuple[np.ndarray, np.ndarray, float, float, bool]:
    """Return a part's centre and direction in the plane, length, radius, and if there is more."""
    main, pieces = part.main, [piece for piece in part.pieces if piece.mass > 0]
    side = main.longest
    along, across = main.axes[:, side].copy(), np.delete(main.half, side)
    along[1] = 0.0
    slender = main.half[side] > 1.15 * across.max() and np.linalg.norm(along) > 0.7
    if slender and main.mass >= 0.5 * part.mass:
        along /= np.linalg.norm(along)
        radius, middle = float(across.mean()), main.centre
        others = [piece for piece in pieces if piece is not main]
        pieces = [main, *(one for one in others if _in_line(one, middle, along, radius))]
        more = len(pieces) <= len(others)
    else:
        more = False
        middle, along = _spread(pieces)
        over = np.array((along[2], 0.0, -along[0]))
        low, high = _ends(pieces, middle, over)
        radius, middle = (high - low) / 2, middle + (low + high) / 2 * over
    low, high = _ends(pieces, middle, along)
    centre = middle + (low + high) / 2 * along
    length = max(high - low, 2 * float(main.half[side]) if slender else 0.0)
    return centre[list(PLANE)], along[list(PLANE)], length, radius, more


def _in_line(piece: Piece, middle: np.ndarray, along: np.ndarray, radius: float) -> bool:
    """Tell whether a piece only makes a part longer, as the caps of a cylinder do."""
    over = np.array((along[2], 0.0, -along[0]))
    return abs((piece.centre - middle) @ over) + piece.reach(over) < 1.2 * radius


def _ends(pieces: list[Piece], middle: np.ndarray, along: np.ndarray) -> tuple[float, float]:
    """Return how far pieces reach from ``middle``, against and along a direction."""
    places = [(float((piece.centre - middle) @ along), piece.reach(along)) for piece in pieces]
    return min(at - reach for at, reach in places), max(at + reach for at, reach in places)


def _spread(pieces: list[Piece]) -> tuple[np.ndarray, np.ndarray]:
    """Return the middle of several pieces and the direction in the plane along which they lie."""
    total = sum(piece.mass for piece in pieces)
    middle = sum((piece.mass * piece.centre for piece in pieces), np.zeros(3)) / total
    spread = np.zeros((3, 3))
    for piece in pieces:
        apart = piece.centre - middle
        own = piece.axes @ np.diag(piece.half**2 / 3) @ piece.axes.T
        spread += piece.mass * (np.outer(apart, apart) + own)
    plane = np.ix_(PLANE, PLANE)
    x, z = np.linalg.eigh(spread[plane])[1][:, -1]
    return middle, np.array((x, 0.0, z))


def _head(part: RobotPart, torso: _Capsule, density: float) -> float:
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


def _mass(length: float, radius: float, density: float) -> float:
    return density * math.pi * radius**2 * (length - 2 / 3 * radius)


def _radius(length: float, mass: float, density: float) -> float:
    """Return the radius at which a capsule of this length weighs ``mass``, at most half of it."""
    low, high = 0.0, length / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _mass(length, middle, density) < mass else (low, middle)
    return high


def _angle(along: np.ndarray) -> float:
    """Return how far a direction is turned about -y from upright."""
    return math.atan2(-along[0], along[1])


def _limits(turn: Turn, name: str, notes: Notes) -> tuple[float, float]:
    """Return how far a hinge turns backwards and forwards, about -y."""
    if turn.limits is None:
        notes.approximate("turns without limits, here 150° both ways", name)
        return FREE, FREE
    low, high = turn.limits if turn.axis[1] < 0 else (-turn.limits[1], -turn.limits[0])
    if low > 0 or high < 0:
        notes.approximate("its rest pose lies outside its limits, here just inside", name)
    return max(0.0, -low - SLACK), max(0.0, high - SLACK)
