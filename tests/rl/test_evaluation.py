"""Evaluation: whole episodes, the same for the same seed, of learners that stay as they are."""

from functools import cache

import jax.numpy as jnp
import numpy as np
import pytest

from nge.nets import weights
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.rl.evaluation import episode_poses, evaluate
from nge.rl.train_state import new_train_state
from nge.tasks.registry import task_named

HOPPER, FISH = task_named("hopper"), task_named("fish")


class ShortFish(type(FISH)):
    """A fish whose time is soon over."""

    episode_steps = 12


SHORT = ShortFish()


@cache
def train_state(task, seed=0, policy="nge"):
    net = POLICIES[policy].model_copy(update={"hidden": 8})
    return new_train_state(seed, task, task.space(), net, CriticSettings(hidden=8), 1e-3)


def of(task, *train_states, episodes=3, **more):
    bodies = [task.hand_designed()] * len(train_states)
    return evaluate(task, task.space(), bodies, train_states, episodes, **more)


@pytest.mark.parametrize("sampled", [False, True], ids=["mean actions", "sampled"])
def test_the_same_seed_gives_the_same_numbers(sampled):
    one = train_state(SHORT, policy="nervenet++")

    [first] = of(SHORT, one, seed=5, sampled=sampled)
    [again] = of(SHORT, one, seed=5, sampled=sampled)
    [other] = of(SHORT, one, seed=6, sampled=sampled)

    assert first.returns.tolist() == again.returns.tolist()
    assert first.speeds.tolist() == again.speeds.tolist()
    assert first.returns.tolist() != other.returns.tolist()


def test_episodes_start_differently_and_sampled_actions_are_not_mean_actions():
    one = train_state(SHORT)

    [mean], [sampled] = of(SHORT, one), of(SHORT, one, sampled=True)

    assert len(set(mean.returns.tolist())) == len(mean.returns)
    assert mean.returns.tolist() != sampled.returns.tolist()


def test_nothing_of_the_learner_changes():
    one = train_state(SHORT)
    before = weights.digest(one)

    of(SHORT, one, sampled=True)

    assert weights.digest(one) == before
    assert float(jnp.sum(one.normaliser.count)) == 0


def test_species_of_several_sizes_score_together_as_they_do_alone():
    small, large = FISH.space().random_body(np.random.default_rng(1)), FISH.hand_designed()
    small = small.without(len(small) - 1)
    bodies = [large, small, large]
    train_states = [train_state(SHORT), train_state(SHORT), train_state(SHORT, seed=1)]

    together = evaluate(SHORT, SHORT.space(), bodies, train_states, 3, sampled=True)
    alone = [
        evaluate(SHORT, SHORT.space(), [body], [one], 3, sampled=True)[0]
        for body, one in zip(bodies, train_states, strict=True)
    ]

    for one, other in zip(together, alone, strict=True):
        assert one.returns.tolist() == other.returns.tolist()


def test_an_episode_that_time_ends_is_truncated_after_all_its_steps():
    [done] = of(SHORT, train_state(SHORT))

    assert done.reasons == ("truncated",) * 3
    assert done.lengths.tolist() == [12] * 3


def test_an_episode_that_the_task_ends_is_terminated_and_counts_no_further():
    [done] = of(HOPPER, train_state(HOPPER))

    assert set(done.reasons) == {"terminated"}  # without a plan a hopper falls
    assert (done.lengths < 100).all()
    assert len(set(done.lengths.tolist())) > 1  # each at its own time


def test_a_blow_up_is_told_from_a_fall():
    class Exploding(type(HOPPER)):
        def step_reward(self, sim_state, actions):
            sim_state.diverged[:, 0] = 1.0
            return super().step_reward(sim_state, actions)

    [done] = of(Exploding(), train_state(HOPPER))

    assert done.reasons == ("diverged", "terminated", "terminated")
    assert done.returns[0] == 0.0
    assert done.lengths[0] == 1


def test_poses_are_those_of_the_first_episode_from_start_to_end():
    one, body = train_state(HOPPER), HOPPER.hand_designed()

    poses, done = episode_poses(HOPPER, HOPPER.space(), body, one, seed=3)
    [evaluation] = of(HOPPER, one, episodes=1, seed=3)

    assert len(poses) == done.lengths[0] + 1
    assert done.returns.tolist() == evaluation.returns.tolist()
    assert poses[0].tolist() != poses[-1].tolist()
    assert np.isfinite(poses).all()


def test_speed_is_the_straight_distance_over_ground_by_time():
    class Drifting(ShortFish):
        def observe(self, sim_state):
            self.step = getattr(self, "step", -1) + 1  # once before every control step
            return super().observe(sim_state)

        def step_reward(self, sim_state, actions):
            sim_state.centre[..., 0, :2] = np.array([3.0, 4.0]) * self.step
            return super().step_reward(sim_state, actions)

    [done] = of(Drifting(), train_state(SHORT))

    seconds = 12 * SHORT.arena.control_step
    np.testing.assert_allclose(done.speeds, 5 * 11 / seconds, atol=0.2)
