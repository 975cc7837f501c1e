"""``nge train``: train controllers of fixed bodies."""

from __future__ import annotations

import sys
from pathlib import Path

from nge.cli.go import go
from nge.cli.launch import Launch
from nge.report.numbers import short
from nge.runs.config import TrainingConfig
from nge.runs.limits import PACE, duration
from nge.wording import plural


def train(
    config: TrainingConfig, launch: Launch, *, run: Path | None = None, dry_run: bool = False
) -> int:
    """Train bodies that stay as they are, several and with several seeds at the same time.

    Everything is kept in the run's folder. Ctrl-C stops after the current update, saves, and
    exits with 130; 'nge resume RUN' goes on as if nothing had happened. A second Ctrl-C stops
    at once. At the end every species is evaluated, and the best one is filmed.

    Args:
        run: Folder for the run, new or empty; by default runs/train-TASK-1, -2 and so on.
        dry_run: Only say what would be done, and how long it may take.
    """
    from nge.runs.api import new_run

    if dry_run:
        _estimate(config, launch)
        return 0
    command = ["nge", *sys.argv[1:]]
    executor = launch.connected()  # before a folder is made
    return go(new_run(config, run, launch.local_workers, command), launch, executor)


def _estimate(config: TrainingConfig, launch: Launch) -> None:
    """Say what a run would take."""
    from nge.runs.api import check_training, training_demand

    plan, limits, trainees = config.plan, config.limits, check_training(config)
    cores = min(launch.cores(), len(trainees))
    goal = limits.goal(plan)
    steps = plan.steps_after(goal)
    seconds = steps * len(trainees) / (PACE * cores)
    if limits.max_hours is not None:
        seconds = min(seconds, 3600 * limits.max_hours)
    print(f"{plan.task}, policy {config.policy}: {plural(len(trainees), 'species')}")
    print(f"  {plural(goal, 'update')} of {plan.ppo.batch_size:,} control steps each")
    print(f"  control steps: {short(steps)} of each species")
    print(f"  time: {duration(seconds, cores)}")
    demand = training_demand(config, trainees, launch.local_workers)
    print(f"  memory: about {demand.total / 1e6:,.0f} MB")
