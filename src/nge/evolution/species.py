"""Species and generations: the values that evolution hands from one step to the next.

A ``Species`` is the paper's pair of a body and the weights of its controller, with where it came
from and its last score. A ``Generation`` is the species that are trained at the same time.
Neither ever changes: training and selection return new ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from nge.body.graph import BodyGraph
from nge.evolution.flags import Flags

if TYPE_CHECKING:  # it takes JAX, and records are read without it
    from nge.rl.train_state import TrainState

FAILED = -math.inf
"""Fitness of a species that failed: below that of any other."""


@dataclass(frozen=True)
class Score:
    """Results of a species in one generation; see docs/metrics.md."""

    fitness: float = FAILED
    failure: str = ""
    """Why the species failed; empty if it did not."""
    episodes: int = 0
    """Whole episodes that the fitness is the mean of."""
    spread: float = 0.0
    """Standard deviation of their returns."""
    diverged: int = 0
    """How many of them blew up."""
    reward: float = 0.0
    """Mean reward of a control step in the last update."""
    std: float = 0.0
    """Mean standard deviation of its actions in the last update."""
    kl: float = 0.0
    learning_rate: float = 0.0
    straight: float = 0.0
    """Distance from start to end over the length of the way, mean over episodes."""
    lowest: float = 0.0
    """Lowest height of any point of its body, m; negative inside the floor."""
    noise_raised: bool = False
    """Whether its actions were made noisier at first, which only earlier versions did."""
    steps: int = 0
    """Control steps of this generation."""
    flags: Flags | None = None
    """What its episodes showed of penetration, energy and bounds; None if none was measured."""


RELEARN = "relearn"
"""Operator of a species with its parent's body and new weights."""


@dataclass(frozen=True)
class Species:
    """A body and the weights of its controller, (G, theta) in the paper."""

    id: int
    """Counts species from 0 in the order of their birth."""
    body: BodyGraph
    born: int = 0
    """Generation in which it was first trained."""
    parent: int | None = None
    operator: str = "random"
    """How the body came about: a mutation, or ``random``, ``given``, or ``RELEARN``."""
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    """Ids of the parts that the mutation touched."""
    predicted: float | None = None
    """What was expected of it before birth: the surrogate's fitness, or the return of a whole
    episode at the pace of its screening."""
    inherited: bool = False
    """Whether it began with the weights of its parent."""
    name: str | None = None
    """What the user calls the body of a species to be trained as it is."""
    seed: int | None = None
    """Seed that such a species learns with."""
    train_state: TrainState | None = field(default=None, compare=False, repr=False)
    """Its train state after its last generation; before the first, what it begins with."""
    score: Score | None = None
    """Of its last generation."""

    @property
    def fitness(self) -> float:
        """Fitness in its last generation, the worst there is before the first."""
        return self.score.fitness if self.score else FAILED

    @property
    def controller(self) -> TrainState:
        """Its train state; only for species of a generation that has begun."""
        assert self.train_state is not None, "a species begins with a train state"
        return self.train_state

    @property
    def failed(self) -> bool:
        """Whether it failed in its last generation."""
        return self.score is not None and self.score.fitness == FAILED


class Trainee(NamedTuple):
    """A body to be trained as it is, what the user calls it, and the seed it learns with."""

    name: str
    body: BodyGraph
    seed: int

    def __str__(self) -> str:
        """Return its name for people."""
        return f"{self.name}, seed {self.seed}"


def given_species(trainees: Iterable[Trainee]) -> list[Species]:
    """Return species of given bodies, without train states."""
    return [
        Species(id_, one.body, operator="given", name=one.name, seed=one.seed)
        for id_, one in enumerate(trainees)
    ]


@dataclass(frozen=True)
class Proposals:
    """How the children of a generation were found."""

    proposed: Mapping[str, int] = field(default_factory=dict)
    """Candidates by operator."""
    admitted: Mapping[str, int] = field(default_factory=dict)
    """Children by operator."""
    refused: Mapping[str, int] = field(default_factory=dict)
    """Candidates that could not be simulated, by reason."""
    screening_steps: int = 0
    """Control steps that measuring candidates took."""


@dataclass(frozen=True)
class Generation:
    """Species that are trained at the same time, the paper's P^j."""

    number: int
    species: tuple[Species, ...]
    born_so_far: int
    """Number of species so far, these included: the id of the next one."""
    proposals: Proposals = field(default_factory=Proposals)
    updates: Mapping[int, int] = field(default_factory=dict)
    """PPO updates that each species makes, by id."""
    kept: frozenset[int] = frozenset()
    """Ids of other species whose weights are kept, beside those that a run keeps anyway."""

    @cached_property
    def ranked(self) -> tuple[Species, ...]:
        """The species, best first; of equal ones the older first."""
        return tuple(sorted(self.species, key=lambda species: (-species.fitness, species.id)))

    @property
    def best(self) -> Species:
        """The fittest species."""
        return self.ranked[0]

    def trained(self, results: Iterable[tuple[TrainState, Score]]) -> Generation:
        """Return the generation after training, with the train state and score of each species."""
        trained = zip(self.species, results, strict=True)
        return replace(
            self,
            species=tuple(
                replace(species, train_state=train_state, score=score)
                for species, (train_state, score) in trained
            ),
        )
