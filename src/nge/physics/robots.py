"""Read robots from MJCF or URDF with MuJoCo's own importers.

What is found becomes a ``Robot``: parts with solids, masses, hinges and torques, at rest in the
world. What no body of ours can have (tendons, sensors, other things in the scene) is noted.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np

from nge.body.importers.source_robot import Notes, Piece, Robot, RobotPart, Turn
from nge.errors import BodyError

WORLD = 0
LARGEST = 1e6  # kg, m, rad or Nm of anything in a robot
MOST_BODIES, MOST_GEOMS = 500, 5000
"""Of a file; what is larger is a scene, and takes long to be made into a body of few parts."""
SHAPES = {
    mujoco.mjtGeom.mjGEOM_SPHERE: "sphere",
    mujoco.mjtGeom.mjGEOM_CAPSULE: "capsule",
    mujoco.mjtGeom.mjGEOM_ELLIPSOID: "ellipsoid",
    mujoco.mjtGeom.mjGEOM_CYLINDER: "cylinder",
    mujoco.mjtGeom.mjGEOM_BOX: "box",
    mujoco.mjtGeom.mjGEOM_MESH: "mesh",
}
FAR_OUTSIDE = np.radians(10)  # of a joint's limits; a rest pose that is nearer stays as it is
LEFT_OUT = {
    "ntendon": "tendons",
    "neq": "equality constraints",
    "nsensor": "sensors",
    "nkey": "keyframes",
    "nflex": "soft bodies",
    "nskin": "skins",
}
"""What a model may have and no body of ours has, by its count in MuJoCo."""


def read_robot(path: Path) -> Robot:
    """Return the robot in an MJCF or URDF file, or refuse the file with the reason."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of old features; they still work
            spec = mujoco.MjSpec.from_file(str(path))
            spec.compiler.fusestatic = False  # else a URDF's first link is lost in the world
            model = spec.compile()
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise BodyError(f"MuJoCo cannot read it as MJCF or URDF: {reason}") from None
    if model.nbody > MOST_BODIES:
        raise BodyError(f"it has {model.nbody} bodies; at most {MOST_BODIES} can be imported")
    if model.ngeom > MOST_GEOMS:
        raise BodyError(f"it has {model.ngeom} geoms; at most {MOST_GEOMS} can be imported")
    with np.errstate(all="ignore"):  # of numbers that are too large for a robot
        robot = _robot(spec, model, spec.modelname or path.stem)
    for part in robot.parts:
        _check_numbers(part)
    return robot


def _robot(spec: mujoco.MjSpec, model: mujoco.MjModel, name: str) -> Robot:
    data, notes = mujoco.MjData(model), Notes()
    _bend_into_limits(model, data, notes)
    mujoco.mj_kinematics(model, data)
    torso = _torso(model, notes)
    rows: dict[int, int] = {}
    parts: list[RobotPart] = []
    for body in range(torso, model.nbody):
        parent = int(model.body_parentid[body])
        if body != torso and parent not in rows:
            continue
        rows[body] = len(parts)
        turns = _turns(model, data, body, notes) if body != torso else ()
        pieces = _pieces(spec, model, data, body)
        called, mass = model.body(body).name or f"body {body}", float(model.body_mass[body])
        origin = data.xpos[body].copy()
        parts.append(RobotPart(called, rows.get(parent, -1), mass, pieces, turns, origin))
    _note_what_is_left_out(model, notes)
    return Robot(name, tuple(parts), notes)


def _bend_into_limits(model: mujoco.MjModel, data: mujoco.MjData, notes: Notes) -> None:
    """Move hinges that rest far outside their limits to the nearest one."""
    for joint in range(model.njnt):
        if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_HINGE and model.jnt_limited[joint]:
            address = model.jnt_qposadr[joint]
            rest = data.qpos[address]
            nearest = np.clip(rest, *model.jnt_range[joint])
            if abs(nearest - rest) > FAR_OUTSIDE:
                data.qpos[address] = nearest
                name = model.joint(joint).name or f"joint {joint}"
                notes.approximate("rests outside its limits, here at the nearest one", name)


def _check_numbers(part: RobotPart) -> None:
    numbers = [part.mass, *part.origin]
    for piece in part.pieces:
        numbers += [piece.mass, *piece.centre, *piece.half]
    for turn in part.turns:
        numbers += [turn.torque, *turn.anchor, *turn.axis, *(turn.limits or ())]
    if not np.all(np.abs(numbers) <= LARGEST):  # also of what is no number
        raise BodyError(
            f"a mass, size, place, axis, limit or torque of {part.name} is not a number up to "
            f"{LARGEST:g}; models are in kg, m, rad and Nm"
        )


def _torso(model: mujoco.MjModel, notes: Notes) -> int:
    """Return the body whose tree has the most hinges; what else is in the scene is left out."""
    roots = [body for body in range(1, model.nbody) if model.body_parentid[body] == WORLD]
    hinges = dict.fromkeys(roots, 0)
    for joint in range(model.njnt):
        body = int(model.jnt_bodyid[joint])
        if body not in hinges and model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_SLIDE:
            hinges[int(model.body_rootid[body])] += 1
    torso = max(roots, key=lambda root: hinges[root], default=WORLD)
    if torso == WORLD or not hinges[torso]:
        raise BodyError("it holds no robot: no body with a part that hangs from it by a hinge")
    for root in roots:
        if root != torso:
            notes.drop("other things in the scene", model.body(root).name or f"body {root}")
    if not model.body_jntnum[torso]:
        notes.approximate("its base is fixed to the world, here it moves as in the task")
    return torso


def _turns(model: mujoco.MjModel, data: mujoco.MjData, body: int, notes: Notes) -> tuple[Turn, ...]:
    found = []
    first = model.body_jntadr[body]
    for joint in range(first, first + model.body_jntnum[body]):
        name = model.joint(joint).name or f"joint {joint}"
        anchor = data.xanchor[joint].copy()
        match model.jnt_type[joint]:
            case mujoco.mjtJoint.mjJNT_HINGE if not data.xaxis[joint].any():
                notes.drop("joints without an axis; stiff here", name)
            case mujoco.mjtJoint.mjJNT_HINGE:
                limits = None
                if model.jnt_limited[joint]:
                    rest = data.qpos[model.jnt_qposadr[joint]]
                    low, high = model.jnt_range[joint] - rest
                    limits = (float(low), float(high))
                axis = data.xaxis[joint].copy()
                found.append(Turn(name, anchor, axis, limits, _torque(model, joint)))
            case mujoco.mjtJoint.mjJNT_BALL:
                notes.approximate("ball joints, here three hinges", name)
                axes = data.xmat[body].reshape(3, 3).T
                found += [Turn(name, anchor, axis.copy(), None, 0.0) for axis in axes]
            case _:
                notes.drop("joints that slide or float; stiff here", name)
    return tuple(found)


def _torque(model: mujoco.MjModel, joint: int) -> float:
    """Return the torque on a joint when all its motors get their full command."""
    torque = 0.0
    for motor in range(model.nu):
        lever = _lever(model, motor, joint)
        if lever:
            command = 1.0
            if model.actuator_ctrllimited[motor]:
                command = float(np.abs(model.actuator_ctrlrange[motor]).max())
            force = abs(float(model.actuator_gainprm[motor, 0])) * command
            if model.actuator_forcelimited[motor]:
                force = min(force, float(np.abs(model.actuator_forcerange[motor]).max()))
            torque += force * abs(float(model.actuator_gear[motor, 0])) * lever
    if model.jnt_actfrclimited[joint]:  # in a URDF the only sign of a motor
        most = float(np.abs(model.jnt_actfrcrange[joint]).max())
        torque = min(torque, most) if torque else most
    return torque


def _lever(model: mujoco.MjModel, motor: int, joint: int) -> float:
    """Return how much a motor's force acts on a joint, directly or by a fixed tendon; 0: not."""
    driven = int(model.actuator_trnid[motor, 0])
    if model.actuator_trntype[motor] == mujoco.mjtTrn.mjTRN_JOINT:
        return float(driven == joint)
    if model.actuator_trntype[motor] != mujoco.mjtTrn.mjTRN_TENDON:
        return 0.0
    first = model.tendon_adr[driven]
    wraps = range(first, first + model.tendon_num[driven])
    return sum(
        abs(float(model.wrap_prm[wrap]))
        for wrap in wraps
        if model.wrap_type[wrap] == mujoco.mjtWrap.mjWRAP_JOINT and model.wrap_objid[wrap] == joint
    )


def _pieces(
    spec: mujoco.MjSpec, model: mujoco.MjModel, data: mujoco.MjData, body: int
) -> tuple[Piece, ...]:
    """Return the solids of a body, with its mass shared out among them."""
    first = model.body_geomadr[body]
    geoms = [
        geom
        for geom in range(first, first + model.body_geomnum[body])
        if mujoco.mjtGeom(model.geom_type[geom]) in SHAPES
    ]
    if not geoms:
        return _inertia_box(model, data, body)
    pieces = [_piece(model, data, geom) for geom in geoms]
    weights = _weights(spec, model, body, geoms, pieces)
    if not sum(weights):  # the body has its mass from elsewhere, such as the compiler's boundmass
        weights = [1.0] * len(weights)
    scale = float(model.body_mass[body]) / sum(weights)
    return tuple(
        replace(piece, mass=scale * weight) for piece, weight in zip(pieces, weights, strict=True)
    )


def _weights(
    spec: mujoco.MjSpec, model: mujoco.MjModel, body: int, geoms: list[int], pieces: list[Piece]
) -> list[float]:
    """Return what each geom adds to the mass of a body, up to a factor."""
    collides = (model.geom_contype | model.geom_conaffinity)[geoms] > 0
    given_as_a_whole = any(one.explicitinertial for one in spec.bodies if one.id == body)
    if given_as_a_whole:  # by volume, but not of what is only there to be seen
        counts = collides if collides.any() else ~collides
        return [piece.volume * count for piece, count in zip(pieces, counts, strict=True)]
    given = {geom.id: (geom.mass, geom.density) for geom in spec.geoms}
    return [
        given[geom][1] * piece.volume if np.isnan(given[geom][0]) else given[geom][0]
        for geom, piece in zip(geoms, pieces, strict=True)
    ]


def _piece(model: mujoco.MjModel, data: mujoco.MjData, geom: int) -> Piece:
    axes = data.geom_xmat[geom].reshape(3, 3).copy()
    middle, half = model.geom_aabb[geom, :3], model.geom_aabb[geom, 3:]
    shape = SHAPES[mujoco.mjtGeom(model.geom_type[geom])]
    return Piece(shape, data.geom_xpos[geom] + axes @ middle, axes, half.copy(), 0.0)


def _inertia_box(model: mujoco.MjModel, data: mujoco.MjData, body: int) -> tuple[Piece, ...]:
    """Return the box that has the inertia of a body without solids; none for a mere ghost."""
    mass, inertia = float(model.body_mass[body]), model.body_inertia[body]
    if mass < mujoco.mjMINVAL or inertia.max() < 1e-10:
        return ()
    half = np.sqrt(np.maximum(inertia.sum() / 2 - inertia, 0) * 3 / mass)
    axes = data.ximat[body].reshape(3, 3).copy()
    return (Piece("box", data.xipos[body].copy(), axes, np.maximum(half, 1e-4), mass),)


def _note_what_is_left_out(model: mujoco.MjModel, notes: Notes) -> None:
    for count, what in LEFT_OUT.items():
        if number := getattr(model, count):
            notes.drop(f"{what} ({number})")
    driven = model.actuator_trntype
    pulled = (driven == mujoco.mjtTrn.mjTRN_TENDON).sum()
    if pulled:
        notes.approximate(f"motors that pull tendons ({pulled}), here one for each of their joints")
    elsewhere = (
        (driven != mujoco.mjtTrn.mjTRN_JOINT) & (driven != mujoco.mjtTrn.mjTRN_TENDON)
    ).sum()
    if elsewhere:
        notes.drop(f"motors that do not drive a joint ({elsewhere})")
    if np.any(model.jnt_stiffness) or np.any(model.dof_damping) or np.any(model.dof_armature):
        notes.drop("springs, damping and armature of joints; the task has its own")
    notes.drop("root joints, friction, contacts, time step and looks; the task has its own")
