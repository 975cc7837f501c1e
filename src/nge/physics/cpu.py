"""MuJoCo on CPU threads: all copies of all bodies in one call per control step.

One compiled loop calls ``mj_step`` by its C address and copies readings straight into a
padded array, without Python's lock, so threads scale. What to copy is a table per body: entry
``k`` of a row comes from one of MuJoCo's arrays at one index. Copies never share memory, so the
number of threads changes only the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np

from nge.body.kinds import kind_named
from nge.errors import ArrayError, PhysicsError
from nge.machine import usable_cores
from nge.physics import blackbox
from nge.physics.blackbox import NOBODY
from nge.physics.compile import ABSENT, TOUCHES, CompiledBody, settle_on_floor
from nge.physics.jit import cached_njit
from nge.physics.native import (
    address_of,
    call,
    load_double,
    load_int,
    our_handlers,
    store_double,
)
from nge.physics.simulation import BOOLEANS, INTEGERS, NUMBERS, Readings, checked

ARRAYS = (
    "qpos",
    "qvel",
    "xmat",
    "xipos",
    "sensordata",
    "geom_xpos",
    "geom_xmat",
    "ctrl",
    "actuator_length",
    "energy",
)
"""MuJoCo's arrays that readings come from; their addresses are columns of a table."""
MODEL, DATA, WARNINGS = range(len(ARRAYS), len(ARRAYS) + 3)
GEOM_XPOS, GEOM_XMAT = ARRAYS.index("geom_xpos"), ARRAYS.index("geom_xmat")
CTRL, LENGTH, ENERGY = map(ARRAYS.index, ("ctrl", "actuator_length", "energy"))
COMPUTED = ("lowest", "penetration", "work", "unexplained", "diverged")
"""The last entries of a row: readings that the loop computes instead of copying."""
WARNING_KINDS = int(mujoco.mjtWarning.mjNWARNING)
CAPSULE, BOX = int(mujoco.mjtGeom.mjGEOM_CAPSULE), int(mujoco.mjtGeom.mjGEOM_BOX)
SPHERE = int(mujoco.mjtGeom.mjGEOM_SPHERE)
WHOLE_STATE = int(mujoco.mjtState.mjSTATE_INTEGRATION)
LARGEST = float(mujoco.mjMAXVAL)  # from here on MuJoCo calls positions and velocities bad
CHUNKS_PER_THREAD = 4  # bodies differ in cost; small chunks keep all threads busy


class CpuSimulation:
    """The ``Simulation`` contract on the cores of this machine."""

    def __init__(
        self,
        bodies: Sequence[CompiledBody],
        copies: int,
        threads: int | None = None,
        parts: int | None = None,
        labels: Sequence[int] | None = None,
    ) -> None:
        """Hold ``copies`` of each body, padded to ``parts`` rows (default: the largest body).

        ``labels`` are what the black box calls the bodies.
        """
        for name, count in (("copies", copies), ("threads", threads), ("parts", parts)):
            if count is not None and count < 1:
                raise PhysicsError(f"{name} is {count}; a simulation needs at least 1")
        arenas = {compiled.arena for compiled in bodies}
        joints = {kind_named(compiled.body.kind).joints for compiled in bodies}
        if len(arenas) != 1 or len(joints) != 1:
            raise PhysicsError("bodies that are simulated together need one arena and one kind")
        largest = max(len(compiled.body) for compiled in bodies)
        self.bodies, self.copies = tuple(bodies), copies
        labels = range(len(bodies)) if labels is None else labels
        self._labels = checked(labels, (len(bodies),), INTEGERS, "labels").astype(np.int64)
        self.arena = arenas.pop()
        self.threads = threads or usable_cores()
        self._layout = Layout(parts or largest, joints.pop(), len(self.arena.root))
        if self._layout.parts < largest:
            raise PhysicsError(f"a body of {largest} parts does not fit into {parts} rows")
        self.mask = np.array(
            [np.arange(self._layout.parts) < len(compiled.body) for compiled in bodies]
        )
        self._action_shape = (len(bodies), copies, self._layout.parts, self._layout.joints)
        self._data = [mujoco.MjData(c.model) for c in bodies for _ in range(copies)]
        self._addresses = np.array(
            [_addresses(self.bodies[i // copies].model, d) for i, d in enumerate(self._data)]
        )
        self._gather = np.array([_gather(compiled, self._layout) for compiled in bodies])
        self._motors = np.array([_motors(compiled, self._layout) for compiled in bodies])
        self._forces = np.array([_forces(compiled, self._layout) for compiled in bodies])
        self._solids = _solids(bodies)
        self._buffer = np.zeros((len(self._data), self._layout.width), np.float32)
        self._readings = self._layout.readings(self._buffer, self.mask, copies)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    @our_handlers()
    def reset(self, seeds: np.ndarray, where: np.ndarray | None = None) -> Readings:
        """Start new episodes, all or those marked in ``where``, noise by one seed per copy."""
        shape = (len(self.bodies), self.copies)
        chosen = np.ones(shape, bool) if where is None else checked(where, shape, BOOLEANS, "where")
        if np.shape(seeds) == (self.copies,):
            seeds = np.broadcast_to(seeds, shape)
        seeds = checked(seeds, shape, INTEGERS, "seeds")
        if (seeds < 0).any():
            raise ArrayError(f"seeds must be 0 or more; the lowest is {seeds.min()}")
        for body, copy in np.argwhere(chosen):
            compiled, row = self.bodies[body], body * self.copies + copy
            start_episode(compiled, self._data[row], int(seeds[body, copy]))
            self._run(row, row + 1, substeps=0)
        return self._readings

    @our_handlers()
    def step(self, actions: np.ndarray) -> Readings:
        """Hold the motor commands for one control step.

        A copy with a command that is not finite, or huge, reads as diverged: in training that is
        the fault of one policy, and not the end of the others.
        """
        rows = len(self._data)
        actions = checked(actions, self._action_shape, NUMBERS, "actions")
        commands = np.ascontiguousarray(actions, np.float32).reshape(rows, -1)
        if self._pool is None:
            self._run(0, rows, self.arena.substeps, commands)
            return self._readings
        edges = np.linspace(0, rows, min(rows, CHUNKS_PER_THREAD * self.threads) + 1).astype(int)
        jobs = [
            self._pool.submit(self._run, first, last, self.arena.substeps, commands)
            for first, last in pairwise(edges)
        ]
        for job in jobs:
            job.result()
        return self._readings

    def state(self, body: int, copy: int) -> mujoco.MjData:
        """Return MuJoCo's own state of one copy, to be drawn or checked, never to be changed."""
        if not (0 <= body < len(self.bodies) and 0 <= copy < self.copies):
            raise ArrayError(
                f"there is no copy {copy} of body {body}; bodies are 0..{len(self.bodies) - 1}, "
                f"copies 0..{self.copies - 1}"
            )
        return self._data[body * self.copies + copy]

    def snapshot(self) -> list[np.ndarray]:
        """Return by body what ``restore`` needs to go on from here bit for bit. P x [E, S]"""
        states = []
        for body, compiled in enumerate(self.bodies):
            rows = np.empty(self._state_shape(compiled))
            for copy, row in enumerate(rows):
                mujoco.mj_getState(compiled.model, self.state(body, copy), row, WHOLE_STATE)
            states.append(rows)
        return states

    @our_handlers()
    def restore(self, snapshot: Sequence[np.ndarray]) -> None:
        """Put all copies where they were; what touches what is felt again in the next step."""
        if len(snapshot) != len(self.bodies):
            raise ArrayError(
                f"the snapshot is of {len(snapshot)} bodies; this simulation has {len(self.bodies)}"
            )
        shapes = [self._state_shape(compiled) for compiled in self.bodies]
        for body, (rows, shape) in enumerate(zip(snapshot, shapes, strict=True)):
            checked(rows, shape, NUMBERS, f"the snapshot of body {body}")
        for body, (compiled, rows) in enumerate(zip(self.bodies, snapshot, strict=True)):
            for copy, row in enumerate(rows):
                data = self.state(body, copy)
                mujoco.mj_setState(compiled.model, data, row, WHOLE_STATE)
                mujoco.mj_step1(compiled.model, data)  # where copies rest between control steps
                mujoco.mj_energyPos(compiled.model, data)  # which the next step compares with
                mujoco.mj_energyVel(compiled.model, data)

    def _state_shape(self, compiled: CompiledBody) -> tuple[int, int]:
        return self.copies, mujoco.mj_stateSize(compiled.model, WHOLE_STATE)

    def _run(
        self, first: int, last: int, substeps: int, commands: np.ndarray | None = None
    ) -> None:
        _step_copies(
            first,
            last,
            substeps,
            self.copies,
            address_of("mj_step"),
            address_of("mj_step1"),
            address_of("mj_step2"),
            address_of("mj_energyPos"),
            address_of("mj_energyVel"),
            self._addresses,
            self._gather,
            self._motors,
            self._forces,
            self._solids,
            self._buffer if commands is None else commands,
            self._buffer,
            self._labels,
            blackbox.notes(),
            blackbox.own_slot(),
        )


def start_episode(compiled: CompiledBody, data: mujoco.MjData, seed: int) -> None:
    """Put one copy into its start pose with noise on its joints, and let MuJoCo look at it."""
    rng = np.random.default_rng(seed)
    mujoco.mj_resetData(compiled.model, data)
    data.qpos[:] = compiled.start
    limbs = compiled.angles[compiled.angles != ABSENT]
    noise = compiled.arena.joint_noise
    data.qpos[limbs] += rng.uniform(-noise, noise, len(limbs))
    for address, root in zip(compiled.root, compiled.arena.root, strict=True):
        if root.noise:
            data.qpos[address] += rng.uniform(-root.noise, root.noise)
    settle_on_floor(compiled.model, data, compiled.arena)
    mujoco.mj_forward(compiled.model, data)


@our_handlers()
def flight_problem(compiled: CompiledBody, control_steps: int = 10, seed: int = 0) -> str | None:
    """Fly a new body briefly through the ordinary bindings; return why it is unfit, or None."""
    model, data = compiled.model, mujoco.MjData(compiled.model)
    rng = np.random.default_rng(seed)
    try:
        start_episode(compiled, data, seed)
        for _ in range(control_steps):
            data.ctrl[:] = rng.uniform(-1, 1, model.nu)
            mujoco.mj_step(model, data, nstep=compiled.arena.substeps)
    except (mujoco.FatalError, mujoco.UnexpectedError) as error:
        return f"MuJoCo stopped: {' '.join(str(error).split())}"
    for kind in range(WARNING_KINDS):
        if data.warning[kind].number:
            return f"physics blew up in a test flight: {mujoco.mjtWarning(kind).name}"
    return None


@dataclass(frozen=True)
class Layout:
    """Where each reading stands in a row of the padded buffer."""

    parts: int
    joints: int
    roots: int

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of each reading of one copy, in buffer order."""
        return {
            "joint_angle": (self.parts, self.joints),
            "joint_velocity": (self.parts, self.joints),
            "rotation": (self.parts, 3, 3),
            "centre": (self.parts, 3),
            "touch": (self.parts, TOUCHES),
            "root_position": (self.roots,),
            "root_velocity": (self.roots,),
            "velocity": (3,),
            **dict.fromkeys(COMPUTED, ()),
        }

    @property
    def width(self) -> int:
        """Return the length of a row."""
        return sum(int(np.prod(shape)) for shape in self.shapes.values())

    def readings(self, buffer: np.ndarray, mask: np.ndarray, copies: int) -> Readings:
        """Return views of the buffer under their names."""
        rows = buffer.reshape(len(mask), copies, self.width)
        views, first = {}, 0
        for name, shape in self.shapes.items():
            size = int(np.prod(shape))
            views[name] = rows[..., first : first + size].reshape(len(mask), copies, *shape)
            first += size
        return Readings(mask=mask, **views)


def _gather(compiled: CompiledBody, layout: Layout) -> np.ndarray:
    """Return (array, index) of every entry of a buffer row; ABSENT where it stays 0. [W, 2]"""
    tables: dict[str, np.ndarray] = {
        name: np.full((*shape, 2), ABSENT, np.int32) for name, shape in layout.shapes.items()
    }
    present = len(compiled.body)
    for name, array, addresses in (
        ("joint_angle", "qpos", compiled.angles),
        ("joint_velocity", "qvel", compiled.speeds),
        ("touch", "sensordata", compiled.touches),
    ):
        found = addresses != ABSENT
        tables[name][:present][found, 0] = ARRAYS.index(array)
        tables[name][:present][found, 1] = addresses[found]
    for name, array, entries in (("rotation", "xmat", 9), ("centre", "xipos", 3)):
        index = compiled.bodies[:, None] * entries + np.arange(entries)
        tables[name][:present, ..., 0] = ARRAYS.index(array)
        tables[name][:present, ..., 1] = index.reshape(present, *tables[name].shape[1:-1])
    for name, array, index in (
        ("root_position", "qpos", compiled.root),
        ("root_velocity", "qvel", compiled.root),
        ("velocity", "sensordata", compiled.velocity_sensor + np.arange(3)),
    ):
        tables[name][..., 0] = ARRAYS.index(array)
        tables[name][..., 1] = index
    return np.concatenate([table.reshape(-1, 2) for table in tables.values()])


def _motors(compiled: CompiledBody, layout: Layout) -> np.ndarray:
    """Return the address in ctrl of every command of a row, ABSENT where there is no motor."""
    motors = np.full((layout.parts, layout.joints), ABSENT, np.int32)
    motors[: len(compiled.body)] = compiled.motors
    return motors.ravel()


def _forces(compiled: CompiledBody, layout: Layout) -> np.ndarray:
    """Return how a motor's force depends on its command and on its length: f = a c + b l.

    [N * J, 2]
    """
    motors, model = _motors(compiled, layout), compiled.model
    forces = np.stack([model.actuator_gainprm[motors, 0], model.actuator_biasprm[motors, 1]], -1)
    return np.where(motors[:, None] == ABSENT, 0.0, forces)


def _solids(bodies: Sequence[CompiledBody]) -> np.ndarray:
    """Return geom, shape, size and radius of everything that is over the floor. [P, G, 6]

    The radius of a box or an ellipsoid is half its least width; what passes through the floor has
    an infinite one.
    """
    rows = [
        [
            (geom, c.model.geom_type[geom], *size, min(size[size > 0]) if collides else np.inf)
            for part in c.geoms
            for geom in part
            if c.arena.floor
            for size, collides in [(c.model.geom_size[geom], c.model.geom_contype[geom])]
        ]
        for c in bodies
    ]
    most = max(map(len, rows))
    table = np.full((len(bodies), most, 6), float(ABSENT))
    for i, row in enumerate(rows):
        if row:
            table[i, : len(row)] = row
    return table


def _addresses(model: mujoco.MjModel, data: mujoco.MjData) -> list[int]:
    return [
        *(getattr(data, name).ctypes.data for name in ARRAYS),
        model._address,
        data._address,
        data.warning.number.ctypes.data,
    ]


@cached_njit
def _step_copies(
    first,
    last,
    substeps,
    copies,
    mj_step,
    mj_step1,
    mj_step2,
    mj_energy_pos,
    mj_energy_vel,
    addresses,
    gather,
    motors,
    forces,
    solids,
    commands,
    buffer,
    labels,
    notes,
    slot,
):
    """Step copies ``first`` to ``last`` and read them; 0 substeps only reads.

    Between calls a copy rests after ``mj_step1``: positions and velocities are those of now,
    and new commands enter with ``mj_step2``. The states are those of a plain ``mj_step`` loop.
    """
    for row in range(first, last):
        body = row // copies
        notes[slot] = labels[body]
        model, data = addresses[row, MODEL], addresses[row, DATA]
        ctrl, length, energy = addresses[row, CTRL], addresses[row, LENGTH], addresses[row, ENERGY]
        positions, rotations = addresses[row, GEOM_XPOS], addresses[row, GEOM_XMAT]
        deepest, work, before = 0.0, 0.0, 0.0
        if substeps > 0:
            for k in range(motors.shape[1]):
                if motors[body, k] >= 0:
                    command = commands[row, k]
                    if not abs(command) < LARGEST:  # MuJoCo would take infinity for full power
                        command = np.float32(np.nan)
                    store_double(ctrl, motors[body, k], command)
            before = load_double(energy, 0) + load_double(energy, 1)
            work = -_potential(ctrl, length, motors[body], forces[body])
            call(mj_step2, model, data)
            for _ in range(substeps - 1):
                call(mj_step, model, data)
                deepest = max(deepest, _above_floor(positions, rotations, solids[body])[1])
            call(mj_step1, model, data)
            work += _potential(ctrl, length, motors[body], forces[body])
        call(mj_energy_pos, model, data)
        call(mj_energy_vel, model, data)
        after = load_double(energy, 0) + load_double(energy, 1)
        computed = buffer.shape[1] - len(COMPUTED)
        for k in range(computed):
            array = gather[body, k, 0]
            if array >= 0:
                buffer[row, k] = load_double(addresses[row, array], gather[body, k, 1])
        lowest, depth = _above_floor(positions, rotations, solids[body])
        warned = False
        for kind in range(WARNING_KINDS):  # pairs of (last info, count); we see the counts
            warned |= load_int(addresses[row, WARNINGS], 2 * kind) > 0
        measured = substeps > 0 and not warned  # MuJoCo moves what blew up back to its origin
        buffer[row, computed] = lowest
        buffer[row, computed + 1] = 0.0 if warned else max(deepest, depth)
        buffer[row, computed + 2] = work if measured else 0.0
        buffer[row, computed + 3] = after - before - work if measured else 0.0
        buffer[row, computed + 4] = warned
    notes[slot] = NOBODY


@cached_njit
def _potential(ctrl, length, motors, forces):
    """Return the integral of the motors' forces over their lengths, commands held. J

    Its difference over a control step is the work of the motors in it.
    """
    total = 0.0
    for k in range(motors.shape[0]):
        if motors[k] >= 0:
            command = min(max(load_double(ctrl, motors[k]), -1.0), 1.0)
            at = load_double(length, motors[k])
            total += (forces[k, 0] * command + 0.5 * forces[k, 1] * at) * at
    return total


@cached_njit
def _above_floor(positions, rotations, solids):
    """Return the height of the lowest point, as ``compile.lowest_point``, and the penetration.

    That is how far a solid is below the floor, in its own radii, at least 0. Both are 0 without
    solids.
    """
    lowest, deepest = np.inf, 0.0
    for i in range(solids.shape[0]):
        geom = int(solids[i, 0])
        if geom < 0:
            break
        x = load_double(rotations, 9 * geom + 6)
        y = load_double(rotations, 9 * geom + 7)
        z = load_double(rotations, 9 * geom + 8)
        shape = int(solids[i, 1])
        if shape == CAPSULE:
            reach = solids[i, 2] + solids[i, 3] * abs(z)
        elif shape == SPHERE:
            reach = solids[i, 2]
        elif shape == BOX:
            reach = solids[i, 2] * abs(x) + solids[i, 3] * abs(y) + solids[i, 4] * abs(z)
        else:
            reach = np.sqrt(
                (solids[i, 2] * x) ** 2 + (solids[i, 3] * y) ** 2 + (solids[i, 4] * z) ** 2
            )
        height = load_double(positions, 3 * geom + 2) - reach
        lowest = min(lowest, height)
        deepest = max(deepest, -height / solids[i, 5])
    return (lowest if np.isfinite(lowest) else 0.0), deepest
