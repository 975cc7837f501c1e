"""Whether a large body slows small ones down: ``python -m benchmarks.padding``.

Processor seconds per update of eight crawlers of 5 parts, and of seven of them beside one of 29, in
one process; beside them those of the seven and of the large one alone, and of the seven padded to
its size. Rounds of all variants alternate, and the median round counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from unittest.mock import patch

import numpy as np

from nge.body.graph import BodyGraph
from nge.nets.graphs import padded_size
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.physics.cpu_engine import CpuSimulation
from nge.rl import trainer as trainers
from nge.rl.ppo_settings import PpoSettings
from nge.rl.train_state import new_train_state
from nge.rl.trainer import Trainer
from nge.tasks.registry import task_named
from nge.tasks.task import Task

SMALL, LARGE, MANY = 5, 29, 8
COPIES, STEPS = 4, 50  # of the physics alone

Variant = Callable[[], object]


def main() -> None:
    """Print a table of learning and one of physics alone."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--task", default="suite/crawler")
    options = parser.parse_args()
    task = task_named(options.task)
    small = [_body(task, SMALL, seed) for seed in range(MANY)]
    large, few = _body(task, LARGE, 0), small[1:]
    variants = {
        "8 small": (small, None),
        "7 small": (few, None),
        "1 large": ([large], None),
        "7 small, 1 large": ([*few, large], None),
        "7 small, padded as the large one": (few, padded_size(LARGE)),
    }
    learning = {name: _learning(task, *given) for name, given in variants.items()}
    _show("learning: seconds per update", learning, options.rounds)
    physics = {name: _physics(task, *given) for name, given in variants.items()}
    _show(f"physics: seconds per {STEPS} control steps", physics, options.rounds)


def _body(task: Task, parts: int, seed: int) -> BodyGraph:
    limits = {"fewest_random_parts": parts, "most_random_parts": parts}
    space = task.space(task.space_settings.model_copy(update=limits))
    return space.random_body(np.random.default_rng(seed))


def _learning(task: Task, bodies: list[BodyGraph], size: int | None = None) -> Variant:
    """Return an update of all bodies, padded to ``size`` or as they are by default."""
    settings, space = PpoSettings(num_envs=4, num_steps=80), task.space()
    first = [
        new_train_state(seed, task, space, POLICIES["nge"], CriticSettings(), 1e-3)
        for seed in range(len(bodies))
    ]

    def sized(parts: int) -> int:
        return size or padded_size(parts)

    with (
        patch.object(trainers, "padded_size", sized),
        patch.object(trainers, "graph_of", _sized(size)),
    ):
        trainer = Trainer(task, space, bodies, first, settings, seed=0, threads=1)

    return trainer.update


def _sized(size: int | None) -> Callable[..., object]:
    """Return ``graph_of`` for bodies that are all padded to one size."""
    plain = trainers.graph_of
    return lambda body, space, given=None: plain(body, space, size or given)


def _physics(task: Task, bodies: list[BodyGraph], size: int | None = None) -> Variant:
    compiled = [task.compile(body) for body in bodies]
    simulation = CpuSimulation(compiled, COPIES, threads=1, parts=size)
    seeds = np.arange(len(bodies) * COPIES).reshape(len(bodies), COPIES)
    shape = (len(bodies), COPIES, *simulation.joint_mask.shape[1:])
    actions = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)

    def run() -> None:
        simulation.reset(seeds)
        for _ in range(STEPS):
            simulation.step(actions)

    return run


def _show(title: str, variants: dict[str, Variant], rounds: int) -> None:
    taken: dict[str, list[float]] = {name: [] for name in variants}
    for index in range(rounds + 1):
        for name, run in variants.items():
            began = time.process_time()
            run()
            if index:  # the first round compiles
                taken[name].append(time.process_time() - began)
    print(f"\n{title}")
    for name, found in taken.items():
        print(f"  {name:<36}{median(found):>8.3f}", flush=True)


if __name__ == "__main__":
    main()
