"""``nge evolve`` and ``nge finetune``: bodies and controllers evolve together."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Gt
from tyro.conf import Positional, arg

from nge.body.graph import BodyGraph
from nge.body.mutate import MutationTable
from nge.body.space import SpaceSettings
from nge.cli.table import print_table
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
from nge.machine import child_environment
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.report.numbers import short
from nge.runs.config import GROUPS, Sheet, sheet
from nge.runs.loggers import check_installed
from nge.runs.run import Keeping, Limits, LoggerName, Run, free_folder
from nge.wording import clock, plural

if TYPE_CHECKING:
    from nge.runs.evolving import Finalist
    from nge.runs.memory import Demand

Count = Annotated[int, Ge(1)]
METHOD, PRESET = "nge", "small"
SHOWN_OF_A_LINE = 12  # bodies on the sheet of the winner's ancestors
PAGE = "import sys; from nge.cli.report import watch_a_run; sys.exit(watch_a_run(sys.argv[1]))"
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

    Every generation is in the run's folder before the next begins. Ctrl-C finishes the generation
    under way and exits with 130; 'nge resume RUN' goes on as if nothing had happened. A second
    Ctrl-C, or one before the first update, stops at once and loses that generation only.

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
        isolate: Let bodies live in worker processes, so that none can take the run down.
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
    return _begin(plan, limits, keeping, None, run, workers, isolate, film, watch, dry_run)


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
        isolate: Let bodies live in worker processes.
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
    return _begin(plan, limits, keeping, start, run, workers, isolate, film, watch, dry_run)


def _begin(
    plan: Plan,
    limits: Limits,
    keeping: Keeping,
    given: BodyGraph | None,
    folder: Path | None,
    workers: int | None,
    isolate: bool,
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
    return go(made, workers, isolate, film, watch)


def go(run: Run, workers: int | None, isolate: bool, film: bool, watch: bool = False) -> int:
    """Evolve until a limit is reached or the user wants an end; then evaluate, film and advise."""
    from nge.cli.progress import EvolutionProgress, Stop  # imports rich, which help does not need
    from nge.runs.evolving import Evolving

    folder = shlex.quote(str(run.folder))
    stop = Stop("this generation", "the generation under way is lost")
    with stop, Evolving(run, workers, isolate) as evolving, _page(run, watch):
        _introduce(run, evolving.suspects)
        with EvolutionProgress(run, stop) as progress:
            for generation in evolving.generations(progress.watch):
                progress.show(generation)
                if stop.asked or evolving.asked_to_stop():
                    break
        if not run.done:
            print(
                f"stopped after {plural(run.spent().generations, 'generation')}, "
                f"everything is saved; go on with: nge resume {folder}",
                file=sys.stderr,
            )
            return stop.code if stop.asked else 0
        finalists = evolving.finalists()
    _conclude(run, finalists, film)
    return 0


@contextmanager
def _page(run: Run, wanted: bool) -> Iterator[None]:
    """Serve the live page of a run from a process of its own, if that is wanted."""
    if not wanted:
        yield
        return
    with subprocess.Popen(
        [sys.executable, "-c", PAGE, str(run.folder)],
        stdin=subprocess.PIPE,  # when it closes, the page ends
        start_new_session=True,
        env=child_environment(),
    ) as page:
        try:
            yield
        finally:
            page.terminate()


def _introduce(run: Run, suspects: frozenset[int]) -> None:
    plan, spent = run.plan, run.spent()
    bodies = "from the given body" if run.given else "from random bodies"
    generations = plural(spent.generations, "generation")
    so_far = f"going on after {generations}" if spent.generations else bodies
    if run.done:
        so_far = f"its {generations} {'is' if spent.generations == 1 else 'are'} done"
    print(
        f"evolving {plan.population.size} species on {plan.task} with {plan.method}, "
        f"seed {plan.seed}, {so_far}; run folder {run.folder}",
        file=sys.stderr,
        flush=True,
    )
    if suspects:
        names = ", ".join(map(str, sorted(suspects)))
        print(
            f"the last process was taken down while it simulated species {names}; "
            "they live in processes of their own now",
            file=sys.stderr,
            flush=True,
        )


def _conclude(run: Run, finalists: Sequence[Finalist], film: bool) -> None:
    """Say what was found, draw it, and what can be done with it."""
    rows, spent = run.generations(), run.spent()
    print(
        f"{run.plan.task}, {run.plan.method}: {plural(spent.generations, 'generation')}, "
        f"{short(spent.steps)} control steps in {clock(spent.seconds)}"
    )
    first, last = (_fitness(row["best"]) for row in (rows[0], rows[-1]))
    print(f"best fitness: {first} in the first generation, {last} in the last")
    if not finalists:
        print("every species failed; 'nge show' says why")
        return
    print_finalists(run, finalists)
    print()
    winner = finalists[0].species
    if film:
        _draw(run, winner)
    folder = shlex.quote(str(run.folder))
    print(f"Next: nge report {folder} --open")
    print(f"      nge show {folder}")
    print(f"      nge render {folder} --lineage")
    print(f"      nge export {folder} --to creature")
    print(f"      nge resume {folder} --max-generations {2 * spent.generations}")


def print_finalists(run: Run, finalists: Sequence[Finalist]) -> None:
    """Print what the fittest species do in fresh episodes."""
    from nge.cli.evaluate import ends

    known = {row["id"]: row for row in run.species()}
    lines = [
        (
            "species",
            "born",
            "parts",
            "mutations",
            "fitness",
            "mean actions",
            "sampled",
            "m/s",
            "end",
        )
    ]
    for one in finalists:
        row, done, sampled = known[one.species], one.mean_actions, one.sampled
        lines.append(
            (
                str(one.species),
                str(row["born"]),
                str(row["parts"]),
                str(len(run.lineage(one.species)) - 1),
                _fitness(row["fitness"]),
                f"{done.mean:.2f} ± {done.spread:.2f}",
                f"{sampled.mean:.2f} ± {sampled.spread:.2f}",
                f"{done.speeds.mean():.3g}",
                ends(done),
            )
        )
    print(
        f"the fittest in {len(finalists[0].mean_actions.totals)} fresh episodes each, best first:"
    )
    print_table(lines, ("end",))


def _draw(run: Run, winner: int) -> None:
    """Film the winner, and draw its ancestors."""
    from nge.cli.film import draw_film, draw_sheet, spread_out

    search, known = run.search, {row["id"]: row for row in run.species()}
    path = run.folder / "best.mp4"
    body, learner = run.body(winner), run.learner(winner)
    if seconds := draw_film(path, search.task, search.space, body, learner):
        print(f"Look at {path}: {seconds:.2g} s of species {winner}, mean actions.")
    shown = spread_out(run.lineage(winner), SHOWN_OF_A_LINE)
    captions = [
        f"{one}: {known[one]['operator']}, {_fitness(known[one]['fitness'])}" for one in shown
    ]
    sheet_path = run.folder / "line.png"
    if draw_sheet(sheet_path, search.task, [run.body(one) for one in shown], captions):
        print(f"Look at {sheet_path}: its ancestors, with how each came about and its fitness.")


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


def _fitness(value: float | None) -> str:
    return "failed" if value is None else f"{value:.2f}"


def _sheet(words: Sequence[str]) -> Sheet:
    """Return the settings that words name, before single ones are changed."""
    found: dict[str, str] = {"--method": METHOD, "--preset": PRESET, "--config": ""}
    for word, following in pairwise([*words, ""]):
        name, _, value = word.partition("=")
        if name in found:
            found[name] = value or following
    config = Path(found["--config"]) if found["--config"] else None
    return sheet(found["--method"], found["--preset"], config)
