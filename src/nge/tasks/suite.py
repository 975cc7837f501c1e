"""The ten tasks by which the field compares methods for co-design, each with its first body.

All begin with the same few bones and reward the distance that the torso goes along x. Constants are
those of the suite (Transform2Act, BodyGen); ``docs/tasks.md`` says what is different here.
Attributes of bones, which the suite observes, are not among the columns: policies get them with the
body.
"""

from __future__ import annotations

import math
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.random import Generator

from nge.body.space import SpaceSettings
from nge.physics.arena import (
    FREE_ROOT,
    PLANAR_ROOT,
    SWIMMING_ROOT,
    Arena,
    HeightField,
    Integrator,
    Terrain,
)
from nge.physics.compile import CompiledBody, Start, drawn_terrain
from nge.physics.simulation import Array, SimState
from nge.tasks.task import Column, Task, columns, effort

FASTEST = 10.0  # m/s or rad/s; faster is not observed
EFFORT_COST = 1e-4  # of the mean squared command
Z, X, PITCH = range(3)  # order of the root joints in the planar tasks
PLANAR = Arena(
    timestep=0.002,
    root=PLANAR_ROOT,
    substeps=4,
    integrator=Integrator.RK4,
    floor=True,
    damping=1.0,
    armature=1.0,
    friction=(2.0, 0.005, 0.0001),
    torso_friction=(0.9, 0.005, 0.0001),
    margin=0.001,
    solimp=(0.8, 0.8, 0.01),
    start_height=1.25,
)


def growth(first: int, largest: int, depth: int = 3, children: int = 3) -> SpaceSettings:
    """Return the suite's limits: how many parts the first and the largest body have, and so on."""
    return SpaceSettings(
        max_parts=largest,
        max_depth=depth,
        max_children=children,
        fewest_random_parts=first,
        most_random_parts=min(first + 6, largest),
        torso="evolves",
        start="designed",
        torso_limbs="fixed",
        new_limbs="continued",
        removal="leaves",
    )


class SuiteTask(Task):
    """What the ten have in common."""

    episode_steps = 1000
    refuses_failed = True  # a body whose legs hold it too high, say
    noise: ClassVar[float]
    """Half width of the uniform noise on all positions and velocities at the start."""
    noisy_height: ClassVar[bool] = True
    """Whether the torso's height has it too."""
    limb_columns: tuple[Column, ...] = (
        Column("angle", "rad", "joint angle from rest"),
        Column("velocity", "rad/s", "joint velocity, at most 10"),
    )

    def reset(self, compiled: CompiledBody, rng: Generator) -> Start:
        """Start near the rest pose, with velocities, raised if something touches the ground."""
        qpos = compiled.start + rng.uniform(-self.noise, self.noise, len(compiled.start))
        qvel = rng.uniform(-self.noise, self.noise, compiled.model.nv)
        if not self.noisy_height:
            qpos[self.arena.height] = self.arena.start_height
        terrain = drawn_terrain(self.arena, rng)
        return Start(compiled.settled(qpos, terrain), qvel, terrain)

    def observe_parts(self, sim_state: SimState) -> Array:
        return columns(
            sim_state, sim_state.joint_angle, _clipped(sim_state, sim_state.joint_velocity)
        )

    def reward_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        """How far the torso went along x, per second."""
        return {"speed": sim_state.displacement[..., 0] / self.arena.control_step}


class PlanarSuiteTask(SuiteTask):
    """Run in the x-z plane without falling."""

    kind = "planar-bones"
    arena = PLANAR
    # A control step takes 8 ms, those of our own tasks 20 to 50: more of them count.
    settings = MappingProxyType({"ppo": {"gamma": 0.995, "gae_lambda": 0.98}})
    noise = 0.005
    evolving_torso = ("offset_x", "offset_z", "radius", "extension")
    heights: ClassVar[tuple[float, float]] = (0.7, 2.0)
    """Between which the torso must stay, m."""
    angle: ClassVar[float]
    """Up to which it may lean, rad."""
    torso_columns: tuple[Column, ...] = (
        Column("height", "m", "height of the torso's joint over z = 0"),
        Column("pitch", "rad", "how far it leans forwards"),
        Column("velocity_z", "m/s", "upward velocity, at most 10"),
        Column("velocity_x", "m/s", "forward velocity, at most 10"),
        Column("pitching", "rad/s", "rate of forward pitching, at most 10"),
    )

    def observe_torso(self, sim_state: SimState) -> Array:
        return columns(
            sim_state,
            sim_state.root_position[..., Z, None],
            sim_state.root_position[..., PITCH, None],
            _clipped(sim_state, sim_state.root_velocity),
        )

    def failed(self, sim_state: SimState) -> Array:
        low, high = self.heights
        height, pitch = sim_state.root_position[..., Z], sim_state.root_position[..., PITCH]
        return ~((height > low) & (height < high) & (abs(pitch) < self.angle))


class SuiteCheetah(PlanarSuiteTask):
    """One leg to begin with, and little room to lean."""

    name = "suite/cheetah"
    about = "run along x as fast as possible on flat ground, leaning at most 20 degrees"
    angle = math.radians(20)
    space_settings = growth(2, 14)


class TwoLegged(PlanarSuiteTask):
    """Two legs; the six tasks differ in how many bones may follow a bone, and how often."""

    angle = math.radians(60)
    # Larger updates are behind at first and ahead at 1 M steps (docs/results/suite.md).
    settings = MappingProxyType(
        {
            "ppo": {**PlanarSuiteTask.settings["ppo"], "num_envs": 32, "minibatches": 16},
            "population": {"updates": 5},
        }
    )

    def __init__(self, name: str, levels: str, space_settings: SpaceSettings) -> None:
        """Name the task, and say in words how many levels of bones a leg may have."""
        self.name = name
        self.about = f"run along x as fast as possible on two legs of {levels} levels of bones"
        self.space_settings = space_settings


PERIOD = 3.2  # m, from one gap to the next
FIRST, LAST, TOP, DEPTH = -15.0, 113.0, 0.5, 2.0  # m; ends of the ground, height, depth of gaps
GAP, SLOPE = 1.0, 0.05  # m; width of a gap at its top, and of each of its walls


def gaps() -> Terrain:
    """Return plateaus with gaps between them; the start is in the middle of a plateau."""
    x = np.linspace(FIRST, LAST, round((LAST - FIRST) / SLOPE) + 1)
    from_gap = np.abs((x / PERIOD) % 1 - 0.5) * PERIOD  # distance from the middle of a gap
    heights = np.where(from_gap < GAP / 2 - SLOPE / 2, TOP - DEPTH, TOP)
    field = HeightField(
        np.tile(heights, (2, 1)), ((LAST - FIRST) / 2, 1.0), ((FIRST + LAST) / 2, 0.0, 0.0)
    )
    return Terrain(field=field)


class TerrainCrosser(PlanarSuiteTask):
    """Cross gaps; the phase of the terrain is seen by every part."""

    name = "suite/terraincrosser"
    about = "run along x over gaps of 1 m, leaning at most 20 degrees"
    arena = replace(PLANAR, floor=False, terrains=(gaps(),))
    angle = math.radians(20)
    heights = (1.0, 2.0)
    space_settings = growth(2, 14)
    torso_columns = (
        Column("phase", "", "where over the terrain the torso is: 0 in the middle of a plateau"),
        *PlanarSuiteTask.torso_columns,
    )
    limb_columns = (
        Column("phase", "", "as of the torso"),
        *PlanarSuiteTask.limb_columns,
    )

    def observe_torso(self, sim_state: SimState) -> Array:
        return columns(sim_state, _phase(sim_state)[..., None], super().observe_torso(sim_state))

    def observe_parts(self, sim_state: SimState) -> Array:
        phase = (_phase(sim_state)[..., None] * sim_state.mask[:, None])[..., None]
        return columns(sim_state, phase, super().observe_parts(sim_state))


class CostlySuiteTask(SuiteTask):
    """Where commands cost a little."""

    noise = 0.1

    def observe_torso(self, sim_state: SimState) -> Array:
        """All root coordinates but x and y: where it is does not matter."""
        velocities = _clipped(sim_state, sim_state.root_velocity)
        return columns(sim_state, sim_state.root_position[..., 2:], velocities)

    def reward_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        motors = sim_state.joint_mask.sum((1, 2))[:, None].astype(np.float32)
        cost = effort(sim_state, actions) / sim_state.xp.maximum(motors, 1)
        return super().reward_parts(sim_state, actions) | {"effort": -EFFORT_COST * cost}


class Crawler(CostlySuiteTask):
    """Crawl in space without rolling over."""

    name = "suite/crawler"
    about = "crawl along x as fast as possible on flat ground, in three dimensions"
    kind = "spatial-bones"
    arena = Arena(
        timestep=0.01,
        root=FREE_ROOT,
        substeps=4,
        integrator=Integrator.RK4,
        floor=True,
        damping=1.0,
        armature=1.0,
        friction=(1.0, 0.5, 0.5),
        margin=0.01,
        start_height=0.4,
    )
    noisy_height = False
    space_settings = growth(5, 29, children=2)
    highest: ClassVar[float] = 2.0
    """Height that the torso must stay below, m."""
    upright: ClassVar[float] = math.cos(math.radians(60))
    """How far its axis must point up."""
    torso_columns = (
        Column("height", "m", "height of the torso's centre"),
        *(
            Column(f"turn_{one}", "", f"{one} of the quaternion of its orientation")
            for one in "wxyz"
        ),
        *(Column(f"velocity_{one}", "m/s", f"velocity along {one}, at most 10") for one in "xyz"),
        *(Column(f"spin_{one}", "rad/s", f"rate of turning about its {one}") for one in "xyz"),
    )

    def failed(self, sim_state: SimState) -> Array:
        height = sim_state.root_position[..., 2]
        tilt = sim_state.rotation[..., 0, 2, 2]
        return ~((height > 0) & (height < self.highest) & (tilt > self.upright))


class Swimmer(CostlySuiteTask):
    """Swim in a plane of still water."""

    name = "suite/swimmer"
    about = "swim along x as fast as possible"
    kind = "swimming-bones"
    arena = Arena(
        timestep=0.01,
        root=SWIMMING_ROOT,
        root_armature=0.1,
        substeps=4,
        integrator=Integrator.RK4,
        gravity=False,
        density=4000.0,
        viscosity=0.1,
        armature=0.1,
    )
    evolving_torso = ("offset_x", "offset_y", "radius", "extension")
    space_settings = growth(2, 14)
    torso_columns = (
        Column("heading", "rad", "angle from the start's heading"),
        Column("velocity_x", "m/s", "forward velocity of the torso's joint, at most 10"),
        Column("velocity_y", "m/s", "sideways velocity, at most 10"),
        Column("turning", "rad/s", "rate of change of the heading, at most 10"),
    )


def _clipped(sim_state: SimState, velocities: Array) -> Array:
    return sim_state.xp.clip(velocities, -FASTEST, FASTEST)


def _phase(sim_state: SimState) -> Array:
    """Return where over the terrain the torso is, as a share of a period. [P, E]"""
    return sim_state.root_position[..., X] / PERIOD % 1.0


TASKS: tuple[Task, ...] = (
    Crawler(),
    TerrainCrosser(),
    SuiteCheetah(),
    Swimmer(),
    TwoLegged("suite/glider-regular", "two", growth(3, 5, depth=2, children=1)),
    TwoLegged("suite/glider-medium", "two", growth(3, 7, depth=2, children=2)),
    TwoLegged("suite/glider-hard", "two", growth(3, 9, depth=2, children=3)),
    TwoLegged("suite/walker-regular", "three", growth(3, 7, children=1)),
    TwoLegged("suite/walker-medium", "three", growth(3, 15, children=2)),
    TwoLegged("suite/walker-hard", "three", growth(3, 27, children=3)),
)
