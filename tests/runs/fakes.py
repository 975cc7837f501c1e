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
from nge.evolution.life import Life, Result, Terms, UpdateProgress
from nge.evolution.screening import Measurement, Trial, TrialConfig
from nge.evolution.species import Score
from nge.randomness import generator
from nge.runs import evolving, executors, verify
from tests.evolution.helpers import quick_learner


def live(lives: Sequence[Life], terms: Terms, threads=None, watch=lambda _: None, *_) -> list:
    """Learn something that depends on what was learned before, the species and the seed."""
    for _ in range(terms.updates):
        train(lives)
        watch(UpdateProgress(len(lives) * terms.ppo.steps, {life.id: 0.5 for life in lives}))
    return [_lived(life, terms) for life in lives]


def train(lives: Sequence[Life]) -> None:
    """Be called once for every update."""


def _lived(life: Life, terms: Terms) -> Result:
    rng = generator(terms.seed, "fake", life.id)
    learner = jax.tree.map(
        lambda leaf: (leaf / 2 + rng.uniform(0, 1, np.shape(leaf))).astype(leaf.dtype), life.learner
    )
    fitness = float(len(life.body) + rng.standard_normal())
    steps = terms.updates * terms.ppo.steps
    flags = Flags(life.id / 10, 0.25, {"radius low": 0.5} if life.id % 2 else {})
    score = Score(fitness, episodes=2, reward=abs(fitness), steps=steps, flags=flags)
    return Result(learner, score)


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
    replace(evolving, "evaluate", evaluate)
    replace(verify, "evaluate", evaluate)
