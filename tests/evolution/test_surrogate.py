"""GM-UC: what the surrogate learns of bodies, and how candidates are drawn by it."""

import jax
import numpy as np
import pytest

from nge.evolution import surrogate
from nge.evolution.generation_stats import rank_correlation
from nge.evolution.search_settings import SurrogateSettings
from nge.evolution.surrogate import Masks, Surrogate, choose, fitted, predict
from nge.nets.graphs import graphs_of
from nge.tasks.registry import task_named
from tests.nets.helpers import BRANCHED, relabelled

SPACE = task_named("fish").space()
SETTINGS = SurrogateSettings(
    hidden=16, propagations=2, steps=1500, patience=30, temperature=0.0, acquisition="greedy"
)
RNG = np.random.default_rng(0)
BODIES = [SPACE.random_body(RNG) for _ in range(160)]
KNOWN, HELD_OUT = BODIES[:120], BODIES[120:]


def worth(body):
    """Return a fitness that depends on the tree and on attributes."""
    return 10.0 * len(body) + 20.0 * float(SPACE.encode(body)[1:, 4:].mean())


SCORED = [(body, worth(body)) for body in KNOWN]


def chosen(seed=0, scored=SCORED, candidates=HELD_OUT, **changes):
    settings = SurrogateSettings(**SETTINGS.model_dump() | changes)
    return choose(candidates, scored, SPACE, settings, seed)


@pytest.fixture(scope="module")
def guess():
    return chosen()


# --- what it learns -----------------------------------------------------------------------------


def test_it_ranks_bodies_that_it_never_saw(guess):
    truth = np.array([worth(body) for body in HELD_OUT])

    assert rank_correlation(np.array(guess.predicted), truth) > 0.8
    ranked = truth[guess.order]
    assert ranked[:10].mean() > truth.mean() + truth.std()
    assert guess.order == sorted(range(40), key=lambda i: -guess.predicted[i])


def test_predictions_are_fitness_and_reach_far_beyond_its_spread():
    """Pitfall 8: the release ended in a tanh, so nothing beyond one deviation could be said."""
    outlier = max(KNOWN, key=len)
    scored = [(body, 1000.0 if len(body) == len(outlier) else 0.0) for body in KNOWN]

    found = chosen(scored=scored, candidates=KNOWN)

    fitness = np.array([value for _, value in scored])
    deviations = (np.array(found.predicted) - fitness.mean()) / fitness.std()
    assert deviations.max() > 1.3
    assert max(found.predicted) == pytest.approx(1000.0, abs=250)
    assert min(found.predicted) == pytest.approx(0.0, abs=250)


def test_bodies_that_failed_count_like_the_worst_that_did_not():
    large = [len(body) > np.median([len(body) for body in KNOWN]) for body in KNOWN]
    rows = list(zip(SCORED, large, strict=True))
    failed = [(body, -np.inf if big else value) for (body, value), big in rows]
    worst = min(value for _, value in failed if np.isfinite(value))
    spelled_out = [(body, value if np.isfinite(value) else worst) for body, value in failed]

    found = chosen(scored=failed)

    assert found == chosen(scored=spelled_out)
    sizes = np.array([len(body) for body in HELD_OUT])
    assert rank_correlation(np.array(found.predicted), sizes) < 0  # the larger, the worse


def test_failures_alone_are_nothing_to_learn_from():
    few = SCORED[: SETTINGS.fewest - 1]

    assert chosen(scored=[*few, *((body, -np.inf) for body in HELD_OUT)]).predicted is None


@pytest.fixture(scope="module")
def net():
    return Surrogate(jax.random.key(0), SPACE.encoded_width, SETTINGS)


def test_a_prediction_does_not_depend_on_the_order_of_parts_or_on_padding(net):
    for order in ([0, 2, 1, 3, 4], [0, 1, 3, 4, 2]):
        same = [BRANCHED, relabelled(BRANCHED, order)]

        one, other = predict(net, graphs_of(same, SPACE, 6), Masks())
        wide, _ = predict(net, graphs_of(same, SPACE, 12), Masks())

        np.testing.assert_allclose([other, wide], one, rtol=1e-5, atol=1e-6)


def test_the_tree_and_every_attribute_matter(net):
    limb = BRANCHED.parts[4].attributes
    others = [BRANCHED.without(4), BRANCHED.attach(2, limb)]
    for index, attribute in enumerate(SPACE.kind.limb):
        moved = attribute.low + (limb[index] - attribute.low + 0.3 * attribute.span) % (
            attribute.span
        )
        others.append(BRANCHED.with_attributes({4: (*limb[:index], moved, *limb[index + 1 :])}))

    first, *found = np.asarray(predict(net, graphs_of([BRANCHED, *others], SPACE, 6), Masks()))

    assert np.abs(np.array(found) - first).min() > 1e-5


# --- how it is drawn ------------------------------------------------------------------------------


def draws(net, acquisition, count, bodies=HELD_OUT):
    settings = SurrogateSettings(**SETTINGS.model_dump() | {"acquisition": acquisition})
    graphs = graphs_of(bodies, SPACE, 10)
    return np.array(
        [surrogate._drawn(net, graphs, jax.random.key(i), settings) for i in range(count)]
    )


def test_one_mask_counts_for_all_candidates_of_a_draw(net):
    found = draws(net, "thompson-dropout", 10, [BRANCHED, *HELD_OUT[:38], BRANCHED])

    np.testing.assert_array_equal(found[:, 0], found[:, -1])
    assert len(np.unique(found[:, 0])) == 10


def test_draws_differ_and_the_best_guess_does_not(net):
    assert np.ptp(draws(net, "thompson-dropout", 10), axis=0).min() > 0
    assert np.ptp(draws(net, "thompson-weights", 10), axis=0).min() > 0
    assert np.ptp(draws(net, "greedy", 10), axis=0).max() == 0


def test_a_mask_turns_units_off_and_keeps_their_mean():
    settings = SurrogateSettings(dropout=0.25, hidden=2000)

    masks = surrogate._masks(jax.random.key(0), settings)

    for mask, width in zip(masks, (4000, 2000, 2000), strict=True):
        assert mask.shape == (width,)
        assert np.mean(np.asarray(mask) == 0) == pytest.approx(0.25, abs=0.03)
        assert np.asarray(mask).mean() == pytest.approx(1.0, abs=0.05)


# --- how candidates are ordered -------------------------------------------------------------------


def test_at_temperature_zero_the_ranking_is_strict_and_heat_mixes_it(guess):
    def inversions(temperature):
        order = chosen(temperature=temperature).order
        ranks = {one: place for place, one in enumerate(guess.order)}
        return rank_correlation(
            np.array([ranks[one] for one in order], float), np.arange(len(order), dtype=float)
        )

    warm, hot, boiling = inversions(0.01), inversions(1.0), inversions(1000.0)

    assert warm > 0.95
    assert boiling < hot < 1.0
    assert abs(boiling) < 0.5


def test_the_same_seed_makes_the_same_choice_and_another_one_another():
    def choice(seed):
        return chosen(seed, acquisition="thompson-dropout", temperature=0.1).order

    assert choice(0) == choice(0)
    assert choice(0) != choice(1)


def test_without_acquisition_or_with_too_few_scores_candidates_keep_their_order(monkeypatch):
    def never(*_):
        raise AssertionError("nothing is to be learned")

    monkeypatch.setattr(surrogate, "fitted", never)

    assert chosen(acquisition="none") == (list(range(40)), None)
    assert chosen(scored=SCORED[:15], fewest=16) == (list(range(40)), None)
    with pytest.raises(AssertionError, match="nothing is to be learned"):
        chosen(scored=SCORED[:16], fewest=16)


def test_what_is_noise_is_not_learned_by_heart():
    noise = np.random.default_rng(1).standard_normal(len(KNOWN))

    net = fitted(KNOWN, noise, SPACE, SETTINGS, 0)

    assert np.std(predict(net, graphs_of(KNOWN, SPACE, 10), Masks())) < 0.6
