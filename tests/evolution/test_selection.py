"""Who stays: the limits on families and on age, which are off unless asked for."""

from dataclasses import replace

import numpy as np

from nge.evolution.selection import PopulationSettings, survivors
from nge.evolution.species import FAILED, Generation, Score, Species
from tests.evolution.helpers import configured, fish_of

CHAIN, STAR, SHORT = fish_of(0, 1), fish_of(0, 0), fish_of(0)


def generation(*species: tuple, number: int = 10) -> Generation:
    """Return species given as (body, fitness) or (body, fitness, born), ids in order."""
    made = [
        Species(id_, body, born=born[0] if born else number, score=Score(fitness=fitness))
        for id_, (body, fitness, *born) in enumerate(species)
    ]
    return Generation(number, tuple(made), len(made))


def staying(found: Generation, removed: int = 1, **settings) -> list[int]:
    size = len(found.species)
    rules = PopulationSettings(size=size, elimination_rate=removed / size, **settings)
    assert rules.survivors_of(found.number + 1) == size - removed
    return [one.id for one in survivors(found, rules, found.number + 1)]


def test_the_worst_go_and_the_others_stay_in_the_order_of_their_ids():
    found = generation((CHAIN, 3.0), (CHAIN, 1.0), (CHAIN, 2.0), (CHAIN, 5.0))

    assert staying(found, 1) == [0, 2, 3]
    assert staying(found, 2) == [0, 3]
    assert staying(found, 3) == [3]


def test_of_equals_the_older_stays():
    found = generation((CHAIN, 1.0), (CHAIN, 1.0), (CHAIN, 1.0))

    assert staying(found) == [0, 1]


def test_those_who_failed_never_stay():
    found = generation((CHAIN, FAILED), (CHAIN, 1.0), (CHAIN, FAILED), (CHAIN, -1e9))

    assert staying(found) == [1, 3]


def test_k_is_rounded_and_at_least_one_and_somebody_stays():
    def removed(size, rate):
        return size - PopulationSettings(size=size, elimination_rate=rate).survivors_of(1)

    assert removed(64, 0.20) == 13
    assert removed(64, 0.15) == 10
    assert removed(2, 0.01) == 1
    assert removed(2, 0.99) == 1
    assert PopulationSettings(size=5, new_bodies="random").survivors_of(1) == 0
    assert PopulationSettings(size=5, new_bodies="none").survivors_of(1) == 5


def test_a_limit_on_families_lets_the_best_of_others_stay():
    found = generation((CHAIN, 9.0), (CHAIN, 8.0), (CHAIN, 7.0), (STAR, 2.0), (SHORT, 1.0))

    assert staying(found, 2) == [0, 1, 2]
    assert staying(found, 2, topology_share=0.2) == [0, 3, 4]
    assert staying(found, 2, topology_share=0.4) == [0, 1, 3]


def test_rather_one_too_many_of_a_family_than_a_place_left_empty():
    found = generation((CHAIN, 9.0), (CHAIN, 8.0), (CHAIN, 7.0), (STAR, 2.0))

    assert staying(found, 1, topology_share=0.25) == [0, 1, 3]


def test_the_old_make_room_unless_they_are_the_best():
    found = generation((CHAIN, 9.0, 0), (CHAIN, 8.0, 5), (CHAIN, 7.0, 6), (STAR, 2.0, 9))

    assert staying(found) == [0, 1, 2]
    assert staying(found, oldest=5) == [0, 2, 3]
    assert staying(found, oldest=6) == [0, 1, 2]


def test_by_default_and_in_the_papers_preset_there_are_no_such_limits():
    for rules in (PopulationSettings(), configured("nge", "paper").population):
        assert rules.topology_share == 1.0
        assert rules.oldest is None

    rng = np.random.default_rng(0)
    for _ in range(20):
        found = generation(*((CHAIN, rng.standard_normal(), 0) for _ in range(64)), number=999)
        rules = PopulationSettings()
        slow = sorted(found.species, key=lambda one: -one.fitness)[: 64 - 13]
        staying = survivors(found, rules, found.number + 1)
        assert {one.id for one in staying} == {one.id for one in slow}


def test_survivors_are_who_they_were():
    found = generation((CHAIN, 3.0), (STAR, 1.0))
    [one] = survivors(found, PopulationSettings(size=2, elimination_rate=0.5), 1)

    assert one is found.species[0]
    assert replace(one) == one
