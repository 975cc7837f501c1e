"""A search: a plan bound to its task, with every step that Algorithm 1 is made of.

Each step draws from a random stream of its own, named by the run's seed, its purpose and the
generation, so a search resumed at any generation continues as it would have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice, repeat
from typing import NamedTuple

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.mutate import SAME_TREE, mutate, touched
from nge.body.space import DesignSpace
from nge.errors import RunError
from nge.evolution import inheritance, selection
from nge.evolution.plan import Plan
from nge.evolution.screening import Measure, Screened, Trial, TrialConfig
from nge.evolution.selection import Candidate
from nge.evolution.species import RELEARN, Generation, Proposals, Species
from nge.evolution.surrogate import choose
from nge.evolution.train_job import TrainConfig, TrainJob
from nge.rl.train_state import TrainState, for_body, new_train_state
from nge.seeding import generator, stream_seed
from nge.tasks.registry import task_of
from nge.tasks.task import Task


class Children(NamedTuple):
    """Candidates that were admitted, and how they were found."""

    admitted: Sequence[Candidate]
    proposals: Proposals

    def followed_by(self, others: Children) -> Children:
        """Return these children, then others."""
        one, two = self.proposals, others.proposals
        return Children(
            [*self.admitted, *others.admitted],
            Proposals(
                Counter(one.proposed) + Counter(two.proposed),
                Counter(one.admitted) + Counter(two.admitted),
                Counter(one.refused) + Counter(two.refused),
                one.screening_steps + two.screening_steps,
            ),
        )


History = Mapping[int, Species]
"""Every species ever scored, by id, as it was last scored; without train states."""
Recall = Callable[[int], TrainState]
"""Returns the train state of a species that made way for a descendant."""

STREAMS = 0
"""Seed of the random streams of training without a search: what tells species apart is the seed of
each. So a species learns the same alone and in a run of many seeds."""


@dataclass
class Tally:
    """Counts what happens while children are looked for."""

    proposed: Counter[str] = field(default_factory=Counter)
    admitted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    steps: int = 0

    def proposals(self) -> Proposals:
        """Return the counts."""
        return Proposals(self.proposed, self.admitted, self.refused, self.steps)


@dataclass(frozen=True)
class Search:
    """A plan and, for fine-tuning, the body to begin with."""

    plan: Plan
    given: BodyGraph | None = None

    @cached_property
    def task(self) -> Task:
        """What robots are asked to do."""
        return task_of(self.plan)

    @cached_property
    def space(self) -> DesignSpace:
        """The bodies that may be tried."""
        return self.task.space(self.plan.space)

    # --- the steps of Algorithm 1 -----------------------------------------------------------

    def starters(self, number: int) -> Children:
        """Return N random bodies, or N times the given one, to begin a race with."""
        bodies = self._newcomers(self._random("first bodies", number))
        return self._admitted([], bodies, self.plan.population.size_of(0))

    def copies(self, best: Species) -> Children:
        """Return copies of the best body so far, which learn anew, to begin another race with."""
        population = self.plan.population
        bodies = repeat(Candidate(best.body, RELEARN, best))
        return self._admitted([], bodies, min(population.copies, population.size))

    def begins_race(self, generation: Generation) -> bool:
        """Tell whether a generation is the first of a race: all of it born with new weights."""
        return all(
            (one.parent is None or one.operator == RELEARN) and one.born == generation.number
            for one in generation.species
        )

    def gives_up(self, races: Sequence[Sequence[float]]) -> bool:
        """Tell whether the last race, given as best fitnesses, makes way for a new one."""
        return selection.gives_up(races, self.plan.population)

    def survivors(
        self, generation: Generation, age: int, history: History, recall: Recall
    ) -> tuple[Species, ...]:
        """Return those that stay, ancestors instead of species that fall short of them.

        Screening measures a child with the inherited controller only; its fitness after training
        decides whether it stays.
        """
        tolerance = self.plan.screening.tolerance
        if tolerance is not None:
            generation = self._with_returned(generation, tolerance, history, recall)
        return selection.survivors(generation, self.plan.population, age)

    def _with_returned(
        self, generation: Generation, tolerance: float, history: History, recall: Recall
    ) -> Generation:
        living = {one.id for one in generation.species}
        species = []
        for one in generation.species:
            best = selection.best_ancestor(one, history, living)
            if best is not None and selection.falls_short(one, best, tolerance):
                living.add(best.id)
                train_state = inheritance.with_new_optimiser(recall(best.id))
                species.append(replace(best, train_state=train_state))
            else:
                species.append(one)
        return replace(generation, species=tuple(species))

    def places(self, survivors: Sequence[Species], age: int) -> int:
        """Return how many new species there is room for beside survivors."""
        population = self.plan.population
        if survivors and population.new_bodies == "none":
            return 0
        return population.size_of(age) - len(survivors)

    def screens(self, survivors: Sequence[Species]) -> bool:
        """Tell whether mutants of these survivors are measured before they are born."""
        mutates = self.plan.population.new_bodies == "mutation"
        return mutates and self.plan.screening.measurements(len(survivors)) > 0 and bool(survivors)

    def screened(self, survivors: Sequence[Species], number: int, measure: Measure) -> Children:
        """Replace every survivor by its best measured mutant, if one does better."""
        count = Tally()
        rng, settings = self._random("screening", number), self.plan.screening
        bodies = {one.id: Screened(((one.body, ""),)) for one in survivors}
        for turn in range(settings.rounds):
            drawn = {
                one.id: self._mutants_of(bodies[one.id], settings.candidates, rng, count)
                for one in survivors
            }
            if turn == 0:  # what their own bodies do is what mutants are compared with
                drawn = {id_: [*bodies[id_].bodies, *some] for id_, some in drawn.items()}
            bodies = self._measured(survivors, bodies, drawn, number, measure, count)
        if settings.confirmations:
            bodies = self._confirmed(survivors, bodies, number, measure, count)
        children = [
            self._child(one, *bodies[one.id].bodies[0], bodies[one.id].totals[0], replaces=True)
            for one in survivors
            if bodies[one.id].bodies[0][1]  # not its own
        ]
        count.admitted.update(child.operator for child in children)
        return Children(children, count.proposals())

    def _confirmed(
        self,
        survivors: Sequence[Species],
        found: Mapping[int, Screened],
        number: int,
        measure: Measure,
        count: Tally,
    ) -> dict[int, Screened]:
        """Measure the best and every survivor's own body again, from other poses.

        The best of many noisy measurements is partly luck, which this takes out.
        """
        finalists = {
            one.id: [(one.body, ""), *(body for body in found[one.id].bodies if body[1])]
            for one in survivors
        }
        nothing = {one.id: Screened(()) for one in survivors}
        poses = self.plan.screening.confirmations
        return self._measured(survivors, nothing, finalists, number, measure, count, poses=poses)

    def _mutants_of(
        self,
        parents: Screened,
        wanted: int,
        rng: np.random.Generator,
        count: Tally,
    ) -> list[tuple[BodyGraph, str]]:
        """Return mutants that can be simulated, each of one of the bodies, with its operator."""
        found: list[tuple[BodyGraph, str]] = []
        while len(found) < wanted:
            body, before = parents.bodies[int(rng.integers(len(parents.bodies)))]
            made = mutate(body, self.space, rng, self.plan.mutation)
            count.proposed[made.operator] += 1
            problem = selection.unfit(made.child, self.task)
            if problem is None:
                # Of a line of mutations, the one that changed the tree names it.
                named = before if made.operator in SAME_TREE and before else made.operator
                found.append((made.child, named))
            else:
                count.refused[problem] += 1
                selection.check_refusals(len(found), wanted, count.refused)
        return found

    def _measured(
        self,
        species: Sequence[Species],
        known: Mapping[int, Screened],
        drawn: Mapping[int, Sequence[tuple[BodyGraph, str]]],
        number: int,
        measure: Measure,
        count: Tally,
        poses: int | None = None,
    ) -> dict[int, Screened]:
        """Measure what was drawn for every species with its controller; return the best of each."""
        plan, pairs = self.plan, [(one, body) for one in species for body, _ in drawn[one.id]]
        trials = [Trial(row, body, one.controller) for row, (one, body) in enumerate(pairs)]
        config = TrialConfig(
            **plan.of_task,
            space=plan.space,
            steps=plan.screening.steps,
            seed=stream_seed(plan.seed, "confirming" if poses else "screening", number),
            poses=poses or 1,
        )
        results = iter(measure(trials, config))
        best = {}
        for one in species:
            found = list(islice(results, len(drawn[one.id])))
            count.steps += sum(result.steps for result in found)
            totals = [result.total for result in found]
            best[one.id] = known[one.id].with_measured(drawn[one.id], totals, plan.screening.best)
        return best

    def _child(
        self, parent: Species, body: BodyGraph, operator: str, total: float, replaces: bool = False
    ) -> Candidate:
        """Return a mutant that was measured, with its return scaled to a whole episode."""
        share = min(1.0, self.plan.screening.steps / self.task.episode_steps)
        changes = touched(parent.body, body)
        return Candidate(body, operator, parent, *changes, total / share, replaces)

    def mutants(self, survivors: Sequence[Species], number: int) -> Iterator[Candidate]:
        """Propose mutants of survivors, or bodies as in the beginning where nothing survives."""
        rng = self._random("mutation", number)
        if not survivors:
            return self._newcomers(rng)
        return selection.mutants(survivors, self.space, self.plan.mutation, rng)

    def pruned(
        self,
        candidates: Iterator[Candidate],
        history: History,
        number: int,
        places: int,
    ) -> Children:
        """Keep the candidates that the surrogate draw likes best and that can be simulated."""
        settings = self.plan.surrogate
        count = places if settings.acquisition == "none" else max(places, settings.candidates)
        proposed = list(islice(candidates, count))
        seed = stream_seed(self.plan.seed, "surrogate", number)
        bodies = [candidate.body for candidate in proposed]
        latest = list(history.values())[-(settings.latest or len(history)) :]
        scored = [(one.body, one.fitness) for one in latest]
        choice = choose(bodies, scored, self.space, settings, seed)
        ranked = [
            replace(proposed[i], predicted=choice.predicted[i] if choice.predicted else None)
            for i in choice.order
        ]
        return self._admitted(ranked, candidates, places)

    def generation(
        self,
        number: int,
        survivors: Sequence[Species],
        children: Children,
        updates: int | Callable[[Species], int],
        born_so_far: int = 0,
    ) -> Generation:
        """Put survivors and children together, each with the weights that it begins with.

        ``updates`` are the PPO updates of every species, or a function that returns those of one.
        """
        parents = {species.id: species for species in survivors}
        replaced = {c.parent.id for c in children.admitted if c.replaces_parent and c.parent}
        staying = [species for species in survivors if species.id not in replaced]
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
        rules, new = self.plan.inheritance, self._new_train_state(number)
        species = tuple(
            inheritance.begins_with(
                one, None if one.parent is None else parents.get(one.parent), number, rules, new
            )
            for one in (*staying, *born)
        )
        own = {one.id: updates(one) if callable(updates) else updates for one in species}
        return Generation(number, species, born_so_far + len(born), children.proposals, own)

    # --- what follows from a plan -----------------------------------------------------------

    def jobs(self, generation: Generation) -> list[TrainJob]:
        """Return the training jobs of a generation: plain data, to be run here or elsewhere."""
        for one in generation.species:
            if (asked := generation.updates.get(one.id, 0)) < 1:
                raise RunError(
                    f"species {one.id} of generation {generation.number} is to make {asked} "
                    "updates; a strategy has to ask for at least 1 of every species"
                )
        return [
            TrainJob(one.id, one.body, one.train_state, int(generation.updates[one.id]), one.seed)
            for one in generation.species
            if one.train_state is not None
        ]

    def as_given(self, species: Sequence[Species], updates: int) -> Generation:
        """Return the only generation of a run without a search: given bodies, random weights."""
        plan = self.plan
        groups = plan.net, plan.critic, plan.ppo.learning_rate

        def new(one: Species) -> TrainState:
            seed = stream_seed(STREAMS, "weights", one.seed or 0)
            return new_train_state(seed, self.task, self.space, *groups)

        learning = tuple(replace(one, train_state=new(one)) for one in species)
        own = dict.fromkeys((one.id for one in learning), updates)
        return Generation(0, learning, len(species), updates=own)

    def train_config(self, generation: Generation, save_every: int = 10) -> TrainConfig:
        """Return what all jobs of a generation have in common."""
        plan, number = self.plan, generation.number
        seed = STREAMS if plan.trains_only else stream_seed(plan.seed, "generation", number)
        return TrainConfig(
            **plan.of_task,
            space=plan.space,
            ppo=plan.ppo,
            fitness=plan.fitness,
            seed=seed,
            given=plan.trains_only,
            save_every=save_every,
        )

    def resets(self, number: int) -> bool:
        """Tell whether all controllers begin anew with a generation."""
        return self.plan.inheritance.resets(number)

    def _new_train_state(self, number: int) -> inheritance.NewTrainState:
        """Return a function that initialises the train state of a species in a generation."""
        plan = self.plan

        def new(species: Species) -> TrainState:
            seed = stream_seed(plan.seed, "weights", species.id, number)
            rate = plan.ppo.learning_rate
            drawn = new_train_state(seed, self.task, self.space, plan.net, plan.critic, rate)
            return for_body(drawn, species.body)

        return new

    def _newcomers(self, rng: np.random.Generator) -> Iterator[Candidate]:
        """Propose bodies without parents, without end."""
        if self.given is not None:
            return repeat(Candidate(self.space.check(self.given), "given"))
        return selection.random_bodies(self.space, rng)

    def _admitted(
        self, ranked: Sequence[Candidate], more: Iterator[Candidate], places: int
    ) -> Children:
        """Fill the places with candidates that can be simulated, ranked ones first."""
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
