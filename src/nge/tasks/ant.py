"""Ant: run along x in space, with a light body and strong, damped joints."""

from __future__ import annotations

from nge.body.library import ant
from nge.physics.arena import FREE_ROOT, Arena
from nge.tasks.spatial import SpatialTask


class Ant(SpatialTask):
    """Damping, armature and friction are those of Gymnasium's ant; contacts are stiffer.

    Strong limbs would sink into the ground by more than their radius otherwise.
    """

    name = "ant"
    about = "run along x as fast as possible on flat ground, in three dimensions, light"
    arena = Arena(
        timestep=0.005,
        root=FREE_ROOT,
        floor=True,
        damping=1.0,
        armature=1.0,
        friction=(1.0, 0.5, 0.5),
        solref=(0.01, 1.0),
        solimp=(0.9, 0.99, 0.003),
        self_collision=True,
    )
    episode_steps = 500
    random_torso = ant().parts[0].attributes


TASK = Ant()
