"""Shared by our tasks in space: observations of a body with a free torso, and the end."""

from __future__ import annotations

import math

from nge.physics.simulation import Array, SimState
from nge.tasks.planar import RunningTask
from nge.tasks.task import Column, columns

X, Z = 0, 2  # of the world, and of root coordinates
UPRIGHT = math.cos(math.radians(60))  # least that the torso's z axis points up
HINGES = (1, 2, 3)


class SpatialTask(RunningTask):
    """Run in space.

    An episode ends when the torso leans by more than 60 degrees: a body that rolls along the ground
    is not what is looked for.
    """

    kind = "limbs3d"
    evolving_torso = ("radius", "half_length")
    torso_columns = (
        Column("height", "m", "height of the torso's centre over the floor"),
        *(Column(f"up_{one}", "", f"the vertical as seen from the torso, {one}") for one in "xyz"),
        *(
            Column(f"ahead_{one}", "", f"the direction of running as seen from the torso, {one}")
            for one in "xyz"
        ),
        *(Column(f"velocity_{one}", "m/s", f"velocity along the world's {one}") for one in "xyz"),
        *(Column(f"spin_{one}", "rad/s", f"rate of turning about its own {one}") for one in "xyz"),
        Column("touch_near", "log N", "log(1 + force) at its rear end"),
        Column("touch_far", "log N", "log(1 + force) at its front end"),
    )
    limb_columns = (
        *(Column(f"angle_{one}", "rad", f"angle of hinge {one} from rest") for one in HINGES),
        *(Column(f"velocity_{one}", "rad/s", f"velocity of hinge {one}") for one in HINGES),
        Column("forward", "", "how far the limb points forward, seen from its joint"),
        Column("left", "", "how far it points left"),
        Column("up", "", "how far it points up"),
        Column("touch_near", "log N", "log(1 + force) at its joint end"),
        Column("touch_far", "log N", "log(1 + force) at its far end"),
    )

    def directions(self, sim_state: SimState) -> Array:
        return sim_state.rotation[..., X]

    def observe_torso(self, sim_state: SimState) -> Array:
        return columns(
            sim_state,
            sim_state.root_position[..., Z, None],
            sim_state.rotation[:, :, 0, Z],
            sim_state.rotation[:, :, 0, X],
            sim_state.root_velocity,
            sim_state.xp.log1p(sim_state.touch[:, :, 0]),
        )

    def failed(self, sim_state: SimState) -> Array:
        return sim_state.rotation[..., 0, Z, Z] < UPRIGHT
