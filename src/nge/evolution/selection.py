"""Selection of survivors and children: lines 7 to 9 of Algorithm 1.

The worst are removed, mutants of the others are proposed, and screening or the surrogate decides
which of them become children. A race begins with many species and keeps the better ones of every
generation until few are left; once these stand still, or are far behind an earlier race, the next
one begins. A candidate that cannot be built or blows up in a short smoke test is passed over for
the next one. Limits on age and on how many species may share a tree of parts keep a search from
ending in one family; the paper has neither.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt
from numpy.random import Generator as Random

from nge.body.graph import BodyGraph
from nge.body.mutate import MutationTable, mutate
from nge.body.space import DesignSpace
from nge.errors import NgeError, PhysicsError
from nge.evolution.species import RELEARN, Generation, Species
from nge.settings import Settings

if TYPE_CHECKING:  # it takes MuJoCo, and settings are read without it
    from nge.tasks.task import Task

MOST_REFUSED = 100  # candidates for every place before a search is given up
BEHIND = 0.2  # share of the best fitness by which a race may be behind an earlier one
GENERATIONS_OF_GRACE = 4  # after the last cut of a race, before it is compared with earlier ones


class PopulationSettings(Settings):
    """How many species a generation has and how many are eliminated."""

    size: Annotated[int, Ge(2)] = 64
    """Species per generation (N), of the first one in a race."""

    race: bool = False
    """Whether every generation keeps the better ones, until ``last`` are left."""

    keep_first: Annotated[float, Gt(0), Lt(1)] = 0.5
    """Share of species that the first generation of a race keeps, rounded up."""

    keep: Annotated[float, Gt(0), Lt(1)] = 0.5
    """Share of species that its other generations keep."""

    last: Annotated[int, Ge(1)] = 4
    """Species that are left after a race."""

    patience: Annotated[int, Ge(1)] | None = None
    """Generations without progress after which a race makes way for a new one, and half of all it
    has had; so does one that has found a fifth less than the best race of its size before had at
    the same age. None is never. Who was the best stays in the record, with its weights."""

    new_race: Literal["best", "other", "both"] = "both"
    """With what a new race begins: copies of the best body so far, each with new weights, or other
    bodies, as in the beginning; or one after the other, the best body first."""

    copies: Annotated[int, Ge(1)] = 8
    """Copies of the best body that a new race begins with, but no more than ``size``."""

    progress: Annotated[float, Ge(0)] = 0.05
    """Share by which the best fitness has to rise in that time."""

    elimination_rate: Annotated[float, Gt(0), Lt(1)] = 0.20
    """Share of a generation removed as the worst (K / N); in a race, once it is over."""

    elimination_every: Annotated[int | None, Ge(1)] = 1
    """Generations from one elimination to the next, which new species have to catch up; none:
    none is removed once a race is over."""

    updates: Annotated[int, Ge(1)] = 20
    """PPO updates of every species per generation."""

    growth: Annotated[float, Ge(1)] = 1.0
    """Factor on the number of updates with every cut of a race but the first."""

    new_bodies: Literal["mutation", "random", "none"] = "mutation"
    """Where new bodies come from: mutants of survivors; or nothing survives and all are random;
    or there are none but the first."""

    topology_share: Annotated[float, Gt(0), Le(1)] = 1.0
    """Share of a generation that may survive with the same tree of parts; 1 is no limit."""

    oldest: Annotated[int, Ge(1)] | None = None
    """Generations after which a species makes room, unless it is the best; none is no limit."""

    def size_of(self, generation: int) -> int:
        """Return how many species a generation has, counted from the beginning of a race."""
        sizes = self._race_sizes if self.race else (self.size,)
        return sizes[min(generation, len(sizes) - 1)]

    @property
    def _race_sizes(self) -> tuple[int, ...]:
        """Species of every generation of a race until it is over."""
        last, sizes = min(self.last, self.size), [self.size]
        while sizes[-1] > last:
            share = self.keep if len(sizes) > 1 else self.keep_first
            kept = min(math.ceil(share * sizes[-1]), sizes[-1] - 1)
            sizes.append(max(last, kept))
        return tuple(sizes)

    def age_with(self, size: int) -> int:
        """Return the first generation of a race that has at most so many species."""
        if not self.race:
            return 0
        fits = (age for age, one in enumerate(self._race_sizes) if one <= size)
        return next(fits, self.race_generations)

    def updates_of(self, generation: int) -> int:
        """Return how many updates every species of a generation makes."""
        cuts = max(0, min(generation, self.race_generations) - 1)
        return round(self.updates * self.growth**cuts)

    @property
    def race_generations(self) -> int:
        """Generations until a race is over."""
        return len(self._race_sizes) - 1 if self.race else 0

    def survivors_of(self, generation: int) -> int:
        """Return how many species of the previous generation survive."""
        size = self.size_of(generation)
        if self.new_bodies != "mutation":
            return 0 if self.new_bodies == "random" else size
        racing = size < self.size_of(generation - 1)
        if racing or self.elimination_every is None or generation % self.elimination_every:
            return size
        return max(1, size - max(1, round(self.elimination_rate * size)))


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
    """What is expected of it, see ``Species``."""
    replaces_parent: bool = False
    """Whether it takes the place of its parent."""


def survivors(
    generation: Generation, settings: PopulationSettings, age: int
) -> tuple[Species, ...]:
    """Return those that stay, in the order of their ids: the best that did not fail.

    ``age`` is that of the next generation, counted from the beginning of the race.
    """
    able = [species for species in generation.ranked if not species.failed]
    most = max(1, round(settings.topology_share * settings.size_of(age)))
    kept: list[Species] = []
    passed_over: list[Species] = []
    families: Counter[str] = Counter()
    for species in able:
        lived = generation.number - species.born
        old = settings.oldest is not None and lived >= settings.oldest and bool(kept)
        if old or families[species.body.topology] == most:
            passed_over.append(species)
        else:
            families[species.body.topology] += 1
            kept.append(species)
    places = settings.survivors_of(age)
    staying = [*kept, *passed_over][:places]  # rather one too many of a family than none
    return tuple(sorted(staying, key=lambda species: species.id))


def gives_up(races: Sequence[Sequence[float]], settings: PopulationSettings) -> bool:
    """Tell whether the last of some races should make way for a new one.

    Each race is given as the best fitness of its generations. One in which more than ``last``
    species are left is never ended: bodies are left that have hardly learned.
    """
    if not settings.race or settings.patience is None or not races:
        return False
    return _stands_still(races[-1], settings, settings.patience) or _falls_behind(races, settings)


def _stands_still(bests: Sequence[float], settings: PopulationSettings, patience: int) -> bool:
    """Tell whether the best fitness of the generations of a race no longer rises.

    What took long to learn gets better slowly, so a long race is given longer.
    """
    earlier = bests[: -max(patience, len(bests) // 2)]
    if len(earlier) <= settings.race_generations:
        return False
    before = max(earlier)
    return max(bests) < before + settings.progress * abs(before)


def _falls_behind(races: Sequence[Sequence[float]], settings: PopulationSettings) -> bool:
    """Tell whether the last race has found much less than the best one before had at its age.

    Races of other sizes, which begin further on, do not compare: they have taken other steps.
    """
    *earlier, bests = races
    age, began = len(bests), bests.count(-math.inf)
    alike = [one for one in earlier if one.count(-math.inf) == began]
    if not alike or age < settings.race_generations + GENERATIONS_OF_GRACE:
        return False
    best = max(max(alike, key=max)[:age])
    return max(bests) < best - BEHIND * abs(best)


def best_ancestor(
    species: Species, history: Mapping[int, Species], living: Collection[int]
) -> Species | None:
    """Return the fittest of the ancestors in the history that no longer live; None without any."""
    found: list[Species] = []
    one: Species | None = species
    while one is not None:
        if one is not species and one.id not in living and not one.failed:
            found.append(one)
        relearned = one.operator == RELEARN  # with weights of its own
        one = None if one.parent is None or relearned else history.get(one.parent)
    return max(found, key=lambda one: one.fitness, default=None)


def falls_short(species: Species, ancestor: Species, tolerance: float) -> bool:
    """Tell whether fitness is below an ancestor's by so many standard errors of the difference.

    Both are taken to scatter as the ancestor does: a species scatters most where some episodes
    fail, which is what a brittle gait looks like and no excuse.
    """
    if species.failed or species.score is None or ancestor.score is None:
        return species.fitness < ancestor.fitness
    counts = (max(1, score.episodes) for score in (species.score, ancestor.score))
    error = ancestor.score.spread * math.sqrt(sum(1 / count for count in counts))
    return species.fitness < ancestor.fitness - tolerance * error


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
    """Return the first candidates that can be simulated, and why others were refused."""
    taken: list[Candidate] = []
    refused: Counter[str] = Counter()
    if places == 0:
        return taken, refused
    for candidate in candidates:
        problem = unfit(candidate.body, task)
        if problem is None:
            taken.append(candidate)
        else:
            refused[problem] += 1
        if len(taken) == places:
            return taken, refused
        check_refusals(len(taken), places, refused)
    raise AssertionError("candidates never end")


def check_refusals(taken: int, places: int, refused: Counter[str]) -> None:
    """Give up where hardly any body can be simulated."""
    if refused.total() > MOST_REFUSED * places:
        [(reason, count)] = refused.most_common(1)
        raise PhysicsError(
            f"only {taken} of {taken + refused.total()} new bodies can be simulated, "
            f"{places} are needed; of {count} others: {reason}"
        )


def unfit(body: BodyGraph, task: Task) -> str | None:
    """Return why a body cannot be simulated or fails at once, or None if it does neither."""
    from nge.physics.engines import smoke_test

    try:
        compiled = task.compile(body)
        problem = smoke_test(compiled)
        if problem is None and task.refuses_failed and task.failed_at_start(compiled):
            return "the task ends its episodes before they begin"
        return problem
    except NgeError as error:
        return str(error)
