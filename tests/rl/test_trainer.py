"""Training a population: species never mix, nothing is stale, and it learns."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from unittest.mock import patch

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from nge.nets.graphs import padded_size
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.rl import gpu_learner
from nge.rl import trainer as module
from nge.rl.ppo_settings import PpoSettings
from nge.rl.train_state import for_body, new_train_state
from nge.rl.trainer import MAX_BATCH, Trainer
from nge.tasks.fish import Fish
from tests.nets.helpers import (
    BRANCHED,
    FISH,
    HIDDEN,
    SPACE,
    body_of,
    graph,
    observations,
    shaken,
    slow_act,
)
from tests.rl.helpers import MEMORY, normalised
from tests.trees import differences

SETTINGS = PpoSettings(
    num_envs=4, num_steps=50, bptt_steps=5, minibatches=4, epochs=4, warmup_steps=5
)
SUBJECT = 7
BODIES = {
    SUBJECT: body_of(0, 1),
    1: body_of(0, 0, seed=1),
    2: body_of(0, 1, 0, seed=2),
    3: body_of(0, seed=3),
    4: body_of(0, 0, 0, seed=4),
    5: body_of(0, 1, 2, seed=5),
    6: BRANCHED,  # the only one that takes six rows
}
ALONE, FIVE, SEVEN = (SUBJECT,), (1, 2, SUBJECT, 3, 4), tuple(range(1, 8))
BOTH = ("nervenet++", "nge")
OTHERS = [  # who else lives, and threads that step them
    ("nervenet++", ALONE, 2),
    ("nervenet++", FIVE, 2),
    ("nervenet++", SEVEN, 1),
    ("nge", ALONE, 2),
    ("nge", FIVE, 2),
]
UPDATES = 3


@cache
def beginner(name, species):
    """Return a learner that knows nothing, with weights that need no compiling to be drawn."""
    policy = POLICIES[name].model_copy(update={"hidden": HIDDEN})
    arguments = FISH, SPACE, policy, CriticSettings(hidden=HIDDEN), 1e-3
    train_state = eqx.filter_eval_shape(new_train_state, 0, *arguments)
    blank = jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), train_state)
    agent = shaken(train_state.agent, species, size=0.2)
    return replace(blank, agent=agent, learning_rate=jnp.asarray(1e-3, jnp.float32))


def trainer(name, ids, train_states=None, bodies=BODIES, **options):
    train_states = train_states or [beginner(name, species) for species in ids]
    chosen = [bodies[species] for species in ids]
    return Trainer(FISH, SPACE, chosen, train_states, SETTINGS, seed=0, stream_ids=ids, **options)


@dataclass
class Run:
    """A training with all that went into and came out of every species' updates."""

    trainer: Trainer
    progress: list
    given: list  # for every update: train state, graph, obs mask, rollout
    returned: list


@cache
def run(name, ids, threads):
    """Train for a few updates."""
    given, returned = [], []
    real = gpu_learner.compiled_update

    def recorded(*arguments):
        done = real(*arguments)
        given.append(jax.tree.map(np.array, arguments[:4]))
        returned.append(done[0])
        return done

    trained = trainer(name, ids, threads=threads)
    with patch.object(gpu_learner, "compiled_update", recorded):
        progress = [trained.update() for _ in range(UPDATES)]
    return Run(trained, progress, given, returned)


def subject(name, ids, threads):
    done = run(name, ids, threads)
    return done.trainer.train_states[ids.index(SUBJECT)]


# --- species never mix --------------------------------------------------------------------


@pytest.mark.parametrize(("name", "ids", "threads"), OTHERS, ids=str)
def test_a_species_learns_the_same_alone_and_among_others_bit_for_bit(name, ids, threads):
    alone = subject(name, ALONE, 1)

    among_others = subject(name, ids, threads)

    assert differences(alone, among_others) == {}


@pytest.mark.parametrize("name", BOTH)
def test_a_species_learns_something_and_others_something_else(name):
    train_states = run(name, FIVE, 2).trainer.train_states

    assert differences(subject(name, ALONE, 1), beginner(name, SUBJECT))
    for index, train_state in enumerate(train_states):
        for other in train_states[:index]:
            gaps = differences(train_state.agent, other.agent)
            assert len(gaps) == len(jax.tree.leaves(train_state.agent))


def test_numbers_stay_numbers():
    for train_state in run(MEMORY, SEVEN, 1).trainer.train_states:
        assert all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(train_state))


@given(st.lists(st.sampled_from([BODIES[3], BRANCHED, body_of(*[0] * 6)]), min_size=1, max_size=40))
def test_batches_hold_every_species_once_by_size_and_in_few_different_lengths(bodies):
    found = module.batches(bodies)

    assert sorted(row for batch in found for row in batch) == list(range(len(bodies)))
    for batch in found:
        assert len({padded_size(len(bodies[row])) for row in batch}) == 1
        assert len(batch) in (1, 2, 4, MAX_BATCH)
    sizes = [padded_size(len(bodies[batch[0]])) for batch in found]
    assert sizes == sorted(sizes, reverse=True)


# --- nothing is stale ---------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_who_acts_is_who_learns_so_before_an_update_every_ratio_is_1(name):
    """Pitfall 4: in the release the first batch of a generation came from another network."""
    body = BODIES[SUBJECT]
    parts, limbs = slice(len(body)), slice(1, len(body))
    for train_state, _, _, rollout in run(name, ALONE, 1).given:
        policy, obs = train_state.agent.policy, normalised(train_state, rollout.obs, body)
        for copy, t in np.ndindex(SETTINGS.num_envs, SETTINGS.num_steps):
            if t % SETTINGS.bptt_steps == 0 and (t == 0 or policy.state_width):
                state = rollout.policy_state[t // SETTINGS.bptt_steps][parts, copy]
            state = state * (1 - rollout.episode_start[t, copy])
            state, mean, log_std = slow_act(policy, body, state, obs[t, parts, copy])

            action = rollout.action[t, limbs, copy]
            now, next_obs = (
                norm.logpdf(action, where[limbs], np.exp(m2[limbs])).sum()
                for where, m2 in (
                    (mean, log_std),
                    (rollout.mean[t, :, copy], rollout.log_std[t, :, copy]),
                )
            )
            assert np.exp(now - next_obs) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("name", BOTH)
def test_an_update_begins_with_what_the_last_one_learned(name):
    done = run(name, ALONE, 1)

    for before, (train_state, *_) in zip(done.returned, done.given[1:], strict=False):
        assert differences(before, train_state) == {}
    assert differences(done.returned[-1], done.trainer.train_states[0]) == {}
    assert len(done.given) == UPDATES


def test_an_episode_goes_on_from_one_update_to_the_next():
    jobs = [rollout for *_, rollout in run(MEMORY, ALONE, 1).given]

    for before, after in pairwise(jobs):
        assert not before.done.any()  # an episode of fish takes 1000 steps
        np.testing.assert_array_equal(after.obs[0], before.next_obs[-1])
        assert not after.episode_start.any()
        assert after.policy_state[0].any()
        returns = before.running_return.astype(float)
        for reward in before.reward:
            returns = SETTINGS.gamma * returns + reward
        np.testing.assert_allclose(after.running_return, returns, rtol=1e-4)


# --- from one body to another -------------------------------------------------------------


@pytest.mark.parametrize(("name", "body"), [(BOTH[0], 6), (BOTH[1], 5)])
def test_a_learner_of_one_body_goes_on_learning_on_another_of_another_size(name, body):
    """Pitfall 14: the release made a new critic and a new optimiser in every generation."""
    parent = subject(name, ALONE, 1)
    child = trainer(name, (body,), [parent], threads=1)

    first = []
    real = gpu_learner.compiled_update
    with patch.object(
        gpu_learner, "compiled_update", lambda *given: first.append(given[0]) or real(*given)
    ):
        child.update()

    assert differences(first[0], parent) == {}
    [grown] = child.train_states
    shapes = [leaf.shape for leaf in jax.tree.leaves(grown)]
    assert shapes == [leaf.shape for leaf in jax.tree.leaves(parent)]
    assert differences(grown.agent, parent.agent)
    assert all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(grown))


def test_before_its_first_update_a_new_learner_has_looked_around():
    train_state, *_ = run(MEMORY, ALONE, 1).given[0]
    torso, limb = train_state.normaliser.count[0], train_state.normaliser.count[-1]

    steps = SETTINGS.warmup_steps * SETTINGS.num_envs
    assert (torso, limb) == (steps, 2 * steps)
    assert differences(train_state.agent, beginner(MEMORY, SUBJECT).agent) == {}


# --- parts to come ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nge", "mlp"])
@pytest.mark.parametrize("reads", ["policy", "critic"])
def test_a_part_that_a_mutation_adds_is_not_heard_before_it_learns(name, reads):
    body = body_of(0, 1)
    child = graph(body.attach(0, SPACE.random_limb(np.random.default_rng(1))))
    obs = observations(child)

    def read(train_state, obs):
        agent = train_state.agent
        return (agent.policy.summary if reads == "policy" else agent.critic)(child, obs)

    drawn = beginner(name, SUBJECT)
    assert abs(read(drawn, obs) - read(drawn, obs.at[3].set(0))).max() > 1e-3
    assert differences(read(drawn, obs.at[3].set(0)), read(for_body(drawn, body), obs)) == {}


# --- what is reported ---------------------------------------------------------------------


def test_progress_counts_steps_and_reports_every_species():
    first, second, _ = run(MEMORY, SEVEN, 1).progress

    assert second.steps == 7 * SETTINGS.batch_size
    assert first.steps == 7 * (SETTINGS.batch_size + SETTINGS.warmup_steps * SETTINGS.num_envs)
    assert sorted(first.metrics) == list(range(7))
    for metrics in first.metrics.values():
        assert metrics.learning_rate == pytest.approx(1e-3)
        assert 0.5 < metrics.std < 2
        assert metrics.kl > 0


# --- it learns ----------------------------------------------------------------------------


class Brief(Fish):
    episode_steps = 100


def test_a_fish_learns_to_swim_in_a_few_thousand_steps():
    """It has lost a fin, so that it takes the same programs as the others here."""
    task, policy = Brief(), POLICIES["nge"].model_copy(update={"hidden": HIDDEN})
    body = task.hand_designed().without(3)
    train_state = new_train_state(0, task, SPACE, policy, CriticSettings(hidden=HIDDEN), 1e-3)
    fish = Trainer(task, SPACE, [body], [train_state], SETTINGS, seed=0, threads=1)

    totals = []
    for update in range(60):
        totals += [(update, episode.total) for episode in fish.update().episodes]

    early = [total for update, total in totals if update < 10]
    late = [total for update, total in totals if update >= 50]
    assert len(early) >= 16 <= len(late)
    assert np.mean(late) > np.mean(early) + 3 * np.std(early)
