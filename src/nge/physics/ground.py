"""How high the ground is at any place, for tasks whose bodies see it.

Terrain is sampled once, on a grid: reading it is then a look-up in a table, in NumPy and within
``jax.jit`` alike.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from nge.physics.arena import Arena, HeightField, Terrain, TerrainBox
from nge.physics.meshes import turn_matrix
from nge.physics.simulation import Array, SimState

CELL = 0.05  # m; distance of samples along x, so a wall is seen as a slope of this width
ROW = 0.25  # m; along y, where bodies move in space


class Ground:
    """The height of all terrains of an arena over a strip of the world; beyond it goes on level."""

    def __init__(self, arena: Arena, first: float, last: float, half_width: float) -> None:
        """Sample from x = ``first`` to ``last``; bodies in a plane need y = 0 only."""
        self._arena = arena
        self._x = np.linspace(first, last, round((last - first) / CELL) + 1)
        rows = 2 * round(half_width / ROW) + 1 if arena.plane is None else 1
        self._y = np.linspace(-half_width, half_width, rows) if rows > 1 else np.zeros(1)

    def height(self, sim_state: SimState, places: Array) -> Array:
        """Return the height of the ground at places (x, y), in m. places [P, E, K, 2]"""
        xp, columns, rows = sim_state.xp, len(self._x), len(self._y)
        along = xp.clip((places[..., 0] - self._x[0].item()) / CELL, 0, columns - 1)
        column = xp.minimum(along.astype(xp.int32), columns - 2)
        at = sim_state.terrain[..., None] * (rows * columns) + column
        if rows > 1:
            across = xp.clip((places[..., 1] - self._y[0].item()) / ROW + 0.5, 0, rows - 1)
            at = at + columns * across.astype(xp.int32)
        table = xp.asarray(self._table)
        before = table[at]
        return before + (along - column.astype(xp.float32)) * (table[at + 1] - before)

    @property
    def span(self) -> tuple[float, float]:
        """From which x to which it was sampled."""
        return float(self._x[0]), float(self._x[-1])

    @property
    def profiles(self) -> np.ndarray:
        """The heights along the middle of every terrain. [terrains, places along x]"""
        table = self._table.reshape(-1, len(self._y), len(self._x))
        return table[:, len(self._y) // 2]

    @cached_property
    def _table(self) -> np.ndarray:
        """All samples in one row: terrain by terrain, row by row."""
        found = [heights(self._arena, one, self._x, self._y) for one in self._arena.terrains]
        return np.concatenate([one.ravel() for one in found]).astype(np.float32)


def heights(arena: Arena, terrain: Terrain, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the height of the highest surface over a grid; without any, of the lowest. [Y, X]"""
    found = np.full((len(y), len(x)), 0.0 if arena.floor else -np.inf)
    if terrain.field is not None:
        found = np.maximum(found, _field_heights(terrain.field, x, y))
    for box in terrain.boxes:
        reach = float(np.linalg.norm(box.size))
        near = slice(*np.searchsorted(x, [box.position[0] - reach, box.position[0] + reach]))
        found[:, near] = np.maximum(found[:, near], _box_heights(box, x[near], y))
    lowest = found[np.isfinite(found)].min(initial=np.inf)
    return np.where(np.isfinite(found), found, lowest if np.isfinite(lowest) else 0.0)


def _field_heights(field: HeightField, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the height of a field, between its samples by linear interpolation. [Y, X]"""
    (left, near, base), (half_x, half_y) = field.position, field.size
    samples = np.asarray(field.heights, float)
    rows, columns = samples.shape
    at_x = (x - left + half_x) / (2 * half_x) * (columns - 1)
    at_y = (y - near + half_y) / (2 * half_y) * (rows - 1)
    outside = (at_x < 0) | (at_x > columns - 1), (at_y < 0) | (at_y > rows - 1)
    column = np.clip(at_x.astype(int), 0, columns - 2)
    row = np.clip(at_y.astype(int), 0, rows - 2)
    right, far = at_x - column, (at_y - row)[:, None]
    near_row, far_row = (
        samples[i][:, column] * (1 - right) + samples[i][:, column + 1] * right
        for i in (row, row + 1)
    )
    found = base + near_row * (1 - far) + far_row * far
    return np.where(outside[0][None] | outside[1][:, None], -np.inf, found)


def _box_heights(box: TerrainBox, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return where vertical lines leave a box at its top; -inf beside it. [Y, X]"""
    turn = turn_matrix(box.rotation)  # from the box to the world
    flat = np.zeros((len(y), len(x), 3))
    flat[..., 0], flat[..., 1] = x - box.position[0], (y - box.position[1])[:, None]
    at, along = flat @ turn, turn[2]  # in the box: the line's point at the centre's height, its way
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.stack([(side * np.array(box.size) - at) / along for side in (-1.0, 1.0)])
    level = np.abs(along) < 1e-12
    inside = np.abs(at) <= np.array(box.size)
    leaves = np.where(level, np.where(inside, np.inf, -np.inf), ends.max(0)).min(-1)
    enters = np.where(level, np.where(inside, -np.inf, np.inf), ends.min(0)).max(-1)
    return np.where(leaves >= enters, box.position[2] + leaves, -np.inf)
