from dataclasses import replace

import numpy as np

from nge.physics.compile import compile_body
from nge.physics.cpu_engine import CpuSimulation
from nge.tasks.registry import OURS

FISH = OURS["fish"]


def swim(bodies, num_envs, actions):
    """Return the summed rewards of one episode. [P, E]"""
    simulation = CpuSimulation(bodies, num_envs)
    simulation.reset(np.arange(len(bodies) * num_envs).reshape(-1, num_envs))
    shape = (len(bodies), num_envs, simulation.mask.shape[1], 3)
    total = np.zeros(shape[:2])
    for _ in range(FISH.episode_steps):
        action = actions(shape)
        total += FISH.step_reward(simulation.step(action), action).reward
    return total


def test_a_fish_without_commands_that_starts_at_rest_stays_where_it_is():
    root = tuple(replace(joint, noise=0.0) for joint in FISH.arena.root)
    still = replace(FISH.arena, joint_noise=0.0, root=root)
    space = FISH.space()
    bodies = [space.random_body(np.random.default_rng(seed)) for seed in range(10)]

    total = swim(
        [compile_body(body, still) for body in (FISH.hand_designed(), *bodies)], 1, np.zeros
    )

    assert abs(total).max() < 1e-9


def test_random_commands_carry_a_fish_nowhere():
    space, rng = FISH.space(), np.random.default_rng(0)
    bodies = [space.random_body(np.random.default_rng(seed)) for seed in range(20)]

    total = swim(
        [FISH.compile(body) for body in (FISH.hand_designed(), *bodies)], 4, rng.standard_normal
    )

    assert abs(total.mean(1)[0]) < 1  # the hand-designed fish; a trained one makes 50
    assert np.median(abs(total)) < 1
    assert abs(total.mean()) < 1
