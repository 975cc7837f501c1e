"""Algorithm 1 of the paper: Neural Graph Evolution.

``evolve`` decides; its caller trains species, saves, shows and stops. Baselines are other
settings of the same loop, see ``methods``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from nge.evolution.screening import Measure
from nge.evolution.search import History, Recall, Search
from nge.evolution.species import Generation

Train = Callable[[Generation], Generation]
"""Trains and scores all species of a generation."""


def evolve(
    generation: Generation,
    search: Search,
    train: Train,
    measure: Measure,
    recall: Recall,
    history: History,
) -> Iterator[Generation]:
    """Yield ``generation`` once trained, then each generation that follows it."""
    while True:
        generation = train(generation)  # lines 3-6: train each species, evaluate its fitness
        yield generation
        history = after(history, generation, search)
        generation = next_generation(generation, search, measure, recall, history)


def first_generation(search: Search) -> Generation:
    """Line 1: N random species, or N of a body that was given."""
    return search.generation(0, (), search.starters(0))


def next_generation(
    generation: Generation, search: Search, measure: Measure, recall: Recall, history: History
) -> Generation:
    """Lines 7-9: from a trained generation to the next."""
    number = generation.number + 1
    if search.stands_still(generation):  # ours: begin anew with other bodies
        return search.generation(number, (), search.starters(number), generation.born_so_far)
    survivors = search.survivors(generation, history, recall)  # line 7: remove the worst K
    candidates = search.mutants(survivors, number)  # lines 8-9: mutate, prune by the surrogate
    children = search.pruned(candidates, history, number, search.places(survivors, generation))
    if search.screens(survivors):  # ours: a survivor becomes its best measured mutant
        children = search.screened(survivors, number, measure).followed_by(children)
    bests = (*generation.bests, generation.best.fitness)
    return search.generation(number, survivors, children, generation.born_so_far, bests)


def after(history: History, generation: Generation, search: Search) -> History:
    """Return the history with a trained generation; scores before a reset no longer compare."""
    scored = {one.id: replace(one, train_state=None) for one in generation.species}
    return scored if search.resets(generation.number) else {**history, **scored}
