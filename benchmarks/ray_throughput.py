"""How fast a Ray cluster trains: ``python -m benchmarks.ray_throughput``.

A cluster of two nodes with one CPU each, both on this machine, trains the same species with one
node and with both, beside two local workers; rounds alternate, and the median of the ratios of each
round counts, because machines are noisy. All must end with the same scores. Then jobs that do
nothing, with train states of the usual size, tell what a generation costs beyond its training.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

import ray
from ray.cluster_utils import Cluster

from benchmarks.learner import _bodies, _learners, _machine
from nge.cpu import configure_process
from nge.evolution.plan import Plan
from nge.evolution.search import Search
from nge.evolution.species import Generation, Score
from nge.evolution.train_job import Checkpoint, TrainConfig, TrainJob, TrainResult, always_continue
from nge.rl.messages import dumps
from nge.rl.ppo_settings import PpoSettings
from nge.runs import ray_executor
from nge.runs.executors import Executor, Processes
from nge.runs.ray_executor import RayExecutor
from nge.tasks.registry import task_named

ONE = "one"
"""A resource that only one of the two nodes has."""
NODE = {"num_cpus": 1, "object_store_memory": 10**9, "include_dashboard": False}
POLICY, HIDDEN, EPOCHS = "nge", 32, 4  # the fast preset of benchmarks.learner


def main() -> None:
    """Print both tables."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--species", type=int, default=16)
    options.add_argument("--updates", type=int, default=4)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--idle", type=int, nargs="+", default=[64, 250, 1000])
    given = options.parse_args()
    os.environ.update(
        RAY_AUTH_MODE="disabled",
        RAY_USAGE_STATS_ENABLED="0",
        RAY_worker_niceness="0",  # by default 15, which is no fair comparison on a busy machine
    )
    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "resources": {ONE: 1}})
    cluster.add_node(**NODE)
    print(_machine())
    try:
        if given.rounds:
            _throughput(cluster.address, given.species, given.updates, given.rounds)
        for count in given.idle:
            _overhead(cluster.address, count)
    finally:
        ray.shutdown()
        cluster.shutdown()


def _throughput(address: str, species: int, updates: int, rounds: int) -> None:
    jobs, config = _jobs(species, updates), _config()
    both, one, local = RayExecutor(address), RayExecutor(address), Processes(2)
    one._run_job = one._run_job.options(resources={ONE: 0.01})
    variants: dict[str, Executor] = {"1 Ray worker": one, "2 Ray workers": both, "2 local": local}
    speeds: dict[str, list[float]] = {name: [] for name in variants}
    scores: list[list[Score | None]] = []
    print(f"\n{species} species, {updates} updates each")
    for index in range(rounds + 1):
        for name, executor in variants.items():
            began = time.perf_counter()
            results = executor.train(jobs, config, always_continue)
            seconds = time.perf_counter() - began
            scores.append([result.score for result in results])
            print(f"  round {index}: {name} {seconds:.1f} s", flush=True)
            if index:  # the first round compiles
                steps = sum(result.score.steps for result in results if result.score)
                speeds[name].append(steps / seconds)
    local.close()
    assert all(found == scores[0] for found in scores), "executors do not agree"
    for name, found in speeds.items():
        each = ", ".join(f"{speed:,.0f}" for speed in found)
        print(f"  {name:<14}{median(found):>8,.0f} control steps/s ({each})")
    for name, other in (("2 Ray workers", "1 Ray worker"), ("2 Ray workers", "2 local")):
        ratios = [own / its for own, its in zip(speeds[name], speeds[other], strict=True)]
        each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        print(f"  {name} to {other}: {median(ratios):.2f} ({each})")


def _overhead(address: str, species: int) -> None:
    """Print what a generation costs whose jobs do nothing."""
    from benchmarks.ray_throughput import instant  # by the name that workers know it by

    jobs, config = _jobs(species, 1), _config()
    train_for, calls = ray_executor.train_for, _Counted(dumps)
    ray_executor.train_for, ray_executor.dumps = instant, calls  # type: ignore[assignment]
    try:
        executor = RayExecutor(address)
        seconds = median(_timed(partial(executor.train, jobs, config, always_continue), 3))
    finally:
        ray_executor.train_for, ray_executor.dumps = train_for, dumps
    size = len(dumps(jobs)) / species / 1e6
    count = (calls.count - 3) // 3  # the call itself is packed once in each
    print(
        f"{species:>5} species of {size:.2f} MB in {count} jobs: {seconds:.2f} s of overhead, "
        f"{1000 * seconds / count:.0f} ms per job, {1000 * seconds / species:.1f} ms per species"
    )


def instant(
    share: Sequence[TrainJob], config: TrainConfig, seconds: float
) -> tuple[list[Any], list[TrainResult]]:
    """Return species as they are, in the place of ``train_for``."""
    states = [Checkpoint(job.updates, job.train_state) for job in share]
    return [], [TrainResult(state, Score(fitness=0.0)) for state in states]


class _Counted:
    def __init__(self, function: Callable) -> None:
        self._function, self.count = function, 0

    def __call__(self, *given: Any) -> Any:
        self.count += 1
        return self._function(*given)


def _timed(function: Callable[[], Any], times: int) -> list[float]:
    found = []
    for _ in range(times):
        began = time.perf_counter()
        function()
        found.append(time.perf_counter() - began)
    return found


def _jobs(species: int, updates: int) -> list[TrainJob]:
    task = task_named("fish")
    train_states = _learners(task, POLICY, HIDDEN, EPOCHS, species)
    bodies = _bodies(task, species)
    return [TrainJob(i, body, train_states[i], updates) for i, body in enumerate(bodies)]


def _config() -> TrainConfig:
    plan = Plan(task="fish", ppo=PpoSettings(epochs=EPOCHS))
    return Search(plan).train_config(Generation(0, (), 0))


if __name__ == "__main__":
    configure_process()
    main()
