"""A robot read from a file as numbers, and the result of its import.

All places and directions are in the world, with the robot at rest, in metres and radians.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.space import Attribute, Kind, check_size
from nge.errors import BodyError

ENOUGH = 0.05  # a mass that is so close, as a share, is left as it is
FREE = math.radians(150)  # limits of a joint that turns freely
SAME = 1e-4  # of an attribute's range: closer values are mirror images of each other
NEAR = 0.005  # m; a smaller shift is not worth a note
GHOST = 1e-4  # share of the whole mass below which a part only joins others


@dataclass(frozen=True, eq=False)
class Piece:
    """One solid of a part, by the box around it."""

    shape: str
    """capsule, ellipsoid, sphere, box, cylinder or mesh"""
    centre: np.ndarray
    """[3]"""
    axes: np.ndarray
    """The directions of its sides, as columns. [3, 3]"""
    half: np.ndarray
    """Half lengths along them. [3]"""
    mass: float

    @property
    def volume(self) -> float:
        """Its volume in m^3; of a mesh roughly."""
        x, y, z = sorted(float(side) for side in self.half)
        match self.shape:
            case "capsule":
                return math.pi * x**2 * (2 * z - 2 / 3 * x)
            case "cylinder":
                return 2 * math.pi * self.half[0] ** 2 * self.half[2]
            case "box":
                return 8 * x * y * z
            case _:
                return 4 / 3 * math.pi * x * y * z

    def reach(self, along: np.ndarray) -> float:
        """Return how far it reaches from its centre along a direction of length 1."""
        along = self.axes.T @ along
        match self.shape:
            case "sphere" | "ellipsoid":
                return float(np.linalg.norm(self.half * along))
            case "capsule":
                radius = float(self.half.min())
                return radius + float((self.half - radius) @ abs(along))
            case _:
                return float(self.half @ abs(along))

    @property
    def longest(self) -> int:
        """The number of its longest side."""
        return int(np.argmax(self.half))


@dataclass(frozen=True, eq=False)
class Turn:
    """A hinge between a part and its parent."""

    name: str
    anchor: np.ndarray
    """[3]"""
    axis: np.ndarray
    """[3]"""
    limits: tuple[float, float] | None
    """From the rest pose; None turns freely."""
    torque: float
    """Nm at full command; 0: no motor."""


@dataclass(frozen=True, eq=False)
class RobotPart:
    """What moves as one."""

    name: str
    parent: int
    mass: float
    pieces: tuple[Piece, ...]
    turns: tuple[Turn, ...]
    origin: np.ndarray
    """Of its frame. [3]"""

    @property
    def main(self) -> Piece:
        """The piece that weighs most."""
        return max(self.pieces, key=lambda piece: (piece.mass, piece.volume))


@dataclass
class Notes:
    """What could not be kept, each thing once, with the names of whom it concerns."""

    approximated: dict[str, list[str]] = field(default_factory=dict)
    dropped: dict[str, list[str]] = field(default_factory=dict)

    def approximate(self, what: str, name: str = "") -> None:
        """Note something that is here in another way."""
        self.approximated.setdefault(what, []).append(name)

    def drop(self, what: str, name: str = "") -> None:
        """Note something that is not here."""
        self.dropped.setdefault(what, []).append(name)

    def shift(self, what: str, by: np.ndarray, name: str) -> None:
        """Note how far something is from its place, if that is worth a note."""
        if (distance := float(np.linalg.norm(by))) > NEAR:
            self.approximate(f"{what} {1000 * distance:.0f} mm from its place", name)

    def bounded(self, attribute: Attribute, value: float, name: str) -> float:
        """Return the allowed value nearest to ``value``, and note the difference."""
        if attribute.periodic:
            return attribute.within(value)
        allowed = min(max(value, attribute.least), attribute.most)
        if not math.isclose(allowed, value, rel_tol=1e-3, abs_tol=1e-6):
            side = "most" if allowed < value else "least"
            number = f"{value:.3g} {attribute.unit}".rstrip()
            self.approximate(
                f"{attribute.name} {number}, here {allowed:.3g}, the {side} allowed", name
            )
        return allowed


@dataclass(frozen=True, eq=False)
class Robot:
    """A tree of parts; parents come first and part 0 is the torso."""

    name: str
    parts: tuple[RobotPart, ...]
    notes: Notes

    @property
    def mass(self) -> float:
        """Total mass in kg."""
        return sum(part.mass for part in self.parts)

    @property
    def volume(self) -> float:
        """Total volume of what has mass, in m^3."""
        return sum(piece.volume for part in self.parts for piece in part.pieces if piece.mass > 0)

    def without_ghosts(self) -> Robot:
        """Give the hinges of parts that weigh nothing to the parts beyond them."""
        robot = self
        while len(robot.parts) > 1 and robot._is_ghost(0) and robot._children(0) == [1]:
            first = replace(robot.parts[1], turns=())
            robot = robot._with((robot.parts[0], first, *robot.parts[2:]))._cut(0)
        if not robot.parts[0].pieces or robot._is_ghost(0):
            raise BodyError(f"the first part of {self.name} weighs nothing, so it is no torso")
        for row in reversed(range(1, len(robot.parts))):
            if robot._is_ghost(row):
                turns = robot.parts[row].turns
                parts = [
                    replace(part, turns=(*turns, *part.turns)) if part.parent == row else part
                    for part in robot.parts
                ]
                robot = robot._with(parts)._cut(row)
        return robot

    def stiffened(self, turns: Callable[[RobotPart], Sequence[Turn]]) -> Robot:
        """Keep only some hinges; a part that is left without one becomes one with its parent.

        An arm that could swing and hangs stiffly now adds its mass, but not its shape.
        """
        robot = self._with([replace(part, turns=tuple(turns(part))) for part in self.parts])
        for row in reversed(range(1, len(robot.parts))):
            if robot.parts[row].turns:
                continue
            lost, up = robot.parts[row], robot.parts[row].parent
            is_arm = self.parts[row].turns and not robot._children(row) and robot.parts[up].pieces
            whole = replace(
                robot.parts[up],
                mass=robot.parts[up].mass + lost.mass,
                pieces=robot.parts[up].pieces + (() if is_arm else lost.pieces),
            )
            parts = list(robot.parts)
            parts[up] = whole
            robot = robot._with(parts)._cut(row)
        if len(robot.parts) == 1:
            raise BodyError(f"{self.name} has no joint that this kind of body can have")
        check_size(len(robot.parts))
        for part in robot.parts:
            if not part.pieces:
                raise BodyError(
                    f"{part.name} weighs {part.mass:.2g} kg and has no size: add a geom"
                )
        return robot

    def with_single_hinges(self, fits: Callable[[np.ndarray], bool], who: str) -> Robot:
        """Keep the first hinge of each part about an axis that fits, and note the others."""

        def kept(part: RobotPart) -> Sequence[Turn]:
            first = [turn for turn in part.turns if fits(turn.axis)][:1]
            for turn in part.turns:
                if turn not in first:
                    self.notes.drop(f"joints {who} cannot have; stiff here", turn.name)
            return first

        return self.stiffened(kept)

    def _is_ghost(self, row: int) -> bool:
        return self.parts[row].mass <= GHOST * self.mass

    def _children(self, row: int) -> list[int]:
        return [number for number, part in enumerate(self.parts) if part.parent == row]

    def _cut(self, row: int) -> Robot:
        """Take a part out of the tree; what hung from it hangs from its parent."""
        up = self.parts[row].parent
        parts = []
        for number, part in enumerate(self.parts):
            if number != row:
                parent = up if part.parent == row else part.parent
                parts.append(replace(part, parent=parent - (parent > row)))
        return self._with(parts)

    def _with(self, parts: Sequence[RobotPart]) -> Robot:
        return replace(self, parts=tuple(parts))


@dataclass(frozen=True)
class ImportedPart:
    """One part in the file and here."""

    name: str
    mass: float
    """In the file, kg."""
    given_length: float
    length: float
    """In the file and here, m, from end to end."""


@dataclass(frozen=True)
class ImportedBody:
    """A body made after a robot; row ``i`` of ``parts`` is part ``i`` of the body."""

    body: BodyGraph
    parts: tuple[ImportedPart, ...]
    kept: tuple[str, ...]
    approximated: tuple[str, ...]
    dropped: tuple[str, ...]

    @staticmethod
    def of(body: BodyGraph, parts: Iterable[ImportedPart], kept: str, notes: Notes) -> ImportedBody:
        """Return a body with what was kept of each part, and what the notes say was not."""
        told = (f"the tree; of each part {kept}, unless said below",)
        return ImportedBody(
            body, tuple(parts), told, _lines(notes.approximated), _lines(notes.dropped)
        )


def turn_limits(
    turn: Turn, same_way: bool, name: str, slack: float, notes: Notes
) -> tuple[float, float]:
    """Return how far a hinge turns backwards and forwards, about its axis or the opposite one.

    ``slack`` is what the plan of a body adds to both.
    """
    if turn.limits is None:
        notes.approximate("turns without limits, here 150° both ways", name)
        return FREE, FREE
    low, high = turn.limits if same_way else (-turn.limits[1], -turn.limits[0])
    if low > 0 or high < 0:
        notes.approximate("its rest pose lies outside its limits, here just inside", name)
    return max(0.0, -low - slack), max(0.0, high - slack)


def paired(kind: Kind, body: BodyGraph) -> BodyGraph:
    """Tell mirror images on one part, or on parts that are a pair, that they are a pair."""
    for row, other in combinations(range(1, len(body)), 2):
        up, beside = body.parents[row], body.parents[other]
        image = kind.mirrored(body.parts[row].attributes, first=up == beside)
        facing = up == beside or body.partner(up) == beside
        taken = any(body.parts[one].pair is not None for one in (row, other))
        if facing and not taken and kind.alike(image, body.parts[other].attributes, SAME):
            body = body.with_attributes({other: image}).paired({row: other})
    return body


def _lines(notes: dict[str, list[str]]) -> tuple[str, ...]:
    """Return notes as lines, each with the names of whom it concerns."""
    lines = []
    for what, names in notes.items():
        named = list(dict.fromkeys(name for name in names if name))
        lines.append(f"{', '.join(named)}: {what}" if named else what)
    return tuple(lines)
