"""Cheetah: run along x as fast as possible with springy joints and a body of 14 kg."""

from __future__ import annotations

from nge.body.library import cheetah
from nge.physics.arena import PLANAR_ROOT, Arena
from nge.tasks.planar import PlanarTask


class Cheetah(PlanarTask):
    """Run on flat ground; every body is scaled to the same mass, and its limbs collide."""

    name = "cheetah"
    about = "run along x as fast as possible, springy joints, 14 kg"
    arena = Arena(
        timestep=0.002,
        root=PLANAR_ROOT,
        floor=True,
        damping=0.01,
        armature=0.1,
        stiffness=8.0,
        friction=(0.4, 0.1, 0.1),
        self_collision=True,
        total_mass=14.0,
    )
    episode_steps = 1250
    evolving_torso = ("radius", "half_length")
    random_torso = cheetah().parts[0].attributes


TASK = Cheetah()
