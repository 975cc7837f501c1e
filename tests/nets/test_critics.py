import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nge.nets.normaliser import Normaliser
from tests.nets.helpers import (
    BRANCHED,
    CHAIN,
    NUM_ENVS,
    OBSERVED,
    critic_of,
    graph,
    observations,
    owners_of,
    relabelled,
    slow_value,
)

BOTH = pytest.mark.parametrize("reads", ["set", "identity"])


@BOTH
@pytest.mark.parametrize("body", [BRANCHED, CHAIN], ids=["branched", "chain"])
def test_a_critic_is_what_its_equations_say(reads, body):
    critic, obs = critic_of(reads), observations(graph(body))

    values = critic(graph(body), obs)

    assert values.shape == (NUM_ENVS,)
    for copy in range(NUM_ENVS):
        expected = slow_value(critic, body, np.asarray(obs)[:, copy])
        assert values[copy] == pytest.approx(expected, rel=1e-4, abs=1e-5)


@BOTH
@pytest.mark.parametrize("order", [[0, 2, 1, 3, 4], [0, 1, 3, 4, 2]], ids=str)
def test_a_value_does_not_depend_on_the_order_in_which_parts_are_listed(reads, order):
    critic, obs = critic_of(reads), observations(graph(BRANCHED))

    expected = critic(graph(BRANCHED), obs)
    found = critic(graph(relabelled(BRANCHED, order)), obs[jnp.asarray([*order, 5])])

    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@BOTH
def test_a_value_does_not_depend_on_padding_nor_on_what_stands_there(reads):
    critic, wide = critic_of(reads), graph(BRANCHED, 10)
    rubbish = jnp.where(jnp.arange(10)[:, None, None] >= len(BRANCHED), 7.0, observations(wide))

    expected = critic(graph(BRANCHED), observations(graph(BRANCHED)))
    found = critic(wide, Normaliser.blank(OBSERVED)(rubbish, owners_of(wide)))

    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@BOTH
def test_every_part_counts(reads):
    critic, obs = critic_of(reads), observations(graph(BRANCHED))
    expected = critic(graph(BRANCHED), obs)

    for part in range(len(BRANCHED)):
        found = critic(graph(BRANCHED), obs.at[part].multiply(-1.0))
        assert (jnp.abs(found - expected) > 1e-4).all()


def test_a_critic_of_the_set_knows_a_limb_by_its_attributes_and_not_by_its_number():
    critic, obs = critic_of("set"), observations(graph(BRANCHED))
    limb = BRANCHED.parts[2].attributes
    other = BRANCHED.with_attributes({2: (*limb[:3], 0.03, *limb[4:])})
    renumbered = graph(BRANCHED).slots.at[2].set(30)

    value = critic(graph(BRANCHED), obs)

    assert (jnp.abs(critic(graph(other), obs) - value) > 1e-4).all()
    same = jax.tree.unflatten(
        jax.tree.structure(graph(BRANCHED)), [*jax.tree.leaves(graph(BRANCHED))[:-1], renumbered]
    )
    np.testing.assert_array_equal(critic(same, obs), value)


@BOTH
def test_one_critic_judges_bodies_of_any_size(reads):
    critic = critic_of(reads)

    values = [critic(graph(body), observations(graph(body))) for body in (BRANCHED, CHAIN)]

    assert np.isfinite(values).all()
    assert (values[0] != values[1]).all()
