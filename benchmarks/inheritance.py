"""What a child should keep: ``python -m benchmarks.inheritance RUN --parent ID --out FILE``.

The children of one species of a recorded search are trained again, from several random streams
each, with the whole weight of what their parent has seen and earned in their running scales, and
with less (``inheritance.memory``). Prints the mean return of their episodes in every fifth of that
time, and the share of children that end with less than half of what their parent had.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from nge.cpu import configure_process
from nge.evolution import inheritance
from nge.evolution.train_job import Checkpoints, TrainConfig, TrainJob, UpdateProgress
from nge.runs.executors import Serial
from nge.runs.run import Run

FIFTHS = 5
STREAMS = 1000  # more than there are of one child


def main() -> None:
    """Train, print and write."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("run", type=Path)
    options.add_argument("--parent", type=int, required=True)
    options.add_argument("--memory", type=float, nargs="+", default=[0.1, 1.0])
    options.add_argument("--updates", type=int, default=20)
    options.add_argument("--streams", type=int, default=2)
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    run = Run.open(given.run, read_only=True)
    children = [row["id"] for row in run.species() if row["parent"] == given.parent]
    had = max(row["fitness"] for row in run.scores() if row["species"] == given.parent)
    print(f"{len(children)} children of species {given.parent}, whose best fitness was {had:.0f}")
    found = {}
    for memory in given.memory:
        returns = trained(run, given.parent, children, memory, given.updates, given.streams)
        found[str(memory)] = returns.tolist()
        fifths = " ".join(f"{value:6.0f}" for value in np.nanmean(returns, 0))
        lost = np.mean(returns[:, -1] < had / 2)
        print(f"memory {memory:4}: {fifths}  below half of it: {100 * lost:.0f} %", flush=True)
    if given.out:
        given.out.write_text(json.dumps({"children": children, "parent": had, "returns": found}))


def trained(
    run: Run, parent: int, children: Sequence[int], memory: float, updates: int, streams: int
) -> np.ndarray:
    """Return the mean return of every child and stream in every fifth of training. [C x S, 5]"""
    plan = run.plan
    rules = plan.inheritance.model_copy(update={"memory": memory})
    start = inheritance.inherited(run.train_state(parent), rules)
    jobs = [
        TrainJob(STREAMS * child + stream, run.body(child), start, updates)
        for child in children
        for stream in range(streams)
    ]
    config = TrainConfig(
        **plan.of_task,
        space=plan.space,
        ppo=plan.ppo,
        fitness=plan.fitness,
        seed=plan.seed,
    )
    totals: dict[int, list[list[float]]] = {job.id: [[] for _ in range(FIFTHS)] for job in jobs}

    def hear(word: UpdateProgress | Checkpoints) -> bool:
        if isinstance(word, UpdateProgress):
            fifth = FIFTHS * (word.number - 1) // updates
            for id_, episodes in word.episodes.items():
                totals[id_][fifth] += [episode.total for episode in episodes]
        return True

    Serial().train(jobs, config, hear)
    return np.array(
        [[np.mean(some) if some else np.nan for some in totals[job.id]] for job in jobs]
    )


if __name__ == "__main__":
    configure_process()
    main()
