"""A kind of body and a task in space, for tests of what no shipped task needs yet.

A goal and a push that are drawn anew for every episode, and limbs with one, two or three hinges
of so few attributes that tests can write them down.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from nge.body.body_plan import BodyPlan, Hinge, Motor, PartPlan, Shape, Solid
from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.kinds import kinds
from nge.body.space import TURN, Attribute, Kind
from nge.physics.arena import FREE_ROOT, Arena
from nge.physics.compile import Start, noisy_start
from nge.tasks.task import Column, Task, effort

RADIUS, TORQUE, LIMIT, DENSITY = 0.04, 6.0, 0.6, 700.0
AXES = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
PUSH = 0.3  # m/s; half width of the noise on the torso's velocity at the start


class Stalks(Kind):
    """A ball with capsules that stick out of it, and of each other."""

    name = "stalks"
    about = "capsules in space, one to three hinges each"
    torso = (Attribute("radius", "m", 0.1, 0.4, "radius of the torso"),)
    limb = (
        Attribute("azimuth", "rad", 0.0, TURN, "direction, about the parent's z axis", True),
        Attribute("length", "m", 0.1, 0.6, "length"),
        Attribute("hinges", "", 1.0, 3.0, "number of hinges"),
    )
    joints = 3
    hinges_vary = True
    random_torso = (0.2,)
    random_limbs_on_torso = False

    def mirrored(self, limb, first):
        azimuth, length, hinges = limb
        return (-azimuth % TURN, length, hinges)

    def hinges(self, limb):
        return round(limb[2])

    def plan(self, body):
        parts = [PartPlan((Solid(Shape.SPHERE, body.parts[0].attributes, density=DENSITY),))]
        for part, parent in zip(body.parts[1:], body.parents[1:], strict=True):
            azimuth, length, _ = part.attributes
            along = (math.cos(azimuth), math.sin(azimuth), 0.0)
            reach = body.parts[0].attributes[0]
            start = (
                tuple(reach * x for x in along)
                if parent == 0
                else (body.parts[parent].attributes[1], 0.0, 0.0)
            )
            parts.append(
                PartPlan(
                    (
                        Solid(
                            Shape.CAPSULE,
                            (RADIUS, length / 2),
                            (length / 2, 0.0, 0.0),
                            (math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0),  # its z axis along x
                            DENSITY,
                        ),
                    ),
                    start,
                    (math.cos(azimuth / 2), 0.0, 0.0, math.sin(azimuth / 2)),
                    tuple(
                        Hinge(axis, Motor(torque=TORQUE), limits=(-LIMIT, LIMIT))
                        for axis in AXES[: self.hinges(part.attributes)]
                    ),
                )
            )
        return BodyPlan(tuple(parts))


KIND = Stalks()


class Wander(Task):
    """Go where the goal points, without rolling over."""

    name = "wander"
    about = "go where the goal points"
    kind = "stalks"
    arena = Arena(
        timestep=0.005,
        root=FREE_ROOT,
        substeps=4,
        floor=True,
        damping=0.2,
        armature=0.02,
        friction=(0.8, 0.1, 0.1),
        joint_noise=0.1,
    )
    episode_steps = 12
    goal_size = 2
    torso_columns = tuple(
        Column(f"{what}{index}", "", what)
        for what, count in (("height", 1), ("turn", 4), ("velocity", 6), ("goal", 2))
        for index in range(count)
    )
    limb_columns = tuple(
        Column(f"{what}{joint}", "", what) for what in ("angle", "velocity") for joint in range(3)
    )

    def hand_designed(self):
        return SPIDER

    def reset(self, compiled, rng):
        start = noisy_start(compiled, rng)
        qvel = np.zeros(compiled.model.nv)
        qvel[:3] = rng.uniform(-PUSH, PUSH, 3)
        heading = rng.uniform(0, TURN)
        goal = (math.cos(heading), math.sin(heading))
        return Start(start.qpos, qvel, start.terrain, goal)

    def observe_torso(self, sim_state):
        xp = sim_state.xp
        return xp.concatenate(
            [sim_state.root_position[..., 2:], sim_state.root_velocity, sim_state.goal], axis=-1
        )

    def observe_parts(self, sim_state):
        return sim_state.xp.concatenate([sim_state.joint_angle, sim_state.joint_velocity], axis=-1)

    def reward_parts(self, sim_state, actions):
        return {
            "towards_goal": (sim_state.velocity[..., :2] * sim_state.goal).sum(-1),
            "effort": -0.01 * effort(sim_state, actions),
        }

    def failed(self, sim_state):
        return sim_state.rotation[..., 0, 2, 2] < 0  # the torso's z axis points down


def body_of(*limbs, radius=0.2):
    """Return a body from (parent, azimuth, length, hinges) of every limb."""
    body = BodyGraph("stalks", (Part(0, (radius,)),), (NO_PARENT,))
    for parent, *attributes in limbs:
        body = body.attach(parent, tuple(map(float, attributes)))
    return body


SPIDER = body_of((0, 0.0, 0.3, 1), (0, 2.0, 0.4, 2), (0, 4.0, 0.35, 3), (1, 0.5, 0.25, 2))
"""Rows are not depth first: the last limb sits on the first."""
CROSS = body_of((0, 0.3, 0.3, 3), (0, 2.0, 0.3, 1), (0, 3.4, 0.3, 1), (0, 5.0, 0.3, 1))


@contextmanager
def stalks_known() -> Iterator[None]:
    """Let the kind be found by its name."""
    kinds()[KIND.name] = KIND
    try:
        yield
    finally:
        del kinds()[KIND.name]
