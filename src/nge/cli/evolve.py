"""``nge evolve`` and ``nge finetune``: bodies and controllers evolve together."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Gt
from tyro.conf import Positional, arg

from nge.body.graph import BodyGraph
from nge.body.mutate import MutationTable
from nge.body.space import SpaceSettings
from nge.cli.go import go
from nge.control import devices
from nge.control.ppo_settings import PpoSettings
from nge.errors import RunError
from nge.evolution.fitness import FitnessSettings
from nge.evolution.plan import Plan
from nge.evolution.search_settings import (
    InheritanceSettings,
    ScreeningSettings,
    SurrogateSettings,
)
from nge.evolution.selection import PopulationSettings
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.report.numbers import short
from nge.runs.config import GROUPS, Sheet, sheet
from nge.runs.loggers import check_installed
from nge.runs.run import Keeping, Limits, LoggerName, Run, free_folder
from nge.wording import clock, plural

if TYPE_CHECKING:
    from nge.runs.memory import Demand

Count = Annotated[int, Ge(1)]
METHOD, PRESET = "nge", "small"
PACE = 4000  # control steps per second and core that a dry run reckons with


def defaults(words: Sequence[str]) -> Mapping[str, Any]:
    """Return the settings of the method, preset and file that the words name."""
    found = _sheet(words)
    return {name: getattr(found, name) for name in GROUPS}


def evolve(
    task: Positional[Annotated[str, arg(metavar="TASK")]],
    *,
    method: Annotated[str, arg(metavar="NAME")] = METHOD,
    preset: Annotated[str, arg(metavar="NAME")] = PRESET,
    config: Annotated[Path, arg(metavar="FILE")] | None = None,
    seed: Annotated[int, Ge(0)] = 0,
    max_generations: Count | None = None,
    max_steps: Count | None = None,
    max_hours: Annotated[float, Gt(0)] | None = None,
    workers: Count | None = None,
    isolate: bool = False,
    run: Path | None = None,
    log: tuple[LoggerName, ...] = (),
    film: bool = True,
    watch: bool = False,
    dry_run: bool = False,
    population: PopulationSettings = PopulationSettings(),  # noqa: B008 - frozen, read by tyro
    mutation: MutationTable = MutationTable(),  # noqa: B008
    space: SpaceSettings = SpaceSettings(),  # noqa: B008
    fitness: FitnessSettings = FitnessSettings(),  # noqa: B008
    inheritance: InheritanceSettings = InheritanceSettings(),  # noqa: B008
    screening: ScreeningSettings = ScreeningSettings(),  # noqa: B008
    surrogate: SurrogateSettings = SurrogateSettings(),  # noqa: B008
    net: PolicySettings = PolicySettings(),  # noqa: B008
    critic: CriticSettings = CriticSettings(),  # noqa: B008
    ppo: PpoSettings = PpoSettings(),  # noqa: B008
    keeping: Keeping = Keeping(),  # noqa: B008
) -> int:
    """Evolve bodies and controllers from random bodies.

    Everything is kept in the run's folder. Ctrl-C stops after the update under way, saves, and
    exits with 130; 'nge resume RUN' goes on as if nothing had happened. A second Ctrl-C, or one
    before the first update, stops at once and loses what came after the last checkpoints.

    Args:
        task: What robots are to do: fish, walker, cheetah, hopper, or one that a package offers.
        method: nge, or one of the paper's baselines; 'nge methods' explains them.
        preset: quick, small, standard or paper; sets whatever is not given otherwise.
        config: A TOML file with settings, which go over those of the preset.
        seed: The same seed gives the same run, bit for bit, on the same kind of machine.
        max_generations: Stop after so many generations.
        max_steps: Stop after so many control steps of all species together.
        max_hours: Stop after so many hours.
        workers: Cores to use; by default all. It changes only the time.
        isolate: Has no effect any more: bodies always train in worker processes.
        run: Folder of the run; by default the first free one in runs/.
        log: Also send every generation's numbers to tensorboard, wandb or mlflow.
        film: Draw the best species at the end.
        watch: Serve a live page of the run meanwhile, as 'nge watch' does.
        dry_run: Only say what would be done, how long it may take, and how much disk it needs.
        population: How many species live and die.
        mutation: How often each mutation is drawn.
        space: The bodies that may be tried.
        fitness: How fitness is measured.
        inheritance: What passes from parent to child.
        screening: How mutants are measured before one of them is born.
        surrogate: How a network guesses which mutants deserve to be born, without screening.
        net: The policy.
        critic: The critic.
        ppo: How a species learns.
        keeping: What is kept on the disk.
    """
    from nge.tasks.registry import task_named

    plan = Plan(
        task=task_named(task).name,
        method=method,
        seed=seed,
        population=population,
        mutation=mutation,
        space=space,
        fitness=fitness,
        inheritance=inheritance,
        screening=screening,
        surrogate=surrogate,
        net=net,
        critic=critic,
        ppo=ppo,
    )
    given = Limits(max_generations=max_generations, max_steps=max_steps, max_hours=max_hours)
    limits = given if given != Limits() else sheet(method, preset, config).limits
    keeping = keeping.with_loggers(log)
    notice_isolate(isolate)
    return _begin(plan, limits, keeping, None, run, workers, film, watch, dry_run)


def finetune(
    task: Positional[Annotated[str, arg(metavar="TASK")]],
    *,
    body: Annotated[str, arg(metavar="BODY")] | None = None,
    keep_topology: bool = False,
    method: Annotated[str, arg(metavar="NAME")] = METHOD,
    preset: Annotated[str, arg(metavar="NAME")] = PRESET,
    config: Annotated[Path, arg(metavar="FILE")] | None = None,
    seed: Annotated[int, Ge(0)] = 0,
    max_generations: Count | None = None,
    max_steps: Count | None = None,
    max_hours: Annotated[float, Gt(0)] | None = None,
    workers: Count | None = None,
    isolate: bool = False,
    run: Path | None = None,
    log: tuple[LoggerName, ...] = (),
    film: bool = True,
    watch: bool = False,
    dry_run: bool = False,
) -> int:
    """Evolve a body that somebody designed, and its controller.

    All species of the first generation have the given body, as in the paper. For a body that stays
    as it is, the paper's fixed structure, see 'nge train'. Single settings come from --config.

    Args:
        task: What the robot is to do.
        body: A hand-designed body by name, or a .json, .xml or .urdf file; by default the task's.
        keep_topology: Change only attributes, never the tree of parts.
        method: nge, or one of the paper's baselines.
        preset: quick, small, standard or paper.
        config: A TOML file with settings, which go over those of the preset.
        seed: The same seed gives the same run.
        max_generations: Stop after so many generations.
        max_steps: Stop after so many control steps of all species together.
        max_hours: Stop after so many hours.
        workers: Cores to use; by default all.
        isolate: Has no effect any more.
        run: Folder of the run.
        log: Also send every generation's numbers to tensorboard, wandb or mlflow.
        film: Draw the best species at the end.
        watch: Serve a live page of the run meanwhile, as 'nge watch' does.
        dry_run: Only say what would be done.
    """
    from nge.tasks.bodies import find_body
    from nge.tasks.registry import task_named

    world = task_named(task)
    settings = sheet(method, preset, config)
    groups = {name: getattr(settings, name) for name in GROUPS if name != "keeping"}
    if keep_topology:
        groups["mutation"] = settings.mutation.keeping_tree()
    start = find_body(body, world) if body else world.hand_designed()
    plan = Plan(task=world.name, method=method, seed=seed, **groups)
    given = Limits(max_generations=max_generations, max_steps=max_steps, max_hours=max_hours)
    limits = given if given != Limits() else settings.limits
    keeping = settings.keeping.with_loggers(log)
    notice_isolate(isolate)
    return _begin(plan, limits, keeping, start, run, workers, film, watch, dry_run)


def notice_isolate(isolate: bool) -> None:
    """Say that an option of earlier versions is not needed."""
    if isolate:
        print("--isolate has no effect: bodies always train in worker processes", file=sys.stderr)


def _begin(
    plan: Plan,
    limits: Limits,
    keeping: Keeping,
    given: BodyGraph | None,
    folder: Path | None,
    workers: int | None,
    film: bool,
    watch: bool,
    dry_run: bool,
) -> int:
    from nge.runs.memory import check_memory, plan_demand

    if limits == Limits():
        raise RunError("give --max-generations, --max-steps or --max-hours; no limit is set")
    demand = plan_demand(plan, workers)
    if dry_run:
        _estimate(plan, limits, workers, demand)
        return 0
    check_memory(demand, "--population.size")
    check_installed(keeping.log)
    folder = folder or free_folder(plan.task, plan.method)
    made = Run.create(folder, plan, limits, keeping, given, ["nge", *sys.argv[1:]])
    return go(made, workers, film, watch)


def _estimate(plan: Plan, limits: Limits, workers: int | None, demand: Demand) -> None:
    """Say what a run would take."""
    from nge.runs.memory import plan_learner_bytes

    cores, population = workers or devices.CORES, plan.population
    steps, born, generations = 0, 0, 0
    while not limits.reached(generations, steps, steps / (PACE * cores)):
        steps += plan.steps_of(generations)
        screens = plan.screening.candidates > 0
        stay = 0 if screens or not generations else population.survivors_of(generations)
        born += population.size_of(generations) - stay
        generations += 1
    learner = plan_learner_bytes(plan)
    most = population.size * learner * 2 + born * learner // 3
    halved = (
        f", halved until {population.size_of(generations - 1)} are left" if population.race else ""
    )
    updates = plural(population.updates_of(0), "update")
    print(f"{plan.task}, {plan.method}: {population.size} species{halved}")
    print(f"  {updates} of {plan.ppo.steps:,} control steps each in the first generation")
    print(f"  control steps: {short(steps)} in {plural(generations, 'generation')}")
    print(
        f"  time: about {clock(steps / (PACE * cores))} on {plural(cores, 'core')}, "
        f"at {PACE:,} control steps per second and core"
    )
    print(f"  memory: about {demand.total / 1e6:,.0f} MB")
    print(f"  disk: at most {most / 1e6:,.0f} MB")


def _sheet(words: Sequence[str]) -> Sheet:
    """Return the settings that words name, before single ones are changed."""
    found: dict[str, str] = {"--method": METHOD, "--preset": PRESET, "--config": ""}
    for word, following in pairwise([*words, ""]):
        name, _, value = word.partition("=")
        if name in found:
            found[name] = value or following
    config = Path(found["--config"]) if found["--config"] else None
    return sheet(found["--method"], found["--preset"], config)
