"""Rules that every named policy keeps, and a few with other options."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nge.body.graph import NO_PARENT, BodyGraph
from nge.nets.graphs import graph_of
from nge.nets.net_settings import POLICIES, PolicySettings
from nge.nets.policies import initial_state, new_policy
from nge.rl.ppo import log_prob
from nge.testing.policy_contracts import POLICY_CONTRACTS
from tests.nets.helpers import (
    BRANCHED,
    HIDDEN,
    NUM_ENVS,
    graph,
    like,
    memory_of,
    observations,
    policy_of,
    slow_act,
)
from tests.worlds import EVERY_WORLD

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


def close(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


@EVERY
def test_a_policy_is_what_its_equations_say(settings):
    policy, arrays = policy_of(settings), graph(BRANCHED)
    state, obs = memory_of(policy, arrays), observations(arrays)

    found = policy.act(arrays, state, obs)

    for copy in range(NUM_ENVS):
        parts = slice(len(BRANCHED)), copy
        expected = slow_act(policy, BRANCHED, np.asarray(state)[parts], np.asarray(obs)[parts])
        for rows, slow in zip(found, expected, strict=True):
            close(np.asarray(rows)[parts], slow)


@EVERY
@pytest.mark.parametrize("contract", POLICY_CONTRACTS, ids=lambda contract: contract.__name__)
def test_a_policy_keeps(contract, settings):
    contract(settings)


@EVERY
@EVERY_WORLD
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
            state, obs = initial_state(policy, *shape), jnp.ones((*shape, observed))
            _, mean, log_std = policy.act(arrays, state, obs)
            action = jnp.ones((*shape, joints))
            return log_prob(action, mean, log_std, arrays).sum()

        gradient = jax.eval_shape(jax.grad(likelihood), policy)

        assert jax.tree.map(lambda x: x.shape, gradient) == jax.tree.map(lambda x: x.shape, policy)
