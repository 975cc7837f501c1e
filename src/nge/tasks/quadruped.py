"""Quadruped: run along x in space, with a heavy body."""

from __future__ import annotations

from nge.body.library import quadruped
from nge.body.space import SpaceSettings
from nge.physics.arena import FREE_ROOT, Arena
from nge.tasks.spatial import SpatialTask


class Quadruped(SpatialTask):
    """Damping, armature, friction and contacts are those of dm_control's quadruped."""

    name = "quadruped"
    about = "run along x as fast as possible on flat ground, in three dimensions, heavy"
    arena = Arena(
        timestep=0.005,
        root=FREE_ROOT,
        substeps=5,
        floor=True,
        damping=30.0,
        armature=0.01,
        friction=(1.5, 0.005, 0.0001),
        torso_friction=(1.0, 0.005, 0.0001),
        solref=(0.01, 1.0),
        solimp=(0.9, 0.99, 0.003),
        self_collision=True,
    )
    episode_steps = 1000
    random_torso = quadruped().parts[0].attributes
    space_settings = SpaceSettings(max_parts=16)


TASK = Quadruped()
