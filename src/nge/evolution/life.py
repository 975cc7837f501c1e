"""Training jobs: species are trained together, and each gets its score.

A ``Life`` is plain data: a body and the weights it begins with. What becomes of it depends on that
and on the ``Terms`` alone, not on who else is trained, on how many cores, or on which machine; so
it can be done anywhere, and again. A ``Checkpoint`` is all that is needed to go on after any update
with the same bits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, NamedTuple

import jax
import numpy as np
from annotated_types import Ge

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
from nge.evolution.species import FAILED, Score
from nge.machine import jax_settings
from nge.physics.physics_settings import PhysicsSettings
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
    physics: PhysicsSettings = PhysicsSettings()
    fitness: FitnessSettings
    updates: Annotated[int, Ge(1)]
    seed: int
    """Of all random streams of the generation."""
    given: bool = False
    """Whether bodies are given: the bounds of the space say nothing of them."""
    save_every: Annotated[int, Ge(1)] = 10
    """Updates between checkpoints; changes nothing that is learned."""


class Checkpoint(NamedTuple):
    """Where the training of a species stands within a generation."""

    updates: int
    """Updates done."""
    learner: Learner
    in_progress: Mapping[str, np.ndarray] = {}
    """The episodes under way as named arrays, see ``Population.underway``; none before update 1."""
    ended: Sequence[tuple[int, Episode]] = ()
    """Whole episodes that may count for the fitness, each with the update it ended in, from 0."""
    report: Mapping[str, float] = {}
    """Numbers of the last update by the names of ``ppo.Report``."""


@dataclass(frozen=True)
class Life:
    """What a species brings into a generation."""

    id: int
    body: BodyGraph
    learner: Learner = field(compare=False, repr=False)
    stream: int | None = None
    """Id of its random streams; by default its own."""
    checkpoint: Checkpoint | None = field(default=None, compare=False, repr=False)
    """Where to go on within the generation."""

    @property
    def state(self) -> Checkpoint:
        """Where its training begins or goes on."""
        return self.checkpoint or Checkpoint(0, self.learner)

    @property
    def streams(self) -> int:
        """Id of its random streams."""
        return self.id if self.stream is None else self.stream


class Result(NamedTuple):
    """What became of a life."""

    checkpoint: Checkpoint
    score: Score | None
    """None if training was stopped before its last update."""

    @property
    def learner(self) -> Learner:
        """What the species has learned."""
        return self.checkpoint.learner


class UpdateProgress(NamedTuple):
    """What one update of some species brought, by species."""

    steps: int
    """Control steps of all of them."""
    number: int = 0
    """Updates done in this generation, this one included; 0 where nothing was learned."""
    reports: Mapping[int, Mapping[str, float]] = {}
    """Numbers by the names of ``ppo.Report``."""
    episodes: Mapping[int, Sequence[Episode]] = {}
    """Whole episodes that ended."""


class Checkpoints(NamedTuple):
    """Where the training of some species can go on from."""

    by_species: Mapping[int, Checkpoint]


Watch = Callable[[UpdateProgress | Checkpoints], bool]
"""Is told of every update and checkpoint; returns whether to go on."""


def go_on(_: UpdateProgress | Checkpoints) -> bool:
    """Watch nothing."""
    return True


@jax_settings()
def live(
    lives: Sequence[Life],
    terms: Terms,
    threads: int | None = None,
    watch: Watch = go_on,
    teach: Teach = taught_here,
) -> list[Result]:
    """Train all species for a generation and score them, or stop when ``watch`` says so."""
    task = task_named(terms.task).with_physics(terms.physics)
    space = task.space(terms.space)
    unbuilt = {life.id: _unbuilt(life, task) for life in lives}
    results = {
        life.id: Result(life.state, Score(failure=unbuilt[life.id]))
        for life in lives
        if unbuilt[life.id]
    }
    by_updates: dict[int, list[Life]] = defaultdict(list)
    for life in lives:
        if life.id not in results:
            by_updates[life.state.updates].append(life)
    for some in by_updates.values():
        done = _lived(some, terms, task, space, threads, watch, teach)
        results |= {life.id: result for life, result in zip(some, done, strict=True)}
        if any(result.score is None for result in done):
            break
    return [results.get(life.id) or Result(life.state, None) for life in lives]


def _lived(
    lives: Sequence[Life],
    terms: Terms,
    task: Task,
    space: DesignSpace,
    threads: int | None,
    watch: Watch,
    teach: Teach,
) -> list[Result]:
    """Train species that have done the same number of updates."""
    states = [life.state for life in lives]
    population = Population(
        task,
        space,
        [life.body for life in lives],
        [state.learner for state in states],
        terms.ppo,
        terms.seed,
        ids=[life.streams for life in lives],
        threads=threads,
        teach=teach,
    )
    began = states[0].updates
    if began:
        population.go_on(began, [state.in_progress for state in states])
    ended = [list(state.ended) for state in states]
    reports = [state.report for state in states]
    first = terms.fitness.first_counted(terms.updates)

    def checkpoints(updates: int) -> list[Checkpoint]:
        learners = [jax.tree.map(np.asarray, learner) for learner in population.learners]
        rows = zip(learners, population.underway(), ended, reports, strict=True)
        return [
            Checkpoint(updates, learner, in_progress, tuple(whole), report)
            for learner, in_progress, whole, report in rows
        ]

    for update in range(began, terms.updates):
        progress = population.update()
        whole: list[list[Episode]] = [[] for _ in lives]
        for episode in progress.episodes:
            whole[episode.species].append(episode)
        for row, some in enumerate(whole):
            ended[row] += [(update, episode) for episode in some if update >= first]
        reports = [numbers_of(progress.reports[row]) for row in range(len(lives))]
        done, ids = update + 1, [life.id for life in lives]
        told = dict(zip(ids, reports, strict=True)), dict(zip(ids, whole, strict=True))
        wanted = watch(UpdateProgress(progress.steps, done, *told))
        if done == terms.updates:
            break
        if not wanted or done % terms.save_every == 0:
            states = checkpoints(done)
            watch(Checkpoints(dict(zip(ids, states, strict=True))))
        if not wanted:
            return [Result(state, None) for state in states]
    states = checkpoints(terms.updates)
    learners = [state.learner for state in states]
    counted_ones = [[e for update, e in some if update >= first] for some in ended]
    returns = _returns(lives, learners, counted_ones, terms, task, space)
    drawn_from = None if terms.given else space
    flags = [
        measured(_sound(whole), life.body, drawn_from)
        for life, whole in zip(lives, counted_ones, strict=True)
    ]
    rows = zip(states, returns, counted_ones, flags, strict=True)
    return [
        Result(state, _score(state, got, whole, terms, found)) for state, got, whole, found in rows
    ]


def _sound(episodes: Sequence[Episode]) -> list[Episode]:
    """Return the episodes that did not blow up; of the others no reading can be trusted.

    MuJoCo warns once a number is above 1e10. Before that a body may read as 27 m below the floor,
    and afterwards as at its origin, half inside it.
    """
    return [episode for episode in episodes if not episode.diverged]


def numbers_of(report: Report) -> dict[str, float]:
    """Return the numbers of a report by name."""
    return {one.name: float(getattr(report, one.name)) for one in fields(report)}


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
        discount=terms.ppo.gamma if rules.measure == "discounted" else 1.0,
    )
    for row, done in zip(missing, evaluations, strict=True):
        diverged = np.array([reason == "diverged" for reason in done.reasons])
        found[row] = Returns(done.totals, diverged, int(done.lengths.sum()))
    nothing = Returns(np.zeros(0), np.zeros(0, bool), 0)
    return [found.get(row, nothing) for row in range(len(lives))]


def _score(
    state: Checkpoint,
    returns: Returns,
    episodes: Sequence[Episode],
    terms: Terms,
    flags: Flags | None = None,
) -> Score:
    steps = terms.ppo.num_envs * (terms.ppo.warmup_steps + terms.updates * terms.ppo.num_steps)
    steps += returns.steps
    if not _finite(state.learner):
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
        reward=state.report["reward"],
        std=state.report["std"],
        kl=state.report["kl"],
        rate=state.report["rate"],
        straight=straightness(sound),
        lowest=min((episode.lowest for episode in sound), default=0.0),
        steps=steps,
        flags=flags,
    )


def _finite(learner: Learner) -> bool:
    return all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(learner.agent))


def _unbuilt(life: Life, task: Task) -> str:
    """Return why a body cannot be built, nothing if it can."""
    try:
        task.compile(life.body)
    except NgeError as error:
        return str(error)
    return ""
