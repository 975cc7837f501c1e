"""The numbers of a generation, against slow versions."""

import json
import math

import numpy as np
import pytest

from nge.evolution.generation_stats import (
    QUANTILES,
    generation_stats,
    pressed,
    rank_correlation,
    skill,
)
from nge.evolution.species import FAILED, Generation, Proposals, Score, Species
from nge.tasks.registry import task_named
from tests.evolution.helpers import fish_of

FISH = task_named("fish").space()


@pytest.fixture
def generation():
    """Nine species of three trees, two of which failed; the last four were just born."""
    rng = np.random.default_rng(3)
    trees = [(0, 1), (0, 0), (0,), (0, 1), (0, 1), (0,), (0, 0), (0, 1), (0, 1, 2)]
    species = tuple(
        Species(
            id_,
            fish_of(*tree, seed=id_),
            born=4 if id_ > 4 else 2,
            predicted=float(rng.standard_normal()) if id_ > 4 else None,
            score=Score(
                fitness=FAILED if id_ in (1, 6) else float(rng.standard_normal()),
                straight=id_ / 10,
                lowest=-id_ / 100,
            ),
        )
        for id_, tree in enumerate(trees)
    )
    proposals = Proposals({"add_node": 9, "del_graph": 1}, {"add_node": 4}, {"too ugly": 1})
    return Generation(4, species, 9, proposals)


def slow_quantile(values, share):
    """Interpolate linearly between the two values next to a share of the way through them."""
    values, place = sorted(values), share * (len(values) - 1)
    below = math.floor(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (place - below) * (values[above] - values[below])


def test_fitness_is_that_of_species_that_did_not_fail(generation):
    found = generation_stats(generation, FISH)
    able = [one.fitness for one in generation.species if one.fitness > FAILED]

    assert len(able) == 7
    assert found["failed"] == 2
    assert found["best"] == max(able)
    assert found["mean"] == pytest.approx(sum(able) / 7)
    assert found["quantiles"] == pytest.approx([slow_quantile(able, q) for q in QUANTILES])
    assert found["straight"] == pytest.approx((0 + 2 + 3 + 4 + 5 + 7 + 8) / 70)
    assert found["lowest"] == -0.08


def test_families_are_species_of_the_same_tree(generation):
    found = generation_stats(generation, FISH)
    slow = {}
    for one in generation.species:
        slow[one.body.parents] = slow.get(one.body.parents, 0) + 1

    assert found["topologies"] == len(slow) == 4
    assert found["largest_family"] == max(slow.values()) / 9 == 4 / 9
    assert sorted(found["families"].values()) == sorted(slow.values())
    assert found["parts"] == pytest.approx(np.mean([len(one.body) for one in generation.species]))


def test_births_and_proposals_are_counted(generation):
    found = generation_stats(generation, FISH)

    assert found["born"] == 4
    assert found["proposed"] == {"add_node": 9, "del_graph": 1}
    assert found["admitted"] == {"add_node": 4}
    assert found["refused"] == {"too ugly": 1}
    assert json.loads(json.dumps(found)) == found


def test_skill_is_the_rank_correlation_of_what_was_expected_of_children(generation):
    children = [one for one in generation.species if one.born == 4 and not one.failed]

    expected = slow_spearman([c.predicted for c in children], [c.fitness for c in children])

    assert generation_stats(generation, FISH)["skill"] == pytest.approx(expected)
    assert skill(children[:2]) is None  # two points always agree or not at all


def test_a_generation_in_which_all_failed_has_no_fitness():
    species = tuple(Species(i, fish_of(0, seed=i), score=Score(failure="x")) for i in range(3))

    found = generation_stats(Generation(0, species, 3), FISH)

    assert found["failed"] == 3
    assert {found[name] for name in ("best", "mean", "quantiles", "straight", "skill")} == {None}
    json.dumps(found, allow_nan=False)


def test_pressed_is_the_share_of_limbs_at_a_bound():
    limb = FISH.kind.limb
    column = next(i for i, attribute in enumerate(limb) if not attribute.periodic)
    attribute = limb[column]
    shares = [0.0, 1.0, 0.5, 0.011, 0.009, 0.992, 0.3, 0.7]
    species = []
    for share in shares:
        body = fish_of(0)
        values = list(body.parts[1].attributes)
        values[column] = attribute.low + share * attribute.span
        species.append(Species(0, body.with_attributes({1: tuple(values)})))

    found = pressed(species, FISH)

    assert found[attribute.name] == 4 / 8
    assert found.keys() == {a.name for a in limb if not a.periodic}


def slow_spearman(one, other):
    """Pearson's coefficient of ranks, in which equal values share the mean of their places."""

    def ranks(values):
        return [
            sum(v < value for v in values) + (sum(v == value for v in values) - 1) / 2
            for value in values
        ]

    a, b = ranks(one), ranks(other)
    ma, mb = sum(a) / len(a), sum(b) / len(b)
    top = sum((x - ma) * (y - mb) for x, y in zip(a, b, strict=True))
    return top / math.sqrt(sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b))


@pytest.mark.parametrize("seed", range(5))
def test_rank_correlation_is_spearmans_with_ties(seed):
    rng = np.random.default_rng(seed)
    one, other = rng.integers(0, 6, (2, 20)).astype(float)

    assert rank_correlation(one, other) == pytest.approx(slow_spearman(one, other))
    assert rank_correlation(one, np.exp(one)) == pytest.approx(1.0)
    assert rank_correlation(one, -one) == pytest.approx(-1.0)
    assert rank_correlation(one, np.ones(20)) is None
