import mujoco
import numpy as np
import pytest

from nge.body.mutate import mutate
from nge.body.space import SpaceSettings
from nge.physics.cpu_engine import CpuSimulation
from nge.tasks.registry import OURS

HOPPER = OURS["hopper"]


def test_a_hopper_that_does_nothing_falls_and_its_episode_is_terminated():
    simulation = CpuSimulation([HOPPER.compile(HOPPER.hand_designed())], num_envs=1)
    sim_state = simulation.reset(np.zeros((1, 1), int))
    idle = np.zeros((1, 1, 5, 1), np.float32)
    assert not HOPPER.step_reward(sim_state, idle).terminated.any()

    standing = [
        not HOPPER.step_reward(simulation.step(idle), idle).terminated[0, 0]
        for _ in range(HOPPER.episode_steps)
    ]

    assert standing[:3] == [True] * 3
    assert not standing[-1]


def test_speed_earns_nothing_after_the_fall_but_going_backwards_still_costs():
    simulation = CpuSimulation([HOPPER.compile(HOPPER.hand_designed())], num_envs=1)
    simulation.reset(np.zeros((1, 1), int))
    idle = np.zeros((1, 1, 5, 1), np.float32)
    for _ in range(100):
        sim_state = simulation.step(idle).copy()
    sim_state.velocity[..., 0] = 3.0
    forward = HOPPER.step_reward(sim_state, idle).reward
    sim_state.velocity[..., 0] = -3.0

    backward = HOPPER.step_reward(sim_state, idle).reward

    assert HOPPER.failed(sim_state).all()
    assert forward == 0
    assert backward == -3


@pytest.mark.parametrize("settings", [{}, {"symmetry": "forced"}, {"levels": 6}], ids=str)
def test_random_hoppers_do_not_fall_at_once(settings):
    space, rng = HOPPER.space(SpaceSettings(**settings)), np.random.default_rng(0)
    bodies = [space.check(space.random_body(rng)) for _ in range(20)]
    simulation = CpuSimulation([HOPPER.compile(body) for body in bodies], num_envs=2)
    idle = np.zeros((20, 2, max(map(len, bodies)), 1), np.float32)

    standing = ~HOPPER.step_reward(simulation.reset(np.arange(40).reshape(20, 2)), idle).terminated
    begun = standing.mean()
    for _ in range(5):
        standing &= ~HOPPER.step_reward(simulation.step(idle), idle).terminated

    assert begun == 1
    assert standing.mean() > 0.9
    assert len({body.digest for body in bodies}) == 20


def test_the_height_of_a_body_at_rest_is_the_one_it_starts_with():
    space, rng = HOPPER.space(), np.random.default_rng(1)
    bodies = [HOPPER.hand_designed()]
    for _ in range(20):
        bodies.append(mutate(bodies[-1], space, rng).child)

    for body in bodies:
        compiled = HOPPER.compile(body)
        data = mujoco.MjData(compiled.model)
        data.qpos[:] = compiled.start
        mujoco.mj_kinematics(compiled.model, data)
        centres = data.xipos[compiled.bodies, 2]
        assert space.kind.stand(body) == pytest.approx(centres[0] - centres.min(), abs=1e-9)


def test_where_no_body_can_stand_random_ones_are_drawn_all_the_same():
    space = HOPPER.space(
        SpaceSettings(max_parts=2, fewest_random_parts=2, most_random_parts=2, symmetry="off")
    )

    assert len(space.random_body(np.random.default_rng(0))) == 2
