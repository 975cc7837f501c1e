"""What is written down of a life, against a separate simulation that replays it."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nge.nets.weights import stacked
from nge.physics.cpu_engine import CpuSimulation
from nge.rl.rollout import Rollout, RolloutCollector
from nge.seeding import stream_seed
from nge.tasks.fish import Fish
from tests.nets.helpers import JOINTS, body_of, graph, owners_of, slow_act
from tests.rl.helpers import MEMORY, SMALL, learner_of, normalised, tiny

COPIES, STEPS, LENGTH, SEED = 3, 20, 12, 5
SETTINGS = tiny(num_envs=COPIES, num_steps=STEPS)
BODIES, IDS = (SMALL, body_of(0, 0, 0, seed=1)), (3, 8)
SPECIES = range(len(BODIES))
LATE = [0, 4, 8]  # copies are spread over the 12 steps of an episode
TURNING = 4  # column of the torso


class Short(Fish):
    episode_steps = LENGTH


class Fragile(Short):
    """Ends an episode when the torso turns too fast."""

    def failed(self, sim_state):
        return np.abs(sim_state.root_velocity[..., 2]) > 0.5


def squad_of(task, rows=SPECIES, **options):
    bodies = [task.compile(BODIES[row]) for row in rows]
    return RolloutCollector(task, bodies, 4, [IDS[row] for row in rows], SEED, SETTINGS, **options)


def collect(batch, state=None, steps=STEPS, seed=0, rows=SPECIES):
    """Let the squad live with noise that depends on the species alone."""
    train_states = stacked([learner_of(MEMORY, row) for row in rows])
    graphs = stacked([graph(BODIES[row], 4) for row in rows])
    obs_mask = jnp.stack([owners_of(graph(BODIES[row], 4)) for row in rows])
    width = learner_of(MEMORY).agent.policy.state_width
    state = jnp.zeros((len(rows), 4, COPIES, width)) if state is None else state
    noise = [
        np.random.default_rng((seed, row)).standard_normal((steps, 4, COPIES, JOINTS), np.float32)
        for row in rows
    ]
    rollout, state, episodes = batch.collect(train_states, graphs, obs_mask, state, np.stack(noise))
    rollout = [jax.tree.map(np.array, one) for one in rollout]
    return rollout, state, episodes, noise


@cache
def two_lives(task):
    """Return two lives, one after the other: experiences, memory in between, episodes, noise."""
    batch = squad_of(task)
    first, state, episodes, noise = collect(batch)
    second, _, more, more_noise = collect(batch, state, seed=1)
    return first, second, np.asarray(state), episodes + more, (noise, more_noise)


def in_one(task, species, name):
    """Return what was written down in both lives of a species, one after the other."""
    first, second, *_ = two_lives(task)
    return np.concatenate([getattr(first[species], name), getattr(second[species], name)])


BOTH_TASKS = pytest.mark.parametrize(
    "task", [SHORT := Short(), FRAGILE := Fragile()], ids=["short", "fragile"]
)


def test_episodes_end_after_their_number_of_steps_and_copies_end_at_different_times():
    for species in SPECIES:
        done = in_one(SHORT, species, "done")

        steps = np.arange(2 * STEPS)[:, None]
        np.testing.assert_array_equal(done, (steps + 1 + LATE) % LENGTH == 0)


def test_the_clock_ends_an_episode_but_does_not_terminate_it():
    """Pitfall 14: a time limit is not a terminal state."""
    for species in SPECIES:
        assert in_one(SHORT, species, "done").any()
        assert not in_one(SHORT, species, "terminated").any()


def test_the_task_terminates_an_episode_by_its_own_rule():
    for species in SPECIES:
        terminated = in_one(FRAGILE, species, "terminated")

        turning = in_one(FRAGILE, species, "next_obs")[:, 0, :, TURNING]
        np.testing.assert_array_equal(terminated, np.abs(turning) > 0.5)
        assert 0 < terminated.sum() < in_one(FRAGILE, species, "done").sum()


@BOTH_TASKS
def test_an_episode_ends_when_it_is_terminated_or_its_time_is_over_and_then_another_begins(task):
    for species in SPECIES:
        done, terminated, episode_start = (
            in_one(task, species, name) for name in ("done", "terminated", "episode_start")
        )
        length = np.array(LATE)
        for t in range(2 * STEPS):
            length += 1
            np.testing.assert_array_equal(done[t], (terminated[t] > 0) | (length == LENGTH))
            length[done[t] > 0] = 0
        np.testing.assert_array_equal(episode_start[0], 1)
        np.testing.assert_array_equal(episode_start[1:], done[:-1])


@BOTH_TASKS
def test_a_separate_simulation_of_the_same_actions_sees_and_earns_the_same(task):
    """And ``then`` is what was seen before a reset, ``seen`` what is seen after it."""
    for species, body in enumerate(BODIES):
        parts = slice(len(body))
        obs, next_obs, reward, action, done = (
            in_one(task, species, name) for name in ("obs", "next_obs", "reward", "action", "done")
        )
        for copy in range(COPIES):
            alone = CpuSimulation([task.compile(body)], num_envs=1, threads=1)
            episode, begins = 0, True
            for t in range(2 * STEPS):
                if begins:
                    episode += 1
                    start = stream_seed(SEED, "episode", IDS[species], copy, episode)
                    now = task.observe(alone.reset(np.array([[start]])))[0, 0].copy()
                np.testing.assert_array_equal(obs[t, parts, copy], now)
                command = action[t, parts, copy][None, None]
                sim_state = alone.step(command)
                now = task.observe(sim_state)[0, 0].copy()
                np.testing.assert_array_equal(next_obs[t, parts, copy], now)
                assert reward[t, copy] == task.step_reward(sim_state, command).reward[0, 0]
                begins = done[t, copy] > 0


@BOTH_TASKS
def test_whole_episodes_are_reported_with_their_length_and_the_sum_of_their_rewards(task):
    episodes = iter(two_lives(task)[3])
    length, total = np.tile(LATE, (2, 1)), np.zeros((2, COPIES))
    whole = length == 0
    for t in range(2 * STEPS):
        length += 1
        total += [in_one(task, species, "reward")[t] for species in SPECIES]
        over = np.array([in_one(task, species, "done")[t] > 0 for species in SPECIES])
        for species, copy in np.argwhere(over & whole):
            found = next(episodes)
            assert (found.species, found.length) == (species, length[species, copy])
            assert found.total == pytest.approx(total[species, copy], abs=1e-5)
            assert not found.diverged
        length[over], total[over], whole[over] = 0, 0.0, True
    assert next(episodes, None) is None


# --- what the policy did ------------------------------------------------------------------


def test_an_action_is_the_mean_and_noise_times_the_standard_deviation():
    first, _, _, _, (noise, _) = two_lives(SHORT)
    for species in SPECIES:
        one = first[species]
        np.testing.assert_allclose(
            one.action, one.mean + np.exp(one.log_std) * noise[species], rtol=1e-5, atol=1e-6
        )


@pytest.mark.parametrize("which", [0, 1])
def test_stored_memories_reproduce_what_the_policy_said(which):
    """So the ratio is 1 before the first update, and nothing is off-policy."""
    for species, body in enumerate(BODIES):
        train_state, one = learner_of(MEMORY, species), two_lives(SHORT)[which][species]
        parts, bptt_steps = slice(len(body)), SETTINGS.bptt_steps
        obs = normalised(train_state, one.obs, body)
        assert one.policy_state.shape[0] == STEPS // bptt_steps
        for copy, t in np.ndindex(COPIES, STEPS):
            if t % bptt_steps == 0:
                state = one.policy_state[t // bptt_steps][parts, copy]
            state = state * (1 - one.episode_start[t, copy])
            now = slow_act(train_state.agent.policy, body, state, obs[t, parts, copy])
            state, mean, log_std = now
            np.testing.assert_allclose(mean, one.mean[t, parts, copy], atol=1e-5)
            np.testing.assert_allclose(log_std, one.log_std[t, parts, copy], atol=1e-5)


def test_memory_goes_on_from_one_life_to_the_next_and_is_not_blank():
    _, second, between, _, _ = two_lives(SHORT)

    for species in SPECIES:
        np.testing.assert_array_equal(second[species].policy_state[0], between[species])
        assert np.abs(between[species][: len(BODIES[species])]).min() > 0


def test_rows_without_a_part_see_and_remember_nothing():
    first, _, between, _, _ = two_lives(SHORT)

    assert not first[0].obs[:, len(SMALL) :].any()
    assert not first[0].next_obs[:, len(SMALL) :].any()
    assert not between[0][len(SMALL) :].any()


def test_a_life_may_be_of_any_number_of_steps():
    """The warm-up is not cut into sequences, so it need not be a multiple of them."""
    [one, _], _, _, _ = collect(squad_of(SHORT), steps=7)

    assert one.policy_state.shape[0] == 2
    assert len(one.obs) == 7


def assert_same(one: Rollout, other: Rollout, num_envs=...):
    for name, a in vars(one).items():
        b = getattr(other, name)
        if name == "running_return" or num_envs is ...:
            np.testing.assert_array_equal(a, b, name)
        else:  # copies stand last, or before the features
            axis = 1 if a.ndim == 2 else 2
            np.testing.assert_array_equal(
                np.take(a, num_envs, axis), np.take(b, num_envs, axis), name
            )


@pytest.mark.parametrize("species", SPECIES)
def test_a_species_lives_the_same_alone_and_among_others_bit_for_bit(species):
    [alone], _, _, _ = collect(squad_of(SHORT, [species]), rows=[species])

    assert_same(alone, two_lives(SHORT)[0][species])


def test_the_number_of_threads_changes_nothing():
    rollout, _, _, _ = collect(squad_of(SHORT, threads=2))

    for species in SPECIES:
        assert_same(rollout[species], two_lives(SHORT)[0][species])


# --- when physics blows up ----------------------------------------------------------------


def test_a_copy_that_blows_up_earns_nothing_ends_its_episode_and_disturbs_nobody():
    batch = squad_of(SHORT)
    batch.simulation.state(1, 0).qvel[3] = 1e12

    rollout, _, episodes, _ = collect(batch)

    calm = two_lives(SHORT)[0]
    blown = rollout[1]
    assert (blown.reward[0, 0], blown.terminated[0, 0], blown.done[0, 0]) == (0, 1, 1)
    assert blown.episode_start[1, 0] == 1
    assert all(np.isfinite(array).all() for array in vars(blown).values())
    first = episodes[0]
    assert (first.species, first.length, first.total, first.diverged) == (1, 1, 0.0, True)
    assert not any(one.diverged for one in episodes[1:])
    np.testing.assert_array_equal(np.flatnonzero(blown.done[:, 0]), [0, LENGTH])
    assert not blown.terminated[1:].any()
    assert_same(rollout[0], calm[0])
    assert_same(blown, calm[1], num_envs=[1, 2])
