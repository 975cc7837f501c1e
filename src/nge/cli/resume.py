"""``nge resume``: continue a run of any kind where it stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from annotated_types import Gt

from nge.cli.evolve import notice_isolate
from nge.cli.go import go
from nge.cli.launch import Launch
from nge.errors import RunError
from nge.runs.limits import AnyLimits, Limits, TrainingLimits
from nge.runs.run import Run
from nge.settings import Count


def resume(
    run: Path,
    launch: Launch,
    *,
    updates: Count | None = None,
    max_generations: Count | None = None,
    max_steps: Count | None = None,
    max_hours: Annotated[float, Gt(0)] | None = None,
    isolate: bool = False,
    log: tuple[str, ...] = (),
    anyway: bool = False,
) -> int:
    """Go on with a run where it stopped, or beyond where it was to end.

    A run that was stopped, or killed, and resumed ends with the same weights, bit for bit, as one
    that ran straight through on the same kind of machine.

    Args:
        run: Folder of a run that 'nge evolve' or 'nge train' made.
        updates: Training: updates of each species in all, to go on beyond what was asked for.
        max_generations: Evolution: generations in all.
        max_steps: Control steps in all: of each species in training, of all in evolution.
        max_hours: Hours of work in all.
        isolate: Has no effect any more.
        log: Also send every generation's numbers to tensorboard, wandb, mlflow, or a logger that a
            package offers.
        anyway: Go on even if packages have changed since, which can change results.
    """
    found = Run.open(run)
    limits: AnyLimits
    if found.plan.trains_only:
        if max_generations:
            raise RunError(f"{run} trains fixed bodies; it takes --updates, --max-steps or -hours")
        limits = TrainingLimits(updates=updates, max_steps=max_steps, max_hours=max_hours)
    else:
        if updates:
            raise RunError(f"{run} evolves bodies; it takes --max-generations, -steps or -hours")
        limits = Limits(max_generations=max_generations, max_steps=max_steps, max_hours=max_hours)
    if not anyway:
        found.check_versions()
    notice_isolate(isolate)
    executor = launch.connected()
    return go(found.with_limits(limits).with_loggers(log), launch, executor)
