"""Who stays, and who is born: lines 7 to 9 of Algorithm 1.

The worst are removed, mutants of the others are proposed, and the surrogate decides which of
them become children. A candidate that cannot be built or blows up in a short test flight is passed
over for the next one. Limits on age and on how many species may share a tree of parts keep a
search from ending in one family; the paper has neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt
from numpy.random import Generator as Random

from nge.body.graph import BodyGraph
from nge.body.mutate import MutationTable, mutate
from nge.body.space import DesignSpace
from nge.errors import NgeError, PhysicsError
from nge.evolution.species import Generation, Species
from nge.settings import Settings

if TYPE_CHECKING:  # it takes MuJoCo, and settings are read without it
    from nge.tasks.task import Task

MOST_REFUSED = 100  # candidates for every place before a search is given up


class PopulationSettings(Settings):
    """How many species live and die in one generation."""

    size: Annotated[int, Ge(2)] = 64
    """Species per generation (N)."""

    elimination_rate: Annotated[float, Gt(0), Lt(1)] = 0.20
    """Share of a generation removed as the worst (K / N)."""

    updates: Annotated[int, Ge(1)] = 20
    """PPO updates of every species per generation."""

    new_bodies: Literal["mutation", "random"] = "mutation"
    """Where new bodies come from: mutants of survivors, or nothing survives and all are random."""

    topology_share: Annotated[float, Gt(0), Le(1)] = 1.0
    """Share of a generation that may survive with the same tree of parts; 1 is no limit."""

    oldest: Annotated[int, Ge(1)] | None = None
    """Generations after which a species makes room, unless it is the best; none is no limit."""

    @property
    def removed(self) -> int:
        """Species replaced each generation (K)."""
        if self.new_bodies == "random":
            return self.size
        return min(self.size - 1, max(1, round(self.elimination_rate * self.size)))


@dataclass(frozen=True)
class Candidate:
    """A body not yet admitted."""

    body: BodyGraph
    operator: str
    parent: Species | None = None
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    predicted: float | None = None
    """Fitness that the surrogate expects."""


def survivors(generation: Generation, settings: PopulationSettings) -> tuple[Species, ...]:
    """Return all but the worst K and those that failed, in the order of their ids."""
    able = [species for species in generation.ranked if not species.failed]
    most = max(1, round(settings.topology_share * settings.size))
    kept: list[Species] = []
    passed_over: list[Species] = []
    families: Counter[str] = Counter()
    for species in able:
        age = generation.number - species.born
        old = settings.oldest is not None and age >= settings.oldest and bool(kept)
        if old or families[species.body.topology] == most:
            passed_over.append(species)
        else:
            families[species.body.topology] += 1
            kept.append(species)
    places = settings.size - settings.removed
    staying = [*kept, *passed_over][:places]  # rather one too many of a family than none
    return tuple(sorted(staying, key=lambda species: species.id))


def random_bodies(space: DesignSpace, rng: Random) -> Iterator[Candidate]:
    """Propose random bodies without end."""
    while True:
        yield Candidate(space.random_body(rng), "random")


def mutants(
    parents: Sequence[Species], space: DesignSpace, table: MutationTable, rng: Random
) -> Iterator[Candidate]:
    """Propose mutants of uniformly drawn parents without end."""
    while True:
        parent = parents[int(rng.integers(len(parents)))]
        made = mutate(parent.body, space, rng, table)
        yield Candidate(made.child, made.operator, parent, made.added, made.removed, made.changed)


def admitted(
    candidates: Iterable[Candidate], places: int, task: Task
) -> tuple[list[Candidate], Counter[str]]:
    """Return the first candidates that can live, and why others were passed over."""
    taken: list[Candidate] = []
    refused: Counter[str] = Counter()
    for candidate in candidates:
        problem = unfit(candidate.body, task)
        if problem is None:
            taken.append(candidate)
        else:
            refused[problem] += 1
        if len(taken) == places:
            return taken, refused
        if refused.total() > MOST_REFUSED * places:
            break
    [(reason, count)] = refused.most_common(1)
    raise PhysicsError(
        f"only {len(taken)} of {len(taken) + refused.total()} new bodies can be simulated, "
        f"{places} are needed; of {count} others: {reason}"
    )


def unfit(body: BodyGraph, task: Task) -> str | None:
    """Return why a body cannot be simulated, or None if it can."""
    from nge.physics.cpu import flight_problem

    try:
        return flight_problem(task.compile(body))
    except NgeError as error:
        return str(error)
