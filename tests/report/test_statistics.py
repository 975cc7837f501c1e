"""Statistics against scipy, numpy and plain loops."""

import numpy as np
import pytest
from scipy import stats

from nge.report.statistics import (
    best_so_far,
    bootstrap,
    held,
    improvement_interval,
    interquartile_mean,
    probability_of_improvement,
)

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("count", range(1, 14))
def test_the_interquartile_mean_is_scipys_trimmed_mean(count):
    values = RNG.standard_normal((count, 3))

    np.testing.assert_allclose(
        interquartile_mean(values), stats.trim_mean(values, 0.25, axis=0), rtol=1e-12
    )


def test_one_wild_seed_hardly_moves_the_interquartile_mean():
    assert interquartile_mean(np.array([1.0, 2.0, 3.0, 1000.0])) == 2.5


def test_the_bootstrap_is_that_of_a_slow_loop():
    values, draws = RNG.standard_normal(7), 500
    rows = np.random.default_rng(3).integers(7, size=(7, draws))
    means = [interquartile_mean(np.array([values[row] for row in rows[:, i]])) for i in range(500)]

    low, high = bootstrap(values, draws=draws, seed=3)

    assert low == pytest.approx(np.quantile(means, 0.025))
    assert high == pytest.approx(np.quantile(means, 0.975))


def test_the_bootstrap_of_means_agrees_with_scipys():
    values = RNG.standard_normal(20)

    low, high = bootstrap(values, lambda some: some.mean(axis=0), draws=20_000)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="percentile", rng=1
    ).confidence_interval

    assert [low, high] == pytest.approx([theirs.low, theirs.high], abs=0.02)


def test_every_point_of_a_curve_has_the_interval_it_would_have_alone():
    values = RNG.standard_normal((6, 4))

    together = bootstrap(values, draws=300)

    for point in range(4):
        alone = bootstrap(values[:, point], draws=300)
        assert (together.low[point], together.high[point]) == pytest.approx(alone)


def test_the_same_seeds_give_the_same_interval():
    values = RNG.standard_normal(5)

    assert bootstrap(values) == bootstrap(values)


def test_a_single_seed_has_no_interval():
    assert np.isnan(bootstrap(np.array([1.0]))).all()
    assert np.isnan(bootstrap(np.ones((1, 3))).low).all()
    assert np.isnan(improvement_interval(np.array([1.0]), np.ones(3))).all()


def test_an_interval_covers_the_truth_about_as_often_as_it_says():
    rng = np.random.default_rng(1)
    hits = 0
    for trial in range(200):
        low, high = bootstrap(rng.standard_normal(20), draws=400, seed=trial)
        hits += low <= 0 <= high

    assert 0.85 <= hits / 200 <= 0.99


def test_the_probability_of_improvement_counts_pairs():
    one, other = RNG.integers(0, 5, 6).astype(float), RNG.integers(0, 5, 9).astype(float)
    wins = sum((a > b) + 0.5 * (a == b) for a in one for b in other)

    chance = probability_of_improvement(one, other)

    assert chance == pytest.approx(wins / 54)
    assert chance == pytest.approx(stats.mannwhitneyu(one, other).statistic / 54)
    assert chance + probability_of_improvement(other, one) == pytest.approx(1)


def test_the_interval_of_an_improvement_resamples_both_methods():
    one, other = RNG.standard_normal(6) + 1, RNG.standard_normal(4)
    rng = np.random.default_rng(2)
    rows = [rng.integers(len(a), size=(len(a), 200)) for a in (one, other)]
    slow = [
        probability_of_improvement(one[rows[0][:, i]], other[rows[1][:, i]]) for i in range(200)
    ]

    found = improvement_interval(one, other, draws=200, seed=2)

    assert found == pytest.approx(tuple(np.quantile(slow, [0.025, 0.975])))


def test_a_method_that_always_wins_is_certain_to():
    low, high = improvement_interval(np.array([3.0, 4.0]), np.array([1.0, 2.0]))

    assert (low, high) == (1, 1)


def test_a_seed_that_failed_makes_the_chance_unknown():
    assert np.isnan(probability_of_improvement(np.array([np.nan, 1.0]), np.array([0.0])))


def test_best_so_far_skips_what_is_missing():
    found = best_so_far(np.array([np.nan, 2.0, np.nan, 1.0, 3.0]))

    np.testing.assert_array_equal(found, [np.nan, 2, 2, 2, 3])


def test_a_value_is_held_until_the_next_one_is_known():
    found = held(np.array([0.5, 1.0, 1.5, 2.0, 9.0]), np.array([1.0, 2.0]), np.array([7.0, 8.0]))

    np.testing.assert_array_equal(found, [np.nan, 7, 7, 8, 8])
