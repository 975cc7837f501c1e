"""What a generation costs as a run grows: ``python -m benchmarks.main_process [METHOD...]``.

Searches of 64 species, in two worker processes. While the main process selects, mutates, tests new
bodies, fits the surrogate and writes weights and the record, workers wait, and at the end of a
generation for each other. Around generations 10, 100 and 1000 species are really trained, by one
short update, which shows waiting at its worst; in between training takes no time. Prints medians of
nine generations: seconds, processor time of the main process, and the share in which workers wait.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nge.cpu import configure_process
from nge.evolution.screening import Measurement
from nge.evolution.species import Score
from nge.evolution.train_job import Checkpoint, TrainResult, UpdateProgress
from nge.rl.processes import Worker
from nge.runs.config import EvolutionConfig
from nge.runs.executors import Processes
from nge.runs.rows import NUMBERS
from nge.runs.run import Run
from nge.runs.runner import Runner
from nge.seeding import generator

MARKS = (10, 100, 1000)
AROUND = 9  # generations of a median
WORKERS = 2
METHODS = ("nge-no-pruning", "nge-gm-uc")


class Clock(NamedTuple):
    """What was spent when a generation ended."""

    seconds: float
    main_process: float
    workers: float


class Nothing:
    """An executor that gives every species a random score at once."""

    def train(self, jobs, config, on_progress) -> list[TrainResult]:
        """Change no weights."""
        rng = generator(config.seed, "scores")
        metrics = {job.id: dict.fromkeys(NUMBERS, 0.5) for job in jobs}
        on_progress(UpdateProgress(len(jobs) * config.ppo.batch_size, 1, metrics))
        return [
            TrainResult(
                Checkpoint(job.updates, job.state.train_state),
                Score(
                    float(rng.standard_normal()),
                    episodes=9,
                    spread=1.0,
                    steps=config.ppo.batch_size,
                ),
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


class Sometimes(Nothing):
    """An executor that trains only around the marks; it knows how long its workers worked."""

    def __init__(self, workers: Processes) -> None:
        """Train with these workers."""
        self._workers, self.generations, self.worked = workers, 0, 0.0
        self._ask, Worker.ask = Worker.ask, lambda *given, **named: self._timed(*given, **named)

    def _timed(self, *given, **named):
        began = time.perf_counter()
        try:
            return self._ask(*given, **named)
        finally:
            self.worked += time.perf_counter() - began

    def train(self, jobs, config, on_progress) -> list[TrainResult]:
        """Train where it is measured, and in the two generations before that."""
        self.generations += 1
        measured = range(-(AROUND // 2) - 2, AROUND // 2 + 1)
        trains = any(self.generations - mark in measured for mark in MARKS)
        return (self._workers if trains else super()).train(jobs, config, on_progress)

    def close(self) -> None:
        """End the workers."""
        Worker.ask = self._ask
        self._workers.close()


def clocks_of_generations(method: str, count: int, folder: Path) -> np.ndarray:
    """Return what every generation takes; the columns are those of ``Clock``."""
    config = EvolutionConfig.of(
        {
            "task": "hopper",
            "method": method,
            "limits": {"max_generations": count},
            "population": {"size": 64, "updates": 1},
            "space": {"max_parts": 4, "most_random_parts": 4},  # one padded size
            "fitness": {"episodes": 1},  # where no episode of training ended
            "ppo": {"num_envs": 2, "num_steps": 80},
        }
    )
    run = Run.create(folder, config.plan, config.limits)
    executor = Sometimes(Processes(WORKERS))

    def now() -> Clock:
        return Clock(time.perf_counter(), time.process_time(), executor.worked)

    clocks = [now()]
    with Runner(run, executor=executor) as runner:
        for _ in runner.generations():
            clocks.append(now())
    return np.diff(clocks, axis=0)


def main(methods: Sequence[str]) -> None:
    """Measure and print."""
    print(f"{'method':16} {'generation':>10} {'seconds':>8} {'main process':>13} {'idle':>6}")
    for method in methods or METHODS:
        with tempfile.TemporaryDirectory() as folder:
            taken = clocks_of_generations(method, MARKS[-1] + AROUND // 2, Path(folder) / "run")
        for mark in MARKS:
            seconds, main_process, worked = taken[mark - AROUND // 2 - 1 : mark + AROUND // 2].T
            idle = np.median(1 - worked / (WORKERS * seconds))
            print(
                f"{method:16} {mark:10} {np.median(seconds):6.2f} s "
                f"{np.median(main_process):11.2f} s {100 * idle:4.0f} %",
                flush=True,
            )


if __name__ == "__main__":
    configure_process()
    main(sys.argv[1:])
