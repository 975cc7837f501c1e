"""The contract of physics engines: many bodies, several environments of each, padded arrays.

A ``Simulation`` holds ``E`` environments of each of ``P`` bodies. Bodies of different sizes share
arrays of ``N`` parts; ``mask`` says which parts exist, and rows without a part read 0. Nothing here
knows what a body is asked to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from nge.errors import ArrayError
from nge.physics.compile import CompiledBody

NUMBERS, INTEGERS, BOOLEANS = "fiu", "iu", "b"
"""Kinds of data types that ``checked`` can ask for, as NumPy's one-letter codes."""


Array = Any
"""An array of NumPy or JAX, wherever its memory is."""
State = Mapping[str, np.ndarray]
"""The full state of one body's environments, by name. Each [E, ...]"""


class SimState(NamedTuple):
    """The observable state of all environments after a control step, in float32.

    All arrays are of one namespace, ``xp``. An engine may reuse them in its next step: ``copy``
    what must last. As a named tuple it is a tree that JAX can trace.
    """

    mask: Array
    """Which parts exist. [P, N]"""
    joint_mask: Array
    """Which joints exist; a limb may have fewer than J. [P, N, J]"""
    joint_angle: Array
    """rad, 0 where a part has no such joint. [P, E, N, J]"""
    joint_velocity: Array
    """rad/s. [P, E, N, J]"""
    rotation: Array
    """From part to world: row 0 is the world's x axis seen from the part. [P, E, N, 3, 3]"""
    centre: Array
    """Centre of mass of each part in the world, m. [P, E, N, 3]"""
    touch: Array
    """Contact force felt at the near and the far end, N. [P, E, N, 2]"""
    root_position: Array
    """Root coordinates in the order of the arena, m, rad or quaternion. [P, E, Rq]"""
    root_velocity: Array
    """m/s or rad/s; of a free root linear in the world, then angular in the torso. [P, E, Rv]"""
    velocity: Array
    """Of the whole body's centre of mass, m/s. [P, E, 3]"""
    object_position: Array
    """Centre of each of the arena's objects in the world, m. [P, E, O, 3]"""
    object_velocity: Array
    """Its velocity, m/s. [P, E, O, 3]"""
    displacement: Array
    """How far the torso's frame moved in the control step, m. [P, E, 3]"""
    lowest: Array
    """Height of the lowest point over z = 0, m; negative below it; 0 without ground. [P, E]"""
    penetration: Array
    """Deepest that a solid was below the floor in any physics step, in its own radii. [P, E]"""
    energy: Array
    """Work of all motors in the control step, braking counted like driving, J. [P, E]"""
    work: Array
    """The same with braking subtracted, J. [P, E]"""
    unexplained: Array
    """Rise of kinetic and potential energy beyond that work, J; negative: dissipated. [P, E]"""
    diverged: Array
    """Whether the physics diverged since the last reset. [P, E]"""
    terrain: Array
    """Which of the arena's terrains the episode has, an integer. [P, E]"""
    goal: Array
    """What the task set for the episode, see ``Start.goal``. [P, E, G]"""

    @property
    def xp(self) -> Any:
        """The namespace of the arrays: ``numpy`` or ``jax.numpy``."""
        return self.joint_angle.__array_namespace__()

    def copy(self) -> SimState:
        """Return a copy that the next step will not overwrite."""
        return SimState(*(array.copy() for array in self))


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
    """``E`` environments of each of ``P`` bodies, stepped together."""

    bodies: Sequence[CompiledBody]
    num_envs: int
    mask: np.ndarray
    """Which parts exist. [P, N]"""
    joint_mask: np.ndarray
    """Which joints exist. [P, N, J]"""

    def reset(self, seeds: np.ndarray, where: np.ndarray | None = None) -> SimState:
        """Start new episodes, all or those in ``where``.

        Each is drawn by its body's ``start_rule`` from a generator with the environment's seed.
        seeds [P, E], or [E] for all bodies alike; where [P, E]
        """
        ...

    def step(self, actions: Array) -> SimState:
        """Hold the motor commands for one control step; one that is not finite is a divergence.

        Commands for joints that do not exist are ignored. actions [P, E, N, J]
        """
        ...

    def snapshot(self) -> list[State]:
        """Return the full state by body, from which ``restore`` continues bit for bit.

        Names are those of MuJoCo: ``qpos`` [E, nq], ``qvel`` [E, nv] and so on; besides
        ``terrain`` [E] and ``goal`` [E, G].
        """
        ...

    def restore(self, snapshot: Sequence[State]) -> None:
        """Restore the state of all environments."""
        ...

    def pose(self, body: int, env: int) -> np.ndarray:
        """Return a copy of qpos, to draw it. [nq]"""
        ...
