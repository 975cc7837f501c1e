"""Races and screening: who is measured, who is replaced, and what a measurement is."""

from itertools import islice, pairwise

import jax
import numpy as np
import pytest

from nge.body.mutate import tune
from nge.body.space import SpaceSettings
from nge.evolution import selection
from nge.evolution.algorithm import NeuralGraphEvolution, evolve
from nge.evolution.plan import Plan
from nge.evolution.screening import (
    Measurement,
    Screened,
    Trial,
    TrialConfig,
    measure,
)
from nge.evolution.search import Search
from nge.evolution.search_settings import ScreeningSettings
from nge.evolution.selection import PopulationSettings
from nge.evolution.species import FAILED, RELEARN, Score, Species
from nge.rl.evaluation import evaluate
from nge.tasks.registry import task_named
from tests.evolution.helpers import (
    FOUR_PARTS,
    configured,
    measured_by,
    parts,
    plan_of,
    toy_evolution,
    toy_plan,
)

RACE = {"race": True, "last": 2, "elimination_every": 3}
SCREENING = ScreeningSettings(candidates=4, rounds=2, best=2, steps=30)


def raced(fitness=parts, count=8, measure=None, **changes) -> list:
    plan = toy_plan(size=9, population=RACE, screening=SCREENING, **changes)
    search = Search(plan)
    told = measure or measured_by(fitness)
    return list(islice(toy_evolution(search, fitness, told), count))


# --- races ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_a_race_keeps_the_better_half_until_few_are_left():
    found = raced()

    assert [len(generation.species) for generation in found] == [9, 5, 3, 2, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("size", "sizes"),
    [(32, [32, 22, 8, 3, 1, 1]), (16, [16, 11, 4, 2, 1, 1]), (2, [2, 1, 1, 1, 1, 1])],
)
def test_the_default_race_judges_carefully_at_first(size, sizes):
    rules = configured("nge", "standard").plan.population
    population = rules.model_copy(update={"size": size})

    assert [population.size_of(n) for n in range(6)] == sizes
    assert population.race_generations == sizes.index(1)


def test_lives_get_longer_with_every_halving_but_the_first():
    halving = PopulationSettings(size=32, race=True, last=1, growth=2.0, updates=10)

    assert [halving.size_of(n) for n in range(8)] == [32, 16, 8, 4, 2, 1, 1, 1]
    assert [halving.updates_of(n) for n in range(8)] == [10, 10, 20, 40, 80, 160, 160, 160]


def test_without_a_race_all_generations_are_alike():
    same = PopulationSettings(size=12, updates=7, growth=2.0, last=3)

    assert {same.size_of(n) for n in range(100)} == {12}
    assert {same.updates_of(n) for n in range(100)} == {7}


@pytest.mark.parametrize("method", ["halving", "random"])
@pytest.mark.usefixtures("quick")
def test_baselines_of_random_bodies_train_what_they_drew_and_nothing_else(method):
    settings = configured(method, "quick")
    plan = plan_of(population=settings.population, mutation=settings.mutation)
    search = Search(plan)

    found = list(islice(toy_evolution(search, parts), 6))

    assert found[-1].born_so_far == 16
    for before, after in pairwise(found):
        assert {one.id for one in after.species} <= {one.id for one in before.species}
    sizes = [len(generation.species) for generation in found]
    assert sizes == ([16, 8, 4, 2, 1, 1] if method == "halving" else [16] * 6)


# --- screening --------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_a_species_becomes_its_best_mutant_where_one_does_better():
    for before, generation in pairwise(raced(count=3)):
        ranked = sorted(before.species, key=lambda one: (-one.fitness, one.id))
        stayed = {one.id: one for one in ranked[: len(generation.species)]}
        lines = [one.id if one.id in stayed else one.parent for one in generation.species]

        assert sorted(lines) == sorted(stayed)
        for one in generation.species:
            if one.born == generation.number:
                parent = stayed[one.parent]
                assert len(one.body) > len(parent.body)
                assert one.inherited
                assert one.predicted == pytest.approx(len(one.body) * 500 / 30)  # hopper


@pytest.mark.usefixtures("quick")
def test_a_species_stays_as_it_is_where_no_mutant_does_better():
    found = raced(count=4, measure=lambda trials, _: [Measurement(1.0, 5) for _ in trials])

    assert all(one.born == 0 for one in found[2].species)
    assert {one.id for one in found[2].species} <= {one.id for one in found[0].species}


@pytest.mark.usefixtures("quick")
def test_a_generation_that_is_too_wide_trains_its_bodies_as_they_are():
    few = SCREENING.model_copy(update={"species": 3})
    plan = toy_plan(size=9, population=RACE, screening=few)
    search = Search(plan)

    found = list(islice(toy_evolution(search, parts), 3))

    assert [generation.proposals.screening_steps > 0 for generation in found] == [
        False,
        False,
        True,
    ]
    assert [plan.screening_steps_of(number) > 0 for number in range(3)] == [False, False, True]


@pytest.mark.usefixtures("quick")
def test_confirmations_take_luck_out_of_the_choice():
    settings = SCREENING.model_copy(update={"confirmations": 3})
    chosen = {}

    def lucky(trials, config):
        # From the first pose more parts seem better; on average over others fewer are.
        sign = 1 if config.poses == 1 else -1
        chosen.setdefault(config.poses, []).append(config.seed)
        return [Measurement(sign * len(t.body), 5 * config.poses) for t in trials]

    search = Search(toy_plan(size=9, population=RACE, screening=settings))
    first, second = islice(toy_evolution(search, parts, lucky), 2)

    assert {one.id for one in second.species} <= {one.id for one in first.species}
    assert chosen.keys() == {1, 3}
    assert set(chosen[1]).isdisjoint(chosen[3])
    per_species = 5 * settings.measurements(len(second.species))
    assert second.proposals.screening_steps == per_species * len(second.species)


@pytest.mark.usefixtures("quick")
def test_bodies_that_blow_up_are_never_chosen():
    def blowing(trials, _):
        return [Measurement() if len(t.body) > 3 else Measurement(len(t.body), 5) for t in trials]

    found = raced(count=6, measure=blowing, fitness=lambda species: -len(species.body))

    born = [one for g in found for one in g.species if one.born == g.number > 0]
    replaced = [one for one in born if one.operator == "tune"]
    assert all(len(one.body) <= 3 for one in replaced)


@pytest.mark.usefixtures("quick")
def test_places_of_the_eliminated_go_to_mutants_as_without_screening():
    found = raced(lambda species: float(species.id))

    before, generation = found[5], found[6]  # one of two is eliminated in every third generation
    stays = before.best
    first, *others = generation.species
    assert first.id == stays.id or first.parent == stays.id
    assert [one.parent for one in others] == [stays.id] * (len(before.species) - 1)
    assert generation.proposals.admitted.keys() == {
        one.operator for one in generation.species if one.born == 6
    }


@pytest.mark.usefixtures("quick")
def test_a_child_that_falls_short_makes_way_for_its_parent():
    def fitness(species):  # screening likes more parts; training likes only every third child
        return parts(species) if species.born == 0 or species.id % 3 == 0 else -1.0

    settings = SCREENING.model_copy(update={"tolerance": 2.0})
    race = RACE | {"elimination_every": None, "last": 1}
    search = Search(toy_plan(size=2, population=race, screening=settings))
    told = measured_by(parts)
    found = islice(toy_evolution(search, fitness, told), 12)

    line = [generation.best for generation in found]
    back = [(child, then) for child, then in pairwise(line) if child.fitness < 0]
    assert back
    for child, then in back:
        earlier = line[: line.index(child)]
        [returned] = [one.fitness for one in earlier if one.id in (then.id, then.parent)][-1:]
        assert returned == max(one.fitness for one in earlier) > 0


@pytest.mark.usefixtures("quick")
def test_a_line_that_drifts_goes_back_to_its_best_with_the_weights_it_had():
    def fitness(species):  # ever worse from the third child on, by less than is tolerated at once
        return 10.0 - 0.5 * abs(species.id - 4)

    settings = SCREENING.model_copy(update={"tolerance": 2.0})
    race = RACE | {"elimination_every": None, "last": 1}
    search = Search(toy_plan(size=2, population=race, screening=settings))

    def train(generation):
        train_states.update({one.id: one.train_state for one in generation.species})
        scores = [Score(fitness(one), spread=0.5, episodes=1) for one in generation.species]
        states = [one.train_state for one in generation.species]
        return generation.trained(zip(states, scores, strict=True))

    train_states: dict = {}
    recalled = []

    def recall(species):
        recalled.append(species)
        return train_states[species]

    strategy = NeuralGraphEvolution(search, always_better, recall)
    found = list(islice(evolve(strategy, train), 12))

    assert set(recalled) == {4}
    line = [generation.best for generation in found]
    line = line[[one.id for one in line].index(4) :]
    for one, then in pairwise(line):
        assert (then.parent == 4) == (one.id == 4 or one.fitness < 10.0 - 2 * 0.5 * np.sqrt(2))


def always_better(trials, config):
    """Measure every body as better than those before, so that a child follows every species."""
    return [Measurement(float(place), 1) for place, _ in enumerate(trials)]


def test_standing_still_is_no_rise_of_the_best_in_so_many_generations():
    rules = PopulationSettings(size=4, race=True, last=1, patience=3, progress=0.1)
    race = (-900.0, -500.0)  # four species, then two

    def still(*bests):
        return selection.gives_up([(*race, *bests)], rules)

    assert rules.race_generations == 2
    assert still(100.0, 101.0, 100.0, 109.0)
    assert not still(100.0, 101.0, 100.0, 111.0)
    assert not still(100.0, 101.0, 109.0)  # too early
    assert still(100.0, 50.0, 60.0, 70.0)
    assert still(-100.0, -99.0, -95.0, -91.0)
    assert not still(-100.0, -99.0, -95.0, -89.0)
    assert not still(100.0, 120.0, 119.0, 115.0)
    long = [*np.linspace(0.0, 100.0, 18), *[105.0] * 9]  # 29 generations with the race
    assert not still(*long)
    assert still(*long, *[105.0] * 11)  # 40: half of them passed without progress
    never = rules.model_copy(update={"patience": None})
    assert not selection.gives_up([(*race, *[1.0] * 100)], never)


def test_a_race_a_fifth_behind_the_best_one_before_is_given_up_after_four_generations():
    rules = PopulationSettings(size=4, race=True, last=1, patience=30)
    best = [0.0, 1.0, *np.arange(10.0, 40.0)]
    poor = [0.0, 5.0, *[7.0] * 20]

    def behind(*bests, before=(best, poor)):
        return selection.gives_up([*before, bests], rules)

    assert behind(0.0, 1.0, 9.0, 9.0, 9.0, 10.3)  # the best had 13 then
    assert not behind(0.0, 1.0, 9.0, 9.0, 9.0, 10.5)
    assert not behind(0.0, 1.0, 30.0, 9.0, 9.0, 10.3)  # it is its best so far that counts
    assert not behind(0.0, 1.0, 9.0, 9.0, 9.0)  # too early
    assert not behind(0.0, 1.0, 9.0, 9.0, 9.0, 10.3, before=())
    assert not behind(-np.inf, 1.0, 9.0, 9.0, 9.0, 10.3)  # one of fewer species
    assert behind(-np.inf, 1.0, 9.0, 9.0, 9.0, 10.3, before=([-np.inf, *best[1:]],))


@pytest.mark.usefixtures("quick")
def test_a_race_begins_anew_when_nothing_gets_better():
    race = RACE | {"elimination_every": None, "last": 1, "patience": 3, "new_race": "other"}
    plan = toy_plan(size=4, population=race, screening=SCREENING)

    found = list(islice(toy_evolution(Search(plan), lambda one: 1.0), 14))

    assert [len(one.species) for one in found] == [4, 2, 1, 1, 1, 1, 4, 2, 1, 1, 1, 1, 4, 2]
    anew = found[6]
    assert {one.operator for one in anew.species} == {"random"}
    assert [one.id for one in anew.species] == list(range(anew.species[0].id, anew.born_so_far))
    first = {one.body.digest for one in found[0].species}
    assert not first & {one.body.digest for one in anew.species}
    assert not any(one.inherited for one in anew.species)


@pytest.mark.usefixtures("quick")
def test_a_new_race_begins_with_copies_of_the_best_body_and_new_weights_then_with_other_bodies():
    race = RACE | {"elimination_every": None, "last": 1, "patience": 3, "copies": 3}
    settings = SCREENING.model_copy(update={"tolerance": 0.0})
    search = Search(toy_plan(size=8, population=race, screening=settings))

    found = list(islice(toy_evolution(search, lambda one: 9.0 if one.id == 2 else 1.0), 13))

    assert [len(one.species) for one in found] == [8, 4, 2, 1, 1, 1, 1, 3, 1, 1, 1, 1, 8]
    copies = found[7].species
    assert {(one.operator, one.parent, one.inherited) for one in copies} == {(RELEARN, 2, False)}
    assert {one.body.digest for one in copies} == {found[0].species[2].body.digest}
    one, other, _ = (jax.tree.leaves(one.train_state.agent) for one in copies)
    assert any((a != b).any() for a, b in zip(one, other, strict=True))
    later = {one.id for each in found[8:12] for one in each.species}
    assert 2 not in later  # though it was fitter, with weights that they did not begin with
    assert {one.operator for one in found[12].species} == {"random"}


def test_falling_short_is_judged_by_standard_errors_of_the_difference():
    def scored(fitness, spread, episodes):
        return Species(0, None, score=Score(fitness, spread=spread, episodes=episodes))

    parent = scored(100.0, 30.0, 9)  # with nine other episodes the error is 30 sqrt(2 / 9) = 14.1

    assert not selection.falls_short(scored(72.0, 20.0, 9), parent, 2.0)
    assert selection.falls_short(scored(71.0, 20.0, 9), parent, 2.0)
    assert selection.falls_short(scored(71.0, 500.0, 9), parent, 2.0)  # brittle, not uncertain
    assert not selection.falls_short(scored(71.0, 20.0, 4), parent, 2.0)  # fewer episodes
    assert not selection.falls_short(scored(101.0, 0.0, 1), parent, 0.0)
    assert selection.falls_short(scored(FAILED, 0.0, 0), parent, 1e9)


@pytest.mark.usefixtures("quick")
def test_every_measurement_is_charged():
    spent = []

    def measure(trials, config):
        spent.append(len(trials))
        return [Measurement(0.0, 7) for _ in trials]

    found = raced(count=5, measure=measure)

    charged = [generation.proposals.screening_steps for generation in found]
    assert charged[0] == 0
    assert sum(charged) == 7 * sum(spent)
    assert spent[:2] == [5 * (4 + 1), 5 * 4]  # with their own bodies in the first round


@pytest.mark.usefixtures("quick")
def test_the_measurement_of_a_later_round_is_of_mutants_of_the_best():
    seen = []

    def measure(trials, config):
        seen.append([trial.body for trial in trials])
        return [Measurement(float(len(trial.body)), 1) for trial in trials]

    raced(count=2, measure=measure)

    first, second = seen
    best = max(map(len, first))
    assert max(map(len, second)) > best


def test_of_equal_bodies_the_older_stays_ahead():
    known = Screened((("old", ""),)).with_measured([("old", ""), ("new", "tune")], [1.0, 1.0], 2)

    assert known.bodies == (("old", ""), ("new", "tune"))
    assert known.with_measured([("newer", "tune")], [1.0], 1).bodies == (("old", ""),)


# --- measuring ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trials() -> list[Trial]:
    """Mutants of two species, of several padded sizes."""
    plan = plan_of("hopper", space=FOUR_PARTS)
    search = Search(plan)
    rng = np.random.default_rng(0)
    train_states = [
        search._new_train_state(0)(Species(i, search.space.random_body(rng))) for i in range(2)
    ]
    bodies = [search.space.random_body(rng) for _ in range(6)]
    return [Trial(i, body, train_states[i % 2]) for i, body in enumerate(bodies)]


CONFIG = TrialConfig(task="hopper", space=FOUR_PARTS, steps=12, seed=5)


def test_a_measurement_is_the_return_of_the_first_steps_of_an_episode(trials):
    task = task_named("hopper")

    for trial, measured in zip(trials, measure(trials, CONFIG), strict=True):
        space = task.space(FOUR_PARTS)
        [whole] = evaluate(task, space, [trial.body], [trial.train_state], 1, CONFIG.seed)
        assert measured.steps == min(12, whole.lengths[0])
        if measured.steps < 12:  # the episode ended by itself
            assert measured.total == whole.returns[0]
        else:
            assert measured.total != whole.returns[0] or whole.lengths[0] == 12


def test_a_measurement_from_several_poses_is_their_mean(trials):
    task, three = task_named("hopper"), CONFIG.model_copy(update={"poses": 3, "steps": 10_000})

    for trial, measured in zip(trials, measure(trials, three), strict=True):
        [done] = evaluate(
            task, task.space(FOUR_PARTS), [trial.body], [trial.train_state], 3, three.seed
        )
        assert measured == (done.returns.mean(), done.lengths.sum())
        assert len(set(done.returns)) == 3


def test_a_measurement_depends_on_nothing_but_its_trial(trials):
    together = measure(trials, CONFIG)

    alone = [measure([trial], CONFIG)[0] for trial in trials]

    assert together == alone
    assert measure(trials[::-1], CONFIG) == together[::-1]


def test_the_same_controller_does_differently_with_another_body(trials):
    plan = Plan(task="hopper", space=FOUR_PARTS)
    space = task_named("hopper").space(plan.space)
    other = tune(trials[0].body, space, np.random.default_rng(1))

    first, second = measure([trials[0], trials[0]._replace(body=other)], CONFIG)

    assert first.total != second.total
    assert FAILED not in (first.total, second.total)


def test_the_torso_is_tuned_where_the_task_leaves_it_open():
    task, rng = task_named("fish"), np.random.default_rng(0)
    open_, fixed = (task.space(SpaceSettings(torso=torso)) for torso in ("evolves", "fixed"))
    body = open_.random_body(rng)

    tuned = {tune(body, open_, rng).parts[0] != body.parts[0] for _ in range(40)}
    kept = {tune(body, fixed, rng).parts[0] != body.parts[0] for _ in range(40)}

    assert tuned == {True, False}
    assert kept == {False}
