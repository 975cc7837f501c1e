"""Lives that take no time: what they lead to depends on the same things as in real ones.

For tests of what surrounds learning: the record, the files, the commands.
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from nge.control import agent, devices
from nge.control.evaluate import Evaluation
from nge.evolution import search
from nge.evolution.flags import Flags
from nge.evolution.life import Checkpoint, Checkpoints, Life, Result, Terms, UpdateProgress, go_on
from nge.evolution.screening import Measurement, Trial, TrialConfig
from nge.evolution.species import Score
from nge.randomness import generator
from nge.runs import executors, runner, verify
from nge.runs.executors import Serial
from nge.runs.rows import NUMBERS
from tests.evolution.helpers import quick_learner


def live(lives: Sequence[Life], terms: Terms, threads=None, watch=go_on, *_) -> list:
    """Learn something that depends on what was learned before, the species and the seed."""
    states = {life.id: life.state for life in lives}
    for update in range(min(state.updates for state in states.values()), terms.updates):
        train(lives)
        for life in lives:
            if states[life.id].updates == update:
                states[life.id] = _learned(life, states[life.id], terms)
        report = dict.fromkeys(NUMBERS, 0.5)
        steps, ids = len(lives) * terms.ppo.steps, [life.id for life in lives]
        wanted = watch(UpdateProgress(steps, update + 1, dict.fromkeys(ids, report)))
        if update + 1 < terms.updates and not (wanted and (update + 1) % terms.save_every):
            watch(Checkpoints(states))
        if not wanted:
            return [Result(states[life.id], None) for life in lives]
    return [Result(states[life.id], _score(life, terms)) for life in lives]


def train(lives: Sequence[Life]) -> None:
    """Be called once for every update."""


def _learned(life: Life, state: Checkpoint, terms: Terms) -> Checkpoint:
    rng = generator(terms.seed, "fake", life.streams, state.updates)
    learner = jax.tree.map(
        lambda leaf: (leaf / 2 + rng.uniform(0, 1, np.shape(leaf))).astype(leaf.dtype),
        state.learner,
    )
    return Checkpoint(state.updates + 1, learner, {"place": np.ones(3)})


def _score(life: Life, terms: Terms) -> Score:
    fitness = float(len(life.body) + generator(terms.seed, "fake", life.id).standard_normal())
    steps = terms.updates * terms.ppo.steps
    flags = Flags(life.id / 10, 0.25, {"radius low": 0.5} if life.id % 2 else {})
    return Score(fitness, episodes=2, reward=abs(fitness), steps=steps, flags=flags)


def measure(trials: Sequence[Trial], config: TrialConfig) -> list[Measurement]:
    """Measure what depends on the body and the seed alone."""
    draws = [generator(config.seed, trial.body.digest) for trial in trials]
    return [Measurement(float(rng.standard_normal()), config.steps) for rng in draws]


def evaluate(task, space, bodies, learners, episodes, seed=0, sampled=False, **_) -> list:
    """Perform as the weights say."""
    totals = [float(learner.agent.critic.value.bias.sum()) for learner in learners]
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
    replace(search, "new_learner", quick_learner)
    replace(agent, "new_learner", quick_learner)  # for runs, which import it when they need it
    replace(executors, "live", live)
    replace(executors, "measure", measure)
    replace(runner, "processes_for", lambda *_: Serial())
    replace(executors, "evaluate", evaluate)
    replace(verify, "evaluate", evaluate)
