"""Walker: move along x as fast as possible on flat ground."""

from __future__ import annotations

from types import MappingProxyType

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
    # Searches and plain training get further with small updates and a short memory of advantages
    # (docs/results/search_ideas.md). A generation has as many control steps as elsewhere.
    settings = MappingProxyType(
        {
            "ppo": {"num_steps": 120, "gae_lambda": 0.85},
            "population": {"updates": 20},
        }
    )


TASK = Walker()
