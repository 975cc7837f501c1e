"""Shared by ``nge evolve``, ``train`` and ``resume``: execute a run and print its results."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nge.cli.launch import Launch, live_page
from nge.cli.table import print_table
from nge.errors import PictureError
from nge.report.numbers import short, thinned
from nge.runs.run import Run
from nge.wording import clock, plural

if TYPE_CHECKING:
    from nge.runs.executors import Executor
    from nge.runs.runner import Finalist

SHOWN_OF_A_LINE = 12  # bodies on the sheet of the winner's ancestors


def go(run: Run, launch: Launch, executor: Executor | None) -> int:
    """Go on until a limit is reached or the user wants an end; then evaluate, film and advise."""
    from nge.cli.progress import Progress, Stop  # imports rich, which help does not need
    from nge.runs.runner import Runner

    with (
        Stop() as stop,
        Runner(run, launch.workers, executor, stop=lambda: stop.asked) as runner,
        live_page(run.folder, launch.watch),
    ):
        _introduce(run)
        with Progress(run, stop, lambda: runner.planned) as progress:
            for generation in runner.generations(progress.watch):
                progress.show(generation)
        if run.plan.trains_only and run.spent().updates:
            run.write_curve()
        if stop.asked or not run.done:
            print(
                f"stopped after {_so_far(run)}, everything is saved; "
                f"go on with: nge resume {shlex.quote(str(run.folder))}",
                file=sys.stderr,
            )
            return stop.code if stop.asked else 0
        if run.plan.trains_only:
            print("evaluating every species, twice", file=sys.stderr, flush=True)
        finalists = runner.finalists()
    _conclude(run, finalists, launch.film)
    return 0


def _so_far(run: Run) -> str:
    spent = run.spent()
    if run.plan.trains_only:
        return f"update {spent.updates} of {run.updates_of(0)}"
    return plural(spent.generations, "generation")


def _introduce(run: Run) -> None:
    plan, spent, done = run.plan, run.spent(), run.done
    if plan.trains_only:
        since = f", {spent.updates} of them done" if spent.updates else ""
        line = (
            f"training {len(run.species())} species on {plan.task} with policy {run.policy}: "
            f"{plural(run.updates_of(0), 'update')} of "
            f"{plural(plan.ppo.batch_size, 'control step')} each{since}; run folder {run.folder}"
        )
        if done:
            line = f"{run.folder} has done its {plural(spent.updates, 'update')}"
    else:
        bodies = "from the given body" if run.given else "from random bodies"
        generations = plural(spent.generations, "generation")
        so_far = f"going on after {generations}" if spent.generations else bodies
        if done:
            so_far = f"its {generations} {'is' if spent.generations == 1 else 'are'} done"
        line = (
            f"evolving {plan.population.size} species on {plan.task} with {plan.method}, "
            f"seed {plan.seed}, {so_far}; run folder {run.folder}"
        )
    print(line, file=sys.stderr, flush=True)


def _conclude(run: Run, finalists: Sequence[Finalist], film: bool) -> None:
    """Say what was found, draw it, and what can be done with it."""
    spent, trains = run.spent(), run.plan.trains_only
    if trains:
        steps = plural(run.plan.steps_after(spent.updates), "control step")
        print(
            f"{run.plan.task}, policy {run.policy}: {plural(spent.updates, 'update')}, "
            f"{steps} of each species in {clock(spent.seconds)}"
        )
    else:
        print(
            f"{run.plan.task}, {run.plan.method}: {plural(spent.generations, 'generation')}, "
            f"{short(spent.steps)} control steps in {clock(spent.seconds)}"
        )
        rows = run.generations()
        first, last = (_fitness(row["best"]) for row in (rows[0], rows[-1]))
        print(f"best fitness: {first} in the first generation, {last} in the last")
    if not finalists:
        print("every species failed; 'nge show' says why")
        return
    print_finalists(run, finalists)
    print()
    if film:
        _draw(run, finalists[0].species)
    folder = shlex.quote(str(run.folder))
    if trains:
        print(f"Every update is a row of {run.folder / 'curve.csv'}; docs/metrics.md explains it.")
        print(f"Next: nge report {folder} --open")
        print(f"      nge evaluate {folder} --episodes 64")
        print(f"      nge export {folder} --to creature")
        print(f"      nge resume {folder} --updates {2 * spent.updates}")
        print(f"      nge train {run.plan.task} --policy mlp --seeds 3")
        return
    print(f"Next: nge report {folder} --open")
    print(f"      nge show {folder}")
    print(f"      nge render {folder} --lineage")
    print(f"      nge export {folder} --to creature")
    print(f"      nge resume {folder} --max-generations {2 * spent.generations}")


def print_finalists(run: Run, finalists: Sequence[Finalist]) -> None:
    """Print what the fittest species do in fresh episodes."""
    from nge.cli.evaluate import ends, print_returns

    if run.plan.trains_only:
        by_id = sorted(finalists, key=lambda one: one.species)
        print_returns(run, *zip(*by_id, strict=True))
        return
    known = {row["id"]: row for row in run.species()}
    titles = ("species", "born", "parts", "mutations", "fitness", "mean actions", "sampled")
    lines = [(*titles, "m/s", "end")]
    for one in finalists:
        row, done, sampled = known[one.species], one.mean_actions, one.sampled
        lines.append(
            (
                str(one.species),
                str(row["born"]),
                str(row["parts"]),
                str(run.mutations_of(one.species)),
                _fitness(row["fitness"]),
                f"{done.mean:.2f} ± {done.std:.2f}",
                f"{sampled.mean:.2f} ± {sampled.std:.2f}",
                f"{done.speeds.mean():.3g}",
                ends(done),
            )
        )
    print(
        f"the fittest in {len(finalists[0].mean_actions.returns)} fresh episodes each, best first:"
    )
    print_table(lines, ("end",))


def _draw(run: Run, winner: int) -> None:
    """Film the winner, and draw its ancestors where it has any."""
    from nge.cli.film import draw_sheet, film_episode

    path, best = run.folder / "best.mp4", run.creature(winner)
    try:
        seconds = film_episode(path, best)
        print(f"Look at {path}: {seconds:.2g} s of {best.name}, mean actions.")
    except PictureError as error:
        print(f"no film: {error}", file=sys.stderr)
    if run.plan.trains_only:
        return
    path, shown = run.folder / "line.png", thinned(best.ancestors, SHOWN_OF_A_LINE)
    captions = [f"{one.id}: {one.row['operator']}, {_fitness(one.row['fitness'])}" for one in shown]
    try:
        draw_sheet(path, shown, captions)
        print(f"Look at {path}: its ancestors, with how each came about and its fitness.")
    except PictureError as error:
        print(f"no picture: {error}", file=sys.stderr)


def _fitness(value: float | None) -> str:
    return "failed" if value is None else f"{value:.2f}"
