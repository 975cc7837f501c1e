"""``nge evolve`` and ``nge finetune``: bodies and controllers evolve together."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nge.cli.launch import PACE, Launch, live_page
from nge.cli.table import print_table
from nge.control import devices
from nge.report.numbers import short
from nge.runs.config import EvolutionConfig
from nge.runs.run import Run
from nge.wording import clock, plural

if TYPE_CHECKING:
    from nge.runs.evolving import Finalist

SHOWN_OF_A_LINE = 12  # bodies on the sheet of the winner's ancestors


def evolve(
    config: EvolutionConfig,
    launch: Launch,
    *,
    run: Path | None = None,
    isolate: bool = False,
    dry_run: bool = False,
) -> int:
    """Evolve bodies and controllers, from random bodies or from a given one.

    Every generation is in the run's folder before the next begins. Ctrl-C finishes the generation
    under way and exits with 130; 'nge resume RUN' goes on as if nothing had happened. A second
    Ctrl-C, or one before the first update, stops at once and loses that generation only.

    With --body all species of the first generation have that body, as in the paper. For a body
    that stays as it is, the paper's fixed structure, see 'nge train'.

    Args:
        run: Folder of the run; by default the first free one in runs/.
        isolate: Let bodies live in worker processes, so that none can take the run down.
        dry_run: Only say what would be done, how long it may take, and how much disk it needs.
    """
    from nge.runs.api import new_evolution

    if dry_run:
        _estimate(config, launch.workers)
        return 0
    command = ["nge", *sys.argv[1:]]
    return go(new_evolution(config, run, launch.workers, command), launch, isolate)


def finetune(
    config: EvolutionConfig,
    launch: Launch,
    *,
    run: Path | None = None,
    isolate: bool = False,
    dry_run: bool = False,
) -> int:
    """Evolve a body that somebody designed: 'nge evolve TASK --body BODY'.

    Without --body it is the hand-designed body of the task.

    Args:
        run: Folder of the run; by default the first free one in runs/.
        isolate: Let bodies live in worker processes, so that none can take the run down.
        dry_run: Only say what would be done, how long it may take, and how much disk it needs.
    """
    from nge.tasks.registry import task_named

    if config.body is None:
        own = task_named(config.task).hand_designed()
        config = config.model_copy(update={"body": own})
    return evolve(config, launch, run=run, isolate=isolate, dry_run=dry_run)


def go(run: Run, launch: Launch, isolate: bool) -> int:
    """Evolve until a limit is reached or the user wants an end; then evaluate, film and advise."""
    from nge.cli.progress import EvolutionProgress, Stop  # imports rich, which help does not need
    from nge.runs.evolving import Evolving

    folder = shlex.quote(str(run.folder))
    stop = Stop("this generation", "the generation under way is lost")
    page = live_page(run.folder, launch.watch)
    with stop, Evolving(run, launch.workers, isolate) as evolving, page:
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
    _conclude(run, finalists, launch.film)
    return 0


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


def _estimate(config: EvolutionConfig, workers: int | None) -> None:
    """Say what a run would take."""
    from nge.runs.memory import plan_demand, plan_learner_bytes

    plan, limits = config.plan, config.limits
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
    print(f"  memory: about {plan_demand(plan, workers).total / 1e6:,.0f} MB")
    print(f"  disk: at most {most / 1e6:,.0f} MB")


def _fitness(value: float | None) -> str:
    return "failed" if value is None else f"{value:.2f}"
