"""The capsule that is most like a part of a robot, in a plane or in space.

It lies along the part's heaviest piece, or along all of them where none outweighs the others, and
is as long from end to end. Where it would not weigh what the part weighs, its radius is changed.
"""

from __future__ import annotations

import math

import numpy as np

from nge.body.importers.source_robot import ENOUGH, ImportedPart, Notes, Piece, RobotPart
from nge.body.space import Attribute

UPRIGHT_PLANE = np.array([(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)])
LEVEL_PLANE = np.eye(3)[:2]
SPACE = np.eye(3)
"""Directions that capsules may have, as combinations of these rows. [2 or 3, 3]"""
SLENDER = 1.15  # how much longer than wide a piece is whose direction counts


class Capsule:
    """A part's capsule: where it is here, and what it was like in the file."""

    def __init__(self, part: RobotPart, within: np.ndarray) -> None:
        """Find the capsule that lies along the rows of ``within``."""
        main, pieces = part.main, [piece for piece in part.pieces if piece.mass > 0]
        side = main.longest
        along = within.T @ (within @ main.axes[:, side])
        across = np.delete(main.half, side)
        slender = main.half[side] > SLENDER * across.max() and np.linalg.norm(along) > 0.7
        self.has_more = False
        if slender and main.mass >= 0.5 * part.mass:
            along /= np.linalg.norm(along)
            self.radius, middle = float(across.mean()), main.centre
            others = [piece for piece in pieces if piece is not main]
            beside = _beside(along, within)
            pieces = [main, *(one for one in others if self._holds(one, middle, beside))]
            self.has_more = len(pieces) <= len(others)
        else:
            middle, along = _spread(pieces, within)
            widths = []
            for over in _beside(along, within):
                low, high = _ends(pieces, middle, over)
                widths.append((high - low) / 2)
                middle = middle + (low + high) / 2 * over
            self.radius = float(np.mean(widths))
        low, high = _ends(pieces, middle, along)
        self.centre = middle + (low + high) / 2 * along
        self.along = along
        self.given_length = max(high - low, 2 * float(main.half[side]) if slender else 0.0)
        self.half_length = self.given_length / 2 - self.radius

    @property
    def length(self) -> float:
        """Its length from end to end."""
        return 2 * (self.half_length + self.radius)

    def compared(self, part: RobotPart) -> ImportedPart:
        """Compare it with the part that it was made after."""
        return ImportedPart(part.name, part.mass, self.given_length, self.length)

    def mass(self, density: float) -> float:
        return _mass(self.length, self.radius, density)

    @property
    def least_density(self) -> float:
        """What a ball of its length and unit mass would have; no capsule of it is less dense."""
        return 1 / _mass(self.given_length, self.given_length / 2, 1.0)

    def weigh(self, part: RobotPart, notes: Notes, density: float) -> None:
        """Change the radius where the capsule would not weigh what the part weighs."""
        if abs(self.mass(density) - part.mass) > ENOUGH * part.mass:
            self.radius = _radius(self.given_length, part.mass, density)
            notes.approximate("radius changed to keep the mass", part.name)
        if self.has_more:
            notes.drop("pieces beside the axis, but for their mass", part.name)

    def settle(
        self, part: RobotPart, bounds: tuple[Attribute, ...], notes: Notes, density: float | None
    ) -> None:
        """Bring radius and length within bounds; with a density, the radius gives the mass."""
        limits = {attribute.name: attribute for attribute in bounds}
        if density:
            self.weigh(part, notes, density)
        self.radius = notes.bounded(limits["radius"], self.radius, part.name)
        self.half_length = notes.bounded(
            limits["half_length"], self.given_length / 2 - self.radius, part.name
        )

    def _holds(self, piece: Piece, middle: np.ndarray, beside: list[np.ndarray]) -> bool:
        """Tell whether a piece only makes a part longer, as a cylinder's caps or a ball foot do."""
        for over in beside:
            apart, reach = abs((piece.centre - middle) @ over), piece.reach(over)
            in_line = apart < 0.25 * self.radius and reach < 2 * self.radius
            if not in_line and apart + reach >= 1.2 * self.radius:
                return False
        return True


def _beside(along: np.ndarray, within: np.ndarray) -> list[np.ndarray]:
    """Return the directions across another, in the plane or in space."""
    if len(within) == 2:
        return [np.cross(along, np.cross(within[0], within[1]))]
    least = np.eye(3)[np.argmin(np.abs(along))]
    one = np.cross(along, least)
    one /= np.linalg.norm(one)
    return [one, np.cross(along, one)]


def _ends(pieces: list[Piece], middle: np.ndarray, along: np.ndarray) -> tuple[float, float]:
    """Return how far pieces reach from ``middle``, against and along a direction."""
    places = [(float((piece.centre - middle) @ along), piece.reach(along)) for piece in pieces]
    return min(at - reach for at, reach in places), max(at + reach for at, reach in places)


def _spread(pieces: list[Piece], within: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the middle of several pieces and the direction along which they lie."""
    total = sum(piece.mass for piece in pieces)
    middle = sum((piece.mass * piece.centre for piece in pieces), np.zeros(3)) / total
    spread = np.zeros((3, 3))
    for piece in pieces:
        apart = piece.centre - middle
        own = piece.axes @ np.diag(piece.half**2 / 3) @ piece.axes.T
        spread += piece.mass * (np.outer(apart, apart) + own)
    along: np.ndarray = within.T @ np.linalg.eigh(within @ spread @ within.T)[1][:, -1]
    return middle, along


def _mass(length: float, radius: float, density: float) -> float:
    return density * math.pi * radius**2 * (length - 2 / 3 * radius)


def _radius(length: float, mass: float, density: float) -> float:
    """Return the radius at which a capsule of this length weighs ``mass``, at most half of it."""
    low, high = 0.0, length / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _mass(length, middle, density) < mass else (low, middle)
    return high
