"""Push: move a box along x, with the bodies and the ground of another task."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np
from numpy.random import Generator

from nge.body.body_plan import Shape
from nge.body.graph import BodyGraph
from nge.body.library import hand_designed
from nge.physics.arena import WorldObject
from nge.physics.compile import CompiledBody, Start
from nge.physics.simulation import Array, SimState
from nge.tasks.task import Column, Task, columns
from nge.tasks.walker import Walker

HALF = 0.2  # m; half height of the box
NEAREST, FARTHEST = 0.6, 1.2  # m; between which the centre of the box is at the start
TOP_SPEED = 10.0  # m/s; faster counts no more


class PushTask(Task):
    """Puts a box in front of the bodies of another task, which stands after it among the bases.

    Rewards the velocity of the box along x in place of that of the body.
    """

    box: ClassVar[WorldObject] = WorldObject(
        Shape.BOX,
        (HALF, 0.5, HALF),
        mass=2.0,
        position=((NEAREST + FARTHEST) / 2, 0.0, HALF),
        friction=(0.5, 0.005, 0.0001),
    )

    def __init__(self) -> None:
        """Add the box to the world, and what is seen of it to the observations of the torso."""
        self.arena = replace(type(self).arena, objects=(self.box,))
        self._axes = (0, 2) if self.arena.upright else (0, 1, 2)
        names = ["xyz"[axis] for axis in self._axes]
        self.torso_columns = (
            *type(self).torso_columns,
            *(
                Column(f"box_{one}", "m", f"how far the box is from it along {one}")
                for one in names
            ),
            *(Column(f"box_velocity_{one}", "m/s", f"velocity of the box, {one}") for one in names),
        )

    def reset(self, compiled: CompiledBody, rng: Generator) -> Start:
        """As the task does, with the box at rest anywhere within its places."""
        start, box = super().reset(compiled, rng), compiled.object_positions[0]
        qpos, qvel = start.qpos.copy(), start.qvel
        qpos[box] = compiled.start[box]
        qpos[box[self.arena.root_coordinates.index("x")]] = rng.uniform(NEAREST, FARTHEST)
        if qvel is not None:
            qvel = np.append(
                qvel[: -self.arena.root_velocities], [0.0] * self.arena.root_velocities
            )
        return replace(start, qpos=compiled.settled(qpos, start.terrain), qvel=qvel)

    def observe_torso(self, sim_state: SimState) -> Array:
        axes = list(self._axes)
        away = sim_state.object_position[:, :, 0] - sim_state.centre[:, :, 0]
        torso = super().observe_torso(sim_state)  # type: ignore[safe-super]
        velocity = sim_state.object_velocity[:, :, 0]
        return columns(sim_state, torso, away[..., axes], velocity[..., axes])

    def reward_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        """The velocity of the box, and what else the task has but the speed of the body."""
        own = super().reward_parts(sim_state, actions)  # type: ignore[safe-super]
        pushed = sim_state.xp.clip(_box_velocity(sim_state), -TOP_SPEED, TOP_SPEED)
        return {"push": pushed} | {name: own[name] for name in own if name != "speed"}

    def measures(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        return super().measures(sim_state, actions) | {"box_velocity": _box_velocity(sim_state)}


class WalkerPush(PushTask, Walker):
    """Push the box with the walker's legs."""

    name = "walker-push"
    about = "push a box along x as fast as possible on flat ground"

    def hand_designed(self) -> BodyGraph:
        return hand_designed(Walker.name)


def _box_velocity(sim_state: SimState) -> Array:
    return sim_state.object_velocity[:, :, 0, 0]


TASK = WalkerPush()
