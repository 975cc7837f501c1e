"""``nge sweep``: many experiments from one file."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import Annotated

from nge.cli.table import print_table
from nge.errors import NgeError
from nge.extensions import file_name
from nge.report.numbers import short
from nge.runs.execution import ExecutorName
from nge.runs.limits import PACE, duration
from nge.runs.sweep import Sweep, execution_of_runs, runs_at_once
from nge.settings import Count, Option
from nge.wording import clock, plural

EVERY = 10.0  # seconds between lines


def sweep(
    sweep: Path,
    *,
    scale: str | None = None,
    folder: Annotated[Path | None, Option("FOLDER")] = None,
    workers: Count | None = None,
    at_once: Count | None = None,
    executor: ExecutorName = "processes",
    address: str | None = None,
    retry: bool = False,
    dry_run: bool = False,
) -> int:
    """Carry out many experiments that one file describes, and compare them.

    Ctrl-C stops all runs after the update under way; the same command, or 'nge sweep FOLDER', goes
    on. 'nge watch FOLDER' shows its runs meanwhile. docs/how-to/sweep.md explains the file.

    Args:
        sweep: A .toml file, or the folder of a sweep to go on with.
        scale: One of the scales that the file names, as tiny.
        folder: Where its runs are; by default a folder in runs/ with the name of the file.
        workers: Cores of every run, by default 1. It changes only the time.
        at_once: Runs at once; by default as many as there are cores for.
        executor: Where runs train; processes: worker processes on this machine; ray: jobs on a
            Ray cluster, the same for all runs.
        address: Address of the Ray cluster, as 10.0.0.1:6379; by default RAY_ADDRESS or the
            cluster that runs on this machine, and without one Ray is started here.
        retry: Try runs again that failed.
        dry_run: Only say what would be run, and how long it may take.
    """
    found = Sweep.read(sweep, folder, scale)
    execution = execution_of_runs(workers, executor, address)
    cores = (execution.workers or 1) * (at_once or runs_at_once(execution))
    if found.repeated:
        repeated = plural(found.repeated, "more run")
        print(f"left out: {repeated} with the settings of another", file=sys.stderr)
    if dry_run:
        found.check()
        _print_plan(found, cores)
        return 0
    from nge.cli.progress import Stop

    print(f"{plural(len(found.jobs), 'run')} in {found.folder}", file=sys.stderr, flush=True)
    with Stop(end="the updates under way", loss="back to the last checkpoints") as stop:
        stop.work_done = True
        progress = _Progress(found)

        def watch() -> bool:
            progress.show()
            return not stop.asked

        all_done = found.run(execution, at_once, retry, watch)
    if stop.asked:
        print(
            f"stopped, everything is saved; go on with: nge sweep {shlex.quote(str(found.folder))}",
            file=sys.stderr,
        )
        return stop.code
    _print_failures(found)
    _compare(found)
    return 0 if all_done else 1


class _Progress:
    """Says how far a sweep is, every few seconds."""

    def __init__(self, sweep: Sweep) -> None:
        self._sweep = sweep
        self._began, self._last = time.monotonic(), -EVERY
        self._before = sweep.progress().steps

    def show(self) -> None:
        now = time.monotonic()
        if now - self._last < EVERY:
            return
        self._last = now
        found = self._sweep.progress()
        words = ", ".join(f"{count} {state}" for state, count in found.states.items())
        line = f"{words}  {short(found.steps)} of {short(found.planned)} steps"
        if (new := found.steps - self._before) > 0:
            pace = new / (now - self._began)
            left = max(0, found.planned - found.steps) / pace
            line += f"  {pace:,.0f} steps/s  {clock(left)} left"
        print(line, file=sys.stderr, flush=True)


def _print_plan(found: Sweep, cores: int) -> None:
    lines = [("run", "steps", "state")]
    for job in found.jobs:
        lines.append((job.name, short(job.planned_steps), found.standing(job).state))
    print_table(lines, ("run", "state"))
    left = sum(
        max(0, job.planned_steps - found.standing(job).steps)
        for job in found.jobs
        if found.standing(job).state != "done"
    )
    print(
        f"{plural(len(found.jobs), 'run')} in {found.folder}, {short(left)} control steps to go: "
        f"{duration(left / (PACE * cores), cores)}"
    )


def _print_failures(found: Sweep) -> None:
    for name, reason in found.progress().failures.items():
        print(f"{name} failed: {reason}", file=sys.stderr)
    if found.failures():
        again = f"nge sweep {shlex.quote(str(found.folder))} --retry"
        print(f"try failed runs again with: {again}", file=sys.stderr)


def _compare(found: Sweep) -> None:
    """Print the runs of every task side by side, and write a page of each."""
    from nge.report.comparison import compare
    from nge.report.comparison_page import write_comparison
    from nge.report.comparison_table import better_note, groups_table

    for task in found.tasks:
        runs = []
        for run in found.runs(task):
            try:
                compare([run])
                runs.append(run)
            except NgeError as error:
                print(f"{run.folder.name} is not compared: {error}", file=sys.stderr)
        if not runs:
            continue
        try:
            compared = compare(runs)
        except NgeError as error:
            print(f"{task} is not compared: {error}", file=sys.stderr)
            continue
        lines = groups_table(compared)
        print(f"{task}:")
        print_table(lines, (lines[0][0],))
        for note in [*compared.notes, *better_note(compared)]:
            print(f"note: {note}")
        page = found.folder / f"{file_name(task)}.html"
        write_comparison(compared, page)
        print(f"wrote {page}", file=sys.stderr)
