"""How fast populations learn: ``python -m benchmarks.learner``.

Control steps per second of the whole loop: physics, inference and updates, for species of mixed
sizes, by one worker process per core. Beside it, in the same run, stand two baselines: the same
code training one species after another, and PPO with a flat network of the same width on one body,
by stable-baselines3 through our Gymnasium environment (left out where that is not installed).
Rounds of all variants alternate, and the median round counts; look at ratios, because machines are
noisy.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

import jax
import numpy as np

from nge.body.graph import BodyGraph
from nge.body.space import SpaceSettings
from nge.evolution.plan import Plan
from nge.evolution.search import Search
from nge.evolution.species import Generation
from nge.evolution.train_job import TrainJob
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.rl import devices
from nge.rl.ppo_settings import PpoSettings
from nge.rl.train_state import TrainState, new_train_state
from nge.rl.trainer import Trainer
from nge.runs.executors import processes_for
from nge.tasks.environment import TaskEnvironment
from nge.tasks.registry import task_named
from nge.tasks.task import Task

PARTS = (4, 6, 6, 8)  # parts of the bodies in turn: three padded sizes
ALONE = 4  # species of the one-by-one baseline; all sizes in their shares
PRESETS = {
    "paper, nervenet++": ("nervenet++", 64, 10),
    "fast, nervenet++": ("nervenet++", 32, 4),
    "fast, nge": ("nge", 32, 4),
}
"""Policy, width (H) and epochs; 2000 control steps of a species per update in all."""


class Round(NamedTuple):
    """What one update of one variant took."""

    steps: int
    seconds: float
    physics: float
    inference: float
    update: float


Variant = Callable[[], Round]


def main() -> None:
    """Print a table for every preset."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--species", type=int, nargs="+", default=[16, 64])
    options.add_argument("--task", default="fish")
    options.add_argument("--presets", nargs="+", default=list(PRESETS), choices=PRESETS)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--quick", action="store_true", help="two rounds, the fast presets")
    options.add_argument("--out", type=Path, help="write the results to this JSON file")
    given = options.parse_args()
    if given.quick:
        given.rounds = 2
        given.presets = [name for name in given.presets if name.startswith("fast")]
    task, results = task_named(given.task), []
    print(f"{_machine()}; {task.name}, bodies of {', '.join(map(str, sorted(set(PARTS))))} parts")
    for preset in given.presets:
        rows = _measure(_variants(task, preset, given.species), given.rounds)
        _show(preset, rows)
        results += [{"preset": preset, "task": task.name} | row for row in rows]
        if given.out:
            given.out.write_text(json.dumps({"machine": _machine(), "rows": results}, indent=1))


def _machine() -> str:
    device = jax.devices()[0].device_kind
    return (
        f"JAX {jax.__version__} on {device}, {devices.CORES} cores, Python "
        f"{platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )


def _variants(task: Task, preset: str, species: list[int]) -> dict[str, Variant]:
    name, hidden, epochs = PRESETS[preset]
    variants = {"one by one": _one_by_one(task, name, hidden, epochs)}
    for count in species:
        variants[f"{count} species"] = _together(task, name, hidden, epochs, count)
    if importlib.util.find_spec("stable_baselines3"):
        variants["stable-baselines3"] = _flat_baseline(task, hidden, epochs)
    else:
        print("stable-baselines3 is not installed: its baseline is left out")
    return variants


def _bodies(task: Task, count: int) -> list[BodyGraph]:
    bodies = []
    for index in range(count):
        parts = PARTS[index % len(PARTS)]
        space = task.space(SpaceSettings(fewest_random_parts=parts, most_random_parts=parts))
        bodies.append(space.random_body(np.random.default_rng(index)))
    return bodies


def _learners(task: Task, name: str, hidden: int, epochs: int, count: int) -> list[TrainState]:
    policy = POLICIES[name].model_copy(update={"hidden": hidden})
    rate = PpoSettings(epochs=epochs).learning_rate
    groups = task, task.space(), policy, CriticSettings(), rate
    return [new_train_state(seed, *groups) for seed in range(count)]


def _together(task: Task, name: str, hidden: int, epochs: int, count: int) -> Variant:
    """Return updates of species in worker processes, each from the checkpoint of the one before."""
    train_states = _learners(task, name, hidden, epochs, count)
    bodies = _bodies(task, count)
    jobs = [TrainJob(i, body, train_states[i], 10**6) for i, body in enumerate(bodies)]
    plan = Plan(task=task.name, ppo=PpoSettings(epochs=epochs))
    executor = processes_for(count)
    config = Search(plan).train_config(Generation(0, (), 0))

    def run() -> Round:
        began = time.perf_counter()
        results = executor.train(jobs, config, lambda word: False)  # stops after an update
        seconds = time.perf_counter() - began
        jobs[:] = [
            replace(job, checkpoint=r.checkpoint) for job, r in zip(jobs, results, strict=True)
        ]
        return Round(count * plan.ppo.batch_size, seconds, 0.0, 0.0, 0.0)

    return run


def _one_by_one(task: Task, name: str, hidden: int, epochs: int) -> Variant:
    """Return a plain loop of trainers; each may use all cores, as such a loop would."""
    train_states, settings = (
        _learners(task, name, hidden, epochs, ALONE),
        PpoSettings(epochs=epochs),
    )
    loop = [
        Trainer(task, task.space(), [body], [train_state], settings, seed=0)
        for body, train_state in zip(_bodies(task, ALONE), train_states, strict=True)
    ]
    return lambda: _updated(loop)


def _updated(trainers: Sequence[Trainer]) -> Round:
    began = time.perf_counter()
    done = [trainer.update() for trainer in trainers]
    seconds = time.perf_counter() - began
    rollout = sum(stats.rollout_seconds for stats in done)
    inference = sum(stats.inference_seconds for stats in done)
    update = sum(stats.update_seconds for stats in done)
    steps = sum(stats.steps for stats in done)
    return Round(steps, seconds, rollout - inference, inference, update)


def _flat_baseline(task: Task, hidden: int, epochs: int) -> Variant:
    """Return PPO as most people would run it, with as many environments, steps and minibatches."""
    from stable_baselines3 import PPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    ours = PpoSettings(epochs=epochs)
    body = _bodies(task, 2)[1]
    num_envs = DummyVecEnv([lambda: TaskEnvironment(task, body)] * ours.num_envs)
    model = PPO(
        "MlpPolicy",
        num_envs,
        n_steps=ours.num_steps,
        batch_size=ours.steps // ours.minibatches,
        n_epochs=epochs,
        policy_kwargs={"net_arch": [hidden, hidden]},
        device="cpu",
    )

    def run() -> Round:
        began = time.perf_counter()
        model.learn(ours.steps, reset_num_timesteps=False)
        return Round(ours.steps, time.perf_counter() - began, 0.0, 0.0, 0.0)

    return run


def _measure(variants: dict[str, Variant], rounds: int) -> list[dict[str, object]]:
    """Run the rounds of all variants in turn and return a row for each."""
    found: dict[str, list[Round]] = {name: [] for name in variants}
    for index in range(rounds + 1):
        for name, run in variants.items():
            taken = run()
            if index:  # the first round compiles and warms up
                found[name].append(taken)
    base = [taken.steps / taken.seconds for taken in found["one by one"]]
    rows: list[dict[str, object]] = []
    for name, each in found.items():
        speeds = [taken.steps / taken.seconds for taken in each]
        shares = {
            part: median(
                getattr(t, part) / max(1e-9, t.physics + t.inference + t.update) for t in each
            )
            for part in ("physics", "inference", "update")
        }
        busy = median((t.physics + t.inference + t.update) / t.seconds for t in each)
        rows.append(
            {
                "variant": name,
                "steps_per_second": median(speeds),
                "per_core": median(speeds) / devices.CORES,
                "ratio": median(own / one for own, one in zip(speeds, base, strict=True)),
                "threads_at_work": busy,
                "shares": shares,
            }
        )
    return rows


def _show(preset: str, rows: list[dict[str, object]]) -> None:
    head = ("control steps/s", "per core", "ratio", "physics", "inference", "update")
    print(f"\n{preset:<20}" + "".join(f"{title:>16}" for title in head))
    for row in rows:
        shares = row["shares"]
        assert isinstance(shares, dict)
        print(
            f"  {row['variant']:<18}{row['steps_per_second']:>16,.0f}{row['per_core']:>16,.0f}"
            f"{row['ratio']:>16.2f}" + "".join(f"{share:>15.0%} " for share in shares.values()),
            flush=True,
        )


if __name__ == "__main__":
    main()
