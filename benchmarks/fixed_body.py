"""How fast fixed bodies learn: the command behind docs/results/fixed_body.md.

Every cell is a policy on the hand-designed body of a task with one seed, in a process of its own on
a core of its own. Returns are those of training (sampled actions, undiscounted): the mean of the
last eight whole episodes. Results are written to a JSON file as they come; ``--plot`` draws them,
and ``--runs`` writes what runs of ``nge train`` recorded in the same form.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

from nge.cpu import usable_cores

VARIANTS: dict[str, dict[str, Any]] = {
    "nge": {"policy": "nge"},
    "mlp": {"policy": "mlp"},
    "nervenet": {"policy": "nervenet"},
    "nervenet++": {"policy": "nervenet++"},
    "bodyshare": {"policy": "bodyshare"},
    "transformer": {"policy": "transformer"},
    "transformer, summary": {"policy": "transformer", "net": {"context": "roles"}},
    "nge, 1 propagation": {"policy": "nge", "net": {"propagations": 1}},
    "nge, H 64": {"policy": "nge", "net": {"hidden": 64}},
    "nge, no context": {"policy": "nge", "net": {"context": "none"}},
    "nge, context by identity": {"policy": "nge", "net": {"context": "identity"}},
    "nge, no skip": {"policy": "nge", "net": {"skip": False}},
    "nge, memory": {"policy": "nge", "net": {"memory": True}},
    "nge, free std": {"policy": "nge", "net": {"std": "free"}},
    "nge, identity critic": {"policy": "nge", "critic": {"reads": "identity"}},
    "nge, KL .01": {"policy": "nge", "ppo": {"target_kl": 0.01, "learning_rate": 3e-4}},
}
PAPER = {"fish": 50.0, "walker": 685.0, "cheetah": 2230.0}
LAST = 8  # whole episodes that a return is the mean of
EVERY = 10  # updates between two points of a curve
SPARSE = 50  # the same, of a long run


def main() -> None:
    """Run all cells asked for, or draw a file of results."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--variants", nargs="+", default=["nge"], choices=VARIANTS)
    options.add_argument("--tasks", nargs="+", default=list(PAPER))
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--steps", type=int, default=1_000_000)
    options.add_argument("--minutes", type=float, default=float("inf"), help="stop all by then")
    options.add_argument("--workers", type=int, default=usable_cores())
    options.add_argument("--out", type=Path, default=Path("runs/fixed_body.json"))
    options.add_argument("--runs", type=Path, nargs="+", help="write these into --out and stop")
    options.add_argument("--plot", type=Path, help="draw --out into this picture and stop")
    options.add_argument("--cell", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.cell:
        _train(**json.loads(given.cell))
    elif given.runs:
        cells = [cell for folder in given.runs for cell in recorded(folder)]
        given.out.write_text(json.dumps(cells))
        print(*map(_row, cells), sep="\n")
    elif given.plot:
        plot(json.loads(given.out.read_text()), given.plot)
    else:
        cells = [
            {"variant": variant, "task": task, "seed": seed, "steps": given.steps}
            for variant in given.variants
            for task in given.tasks
            for seed in range(given.seeds)
        ]
        given.out.parent.mkdir(parents=True, exist_ok=True)
        _run(cells, given.workers, time.time() + 60 * given.minutes, given.out)


def _run(cells: list[dict[str, Any]], workers: int, stop: float, out: Path) -> None:
    """Keep one process per core busy and gather their curves."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [None]
    free, running, results = list(range(workers)), {}, []
    while cells or running:
        while cells and free and time.time() < stop:
            place = free.pop()
            cell = cells.pop(0) | {"stop": stop, "core": cores[place % len(cores)]}
            command = [sys.executable, "-m", "benchmarks.fixed_body", "--cell", json.dumps(cell)]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            running[place] = (process, cell)
        cells = cells if time.time() < stop else []
        time.sleep(0.2)
        for place, (process, _) in list(running.items()):
            if process.poll() is not None:
                del running[place]
                free.append(place)
                results.append(json.loads(process.communicate()[0]))
                out.write_text(json.dumps(results))
                print(_row(results[-1]), flush=True)


def _train(variant: str, task: str, seed: int, steps: int, stop: float, core: int | None) -> None:
    """Train one cell and print its curve as JSON."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    from nge.nets.net_settings import POLICIES, CriticSettings
    from nge.rl.ppo_settings import PpoSettings
    from nge.rl.train_state import new_train_state
    from nge.rl.trainer import Trainer
    from nge.tasks.registry import task_named

    world, chosen = task_named(task), VARIANTS[variant]
    settings = PpoSettings(**chosen.get("ppo", {}))
    policy = POLICIES[chosen["policy"]].model_copy(update=chosen.get("net", {}))
    critic = CriticSettings(**chosen.get("critic", {}))
    space = world.space()
    train_state = new_train_state(seed, world, space, policy, critic, settings.learning_rate)
    body = world.hand_designed()
    trainer = Trainer(world, space, [body], [train_state], settings, seed, threads=1)
    totals: list[float] = []
    curve: list[tuple[int, float, float]] = []
    done, began, rollout_seconds, update_seconds = 0, time.time(), 0.0, 0.0
    while done < steps and time.time() < stop:
        progress = trainer.update()
        totals += [episode.total for episode in progress.episodes]
        done += progress.steps
        if trainer.updates > 1:  # the first one compiles
            rollout_seconds += progress.rollout_seconds
            update_seconds += progress.update_seconds
        if trainer.updates % EVERY == 0 and totals:
            curve.append((done, round(time.time() - began, 1), round(mean(totals[-LAST:]), 2)))
    cell = {"variant": variant, "task": task, "seed": seed}
    print(
        json.dumps(cell | {"curve": curve, "living": rollout_seconds, "learning": update_seconds})
    )


def recorded(folder: Path) -> list[dict[str, Any]]:
    """Return the curve of every species that a run of ``nge train`` has trained."""
    from nge.runs.run import Run

    run = Run.open(folder, read_only=True)
    rows, cells = run.updates(), []
    for species, trained in enumerate(run.species()):
        totals: list[float] = []
        curve: list[tuple[int, float, float]] = []
        for row in (row for row in rows if row["species"] == species):
            totals += [row["mean_return"]] * row["episodes"]  # the mean of those of the update
            if row["number"] % SPARSE == 0 and totals:
                value = round(mean(totals[-LAST:]), 2)
                curve.append((row["steps"], round(row["seconds"], 1), value))
        cell = {"variant": run.policy, "task": run.plan.task, "seed": trained["seed"]}
        cells.append(cell | {"curve": curve})
    return cells


def _row(cell: dict[str, Any]) -> str:
    steps, seconds, value = cell["curve"][-1]
    reached = next((point[0] for point in cell["curve"] if point[2] >= PAPER[cell["task"]]), None)
    return (
        f"{cell['variant']:<26} {cell['task']:<8} seed {cell['seed']}  {steps:>9} steps "
        f"{seconds:>6.0f} s  return {value:>8.1f}  paper's figure at {reached}"
    )


def curves(results: list[dict[str, Any]]) -> Iterator[tuple[str, str, list[list[tuple]]]]:
    """Yield variant, task and the curves of all its seeds."""
    for variant, task in dict.fromkeys((cell["variant"], cell["task"]) for cell in results):
        same = [c for c in results if (c["variant"], c["task"]) == (variant, task)]
        yield variant, task, [cell["curve"] for cell in same]


def plot(results: list[dict[str, Any]], path: Path) -> None:
    """Draw return over control steps and over wall-clock, mean and range over seeds."""
    import matplotlib.pyplot as plt

    tasks = list(dict.fromkeys(cell["task"] for cell in results))
    figure, panels = plt.subplots(
        2, len(tasks), figsize=(4.4 * len(tasks), 6.4), layout="constrained", squeeze=False
    )
    for variant, task, seeds in curves(results):
        shortest = min(map(len, seeds))
        values = [[point[2] for point in curve[:shortest]] for curve in seeds]
        average = [mean(column) for column in zip(*values, strict=True)]
        low, high = zip(*((min(c), max(c)) for c in zip(*values, strict=True)), strict=True)
        for row, (axis, scale) in enumerate(((0, 1e-6), (1, 1.0))):
            panel = panels[row][tasks.index(task)]
            x = [mean(curve[i][axis] for curve in seeds) * scale for i in range(shortest)]
            line = panel.plot(x, average, label=variant)[0]
            panel.fill_between(x, low, high, alpha=0.15, color=line.get_color(), linewidth=0)
    for column, task in enumerate(tasks):
        panels[0][column].set_title(task)
        panels[0][column].set_xlabel("control steps (millions)")
        panels[1][column].set_xlabel("seconds on one core, compilation included")
        for row in range(2):
            panels[row][column].axhline(PAPER[task], color="0.5", linestyle=":", linewidth=1)
            panels[row][column].grid(alpha=0.25)
    panels[0][0].set_ylabel("return of one episode")
    panels[1][0].set_ylabel("return of one episode")
    panels[0][-1].legend(frameon=False)
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main()
