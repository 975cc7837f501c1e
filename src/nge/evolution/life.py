"""A generation's lives: species are trained together, and each gets its score.

A ``Life`` is plain data: a body, the weights it begins with, and the reward that is expected of it.
What becomes of it depends on that and on the ``Terms`` alone, not on who else lives, on how many
cores, or on which machine; so it can be lived anywhere, and again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

import jax
import numpy as np
from annotated_types import Ge, Gt

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace, SpaceSettings
from nge.control.agent import Learner
from nge.control.evaluate import evaluate
from nge.control.ppo import Report
from nge.control.ppo_settings import PpoSettings
from nge.control.rollout import Episode
from nge.control.teaching import Teach, taught_here
from nge.control.train import Population
from nge.errors import NgeError
from nge.evolution.fitness import FitnessSettings, counted, straightness
from nge.evolution.flags import Flags, measured
from nge.evolution.inheritance import with_noise
from nge.evolution.species import FAILED, Score
from nge.machine import jax_settings
from nge.randomness import stream_seed
from nge.settings import Settings
from nge.tasks.registry import task_named
from nge.tasks.task import Task
from nge.wording import plural

NOT_FINITE = "learning led to weights that are not finite numbers"


class Terms(Settings):
    """What all lives of a generation have in common."""

    task: str
    space: SpaceSettings
    ppo: PpoSettings
    fitness: FitnessSettings
    updates: Annotated[int, Ge(1)]
    noise: Annotated[float, Gt(0)]
    """Standard deviation that actions of a broken gait are raised to."""
    seed: int
    """Of all random streams of the generation."""


@dataclass(frozen=True)
class Life:
    """What a species brings into a generation."""

    id: int
    body: BodyGraph
    learner: Learner = field(compare=False, repr=False)
    expected: float | None = None
    """Reward of a control step below which an inherited gait counts as broken."""


class Result(NamedTuple):
    """What became of a life."""

    learner: Learner
    score: Score


class UpdateProgress(NamedTuple):
    """What one update of some species brought, for those who watch."""

    steps: int
    """Control steps that were done."""
    rewards: dict[int, float]
    """Mean reward of a control step, by species."""


Watch = Callable[[UpdateProgress], None]
"""Is told of every update; what it raises ends the lives."""


@jax_settings()
def live(
    lives: Sequence[Life],
    terms: Terms,
    threads: int | None = None,
    watch: Watch = lambda update: None,
    teach: Teach = taught_here,
) -> list[Result]:
    """Train all species for a generation and score them."""
    task = task_named(terms.task)
    space = task.space(terms.space)
    unbuilt = {life.id: _unbuilt(life, task) for life in lives}
    able = [life for life in lives if not unbuilt[life.id]]
    lived = _lived(able, terms, task, space, threads, watch, teach)
    results = {life.id: result for life, result in zip(able, lived, strict=True)}
    return [
        results.get(life.id) or Result(life.learner, Score(failure=unbuilt[life.id]))
        for life in lives
    ]


def _lived(
    lives: Sequence[Life],
    terms: Terms,
    task: Task,
    space: DesignSpace,
    threads: int | None,
    watch: Watch,
    teach: Teach,
) -> list[Result]:
    if not lives:
        return []
    population = Population(
        task,
        space,
        [life.body for life in lives],
        [life.learner for life in lives],
        terms.ppo,
        terms.seed,
        ids=[life.id for life in lives],
        threads=threads,
        teach=teach,
    )
    ended: dict[int, list[Episode]] = defaultdict(list)
    raised: set[int] = set()
    first = terms.fitness.first_counted(terms.updates)
    for update in range(terms.updates):
        progress = population.update()
        for episode in progress.episodes if update >= first else ():
            ended[episode.species].append(episode)
        if update == 0:
            raised = _raise_noise(population, lives, progress.reports, terms.noise)
        rewards = {life.id: float(progress.reports[row].reward) for row, life in enumerate(lives)}
        watch(UpdateProgress(progress.steps, rewards))
    learners = [jax.tree.map(np.asarray, learner) for learner in population.learners]
    whole = [ended[row] for row in range(len(lives))]
    returns = _returns(lives, learners, whole, terms, task, space)
    flags = [
        measured(_sound(some), life.body, space) for some, life in zip(whole, lives, strict=True)
    ]
    return [
        Result(
            learner,
            _score(learner, got, episodes, progress.reports[row], row in raised, terms, found),
        )
        for row, (learner, got, episodes, found) in enumerate(
            zip(learners, returns, whole, flags, strict=True)
        )
    ]


def _sound(episodes: Sequence[Episode]) -> list[Episode]:
    """Return the episodes that did not blow up; of the others no reading can be trusted.

    MuJoCo warns once a number is above 1e10. Before that a body may read as 27 m below the floor,
    and afterwards as at its origin, half inside it.
    """
    return [episode for episode in episodes if not episode.diverged]


class Returns(NamedTuple):
    """What the fitness of a species is the mean of."""

    totals: np.ndarray
    """[E]"""
    diverged: np.ndarray
    """[E]"""
    steps: int
    """Control steps it took to find out, beyond those of training."""


def _returns(
    lives: Sequence[Life],
    learners: Sequence[Learner],
    episodes: Sequence[Sequence[Episode]],
    terms: Terms,
    task: Task,
    space: DesignSpace,
) -> list[Returns]:
    """Return what counts for the fitness of every species; evaluate where training does not say."""
    rules = terms.fitness
    found = {
        row: Returns(
            np.array([episode.total for episode in some]),
            np.array([episode.diverged for episode in some]),
            0,
        )
        for row, some in enumerate(episodes)
        if some and rules.measure == "training"
    }
    missing = [row for row in range(len(lives)) if row not in found and _finite(learners[row])]
    evaluations = evaluate(
        task,
        space,
        [lives[row].body for row in missing],
        [learners[row] for row in missing],
        rules.episodes,
        stream_seed(terms.seed, "fitness"),
        sampled=rules.measure != "deterministic",
        discount=terms.ppo.discount if rules.measure == "discounted" else 1.0,
        ids=[lives[row].id for row in missing],
    )
    for row, done in zip(missing, evaluations, strict=True):
        diverged = np.array([reason == "diverged" for reason in done.reasons])
        found[row] = Returns(done.totals, diverged, int(done.lengths.sum()))
    nothing = Returns(np.zeros(0), np.zeros(0, bool), 0)
    return [found.get(row, nothing) for row in range(len(lives))]


def _score(
    learner: Learner,
    returns: Returns,
    episodes: Sequence[Episode],
    report: Report,
    raised: bool,
    terms: Terms,
    flags: Flags | None = None,
) -> Score:
    steps = terms.ppo.copies * (terms.ppo.warm_up + terms.updates * terms.ppo.horizon)
    steps += returns.steps
    if not _finite(learner):
        return Score(failure=NOT_FINITE, steps=steps)
    blown, count = int(returns.diverged.sum()), len(returns.totals)
    failure = ""
    if blown > terms.fitness.blow_ups * count:
        failure = f"physics blew up in {blown} of {plural(count, 'episode')}"
    sound = _sound(episodes)
    earned = counted(returns.totals, returns.diverged)
    return Score(
        fitness=FAILED if failure else float(earned.mean()),
        failure=failure,
        episodes=count,
        spread=float(earned.std(ddof=1)) if count > 1 else 0.0,
        diverged=blown,
        reward=float(report.reward),
        std=float(report.std),
        kl=float(report.kl),
        rate=float(report.rate),
        straight=straightness(sound),
        lowest=min((episode.lowest for episode in sound), default=0.0),
        noise_raised=raised,
        steps=steps,
        flags=flags,
    )


def _finite(learner: Learner) -> bool:
    return all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(learner.agent))


def _raise_noise(
    population: Population, lives: Sequence[Life], reports: dict[int, Report], wanted: float
) -> set[int]:
    """Make the actions of species noisier whose inherited gait is broken; return which."""
    raised = set()
    for row, life in enumerate(lives):
        reward, std = float(reports[row].reward), float(reports[row].std)
        if life.expected is not None and reward < life.expected and std < wanted:
            population.learners[row] = with_noise(population.learners[row], std, wanted)
            raised.add(row)
    return raised


def _unbuilt(life: Life, task: Task) -> str:
    """Return why a body cannot be built, nothing if it can."""
    try:
        task.compile(life.body)
    except NgeError as error:
        return str(error)
    return ""
