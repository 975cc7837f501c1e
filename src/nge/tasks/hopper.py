"""Hopper: move along x without falling."""

from __future__ import annotations

import math
from typing import ClassVar

from nge.body.graph import Attributes
from nge.body.kinds.limbs import KIND
from nge.physics.arena import PLANAR_ROOT, Arena
from nge.physics.simulation import Array, Readings
from nge.tasks.planar import EFFORT_COST, PlanarTask, Z, planar_speed
from nge.tasks.task import effort

LOWEST_STAND, HIGHEST_STAND = 0.6, 2.0  # m; height of the torso over the body's lowest part


class Hopper(PlanarTask):
    """Run upright: the episode ends when the torso sinks below 0.6 m over the lowest part."""

    name = "hopper"
    about = "move along x without falling"
    arena = Arena(
        timestep=0.005,
        root=PLANAR_ROOT,
        floor=True,
        damping=0.05,
        armature=0.2,
        friction=(0.7, 0.1, 0.1),
        solref=(0.015, 1.0),
        solimp=(0.99, 0.99, 0.003),
        self_collision=True,
    )
    episode_steps = 500
    random_torso: ClassVar[Attributes] = (
        *KIND.random_torso[:-1],
        0.0,
    )  # upright: lying is falling here
    random_stand = 0.8  # m; with less, most are below 0.6 before anything is learned

    def reward_parts(self, readings: Readings, actions: Array) -> dict[str, Array]:
        """As for all planar tasks, but forward speed counts only while standing."""
        xp, stand = readings.xp, _stand(readings)
        standing = (stand >= LOWEST_STAND) & (stand <= HIGHEST_STAND)
        speed = planar_speed(readings)
        return {
            "speed": xp.where(standing, speed, xp.minimum(speed, 0.0)),
            "effort": -EFFORT_COST * effort(readings, actions),
        }

    def failed(self, readings: Readings) -> Array:
        """The torso sank."""
        return _stand(readings) < LOWEST_STAND


def _stand(readings: Readings) -> Array:
    """Return the height of the torso's centre over the lowest part's centre. [P, E]"""
    heights = readings.xp.where(readings.mask[:, None], readings.centre[..., 2], math.inf)
    return readings.root_position[..., Z] - heights.min(axis=-1)


TASK = Hopper()
