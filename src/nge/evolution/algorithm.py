"""Algorithm 1 of the paper: Neural Graph Evolution.

``evolve`` decides; its caller trains species, saves, shows and stops. Baselines are other
settings of the same loop, see ``methods``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from nge.body.graph import BodyGraph
from nge.evolution.screening import Measure
from nge.evolution.search import Search
from nge.evolution.species import Generation

History = Mapping[int, tuple[BodyGraph, float]]
"""Every species ever scored, by id: its body and its last fitness."""
Train = Callable[[Generation], Generation]
"""Trains and scores all species of a generation."""


def evolve(
    generation: Generation, search: Search, train: Train, measure: Measure, history: History
) -> Iterator[Generation]:
    """Yield ``generation`` once trained, then each generation that follows it."""
    while True:
        generation = train(generation)  # lines 3-6: train each species, evaluate its fitness
        yield generation
        history = after(history, generation, search)
        generation = next_generation(generation, search, measure, history)


def first_generation(search: Search) -> Generation:
    """Line 1: N random species, or N of a body that was given."""
    return search.generation(0, (), search.starters())


def next_generation(
    generation: Generation, search: Search, measure: Measure, history: History
) -> Generation:
    """Lines 7-9: from a trained generation to the next."""
    number = generation.number + 1
    survivors = search.survivors(generation)  # line 7: remove the worst K
    candidates = search.mutants(survivors, number)  # lines 8-9: mutate, prune by the surrogate
    children = search.pruned(candidates, history, number, search.places(survivors, number))
    if search.screens(survivors):  # ours: a survivor becomes its best measured mutant
        children = search.screened(survivors, number, measure).followed_by(children)
    return search.generation(number, survivors, children, generation.born_so_far)


def after(history: History, generation: Generation, search: Search) -> History:
    """Return the history with a trained generation; scores before a reset no longer compare."""
    scores = {species.id: (species.body, species.fitness) for species in generation.species}
    return scores if search.resets(generation.number) else {**history, **scores}
