import os
from copy import copy as copied
from dataclasses import replace
from itertools import chain

import mujoco
import numpy as np
import pytest

from benchmarks.physics import started_episode
from nge.errors import ArrayError, PhysicsError
from nge.physics.compile import compile_body
from nge.physics.cpu_engine import CpuSimulation
from nge.physics.engines import smoke_test
from nge.physics.simulation import SimState
from nge.tasks.registry import OURS
from tests.worlds import EVERY_WORLD, PAPER_TASKS

READINGS = [name for name in SimState._fields if not name.endswith("mask")]


def random_bodies(task, count):
    space = task.space()
    return [task.compile(space.random_body(np.random.default_rng(seed))) for seed in range(count)]


def commands(simulation, steps, seed=0):
    shape = (
        steps,
        len(simulation.bodies),
        simulation.num_envs,
        simulation.mask.shape[1],
        simulation.bodies[0].motors.shape[1],
    )
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def seeds(simulation):
    count = len(simulation.bodies) * simulation.num_envs
    return np.arange(count).reshape(-1, simulation.num_envs)


def assert_same(one, other, where=...):
    for name in READINGS:
        np.testing.assert_array_equal(getattr(one, name)[where], getattr(other, name)[where], name)


def assert_same_state(one, other):
    for state, wanted in zip(one, other, strict=True):
        assert set(state) == set(wanted)
        for name, rows in wanted.items():
            np.testing.assert_array_equal(state[name], rows, name)


@pytest.fixture(scope="module")
def fish_simulation():
    """8 environments of the hand-designed fish, 5 parts with 3 joints each, at rest."""
    fish = OURS["fish"]
    simulation = CpuSimulation([fish.compile(fish.hand_designed())], num_envs=8, threads=1)
    simulation.reset(np.arange(8))
    return simulation


@EVERY_WORLD
def test_the_engine_equals_a_plain_mj_step_loop_bit_for_bit(task):
    simulation = CpuSimulation(random_bodies(task, 8), num_envs=2)
    simulation.reset(seeds(simulation))
    actions = commands(simulation, steps=30)

    for action in actions:
        simulation.step(action)

    for index, compiled in enumerate(simulation.bodies):
        for copy in range(2):
            model, data = started_episode(compiled, int(seeds(simulation)[index, copy]))
            for action in actions:
                for row, joint in np.argwhere(compiled.motors >= 0):
                    name = f"part{compiled.body.parts[row].id}_joint{joint}"
                    data.actuator(name).ctrl = action[index, copy, row, joint]
                for _ in range(task.arena.substeps):
                    mujoco.mj_step(model, data)
            np.testing.assert_array_equal(simulation.state(index, copy).qpos, data.qpos)
            np.testing.assert_array_equal(simulation.state(index, copy).qvel, data.qvel)


@EVERY_WORLD
def test_readings_are_those_of_now_not_of_one_substep_ago(task):
    simulation = CpuSimulation(random_bodies(task, 4), num_envs=1)
    simulation.reset(seeds(simulation))
    for action in commands(simulation, steps=5):
        sim_state = simulation.step(action)

    for index, compiled in enumerate(simulation.bodies):
        now = mujoco.MjData(compiled.model)
        now.qpos[:], now.qvel[:] = simulation.state(index, 0).qpos, simulation.state(index, 0).qvel
        mujoco.mj_forward(compiled.model, now)
        velocity = now.sensor("velocity").data.astype(np.float32)
        np.testing.assert_array_equal(sim_state.velocity[index, 0], velocity)
        centre = now.body("torso").xipos.astype(np.float32)
        np.testing.assert_array_equal(sim_state.centre[index, 0, 0], centre)


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_the_number_of_threads_changes_only_the_time(threads):
    bodies = random_bodies(OURS["walker"], 6)
    alone, shared = CpuSimulation(bodies, 3, threads=1), CpuSimulation(bodies, 3, threads=threads)
    assert_same(alone.reset(seeds(alone)), shared.reset(seeds(shared)))

    for action in commands(alone, steps=20):
        one, other = alone.step(action), shared.step(action)

    assert_same(one, other)


def test_a_body_moves_the_same_alone_and_among_others_and_with_more_padding():
    bodies = random_bodies(OURS["fish"], 5)
    together = CpuSimulation(bodies, num_envs=2, parts=12)
    alone = CpuSimulation(bodies[3:4], num_envs=2)
    together.reset(seeds(together))
    alone.reset(seeds(together)[3:4])

    for action in commands(together, steps=20):
        many = together.step(action)
        one = alone.step(action[3:4, :, : alone.mask.shape[1]])

    parts = alone.mask.shape[1]
    np.testing.assert_array_equal(many.joint_angle[3, :, :parts], one.joint_angle[0])
    np.testing.assert_array_equal(many.root_velocity[3], one.root_velocity[0])
    assert not many.joint_angle[3, :, parts:].any()
    assert many.mask[3].sum() == parts


def test_a_seed_gives_the_same_start_and_another_seed_another():
    simulation = CpuSimulation(random_bodies(OURS["walker"], 1), num_envs=3)

    start = simulation.reset(np.array([[7, 7, 8]])).copy()

    np.testing.assert_array_equal(start.joint_angle[0, 0], start.joint_angle[0, 1])
    assert (start.joint_angle[0, 0] != start.joint_angle[0, 2]).any()
    assert abs(start.joint_angle).max() <= 0.2


def test_a_copy_that_blows_up_is_marked_and_the_others_go_on():
    """MuJoCo resets itself in silence; only its warning counters tell."""
    task = OURS["fish"]
    calm = CpuSimulation(random_bodies(task, 3), num_envs=2)
    troubled = CpuSimulation(random_bodies(task, 3), num_envs=2)
    calm.reset(seeds(calm))
    troubled.reset(seeds(troubled))
    actions = commands(calm, steps=6)
    troubled.state(1, 1).qvel[3] = 1e12

    for action in actions:
        expected, sim_state = calm.step(action), troubled.step(action)

    blown = np.zeros((3, 2), bool)
    blown[1, 1] = True
    np.testing.assert_array_equal(sim_state.diverged > 0, blown)
    assert_same(expected, sim_state, ~blown)
    outcome = task.step_reward(sim_state, actions[-1])
    assert outcome.terminated[1, 1]
    assert outcome.reward[1, 1] == 0
    assert not outcome.terminated[~blown].any()

    assert not troubled.reset(seeds(troubled), where=blown).diverged.any()


def test_a_blow_up_prints_nothing_and_leaves_no_log_file(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    simulation = CpuSimulation(random_bodies(OURS["fish"], 1), num_envs=1)
    simulation.reset(seeds(simulation))
    simulation.state(0, 0).qvel[3] = 1e12

    sim_state = simulation.step(commands(simulation, steps=1)[0])

    assert sim_state.diverged.all()
    assert capfd.readouterr() == ("", "")
    assert os.listdir(tmp_path) == []


@EVERY_WORLD
def test_whole_episodes_of_random_commands_hardly_ever_blow_up(task):
    """Nor do they run out of the scratch memory of a copy: that would be a warning as well."""
    simulation = CpuSimulation(random_bodies(task, 40), num_envs=1)
    simulation.reset(seeds(simulation))

    for action in commands(simulation, steps=task.episode_steps):
        sim_state = simulation.step(action)

    assert (sim_state.diverged > 0).mean() <= 0.05


def test_a_flight_problem_passes_a_sound_body_and_names_what_is_wrong_with_another():
    task = OURS["fish"]
    hasty = replace(task.arena, timestep=5.0)

    assert smoke_test(task.compile(task.hand_designed())) is None
    assert "blew up" in (smoke_test(compile_body(task.hand_designed(), hasty)) or "")


def test_bodies_of_two_arenas_are_not_simulated_together():
    fish, walker = (OURS[name].compile(OURS[name].hand_designed()) for name in ("fish", "walker"))

    with pytest.raises(PhysicsError, match="one arena"):
        CpuSimulation([fish, walker], num_envs=1)


@pytest.mark.parametrize(
    "shape", [(1, 8, 2, 1), (8,), (1, 8, 1, 0), (1, 8, 15), (8, 5, 3), (2, 8, 5, 3), (1, 8, 5, 4)]
)
def test_actions_of_another_shape_are_refused_and_move_nothing(shape, fish_simulation):
    before = fish_simulation.snapshot()

    with pytest.raises(ArrayError, match=r"actions must be numbers of shape \(1, 8, 5, 3\); given"):
        fish_simulation.step(np.zeros(shape, np.float32))

    assert_same_state(fish_simulation.snapshot(), before)


@pytest.mark.parametrize("dtype", [complex, object, str, bool])
def test_actions_that_are_no_real_numbers_are_refused(dtype, fish_simulation):
    with pytest.raises(ArrayError, match="actions must be numbers of shape"):
        fish_simulation.step(np.zeros((1, 8, 5, 3), dtype))


def test_actions_may_be_lists_and_whole_numbers(fish_simulation):
    fish_simulation.step(np.zeros((1, 8, 5, 3), int).tolist())

    with pytest.raises(ArrayError, match="rows differ in length"):
        fish_simulation.step([[1.0, 2.0], [3.0]])


@pytest.mark.parametrize(
    ("seeds", "where", "reason"),
    [
        (np.zeros((1, 7), int), None, r"seeds must be integers of shape \(1, 8\)"),
        (np.zeros((8, 1), int), None, r"seeds must be integers of shape \(1, 8\)"),
        (np.zeros((1, 8)), None, "given float64"),
        (np.full((1, 8), -3), None, "seeds must be 0 or more; the lowest is -3"),
        (np.zeros((1, 8), int), np.ones((1, 16), bool), r"where must be booleans of shape"),
        (np.zeros((1, 8), int), np.ones(8, bool), r"where must be booleans of shape"),
        (np.zeros((1, 8), int), np.ones((1, 8), int), "given int64"),
    ],
)
def test_seeds_and_masks_of_another_shape_or_type_are_refused(
    seeds, where, reason, fish_simulation
):
    with pytest.raises(ArrayError, match=reason):
        fish_simulation.reset(seeds, where)


def test_one_row_of_seeds_starts_all_bodies_alike():
    simulation = CpuSimulation(random_bodies(OURS["walker"], 2), num_envs=3)

    rows = simulation.reset(np.tile([4, 5, 6], (2, 1))).copy()

    assert_same(simulation.reset(np.array([4, 5, 6])), rows)


def test_a_snapshot_of_another_simulation_is_refused(fish_simulation):
    [state] = fish_simulation.snapshot()
    rows = state["qpos"]

    for wrong in (rows[:7], np.concatenate([rows, rows]), rows[:, :-1], rows.astype(complex)):
        with pytest.raises(ArrayError, match="qpos in the snapshot of body 0 must be numbers of"):
            fish_simulation.restore([state | {"qpos": wrong}])
    with pytest.raises(ArrayError, match="the snapshot of body 0 has no 'qvel'"):
        fish_simulation.restore([{name: state[name] for name in state if name != "qvel"}])
    with pytest.raises(ArrayError, match=r"terrain in the snapshot of body 0 must be 0\.\.0"):
        fish_simulation.restore([state | {"terrain": np.full(8, 1)}])
    with pytest.raises(ArrayError, match="the snapshot is of 2 bodies; this simulation has 1"):
        fish_simulation.restore([state, state])


@EVERY_WORLD
def test_a_simulation_goes_on_from_a_snapshot_of_earlier_versions_bit_for_bit(task):
    """They kept MuJoCo's integration state as one array."""
    if len(task.arena.terrains) > 1:
        pytest.skip("they had no task with several terrains")
    going, again = (CpuSimulation(random_bodies(task, 2), num_envs=2) for _ in range(2))
    going.reset(seeds(going))
    actions = commands(going, steps=30)
    for action in actions[:20]:
        going.step(action)
    whole = int(mujoco.mjtState.mjSTATE_INTEGRATION)
    packed = []
    for index, compiled in enumerate(going.bodies):
        rows = np.empty((2, mujoco.mj_stateSize(compiled.model, whole)))
        for copy, row in enumerate(rows):
            mujoco.mj_getState(compiled.model, going.state(index, copy), row, whole)
        packed.append({"physics": rows})

    again.restore(packed)

    assert_same_state(again.snapshot(), going.snapshot())
    for action in actions[20:]:
        assert_same(going.step(action), again.step(action))


@pytest.mark.parametrize("name", ["suite/crawler", "suite/swimmer", "suite/walker-hard"])
def test_the_work_of_runge_kutta_steps_is_torque_times_angle(name):
    simulation = CpuSimulation(random_bodies(OURS[name], 4), num_envs=1)
    before = simulation.reset(seeds(simulation)).copy()
    gears = np.zeros(simulation.joint_mask.shape)
    for index, compiled in enumerate(simulation.bodies):
        there = compiled.motors >= 0
        gear = compiled.model.actuator_gear[compiled.motors[there], 0]
        gears[index, : len(there)][there] = gear

    for action in commands(simulation, steps=5):
        sim_state = simulation.step(action)
        angle = (sim_state.joint_angle - before.joint_angle)[:, 0].astype(float)
        work = (gears * np.clip(action[:, 0], -1, 1) * angle).sum((1, 2))
        largest = sim_state.energy[:, 0].max()
        np.testing.assert_allclose(sim_state.work[:, 0], work, rtol=0.01, atol=0.01 * largest)
        before = sim_state.copy()


@PAPER_TASKS
def test_energy_and_work_are_those_of_all_motors_in_every_physics_step(task):
    simulation = CpuSimulation(random_bodies(task, 3), num_envs=1)
    simulation.reset(seeds(simulation))
    actions = commands(simulation, steps=4)
    for action in actions:
        sim_state = simulation.step(action)

    for index, compiled in enumerate(simulation.bodies):
        (model, data), there = started_episode(compiled, index), compiled.motors >= 0
        for action in actions:
            energy, work = 0.0, 0.0
            data.ctrl[compiled.motors[there]] = action[index, 0, : len(there)][there]
            for _ in range(task.arena.substeps):
                mujoco.mj_step(model, data)
                done = data.qfrc_actuator * data.qvel * task.arena.timestep
                energy, work = energy + np.abs(done).sum(), work + done.sum()
        assert energy > 0
        assert sim_state.energy[index, 0] == pytest.approx(energy, rel=1e-5)
        assert sim_state.work[index, 0] == pytest.approx(work, rel=1e-4, abs=1e-6 * energy)
    assert (sim_state.work < sim_state.energy).any()


@pytest.mark.parametrize(("body", "copy"), [(0, 8), (1, 0), (-1, 0), (0, -1)])
def test_the_state_of_a_copy_that_is_not_there_is_refused(body, copy, fish_simulation):
    with pytest.raises(ArrayError, match=r"bodies are 0\.\.0, environments 0\.\.7"):
        fish_simulation.state(body, copy)


@pytest.mark.parametrize("counts", [{"num_envs": 0}, {"num_envs": 1, "threads": 0}])
def test_a_simulation_of_nothing_is_refused(counts):
    with pytest.raises(PhysicsError, match="is 0; a simulation needs at least 1"):
        CpuSimulation(random_bodies(OURS["fish"], 1), **counts)


def test_a_copy_of_the_readings_outlives_the_next_step():
    simulation = CpuSimulation(random_bodies(OURS["walker"], 1), num_envs=1)
    start = simulation.reset(seeds(simulation))
    kept, height = start.copy(), float(start.root_position[0, 0, 0])

    for action in commands(simulation, steps=10):
        simulation.step(action)

    assert kept.root_position[0, 0, 0] == np.float32(height)
    assert start.root_position[0, 0, 0] != kept.root_position[0, 0, 0]


@EVERY_WORLD
def test_the_lowest_point_is_where_no_surface_point_is_lower(task):
    if not (task.arena.floor and task.arena.upright):
        pytest.skip("there is no floor, or no plane that holds the outline")
    simulation = CpuSimulation(random_bodies(task, 10), num_envs=1)
    simulation.reset(seeds(simulation))
    for action in commands(simulation, steps=10):
        sim_state = simulation.step(action)

    angles = np.linspace(0, 2 * np.pi, 2001)
    for index, compiled in enumerate(simulation.bodies):
        data, lowest = simulation.state(index, 0), np.inf
        for geom in chain(*compiled.geoms):
            radius, half, _ = compiled.model.geom_size[geom]
            ring = radius * np.stack([np.sin(angles), 0 * angles, np.cos(angles)], 1)
            for end in (-half, half):  # in the plane a capsule's outline is two half circles
                outline = (
                    data.geom_xpos[geom]
                    + (ring + np.array([0, 0, end])) @ data.geom_xmat[geom].reshape(3, 3).T
                )
                lowest = min(lowest, outline[:, 2].min())
        assert sim_state.lowest[index, 0] == pytest.approx(lowest, abs=1e-5)


@EVERY_WORLD
def test_penetration_is_that_of_the_deepest_contact_with_the_floor(task):
    simulation = CpuSimulation(random_bodies(task, 6), num_envs=1)
    simulation.reset(seeds(simulation))
    deepest, expected = np.zeros((2, 6))

    for action in commands(simulation, steps=12):
        plain = [copied(simulation.state(index, 0)) for index in range(6)]
        sim_state = simulation.step(action)
        deepest = np.maximum(deepest, sim_state.penetration[:, 0])
        for index, (compiled, data) in enumerate(zip(simulation.bodies, plain, strict=True)):
            data.ctrl[:] = simulation.state(index, 0).ctrl
            for _ in range(task.arena.substeps):
                mujoco.mj_step(compiled.model, data)
                expected[index] = max(expected[index], deepest_contact(compiled.model, data))
            mujoco.mj_forward(compiled.model, data)
            expected[index] = max(expected[index], deepest_contact(compiled.model, data))

    np.testing.assert_allclose(deepest, expected, rtol=1e-4, atol=1e-6)
    assert (deepest.max() > 0) == task.arena.floor


def deepest_contact(model, data):
    """Return how deep MuJoCo finds a capsule in the floor, in its radii."""
    touching = [c for c in data.contact[: data.ncon] if model.geom_bodyid[c.geom1] == 0]
    return max((-c.dist / model.geom_size[c.geom2, 0] for c in touching), default=0.0)


@EVERY_WORLD
def test_unexplained_is_what_mujocos_energy_rises_by_beyond_the_work(task):
    simulation = CpuSimulation(random_bodies(task, 3), num_envs=1)
    simulation.reset(seeds(simulation))

    for action in commands(simulation, steps=4):
        plain = [copied(simulation.state(index, 0)) for index in range(3)]
        sim_state = simulation.step(action)
        for index, (compiled, data) in enumerate(zip(simulation.bodies, plain, strict=True)):
            model = copied(compiled.model)
            model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
            data.ctrl[:] = simulation.state(index, 0).ctrl
            before = copied(data)
            mujoco.mj_forward(model, before)
            mujoco.mj_step(model, data, nstep=task.arena.substeps)
            mujoco.mj_forward(model, data)
            rise, work = data.energy.sum() - before.energy.sum(), sim_state.work[index, 0]
            assert sim_state.unexplained[index, 0] == pytest.approx(
                rise - work, rel=1e-3, abs=1e-5 * (abs(rise) + abs(work))
            )


def test_energy_that_no_motor_put_in_is_unexplained():
    simulation = CpuSimulation(random_bodies(OURS["walker"], 1), num_envs=2)
    simulation.reset(np.array([[3, 3]]))
    idle = np.zeros((1, 2, simulation.mask.shape[1], 1), np.float32)
    data, model = simulation.state(0, 1), simulation.bodies[0].model

    data.qvel[1] += 4.0  # m/s along x, above the floor
    sim_state = simulation.step(idle)

    given = 0.5 * simulation.bodies[0].mass * 4.0**2
    assert model.body_subtreemass[0] == simulation.bodies[0].mass
    assert sim_state.unexplained[0, 1] == pytest.approx(given, rel=0.02)
    assert abs(sim_state.unexplained[0, 0]) < 0.02 * given
    np.testing.assert_array_equal(sim_state.work, 0.0)


def test_of_a_copy_that_blew_up_neither_penetration_nor_energy_is_read():
    simulation = CpuSimulation(random_bodies(OURS["walker"], 1), num_envs=2)
    simulation.reset(np.array([[3, 4]]))
    simulation.state(0, 0).qvel[0] = -1e12

    sim_state = simulation.step(np.ones((1, 2, simulation.mask.shape[1], 1), np.float32))

    assert sim_state.diverged.tolist() == [[1.0, 0.0]]
    assert sim_state.penetration[0, 0] == sim_state.work[0, 0] == sim_state.unexplained[0, 0] == 0.0
    assert sim_state.work[0, 1] != 0.0
