"""Ant and quadruped: reward, end and observations against MuJoCo's own arrays."""

import mujoco
import numpy as np
import pytest

from nge.tasks.registry import OURS

TASKS = pytest.mark.parametrize("task", [OURS["ant"], OURS["quadruped"]], ids=["ant", "quadruped"])


def stepped(task, steps=6, seed=0):
    """Return a simulation of a random and the hand-designed body after some random commands."""
    rng = np.random.default_rng(seed)
    body = task.space().random_body(rng)
    bodies = [task.compile(body), task.compile(task.hand_designed())]
    simulation = task.simulate(bodies, num_envs=1, threads=1)
    simulation.reset(np.array([[seed], [seed + 1]]))
    shape = (2, 1, *simulation.joint_mask.shape[1:])
    for _ in range(steps):
        actions = rng.uniform(-2, 2, shape).astype(np.float32)
        sim_state = simulation.step(actions)
    return simulation, sim_state, actions


@TASKS
def test_the_reward_is_speed_along_x_less_the_effort_of_motors_that_exist(task):
    simulation, sim_state, actions = stepped(task)

    outcome = task.step_reward(sim_state, actions)

    for index, compiled in enumerate(simulation.bodies):
        data = simulation.state(index, 0)
        momentum = 0.0
        for body in range(1, compiled.model.nbody):
            velocity = np.zeros(6)
            mujoco.mj_objectVelocity(
                compiled.model, data, mujoco.mjtObj.mjOBJ_BODY, body, velocity, 0
            )
            momentum += compiled.model.body_mass[body] * velocity[3]
        there = np.argwhere(compiled.motors >= 0)
        assert len(there) < actions[index, 0, : len(compiled.body)].size  # some hinges are absent
        effort = sum(float(actions[index, 0, row, joint]) ** 2 for row, joint in there)
        expected = momentum / compiled.model.body_mass.sum() - 0.001 * effort
        assert outcome.reward[index, 0] == pytest.approx(expected, rel=1e-4, abs=1e-5)


@TASKS
@pytest.mark.parametrize(("degrees", "ends"), [(58, False), (62, True), (180, True)])
@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0.6, 0.8, 0)])
def test_an_episode_ends_when_the_torso_leans_by_more_than_60_degrees(task, degrees, ends, axis):
    compiled = task.compile(task.hand_designed())
    simulation = task.simulate([compiled], num_envs=1, threads=1)
    simulation.reset(np.zeros((1, 1), int))
    [state] = simulation.snapshot()
    half = np.radians(degrees) / 2
    state = {name: values.copy() for name, values in state.items()}
    state["qpos"][0, 2] += 5.0  # in the air, so that a step hardly turns it
    state["qpos"][0, 3:7] = (np.cos(half), *(np.sin(half) * np.array(axis)))
    simulation.restore([state])

    sim_state = simulation.step(np.zeros((1, 1, *simulation.joint_mask.shape[1:]), np.float32))

    assert bool(task.failed(sim_state)[0, 0]) == ends


@TASKS
def test_observations_are_those_of_mujoco(task):
    simulation, sim_state, _ = stepped(task)
    rows = task.observe(sim_state)
    torso = [column.name for column in task.torso_columns]
    limb = [column.name for column in task.limb_columns]

    for index, compiled in enumerate(simulation.bodies):
        data = simulation.state(index, 0)
        seen = dict(zip(torso, rows[index, 0, 0], strict=False))
        turn = data.body("torso").xmat.reshape(3, 3)
        assert seen["height"] == np.float32(data.body("torso").xpos[2])
        up, ahead = turn.T @ (0, 0, 1), turn.T @ (1, 0, 0)
        for axis, name in enumerate("xyz"):
            assert seen[f"up_{name}"] == pytest.approx(up[axis], abs=1e-6)
            assert seen[f"ahead_{name}"] == pytest.approx(ahead[axis], abs=1e-6)
            assert seen[f"velocity_{name}"] == np.float32(data.qvel[axis])
            assert seen[f"spin_{name}"] == np.float32(data.qvel[3 + axis])
        for row in range(1, len(compiled.body)):
            name = f"part{compiled.body.parts[row].id}"
            seen = dict(zip(limb, rows[index, 0, row, len(torso) :], strict=True))
            capsule = data.geom(f"{name}_0").xmat.reshape(3, 3)[:, 2]
            found = [seen[word] for word in ("forward", "left", "up")]
            np.testing.assert_allclose(found, capsule, atol=1e-6)
            hinges = compiled.model.body(name).jntnum[0]
            for joint in range(3):
                angle = data.joint(f"{name}_joint{joint}").qpos[0] if joint < hinges else 0.0
                assert seen[f"angle_{joint + 1}"] == np.float32(angle)


@TASKS
def test_the_hand_designed_body_stands_without_commands(task):
    compiled = task.compile(task.hand_designed())
    simulation = task.simulate([compiled], num_envs=2, threads=1)
    simulation.reset(np.arange(2)[None])
    still = np.zeros((1, 2, *simulation.joint_mask.shape[1:]), np.float32)

    for _ in range(100):
        sim_state = simulation.step(still)

    assert not sim_state.diverged.any()
    assert not task.failed(sim_state).any()
    assert (np.abs(sim_state.velocity) < 0.1).all()
    assert (sim_state.lowest > -0.02).all()  # it does not sink
    assert (sim_state.unexplained <= 1e-3 * compiled.mass).all()  # nor gain energy
