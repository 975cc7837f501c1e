"""Progress displays of long commands, and how they are stopped.

On a terminal that is a bar with a table below it; elsewhere, as in a log, a plain line every few
updates. Both go to stderr, so that stdout holds results only.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
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
    from nge.runs.runner import PlannedWork

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
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @property
    def asked(self) -> bool:
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


class _Trainees:
    """How far given species have come: their updates, and the returns of their last episodes."""

    def __init__(self, run: Run) -> None:
        """Begin with what the record has of them."""
        self.names = {row["id"]: f"{row['name']}, seed {row['seed']}" for row in run.species()}
        recent, last = run.recent_returns(), {row["species"]: row for row in run.updates()}
        self._done = {one: last[one]["number"] if one in last else 0 for one in self.names}
        self._returns = {one: deque(recent[one], RECENT) for one in self.names}
        self._metrics: dict[int, Mapping[str, float]] = {}

    @property
    def done(self) -> int:
        """Updates that every species has done."""
        return min(self._done.values())

    def take(self, update: UpdateProgress) -> bool:
        """Take in an update of some species; tell whether all have come further."""
        before = self.done
        for species, metrics in update.metrics.items():
            self._done[species], self._metrics[species] = update.number, metrics
            self._returns[species].extend(e.total for e in update.episodes.get(species, ()))
        return self.done > before

    def standing(self) -> str:
        means = {one: float(np.mean(recent)) for one, recent in self._returns.items() if recent}
        if not means:
            return "no whole episode yet"
        best = max(means, key=means.__getitem__)
        if len(self.names) == 1:
            return f"return {means[best]:.2f} (best {max(self._returns[best]):.2f})"
        mean = np.mean(list(means.values()))
        return f"return {mean:.2f}, best {means[best]:.2f} ({self.names[best]})"

    def table(self) -> Table:
        """Return a row for every species that has done an update, the best first."""
        table = Table(box=None, padding=(0, 2), header_style="dim")
        numbers = ("best", "episodes", "kl", "std", "learning rate")
        for title in ("", f"mean of last {RECENT}", *numbers):
            table.add_column(title, justify="left" if not title else "right")
        rows = [(self.names[one], self._returns[one], self._metrics[one]) for one in self._metrics]
        rows.sort(key=lambda row: -np.mean(row[1]) if row[1] else np.inf)
        for name, recent, metrics in rows[:MOST_ROWS]:
            table.add_row(
                name,
                f"{np.mean(recent):.2f}" if recent else "-",
                f"{max(recent):.2f}" if recent else "-",
                str(len(recent)),
                f"{metrics['kl']:.4f}",
                f"{metrics['std']:.2f}",
                f"{metrics['learning_rate']:.1e}",
            )
        if len(rows) > MOST_ROWS:
            table.add_row(f"and {len(rows) - MOST_ROWS} more")
        return table


class Progress:
    """Shows a run while it goes on; use it in a ``with`` block.

    A search has a line for every generation. Where given bodies are trained there is only one, so
    it has a line for every few updates, and on a terminal a row for every species.
    """

    def __init__(self, run: Run, stop: Stop, planned: Callable[[], PlannedWork]) -> None:
        """Expect what a run has yet to do; ``planned`` returns what its generation takes."""
        self._run, self._stop, self._spent = run, stop, run.spent()
        self._planned = planned
        self._steps, self._age = 0, run.age_of_race(self._spent.generations)
        self._trainees = _Trainees(run) if run.plan.trains_only else None
        self._began = self._spoken = time.monotonic()
        # When which control steps were done, those planned counted as well. That of the first
        # generation or update is dropped later: with the compilations, it is like no other.
        self._marks: deque[tuple[float, int, int]] = deque(maxlen=WINDOW)
        if not self._trainees:
            self._marks = deque([(self._began, self._spent.steps, 0)], maxlen=GENERATIONS + 1)
        self._first_counts = self._trainees is None
        self._last = ""  # what the last generation brought
        self._console = Console(stderr=True)
        self._live = Live(get_renderable=self._picture, console=self._console, transient=True)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start(refresh=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def watch(self, update: UpdateProgress) -> None:
        """Take in an update of some species, or control steps spent on screening."""
        self._stop.work_done = True
        if not self._steps:  # only now it is known whether a race began anew
            self._age = self._run.age_of_race(self._spent.generations)
        self._steps += update.steps
        if self._trainees and self._trainees.take(update):
            done = self._trainees.done * self._steps_per_update
            self._marks.append((time.monotonic(), done, done))
            self._report_update(self._trainees)
        if self._console.is_terminal:
            self._live.refresh()

    def _report_update(self, trainees: _Trainees) -> None:
        """Print where given species stand, if it is time to and there is no terminal."""
        now, goal = time.monotonic(), self._planned().updates
        due = trainees.done % max(1, goal // LINES) == 0 or trainees.done == goal
        if not self._console.is_terminal and (due or now - self._spoken > PATIENCE):
            self._spoken = now
            print(f"{self._where()}  {trainees.standing()}", file=sys.stderr, flush=True)

    def show(self, generation: Generation) -> None:
        """Take in a generation that is done; that of given species was seen update by update."""
        self._steps, self._spent = 0, self._run.spent()
        if self._trainees:
            return
        if self._first_counts and len(self._marks) > 1:
            self._marks.popleft()
            self._first_counts = False
        age = self._run.age_of_race(generation.number)
        planned = self._marks[-1][2] + self._run.plan.steps_of(age)
        self._marks.append((time.monotonic(), self._spent.steps, planned))
        best = generation.best
        mutations = self._run.mutations_of(best.id)
        able = [species.fitness for species in generation.species if not species.failed]
        failed = len(generation.species) - len(able)
        families = len({species.body.topology for species in generation.species})
        self._last = (
            f"best {best.fitness:.2f} (species {best.id}, {plural(len(best.body), 'part')}, "
            f"{plural(mutations, 'mutation')})  median {np.median(able):.2f}  "
            f"{plural(families, 'topology')}"
            if able
            else "all failed"
        )
        if 0 < failed < len(generation.species):
            self._last += f"  {failed} failed"
        where = f"generation {generation.number:>3}  {short(self._spent.steps):>7} steps"
        anew = self._run.plan.population.patience and self._run.search.begins_race(generation)
        if generation.number and anew:
            parent = generation.species[0].parent
            bodies = (
                "other bodies" if parent is None else f"copies of species {parent} that learn anew"
            )
            self._console.print(f"no more progress: a new race, with {bodies}", highlight=False)
        self._console.print(
            f"{where}  {self._last}{self._ahead()}", highlight=False, soft_wrap=True
        )

    # --- how far it is ------------------------------------------------------------------------

    @property
    def _steps_per_update(self) -> int:
        """Control steps of all given species in an update."""
        return self._run.plan.ppo.batch_size * len(self._trainees.names) if self._trainees else 0

    def _where(self) -> str:
        """Return which update it is and, of given species, how far that is."""
        goal = self._planned().updates
        if not self._trainees:
            return f"update {int(self._generation_share() * goal)}/{goal}"
        done = self._trainees.done
        steps = self._run.plan.steps_after(done)
        return f"update {done:>{len(str(goal))}}/{goal}  {steps:>9,} steps{self._ahead()}"

    def _generation_share(self) -> float:
        """Return how much of the current generation is done."""
        if self._trainees:
            return self._trainees.done / self._planned().updates
        return min(1.0, self._steps / self._planned().steps)

    def _share(self) -> float:
        """Return how much of a search is done, by the limit that is reached first."""
        limits, spent = self._run.search_limits, self._spent
        generations = spent.generations + self._generation_share()
        steps = spent.steps + self._steps
        shares = [
            generations / limits.max_generations if limits.max_generations else 0.0,
            steps / limits.max_steps if limits.max_steps else 0.0,
            spent.seconds / (3600 * limits.max_hours) if limits.max_hours else 0.0,
        ]
        return min(1.0, max(shares))

    def _pace(self) -> tuple[float, float] | None:
        """Return control steps and seconds for every control step that was planned.

        Over the last whole generations, because part of one leaves out what its rest costs: steps
        are reported in bursts, and while weights are saved and children are chosen there are none.
        Only the first is judged by what it has done so far. Of given species, over updates.
        """
        if not self._marks:
            return None
        (began, before, start), (ended, after, end) = self._marks[0], self._marks[-1]
        if planned := end - start:
            return (after - before) / planned, (ended - began) / planned
        if self._trainees or not self._steps:
            return None
        return 1.0, (time.monotonic() - began) / self._steps

    def _ahead(self) -> str:
        """Return speed and time left, once something was done."""
        pace = self._pace()
        if pace is None or pace[1] <= 0:
            return ""
        steps, seconds = pace
        left = self._planned_ahead(steps, seconds) * seconds
        left -= time.monotonic() - self._marks[-1][0]
        return f"  {steps / seconds:>7,.0f} steps/s  {clock(max(left, 0.0))} left"

    def _planned_ahead(self, steps: float, seconds: float) -> int:
        """Return the control steps that are planned, up to the generation that reaches a limit."""
        if self._trainees:
            return (self._planned().updates - self._trainees.done) * self._steps_per_update
        spent, plan, planned = self._spent, self._run.plan, 0
        number = spent.generations
        while not self._run.search_limits.reached(
            number, round(spent.steps + planned * steps), spent.seconds + planned * seconds
        ):
            planned += plan.steps_of(number - spent.generations + self._age)
            number += 1
        return planned

    def _picture(self) -> Group:
        bars = Table.grid(padding=(0, 2))
        name = "training"
        if not self._trainees:
            bars.add_row("run", ProgressBar(1.0, self._share(), width=30), self._ahead().strip())
            name = f"generation {self._spent.generations}"
        bars.add_row(name, ProgressBar(1.0, self._generation_share(), width=30), self._where())
        parts: list[Table | str] = [bars]
        if not self._stop.work_done:
            waited = clock(time.monotonic() - self._began)
            parts.append(f"compiling; the first update takes longest ({waited})")
        elif self._trainees:
            parts.append(self._trainees.table())
        if self._last:
            parts.append(self._last)
        if self._stop.asked:
            parts.append(self._stop.notice)
        return Group(*parts)
