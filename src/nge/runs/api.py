"""``nge.evolve``: a whole search in one call, for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nge.errors import RunError
from nge.evolution.plan import Plan
from nge.evolution.species import Generation
from nge.runs.config import GROUPS, Sheet, over, sheet
from nge.runs.evolving import Evolving
from nge.runs.memory import check_memory, plan_demand
from nge.runs.run import Limits, Run, free_folder
from nge.settings import did_you_mean
from nge.tasks.bodies import find_body
from nge.tasks.registry import task_named


def evolve(
    task: str,
    *,
    method: str = "nge",
    preset: str = "small",
    seed: int = 0,
    body: Any = None,
    run: Path | str | None = None,
    workers: int | None = None,
    show: Callable[[Generation], None] = lambda generation: None,
    max_generations: int | None = None,
    max_steps: int | None = None,
    max_hours: float | None = None,
    **settings: Mapping[str, Any],
) -> Run:
    """Evolve until a limit is reached and return the run; one that is there already goes on.

    ``settings`` are groups of single settings, as in ``population={"size": 8}``. ``show`` is called
    with every generation. With a ``body`` (a value, a name or a file) all species begin with it.
    """
    if unknown := [name for name in settings if name not in GROUPS]:
        raise RunError(f"unknown settings {unknown[0]!r}; {did_you_mean(unknown[0], list(GROUPS))}")
    folder = Path(run) if run else free_folder(task, method)
    limits = Limits(max_generations=max_generations, max_steps=max_steps, max_hours=max_hours)
    if (folder / "run.json").is_file():
        made = Run.open(folder)
        made.check_versions()
        made = made.with_limits(limits)
    else:
        usual = sheet(method, preset)
        chosen = Sheet.model_validate(over(usual.model_dump(), settings))
        groups = {name: getattr(chosen, name) for name in GROUPS if name != "keeping"}
        world = task_named(task)
        plan = Plan(task=world.name, method=method, seed=seed, **groups)
        given = None if body is None else find_body(body, world)
        check_memory(plan_demand(plan, workers), "population.size")
        ends = limits if limits != Limits() else usual.limits
        made = Run.create(folder, plan, ends, chosen.keeping, given, ["nge.evolve", task])
    with Evolving(made, workers) as evolving:
        for generation in evolving.generations():
            show(generation)
        evolving.finalists()
    return made
