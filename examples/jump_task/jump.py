"""Jump: be as high over the ground as possible, with the bodies and the ground of the walker."""

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.library import hand_designed
from nge.physics.simulation import Readings
from nge.tasks.planar import EFFORT_COST
from nge.tasks.task import effort
from nge.tasks.walker import Walker


class Jump(Walker):
    """Reward per control step: how far the lowest point is above the ground, in m."""

    name = "jump"
    about = "be as high over the ground as possible"
    episode_steps = 400  # 10 s

    def hand_designed(self) -> BodyGraph:
        """The walker's legs will do."""
        return hand_designed("walker")

    def reward(self, readings: Readings, actions: np.ndarray) -> np.ndarray:
        """Height of the lowest point, less the usual cost of effort. [P, E]"""
        height = np.maximum(readings.lowest, 0.0)
        return height - EFFORT_COST * effort(readings, actions)


TASK = Jump()
