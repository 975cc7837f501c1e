"""Shared by tasks of running: the reward, and observations of a body in the x-z plane."""

from __future__ import annotations

from abc import abstractmethod

from nge.physics.simulation import Array, SimState
from nge.tasks.task import Column, Task, columns, effort

Z = 0  # place of the height among the root joints
TOP_SPEED = 10.0  # m/s; faster counts no more
EFFORT_COST = 0.001


class RunningTask(Task):
    """Reward per control step: velocity along x of the whole body, less a cost of effort."""

    @abstractmethod
    def directions(self, sim_state: SimState) -> Array:
        """Return where each part's axis points, as its columns say. [P, E, N, columns]"""

    def observe_parts(self, sim_state: SimState) -> Array:
        return columns(
            sim_state,
            sim_state.joint_angle,
            sim_state.joint_velocity,
            self.directions(sim_state),
            sim_state.xp.log1p(sim_state.touch),
        )

    def reward_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        return {
            "speed": sim_state.xp.clip(sim_state.velocity[..., 0], -TOP_SPEED, TOP_SPEED),
            "effort": -EFFORT_COST * effort(sim_state, actions),
        }


class PlanarTask(RunningTask):
    """Run in the x-z plane."""

    kind = "limbs"
    torso_columns = (
        Column("height", "m", "height of the torso's centre over the floor"),
        Column("velocity_z", "m/s", "upward velocity of the torso"),
        Column("velocity_x", "m/s", "forward velocity of the torso"),
        Column("pitching", "rad/s", "rate of forward pitching"),
        Column("up", "", "how far its axis points up: 1 upright, 0 lying, -1 upside down"),
        Column("forward", "", "how far its axis points forward"),
        Column("touch_near", "log N", "log(1 + force) at its lower end"),
        Column("touch_far", "log N", "log(1 + force) at its upper end"),
    )
    limb_columns = (
        Column(
            "angle", "rad", "joint angle from rest, positive towards the front of a hanging leg"
        ),
        Column("velocity", "rad/s", "joint velocity"),
        Column("up", "", "how far the limb points up, seen from its joint"),
        Column("forward", "", "how far the limb points forward"),
        Column("touch_near", "log N", "log(1 + force) at its joint end"),
        Column("touch_far", "log N", "log(1 + force) at its far end"),
    )

    def directions(self, sim_state: SimState) -> Array:
        return columns(sim_state, sim_state.rotation[..., 2, 2:], sim_state.rotation[..., 0, 2:])

    def observe_torso(self, sim_state: SimState) -> Array:
        return columns(
            sim_state,
            sim_state.root_position[..., Z, None],
            sim_state.root_velocity,
            self.directions(sim_state)[:, :, 0],
            sim_state.xp.log1p(sim_state.touch[:, :, 0]),
        )
