"""MuJoCo on CPU threads: all environments of all bodies in one call per control step.

One compiled loop calls ``mj_step`` by its C address and copies the state straight into a
padded array, without Python's lock, so threads scale. What to copy is a table per body: entry
``k`` of a row comes from one of MuJoCo's arrays at one index. Environments never share memory, so
the number of threads changes only the time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np

from nge.body.kinds import kind_named
from nge.cpu import usable_cores
from nge.errors import ArrayError, PhysicsError
from nge.physics.arena import Integrator
from nge.physics.compile import ABSENT, TOUCHES, CompiledBody
from nge.physics.jit import cached_njit
from nge.physics.native import (
    address_of,
    call,
    call_with,
    load_double,
    load_int,
    our_handlers,
    store_double,
)
from nge.physics.scenery import TORSO_BODY
from nge.physics.simulation import BOOLEANS, INTEGERS, NUMBERS, SimState, State, checked

ARRAYS = (
    "qpos",
    "qvel",
    "xpos",
    "xmat",
    "xipos",
    "sensordata",
    "geom_xpos",
    "geom_xmat",
    "qfrc_actuator",
    "energy",
)
"""MuJoCo's arrays that the state is read from; their addresses are columns of a table."""
MODEL, DATA, CTRL, WARNINGS = range(len(ARRAYS), len(ARRAYS) + 4)
QVEL, XPOS, MOTOR_FORCE, ENERGY = map(ARRAYS.index, ("qvel", "xpos", "qfrc_actuator", "energy"))
TORSO = 3 * TORSO_BODY  # address of the torso's frame in xpos
GEOM_XPOS, GEOM_XMAT = ARRAYS.index("geom_xpos"), ARRAYS.index("geom_xmat")
WARNING_KINDS = int(mujoco.mjtWarning.mjNWARNING)
CAPSULE, BOX = int(mujoco.mjtGeom.mjGEOM_CAPSULE), int(mujoco.mjtGeom.mjGEOM_BOX)
SPHERE = int(mujoco.mjtGeom.mjGEOM_SPHERE)
STATE = {
    "time": int(mujoco.mjtState.mjSTATE_TIME),
    "qpos": int(mujoco.mjtState.mjSTATE_QPOS),
    "qvel": int(mujoco.mjtState.mjSTATE_QVEL),
    "qacc_warmstart": int(mujoco.mjtState.mjSTATE_WARMSTART),
}
"""What the next step depends on: our models have neither actuator states nor mocap bodies."""
PACKED = "physics"
"""Name of the only array in snapshots of versions before 0.2: MuJoCo's integration state."""
COMPUTED = {
    "lowest": (),
    "penetration": (),
    "energy": (),
    "work": (),
    "unexplained": (),
    "diverged": (),
    "displacement": (3,),
}
"""The last entries of a row, with their shapes: what the loop computes instead of copying."""
COMPUTED_WIDTH = sum(math.prod(shape) for shape in COMPUTED.values())
FUNCTIONS = ("mj_step", "mj_step1", "mj_step2", "mj_RungeKutta", "mj_energyPos", "mj_energyVel")
SECOND_HALF = (
    "mj_fwdActuation",
    "mj_fwdAcceleration",
    "mj_fwdConstraint",
    "mj_sensorAcc",
    "mj_checkAcc",
)
"""What ``mj_step2`` does before it integrates."""
RK_ORDER = 4
LARGEST = float(mujoco.mjMAXVAL)  # from here on MuJoCo calls positions and velocities bad
CHUNKS_PER_THREAD = 4  # bodies differ in cost; small chunks keep all threads busy


class CpuSimulation:
    """The ``Simulation`` contract on the cores of this machine."""

    def __init__(
        self,
        bodies: Sequence[CompiledBody],
        num_envs: int,
        threads: int | None = None,
        parts: int | None = None,
        guarded: bool = False,
    ) -> None:
        """Hold ``num_envs`` environments of each body, padded to ``parts`` (default: the largest).

        ``guarded`` steps through MuJoCo's ordinary bindings, slowly: what would end the process is
        a ``PhysicsError``.
        """
        for name, count in (("num_envs", num_envs), ("threads", threads), ("parts", parts)):
            if count is not None and count < 1:
                raise PhysicsError(f"{name} is {count}; a simulation needs at least 1")
        arenas = {compiled.arena for compiled in bodies}
        joints = {kind_named(compiled.body.kind).joints for compiled in bodies}
        goals = {compiled.goal_size for compiled in bodies}
        if len(arenas) != 1 or len(joints) != 1 or len(goals) != 1:
            raise PhysicsError("bodies that are simulated together need one arena and one kind")
        largest = max(len(compiled.body) for compiled in bodies)
        self.bodies, self.num_envs = tuple(bodies), num_envs
        self.arena = arenas.pop()
        self._rk4 = self.arena.integrator is Integrator.RK4
        self.threads, self._guarded = threads or usable_cores(), guarded
        self._layout = Layout(
            parts or largest,
            joints.pop(),
            len(self.arena.root_coordinates),
            self.arena.root_velocities,
            len(self.arena.objects),
        )
        if self._layout.parts < largest:
            raise PhysicsError(f"a body of {largest} parts does not fit into {parts} rows")
        self.mask = np.array(
            [np.arange(self._layout.parts) < len(compiled.body) for compiled in bodies]
        )
        self._action_shape = (len(bodies), num_envs, self._layout.parts, self._layout.joints)
        self._data = [mujoco.MjData(c.model) for c in bodies for _ in range(num_envs)]
        self._addresses = np.array(
            [_addresses(self.bodies[i // num_envs].model, d) for i, d in enumerate(self._data)]
        )
        self._gather = np.array([_gather(compiled, self._layout) for compiled in bodies])
        self._motors = np.array([_motors(compiled, self._layout) for compiled in bodies])
        self.joint_mask = self._motors.reshape(-1, *self._action_shape[2:]) != ABSENT
        self._dofs = np.array([compiled.model.nv for compiled in bodies])
        self._solids = _solids(bodies)
        self._buffer = np.zeros((len(self._data), self._layout.width), np.float32)
        self._terrain = np.zeros((len(bodies), num_envs), np.int32)
        self._goal = np.zeros((len(bodies), num_envs, goals.pop()), np.float32)
        self._sim_state = SimState(
            mask=self.mask,
            joint_mask=self.joint_mask,
            terrain=self._terrain,
            goal=self._goal,
            **self._layout.views(self._buffer, (len(bodies), num_envs)),
        )
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    @our_handlers()
    def reset(self, seeds: np.ndarray, where: np.ndarray | None = None) -> SimState:
        shape = (len(self.bodies), self.num_envs)
        chosen = np.ones(shape, bool) if where is None else checked(where, shape, BOOLEANS, "where")
        if np.shape(seeds) == (self.num_envs,):
            seeds = np.broadcast_to(seeds, shape)
        seeds = checked(seeds, shape, INTEGERS, "seeds")
        if (seeds < 0).any():
            raise ArrayError(f"seeds must be 0 or more; the lowest is {seeds.min()}")
        for body, env in np.argwhere(chosen):
            compiled, row = self.bodies[body], body * self.num_envs + env
            with _errors():
                rng = np.random.default_rng(int(seeds[body, env]))
                start = compiled.start_rule(compiled, rng)
                self._move(body, env, start.terrain)
                self._goal[body, env] = start.goal
                model, data = compiled.model_on(start.terrain), self._data[row]
                mujoco.mj_resetData(model, data)
                data.qpos[:] = start.qpos
                if start.qvel is not None:
                    data.qvel[:] = start.qvel
                mujoco.mj_forward(model, data)
            self._run(row, row + 1, substeps=0)
        return self._sim_state

    @our_handlers()
    def step(self, actions: np.ndarray) -> SimState:
        """Hold the motor commands for one control step.

        A command that is not finite, or huge, is a divergence of its environment: in training that
        is the fault of one policy, and not the end of the others.
        """
        rows = len(self._data)
        actions = checked(actions, self._action_shape, NUMBERS, "actions")
        commands = np.ascontiguousarray(actions, np.float32).reshape(rows, -1)
        if self._guarded:
            for row in range(rows):
                self._step_guarded(row, commands[row])
            return self._sim_state
        if self._pool is None:
            self._run(0, rows, self.arena.substeps, commands)
            return self._sim_state
        edges = np.linspace(0, rows, min(rows, CHUNKS_PER_THREAD * self.threads) + 1).astype(int)
        jobs = [
            self._pool.submit(self._run, first, last, self.arena.substeps, commands)
            for first, last in pairwise(edges)
        ]
        for job in jobs:
            job.result()
        return self._sim_state

    def state(self, body: int, env: int) -> mujoco.MjData:
        """Return MuJoCo's own state of one environment, to be read only."""
        if not (0 <= body < len(self.bodies) and 0 <= env < self.num_envs):
            raise ArrayError(
                f"there is no environment {env} of body {body}; bodies are "
                f"0..{len(self.bodies) - 1}, environments 0..{self.num_envs - 1}"
            )
        return self._data[body * self.num_envs + env]

    def pose(self, body: int, env: int) -> np.ndarray:
        return self.state(body, env).qpos.copy()

    def snapshot(self) -> list[State]:
        return [
            {name: self._part_of_state(body, bit) for name, bit in STATE.items()}
            | {"terrain": self._terrain[body].copy(), "goal": self._goal[body].copy()}
            for body in range(len(self.bodies))
        ]

    def _part_of_state(self, body: int, bit: int) -> np.ndarray:
        model = self.bodies[body].model
        rows = np.empty((self.num_envs, mujoco.mj_stateSize(model, bit)))
        for env, row in enumerate(rows):
            mujoco.mj_getState(model, self.state(body, env), row, bit)
        return rows

    @our_handlers()
    def restore(self, snapshot: Sequence[State]) -> None:
        """Restore all environments; contacts are computed in the next step."""
        if len(snapshot) != len(self.bodies):
            raise ArrayError(
                f"the snapshot is of {len(snapshot)} bodies; this simulation has {len(self.bodies)}"
            )
        found = [self._checked_state(body, state) for body, state in enumerate(snapshot)]
        for body, state in enumerate(found):
            self._goal[body] = state["goal"]
            for env in range(self.num_envs):
                self._move(body, env, int(state["terrain"][env]))
                data = self.state(body, env)
                model = self.bodies[body].model_on(self._terrain[body, env])
                for name, bit in STATE.items():
                    mujoco.mj_setState(model, data, state[name][env], bit)
                mujoco.mj_step1(model, data)  # as between control steps
                mujoco.mj_energyPos(model, data)  # which the next step compares with
                mujoco.mj_energyVel(model, data)

    def _checked_state(self, body: int, state: State) -> dict[str, np.ndarray]:
        """Return the named arrays of a body's snapshot, or say what is wrong with them."""
        if PACKED in state:
            state = self._unpacked(body, state[PACKED])
        wanted = {
            name: (mujoco.mj_stateSize(self.bodies[body].model, bit),)
            for name, bit in STATE.items()
        } | {"terrain": (), "goal": self._goal.shape[2:]}
        if missing := sorted(set(wanted) - set(state)):
            raise ArrayError(f"the snapshot of body {body} has no {missing[0]!r}")
        found = {
            name: checked(
                state[name],
                (self.num_envs, *shape),
                INTEGERS if name == "terrain" else NUMBERS,
                f"{name} in the snapshot of body {body}",
            )
            for name, shape in wanted.items()
        }
        most = max(len(self.arena.terrains), 1)
        if not ((found["terrain"] >= 0) & (found["terrain"] < most)).all():
            raise ArrayError(f"terrain in the snapshot of body {body} must be 0..{most - 1}")
        return found

    def _unpacked(self, body: int, rows: np.ndarray) -> State:
        """Return the state that was kept as one array per environment. [E, S]"""
        model, size = self.bodies[body].model, mujoco.mj_stateSize
        whole = int(mujoco.mjtState.mjSTATE_INTEGRATION)
        rows = checked(
            rows, (self.num_envs, size(model, whole)), NUMBERS, f"the snapshot of body {body}"
        )
        found = {
            "terrain": np.zeros(self.num_envs, np.int32),
            "goal": np.zeros((self.num_envs, 0), np.float32),
        }
        for name, bit in STATE.items():
            found[name] = np.empty((self.num_envs, size(model, bit)))
            for packed, row in zip(rows, found[name], strict=True):
                mujoco.mj_extractState(model, packed, whole, row, bit)
        return found

    def _move(self, body: int, env: int, terrain: int) -> None:
        """Give an environment the model with another terrain, and memory that fits it."""
        if terrain == self._terrain[body, env]:
            return
        row, model = body * self.num_envs + env, self.bodies[body].model_on(terrain)
        self._data[row] = mujoco.MjData(model)
        self._addresses[row] = _addresses(model, self._data[row])
        self._terrain[body, env] = terrain

    def _step_guarded(self, row: int, commands: np.ndarray) -> None:
        """Do what ``_step_envs`` does with one environment, through the ordinary bindings."""
        body, env = divmod(row, self.num_envs)
        model, data = self.bodies[body].model_on(self._terrain[body, env]), self._data[row]
        motors = self._motors[body]
        data.ctrl[motors[motors != ABSENT]] = commands[motors != ABSENT]
        addresses, solids = self._addresses[row], self._solids[body]
        before, power, deepest = data.energy.sum(), np.zeros(2), 0.0
        place, velocity = data.xpos[TORSO_BODY].copy(), data.qvel.copy()
        with _errors():
            for substep in range(self.arena.substeps):
                (mujoco.mj_step if substep else self._second_half)(model, data)
                now = addresses[QVEL], addresses[MOTOR_FORCE], model.nv
                power += _mean_power(velocity, *now) if self._rk4 else _power(*now)
                if substep or self._rk4:
                    at = addresses[GEOM_XPOS], addresses[GEOM_XMAT]
                    deepest = max(deepest, _above_floor(*at, solids)[1])
            mujoco.mj_step1(model, data)
        self._run(row, row + 1, substeps=0)
        sim_state, (energy, work) = self._sim_state, power * self.arena.timestep
        sim_state.energy[body, env] = energy
        if not sim_state.diverged[body, env]:
            sim_state.displacement[body, env] = data.xpos[TORSO_BODY] - place
            sim_state.penetration[body, env] = max(deepest, sim_state.penetration[body, env])
            sim_state.work[body, env] = work
            sim_state.unexplained[body, env] = data.energy.sum() - before - work

    def _second_half(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Do what ``mj_step`` does after ``mj_step1``; ``mj_step2`` knows Euler steps only."""
        if not self._rk4:
            mujoco.mj_step2(model, data)
            return
        for name in SECOND_HALF:
            getattr(mujoco, name)(model, data)
        mujoco.mj_RungeKutta(model, data, RK_ORDER)

    def _run(
        self, first: int, last: int, substeps: int, commands: np.ndarray | None = None
    ) -> None:
        _step_envs(
            first,
            last,
            substeps,
            self._rk4,
            self.arena.timestep,
            self.num_envs,
            tuple(map(address_of, FUNCTIONS)),
            np.array([address_of(name) for name in SECOND_HALF]),
            self._addresses,
            self._gather,
            self._motors,
            self._dofs,
            self._solids,
            self._buffer if commands is None else commands,
            self._buffer,
        )


@contextmanager
def _errors() -> Iterator[None]:
    """Tell errors of MuJoCo's bindings as ours."""
    try:
        yield
    except (mujoco.FatalError, mujoco.UnexpectedError) as error:
        raise PhysicsError(f"MuJoCo stopped: {' '.join(str(error).split())}") from None


@dataclass(frozen=True)
class Layout:
    """Where each field of ``SimState`` stands in a row of the padded buffer."""

    parts: int
    joints: int
    root_positions: int
    root_velocities: int
    objects: int

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of each field of one environment, in buffer order."""
        return {
            "joint_angle": (self.parts, self.joints),
            "joint_velocity": (self.parts, self.joints),
            "rotation": (self.parts, 3, 3),
            "centre": (self.parts, 3),
            "touch": (self.parts, TOUCHES),
            "root_position": (self.root_positions,),
            "root_velocity": (self.root_velocities,),
            "velocity": (3,),
            "object_position": (self.objects, 3),
            "object_velocity": (self.objects, 3),
            **COMPUTED,
        }

    @property
    def width(self) -> int:
        return sum(int(np.prod(shape)) for shape in self.shapes.values())

    def views(self, buffer: np.ndarray, num_envs: tuple[int, int]) -> dict[str, np.ndarray]:
        """Return views of the buffer under their names; ``num_envs`` [P, E]."""
        rows = buffer.reshape(*num_envs, self.width)
        views, first = {}, 0
        for name, shape in self.shapes.items():
            size = int(np.prod(shape))
            views[name] = rows[..., first : first + size].reshape(*num_envs, *shape)
            first += size
        return views


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
    for name, array, index in (  # root joints come first
        ("root_position", "qpos", np.arange(layout.root_positions)),
        ("root_velocity", "qvel", np.arange(layout.root_velocities)),
        ("velocity", "sensordata", compiled.velocity_sensor + np.arange(3)),
        ("object_position", "xipos", compiled.objects[:, None] * 3 + np.arange(3)),
        ("object_velocity", "sensordata", compiled.object_velocities[:, None] + np.arange(3)),
    ):
        tables[name][..., 0] = ARRAYS.index(array)
        tables[name][..., 1] = index
    return np.concatenate([table.reshape(-1, 2) for table in tables.values()])


def _motors(compiled: CompiledBody, layout: Layout) -> np.ndarray:
    """Return the address in ctrl of every command of a row, ABSENT where there is no motor."""
    motors = np.full((layout.parts, layout.joints), ABSENT, np.int32)
    motors[: len(compiled.body)] = compiled.motors
    return motors.ravel()


def _solids(bodies: Sequence[CompiledBody]) -> np.ndarray:
    """Return geom, shape, size and radius of everything over the ground. [P, G, 6]"""
    rows = [
        [
            (geom, c.model.geom_type[geom], *c.model.geom_size[geom], _radius(c, geom))
            for part in c.geoms
            for geom in part
            if c.arena.ground
        ]
        for c in bodies
    ]
    most = max(map(len, rows))
    table = np.full((len(bodies), most, 6), float(ABSENT))
    for i, row in enumerate(rows):
        if row:
            table[i, : len(row)] = row
    return table


def _radius(compiled: CompiledBody, geom: int) -> float:
    """Return the radius of a solid, of a box or ellipsoid half its least width.

    It is infinite where no flat floor stops the solid, so that its penetration is 0.
    """
    model = compiled.model
    if not (compiled.arena.floor and model.geom_contype[geom]):
        return np.inf
    size = model.geom_size[geom]
    return float(size[0] if model.geom_type[geom] in (CAPSULE, SPHERE) else size.min())


def _addresses(model: mujoco.MjModel, data: mujoco.MjData) -> list[int]:
    return [
        *(getattr(data, name).ctypes.data for name in ARRAYS),
        model._address,
        data._address,
        data.ctrl.ctypes.data,
        data.warning.number.ctypes.data,
    ]


@cached_njit
def _step_envs(
    first,
    last,
    substeps,
    rk4,
    timestep,
    num_envs,
    functions,
    second_half,
    addresses,
    gather,
    motors,
    dofs,
    solids,
    commands,
    buffer,
):
    """Step environments ``first`` to ``last`` and read them; 0 substeps only reads.

    Between calls an environment rests after ``mj_step1``: positions and velocities are current,
    and new commands enter with ``mj_step2``. The states are those of a plain ``mj_step`` loop.
    ``mj_step2`` knows Euler steps only, so ``rk4`` calls its parts.
    """
    mj_step, mj_step1, mj_step2, mj_runge_kutta, mj_energy_pos, mj_energy_vel = functions
    earlier = np.empty(dofs.max())  # velocities before a step
    for row in range(first, last):
        body = row // num_envs
        model, data, held = addresses[row, MODEL], addresses[row, DATA], addresses[row, ENERGY]
        positions, rotations = addresses[row, GEOM_XPOS], addresses[row, GEOM_XMAT]
        velocities, forces = addresses[row, QVEL], addresses[row, MOTOR_FORCE]
        places = addresses[row, XPOS]
        x, y, z = (
            load_double(places, TORSO),
            load_double(places, TORSO + 1),
            load_double(places, TORSO + 2),
        )
        before = load_double(held, 0) + load_double(held, 1)
        energy, work, deepest = 0.0, 0.0, 0.0
        if substeps > 0:
            for k in range(motors.shape[1]):
                if motors[body, k] >= 0:
                    command = commands[row, k]
                    if not abs(command) < LARGEST:  # MuJoCo would take infinity for full power
                        command = np.float32(np.nan)
                    store_double(addresses[row, CTRL], motors[body, k], command)
            if rk4:
                for dof in range(dofs[body]):
                    earlier[dof] = load_double(velocities, dof)
                for function in second_half:
                    call(function, model, data)
                call_with(mj_runge_kutta, model, data, RK_ORDER)
                energy, work = _mean_power(earlier, velocities, forces, dofs[body])
                deepest = _above_floor(positions, rotations, solids[body])[1]
            else:
                call(mj_step2, model, data)
                energy, work = _power(velocities, forces, dofs[body])
            for _ in range(substeps - 1):
                call(mj_step, model, data)
                if rk4:
                    used, given = _mean_power(earlier, velocities, forces, dofs[body])
                else:
                    used, given = _power(velocities, forces, dofs[body])
                energy, work = energy + used, work + given
                deepest = max(deepest, _above_floor(positions, rotations, solids[body])[1])
            call(mj_step1, model, data)
            energy, work = energy * timestep, work * timestep
        call(mj_energy_pos, model, data)
        call(mj_energy_vel, model, data)
        after = load_double(held, 0) + load_double(held, 1)
        computed = buffer.shape[1] - COMPUTED_WIDTH
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
        buffer[row, computed + 2] = energy
        buffer[row, computed + 3] = work if measured else 0.0
        buffer[row, computed + 4] = after - before - work if measured else 0.0
        buffer[row, computed + 5] = warned
        buffer[row, computed + 6] = load_double(places, TORSO) - x if measured else 0.0
        buffer[row, computed + 7] = load_double(places, TORSO + 1) - y if measured else 0.0
        buffer[row, computed + 8] = load_double(places, TORSO + 2) - z if measured else 0.0


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


@cached_njit
def _power(velocities, forces, dofs):
    """Return what all motors do per second, W: braking counted like driving, and subtracted.

    Velocities are those just reached. A step moves a joint by that velocity, so force times
    velocity times timestep is its work.
    """
    unsigned, signed = 0.0, 0.0
    for dof in range(dofs):
        power = load_double(velocities, dof) * load_double(forces, dof)
        unsigned, signed = unsigned + abs(power), signed + power
    return unsigned, signed


@cached_njit
def _mean_power(earlier, velocities, forces, dofs):
    """Return the same over a whole step, by the mean of the velocities before and after it.

    So it is for steps of higher order. The velocities after it become the earlier ones.
    """
    unsigned, signed = 0.0, 0.0
    for dof in range(dofs):
        velocity, force = load_double(velocities, dof), load_double(forces, dof)
        unsigned += abs(force) * (abs(earlier[dof]) + abs(velocity)) / 2
        signed += force * (earlier[dof] + velocity) / 2
        earlier[dof] = velocity
    return unsigned, signed
