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
from nge.tasks.task import Column, Task, columns
from nge.tasks.task_settings import WorldSettings

VARIANTS = 32
"""Terrains of a task; an episode has one of them."""
NARROW, WIDE = 1.0, 10.0  # m; half widths for bodies in a plane and in space
AHEAD = tuple((far, 0.0) for far in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0))
"""Where the ground is seen from the torso's centre: how far ahead and to the left of it, along the
world's x and y, m."""
BESIDE = tuple((far, left) for left in (0.5, -0.5) for far in (0.0, 0.5, 1.0))
"""Where else it is seen in space."""
LIMB_COLUMN = Column("ground", "m", "height of its centre of mass over the ground below it")
ASIDE_COLUMN = Column("aside", "m", "how far it is to the left of the middle of the terrain")
FALLEN = 0.3  # m; how far below the ground beside it a torso is that fell into a gap


def ground_column(far: float, left: float) -> Column:
    """Return the column of the ground that is seen so far ahead and to the left."""
    name, about = f"ground_{far:g}m", f"height of its centre over the ground {far:g} m ahead"
    if not left:
        return Column(name, "m", about)
    side = "left" if left > 0 else "right"
    return Column(f"{name}_{side}", "m", f"{about}, {abs(left):g} m to the {side}")


class TerrainTask(Task):
    """Puts another task on terrain; it stands before that one among the bases of a class.

    The torso sees the ground ahead, limbs the ground below them. The episode also ends when the
    torso falls below the ground or, in space, leaves the terrain sideways: beside it there would be
    an easier way.
    """

    floor: ClassVar[bool] = True
    """Whether there is a flat floor at z = 0 as well."""
    levelled: ClassVar[bool] = False
    """Whether heights count from the ground below the torso, as on slopes, or from z = 0."""
    variants: ClassVar[int] = VARIANTS
    difficulty: float

    def __init__(self, difficulty: float = WorldSettings().difficulty) -> None:
        """Draw the terrains; the same difficulty gives the same."""
        self._spatial = type(self).arena.plane is None
        self.half_width = WIDE if self._spatial else NARROW
        self.seen_places = AHEAD + BESIDE if self._spatial else AHEAD
        self.torso_columns = (
            *type(self).torso_columns,
            *(ground_column(*place) for place in self.seen_places),
            *((ASIDE_COLUMN,) if self._spatial else ()),
        )
        self.limb_columns = (*type(self).limb_columns, LIMB_COLUMN)
        self._set_world(difficulty)

    @abstractmethod
    def terrain(self, difficulty: float, rng: Generator, half_width: float) -> Terrain:
        """Draw one terrain: flat at z = 0 within 2 m of the start, so wide along y."""

    def with_difficulty(self, difficulty: float) -> Self:
        if difficulty == self.difficulty:
            return self
        task = copy(self)
        task._set_world(difficulty)
        return task

    def _set_world(self, difficulty: float) -> None:
        self.difficulty = difficulty
        self.arena = replace(
            type(self).arena,
            floor=self.floor,
            terrains=tuple(
                self.terrain(difficulty, np.random.default_rng(number), self.half_width)
                for number in range(self.variants)
            ),
        )
        self.ground = Ground(self.arena, -FIRST, LAST + FIRST, self.half_width)

    # --- what is different on it -----------------------------------------------------------

    def observe_torso(self, sim_state: SimState) -> Array:
        xp, centre = sim_state.xp, sim_state.centre[:, :, :1]
        places = centre[..., :2] + xp.asarray(self.seen_places, xp.float32)
        seen = centre[..., 2] - self.ground.height(sim_state, places)
        torso = super().observe_torso(self._on_level(sim_state))  # type: ignore[safe-super]
        aside = [centre[..., 1]] if self._spatial else []
        return columns(sim_state, torso, seen, *aside)

    def observe_parts(self, sim_state: SimState) -> Array:
        places = sim_state.centre
        seen = (places[..., 2] - self.ground.height(sim_state, places)) * sim_state.mask[:, None]
        parts = super().observe_parts(self._on_level(sim_state))  # type: ignore[safe-super]
        return columns(sim_state, parts, seen[..., None])

    def failed(self, sim_state: SimState) -> Array:
        """As the task says, or the torso fell into a gap or left the terrain sideways."""
        level = self._on_level(sim_state)
        ended = super().failed(level) | (level.centre[:, :, 0, 2] < -FALLEN)
        return ended | (abs(level.centre[:, :, 0, 1]) > self.half_width) if self._spatial else ended

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
