"""``nge.evolve``: a whole search in one call, for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nge.errors import RunError
from nge.evolution.plan import Plan
from nge.evolution.species import Generation
from nge.runs.config import GROUPS, Sheet, over, sheet
from nge.runs.memory import check_memory, plan_demand
from nge.runs.run import Limits, Run, free_folder
from nge.runs.runner import Runner
from nge.settings import did_you_mean
from nge.tasks.bodies import find_body
from nge.tasks.registry import task_named

METHOD, PRESET, SEED = "nge", "small", 0  # of a new run, where none is given


def evolve(
    task: str,
    *,
    method: str | None = None,
    preset: str | None = None,
    seed: int | None = None,
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

    A new run has method ``nge``, preset ``small`` and seed 0 where nothing else is given. One that
    is there keeps its own, and is refused if what is given differs from that; limits may change.

    ``settings`` are groups of single settings, as in ``population={"size": 8}``. ``show`` is called
    with every generation. With a ``body`` (a value, a name or a file) all species begin with it.
    """
    if unknown := [name for name in settings if name not in GROUPS]:
        raise RunError(f"unknown settings {unknown[0]!r}; {did_you_mean(unknown[0], list(GROUPS))}")
    world = task_named(task)
    given = None if body is None else find_body(body, world)
    folder = Path(run) if run else free_folder(task, method or METHOD)
    limits = Limits(max_generations=max_generations, max_steps=max_steps, max_hours=max_hours)
    if (folder / "run.json").is_file():
        made = Run.open(folder)
        own = _groups(made) if preset is None else sheet(method or made.plan.method, preset)
        kept = own.model_dump() | {"keeping": made.keeping.model_dump()}  # changes no result
        chosen = Sheet.model_validate(over(kept, settings))
        wanted = _plan(
            world.name,
            made.plan.method if method is None else method,
            made.plan.seed if seed is None else seed,
            chosen,
        )
        _refuse_other(made, wanted, chosen, made.given if body is None else given)
        made.check_versions()
        made = made.with_limits(limits)
    else:
        method, usual = method or METHOD, sheet(method or METHOD, preset or PRESET)
        chosen = Sheet.model_validate(over(usual.model_dump(), settings))
        plan = _plan(world.name, method, SEED if seed is None else seed, chosen)
        check_memory(plan_demand(plan, workers), "population.size")
        ends = limits if limits != Limits() else usual.limits
        made = Run.create(folder, plan, ends, chosen.keeping, given, ["nge.evolve", task])
    with Runner(made, workers) as runner:
        for generation in runner.generations():
            show(generation)
        runner.finalists()
    return made


def _plan(task: str, method: str, seed: int, chosen: Sheet) -> Plan:
    groups = {name: getattr(chosen, name) for name in GROUPS if name != "keeping"}
    return Plan(task=task, method=method, seed=seed, **groups)


def _groups(run: Run) -> Sheet:
    """Return the settings that a run has."""
    return Sheet(**{name: getattr(run.plan, name) for name in GROUPS if name != "keeping"})


def _refuse_other(run: Run, plan: Plan, chosen: Sheet, given: Any) -> None:
    """Refuse to go on with a run as if it had other settings than it has."""
    own = _flat({**run.plan.model_dump(), "keeping": run.keeping.model_dump()})
    asked = _flat({**plan.model_dump(), "keeping": chosen.keeping.model_dump()})
    other = [
        f"{name} is {own[name]!r}, not {asked[name]!r}" for name in own if own[name] != asked[name]
    ]
    if given != run.given:
        other.append("it begins with another body" if run.given else "it begins with random bodies")
    if other:
        raise RunError(
            f"{run.folder} holds a run with other settings: {', '.join(other)}; "
            "leave these out to go on with it, or choose another folder"
        )


def _flat(settings: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return settings in groups by their dotted names."""
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found
