"""How long workers wait: ``python -m benchmarks.idle_workers [METHOD [GENERATIONS]]``.

A search of 64 species, one short update each, in two worker processes. A worker waits while the
main process selects, mutates, tests new bodies, fits the surrogate and writes the record, and at
the end of a generation for the other worker. Prints the seconds of a generation and the share of
them in which a worker waits, medians of the last half of the generations.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from nge.cpu import configure_process
from nge.rl.processes import Worker
from nge.runs.config import EvolutionConfig
from nge.runs.executors import Processes
from nge.runs.run import Run
from nge.runs.runner import Runner

WORKERS = 2


def seconds_and_idle_share(method: str, count: int, folder: Path) -> tuple[float, float]:
    """Return the median duration of a generation, and of the share in which workers wait."""
    config = EvolutionConfig.of(
        {
            "task": "hopper",
            "method": method,
            "limits": {"max_generations": count},
            "population": {"size": 64, "updates": 1},
            "space": {
                "max_parts": 4,
                "most_random_parts": 4,
            },  # one padded size
            "fitness": {"episodes": 1},  # where no episode of training ended
            "ppo": {"num_envs": 2, "num_steps": 80},
        }
    )
    busy = [0.0]
    ask = Worker.ask

    def timed(worker, *given, **named):
        began = time.perf_counter()
        try:
            return ask(worker, *given, **named)
        finally:
            busy[0] += time.perf_counter() - began

    Worker.ask = timed
    marks = [(time.perf_counter(), 0.0)]
    run = Run.create(folder, config.plan, config.limits)
    with Runner(run, executor=Processes(WORKERS)) as runner:
        for _ in runner.generations():
            marks.append((time.perf_counter(), busy[0]))
    Worker.ask = ask
    seconds, worked = np.diff(marks, axis=0)[count // 2 :].T
    return float(np.median(seconds)), float(np.median(1 - worked / (WORKERS * seconds)))


def main(method: str = "nge", count: int = 10) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        seconds, idle = seconds_and_idle_share(method, count, Path(folder) / "run")
    print(f"{method}: {seconds:.2f} s a generation, workers idle for {100 * idle:.0f} % of it")


if __name__ == "__main__":
    configure_process()
    main(*(kind(word) for kind, word in zip((str, int), sys.argv[1:], strict=False)))
