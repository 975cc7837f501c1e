"""Fish: swim along y as fast as possible, in a plane of still water."""

from __future__ import annotations

from types import MappingProxyType

from nge.physics.arena import SWIMMING_ROOT, Arena
from nge.physics.simulation import Array, SimState
from nge.tasks.task import Column, Task, columns

X, Y, HEADING = range(3)  # order of the root joints


class Fish(Task):
    """Reward per control step: the torso's velocity along y in m/s. No cost, no end but time."""

    name = "fish"
    about = "swim along y as fast as possible"
    kind = "fins"
    arena = Arena(
        timestep=0.004,
        root=SWIMMING_ROOT,
        root_anchor=(0.0, 0.1, 0.0),
        root_damping=2e-5,
        gravity=False,
        constraints=False,
        density=5000.0,
        damping=2e-5,
        forward=(0.0, 1.0, 0.0),
    )
    episode_steps = 1000
    evolving_torso = ("a", "b", "c", "core")
    # Fins do much the same: weights that all of them share evolve better (docs/results/search.md).
    settings = MappingProxyType({"policies": {"nge": "nge-roles"}, "critic": {"reads": "set"}})
    torso_columns = (
        Column("heading_sin", "", "sine of the heading; 0 when it points along y"),
        Column("heading_cos", "", "cosine of the heading"),
        Column("velocity_x", "m/s", "sideways velocity of the torso in the world"),
        Column("velocity_y", "m/s", "forward velocity of the torso in the world"),
        Column("turning", "rad/s", "rate of change of the heading"),
    )
    limb_columns = (
        Column("angle_x", "rad", "angle of the hinge about the fin's x axis"),
        Column("angle_y", "rad", "angle of the hinge about the fin's y axis, its normal"),
        Column("angle_z", "rad", "angle of the hinge about the fin's z axis"),
        Column("velocity_x", "rad/s", "velocity of the first hinge"),
        Column("velocity_y", "rad/s", "velocity of the second hinge"),
        Column("velocity_z", "rad/s", "velocity of the third hinge"),
    )

    def observe_torso(self, sim_state: SimState) -> Array:
        xp, heading = sim_state.xp, sim_state.root_position[..., HEADING, None]
        return columns(sim_state, xp.sin(heading), xp.cos(heading), sim_state.root_velocity)

    def observe_parts(self, sim_state: SimState) -> Array:
        return columns(sim_state, sim_state.joint_angle, sim_state.joint_velocity)

    def reward_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        return {"speed": sim_state.root_velocity[..., Y]}


TASK = Fish()
