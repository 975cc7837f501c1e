"""How high the ground is at any place, for tasks whose bodies see it.

Terrain is sampled once, on a grid: reading it is then a look-up in a table, in NumPy and within
``jax.jit`` alike.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from nge.body.body_plan import UNTURNED
from nge.physics.arena import Arena, HeightField, Terrain, TerrainBox
from nge.physics.meshes import turn_matrix
from nge.physics.simulation import Array, SimState

CELL = 0.05  # m; distance of samples along x, so a wall is seen as a slope of this width
ROW = 0.25  # m; along y, where bodies move in space


class Ground:
    """The height of all terrains of an arena over a strip of the world; beyond it goes on level."""

    def __init__(self, arena: Arena, first: float, last: float, half_width: float) -> None:
        """Sample from x = ``first`` to ``last``; bodies in a plane need y = 0 only.

        In space, terrains that are nothing but height fields on one grid are read on that grid.
        """
        self._arena = arena
        self._x = np.linspace(first, last, round((last - first) / CELL) + 1)
        self._y, self._cell, self._row = np.zeros(1), CELL, ROW
        if arena.plane is not None:
            return
        if (field := _only_field(arena)) is not None:
            (x, y, _), (half_x, half_y) = field.position, field.size
            rows, columns = np.shape(field.heights)
            self._x = np.linspace(x - half_x, x + half_x, columns)
            self._y = np.linspace(y - half_y, y + half_y, rows)
            self._cell, self._row = 2 * half_x / (columns - 1), 2 * half_y / (rows - 1)
        else:
            self._y = np.linspace(-half_width, half_width, 2 * round(half_width / ROW) + 1)

    def height(self, sim_state: SimState, places: Array) -> Array:
        """Return the height of the ground at places (x, y), in m. places [P, E, K, 2]"""
        xp, (_, rows, columns) = sim_state.xp, self.samples.shape
        table = xp.asarray(self.samples.ravel())
        along = xp.clip((places[..., 0] - self._x[0].item()) / self._cell, 0, columns - 1)
        column = xp.minimum(along.astype(xp.int32), columns - 2)
        at = sim_state.terrain[..., None] * (rows * columns) + column

        def on_row(at: Array) -> Array:
            before = table[at]
            return before + (along - column.astype(xp.float32)) * (table[at + 1] - before)

        if rows == 1:
            return on_row(at)
        across = xp.clip((places[..., 1] - self._y[0].item()) / self._row, 0, rows - 1)
        row = xp.minimum(across.astype(xp.int32), rows - 2)
        near, far = on_row(at + columns * row), on_row(at + columns * (row + 1))
        return near + (across - row.astype(xp.float32)) * (far - near)

    @property
    def span(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """From which x to which it was sampled, and from which y to which."""
        x, y = self._x, self._y
        return (float(x[0]), float(x[-1])), (float(y[0]), float(y[-1]))

    @cached_property
    def samples(self) -> np.ndarray:
        """Heights by terrain, row along y and column along x; one row where all are alike.

        [terrains, rows, columns]
        """
        found = np.array(
            [heights(self._arena, one, self._x, self._y) for one in self._arena.terrains],
            np.float32,
        )
        return found[:, :1] if (found == found[:, :1]).all() else found


def _only_field(arena: Arena) -> HeightField | None:
    """Return the first height field if every terrain is one on the same grid; None otherwise."""
    fields = [one.field for one in arena.terrains if not one.boxes]
    first = fields[0] if fields else None
    if first is None or len(fields) < len(arena.terrains):
        return None
    grid = (first.position, first.size, np.shape(first.heights))
    same = all(
        one is not None and (one.position, one.size, np.shape(one.heights)) == grid
        for one in fields
    )
    return first if same else None


def heights(arena: Arena, terrain: Terrain, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the height of the highest surface over a grid; without any, of the lowest. [Y, X]"""
    found = np.full((len(y), len(x)), 0.0 if arena.floor else -np.inf)
    if terrain.field is not None:
        found = np.maximum(found, _field_heights(terrain.field, x, y))
    for box in terrain.boxes:
        reach = float(np.abs(turn_matrix(box.rotation)[0]) @ box.size) + CELL
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
    if box.rotation == UNTURNED:
        across, along = abs(y - box.position[1]) <= box.size[1], abs(x - box.position[0])
        inside = across[:, None] & (along <= box.size[0])
        return np.where(inside, box.position[2] + box.size[2], -np.inf)
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
