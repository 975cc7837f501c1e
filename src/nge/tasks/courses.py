"""Terrains to run over: gaps, hurdles, steps, slopes and rough ground.

Each is a function of the difficulty, from 0 to 1, a random generator and the half width of the
terrain. Ground is flat at z = 0 up to ``FIRST``, where bodies start, and again from ``LAST`` on.
Lengths are in m.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from nge.physics.arena import HeightField, Terrain, TerrainBox

FIRST, LAST = 2.0, 102.0
FAR = 1000.0  # length of the flat ground before and after gaps, which have no floor
DEPTH = 1.5  # of gaps
THICKNESS = 0.1  # of hurdles, along x


def gaps(difficulty: float, rng: Generator, half_width: float) -> Terrain:
    """Return plateaus of 1.2 to 2.5 m with gaps of up to 1 m between them."""
    widest = 0.1 + 0.9 * difficulty
    edges, x = [-FAR], FIRST + rng.uniform(0.0, 1.0)
    while x < LAST:
        edges += [x, x + widest * rng.uniform(0.5, 1.0)]
        x = edges[-1] + rng.uniform(1.2, 2.5)
    edges.append(LAST + FAR)
    plateaus = [
        _box(start, end, -DEPTH, 0.0, half_width)
        for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    bottom = _box(-FAR, LAST + FAR, -2 * DEPTH, -DEPTH, half_width)
    return Terrain(boxes=(*plateaus, bottom))


def hurdles(difficulty: float, rng: Generator, half_width: float) -> Terrain:
    """Return hurdles of up to 0.5 m, 2 to 4 m apart."""
    highest = 0.05 + 0.45 * difficulty
    boxes, x = [], FIRST + rng.uniform(0.0, 1.0)
    while x < LAST:
        boxes.append(_box(x, x + THICKNESS, 0.0, highest * rng.uniform(0.5, 1.0), half_width))
        x += rng.uniform(2.0, 4.0)
    return Terrain(boxes=tuple(boxes))


def steps(difficulty: float, rng: Generator, half_width: float) -> Terrain:
    """Return flights of one to four steps up, and as many down, of up to 0.25 m each."""
    highest = 0.02 + 0.23 * difficulty
    boxes, x = [], FIRST + rng.uniform(0.0, 1.0)
    while x < LAST:
        rises = np.cumsum(highest * rng.uniform(0.5, 1.0, rng.integers(1, 5)))
        for height in (*rises, *rises[-2::-1]):
            end = x + rng.uniform(0.5, 1.2)
            boxes.append(_box(x, end, 0.0, height, half_width))
            x = end
        x += rng.uniform(0.5, 1.5)
    return Terrain(boxes=tuple(boxes))


def slopes(difficulty: float, rng: Generator, half_width: float) -> Terrain:
    """Return ramps of 2 to 4 m, up and down by up to 30 degrees, that end as low as they began."""
    steepest = math.radians(3.0 + 27.0 * difficulty)
    half = round((LAST - FIRST) / 2)  # samples are 1 m apart
    heights = [0.0]
    while len(heights) <= half:
        rise = math.tan(steepest * rng.uniform(0.5, 1.0))
        length = int(rng.integers(2, 5))
        up = heights[-1] < length * rise or rng.random() < 0.5
        heights += [heights[-1] + (rise if up else -rise) * (i + 1) for i in range(length)]
    way = heights[: half + 1]
    return _field(np.tile([*way, *way[-2::-1]], (2, 1)), half_width)


def rough(difficulty: float, rng: Generator, half_width: float) -> Terrain:
    """Return bumps of up to 0.3 m, 0.5 m apart; on a narrow terrain the same across all of it."""
    highest = 0.02 + 0.28 * difficulty
    rows = 1 if half_width <= 1.0 else round(4 * half_width) + 1
    heights = rng.uniform(0.0, highest, (rows, round(2 * (LAST - FIRST)) + 1))
    heights[:, [0, -1]] = 0.0
    return _field(np.tile(heights, (2, 1)) if rows == 1 else heights, half_width)


def _box(first: float, last: float, low: float, high: float, half_width: float) -> TerrainBox:
    return TerrainBox(
        ((first + last) / 2, 0.0, (low + high) / 2),
        ((last - first) / 2, half_width, (high - low) / 2),
    )


def _field(heights: np.ndarray, half_width: float) -> Terrain:
    middle = ((FIRST + LAST) / 2, 0.0, 0.0)
    return Terrain(field=HeightField(heights, ((LAST - FIRST) / 2, half_width), middle))


@dataclass(frozen=True)
class Course:
    """A kind of terrain, as a row of ``COURSES``."""

    name: str
    about: str
    """Where bodies run, in place of "on flat ground"."""
    draw: Callable[[float, Generator, float], Terrain]
    floor: bool = True
    """Whether there is a flat floor at z = 0 as well."""
    levelled: bool = False
    """Whether heights count from the ground below the torso, or from z = 0."""


COURSES = (
    Course("gaps", "over gaps", gaps, floor=False),
    Course("hurdles", "over hurdles", hurdles),
    Course("steps", "up and down steps", steps, levelled=True),
    Course("slopes", "up and down slopes", slopes, levelled=True),
    Course("rough", "on rough ground", rough, levelled=True),
)
