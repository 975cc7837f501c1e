"""The walker on terrain: gaps, hurdles, steps, slopes and rough ground."""

from __future__ import annotations

from nge.body.graph import BodyGraph
from nge.body.library import hand_designed
from nge.tasks import courses
from nge.tasks.task import Task
from nge.tasks.terrain_task import TerrainTask
from nge.tasks.walker import Walker


class TerrainWalker(TerrainTask, Walker):
    """Run as the walker does, wherever the ground is not flat."""

    def hand_designed(self) -> BodyGraph:
        """The walker."""
        return hand_designed(Walker.name)


class WalkerGaps(TerrainWalker):
    """Jump over gaps; there is no floor below."""

    name = "walker-gaps"
    about = "move along x as fast as possible over gaps"
    floor = False
    terrain = staticmethod(courses.gaps)


class WalkerHurdles(TerrainWalker):
    """Get over hurdles."""

    name = "walker-hurdles"
    about = "move along x as fast as possible over hurdles"
    terrain = staticmethod(courses.hurdles)


class WalkerSteps(TerrainWalker):
    """Climb steps, and get down again."""

    name = "walker-steps"
    about = "move along x as fast as possible up and down steps"
    levelled = True
    terrain = staticmethod(courses.steps)


class WalkerSlopes(TerrainWalker):
    """Run uphill and downhill."""

    name = "walker-slopes"
    about = "move along x as fast as possible up and down slopes"
    levelled = True
    terrain = staticmethod(courses.slopes)


class WalkerRough(TerrainWalker):
    """Run over bumps."""

    name = "walker-rough"
    about = "move along x as fast as possible on rough ground"
    levelled = True
    terrain = staticmethod(courses.rough)


TASKS: tuple[Task, ...] = (
    WalkerGaps(),
    WalkerHurdles(),
    WalkerSteps(),
    WalkerSlopes(),
    WalkerRough(),
)
