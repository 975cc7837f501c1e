"""Rewards that are put together from named parts by the weights of a run."""

import jax
import numpy as np
import pytest

from nge.errors import SettingsError, TaskError
from nge.tasks.environment import TaskEnvironment
from nge.tasks.registry import OURS, task_of
from nge.tasks.task_settings import RewardSettings, TaskSettings

WEIGHTS = {"speed": 3.0, "energy": 0.01, "upright": 2.0, "survive": 0.5}


def stepped(task, steps=30):
    """Return a few copies after some control steps, with what was commanded last."""
    simulation = task.simulate([task.compile(task.hand_designed())], 4, threads=1)
    simulation.reset(np.arange(4))
    rng = np.random.default_rng(0)
    for _ in range(steps):
        actions = rng.standard_normal((1, 4, *simulation.joint_mask.shape[1:]), np.float32)
        sim_state = simulation.step(actions)
    return sim_state, actions


def weighted(name, **weights):
    return task_of(TaskSettings(task=name, reward=RewardSettings(**weights)))


@pytest.mark.parametrize("name", ["walker", "hopper"])
def test_the_reward_is_the_sum_of_parts_by_their_weights(name):
    task = OURS[name]
    sim_state, actions = stepped(task)
    own, power = task.reward_parts(sim_state, actions), task.measures(sim_state, actions)["power"]

    outcome = weighted(name, **WEIGHTS).step_reward(sim_state, actions)

    expected = {
        "speed": 3.0 * own["speed"],
        "effort": own["effort"],
        "energy": -0.01 * power,
        "upright": 2.0 * sim_state.rotation[:, :, 0, 2, 2],
        "survive": 0.5 * ~task.failed(sim_state),
    }
    assert power.min() > 0
    assert list(outcome.reward_parts) == list(expected)
    np.testing.assert_allclose(outcome.reward, sum(expected.values()), rtol=1e-6)
    for part, values in expected.items():
        np.testing.assert_allclose(outcome.reward_parts[part], values, rtol=1e-6)


def test_falling_is_not_surviving():
    task = weighted("hopper", survive=1.0)
    sim_state, actions = stepped(task)

    survived = task.step_reward(sim_state, actions).reward_parts["survive"]

    np.testing.assert_array_equal(survived, ~task.failed(sim_state))
    assert survived.min() == 0.0


def test_default_weights_change_nothing():
    assert weighted("walker") is OURS["walker"]


def test_weights_of_one_give_the_same_bits():
    sim_state, actions = stepped(OURS["walker"])

    one, other = (
        task.step_reward(sim_state, actions).reward
        for task in (OURS["walker"], weighted("walker", speed=1.0, effort=1.0, energy=0.0))
    )

    assert one.tobytes() == other.tobytes()


def test_a_part_of_weight_0_is_left_out():
    sim_state, actions = stepped(OURS["walker"], steps=1)

    parts = weighted("walker", effort=0.0).step_reward(sim_state, actions).reward_parts

    assert list(parts) == ["speed"]


def test_weights_work_under_jit():
    task = weighted("walker", **WEIGHTS)
    sim_state, actions = stepped(task, steps=2)

    compiled = jax.jit(lambda s, a: task.step_reward(s, a).reward)(sim_state, actions)

    np.testing.assert_allclose(compiled, task.step_reward(sim_state, actions).reward, rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "weights", "says"),
    [
        ("fish", {"upright": 1.0}, "reward of fish has no part 'upright'; known: energy, speed,"),
        ("walker", {"others": ("sped=2",)}, "has no part 'sped'; did you mean 'speed'?"),
        ("walker", {"speed": 0.0, "effort": 0.0}, "all parts of the reward of walker have weight"),
    ],
)
def test_weights_that_make_no_reward_are_refused_before_any_work(name, weights, says):
    with pytest.raises(TaskError, match=says):
        weighted(name, **weights).check_reward()


def test_a_part_with_an_option_of_its_own_is_not_one_of_the_others():
    with pytest.raises(SettingsError, match=r"'energy' has a weight of its own, reward\.energy"):
        RewardSettings.of({"others": ("energy=1",)})


def test_an_environment_takes_weights_and_reports_the_parts():
    environment = TaskEnvironment("walker", reward={"energy": 0.01})
    environment.reset(seed=0)

    _, reward, _, _, info = environment.step(np.ones(environment.action_space.shape))

    parts = {n: v for n, v in info["measures"].items() if n.startswith("reward/")}
    assert parts["reward/energy"] == pytest.approx(-0.01 * info["measures"]["power"])
    assert reward == pytest.approx(sum(parts.values()))
