"""From a body graph to a MuJoCo model, and the address of everything a part owns in it.

MuJoCo numbers bodies, joints and motors depth first; we number parts in the order of the
graph. ``CompiledBody`` alone translates: row ``i`` of each of its tables belongs to part ``i``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import mujoco
import numpy as np
from numpy.random import Generator

from nge.body.body_plan import ORIGIN, BodyPlan, PartPlan, Shape, Solid, Vector, gap, placed
from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named
from nge.body.space import check_size
from nge.errors import PhysicsError
from nge.physics import scenery
from nge.physics.arena import (
    Arena,
    HeightField,
    Integrator,
    RootJoint,
    RootType,
    Terrain,
    WorldObject,
)

ABSENT = -1
ARENA_BYTES = 1 << 20  # scratch memory of one environment; MuJoCo's default is 14 MB
TOUCHES = 2  # most touch sensors of a part
LIFT = 0.05  # m; step by which a body is raised until it touches nothing
MOST_LIFTS = 200
FIELD_BASE = 0.5  # m; thickness of the ground below the lowest point of a height field

SHAPES = {
    Shape.ELLIPSOID: mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    Shape.CAPSULE: mujoco.mjtGeom.mjGEOM_CAPSULE,
    Shape.BOX: mujoco.mjtGeom.mjGEOM_BOX,
    Shape.SPHERE: mujoco.mjtGeom.mjGEOM_SPHERE,
}


@dataclass(frozen=True)
class Start:
    """How one episode begins."""

    qpos: np.ndarray
    """Positions of all joints. [nq]"""
    qvel: np.ndarray | None = None
    """Velocities of all joints; None: at rest. [nv]"""
    terrain: int = 0
    """Which of the arena's terrains it has."""
    goal: np.ndarray | tuple[float, ...] = ()
    """Numbers that the task needs in the state of this episode. [G]"""


StartRule = Callable[["CompiledBody", Generator], Start]
"""Draws the start of an episode."""


@dataclass(frozen=True, eq=False)
class CompiledBody:
    """A body as MuJoCo sees it, with the addresses of every part's joints, motors and sensors.

    Its model is that of the first terrain; addresses are the same in those of the others.
    """

    body: BodyGraph
    arena: Arena
    model: mujoco.MjModel
    start: np.ndarray
    """qpos at the start of an episode, before noise. [nq]"""
    bodies: np.ndarray
    """MuJoCo body of each part. [N]"""
    geoms: tuple[tuple[int, ...], ...]
    """MuJoCo geoms of each part."""
    angles: np.ndarray
    """Address of each joint in qpos. [N, J]"""
    speeds: np.ndarray
    """Address of each joint in qvel. [N, J]"""
    motors: np.ndarray
    """Address of each joint's motor in ctrl. [N, J]"""
    touches: np.ndarray
    """Address of each touch sensor in sensordata. [N, 2]"""
    velocity_sensor: int
    """Address of the velocity of the whole body's centre of mass in sensordata."""
    objects: np.ndarray
    """MuJoCo body of each of the arena's objects. [O]"""
    object_positions: np.ndarray
    """Address of each object's coordinates in qpos, in the order of those of the root. [O, Rq]"""
    object_velocities: np.ndarray
    """Address of each object's velocity in sensordata. [O]"""
    start_rule: StartRule
    """How its episodes begin."""
    goal_size: int = 0
    """Numbers of an episode's goal (G)."""
    _models: dict[int, mujoco.MjModel] = field(default_factory=dict, repr=False)
    _scratch: dict[int, mujoco.MjData] = field(default_factory=dict, repr=False)

    @property
    def mass(self) -> float:
        """Total mass of the body in kg."""
        return float(self.model.body_subtreemass[scenery.TORSO_BODY])

    def model_on(self, terrain: int) -> mujoco.MjModel:
        """Return the model with one of the arena's terrains; compiled when first asked for."""
        if terrain == 0:
            return self.model
        if terrain not in self._models:
            self._models[terrain] = _compiled(self.body, self.arena, terrain)
        return self._models[terrain]

    def settled(self, qpos: np.ndarray, terrain: int = 0) -> np.ndarray:
        """Return the pose lifted or lowered so that it stands free above the ground."""
        model, qpos = self.model_on(terrain), qpos.copy()
        mujoco.mj_normalizeQuat(model, qpos)
        if self.arena.ground:
            if terrain not in self._scratch:
                self._scratch.clear()  # half a MB each; kept for bodies with one terrain
                self._scratch[terrain] = mujoco.MjData(model)
            _settle(model, self._scratch[terrain], self.arena, qpos)
        return qpos


def noisy_start(compiled: CompiledBody, rng: Generator) -> Start:
    """Start near the rest pose, by the noise of the arena, on any of its terrains."""
    arena, qpos = compiled.arena, compiled.start.copy()
    limbs = compiled.angles[compiled.angles != ABSENT]
    qpos[limbs] += rng.uniform(-arena.joint_noise, arena.joint_noise, len(limbs))
    address = 0
    for root in arena.root:
        count = len(root.coordinates)
        if root.noise:
            qpos[address : address + count] += rng.uniform(-root.noise, root.noise, count)
        address += count
    terrain = drawn_terrain(arena, rng)
    return Start(compiled.settled(qpos, terrain), terrain=terrain)


def drawn_terrain(arena: Arena, rng: Generator) -> int:
    """Draw one of the terrains of an arena; 0 where there is none."""
    return int(rng.integers(len(arena.terrains))) if arena.terrains else 0


def compile_body(
    body: BodyGraph, arena: Arena, start_rule: StartRule = noisy_start, goal_size: int = 0
) -> CompiledBody:
    """Build the MuJoCo model of a body in an arena, whose episodes begin by ``start_rule``."""
    check_size(len(body))
    plan = kind_named(body.kind).plan(body)
    model = _compiled(body, arena)
    rows = [part_name(body, row) for row in range(len(body))]
    bodies = np.array([model.body(name).id for name in rows], np.int32)
    angles = np.full((len(body), kind_named(body.kind).joints), ABSENT, np.int32)
    speeds, motors = angles.copy(), angles.copy()
    touches = np.full((len(body), TOUCHES), ABSENT, np.int32)
    for row, part in enumerate(bodies):
        first, count = model.body_jntadr[part], model.body_jntnum[part]
        for index in range(count if row else 0):
            angles[row, index] = model.jnt_qposadr[first + index]
            speeds[row, index] = model.jnt_dofadr[first + index]
            motors[row, index] = model.actuator(joint_name(body, row, index)).id
        for index in range(len(plan.parts[row].touches)):
            touches[row, index] = model.sensor(f"{rows[row]}_touch{index}").adr[0]
    return CompiledBody(
        body=body,
        arena=arena,
        model=model,
        start=_start_pose(model, plan, arena),
        bodies=bodies,
        geoms=tuple(
            tuple(range(first, first + count))
            for first, count in zip(
                model.body_geomadr[bodies], model.body_geomnum[bodies], strict=True
            )
        ),
        angles=angles,
        speeds=speeds,
        motors=motors,
        touches=touches,
        velocity_sensor=int(model.sensor("velocity").adr[0]),
        objects=np.array([model.body(name).id for name in _object_names(arena)], np.int32),
        object_positions=_object_positions(model, arena),
        object_velocities=np.array(
            [model.sensor(name).adr[0] for name in _object_names(arena)], np.int32
        ),
        start_rule=start_rule,
        goal_size=goal_size,
    )


def _compiled(body: BodyGraph, arena: Arena, terrain: int = 0) -> mujoco.MjModel:
    try:
        return build_spec(body, arena, terrain=terrain).compile()
    except ValueError as error:
        raise PhysicsError(f"MuJoCo refuses this body: {' '.join(str(error).split())}") from None


def build_spec(
    body: BodyGraph, arena: Arena, scenic: bool = False, terrain: int = 0
) -> mujoco.MjSpec:
    """Return the editable MuJoCo description on one of the arena's terrains.

    ``scenic`` adds what is only there to be seen.
    """
    spec, plan = mujoco.MjSpec(), kind_named(body.kind).plan(body)
    spec.modelname = f"nge {body.kind} {body.digest}"
    spec.memory = ARENA_BYTES
    spec.compiler.degree = False
    spec.compiler.usethread = False  # our bodies are far too small for it to pay
    _set_physics(spec, arena)
    if arena.floor:
        _add_floor(spec, arena)
    density_scale = 1.0 if arena.total_mass is None else arena.total_mass / plan_mass(plan)
    made: list[mujoco.MjsBody] = []
    for row, part in enumerate(plan.parts):
        parent = made[body.parents[row]] if row else spec.worldbody
        made.append(_add_part(spec, parent, body, row, part, arena, density_scale))
    for name, one in zip(_object_names(arena), arena.objects, strict=True):
        _add_object(spec, arena, name, one)
    if arena.terrains:
        _add_terrain(spec, arena, arena.terrains[terrain])
    if arena.self_collision:
        _excuse_overlaps(spec, body, plan)
    _add_body_sensor(spec, "velocity", mujoco.mjtSensor.mjSENS_SUBTREELINVEL, part_name(body, 0))
    if scenic:
        scenery.add(spec, arena)
    return spec


def part_name(body: BodyGraph, row: int) -> str:
    """Return the name of a part in MuJoCo: by its stable id, not by its row."""
    return f"part{body.parts[row].id}" if row else "torso"


def joint_name(body: BodyGraph, row: int, joint: int) -> str:
    """Return the name that a joint of a part and its motor have in MuJoCo."""
    return f"{part_name(body, row)}_joint{joint}"


def plan_mass(plan: BodyPlan) -> float:
    """Return the mass of a plan in kg, from volumes and densities."""
    return sum(solid.density * _volume(solid) for part in plan.parts for solid in part.solids)


def _volume(solid: Solid) -> float:
    size = solid.size
    match solid.shape:
        case Shape.ELLIPSOID:
            return 4 / 3 * math.pi * size[0] * size[1] * size[2]
        case Shape.CAPSULE:
            return math.pi * size[0] ** 2 * (2 * size[1] + 4 / 3 * size[0])
        case Shape.BOX:
            return 8 * size[0] * size[1] * size[2]
        case Shape.SPHERE:
            return 4 / 3 * math.pi * size[0] ** 3


def _set_physics(spec: mujoco.MjSpec, arena: Arena) -> None:
    spec.option.timestep = arena.timestep
    spec.option.density = arena.density
    spec.option.viscosity = arena.viscosity
    if arena.integrator is Integrator.RK4:
        spec.option.integrator = mujoco.mjtIntegrator.mjINT_RK4
    off = mujoco.mjtDisableBit
    if not arena.gravity:
        spec.option.disableflags |= off.mjDSBL_GRAVITY
    if not arena.constraints:
        spec.option.disableflags |= off.mjDSBL_CONSTRAINT


def _add_floor(spec: mujoco.MjSpec, arena: Arena) -> None:
    spec.worldbody.add_geom(
        name="floor",
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=[0, 0, 0.05],  # 0: without end
        contype=0,
        conaffinity=1,
        solref=arena.solref,
        solimp=(*arena.solimp, 0.5, 2.0),
    )


def _object_names(arena: Arena) -> list[str]:
    return [f"object{number}" for number in range(len(arena.objects))]


def _object_positions(model: mujoco.MjModel, arena: Arena) -> np.ndarray:
    """Return where the coordinates of objects begin and end in qpos. [O, Rq]"""
    width = len(arena.root_coordinates)
    first = model.nq - len(arena.objects) * width  # they come after those of all parts
    return np.arange(first, model.nq, dtype=np.int32).reshape(-1, width)


def _add_object(spec: mujoco.MjSpec, arena: Arena, name: str, one: WorldObject) -> None:
    """Add an object, whose joints are those of the root; so it stays in the plane of the body."""
    made = spec.worldbody.add_body(name=name)
    _add_joints(made, arena.root, name)
    made.add_geom(
        name=name,
        type=SHAPES[one.shape],
        size=(*one.size, 0.0, 0.0)[:3],
        mass=one.mass,
        contype=1,
        conaffinity=1,
        friction=one.friction,
        priority=1,  # its friction counts, not the larger one
        solref=arena.solref,
        solimp=(*arena.solimp, 0.5, 2.0),
        rgba=scenery.OBJECT,
    )
    _add_body_sensor(spec, name, mujoco.mjtSensor.mjSENS_FRAMELINVEL, name)


def _add_body_sensor(spec: mujoco.MjSpec, name: str, sort: mujoco.mjtSensor, of: str) -> None:
    spec.add_sensor(name=name, type=sort, objtype=mujoco.mjtObj.mjOBJ_BODY, objname=of)


def _add_terrain(spec: mujoco.MjSpec, arena: Arena, terrain: Terrain) -> None:
    """Add boxes and height field as a body of their own, last.

    So the addresses of the parts and their geoms do not depend on the terrain.
    """
    made = spec.worldbody.add_body(name="terrain")
    still = {
        "contype": 0,
        "conaffinity": 1,
        "density": 0.0,
        "solref": arena.solref,
        "solimp": (*arena.solimp, 0.5, 2.0),
    }
    for index, box in enumerate(terrain.boxes):
        made.add_geom(
            name=f"terrain{index}",
            type=mujoco.mjtGeom.mjGEOM_BOX,
            size=box.size,
            pos=box.position,
            quat=box.rotation,
            **still,
        )
    if terrain.field is not None:
        _add_height_field(spec, terrain.field)
        x, y, z = terrain.field.position
        made.add_geom(
            name="terrain_field",
            type=mujoco.mjtGeom.mjGEOM_HFIELD,
            hfieldname="terrain",
            pos=(x, y, z + float(np.min(terrain.field.heights))),
            **still,
        )


def _add_height_field(spec: mujoco.MjSpec, field: HeightField) -> None:
    """Add the grid; MuJoCo counts heights from the lowest, in shares."""
    heights = np.asarray(field.heights, float)
    above = heights - heights.min()
    highest = max(float(above.max()), 1e-6)  # also of flat ground it must be positive
    spec.add_hfield(
        name="terrain",
        nrow=heights.shape[0],
        ncol=heights.shape[1],
        size=[*field.size, highest, FIELD_BASE],
        userdata=(above / highest).ravel(),
    )


def _add_part(
    spec: mujoco.MjSpec,
    parent: mujoco.MjsBody,
    body: BodyGraph,
    row: int,
    part: PartPlan,
    arena: Arena,
    density_scale: float,
) -> mujoco.MjsBody:
    name = part_name(body, row)
    made = parent.add_body(name=name, pos=part.position, quat=part.rotation)
    if row == 0:
        options = {"damping": arena.root_damping, "armature": arena.root_armature}
        _add_joints(made, arena.root, "root", pos=arena.root_anchor, **options)
    for index, hinge in enumerate(part.hinges):
        joint = joint_name(body, row, index)
        made.add_joint(
            name=joint,
            type=mujoco.mjtJoint.mjJNT_HINGE,
            axis=hinge.axis,
            pos=hinge.anchor,
            limited=hinge.limits is not None,
            range=hinge.limits or (0, 0),
            damping=arena.damping,
            armature=arena.armature,
            stiffness=arena.stiffness,
        )
        motor = spec.add_actuator(name=joint, target=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        if hinge.motor.stiffness:
            motor.set_to_position(kp=hinge.motor.stiffness)
        else:
            motor.set_to_motor()
            motor.gear[0] = hinge.motor.torque
        motor.ctrllimited = True
        motor.ctrlrange = [-1, 1]
    for index, solid in enumerate(part.solids):
        hue = body.parts[row].id if row else 0  # a part keeps its colour through mutations
        colour = scenery.part_colour(hue) if solid.visible else scenery.INVISIBLE
        friction = arena.friction if row else arena.torso_friction or arena.friction
        _add_solid(made, f"{name}_{index}", solid, arena, density_scale, friction, colour)
    for index, touch in enumerate(part.touches):
        site = f"{name}_touch{index}"
        made.add_site(name=site, pos=touch.position, size=[touch.radius, 0, 0], group=4)
        spec.add_sensor(
            name=site,
            type=mujoco.mjtSensor.mjSENS_TOUCH,
            objtype=mujoco.mjtObj.mjOBJ_SITE,
            objname=site,
        )
    return made


def _excuse_overlaps(spec: mujoco.MjSpec, body: BodyGraph, plan: BodyPlan) -> None:
    """Let parts that overlap at rest pass through each other.

    Their contact would push from the first step on, a source of energy that evolution finds.
    MuJoCo itself excuses only a part and its parent.
    """
    solids = placed(plan, body.parents)
    for one, other in combinations(range(len(body)), 2):
        if one == body.parents[other]:
            continue
        if any(gap(p, q) < 0 for p in solids[one] for q in solids[other]):
            spec.add_exclude(bodyname1=part_name(body, one), bodyname2=part_name(body, other))


def _add_joints(
    made: mujoco.MjsBody, joints: Sequence[RootJoint], name: str, **options: Any
) -> None:
    """Let a body move through the world; ``options`` are those of slides and hinges."""
    types = {
        RootType.SLIDE: mujoco.mjtJoint.mjJNT_SLIDE,
        RootType.HINGE: mujoco.mjtJoint.mjJNT_HINGE,
        RootType.FREE: mujoco.mjtJoint.mjJNT_FREE,
    }
    for joint in joints:
        free = joint.type is RootType.FREE
        made.add_joint(
            name=f"{name}_{joint.name}",
            type=types[joint.type],
            axis=(0.0, 0.0, 1.0) if free else joint.axis,  # MuJoCo wants one also of a free joint
            limited=False,
            **options | ({"pos": ORIGIN} if free else {}),
        )


def _add_solid(
    made: mujoco.MjsBody,
    name: str,
    solid: Solid,
    arena: Arena,
    density_scale: float,
    friction: Vector,
    colour: tuple[float, ...],
) -> None:
    collides = solid.collides and solid.density > 0 and arena.constraints
    made.add_geom(
        name=name,
        type=SHAPES[solid.shape],
        size=(*solid.size, 0.0, 0.0)[:3],
        pos=solid.position,
        quat=solid.rotation,
        density=solid.density * density_scale,
        contype=int(collides),
        conaffinity=int(collides and arena.self_collision),
        friction=friction,
        margin=arena.margin,
        solref=arena.solref,
        solimp=(*arena.solimp, 0.5, 2.0),
        rgba=colour,
        group=0 if solid.visible else 3,
    )


def _start_pose(model: mujoco.MjModel, plan: BodyPlan, arena: Arena) -> np.ndarray:
    """Return qpos with the torso as the plan says, at the height that the arena says."""
    pose = np.zeros(model.nq)
    for address, name in enumerate(arena.root_coordinates):
        pose[address] = plan.start.get(name, 1.0 if name == "qw" else 0.0)
    for row, one in zip(_object_positions(model, arena), arena.objects, strict=True):
        place = dict(zip("xyz", one.position, strict=True)) | {"qw": 1.0}
        pose[row] = [place.get(name, 0.0) for name in arena.root_coordinates]
    if arena.start_height is not None:
        pose[arena.height] = arena.start_height
    if arena.ground:
        _settle(model, mujoco.MjData(model), arena, pose)
    return pose


def _settle(model: mujoco.MjModel, data: mujoco.MjData, arena: Arena, qpos: np.ndarray) -> None:
    """Move a pose so that its lowest point is just above the floor and clear of all terrain.

    Where the arena gives the height of the torso, it is only raised, and only if it must.
    """
    given = arena.start_height is not None
    if not given:
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        qpos[arena.height] += arena.clearance - lowest_point(model, data)
    for _ in range(MOST_LIFTS if arena.terrains or arena.objects or given else 0):
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        if not _touches_ground(model, data):
            break
        qpos[arena.height] += LIFT


def _touches_ground(model: mujoco.MjModel, data: mujoco.MjData) -> bool:
    """Tell whether the body is in contact with anything that is not itself."""
    own = model.body_rootid[model.geom_bodyid[data.contact.geom]] == scenery.TORSO_BODY
    return bool((own.any(1) & ~own.all(1)).any())


def lowest_point(model: mujoco.MjModel, data: mujoco.MjData) -> float:
    """Return the height of the lowest point of the capsules, boxes and so on of a posed body."""
    solid = model.body_rootid[model.geom_bodyid] == scenery.TORSO_BODY
    downward = data.geom_xmat[solid, 6:9]  # the world's z axis in each geom's frame
    size, shape = model.geom_size[solid], model.geom_type[solid]
    reach = np.select(
        [shape == SHAPES[one] for one in (Shape.CAPSULE, Shape.BOX, Shape.SPHERE)],
        [size[:, 0] + size[:, 1] * abs(downward[:, 2]), (size * abs(downward)).sum(1), size[:, 0]],
        np.sqrt(((size * downward) ** 2).sum(1)),  # of an ellipsoid
    )
    return float((data.geom_xpos[solid, 2] - reach).min())
