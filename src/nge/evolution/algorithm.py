"""Algorithm 1 of the paper: Neural Graph Evolution.

A strategy decides, its caller trains: it is asked for species to train and told their scores.
``NeuralGraphEvolution`` is Algorithm 1; baselines are other settings of it, see ``methods``. A
strategy of one's own is a class with the same three methods, named by a ``Method``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from nge.evolution.screening import Measure
from nge.evolution.search import Children, Recall, Search
from nge.evolution.species import Generation, Species

Train = Callable[[Generation], Generation]
"""Trains and scores all species of a generation."""


class Strategy(Protocol):
    """Decides which species are trained next, and for how many updates.

    A run is resumed by replay: a new strategy is told every generation on record, in order, with
    species and scores; what else a generation says, as its numbers of updates, is not on record.
    What it asks for must follow from that, so random numbers are to be seeded by the generation.
    Only the last generation told has train states; ``recall`` returns those of species that are
    gone as far as the run keeps them: of ancestors of the living, of those that once were the best,
    and of those that ``Generation.kept`` names.
    """

    def __init__(self, search: Search, measure: Measure, recall: Recall) -> None:
        """Decide for a search; ``measure`` tries bodies out with given controllers."""

    def ask(self) -> Generation:
        """Return the species to train next."""

    def tell(self, generation: Generation) -> None:
        """Take in what was asked for, with scores."""


def evolve(strategy: Strategy, train: Train) -> Iterator[Generation]:
    """Yield one trained generation after the other."""
    while True:
        generation = train(strategy.ask())
        strategy.tell(generation)
        yield generation


class NeuralGraphEvolution:
    """Algorithm 1, with races and screening where the plan has them."""

    def __init__(self, search: Search, measure: Measure, recall: Recall) -> None:
        """Begin a search."""
        self._search, self._measure, self._recall = search, measure, recall
        self._last: Generation | None = None
        self._history: dict[int, Species] = {}  # every species as it was last scored
        self._races: list[list[float]] = []  # best fitness of each generation of each race
        self._best: Species | None = None  # of all that were ever told

    def tell(self, generation: Generation) -> None:
        """Lines 3-6 are done: every species is trained and has a fitness."""
        if self._search.resets(generation.number):
            self._history, self._best = {}, None  # scores before a reset no longer compare
        if not self._races or self._search.begins_race(generation):
            skipped = self._search.plan.population.age_with(len(generation.species))
            self._races.append([-math.inf] * skipped)  # a smaller race begins further on
        self._history |= {one.id: replace(one, train_state=None) for one in generation.species}
        self._races[-1].append(generation.best.fitness)
        if self._best is None or generation.best.fitness > self._best.fitness:
            self._best = replace(generation.best, train_state=None)
        self._last = generation

    def ask(self) -> Generation:
        """Return the first generation, or lines 7-9: that which follows the last."""
        search, last = self._search, self._last
        number, born = (last.number + 1, last.born_so_far) if last else (0, 0)
        population = search.plan.population
        if last is None or search.gives_up(self._races):
            starters = self._starters(number)
            age = population.age_with(len(starters.admitted))
            return search.generation(number, (), starters, population.updates_of(age), born)
        age = len(self._races[-1])
        survivors = search.survivors(last, age, self._history, self._recall)  # line 7: remove K
        candidates = search.mutants(survivors, number)  # lines 8-9: mutate, prune by the surrogate
        places = search.places(survivors, age)
        children = search.pruned(candidates, self._history, number, places)
        if search.screens(survivors):  # ours: a survivor becomes its best measured mutant
            children = search.screened(survivors, number, self._measure).followed_by(children)
        return search.generation(number, survivors, children, population.updates_of(age), born)

    def _starters(self, number: int) -> Children:
        """Return line 1, N random species; or, if that race stood still, copies of the best."""
        kind = self._search.plan.population.new_race
        again = kind == "best" or (kind == "both" and len(self._races) % 2 == 1)
        if self._best is not None and again:
            return self._search.copies(self._best)
        return self._search.starters(number)


class TrainOnly:
    """Asks for given species once: a run without a search."""

    def __init__(self, given: Generation) -> None:
        """Name them."""
        self._given = given

    def ask(self) -> Generation:
        """Return them."""
        return self._given

    def tell(self, generation: Generation) -> None:
        """Nothing follows."""
