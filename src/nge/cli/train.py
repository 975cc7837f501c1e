"""``nge train``: fixed bodies learn to move, the paper's fixed structure."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from nge.cli.launch import PACE, Launch, live_page
from nge.control import devices
from nge.report.numbers import short
from nge.runs.config import TrainingConfig
from nge.wording import clock, plural

if TYPE_CHECKING:
    from nge.runs.training import TrainingRun


def train(
    config: TrainingConfig, launch: Launch, *, run: Path | None = None, dry_run: bool = False
) -> int:
    """Train bodies that stay as they are, several and with several seeds at the same time.

    Everything is kept in the run's folder. Ctrl-C stops after the update under way, saves, and
    exits with 130; 'nge resume RUN' goes on as if nothing had happened. A second Ctrl-C stops
    at once. At the end every species is evaluated, and the best one is filmed.

    Args:
        run: Folder for the run, new or empty; by default runs/train-TASK-1, -2 and so on.
        dry_run: Only say what would be done, and how long it may take.
    """
    from nge.runs.api import new_training

    if dry_run:
        _estimate(config, launch.workers)
        return 0
    command = ["nge", *sys.argv[1:]]
    return go(new_training(config, run, launch.workers, command), launch)


def go(run: TrainingRun, launch: Launch) -> int:
    """Train until the goal or until the user wants an end; then evaluate, film and advise."""
    from nge.cli.evaluate import print_returns
    from nge.cli.progress import Stop, TrainingProgress  # imports rich, which help does not need
    from nge.runs.api import EPISODES
    from nge.runs.training import Training

    plan, folder = run.plan, shlex.quote(str(run.folder))
    page = live_page(run.folder, launch.watch)
    with Stop() as stop, Training(run, launch.workers) as training, page:
        _introduce(run, training.updates)
        names, recent = list(map(str, run.trainees)), run.recent_returns()
        with TrainingProgress(names, plan.goal, training.updates, recent, stop) as progress:
            while not (training.done or stop.asked or training.asked_to_stop()):
                progress.show(training.update())
        training.save()
        if training.updates:
            run.write_curve()
        if stop.asked or not training.done:
            print(
                f"stopped after update {training.updates} of {plan.goal}, everything is saved; "
                f"go on with: nge resume {folder}",
                file=sys.stderr,
            )
            return stop.code if stop.asked else 0
        updates, seconds = training.updates, training.seconds
    print(f"evaluating {EPISODES} episodes of each species, twice", file=sys.stderr, flush=True)
    deterministic = run.evaluated(EPISODES, seed=0, sampled=False)
    sampled = run.evaluated(EPISODES, seed=0, sampled=True)
    print(
        f"{run.task.name}, policy {plan.policy}: {plural(updates, 'update')}, "
        f"{plural(plan.steps(updates), 'control step')} of each species in {clock(seconds)}"
    )
    print_returns(range(len(run.trainees)), run.trainees, deterministic, sampled)
    print()
    if launch.film:
        _film(run)
    print(f"Every update is a row of {run.folder / 'curve.csv'}; docs/metrics.md explains it.")
    print(f"Next: nge report {folder} --open")
    print(f"      nge evaluate {folder} --episodes 64")
    print(f"      nge export {folder} --to creature")
    print(f"      nge resume {folder} --updates {2 * updates}")
    print(f"      nge train {run.task.name} --policy mlp --seeds 3")
    return 0


def _introduce(run: TrainingRun, done: int) -> None:
    plan, species = run.plan, len(run.trainees)
    if done >= plan.goal:
        print(f"{run.folder} has done its {plural(done, 'update')}", file=sys.stderr, flush=True)
        return
    since = f", {done} of them done" if done else ""
    print(
        f"training {species} species on {run.task.name} with policy {plan.policy}: "
        f"{plural(plan.goal, 'update')} of "
        f"{plural(plan.ppo.steps, 'control step')} each{since}; run folder {run.folder}",
        file=sys.stderr,
        flush=True,
    )


def _film(run: TrainingRun) -> None:
    """Draw the beginning of an episode of the best species, or say why that fails."""
    from nge.cli.film import draw_film

    best, path = run.creature(), run.folder / "best.mp4"
    if seconds := draw_film(path, run.task, run.space, best.body, best.learner):
        print(f"Look at {path}: {seconds:.2g} s of {run.trainees[best.id]}, mean actions.")


def _estimate(config: TrainingConfig, workers: int | None) -> None:
    """Say what a run would take."""
    from nge.runs.api import trainees_of, training_demand

    plan, trainees = config.plan, trainees_of(config)
    cores = min(workers or devices.CORES, len(trainees))
    steps = plan.steps(plan.goal)
    seconds = steps * len(trainees) / (PACE * cores)
    if plan.max_hours is not None:
        seconds = min(seconds, 3600 * plan.max_hours)
    print(f"{plan.task}, policy {plan.policy}: {plural(len(trainees), 'species')}")
    print(f"  {plural(plan.goal, 'update')} of {plan.ppo.steps:,} control steps each")
    print(f"  control steps: {short(steps)} of each species")
    print(
        f"  time: about {clock(seconds)} on {plural(cores, 'core')}, "
        f"at {PACE:,} control steps per second and core"
    )
    print(f"  memory: about {training_demand(config, trainees, workers).total / 1e6:,.0f} MB")
