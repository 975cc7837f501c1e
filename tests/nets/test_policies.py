"""What tells the policies apart: who hears whom and when, sums and means, noise, memory.

Rules that all of them keep are in ``tests/contracts/test_policies.py``.
"""

import jax.numpy as jnp
import numpy as np
import pytest
from pydantic import ValidationError

from nge.nets.net_settings import POLICIES, PolicySettings
from nge.nets.policies import initial_state
from tests.nets.helpers import (
    BRANCHED,
    CHAIN,
    HIDDEN,
    NUM_ENVS,
    body_of,
    graph,
    memory_of,
    observations,
    policy_of,
)

PARTS = len(CHAIN)
STEPS = 8
NERVENET_PP, NERVENET, BODYSHARE = (POLICIES[n] for n in ("nervenet++", "nervenet", "bodyshare"))


def heard(settings, part=0, steps=STEPS, seed=0):
    """Let one part of a chain see something else in the first step; tell who acts differently.

    Return an array of steps by parts.
    """
    policy, arrays = policy_of(settings, seed), graph(CHAIN)
    obs = observations(arrays, steps=steps)
    other = obs.at[0, part].multiply(-1.0)
    states = [initial_state(policy, PARTS, NUM_ENVS)] * 2
    changed = []
    for now in zip(obs, other, strict=True):
        acts = [policy.act(arrays, *given) for given in zip(states, now, strict=True)]
        states = [state for state, _, _ in acts]
        changed.append(np.asarray(acts[0][1] != acts[1][1]).any((1, 2)))
    return np.array(changed)


# --- who hears whom -----------------------------------------------------------------------


@pytest.mark.parametrize("part", [0, 2])
def test_in_nervenet_pp_word_travels_one_part_per_control_step(part):
    """Pitfall 5: in the release it never went beyond the next part."""
    changed = heard(NERVENET_PP, part)

    hops = np.abs(np.arange(PARTS) - part)
    expected = np.arange(STEPS)[:, None] >= hops
    np.testing.assert_array_equal(changed, expected)


@pytest.mark.parametrize("propagations", [2, 3])
def test_several_propagations_in_a_control_step_carry_word_as_many_parts_further(propagations):
    """At first there is only what is remembered to tell, so the first round carries nothing."""
    changed = heard(NERVENET_PP.model_copy(update={"propagations": propagations}), steps=3)

    for t in range(3):
        reached = propagations * (t + 1) - 1
        assert np.flatnonzero(changed[t]).tolist() == list(range(min(reached + 1, PARTS)))


def test_with_messages_from_inputs_only_the_next_part_ever_hears():
    """Pitfall 5: what the release does; here an option, so that it can be measured."""
    changed = heard(NERVENET_PP.model_copy(update={"message_from": "input"}))

    assert changed[:, :2].all()
    assert not changed[:, 2:].any()


def test_with_messages_from_inputs_more_propagations_do_not_help():
    """Pitfall 5, NerveNet: every round repeats what the neighbours see."""
    changed = heard(NERVENET.model_copy(update={"message_from": "input"}), steps=1)

    assert np.flatnonzero(changed[0]).tolist() == [0, 1]


@pytest.mark.parametrize("propagations", [1, 2, 4])
def test_in_nervenet_word_travels_as_many_parts_as_there_are_propagations_at_once(propagations):
    changed = heard(NERVENET.model_copy(update={"propagations": propagations}), steps=3)

    assert np.flatnonzero(changed[0]).tolist() == list(range(propagations + 1))
    assert not changed[1:].any()  # and is forgotten


@pytest.mark.parametrize("part", [0, 2])
def test_in_bodyshare_no_part_hears_another(part):
    changed = heard(BODYSHARE, part)

    assert changed[:, part].all()
    assert changed.sum() == STEPS


@pytest.mark.parametrize("context", ["roles", "identity"])
def test_with_a_context_every_part_hears_at_once(context):
    changed = heard(PolicySettings(context=context, propagations=0), part=3, steps=2)

    assert changed[0].all()
    assert not changed[1].any()


def test_a_flat_network_hears_everything_at_once():
    changed = heard(POLICIES["mlp"], part=3, steps=2)

    assert changed[0].all()
    assert not changed[1].any()


def test_nothing_is_remembered_from_before_an_episode_began():
    policy, arrays = policy_of(NERVENET_PP), graph(CHAIN)
    obs = observations(arrays, steps=4)
    episode_start = jnp.zeros((4, NUM_ENVS)).at[2, 0].set(1.0)
    state = memory_of(policy, arrays)

    before, _ = policy.unroll(arrays, state, obs, episode_start)
    after, _ = policy.unroll(arrays, -state, obs.at[:2].multiply(-1.0), episode_start)

    changed = np.asarray(before != after).any((1, 3))  # [T, B]
    np.testing.assert_array_equal(changed, [[1, 1], [1, 1], [0, 1], [0, 1]])


# --- what is made of messages -------------------------------------------------------------


@pytest.mark.parametrize(("aggregation", "counts"), [("sum", True), ("mean", False)])
def test_a_sum_of_messages_tells_how_many_neighbours_there_are_and_a_mean_does_not(
    aggregation, counts
):
    """Pitfall 6: the paper sums messages, the release averages them."""
    policy = policy_of(NERVENET.model_copy(update={"aggregation": aggregation, "propagations": 1}))
    limb = body_of(0).parts[1].attributes
    one = body_of(0)
    three = one.attach(0, limb).attach(0, limb)
    few, many = observations(graph(one, 4)), observations(graph(three, 4))
    many = many.at[0].set(few[0]).at[1:].set(few[1])

    _, mean_one, _ = policy.act(graph(one, 4), initial_state(policy, 4, NUM_ENVS), few)
    _, mean_three, _ = policy.act(graph(three, 4), initial_state(policy, 4, NUM_ENVS), many)

    assert (np.abs(mean_one[0] - mean_three[0]).max() > 1e-3) == counts
    np.testing.assert_allclose(mean_one[1], mean_three[1], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("aggregation", ["sum", "mean"])
def test_one_propagation_agrees_with_a_graph_library(aggregation):
    """The same messages through jraph's graph network, which knows edges and not matrices."""
    jraph = pytest.importorskip("jraph")
    policy = policy_of(NERVENET_PP.model_copy(update={"aggregation": aggregation}))
    arrays = graph(BRANCHED)
    state, obs = memory_of(policy, arrays), observations(arrays)

    found, _, _ = policy.act(arrays, state, obs)

    edges = [(child, parent) for child, parent in enumerate(BRANCHED.parents) if child]
    edges += [(parent, child) for child, parent in edges]
    senders, receivers = (jnp.asarray(ends) for ends in zip(*edges, strict=True))
    gather = {"sum": jraph.segment_sum, "mean": jraph.segment_mean}[aggregation]
    oracle = jraph.GraphNetwork(
        update_edge_fn=lambda edge, sender, receiver, context: jnp.tanh(
            sender["hidden"] @ policy.message.weight + policy.message.bias
        ),
        update_node_fn=lambda node, sent, received, context: policy.update(
            node["hidden"],
            policy.update.from_input(jnp.concatenate([received, node["features"]], axis=-1)),
        ),
        aggregate_edges_for_nodes_fn=gather,
    )
    for copy in range(NUM_ENVS):
        x = jnp.concatenate(
            [
                jnp.tanh(policy.observe(obs[:5, copy])),
                jnp.tanh(policy.describe(arrays.attributes[:5])),
            ],
            axis=-1,
        )
        given = jraph.GraphsTuple(
            nodes={"hidden": state[:5, copy], "features": x},
            edges=jnp.zeros((len(edges), 1)),
            senders=senders,
            receivers=receivers,
            n_node=jnp.array([5]),
            n_edge=jnp.array([len(edges)]),
            globals=None,
        )
        np.testing.assert_allclose(found[:5, copy], oracle(given).nodes, rtol=1e-5, atol=1e-6)


# --- noise --------------------------------------------------------------------------------


@pytest.mark.parametrize(("std", "sees"), [("head", True), ("free", False)])
def test_a_head_makes_the_noise_depend_on_what_is_seen_and_free_noise_does_not(std, sees):
    """Pitfall 6: the paper has a head for sigma, the release free values."""
    policy, arrays = policy_of(NERVENET.model_copy(update={"std": std})), graph(BRANCHED)
    state = initial_state(policy, 6, NUM_ENVS)

    _, _, one = policy.act(arrays, state, 0.3 * observations(arrays, seed=0))
    _, _, other = policy.act(arrays, state, 0.3 * observations(arrays, seed=1))

    assert bool((one != other).any()) == sees
    assert len(np.unique(one[:5].reshape(-1, 3), axis=0)) == (5 * NUM_ENVS if sees else 1)


def test_a_standard_deviation_out_of_bounds_is_refused_because_it_would_never_change():
    """Beyond the bounds the gradient of the noise is 0."""
    with pytest.raises(ValidationError, match="initial_std"):
        PolicySettings(initial_std=3.0)
    with pytest.raises(ValidationError, match="initial_std"):
        PolicySettings(initial_std=0.01)


def test_memory_without_a_propagation_is_refused_because_nothing_would_enter_it():
    with pytest.raises(ValidationError, match="memory needs at least one propagation"):
        PolicySettings(memory=True, propagations=0)


# --- the named ones -----------------------------------------------------------------------


def test_the_papers_policies_are_what_the_paper_says():
    """Pitfall 6: paper and release disagree; under the paper's names stands the paper."""
    for name in ("nervenet", "nervenet++", "bodyshare"):
        has = POLICIES[name]
        assert has.graph
        assert (has.aggregation, has.message_from, has.std) == ("sum", "hidden", "head")
        assert (has.context, has.skip) == ("none", False)
    assert (NERVENET_PP.memory, NERVENET_PP.propagations, NERVENET_PP.messages) == (True, 1, True)
    assert (NERVENET.memory, NERVENET.propagations, NERVENET.messages) == (False, 4, True)
    assert NERVENET_PP.model_copy(update={"messages": False}) == BODYSHARE
    assert not POLICIES["mlp"].graph


def test_a_policy_without_messages_has_no_weights_for_them():
    talks, mute = policy_of(NERVENET_PP), policy_of(BODYSHARE)

    assert mute.message is None
    assert talks.update.from_input.weight.shape == (2 * HIDDEN, 3 * HIDDEN)
    assert mute.update.from_input.weight.shape == (HIDDEN, 3 * HIDDEN)
