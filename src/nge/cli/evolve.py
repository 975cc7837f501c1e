"""``nge evolve`` and ``nge finetune``: bodies and controllers evolve together."""

from __future__ import annotations

import sys
from pathlib import Path

from nge.cli.go import go
from nge.cli.launch import Launch
from nge.report.numbers import short
from nge.runs.config import EvolutionConfig
from nge.runs.limits import duration
from nge.wording import plural


def evolve(
    config: EvolutionConfig,
    launch: Launch,
    *,
    run: Path | None = None,
    isolate: bool = False,
    dry_run: bool = False,
) -> int:
    """Evolve bodies and controllers, from random bodies or from a given one.

    Everything is kept in the run's folder. Ctrl-C stops after the current update, saves, and
    exits with 130; 'nge resume RUN' goes on as if nothing had happened. A second Ctrl-C, or one
    before the first update, stops at once and loses what came after the last checkpoints.

    With --body all species of the first generation have that body, as in the paper; a race begins
    with eight of them. For a body that stays as it is, the paper's fixed structure, see 'nge
    train'.

    Args:
        run: Folder of the run; by default the first free one in runs/.
        isolate: Has no effect any more: bodies always train in worker processes.
        dry_run: Only say what would be done, how long it may take, and how much disk it needs.
    """
    from nge.runs.api import new_run

    if dry_run:
        _estimate(config, launch)
        return 0
    command = ["nge", *sys.argv[1:]]
    notice_isolate(isolate)
    executor = launch.connected()  # before a folder is made
    return go(new_run(config, run, launch.local_workers, command), launch, executor)


def finetune(
    config: EvolutionConfig,
    launch: Launch,
    *,
    run: Path | None = None,
    isolate: bool = False,
    dry_run: bool = False,
) -> int:
    """Evolve a hand-designed body: 'nge evolve TASK --body BODY'.

    Without --body it is the hand-designed body of the task.

    Args:
        run: Folder of the run; by default the first free one in runs/.
        isolate: Has no effect any more: bodies always train in worker processes.
        dry_run: Only say what would be done, how long it may take, and how much disk it needs.
    """
    from nge.tasks.registry import task_named

    if config.body is None:
        own = task_named(config.task).hand_designed()
        config = config.model_copy(update={"body": own})
    return evolve(config, launch, run=run, isolate=isolate, dry_run=dry_run)


def notice_isolate(isolate: bool) -> None:
    """Say that an option of earlier versions is not needed."""
    if isolate:
        print("--isolate has no effect: bodies always train in worker processes", file=sys.stderr)


def _estimate(config: EvolutionConfig, launch: Launch) -> None:
    """Say what a run would take."""
    from nge.runs.api import check_evolution
    from nge.runs.memory import plan_demand, plan_train_state_bytes

    check_evolution(config)
    plan, limits = config.plan, config.limits
    cores, population = launch.cores(), plan.population
    generations, steps, seconds, born = limits.estimate(plan, cores)
    train_state = plan_train_state_bytes(plan)
    most = population.size * train_state * 2 + born * train_state // 3
    left = population.size_of(generations - 1)
    race = f", fewer in every generation, {left} in the last" if population.race else ""
    updates = plural(population.updates_of(0), "update")
    print(f"{plan.task}, {plan.method}: {population.size} species{race}")
    print(f"  {updates} of {plan.ppo.batch_size:,} control steps each in the first generation")
    print(f"  control steps: {short(steps)} in {plural(generations, 'generation')}")
    print(f"  time: {duration(seconds, cores)}")
    print(f"  memory: about {plan_demand(plan, launch.local_workers).total / 1e6:,.0f} MB")
    print(f"  disk: at most {most / 1e6:,.0f} MB")
