"""What becomes of a life: fitness against slow sums, and independence."""

from dataclasses import replace

import jax
import numpy as np
import pytest

from nge.body.mutate import mutate
from nge.evolution import train_job as module
from nge.evolution.fitness import FitnessSettings, counted, straightness
from nge.evolution.flags import pressed
from nge.evolution.inheritance import inherited
from nge.evolution.search import Search
from nge.evolution.species import FAILED, Generation, Species
from nge.evolution.train_job import (
    NOT_FINITE,
    Checkpoint,
    Checkpoints,
    Returns,
    TrainJob,
    UpdateProgress,
    train,
)
from nge.nets import weights
from nge.rl import evaluation, rollout
from nge.rl.evaluation import evaluate
from nge.rl.rollout import Episode
from nge.tasks.bodies import find_body
from nge.tasks.fish import Fish
from tests.evolution.helpers import fish_of, plan_of, quick_train_state
from tests.rl.helpers import learner_of
from tests.trees import differences

BODIES = [fish_of(0), fish_of(0, 1), fish_of(0, 0, 1), fish_of(0, 0, 0)]
PLAN = plan_of("fish")
SEARCH = Search(PLAN)
HORIZON, WARM_UP = PLAN.ppo.num_steps, PLAN.ppo.warmup_steps


@pytest.fixture(scope="module")
def jobs():
    """Four fish of one padded size with new learners."""
    return [
        TrainJob(10 + i, body, SEARCH._new_train_state(0)(Species(i, body)), updates=4)
        for i, body in enumerate(BODIES)
    ]


@pytest.fixture
def rewards(monkeypatch):
    """Let episodes last 12 steps, and listen to all rewards. T x [P, E]"""
    heard = []
    step_reward = Fish.step_reward

    def listening(self, sim_state, actions):
        outcome = step_reward(self, sim_state, actions)
        heard.append(outcome.reward.astype(float))
        return outcome

    monkeypatch.setattr(Fish, "episode_steps", 12)
    monkeypatch.setattr(Fish, "step_reward", listening)
    return heard


def config(**fitness):
    found = SEARCH.train_config(Generation(0, (), 0))
    rules = FitnessSettings(**found.fitness.model_dump() | fitness)
    return found.model_copy(update={"fitness": rules})


def with_updates(jobs, *updates):
    """Return jobs that make so many updates: all of them, or one number for each."""
    each = updates * len(jobs) if len(updates) == 1 else updates
    return [replace(job, updates=count) for job, count in zip(jobs, each, strict=True)]


def scores(jobs, config, threads=1):
    return [result.score for result in train(jobs, config, threads)]


# --- fitness ----------------------------------------------------------------------------------


def slow_returns(rewards, species, updates, steps=12):
    """Return by update the returns of whole episodes: copy 0 begins at once, copy 1 half-way."""
    found = [[] for _ in range(updates)]
    for copy, first in ((0, 0), (1, steps // 2)):
        for start in range(first, len(rewards) - steps + 1, steps):
            end = start + steps - 1
            if end >= WARM_UP:
                update = (end - WARM_UP) // HORIZON
                found[update].append(sum(r[species, copy] for r in rewards[start : end + 1]))
    return found


def test_fitness_is_the_mean_return_of_whole_episodes_after_the_first_30_percent(jobs, rewards):
    found = scores(jobs, config())

    assert len(rewards) == WARM_UP + 4 * HORIZON
    for species, score in enumerate(found):
        returns = slow_returns(rewards, species, 4)
        late = [value for update in returns[1:] for value in update]  # 30 % of 4 is 1
        assert len(late) > 6
        assert score.episodes == len(late)
        assert score.fitness == pytest.approx(np.mean(late), rel=1e-6)
        assert score.spread == pytest.approx(np.std(late, ddof=1), rel=1e-5)
        assert score.failure == ""


@pytest.mark.parametrize(
    ("updates", "first"), [(1, 0), (2, 0), (3, 0), (4, 1), (10, 3), (20, 6), (100, 30)]
)
def test_the_first_30_percent_of_updates_do_not_count(updates, first):
    assert FitnessSettings().first_counted(updates) == first


def test_the_last_update_always_counts():
    for updates in range(1, 50):
        for skipped in (0.0, 0.3, 0.99):
            first = FitnessSettings(skipped=skipped).first_counted(updates)
            assert 0 <= first < updates


@pytest.mark.parametrize("updates", [1, 2, 3])
def test_fitness_is_a_number_where_no_episode_ended_in_time(jobs, rewards, updates, monkeypatch):
    """Pitfall 14: the release had NaN for a single update. Here some are run for the purpose."""
    monkeypatch.setattr(Fish, "episode_steps", 50)

    found = scores(with_updates(jobs, updates), config())

    steps = WARM_UP + updates * HORIZON
    for species, score in enumerate(found):
        assert np.isfinite(score.fitness)
        if steps < 50:
            assert len(rewards) == steps + 50
            slow = np.sum(rewards[steps:], axis=0)[species]
            assert score.fitness == pytest.approx(slow.mean(), rel=1e-6)
            assert score.steps == 2 * steps + 2 * 50


@pytest.mark.parametrize(("measure", "discount"), [("discounted", 0.99), ("deterministic", 1.0)])
def test_other_measures_are_sums_over_episodes_apart_from_training(
    jobs, rewards, measure, discount
):
    found = scores(with_updates(jobs, 1), config(measure=measure))

    performed = rewards[WARM_UP + HORIZON :]
    assert len(performed) == 12
    slow = sum(discount**t * reward for t, reward in enumerate(performed))  # [P, E]
    for score, returns in zip(found, slow, strict=True):
        assert score.fitness == pytest.approx(returns.mean(), rel=1e-5)
        assert score.episodes == 2


@pytest.mark.usefixtures("rewards")
def test_only_the_deterministic_measure_takes_mean_actions(jobs, monkeypatch):
    noises = []
    act = evaluation.act

    def listening(leaves, tree, obs_mask, state, obs, episode_start, noise):
        noises.append(np.abs(noise).max())
        return act(leaves, tree, obs_mask, state, obs, episode_start, noise)

    monkeypatch.setattr(evaluation, "act", listening)

    scores(with_updates(jobs, 1), config(measure="deterministic"))
    assert max(noises) == 0
    scores(with_updates(jobs, 1), config(measure="discounted"))
    assert max(noises) > 1


def test_an_episode_that_blew_up_earns_nothing_by_it():
    totals, diverged = np.array([5.0, 5.0, -5.0, -5.0]), np.array([False, True, False, True])

    np.testing.assert_array_equal(counted(totals, diverged), [5.0, 0.0, -5.0, -5.0])


@pytest.mark.parametrize(("blown", "fails"), [(0, False), (2, False), (3, True), (20, True)])
def test_a_species_fails_when_more_than_a_tenth_of_its_episodes_blow_up(blown, fails):
    returns = Returns(np.ones(20), np.arange(20) < blown, 0)
    metrics = {"reward": 1.0, "std": 1.0, "kl": 0.0, "learning_rate": 1e-3}
    state = Checkpoint(1, learner_of("mlp"), metrics=metrics)

    score = module._score(state, returns, [], config())

    assert score.failure == (f"physics blew up in {blown} of 20 episodes" if fails else "")
    assert score.fitness == (FAILED if fails else (20 - blown) / 20)
    assert score.diverged == blown


@pytest.mark.usefixtures("rewards")
def test_weights_that_are_no_numbers_are_a_failure_of_that_species_alone(jobs):
    broken = jax.tree.map(lambda leaf: leaf * np.nan, jobs[1].train_state.agent)
    sick = replace(jobs[1], train_state=replace(jobs[1].train_state, agent=broken))

    well, ill, *_ = scores([jobs[0], sick, *jobs[2:]], config())

    assert (ill.failure, ill.fitness) == (NOT_FINITE, FAILED)
    assert well == scores(jobs, config())[0]


@pytest.mark.usefixtures("rewards")
def test_a_body_that_cannot_be_built_is_a_failure_of_that_species_alone(jobs):
    odd = replace(jobs[0], id=99, body=find_body("hopper"))

    found = scores([odd, *jobs], config())

    assert "made of limbs; give a body of fins" in found[0].failure
    assert found[1:] == scores(jobs, config())


def test_an_episode_that_blew_up_tells_nothing_of_how_deep_or_straight_a_species_goes(jobs):
    """One recorded generation of walkers had a lowest point of -26.8 m: a copy about to diverge."""
    sound, blown = (
        Episode(0, 10, 1.0, diverged, {"distance": net, "path": path, "lowest": lowest})
        for diverged, net, path, lowest in ((False, 1.0, 2.0, -0.01), (True, 90.0, 90.0, -26.8))
    )
    returns = Returns(np.ones(2), np.array([False, True]), 0)
    metrics = {"reward": 1.0, "std": 1.0, "kl": 0.0, "learning_rate": 1e-3}
    state = Checkpoint(2, jobs[0].train_state, metrics=metrics)

    score = module._score(state, returns, [sound, blown], config())

    assert (score.lowest, score.straight, score.diverged) == (-0.01, 0.5, 1)


@pytest.mark.usefixtures("rewards")
def test_flags_are_measured_in_the_episodes_that_count(jobs):
    for job, score in zip(jobs, scores(jobs, config()), strict=True):
        assert score.flags.penetration == 0.0  # fish have no floor
        assert 0.0 <= score.flags.energy < 0.05
        assert score.flags.pressed == pressed(job.body, SEARCH.space)


def test_straightness_is_the_way_gained_over_the_way_gone():
    def episode(net, path):
        return Episode(0, 10, 1.0, False, {"distance": net, "path": path})

    assert straightness([episode(1.0, 2.0), episode(3.0, 3.0)]) == 0.75
    assert straightness([episode(0.0, 0.0)]) == 0.0
    assert straightness([]) == 0.0


# --- independence ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("rewards")
def test_a_life_depends_neither_on_who_else_lives_nor_on_threads(jobs):
    jobs = with_updates(jobs, 2)
    together = train(jobs, config(), 1)

    alone = train(jobs[2:3], config(), 1)
    threaded = train(jobs[::-1], config(), 2)[::-1]

    def known(results):
        return [(weights.digest(one.train_state), one.score) for one in results]

    assert known(alone) == known(together)[2:3]
    assert known(threaded) == known(together)


def test_species_with_other_numbers_of_updates_beside_them_train_as_if_alone(jobs, rewards):
    unequal = with_updates(jobs, 1, 5, 4, 5)

    together = train(unequal, config(), 1)
    taken = sum(step.size for step in rewards)
    threaded = train(unequal[::-1], config(), 2)[::-1]
    alone = [train([job], config(), 1)[0] for job in unequal]

    def known(results):
        return [(weights.digest(one.train_state), one.score) for one in results]

    assert known(together) == known(alone)
    assert known(threaded) == known(alone)
    steps = [2 * (WARM_UP + updates * HORIZON) for updates in (1, 5, 4, 5)]
    assert [one.score.steps for one in together] == steps
    assert taken == sum(steps)  # none for species that were done


@pytest.mark.usefixtures("rewards")
def test_species_that_are_done_are_saved_before_others_train_on(jobs):
    unequal = with_updates(jobs, 3, 1, 2, 1)
    straight = train(unequal, config(), 1)
    heard, saved = [], {}

    def stop_in_the_second_group(word):
        if isinstance(word, Checkpoints):
            saved.update(word.by_species)
        else:
            heard.append({*word.metrics})
        return {11, 13} not in heard

    train(unequal, config(), 1, stop_in_the_second_group)
    heard.clear()
    again = [replace(job, checkpoint=saved.get(job.id)) for job in unequal]
    resumed = train(again, config(), 1, lambda word: heard.append(word) or True)

    assert {id_: state.updates for id_, state in saved.items()} == {10: 3, 11: 1, 12: 1, 13: 1}
    assert [{*word.metrics} for word in heard if isinstance(word, UpdateProgress)] == [{12}]
    assert [one.score for one in resumed] == [one.score for one in straight]
    for one, other in zip(resumed, straight, strict=True):
        assert not differences(one.train_state, other.train_state)


@pytest.mark.usefixtures("rewards")
def test_a_life_depends_on_its_generation_and_its_id(jobs):
    jobs = with_updates(jobs, 1)
    first = train(jobs[:1], config(), 1)[0]

    later = train(jobs[:1], config().model_copy(update={"seed": 5}), 1)[0]
    other = train([replace(jobs[0], id=77)], config(), 1)[0]

    assert len({weights.digest(one.train_state) for one in (first, later, other)}) == 3


# --- inheritance in practice ---------------------------------------------------------------------


@pytest.mark.usefixtures("rewards")
def test_a_childs_first_steps_are_taken_with_the_inherited_weights(jobs, monkeypatch):
    """Pitfall 4: in the release the first rollout came from an untrained network."""
    parent = quick_train_state(7, SEARCH.task, SEARCH.space, PLAN.net, PLAN.critic, 1e-3)
    parent = jax.tree.map(lambda leaf: (leaf / 1000).astype(leaf.dtype), parent)
    child = inherited(parent, PLAN.inheritance)
    used = []
    act = rollout.act

    def listening(leaves, shape, *rest):
        used.append(jax.tree.unflatten(shape, leaves)[0])
        return act(leaves, shape, *rest)

    monkeypatch.setattr(rollout, "act", listening)

    train(with_updates([replace(jobs[0], train_state=child), *jobs[1:]], 1), config(), 1)

    assert len(used) == WARM_UP + HORIZON
    for policies in used:
        mine = jax.tree.map(lambda leaf: np.asarray(leaf)[0], policies)
        assert not differences(mine, parent.agent.policy)


def test_bodies_of_different_sizes_that_are_stopped_together_go_on_together(jobs):
    small, large = with_updates([jobs[0], jobs[2]], 2)
    assert len(small.body) < len(large.body)
    straight = train([small, large], config(), 1)

    stopped = train([small, large], config(), 1, lambda word: isinstance(word, Checkpoints))
    both = zip((small, large), stopped, strict=True)
    resumed = train([replace(one, checkpoint=done.checkpoint) for one, done in both], config(), 1)

    assert [done.score for done in stopped] == [None, None]
    assert [one.score for one in resumed] == [one.score for one in straight]


@pytest.mark.slow
def test_stopped_after_any_update_and_gone_on_with_it_is_the_same_life(jobs):
    jobs = with_updates(jobs, 3)
    straight = train(jobs[:2], config(), 1)
    told = []

    def stop_after(updates):
        def on_progress(word):
            told.append(word)
            return isinstance(word, Checkpoints) or word.number < updates

        return on_progress

    early = train(jobs[:1], config(), 1, stop_after(1))
    late = train(jobs[1:2], config(), 1, stop_after(2))
    assert [one.score for one in (*early, *late)] == [None, None]
    assert [type(word) for word in told] == [UpdateProgress, Checkpoints] + [UpdateProgress] * 2 + [
        Checkpoints
    ]
    stopped = zip(jobs, (*early, *late), strict=False)
    resumed = train(
        [replace(one, checkpoint=done.checkpoint) for one, done in stopped], config(), 1
    )

    assert [one.score for one in resumed] == [one.score for one in straight]
    for one, other in zip(resumed, straight, strict=True):
        assert not differences(one.train_state, other.train_state)
        assert not differences(dict(one.checkpoint.in_progress), dict(other.checkpoint.in_progress))


def test_a_mutated_child_of_a_trained_parent_begins_better_than_a_new_one(jobs, monkeypatch):
    monkeypatch.setattr(Fish, "episode_steps", 100)
    trained = train(with_updates(jobs, 200), config(), 1)
    rng, draw = np.random.default_rng(0), SEARCH._new_train_state(1)
    bodies, theirs, new = [], [], []
    for job, parent in zip(jobs, trained, strict=True):
        for _ in range(4):
            bodies.append(mutate(job.body, SEARCH.space, rng).child)
            theirs.append(inherited(parent.train_state, PLAN.inheritance))
            new.append(draw(Species(len(new), bodies[-1])))

    def returns(train_states):
        found = evaluate(SEARCH.task, SEARCH.space, bodies, train_states, 2, sampled=True)
        return np.array([one.mean for one in found])

    started, from_nothing = returns(theirs), returns(new)
    assert np.mean(started > from_nothing) > 0.8
    assert started.mean() > from_nothing.mean() + 2 * from_nothing.std()
