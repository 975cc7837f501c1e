"""Algorithm 1 on fitness functions whose optimum is known, without physics or learning."""

from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest

from nge.body.mutate import MutationTable
from nge.errors import BodyError, PhysicsError, RunError
from nge.evolution import search as module
from nge.evolution import selection
from nge.evolution.algorithm import NeuralGraphEvolution
from nge.evolution.plan import Plan
from nge.evolution.search import Search
from nge.evolution.search_settings import InheritanceSettings
from nge.evolution.species import FAILED
from nge.nets import weights
from nge.tasks.bodies import find_body
from tests.evolution.helpers import (
    GUESSING,
    first_generation,
    fish_of,
    measured_by,
    no_recall,
    parts,
    plan_of,
    toy,
    toy_evolution,
    toy_plan,
)

pytestmark = pytest.mark.usefixtures("quick")


def generations(plan: Plan, fitness=parts, count=10, given=None):
    """Return so many generations of a search by a toy fitness."""
    return list(islice(toy_evolution(Search(plan, given), fitness), count))


def alive(generation):
    return {species.id for species in generation.species}


def parents_of(generation):
    return {one.parent for one in generation.species if one.born == generation.number}


# --- it finds what there is to find -------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_the_largest_body_and_keeps_it(seed):
    plan = toy_plan(seed=seed)

    found = generations(plan, count=30)

    best = [generation.best.fitness for generation in found]
    assert best[-1] == plan.space.max_parts
    assert best == sorted(best)
    assert best[0] < best[-1]


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_an_attribute_by_attribute_mutations_alone(seed):
    plan = toy_plan(mutation=MutationTable().keeping_tree(), seed=seed)
    length = Search(plan).space.kind.limb[4]

    def nearness(species):
        shares = [(p.attributes[4] - length.low) / length.span for p in species.body.parts[1:]]
        return -max(abs(share - 0.7) for share in shares)

    found = generations(plan, nearness, count=60)

    assert found[0].best.fitness < -0.05
    assert found[-1].best.fitness > -0.03
    assert {len(one.body) for one in found[-1].species} <= {
        len(one.body) for one in found[0].species
    }


def test_fine_tuning_begins_with_the_given_body_everywhere():
    given = find_body("hopper")

    first, second = generations(
        toy_plan(mutation=MutationTable().keeping_tree()), count=2, given=given
    )

    assert {one.body.digest for one in first.species} == {given.digest}
    assert {one.operator for one in first.species} == {"given"}
    assert {one.body.topology for one in second.species} == {given.topology}
    assert len({one.body.digest for one in second.species}) > 1


def test_fine_tuning_begins_again_with_the_given_body_where_everyone_failed():
    given = find_body("hopper")

    def failing_at_first(species):
        return FAILED if species.born == 0 else 1.0

    _, second = generations(
        toy_plan(mutation=MutationTable().keeping_tree()), failing_at_first, count=2, given=given
    )

    assert {one.body.topology for one in second.species} == {given.topology}


# --- the rules of every generation --------------------------------------------------------


@pytest.fixture
def some():
    """Twenty generations of twelve species, a third of whose newborn fail."""
    rng = np.random.default_rng(0)
    luck = {}

    def fitness(species):
        value = luck.setdefault(species.id, rng.standard_normal())
        return FAILED if value < -0.4 else value

    return generations(toy_plan(), fitness, count=20)


def test_every_generation_has_exactly_n_species(some):
    assert [len(generation.species) for generation in some] == [12] * 20
    assert [len(alive(generation)) for generation in some] == [12] * 20


def test_ids_are_given_once_in_the_order_of_birth(some):
    births = [s.id for g in some for s in g.species if s.born == g.number]

    assert births == list(range(some[-1].born_so_far))


def test_parents_were_alive_and_are_still_when_their_children_live(some):
    for before, generation in pairwise(some):
        assert parents_of(generation) <= alive(before) & alive(generation)


def test_the_worst_k_are_removed_and_all_who_failed(some):
    replaced = []
    for before, generation in pairwise(some):
        failed = {one.id for one in before.species if one.failed}
        worst = {one.id for one in sorted(before.species, key=lambda one: one.fitness)[:3]}
        gone = alive(before) - alive(generation)
        assert gone == worst | failed
        replaced.append(len(gone))

    assert min(replaced) == 3  # K
    assert max(replaced) > 3


def test_where_everyone_failed_new_random_bodies_take_over():
    def failing_at_first(species):
        return FAILED if species.born == 0 else 1.0

    first, second = generations(toy_plan(), failing_at_first, count=2)

    assert not alive(first) & alive(second)
    assert {one.operator for one in second.species} == {"random"}
    assert parents_of(second) == {None}


def test_the_same_seed_gives_the_same_search_and_another_one_another():
    def bodies(seed):
        return [
            (one.id, one.parent, one.body.digest, weights.digest(one.train_state))
            for generation in generations(toy_plan(seed=seed), count=4)
            for one in generation.species
        ]

    assert bodies(0) == bodies(0)
    assert bodies(0) != bodies(1)


# --- updates --------------------------------------------------------------------------------


def test_a_generation_gives_all_species_one_number_of_updates_or_each_its_own():
    search = Search(toy_plan())
    parents = first_generation(search).species[:2]

    def generation(updates):
        children = search.pruned(search.mutants(parents, 1), {}, 1, places=2)
        return search.generation(1, parents, children, updates, born_so_far=12)

    same, own = generation(7), generation(lambda one: np.int64(9 if one.born else 3 + one.id))

    assert [job.updates for job in search.jobs(same)] == [7, 7, 7, 7]
    assert {job.id: job.updates for job in search.jobs(own)} == {0: 3, 1: 4, 12: 9, 13: 9}
    assert {type(job.updates) for job in search.jobs(own)} == {int}  # as the record needs it


def test_a_species_that_is_to_make_no_update_is_named():
    search = Search(toy_plan())
    asked = search.generation(0, (), search.starters(0), lambda one: 2 - one.id)

    with pytest.raises(RunError, match="species 2 of generation 0 is to make 0 updates; a strat"):
        search.jobs(asked)
    with pytest.raises(RunError, match="species 0 of generation 0 is to make 0 updates"):
        search.jobs(replace(asked, updates={}))


# --- candidates -----------------------------------------------------------------------------


def test_candidates_are_mutants_of_survivors_drawn_uniformly():
    search = Search(toy_plan())
    survivors = toy(parts)(first_generation(search)).species[:4]

    drawn = list(islice(search.mutants(survivors, 1), 4000))

    counts = Counter(candidate.parent.id for candidate in drawn)
    assert counts.keys() == {one.id for one in survivors}
    assert max(abs(count - 1000) for count in counts.values()) < 5 * np.sqrt(750)


def test_so_many_candidates_are_proposed_as_are_asked_for():
    plan = toy_plan(surrogate=GUESSING.model_copy(update={"candidates": 40}))

    without, with_choice = generations(toy_plan(), count=2)[1], generations(plan, count=2)[1]

    assert sum(with_choice.proposals.proposed.values()) == 40
    assert sum(with_choice.proposals.admitted.values()) == 3
    assert sum(without.proposals.proposed.values()) == 3
    assert all(one.predicted is not None for one in with_choice.species if one.born == 1)


def test_the_surrogate_is_told_of_every_species_ever_scored(monkeypatch):
    told = []

    def nosy(bodies, scored, *rest):
        told.append(dict(enumerate(scored)))
        return choose(bodies, scored, *rest)

    choose = module.choose
    monkeypatch.setattr(module, "choose", nosy)

    found = generations(toy_plan(), count=6)

    assert [len(known) for known in told] == [12, 15, 18, 21, 24]
    everyone = {one.id: one for generation in found[:-1] for one in generation.species}
    for known in told[-1].items():
        index, (body, fitness) = known
        assert (body.digest, fitness) == (everyone[index].body.digest, len(everyone[index].body))


def test_random_graph_search_keeps_nobody():
    plan = toy_plan(population={"new_bodies": "random"})

    found = generations(plan, count=4)

    assert found[-1].born_so_far == 4 * 12
    assert all(one.born == generation.number for generation in found for one in generation.species)
    assert {one.operator for generation in found for one in generation.species} == {"random"}


# --- resetting ------------------------------------------------------------------------------


def test_a_reset_gives_everyone_new_controllers_and_forgets_earlier_scores():
    plan = toy_plan(inheritance=InheritanceSettings(reset_every=3))
    strategy, seen = NeuralGraphEvolution(Search(plan), measured_by(parts), no_recall), []

    for _ in range(7):
        generation = toy(parts)(strategy.ask())
        strategy.tell(generation)
        seen.append((generation, dict(strategy._history)))

    def learned(generation):
        return {one.id: weights.digest(one.train_state) for one in generation.species}

    for (before, _), (now, known) in pairwise(seen):
        stayed = learned(before).keys() & learned(now).keys()
        kept = {id_ for id_ in stayed if learned(before)[id_] == learned(now)[id_]}
        reset = now.number in (3, 6)
        assert kept == (set() if reset else stayed)
        assert any(one.inherited for one in now.species if one.born == now.number) != reset
        if reset:
            assert known.keys() == alive(now)
            assert len(set(learned(now).values())) == 12
    assert len(seen[2][1]) == 12 + 3 + 3
    assert len(seen[4][1]) == 12 + 3


def test_nothing_is_reset_by_default():
    assert not any(InheritanceSettings().resets(number) for number in range(1000))
    assert not any(Search(plan_of()).resets(number) for number in range(1000))


def test_bodies_that_cannot_be_simulated_are_passed_over(monkeypatch):
    unfit = selection.unfit

    def picky(body, task):
        return "has an even number of parts" if len(body) % 2 == 0 else unfit(body, task)

    monkeypatch.setattr(selection, "unfit", picky)

    found = generations(toy_plan(), count=5)

    assert {len(one.body) % 2 for one in found[-1].species} == {1}
    assert found[0].proposals.refused["has an even number of parts"] > 0
    for generation in found:
        counted = generation.proposals
        assert sum(counted.proposed.values()) == (
            sum(counted.admitted.values()) + sum(counted.refused.values())
        )


def test_a_search_in_which_nothing_can_be_simulated_says_why(monkeypatch):
    monkeypatch.setattr(selection, "unfit", lambda body, task: "too ugly")

    with pytest.raises(PhysicsError, match=r"only 0 of 1201 new bodies .* 12 are needed.*too ugly"):
        first_generation(Search(toy_plan()))


def test_a_given_body_must_lie_in_the_space():
    with pytest.raises(BodyError, match="made of fins; give a body of limbs"):
        first_generation(Search(toy_plan(), fish_of(0)))
