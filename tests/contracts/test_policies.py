"""Rules that every named policy keeps, and a few with other options."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nge.body.graph import NO_PARENT, BodyGraph
from nge.nets.graphs import graph_of
from nge.nets.net_settings import POLICIES, PolicySettings
from nge.nets.normaliser import Normaliser
from nge.nets.policies import LOG_STD_RANGE, blank_state, new_policy
from nge.rl.ppo import log_prob
from nge.tasks.registry import OURS
from tests.nets.helpers import (
    BRANCHED,
    COPIES,
    DESCRIBED,
    HIDDEN,
    JOINTS,
    OBSERVED,
    SPACE,
    graph,
    like,
    memory_of,
    owners_of,
    policy_of,
    relabelled,
    sight,
    slow_act,
)

VARIANTS = POLICIES | {
    "nervenet++ input": POLICIES["nervenet++"].model_copy(update={"message_from": "input"}),
    "nervenet++ mean": POLICIES["nervenet++"].model_copy(update={"aggregation": "mean"}),
    "nervenet++ free": POLICIES["nervenet++"].model_copy(update={"std": "free"}),
    "nervenet mean": POLICIES["nervenet"].model_copy(update={"aggregation": "mean"}),
    "nge identity": PolicySettings(context="identity", propagations=1),
    "nge no context": PolicySettings(context="none", propagations=1),
    "nge memory": PolicySettings(memory=True, propagations=2),
    "nge no messages": PolicySettings(propagations=0, std="free"),
}
EVERY = pytest.mark.parametrize("settings", VARIANTS.values(), ids=VARIANTS)
ORDERS = ([0, 2, 1, 3, 4], [0, 1, 3, 4, 2], [0, 1, 3, 2, 4])
STEPS = 4


def close(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


def outputs(policy, body, size=None, seed=0):
    """Return next memory, mean and log standard deviation of the rows that are parts."""
    arrays = graph(body, size)
    found = policy.act(arrays, memory_of(policy, arrays, seed), sight(arrays, seed))
    return [np.asarray(rows)[: len(body)] for rows in found]


@EVERY
def test_a_policy_is_what_its_equations_say(settings):
    policy, arrays = policy_of(settings), graph(BRANCHED)
    state, obs = memory_of(policy, arrays), sight(arrays)

    found = policy.act(arrays, state, obs)

    for copy in range(COPIES):
        parts = slice(len(BRANCHED)), copy
        expected = slow_act(policy, BRANCHED, np.asarray(state)[parts], np.asarray(obs)[parts])
        for rows, slow in zip(found, expected, strict=True):
            close(np.asarray(rows)[parts], slow)


@EVERY
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_outputs_follow_the_parts_when_they_are_listed_in_another_order(settings, order):
    policy = policy_of(settings)
    state, obs = memory_of(policy, graph(BRANCHED)), sight(graph(BRANCHED))
    other = graph(relabelled(BRANCHED, order))
    rows = jnp.asarray([*order, 5])

    expected = policy.act(graph(BRANCHED), state, obs)
    found = policy.act(other, state[rows], obs[rows])

    for one, two in zip(expected, found, strict=True):
        close(np.asarray(one)[order], np.asarray(two)[:5])


@EVERY
def test_outputs_do_not_depend_on_how_far_a_body_is_padded(settings):
    policy = policy_of(settings)

    for one, two in zip(outputs(policy, BRANCHED), outputs(policy, BRANCHED, 10), strict=True):
        close(one, two)


@EVERY
def test_what_stands_in_rows_without_a_part_never_matters(settings):
    policy, arrays = policy_of(settings), graph(BRANCHED, 10)
    raw, state = sight(arrays), memory_of(policy, arrays)
    obs_mask, scale = owners_of(arrays), Normaliser.blank(OBSERVED)
    padding = jnp.arange(10)[:, None, None] >= len(BRANCHED)

    expected = policy.act(arrays, state, scale(raw, obs_mask))
    found = policy.act(
        arrays, jnp.where(padding, 7.0, state), scale(jnp.where(padding, 7.0, raw), obs_mask)
    )

    for one, two in zip(expected, found, strict=True):
        np.testing.assert_array_equal(one[: len(BRANCHED)], two[: len(BRANCHED)])


@EVERY
def test_a_copy_acts_the_same_whatever_the_other_copies_see(settings):
    policy, arrays = policy_of(settings), graph(BRANCHED)
    state, obs = memory_of(policy, arrays), sight(arrays)
    others = jnp.arange(COPIES)[None, :, None] != 1

    expected = policy.act(arrays, state, obs)
    found = policy.act(arrays, jnp.where(others, 0.3, state), jnp.where(others, -2.0, obs))

    for one, two in zip(expected, found, strict=True):
        close(one[:, 1], two[:, 1])


@EVERY
def test_unrolling_is_acting_step_by_step_from_a_blank_memory_where_an_episode_begins(settings):
    policy, arrays = policy_of(settings), graph(BRANCHED)
    obs, first = sight(arrays, steps=STEPS), memory_of(policy, arrays)
    episode_start = np.zeros((STEPS, COPIES), np.float32)
    episode_start[0, 0] = episode_start[2, 1] = 1

    mean, log_std = policy.unroll(arrays, first, obs, jnp.asarray(episode_start))

    state = np.asarray(first)
    for t in range(STEPS):
        state = np.array(state)
        state[:, episode_start[t] > 0] = 0.0
        state, now_mean, now_log_std = policy.act(arrays, jnp.asarray(state), obs[t])
        close(mean[t], now_mean)
        close(log_std[t], now_log_std)


@EVERY
def test_only_policies_with_memory_carry_a_state(settings):
    policy, arrays = policy_of(settings), graph(BRANCHED)
    remembers = settings.memory and settings.graph

    state = blank_state(policy, 6, COPIES)
    after, _, _ = policy.act(arrays, state, sight(arrays))

    assert state.shape == after.shape == (6, COPIES, HIDDEN if remembers else 0)
    assert bool(after.any()) == remembers


@pytest.mark.parametrize("settings", POLICIES.values(), ids=POLICIES)
def test_a_new_policy_hardly_moves_and_explores_with_the_standard_deviation_it_was_given(settings):
    settings = settings.model_copy(update={"hidden": HIDDEN, "initial_std": 0.5})
    policy = new_policy(jax.random.key(0), settings, OBSERVED, DESCRIBED, JOINTS)
    arrays = graph(BRANCHED)

    _, mean, log_std = policy.act(arrays, memory_of(policy, arrays), sight(arrays))

    assert np.abs(mean).max() < 0.1
    np.testing.assert_allclose(np.exp(log_std), 0.5, rtol=0.1)


@EVERY
def test_the_noise_stays_within_bounds(settings):
    policy, arrays = policy_of(settings), graph(BRANCHED)
    found = []
    for gain in (100.0, -100.0):
        loud = jax.tree.map(lambda weight, gain=gain: gain * weight, policy)
        found.append(loud.act(arrays, memory_of(policy, arrays), sight(arrays))[2])

    assert (np.min(found), np.max(found)) == LOG_STD_RANGE


@EVERY
def test_every_weight_matters(settings):
    policy, arrays = policy_of(settings), graph(BRANCHED)
    state, obs = memory_of(policy, arrays), 0.3 * sight(arrays)
    _, mean, log_std = policy.act(arrays, state, obs)
    leaves, shape = jax.tree.flatten(policy)
    for index, leaf in enumerate(leaves):
        changed = [*leaves[:index], leaf + 0.1, *leaves[index + 1 :]]

        _, other_mean, other_log_std = jax.tree.unflatten(shape, changed).act(arrays, state, obs)

        moved = max(
            np.abs(other_mean - mean)[1:5].max(), np.abs(other_log_std - log_std)[1:5].max()
        )
        assert moved > 1e-4, jax.tree_util.tree_leaves_with_path(policy)[index][0]


@EVERY
def test_attributes_reach_the_output_of_their_part_except_in_a_flat_network(settings):
    """Pitfalls 7 and 9: attributes that saturate the network, or that it never gets to see."""
    policy = policy_of(settings)
    limb = BRANCHED.parts[4].attributes
    for index, attribute in enumerate(SPACE.kind.limb):
        other = attribute.low + (limb[index] - attribute.low + 0.3 * attribute.span) % (
            attribute.span
        )
        changed = BRANCHED.with_attributes({4: (*limb[:index], other, *limb[index + 1 :])})

        _, before, _ = outputs(policy, BRANCHED)
        _, after, _ = outputs(policy, changed)

        assert (np.abs(after - before)[4].max() > 1e-4) == settings.graph, attribute.name


@EVERY
@pytest.mark.parametrize("task", OURS.values(), ids=OURS)
def test_weights_have_the_same_shapes_whatever_body_of_a_task_they_move_or_learn_on(settings, task):
    space, rng = task.space(), np.random.default_rng(0)
    observed, joints = len(task.torso_columns) + len(task.limb_columns), space.kind.joints
    small = settings.model_copy(update={"hidden": HIDDEN})
    policy = like(new_policy, small, observed, space.encoded_width, joints)
    for parents in ((0,), (0, 1, 0, 2), (0, 1, 2, 3, 0, 0, 6, 7)):
        torso = space.random_body(rng).parts[:1]
        body = BodyGraph(space.kind.name, torso, (NO_PARENT,))
        for parent in parents:
            body = body.attach(parent, space.random_limb(rng))
        arrays = graph_of(body, space)
        shape = len(arrays.mask), 1

        def likelihood(policy, arrays=arrays, shape=shape):
            state, obs = blank_state(policy, *shape), jnp.ones((*shape, observed))
            _, mean, log_std = policy.act(arrays, state, obs)
            action = jnp.ones((*shape, joints))
            return log_prob(action, mean, log_std, arrays).sum()

        gradient = jax.eval_shape(jax.grad(likelihood), policy)

        assert jax.tree.map(lambda x: x.shape, gradient) == jax.tree.map(lambda x: x.shape, policy)
