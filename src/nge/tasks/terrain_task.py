"""Tasks on terrain that is drawn anew for every episode, and that bodies see."""

from __future__ import annotations

from abc import abstractmethod
from copy import copy
from dataclasses import replace
from typing import ClassVar, Self

import numpy as np
from numpy.random import Generator

from nge.physics.arena import Terrain
from nge.physics.ground import Ground
from nge.physics.simulation import Array, SimState
from nge.tasks.courses import FIRST, LAST
from nge.tasks.task import Column, Task
from nge.tasks.task_settings import WorldSettings

VARIANTS = 32
"""Terrains of a task; an episode has one of them."""
AHEAD = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0)
"""How far ahead of the torso's centre its ground is seen, m."""
NARROW, WIDE = 1.0, 20.0  # m; half widths for bodies in a plane and in space
TORSO_COLUMNS = tuple(
    Column(f"ground_{far:g}m", "m", f"height of its centre over the ground {far:g} m ahead")
    for far in AHEAD
)
LIMB_COLUMN = Column("ground", "m", "height of its centre of mass over the ground below it")
OFFSETS = np.array([(far, 0.0, 0.0) for far in AHEAD], np.float32)
FALLEN = 0.3  # m; how far below the ground beside it a torso is that fell into a gap


class TerrainTask(Task):
    """Puts another task on terrain; it stands before that one among the bases of a class.

    The torso sees the ground ahead, limbs the ground below them. The episode also ends when the
    torso falls below the ground.
    """

    floor: ClassVar[bool] = True
    """Whether there is a flat floor at z = 0 as well."""
    levelled: ClassVar[bool] = False
    """Whether heights count from the ground below the torso, as on slopes, or from z = 0."""
    variants: ClassVar[int] = VARIANTS
    difficulty: float

    def __init__(self, difficulty: float = WorldSettings().difficulty) -> None:
        """Draw the terrains; the same difficulty gives the same."""
        self.torso_columns = (*type(self).torso_columns, *TORSO_COLUMNS)
        self.limb_columns = (*type(self).limb_columns, LIMB_COLUMN)
        self._set_world(difficulty)

    @abstractmethod
    def terrain(self, difficulty: float, rng: Generator, half_width: float) -> Terrain:
        """Draw one terrain: flat at z = 0 within 2 m of the start, so wide along y."""

    def with_difficulty(self, difficulty: float) -> Self:
        """Return the same task on terrains of this difficulty."""
        if difficulty == self.difficulty:
            return self
        task = copy(self)
        task._set_world(difficulty)
        return task

    def _set_world(self, difficulty: float) -> None:
        arena = type(self).arena
        half_width = WIDE if arena.plane is None else NARROW
        self.difficulty = difficulty
        self.arena = replace(
            arena,
            floor=self.floor,
            terrains=tuple(
                self.terrain(difficulty, np.random.default_rng(number), half_width)
                for number in range(self.variants)
            ),
        )
        self.ground = Ground(self.arena, -FIRST, LAST + FIRST, half_width)

    # --- what is different on it -----------------------------------------------------------

    def observe_torso(self, sim_state: SimState) -> Array:
        """As the task does, and the ground ahead."""
        xp = sim_state.xp
        places = sim_state.centre[:, :, :1] + xp.asarray(OFFSETS)
        seen = places[..., 2] - self.ground.height(sim_state, places)
        torso = super().observe_torso(self._on_level(sim_state))  # type: ignore[safe-super]
        return xp.concatenate([torso, seen], axis=-1)

    def observe_parts(self, sim_state: SimState) -> Array:
        """As the task does, and the ground below."""
        places = sim_state.centre
        seen = (places[..., 2] - self.ground.height(sim_state, places)) * sim_state.mask[:, None]
        parts = super().observe_parts(self._on_level(sim_state))  # type: ignore[safe-super]
        return sim_state.xp.concatenate([parts, seen[..., None]], axis=-1)

    def failed(self, sim_state: SimState) -> Array:
        """As the task says, or the torso fell into a gap."""
        level = self._on_level(sim_state)
        return super().failed(level) | (level.centre[:, :, 0, 2] < -FALLEN)

    def _on_level(self, sim_state: SimState) -> SimState:
        """Return the state as if the ground below the torso were at z = 0."""
        if not self.levelled:
            return sim_state
        xp, address = sim_state.xp, self.arena.height
        below = self.ground.height(sim_state, sim_state.centre[:, :, :1])  # [P, E, 1]
        root = sim_state.root_position
        height = xp.arange(root.shape[-1]) == address
        up = xp.asarray([0.0, 0.0, 1.0], xp.float32)
        return sim_state._replace(
            root_position=xp.where(height, root - below, root),
            centre=sim_state.centre - below[..., None] * up,
        )
