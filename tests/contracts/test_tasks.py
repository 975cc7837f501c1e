"""Rules that every task keeps, over 200 random and mutated bodies each."""

import mujoco
import numpy as np
import pytest

from nge.physics.cpu_engine import CpuSimulation
from nge.testing.task_contracts import BODIES, TASK_CONTRACTS, sample_bodies, sample_steps
from tests.worlds import EVERY_WORLD, PAPER_TASKS


def name_of(compiled, row):
    return f"part{compiled.body.parts[row].id}" if row else "torso"


def motors_of(compiled):
    return [(row, joint) for row, joint in np.argwhere(compiled.motors >= 0)]


@EVERY_WORLD
@pytest.mark.parametrize("contract", TASK_CONTRACTS, ids=lambda contract: contract.__name__)
def test_a_task_keeps(contract, task):
    contract(task)


@EVERY_WORLD
def test_a_motor_drives_the_joint_of_its_own_part(task):
    """Pitfall 1: actions in node order, motors in depth-first order."""
    for compiled in sample_bodies(task):
        model, data = compiled.model, mujoco.MjData(compiled.model)
        data.qpos[:] = compiled.start
        mujoco.mj_forward(model, data)
        idle = data.qacc.copy()

        assert len(motors_of(compiled)) == model.nu
        for row, joint in motors_of(compiled):
            data.ctrl[:] = 0
            data.ctrl[compiled.motors[row, joint]] = 1
            mujoco.mj_forward(model, data)

            own = model.joint(f"{name_of(compiled, row)}_joint{joint}").dofadr[0]
            assert data.qacc[own] > idle[own]
            assert model.body(model.dof_bodyid[own]).name == name_of(compiled, row)
            assert np.flatnonzero(data.qfrc_actuator).tolist() == [own]
            assert compiled.speeds[row, joint] == own


@EVERY_WORLD
def test_the_engine_sends_each_command_to_the_part_it_was_meant_for(task):
    bodies = sample_bodies(task)[:40]
    simulation = CpuSimulation(bodies, num_envs=1)
    simulation.reset(np.zeros((len(bodies), 1), int))
    rng = np.random.default_rng(1)
    shape = (len(bodies), 1, simulation.mask.shape[1], bodies[0].motors.shape[1])
    actions = rng.uniform(-1, 1, shape).astype(np.float32)

    simulation.step(actions)

    for index, compiled in enumerate(bodies):
        data = simulation.state(index, 0)
        for row, joint in motors_of(compiled):
            sent = data.actuator(f"{name_of(compiled, row)}_joint{joint}").ctrl[0]
            assert sent == actions[index, 0, row, joint]


@EVERY_WORLD
def test_row_i_of_every_reading_belongs_to_part_i(task):
    """Pitfalls 1 and 2: rows and touch sensors read in another order than they were made."""
    simulation, sim_state, _ = sample_steps(task)
    for index, compiled in enumerate(simulation.bodies):
        data = simulation.state(index, 0)
        for row in range(len(compiled.body)):
            name = name_of(compiled, row)
            part = data.body(name)
            np.testing.assert_array_equal(
                sim_state.rotation[index, 0, row].ravel(), part.xmat.astype(np.float32)
            )
            np.testing.assert_array_equal(
                sim_state.centre[index, 0, row], part.xipos.astype(np.float32)
            )
            for joint in np.flatnonzero(compiled.angles[row] >= 0):
                own = data.joint(f"{name}_joint{joint}")
                assert sim_state.joint_angle[index, 0, row, joint] == np.float32(own.qpos[0])
                assert sim_state.joint_velocity[index, 0, row, joint] == np.float32(own.qvel[0])
            if task.kind in ("limbs", "limbs3d"):
                for end in range(2):
                    force = data.sensor(f"{name}_touch{end}").data[0]
                    assert sim_state.touch[index, 0, row, end] == np.float32(force)


@EVERY_WORLD
def test_an_observation_row_shows_the_joints_of_its_own_part(task):
    simulation, sim_state, _ = sample_steps(task)
    rows = task.observe(sim_state)
    names = [column.name for column in task.limb_columns]
    first = len(task.torso_columns)
    angle = first + next(i for i, name in enumerate(names) if name.startswith("angle"))
    speed = first + next(i for i, name in enumerate(names) if name.startswith("velocity"))
    for index, compiled in enumerate(simulation.bodies):
        data = simulation.state(index, 0)
        for row in range(1, len(compiled.body)):
            own = data.joint(f"{name_of(compiled, row)}_joint0")
            assert rows[index, 0, row, angle] == np.float32(own.qpos[0])
            most = 10.0 if task.name.startswith("suite/") else np.inf  # that is observed
            assert rows[index, 0, row, speed] == np.clip(np.float32(own.qvel[0]), -most, most)


def velocity_of_all_mass(model, data):
    """The centre of mass' velocity from every body's own, not from MuJoCo's subtree sensor."""
    total = np.zeros(3)
    for part in range(1, model.nbody):
        spin_and_speed = np.zeros(6)
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, part, spin_and_speed, 0)
        total += model.body_mass[part] * spin_and_speed[3:]
    return total / model.body_mass.sum()


def expected_reward(task, model, data, commands):
    if task.name == "fish":
        return data.joint("root_y").qvel[0]
    speed = min(max(velocity_of_all_mass(model, data)[0], -10.0), 10.0)
    if task.name == "hopper":
        stand = data.joint("root_z").qpos[0] - data.xipos[1:, 2].min()
        if speed > 0 and not 0.6 <= stand <= 2.0:
            speed = 0.0
    return speed - 0.001 * float((commands.astype(float) ** 2).sum())


@PAPER_TASKS
def test_the_reward_equals_one_computed_from_mujocos_own_arrays(task):
    """Pitfall 11: without a sensor the velocity of the centre of mass would stay 0."""
    simulation, sim_state, actions = sample_steps(task)

    rewards = task.step_reward(sim_state, actions).reward

    moved = 0
    for index, compiled in enumerate(simulation.bodies):
        commands = actions[index, 0, 1 : len(compiled.body)]
        expected = expected_reward(task, compiled.model, simulation.state(index, 0), commands)
        assert rewards[index, 0] == pytest.approx(expected, rel=1e-4, abs=1e-5)
        moved += abs(expected) > 1e-4
    assert moved > BODIES / 2


@PAPER_TASKS
def test_the_cost_of_effort_counts_the_command_before_it_is_clamped(task):
    if task.kind == "fins":
        pytest.skip("swimming costs nothing")
    _, sim_state, actions = sample_steps(task)

    dearer = (
        task.step_reward(sim_state, 2 * actions).reward
        - task.step_reward(sim_state, actions).reward
    )

    limbs = sim_state.mask.copy()
    limbs[:, 0] = False
    squares = (actions.astype(float) ** 2).sum(-1)[:, 0] * limbs
    np.testing.assert_allclose(dearer[:, 0], -0.003 * squares.sum(1), rtol=1e-3, atol=1e-4)


@PAPER_TASKS
def test_physics_constants_are_those_of_the_paper(task):
    """Pitfall 11: time steps, fluid model and friction."""
    compiled = sample_bodies(task)[0]
    model = compiled.model
    timestep, control_steps = {
        "fish": (0.004, 1000),
        "walker": (0.0025, 1000),
        "cheetah": (0.002, 1250),
        "hopper": (0.005, 500),
    }[task.name]

    assert model.opt.timestep == timestep
    assert task.arena.substeps == 10
    assert task.episode_steps == control_steps
    assert model.opt.integrator == mujoco.mjtIntegrator.mjINT_EULER
    assert not model.geom_fluid.any()  # the inertia-box model, not ellipsoid drag
    assert model.opt.density == (5000 if task.name == "fish" else 0)
    if task.name == "cheetah":
        assert compiled.mass == pytest.approx(14.0)
    if task.arena.floor:
        limbs = model.geom_contype == 1
        assert max(model.geom("floor").friction[0], model.geom_friction[limbs, 0].max()) == 1.0
