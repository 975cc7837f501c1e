"""Walker: move along x as fast as possible on flat ground."""

from __future__ import annotations

from nge.physics.arena import PLANAR_ROOT, Arena
from nge.tasks.planar import PlanarTask


class Walker(PlanarTask):
    """Run on flat ground; a limb passes through its own body's other limbs."""

    name = "walker"
    about = "move along x as fast as possible on flat ground"
    arena = Arena(
        timestep=0.0025,
        root=PLANAR_ROOT,
        floor=True,
        damping=0.1,
        armature=0.01,
        friction=(0.7, 0.1, 0.1),
        solref=(0.005, 1.0),
        solimp=(0.99, 0.99, 0.003),
    )
    episode_steps = 1000
    evolving_torso = ("radius", "half_length")


TASK = Walker()
