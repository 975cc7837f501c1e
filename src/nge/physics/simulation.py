"""The contract every physics engine keeps: many bodies, several copies of each, padded arrays.

A ``Simulation`` holds ``P`` bodies in ``E`` copies. Bodies of different sizes share arrays of
``N`` parts; ``mask`` says which parts exist, and rows without a part read 0. Nothing here
knows what a body is asked to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from nge.errors import ArrayError
from nge.physics.compile import CompiledBody

NUMBERS, INTEGERS, BOOLEANS = "fiu", "iu", "b"
"""Kinds of data types that ``checked`` can ask for, as NumPy's one-letter codes."""


@dataclass(frozen=True)
class Readings:
    """What can be seen of all copies after a control step, in float32.

    An engine may reuse the arrays in its next step: ``copy`` what must last.
    """

    mask: np.ndarray
    """Which parts exist. [P, N]"""
    joint_angle: np.ndarray
    """rad, 0 where a part has no such joint. [P, E, N, J]"""
    joint_velocity: np.ndarray
    """rad/s. [P, E, N, J]"""
    rotation: np.ndarray
    """From part to world: row 0 is the world's x axis seen from the part. [P, E, N, 3, 3]"""
    centre: np.ndarray
    """Centre of mass of each part in the world, m. [P, E, N, 3]"""
    touch: np.ndarray
    """Contact force felt at the near and the far end, N. [P, E, N, 2]"""
    root_position: np.ndarray
    """Root joints in the order of the arena, m or rad. [P, E, R]"""
    root_velocity: np.ndarray
    """m/s or rad/s. [P, E, R]"""
    velocity: np.ndarray
    """Of the whole body's centre of mass, m/s. [P, E, 3]"""
    lowest: np.ndarray
    """Height of the lowest point over the floor, m; negative inside it; 0 without one. [P, E]"""
    penetration: np.ndarray
    """Deepest that a solid was below the floor in any physics step, in its own radii. [P, E]"""
    work: np.ndarray
    """Of the motors over the control step, J; negative where they brake. [P, E]"""
    unexplained: np.ndarray
    """Rise of kinetic and potential energy beyond that work, J; negative: dissipated. [P, E]"""
    diverged: np.ndarray
    """Whether the physics of the copy blew up since its last reset. [P, E]"""

    def copy(self) -> Readings:
        """Return readings that the next step will not overwrite."""
        return Readings(*(getattr(self, field.name).copy() for field in fields(self)))


def checked(values: ArrayLike, shape: tuple[int, ...], kinds: str, what: str) -> np.ndarray:
    """Return values as an array of exactly this shape and one of these kinds, or refuse them."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        raise ArrayError(
            f"{what} must be an array of shape {shape}; rows differ in length"
        ) from None
    if array.shape != shape or array.dtype.kind not in kinds:
        wanted = {NUMBERS: "numbers", INTEGERS: "integers", BOOLEANS: "booleans"}[kinds]
        raise ArrayError(
            f"{what} must be {wanted} of shape {shape}; given {array.dtype} of shape {array.shape}"
        )
    return array


class Simulation(Protocol):
    """``E`` copies of each of ``P`` bodies, stepped together."""

    bodies: Sequence[CompiledBody]
    copies: int
    mask: np.ndarray
    """Which parts exist. [P, N]"""

    def reset(self, seeds: np.ndarray, where: np.ndarray | None = None) -> Readings:
        """Start new episodes, all or those in ``where``, noise by one seed per copy.

        seeds [P, E], or [E] for all bodies alike; where [P, E]
        """
        ...

    def step(self, actions: np.ndarray) -> Readings:
        """Hold the motor commands for one control step; one that is not finite is a divergence.

        actions [P, E, N, J]
        """
        ...
