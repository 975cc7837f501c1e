"""Progress displays of long commands, and how they are stopped.

On a terminal that is a bar with a table below it; elsewhere, as in a log, a plain line every few
updates. Both go to stderr, so that stdout holds results only.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from types import FrameType
from typing import TYPE_CHECKING, Self

import numpy as np
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from nge.cli.interrupt import exit_now
from nge.evolution.species import Generation
from nge.report.numbers import short
from nge.runs.run import Run
from nge.runs.store import RECENT
from nge.wording import clock, plural

if TYPE_CHECKING:
    from nge.evolution.train_job import UpdateProgress

WINDOW = 20  # updates that speed and time left are estimated from
GENERATIONS = 5  # the same of an evolution, in generations
LINES, PATIENCE = 20, 30.0  # plain lines of a run, and the longest silence in s
MOST_ROWS = 16  # species that the table has room for


class Stop:
    """Whether the user wants an end: Ctrl-C asks for it, a second Ctrl-C takes it.

    Before anything was done that could be lost, the first one takes it.
    """

    def __init__(self, end: str = "this update", loss: str = "back to the last checkpoint") -> None:
        """Nothing has been asked for; ``end`` is when it would be done, ``loss`` what if not."""
        self.signal = 0
        self.work_done = False
        self.notice = f"stopping after {end}; Ctrl-C again stops at once, {loss}"

    def __enter__(self) -> Self:
        """Listen to Ctrl-C, and to what a batch system or a container sends to end a process."""
        self._before = {
            number: signal.signal(number, self._ask) for number in (signal.SIGINT, signal.SIGTERM)
        }
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the previous signal handlers."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @property
    def asked(self) -> bool:
        """Whether to come to an end."""
        return self.signal != 0

    @property
    def code(self) -> int:
        """Exit code of a program that a signal stopped, as shells count."""
        return 128 + self.signal

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked or not self.work_done:
            # Also out of a compilation; a run's folder is always fit to go on with.
            exit_now(number, "stopped at once")
        self.signal = number
        if not os.isatty(2):  # else it is seen below the bar
            os.write(2, f"{self.notice}\n".encode())


class _Drawn(ABC):
    """A picture that is drawn again and again while a terminal shows it."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._live = Live(get_renderable=self._picture, console=self._console, transient=True)

    def __enter__(self) -> Self:
        """Begin to draw."""
        if self._console.is_terminal:
            self._live.start(refresh=True)
        return self

    def __exit__(self, *_: object) -> None:
        """Clear what was drawn."""
        if self._console.is_terminal:
            self._live.stop()

    @abstractmethod
    def _picture(self) -> Group:
        """Return what is to be seen now."""


class TrainingProgress(_Drawn):
    """Shows the updates of a run that only trains; use it in a ``with`` block."""

    def __init__(self, run: Run, stop: Stop) -> None:
        """Expect the updates that a run has yet to do."""
        species = run.species()
        self.names = tuple(f"{row['name']}, seed {row['seed']}" for row in species)
        self.goal, self._plan = run.updates_of(0), run.plan
        last = {row["species"]: row["number"] for row in run.updates()}
        self._done = [last.get(row["id"], 0) for row in species]
        recent = run.recent_returns()
        self._returns = [deque(recent[row["id"]], RECENT) for row in species]
        self._reports: dict[int, Mapping[str, float]] = {}
        self._pace: deque[tuple[float, int]] = deque(maxlen=WINDOW)
        self._began = self._spoken = time.monotonic()
        self._every = max(1, self.goal // LINES)
        self._stop = stop
        super().__init__()

    @property
    def done(self) -> int:
        """Updates that every species has done."""
        return min(self._done)

    def watch(self, update: UpdateProgress) -> None:
        """Take in an update of some species."""
        self._stop.work_done = True
        before = self.done
        for species, report in update.metrics.items():
            self._done[species], self._reports[species] = update.number, report
            self._returns[species].extend(e.total for e in update.episodes.get(species, ()))
        if self.done == before:
            return  # others have yet to come so far
        now = time.monotonic()
        self._pace.append((now, self.done))
        if self._console.is_terminal:
            self._live.refresh()
            return
        due = self.done % self._every == 0 or self.done == self.goal
        if due or now - self._spoken > PATIENCE:
            self._spoken = now
            print(self.line(), file=sys.stderr, flush=True)

    def show(self, generation: Generation) -> None:
        """There is nothing to add at the end of the only generation."""

    def line(self) -> str:
        """Return where the run stands in one line."""
        means = {i: float(np.mean(recent)) for i, recent in enumerate(self._returns) if recent}
        if not means:
            return f"{self._where()}  no whole episode yet"
        best = max(means, key=means.__getitem__)
        if len(self.names) == 1:
            standing = f"return {means[0]:.2f} (best {max(self._returns[0]):.2f})"
        else:
            mean = np.mean(list(means.values()))
            standing = f"return {mean:.2f}, best {means[best]:.2f} ({self.names[best]})"
        return f"{self._where()}  {standing}"

    def _where(self) -> str:
        width = len(str(self.goal))
        steps = self._plan.steps_after(self.done)
        where = f"update {self.done:>{width}}/{self.goal}  {steps:>9,} steps"
        if len(self._pace) > 1:  # the first update, with the compilation, does not count
            (first, before), (last, after) = self._pace[0], self._pace[-1]
            taken = max(last - first, 1e-9)
            speed = (after - before) * self._plan.ppo.steps * len(self.names) / taken
            left = (self.goal - self.done) * taken / (len(self._pace) - 1)
            where += f"  {speed:>7,.0f} steps/s  {clock(left)} left"
        return where

    def _picture(self) -> Group:
        bar = Table.grid(padding=(0, 2))
        bar.add_row(ProgressBar(self.goal, self.done, width=30), self._where())
        parts: list[Table | str] = [bar]
        if not self._pace:
            waited = clock(time.monotonic() - self._began)
            parts.append(f"compiling; the first update takes longest ({waited})")
        if len(self._reports) == len(self.names):
            parts.append(self._table())
        if self._stop.asked:
            parts.append(self._stop.notice)
        return Group(*parts)

    def _table(self) -> Table:
        table = Table(box=None, padding=(0, 2), header_style="dim")
        for title in ("", f"mean of last {RECENT}", "best", "episodes", "kl", "std", "rate"):
            table.add_column(title, justify="left" if not title else "right")
        reports = [self._reports[species] for species in range(len(self.names))]
        rows = list(zip(self.names, self._returns, reports, strict=True))
        rows.sort(key=lambda row: -np.mean(row[1]) if row[1] else np.inf)
        for name, recent, report in rows[:MOST_ROWS]:
            table.add_row(
                name,
                f"{np.mean(recent):.2f}" if recent else "-",
                f"{max(recent):.2f}" if recent else "-",
                str(len(recent)),
                f"{report['kl']:.4f}",
                f"{report['std']:.2f}",
                f"{report['rate']:.1e}",
            )
        if len(rows) > MOST_ROWS:
            table.add_row(f"and {len(rows) - MOST_ROWS} more")
        return table


class EvolutionProgress(_Drawn):
    """Shows the generations of a run; use it in a ``with`` block."""

    def __init__(self, run: Run, stop: Stop) -> None:
        """Expect the generations that a run has yet to train."""
        self._run, self._stop = run, stop
        self._spent = run.spent()
        self._steps, self._race = 0, run.race_of(self._spent.generations)
        self._planned = 0  # control steps of the generations seen so far
        self._ends = deque([(time.monotonic(), self._spent.steps, 0)], maxlen=GENERATIONS + 1)
        self._first_counts = True
        self._best = ""
        super().__init__()

    def watch(self, update: UpdateProgress) -> None:
        """Add control steps of the current generation."""
        self._stop.work_done = True
        if not self._steps:  # only now it is known whether a race began anew
            self._race = self._run.race_of(self._spent.generations)
        self._steps += update.steps
        if self._console.is_terminal:
            self._live.refresh()

    def show(self, generation: Generation) -> None:
        """Take in a generation that is done."""
        self._steps, self._spent = 0, self._run.spent()
        if self._first_counts and len(self._ends) > 1:
            self._ends.popleft()  # with most of the compilations, it is like no other
            self._first_counts = False
        race = self._run.race_of(generation.number)
        self._planned += self._run.plan.steps_of(generation.number - race)
        self._ends.append((time.monotonic(), self._spent.steps, self._planned))
        best = generation.best
        mutations = len(self._run.lineage(best.id)) - 1
        able = [species.fitness for species in generation.species if not species.failed]
        failed = len(generation.species) - len(able)
        families = len({species.body.topology for species in generation.species})
        self._best = (
            f"best {best.fitness:.2f} (species {best.id}, {plural(len(best.body), 'part')}, "
            f"{plural(mutations, 'mutation')})  median {np.median(able):.2f}  "
            f"{plural(families, 'topology')}"
            if able
            else "all failed"
        )
        if 0 < failed < len(generation.species):
            self._best += f"  {failed} failed"
        where = f"generation {generation.number:>3}  {short(self._spent.steps):>7} steps"
        if generation.number and race == generation.number:
            self._console.print("no more progress: a new race, with other bodies", highlight=False)
        self._console.print(
            f"{where}  {self._best}{self._ahead()}", highlight=False, soft_wrap=True
        )

    def _each(self) -> int:
        """Return the control steps of the current generation."""
        return self._run.plan.steps_of(self._spent.generations - self._race)

    def _share(self) -> float:
        """Return how much of the run is done, by the limit that is reached first."""
        limits, under_way = self._run.search_limits, self._steps / self._each()
        generations = self._spent.generations + under_way
        steps = self._spent.steps + self._steps
        shares = [
            generations / limits.max_generations if limits.max_generations else 0.0,
            steps / limits.max_steps if limits.max_steps else 0.0,
            self._spent.seconds / (3600 * limits.max_hours) if limits.max_hours else 0.0,
        ]
        return min(1.0, max(shares))

    def _pace(self) -> tuple[float, float] | None:
        """Return control steps and seconds for every control step that was planned.

        Over the last whole generations, because part of one leaves out what its rest costs: steps
        are reported in bursts, and while weights are saved and children are chosen there are none.
        Only the first is judged by what it has done so far.
        """
        (began, before, start), (ended, after, end) = self._ends[0], self._ends[-1]
        if planned := end - start:
            return (after - before) / planned, (ended - began) / planned
        if not self._steps:
            return None
        return 1.0, (time.monotonic() - began) / self._steps

    def _ahead(self) -> str:
        """Return speed and time left, once something was done."""
        pace = self._pace()
        if pace is None or pace[1] <= 0:
            return ""
        steps, seconds = pace
        left = self._seconds_ahead(steps, seconds) - (time.monotonic() - self._ends[-1][0])
        return f"  {steps / seconds:,.0f} steps/s  {clock(max(left, 0.0))} left"

    def _seconds_ahead(self, steps: float, seconds: float) -> float:
        """Return what the generations to come take, up to the one that reaches a limit."""
        spent, plan, planned = self._spent, self._run.plan, 0
        number = spent.generations
        while not self._run.search_limits.reached(
            number, round(spent.steps + planned * steps), spent.seconds + planned * seconds
        ):
            planned += plan.steps_of(number - self._race)
            number += 1
        return planned * seconds

    def _picture(self) -> Group:
        bars = Table.grid(padding=(0, 2))
        number = self._spent.generations
        bars.add_row("run", ProgressBar(1.0, self._share(), width=30), self._ahead().strip())
        updates = self._run.plan.population.updates_of(number - self._race)
        done = min(1.0, self._steps / self._each())
        what = f"update {int(done * updates)} of {updates}"
        if not self._steps and len(self._ends) == 1:
            what = "compiling; the first generation takes longest"
        bars.add_row(f"generation {number}", ProgressBar(1.0, done, width=30), what)
        parts: list[Table | str] = [bars]
        if self._best:
            parts.append(self._best)
        if self._stop.asked:
            parts.append(self._stop.notice)
        return Group(*parts)


def progress_of(run: Run, stop: Stop) -> TrainingProgress | EvolutionProgress:
    """Return what shows a run while it goes on."""
    return TrainingProgress(run, stop) if run.plan.trains_only else EvolutionProgress(run, stop)
