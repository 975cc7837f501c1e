"""Hopper: move along x without falling."""

from __future__ import annotations

import math

from nge.body.kinds.limbs import KIND
from nge.physics.arena import PLANAR_ROOT, Arena
from nge.physics.simulation import Array, SimState
from nge.tasks.planar import PlanarTask, Z

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
    random_torso = (*KIND.random_torso[:-1], 0.0)  # upright: lying is falling here
    random_stand = 0.8  # m; with less, most are below 0.6 before anything is learned

    def reward_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        """As for all planar tasks, but forward speed counts only while standing."""
        xp, stand = sim_state.xp, _stand(sim_state)
        standing = (stand >= LOWEST_STAND) & (stand <= HIGHEST_STAND)
        parts = super().reward_parts(sim_state, actions)
        speed = parts["speed"]
        return parts | {"speed": xp.where(standing, speed, xp.minimum(speed, 0.0))}

    def failed(self, sim_state: SimState) -> Array:
        return _stand(sim_state) < LOWEST_STAND


def _stand(sim_state: SimState) -> Array:
    """Return the height of the torso's centre over the lowest part's centre. [P, E]"""
    heights = sim_state.xp.where(sim_state.mask[:, None], sim_state.centre[..., 2], math.inf)
    return sim_state.root_position[..., Z] - heights.min(axis=-1)


TASK = Hopper()
