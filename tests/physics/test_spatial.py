"""A free body whose limbs have one, two and three hinges, against a model written by hand."""

import math

import jax
import mujoco
import numpy as np
import pytest

from nge.nets.graphs import graph_of
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.physics.compile import ABSENT
from nge.physics.engines import smoke_test
from nge.physics.mjcf import read_mjcf, write_mjcf
from nge.physics.urdf import urdf_of
from nge.rl.evaluation import evaluate
from nge.rl.train_state import new_train_state
from nge.rl.trainer import Trainer
from nge.tasks.environment import TaskEnvironment
from tests.rl.helpers import tiny
from tests.spatial import CROSS, DENSITY, LIMIT, RADIUS, SPIDER, TORQUE, Wander, stalks_known

TASK = Wander()
HINGES = (0, 1, 2, 3, 2)  # of the parts of SPIDER
STEPS = 25


@pytest.fixture(autouse=True, scope="module")
def _known():
    with stalks_known():
        yield


def limb(place, azimuth, length, hinges, inside=""):
    axes = ("0 1 0", "0 0 1", "1 0 0")[:hinges]
    joints = "".join(f'<joint axis="{axis}" range="{-LIMIT} {LIMIT}"/>' for axis in axes)
    turn = f"{math.cos(azimuth / 2)} 0 0 {math.sin(azimuth / 2)}"
    shape = f'<geom type="capsule" fromto="0 0 0 {length} 0 0" size="{RADIUS}"/>'
    return f'<body pos="{place}" quat="{turn}">{joints}{shape}{inside}</body>'


def on_ball(azimuth):
    return f"{0.2 * math.cos(azimuth)} {0.2 * math.sin(azimuth)} 0"


def by_hand():
    """Return SPIDER as a MuJoCo model that owes nothing to nge."""
    lower = limb("0.3 0 0", 0.5, 0.25, 2)
    limbs = (
        limb(on_ball(0.0), 0.0, 0.3, 1, lower)
        + limb(on_ball(2.0), 2.0, 0.4, 2)
        + limb(on_ball(4.0), 4.0, 0.35, 3)
    )
    model = mujoco.MjModel.from_xml_string(f"""<mujoco>
      <compiler angle="radian" autolimits="true"/><option timestep="0.005"/>
      <default><geom density="{DENSITY}" contype="1" conaffinity="0" friction="0.8 0.1 0.1"/>
        <joint damping="0.2" armature="0.02"/></default>
      <worldbody>
        <geom type="plane" size="0 0 1" contype="0" conaffinity="1" friction="1 .005 1e-4"/>
        <body>
          <joint type="free" damping="0" armature="0"/><geom type="sphere" size="0.2"/>{limbs}
        </body>
      </worldbody></mujoco>""")
    return model, mujoco.MjData(model)


def depth_first(values):
    """Return a value per joint of SPIDER, given by row and hinge, in MuJoCo's order. [N, J]"""
    return np.concatenate([values[row, : HINGES[row]] for row in (1, 4, 2, 3)])


def scripted(steps=STEPS):
    rng = np.random.default_rng(3)
    return rng.uniform(-1.2, 1.2, (steps, 1, 1, len(SPIDER), 3)).astype(np.float32)


def test_every_limb_has_its_own_number_of_joints():
    simulation = TASK.simulate([TASK.compile(SPIDER), TASK.compile(CROSS)], 1, parts=6)

    counts = [(*HINGES, 0), (0, 3, 1, 1, 1, 0)]
    np.testing.assert_array_equal(simulation.joint_mask.sum(-1), counts)
    np.testing.assert_array_equal(simulation.mask.sum(-1), [5, 5])
    for body, wanted in zip((SPIDER, CROSS), counts, strict=True):
        joints = graph_of(body, TASK.space(), 6).joints
        np.testing.assert_array_equal(joints, np.arange(3) < np.array(wanted)[:, None])


def test_masses_and_places_are_those_of_a_model_written_by_hand():
    compiled, (model, data) = TASK.compile(SPIDER), by_hand()
    data.qpos[:] = compiled.start
    mujoco.mj_forward(model, data)
    ours = mujoco.MjData(compiled.model)
    ours.qpos[:] = compiled.start
    mujoco.mj_forward(compiled.model, ours)

    assert (model.nq, model.nv) == (compiled.model.nq, compiled.model.nv) == (15, 14)
    np.testing.assert_allclose(compiled.model.body_mass[1:], model.body_mass[1:], rtol=1e-12)
    np.testing.assert_allclose(compiled.model.body_inertia, model.body_inertia, rtol=1e-9)
    np.testing.assert_allclose(ours.xipos[1:], data.xipos[1:], atol=1e-12)
    assert compiled.mass == pytest.approx(model.body_mass.sum())


def test_it_moves_and_earns_like_a_model_written_by_hand():
    compiled, (model, data) = TASK.compile(SPIDER), by_hand()
    simulation = TASK.simulate([compiled], 1)
    sim_state = simulation.reset(np.array([[7]]))
    start = TASK.reset(compiled, np.random.default_rng(7))
    data.qpos[:], data.qvel[:] = start.qpos, start.qvel
    mujoco.mj_forward(model, data)
    np.testing.assert_array_equal(simulation.pose(0, 0), start.qpos)
    assert sim_state.lowest[0, 0] == pytest.approx(TASK.arena.clearance, abs=1e-6)
    assert np.abs(start.qvel[:3]).max() > 0.05

    for action in scripted():
        sim_state = simulation.step(action)
        outcome = TASK.step_reward(sim_state, action)
        data.qfrc_applied[6:] = TORQUE * np.clip(depth_first(action[0, 0].astype(float)), -1, 1)
        mujoco.mj_step(model, data, nstep=4)
        mujoco.mj_forward(model, data)
        mujoco.mj_subtreeVel(model, data)
        np.testing.assert_allclose(simulation.pose(0, 0), data.qpos, atol=1e-9)
        np.testing.assert_allclose(sim_state.root_position[0, 0], data.qpos[:7], atol=1e-6)
        np.testing.assert_allclose(sim_state.root_velocity[0, 0], data.qvel[:6], atol=1e-5)
        np.testing.assert_allclose(
            depth_first(sim_state.joint_angle[0, 0]), data.qpos[7:], atol=1e-6
        )
        commands = depth_first(action[0, 0])
        forward = data.subtree_linvel[1, :2] @ np.float32(start.goal)
        reward = forward - 0.01 * float(np.square(commands).sum())
        assert outcome.reward[0, 0] == pytest.approx(reward, abs=1e-5)

    assert data.ncon > 0  # it stands on the ground by now


def test_commands_for_joints_that_do_not_exist_change_nothing():
    first, second = (TASK.simulate([TASK.compile(SPIDER)], 1) for _ in range(2))
    first.reset(np.array([[1]]))
    second.reset(np.array([[1]]))

    for action in scripted(5):
        noisy = np.where(second.joint_mask[:, None], action, np.float32(np.nan))
        one, other = first.step(action), second.step(noisy)
        assert TASK.step_reward(one, action).reward == TASK.step_reward(other, noisy).reward
        for name, a, b in zip(one._fields, one, other, strict=True):
            np.testing.assert_array_equal(a, b, name)


def test_it_learns_and_is_evaluated_among_others():
    space, bodies = TASK.space(), [SPIDER, CROSS]
    train_states = [
        new_train_state(seed, TASK, space, POLICIES["mlp"], CriticSettings(), 1e-3)
        for seed in (0, 1)
    ]
    trainer = Trainer(TASK, space, bodies, train_states, tiny(num_steps=12, bptt_steps=4), seed=0)

    progress = trainer.update()
    done = evaluate(TASK, space, bodies, trainer.train_states, episodes=2, seed=4)

    for before, after in zip(train_states, trainer.train_states, strict=True):
        leaves = jax.tree.leaves(after.agent)
        assert all(np.isfinite(leaf).all() for leaf in leaves)
        assert any(
            (a != b).any() for a, b in zip(jax.tree.leaves(before.agent), leaves, strict=True)
        )
    assert {episode.species for episode in progress.episodes} == {0, 1}
    for compiled, one in zip(map(TASK.compile, bodies), done, strict=True):
        assert one.lengths.tolist() == [12, 12]
        parts = one.measures["reward/towards_goal"] + one.measures["reward/effort"]
        np.testing.assert_allclose(parts, one.returns, atol=1e-5)
        np.testing.assert_allclose(one.measures["mass"], compiled.mass)
        assert (one.measures["energy"] > 0).all()


def test_a_joint_that_does_not_exist_does_not_teach():
    """Not even where the noise on its command happens to go along with high rewards."""
    from nge.rl import ppo

    graph = graph_of(SPIDER, TASK.space(), 6)
    mean, log_std = np.zeros((2, 6, 1, 3), np.float32)
    action = np.random.default_rng(0).standard_normal((6, 1, 3)).astype(np.float32)

    gradient = jax.grad(lambda m: ppo.log_prob(action, m, log_std, graph).sum())(mean)

    np.testing.assert_array_equal(gradient[:, 0] != 0, graph.joints > 0)


def test_the_environment_has_one_action_per_motor():
    environment = TaskEnvironment(TASK, SPIDER)
    environment.reset(seed=0)

    assert environment.action_space.shape == (sum(HINGES),)
    for _ in range(TASK.episode_steps):
        _, reward, _, truncated, info = environment.step(np.ones(sum(HINGES)))
        parts = info["measures"]["reward/towards_goal"], info["measures"]["reward/effort"]
        assert sum(parts) == pytest.approx(reward, abs=1e-6)
    assert parts[1] == pytest.approx(-0.01 * sum(HINGES))
    assert truncated
    assert info["episode_measures"]["parts"] == len(SPIDER)


def test_its_mjcf_moves_bit_for_bit_like_the_simulation_and_holds_the_body():
    text = write_mjcf(SPIDER, TASK.arena)
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    compiled = TASK.compile(SPIDER)
    ours = mujoco.MjData(compiled.model)
    ours.qpos[:] = compiled.start
    ctrl = np.random.default_rng(0).uniform(-1, 1, model.nu)
    for one, made in ((model, data), (compiled.model, ours)):
        made.ctrl[:] = ctrl
        mujoco.mj_step(one, made, nstep=100)

    np.testing.assert_array_equal(data.qpos, ours.qpos)
    assert read_mjcf(text) == SPIDER
    assert model.nu == sum(HINGES) == (compiled.motors != ABSENT).sum()


def test_in_urdf_its_torso_floats():
    assert b'type="floating"' in urdf_of(SPIDER, TASK.arena)["robot.urdf"]


def test_it_passes_the_test_flight():
    assert smoke_test(TASK.compile(SPIDER)) is None
