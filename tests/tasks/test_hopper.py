import numpy as np

from nge.physics.cpu import CpuSimulation
from nge.tasks.registry import OURS

HOPPER = OURS["hopper"]


def test_a_hopper_that_does_nothing_falls_and_its_episode_is_terminated():
    simulation = CpuSimulation([HOPPER.compile(HOPPER.hand_designed())], copies=1)
    readings = simulation.reset(np.zeros((1, 1), int))
    idle = np.zeros((1, 1, 5, 1), np.float32)
    assert not HOPPER.judge(readings, idle).terminated.any()

    standing = [
        not HOPPER.judge(simulation.step(idle), idle).terminated[0, 0]
        for _ in range(HOPPER.episode_steps)
    ]

    assert standing[:3] == [True] * 3
    assert not standing[-1]


def test_speed_earns_nothing_after_the_fall_but_going_backwards_still_costs():
    simulation = CpuSimulation([HOPPER.compile(HOPPER.hand_designed())], copies=1)
    simulation.reset(np.zeros((1, 1), int))
    idle = np.zeros((1, 1, 5, 1), np.float32)
    for _ in range(100):
        readings = simulation.step(idle).copy()
    readings.velocity[..., 0] = 3.0
    forward = HOPPER.reward(readings, idle)
    readings.velocity[..., 0] = -3.0

    backward = HOPPER.reward(readings, idle)

    assert HOPPER.failed(readings).all()
    assert forward == 0
    assert backward == -3
