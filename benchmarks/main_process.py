"""What the main process costs as a run grows: ``python -m benchmarks.main_process [METHOD...]``.

Searches of 64 species in which training takes no time: what is left is choosing, smoke tests of
new bodies, the surrogate, and writing weights and the record. Prints the processor time of a
generation around generations 10, 100 and 1000, medians of nine.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from nge.evolution.screening import Measurement
from nge.evolution.species import Score
from nge.evolution.train_job import Checkpoint, TrainResult, UpdateProgress
from nge.runs.config import EvolutionConfig
from nge.runs.rows import NUMBERS
from nge.runs.run import Run
from nge.runs.runner import Runner
from nge.seeding import generator

MARKS = (10, 100, 1000)
AROUND = 9  # generations of a median
METHODS = ("nge", "nge-gm-uc", "nge-no-pruning")


class Nothing:
    """An executor that gives every species a random score at once."""

    def train(self, jobs, config, on_progress) -> list[TrainResult]:
        """Change no weights."""
        rng = generator(config.seed, "scores")
        metrics = {job.id: dict.fromkeys(NUMBERS, 0.5) for job in jobs}
        on_progress(UpdateProgress(len(jobs) * config.ppo.steps, 1, metrics))
        return [
            TrainResult(
                Checkpoint(config.updates, job.state.train_state),
                Score(float(rng.standard_normal()), episodes=9, spread=1.0, steps=config.ppo.steps),
            )
            for job in jobs
        ]

    def measure(self, trials, config, on_progress) -> list[Measurement]:
        """Find some bodies better than others."""
        rng = generator(config.seed, "measurements")
        return [Measurement(float(value), 1) for value in rng.standard_normal(len(trials))]

    def evaluate(self, trials, config, on_progress) -> list[None]:
        """Evaluate nobody."""
        return [None for _ in trials]

    def close(self) -> None:
        """Hold nothing."""


def seconds_of_generations(method: str, count: int, folder: Path) -> list[float]:
    """Return what every generation takes."""
    given = {"population": {"size": 64, "updates": 1}}
    config = EvolutionConfig.of(
        {"task": "fish", "method": method, "limits": {"max_generations": count}} | given
    )
    run = Run.create(folder, config.plan, config.limits)
    times = [time.process_time()]
    with Runner(run, executor=Nothing()) as runner:
        for _ in runner.generations():
            times.append(time.process_time())
    return list(np.diff(times))


def main(methods: Sequence[str]) -> None:
    """Measure and print."""
    for method in methods or METHODS:
        with tempfile.TemporaryDirectory() as folder:
            taken = seconds_of_generations(method, MARKS[-1] + AROUND // 2, Path(folder) / "run")
        around = AROUND // 2
        found = [np.median(taken[mark - around - 1 : mark + around]) for mark in MARKS]
        marks = "  ".join(
            f"{mark}: {seconds:.2f} s" for mark, seconds in zip(MARKS, found, strict=True)
        )
        print(f"{method:16} seconds of a generation at {marks}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
