import jax.numpy as jnp
import numpy as np
import pytest

from nge.nets.normaliser import CLIP, FLOOR, Normaliser, observation_mask
from tests.nets.helpers import BRANCHED, CHAIN, COLUMNS, OBSERVED, body_of, graph, owners_of

BODIES = [BRANCHED, CHAIN, body_of(0)]
TORSO, LIMB = slice(0, COLUMNS[0]), slice(COLUMNS[0], OBSERVED)


def batches(num_envs=40, offset=0.0, m2=1.0, size=6):
    """Return what bodies of several sizes saw, with rubbish where a row is no part. [N, B, D]"""
    rng = np.random.default_rng(0)
    scale = m2 * np.linspace(0.5, 3.0, OBSERVED)
    for body in BODIES:
        obs = offset + scale * rng.standard_normal((size, num_envs, OBSERVED))
        obs[len(body) :] = 1e6
        yield body, obs.astype(np.float32)


def columns_seen(pairs):
    """Return all values of every column, torso columns from torsos, limb columns from limbs."""
    found = [[] for _ in range(OBSERVED)]
    for body, obs in pairs:
        for part in range(len(body)):
            for column in range(OBSERVED)[LIMB if part else TORSO]:
                found[column].extend(obs[part, :, column].astype(float))
    return found


def taken_in(pairs, size=6):
    normaliser = Normaliser.blank(OBSERVED)
    for body, obs in pairs:
        normaliser = normaliser.updated(jnp.asarray(obs), owners_of(graph(body, size)))
    return normaliser


def test_after_several_bodies_it_knows_mean_and_variance_over_all_they_saw():
    pairs = list(batches(offset=2.0))

    normaliser = taken_in(pairs)

    for column, values in enumerate(columns_seen(pairs)):
        assert normaliser.count[column] == len(values)
        assert normaliser.mean[column] == pytest.approx(np.mean(values), rel=1e-4)
        assert normaliser.variance[column] == pytest.approx(np.var(values), rel=1e-4)


def test_torso_and_limbs_are_scaled_by_what_torsos_and_limbs_saw():
    obs = np.zeros((6, 50, OBSERVED), np.float32)
    rng = np.random.default_rng(0)
    obs[0] = 5 + rng.standard_normal((50, OBSERVED))
    obs[1:] = -3 + 2 * rng.standard_normal((5, 50, OBSERVED))

    normaliser = taken_in([(CHAIN, obs)])

    np.testing.assert_allclose(normaliser.mean[TORSO], 5, atol=0.6)
    np.testing.assert_allclose(normaliser.mean[LIMB], -3, atol=0.6)
    np.testing.assert_array_equal(normaliser.count[TORSO], 50)
    np.testing.assert_array_equal(normaliser.count[LIMB], 250)


def test_what_it_scaled_has_mean_0_and_spread_1_and_other_columns_stay_0():
    pairs = list(batches(offset=2.0))
    normaliser = taken_in(pairs)

    scaled = [
        (body, np.asarray(normaliser(jnp.asarray(obs), owners_of(graph(body, 6)))))
        for body, obs in pairs
    ]

    for values in columns_seen(scaled):
        assert np.mean(values) == pytest.approx(0, abs=1e-3)
        assert np.std(values) == pytest.approx(1, abs=1e-3)
    for body, obs in scaled:
        assert not obs[0, :, LIMB].any()
        assert not obs[1:, :, TORSO].any()
        assert not obs[len(body) :].any()


def test_a_large_offset_does_not_drown_the_spread():
    """Sums of squares would: 1000 squared leaves float32 no digits for a spread of 1."""
    pairs = list(batches(offset=1000.0))

    normaliser = taken_in(pairs)

    for column, values in enumerate(columns_seen(pairs)):
        assert normaliser.variance[column] == pytest.approx(np.var(values), rel=1e-2)


def test_a_blank_one_changes_nothing():
    obs = jnp.asarray(np.random.default_rng(0).standard_normal((6, 4, OBSERVED)), jnp.float32)
    obs_mask = owners_of(graph(CHAIN))

    scaled = Normaliser.blank(OBSERVED)(obs, obs_mask)

    np.testing.assert_array_equal(scaled, obs * obs_mask[:, None])


def test_a_column_that_hardly_moves_is_not_blown_up():
    obs = np.zeros((6, 50, OBSERVED), np.float32) + 3

    normaliser = taken_in([(CHAIN, obs)])

    np.testing.assert_allclose(normaliser.variance, FLOOR)
    assert not normaliser(jnp.asarray(obs), owners_of(graph(CHAIN))).any()


def test_what_is_seen_is_cut_at_a_largest_value():
    normaliser = taken_in(batches())

    for sign in (1, -1):
        scaled = normaliser(jnp.full((6, 1, OBSERVED), sign * 1e9), owners_of(graph(CHAIN)))
        assert (sign * scaled).max() == CLIP
        assert (sign * scaled).min() == 0


@pytest.mark.parametrize("body", BODIES, ids=len)
def test_a_part_owns_the_columns_of_its_role_and_padding_owns_none(body):
    obs_mask = np.asarray(observation_mask(graph(body, 8).mask, *COLUMNS))

    for row in range(8):
        expected = np.zeros(OBSERVED)
        if row == 0:
            expected[TORSO] = 1
        elif row < len(body):
            expected[LIMB] = 1
        np.testing.assert_array_equal(obs_mask[row], expected)
