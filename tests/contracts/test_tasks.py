"""Rules that every task keeps, over 200 random and mutated bodies each."""

from dataclasses import replace
from functools import cache

import jax
import mujoco
import numpy as np
import pytest

from nge.body.mutate import mutate
from nge.physics.cpu_engine import CpuSimulation
from nge.tasks.registry import OURS

TASKS = pytest.mark.parametrize("task", OURS.values(), ids=OURS)
BODIES = 200
STEPS = 5


@cache
def bodies_of(task):
    """Half of them random, half of them at the end of a line of mutations; one hand-designed."""
    space = replace(task.space(), stand=0.0)  # those that fall at once among them
    found = [task.hand_designed()]
    for seed in range(BODIES - 1):
        rng = np.random.default_rng(seed)
        body = space.random_body(rng)
        for _ in range(0 if seed % 2 else 8):
            body = mutate(body, space, rng).child
        found.append(body)
    return tuple(task.compile(body) for body in found)


@cache
def flight(task):
    """All bodies after a few control steps of random commands, with what was commanded last."""
    bodies = bodies_of(task)
    simulation = CpuSimulation(bodies, num_envs=1)
    simulation.reset(np.arange(len(bodies))[:, None])
    rng = np.random.default_rng(0)
    shape = (len(bodies), 1, simulation.mask.shape[1], bodies[0].motors.shape[1])
    for _ in range(STEPS):
        actions = 1.5 * rng.standard_normal(shape, np.float32)
        sim_state = simulation.step(actions)
    return simulation, sim_state, actions


def name_of(compiled, row):
    return f"part{compiled.body.parts[row].id}" if row else "torso"


def motors_of(compiled):
    return [(row, joint) for row, joint in np.argwhere(compiled.motors >= 0)]


@TASKS
def test_a_motor_drives_the_joint_of_its_own_part(task):
    """Pitfall 1: actions in node order, motors in depth-first order."""
    for compiled in bodies_of(task):
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


@TASKS
def test_the_engine_sends_each_command_to_the_part_it_was_meant_for(task):
    bodies = bodies_of(task)[:40]
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


@TASKS
def test_row_i_of_every_reading_belongs_to_part_i(task):
    """Pitfalls 1 and 2: rows and touch sensors read in another order than they were made."""
    simulation, sim_state, _ = flight(task)
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
            for joint in range(compiled.angles.shape[1] if row else 0):
                own = data.joint(f"{name}_joint{joint}")
                assert sim_state.joint_angle[index, 0, row, joint] == np.float32(own.qpos[0])
                assert sim_state.joint_velocity[index, 0, row, joint] == np.float32(own.qvel[0])
            if task.kind == "limbs":
                for end in range(2):
                    force = data.sensor(f"{name}_touch{end}").data[0]
                    assert sim_state.touch[index, 0, row, end] == np.float32(force)


@TASKS
def test_an_observation_row_shows_the_joints_of_its_own_part(task):
    simulation, sim_state, _ = flight(task)
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
            assert rows[index, 0, row, speed] == np.float32(own.qvel[0])


@TASKS
def test_observations_are_finite_and_padding_reads_zero(task):
    _, sim_state, _ = flight(task)

    rows = task.observe(sim_state)

    width = len(task.torso_columns)
    assert rows.dtype == np.float32
    assert rows.shape[-1] == width + len(task.limb_columns)
    assert np.isfinite(rows).all()
    assert not rows[np.broadcast_to(~sim_state.mask[:, None], rows.shape[:-1])].any()
    assert not rows[:, :, 0, width:].any()
    assert not rows[:, :, 1:, :width].any()


@TASKS
def test_a_task_gives_the_same_numbers_under_jit_as_with_numpy(task):
    _, sim_state, actions = flight(task)

    compiled = jax.jit(lambda r, a: (task.observe(r), task.step_reward(r, a)))(sim_state, actions)

    plain = (task.observe(sim_state), task.step_reward(sim_state, actions))
    assert jax.tree.structure(compiled) == jax.tree.structure(plain)
    for one, other in zip(*map(jax.tree.leaves, (compiled, plain)), strict=True):
        assert isinstance(one, jax.Array)
        assert isinstance(other, np.ndarray)
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@TASKS
def test_the_reward_is_the_sum_of_its_named_parts(task):
    _, sim_state, actions = flight(task)

    outcome = task.step_reward(sim_state, actions)

    assert all(parts.shape == outcome.reward.shape for parts in outcome.reward_parts.values())
    np.testing.assert_allclose(outcome.reward, sum(outcome.reward_parts.values()), rtol=1e-6)


@TASKS
def test_no_observed_column_is_constant(task):
    _, sim_state, _ = flight(task)

    rows = task.observe(sim_state)

    width = len(task.torso_columns)
    present = rows[:, 0, 1:][sim_state.mask[:, 1:]]
    torso_varies = rows[:, 0, 0, :width].std(0) > 0
    limb_varies = present[:, width:].std(0) > 0
    constant = [
        column.name
        for column, varies in zip(
            (*task.torso_columns, *task.limb_columns), (*torso_varies, *limb_varies), strict=True
        )
        if not varies
    ]
    assert constant == []


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


@TASKS
def test_the_reward_equals_one_computed_from_mujocos_own_arrays(task):
    """Pitfall 11: without a sensor the velocity of the centre of mass would stay 0."""
    simulation, sim_state, actions = flight(task)

    rewards = task.step_reward(sim_state, actions).reward

    moved = 0
    for index, compiled in enumerate(simulation.bodies):
        commands = actions[index, 0, 1 : len(compiled.body)]
        expected = expected_reward(task, compiled.model, simulation.state(index, 0), commands)
        assert rewards[index, 0] == pytest.approx(expected, rel=1e-4, abs=1e-5)
        moved += abs(expected) > 1e-4
    assert moved > BODIES / 2


@TASKS
def test_the_cost_of_effort_counts_the_command_before_it_is_clamped(task):
    if task.kind == "fins":
        pytest.skip("swimming costs nothing")
    _, sim_state, actions = flight(task)

    dearer = (
        task.step_reward(sim_state, 2 * actions).reward
        - task.step_reward(sim_state, actions).reward
    )

    limbs = sim_state.mask.copy()
    limbs[:, 0] = False
    squares = (actions.astype(float) ** 2).sum(-1)[:, 0] * limbs
    np.testing.assert_allclose(dearer[:, 0], -0.003 * squares.sum(1), rtol=1e-3, atol=1e-4)


@TASKS
def test_every_body_starts_alive_and_its_lowest_point_just_above_the_floor(task):
    """The release's walker starts with its feet inside the floor."""
    simulation = CpuSimulation(bodies_of(task), num_envs=2)

    sim_state = simulation.reset(np.arange(2 * BODIES).reshape(BODIES, 2))

    assert not sim_state.diverged.any()
    assert not sim_state.root_velocity.any()
    if task.arena.floor:
        np.testing.assert_allclose(sim_state.lowest, task.arena.clearance, atol=1e-5)
        if not task.arena.self_collision:
            assert not sim_state.touch.any()


@TASKS
def test_physics_constants_are_those_of_the_paper(task):
    """Pitfall 11: time steps, fluid model and friction."""
    compiled = bodies_of(task)[0]
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
