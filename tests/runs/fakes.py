"""Lives that take no time: what they lead to depends on the same things as in real ones.

For tests of what surrounds learning: the record, the files, the commands.
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from nge.evolution import search
from nge.evolution.flags import Flags
from nge.evolution.screening import Measurement, Trial, TrialConfig
from nge.evolution.species import Score
from nge.evolution.train_job import (
    Checkpoint,
    Checkpoints,
    TrainConfig,
    TrainJob,
    TrainResult,
    UpdateProgress,
    always_continue,
)
from nge.rl import devices
from nge.rl import train_state as rl_train_state
from nge.rl.evaluation import Evaluation
from nge.runs import executors, runner, verify
from nge.runs.executors import Serial
from nge.runs.rows import NUMBERS
from nge.seeding import generator
from tests.evolution.helpers import quick_train_state


def train(
    jobs: Sequence[TrainJob], config: TrainConfig, threads=None, on_progress=always_continue, *_
) -> list:
    """Learn something that depends on what was learned before, the species and the seed."""
    states = {job.id: job.state for job in jobs}
    last = max(job.updates for job in jobs)
    for update in range(min(state.updates for state in states.values()), last):
        on_update(jobs)
        for job in jobs:
            if states[job.id].updates == update < job.updates:
                states[job.id] = _learned(job, states[job.id], config)
        report = dict.fromkeys(NUMBERS, 0.5)
        ids = [job.id for job in jobs if update < job.updates]
        steps = len(ids) * config.ppo.batch_size
        wanted = on_progress(UpdateProgress(steps, update + 1, dict.fromkeys(ids, report)))
        if update + 1 < last and not (wanted and (update + 1) % config.save_every):
            on_progress(Checkpoints({id_: states[id_] for id_ in ids}))
        if not wanted:
            return [TrainResult(states[job.id], None) for job in jobs]
    return [TrainResult(states[job.id], _score(job, config)) for job in jobs]


def on_update(jobs: Sequence[TrainJob]) -> None:
    """Be called once for every update."""


def _learned(job: TrainJob, state: Checkpoint, config: TrainConfig) -> Checkpoint:
    rng = generator(config.seed, "fake", job.streams, state.updates)
    train_state = jax.tree.map(
        lambda leaf: (leaf / 2 + rng.uniform(0, 1, np.shape(leaf))).astype(leaf.dtype),
        state.train_state,
    )
    return Checkpoint(state.updates + 1, train_state, {"place": np.ones(3)})


def _score(job: TrainJob, config: TrainConfig) -> Score:
    fitness = float(len(job.body) + generator(config.seed, "fake", job.id).standard_normal())
    steps = job.updates * config.ppo.batch_size
    flags = Flags(job.id / 10, 0.25, {"radius low": 0.5} if job.id % 2 else {})
    return Score(fitness, episodes=2, reward=abs(fitness), steps=steps, flags=flags)


def measure(trials: Sequence[Trial], config: TrialConfig) -> list[Measurement]:
    """Measure what depends on the body and the seed alone."""
    draws = [generator(config.seed, trial.body.digest) for trial in trials]
    return [Measurement(float(rng.standard_normal()), config.steps) for rng in draws]


def evaluate(task, space, bodies, train_states, episodes, seed=0, sampled=False, **_) -> list:
    """Perform as the weights say."""
    totals = [float(train_state.agent.critic.value.bias.sum()) for train_state in train_states]
    return [
        Evaluation(
            total + sampled + np.arange(episodes, dtype=float),
            np.full(episodes, 10),
            ("truncated",) * episodes,
            np.ones(episodes),
        )
        for total in totals
    ]


def install(replace: Callable[[Any, str, Any], None] = setattr) -> None:
    """Put fakes in the place of learning, which then happens in this process."""
    replace(devices, "CORES", 1)
    replace(search, "new_train_state", quick_train_state)
    # For runs, which import it when they need it.
    replace(rl_train_state, "new_train_state", quick_train_state)
    replace(executors, "train", train)
    replace(executors, "measure", measure)
    replace(runner, "processes_for", lambda *_: Serial())
    replace(executors, "evaluate", evaluate)
    replace(verify, "evaluate", evaluate)
