"""Training jobs: train species for a generation and score them.

A ``TrainJob`` is plain data: a body, the train state it begins with and the number of updates it
makes. Its result depends on that and on the ``TrainConfig`` alone, not on the other jobs, the
number of cores or the machine; so it can run anywhere, and be repeated. A ``Checkpoint`` is all
that is needed to continue after any update with the same bits.
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
from nge.cpu import jax_settings
from nge.errors import NgeError
from nge.evolution.fitness import FitnessSettings, counted, straightness
from nge.evolution.flags import Flags, measured
from nge.evolution.species import FAILED, Score
from nge.rl.evaluation import evaluate
from nge.rl.gpu_learner import UpdateFunction, update_locally
from nge.rl.ppo import UpdateMetrics
from nge.rl.ppo_settings import PpoSettings
from nge.rl.rollout import Episode
from nge.rl.train_state import TrainState
from nge.rl.trainer import Trainer
from nge.seeding import stream_seed
from nge.tasks.registry import task_of
from nge.tasks.task import Task
from nge.tasks.task_settings import TaskSettings
from nge.wording import plural

NOT_FINITE = "learning led to weights that are not finite numbers"


class TrainConfig(TaskSettings):
    """What all training jobs of a generation have in common."""

    space: SpaceSettings
    ppo: PpoSettings
    fitness: FitnessSettings
    seed: int
    """Of all random streams of the generation."""
    given: bool = False
    """Whether bodies are given instead of drawn: then the bounds of the space do not apply."""
    save_every: Annotated[int, Ge(1)] = 10
    """Updates between checkpoints; does not affect results."""


class Checkpoint(NamedTuple):
    """The state of the training of a species within a generation."""

    updates: int
    """Updates done."""
    train_state: TrainState
    in_progress: Mapping[str, np.ndarray] = {}
    """Episodes in progress, see ``Trainer.episodes_in_progress``; none before update 1."""
    ended: Sequence[tuple[int, Episode]] = ()
    """Whole episodes that may count for the fitness, each with the update it ended in, from 0."""
    metrics: Mapping[str, float] = {}
    """Those of the last update, by the names of ``ppo.UpdateMetrics``."""


@dataclass(frozen=True)
class TrainJob:
    """A species to be trained: its body, the train state it begins with, and for how long."""

    id: int
    body: BodyGraph
    train_state: TrainState = field(compare=False, repr=False)
    updates: int
    """PPO updates that it makes in the generation."""
    stream: int | None = None
    """Id of its random streams; by default its own."""
    checkpoint: Checkpoint | None = field(default=None, compare=False, repr=False)
    """Where to continue within the generation."""

    @property
    def state(self) -> Checkpoint:
        """Where its training begins or continues."""
        return self.checkpoint or Checkpoint(0, self.train_state)

    @property
    def updates_left(self) -> int:
        """Updates that it has yet to make."""
        return self.updates - self.state.updates

    @property
    def streams(self) -> int:
        """Id of its random streams."""
        return self.id if self.stream is None else self.stream


class TrainResult(NamedTuple):
    """The result of a training job."""

    checkpoint: Checkpoint
    score: Score | None
    """None if training was stopped before its last update."""

    @property
    def train_state(self) -> TrainState:
        """The train state after the last update."""
        return self.checkpoint.train_state


class UpdateProgress(NamedTuple):
    """Results of one update of some species, by species."""

    steps: int
    """Control steps of all of them."""
    number: int = 0
    """Updates done in this generation, this one included; 0 for control steps of screening."""
    metrics: Mapping[int, Mapping[str, float]] = {}
    """By the names of ``ppo.UpdateMetrics``."""
    episodes: Mapping[int, Sequence[Episode]] = {}
    """Whole episodes that ended."""


class Checkpoints(NamedTuple):
    """Checkpoints of some species."""

    by_species: Mapping[int, Checkpoint]


ProgressCallback = Callable[[UpdateProgress | Checkpoints], bool]
"""Called with every update and checkpoint; returns whether to continue."""


def always_continue(_: UpdateProgress | Checkpoints) -> bool:
    """Ignore progress and continue."""
    return True


@jax_settings()
def train(
    jobs: Sequence[TrainJob],
    config: TrainConfig,
    threads: int | None = None,
    on_progress: ProgressCallback = always_continue,
    update_fn: UpdateFunction = update_locally,
) -> list[TrainResult]:
    """Train all species for a generation and score them; stop if ``on_progress`` returns False."""
    task = task_of(config)
    space = task.space(config.space)
    results: dict[int, TrainResult] = {}
    by_updates: dict[tuple[int, int], list[TrainJob]] = defaultdict(list)
    for job in jobs:
        try:
            task.compile(job.body)
        except NgeError as error:
            results[job.id] = TrainResult(job.state, Score(failure=str(error)))
        else:
            by_updates[job.state.updates, job.updates].append(job)
    while by_updates:
        some = by_updates.pop(next(iter(by_updates)))
        done = _train_together(some, config, task, space, threads, on_progress, update_fn)
        found = {job.id: result for job, result in zip(some, done, strict=True)}
        results |= found
        if any(result.score is None for result in done):
            break
        if by_updates and some[0].updates_left:  # what follows may be stopped or lose its worker
            on_progress(Checkpoints({id_: result.checkpoint for id_, result in found.items()}))
    return [results.get(job.id) or TrainResult(job.state, None) for job in jobs]


def _train_together(
    jobs: Sequence[TrainJob],
    config: TrainConfig,
    task: Task,
    space: DesignSpace,
    threads: int | None,
    on_progress: ProgressCallback,
    update_fn: UpdateFunction,
) -> list[TrainResult]:
    """Train species that have done the same number of updates and have the same number to do.

    So none of a batch is done before the others.
    """
    states = [job.state for job in jobs]
    trainer = Trainer(
        task,
        space,
        [job.body for job in jobs],
        [state.train_state for state in states],
        config.ppo,
        config.seed,
        stream_ids=[job.streams for job in jobs],
        threads=threads,
        update_fn=update_fn,
    )
    began, updates = states[0].updates, jobs[0].updates
    if began:
        trainer.restore(began, [state.in_progress for state in states])
    ended = [list(state.ended) for state in states]
    metrics = [state.metrics for state in states]
    first = config.fitness.first_counted(updates)

    def checkpoints(done: int) -> list[Checkpoint]:
        train_states = [jax.tree.map(np.asarray, one) for one in trainer.train_states]
        known = zip(train_states, trainer.episodes_in_progress(), ended, metrics, strict=True)
        return [
            Checkpoint(done, train_state, in_progress, tuple(episodes), last)
            for train_state, in_progress, episodes, last in known
        ]

    for update in range(began, updates):
        stats = trainer.update()
        whole: list[list[Episode]] = [[] for _ in jobs]
        for episode in stats.episodes:
            whole[episode.species].append(episode)
            if update >= first:
                ended[episode.species].append((update, episode))
        metrics = [numbers_of(stats.metrics[species]) for species in range(len(jobs))]
        done, ids = update + 1, [job.id for job in jobs]
        by_species = dict(zip(ids, metrics, strict=True)), dict(zip(ids, whole, strict=True))
        wanted = on_progress(UpdateProgress(stats.steps, done, *by_species))
        if done == updates:
            break
        if not wanted or done % config.save_every == 0:
            states = checkpoints(done)
            on_progress(Checkpoints(dict(zip(ids, states, strict=True))))
        if not wanted:
            return [TrainResult(state, None) for state in states]
    states = checkpoints(updates)
    train_states = [state.train_state for state in states]
    counted_ones = [[e for update, e in some if update >= first] for some in ended]
    returns = _returns(jobs, train_states, counted_ones, config, task, space)
    drawn_from = None if config.given else space
    found = []
    for job, state, got, episodes in zip(jobs, states, returns, counted_ones, strict=True):
        flags = measured(_sound(episodes), job.body, drawn_from)
        found.append(TrainResult(state, _score(state, got, episodes, config, flags)))
    return found


def _sound(episodes: Sequence[Episode]) -> list[Episode]:
    """Return the episodes that did not blow up; of the others no reading can be trusted.

    MuJoCo warns once a number is above 1e10. Before that a body may read as 27 m below the floor,
    and afterwards as at its origin, half inside it.
    """
    return [episode for episode in episodes if not episode.diverged]


def numbers_of(metrics: UpdateMetrics) -> dict[str, float]:
    """Return metrics as numbers by name."""
    return {one.name: float(getattr(metrics, one.name)) for one in fields(metrics)}


class Returns(NamedTuple):
    """What the fitness of a species is the mean of."""

    totals: np.ndarray
    """[E]"""
    diverged: np.ndarray
    """[E]"""
    steps: int
    """Control steps it took to find out, beyond those of training."""


def _returns(
    jobs: Sequence[TrainJob],
    train_states: Sequence[TrainState],
    episodes: Sequence[Sequence[Episode]],
    config: TrainConfig,
    task: Task,
    space: DesignSpace,
) -> list[Returns]:
    """Return what counts for the fitness of every species; evaluate where training does not say."""
    rules = config.fitness
    found = {
        i: Returns(
            np.array([episode.total for episode in ended]),
            np.array([episode.diverged for episode in ended]),
            0,
        )
        for i, ended in enumerate(episodes)
        if ended and rules.measure == "training"
    }
    missing = [i for i in range(len(jobs)) if i not in found and _finite(train_states[i])]
    evaluations = evaluate(
        task,
        space,
        [jobs[i].body for i in missing],
        [train_states[i] for i in missing],
        rules.episodes,
        stream_seed(config.seed, "fitness"),
        sampled=rules.measure != "deterministic",
        gamma=config.ppo.gamma if rules.measure == "discounted" else 1.0,
    )
    for i, done in zip(missing, evaluations, strict=True):
        diverged = np.array([reason == "diverged" for reason in done.reasons])
        found[i] = Returns(done.returns, diverged, int(done.lengths.sum()))
    nothing = Returns(np.zeros(0), np.zeros(0, bool), 0)
    return [found.get(i, nothing) for i in range(len(jobs))]


def _score(
    state: Checkpoint,
    returns: Returns,
    episodes: Sequence[Episode],
    config: TrainConfig,
    flags: Flags | None = None,
) -> Score:
    steps = config.ppo.num_envs * (config.ppo.warmup_steps + state.updates * config.ppo.num_steps)
    steps += returns.steps
    if not _finite(state.train_state):
        return Score(failure=NOT_FINITE, steps=steps)
    blown, count = int(returns.diverged.sum()), len(returns.totals)
    failure = ""
    if blown > config.fitness.blow_ups * count:
        failure = f"physics blew up in {blown} of {plural(count, 'episode')}"
    sound = _sound(episodes)
    returned = counted(returns.totals, returns.diverged)
    return Score(
        fitness=FAILED if failure else float(returned.mean()),
        failure=failure,
        episodes=count,
        spread=float(returned.std(ddof=1)) if count > 1 else 0.0,
        diverged=blown,
        reward=state.metrics["reward"],
        std=state.metrics["std"],
        kl=state.metrics["kl"],
        learning_rate=state.metrics["learning_rate"],
        straight=straightness(sound),
        lowest=min((episode.measures["lowest"] for episode in sound), default=0.0),
        steps=steps,
        flags=flags,
    )


def _finite(train_state: TrainState) -> bool:
    return all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(train_state.agent))
