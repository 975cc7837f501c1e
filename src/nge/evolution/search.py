"""A search: a plan bound to its task, with every step that Algorithm 1 is made of.

Each step draws from a random stream of its own, named by the run's seed, its purpose and the
generation, so a search can be taken up at any generation and go on as it would have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, repeat
from typing import NamedTuple

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.control.agent import Learner, new_learner
from nge.evolution import inheritance, selection
from nge.evolution.life import Life, Terms
from nge.evolution.plan import Plan
from nge.evolution.selection import Candidate
from nge.evolution.species import Generation, Proposals, Species
from nge.evolution.surrogate import choose
from nge.randomness import generator, stream_seed
from nge.tasks.registry import task_named
from nge.tasks.task import Task


class Children(NamedTuple):
    """Candidates that were admitted, and how they were found."""

    admitted: Sequence[Candidate]
    proposals: Proposals


@dataclass(frozen=True)
class Search:
    """A plan and, for fine-tuning, the body to begin with."""

    plan: Plan
    given: BodyGraph | None = None

    @cached_property
    def task(self) -> Task:
        """What robots are asked to do."""
        return task_named(self.plan.task)

    @cached_property
    def space(self) -> DesignSpace:
        """The bodies that may be tried."""
        return self.task.space(self.plan.space)

    # --- the steps of Algorithm 1 -----------------------------------------------------------

    def starters(self) -> Children:
        """Return N random bodies, or N times the given one."""
        bodies = self._newcomers(self._random("first bodies", 0))
        return self._admitted([], bodies, self.plan.population.size)

    def survivors(self, generation: Generation) -> tuple[Species, ...]:
        """Return those that stay."""
        return selection.survivors(generation, self.plan.population)

    def mutants(self, survivors: Sequence[Species], number: int) -> Iterator[Candidate]:
        """Propose mutants of survivors, or bodies as in the beginning where nothing survives."""
        rng = self._random("mutation", number)
        if not survivors:
            return self._newcomers(rng)
        return selection.mutants(survivors, self.space, self.plan.mutation, rng)

    def pruned(
        self,
        candidates: Iterator[Candidate],
        history: Mapping[int, tuple[BodyGraph, float]],
        number: int,
        places: int,
    ) -> Children:
        """Keep the candidates that the surrogate draw likes best and that can be simulated."""
        settings = self.plan.surrogate
        count = places if settings.acquisition == "none" else max(places, settings.candidates)
        proposed = list(islice(candidates, count))
        seed = stream_seed(self.plan.seed, "surrogate", number)
        bodies = [candidate.body for candidate in proposed]
        choice = choose(bodies, list(history.values()), self.space, settings, seed)
        ranked = [
            replace(proposed[i], predicted=choice.predicted[i] if choice.predicted else None)
            for i in choice.order
        ]
        return self._admitted(ranked, candidates, places)

    def generation(
        self, number: int, survivors: Sequence[Species], children: Children, born_so_far: int = 0
    ) -> Generation:
        """Put survivors and children together, each with the weights that it begins with."""
        parents = {species.id: species for species in survivors}
        born = [
            Species(
                id=born_so_far + place,
                body=child.body,
                born=number,
                parent=child.parent.id if child.parent else None,
                operator=child.operator,
                added=child.added,
                removed=child.removed,
                changed=child.changed,
                predicted=child.predicted,
            )
            for place, child in enumerate(children.admitted)
        ]
        rules, fresh = self.plan.inheritance, self._fresh(number)
        species = tuple(
            inheritance.begins_with(
                one, None if one.parent is None else parents.get(one.parent), number, rules, fresh
            )
            for one in (*survivors, *born)
        )
        return Generation(number, species, born_so_far + len(born), children.proposals)

    # --- what follows from a plan -----------------------------------------------------------

    def lives(self, generation: Generation) -> list[Life]:
        """Return what has to be lived: plain data, to be done here or anywhere else."""
        rewards = {one.id: one.score.reward for one in generation.species if one.score is not None}
        return [
            Life(one.id, one.body, one.learner, self._expected(one, generation, rewards))
            for one in generation.species
            if one.learner is not None
        ]

    def terms(self, number: int) -> Terms:
        """Return what all lives of a generation have in common."""
        plan = self.plan
        return Terms(
            task=plan.task,
            space=plan.space,
            ppo=plan.ppo,
            fitness=plan.fitness,
            updates=plan.population.updates,
            noise=plan.inheritance.noise,
            seed=stream_seed(plan.seed, "generation", number),
        )

    def resets(self, number: int) -> bool:
        """Tell whether all controllers begin anew with a generation."""
        return self.plan.inheritance.resets(number)

    def _expected(
        self, one: Species, generation: Generation, rewards: Mapping[int, float]
    ) -> float | None:
        """Return the reward below which a child's inherited gait counts as broken."""
        new = one.born == generation.number and one.inherited
        reward = rewards.get(one.parent, 0.0) if new and one.parent is not None else 0.0
        return self.plan.inheritance.broken_below * reward if reward > 0 else None

    def _fresh(self, number: int) -> inheritance.Fresh:
        """Return what draws learners that know nothing, by species and generation."""
        plan = self.plan

        def fresh(species: Species) -> Learner:
            seed = stream_seed(plan.seed, "weights", species.id, number)
            rate = plan.ppo.learning_rate
            return new_learner(seed, self.task, self.space, plan.net, plan.critic, rate)

        return fresh

    def _newcomers(self, rng: np.random.Generator) -> Iterator[Candidate]:
        """Propose bodies without parents, without end."""
        if self.given is not None:
            return repeat(Candidate(self.space.check(self.given), "given"))
        return selection.random_bodies(self.space, rng)

    def _admitted(
        self, ranked: Sequence[Candidate], more: Iterator[Candidate], places: int
    ) -> Children:
        """Fill the places with candidates that can live, beyond the ranked ones if need be."""
        drawn: Counter[str] = Counter(candidate.operator for candidate in ranked)

        def further() -> Iterator[Candidate]:
            for candidate in more:
                drawn[candidate.operator] += 1
                yield candidate

        taken, refused = selection.admitted(chain(ranked, further()), places, self.task)
        operators = Counter(candidate.operator for candidate in taken)
        return Children(taken, Proposals(drawn, operators, refused))

    def _random(self, purpose: str, number: int) -> np.random.Generator:
        return generator(self.plan.seed, purpose, number)
