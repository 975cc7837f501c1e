"""An evolution under way: generation after generation, each on the disk before the next begins."""

from __future__ import annotations

import faulthandler
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from nge.control.evaluate import Evaluation, evaluate
from nge.evolution.algorithm import evolve, first_generation, next_generation
from nge.evolution.life import UpdateProgress
from nge.evolution.screening import Measurement, Trial, TrialConfig
from nge.evolution.species import Generation
from nge.physics import blackbox
from nge.randomness import stream_seed
from nge.runs import folder as files
from nge.runs.executors import executor_for
from nge.runs.loggers import Logbook
from nge.runs.reading import UNDER_WAY
from nge.runs.rows import under_way
from nge.runs.run import Run

FINALISTS = 5  # species that are evaluated before one of them is called the best
EPISODES = 8  # of that evaluation, with mean and with sampled actions each


class Finalist(NamedTuple):
    """A species that may be the best, and what it does in fresh episodes."""

    species: int
    mean_actions: Evaluation
    sampled: Evaluation


class Evolving:
    """A run under way, in a ``with`` block that keeps other processes out of its folder.

    Its caller shows and stops: ``for generation in evolving.generations(): show(generation)``.
    """

    def __init__(self, run: Run, workers: int | None = None, isolate: bool = False) -> None:
        """Take up a run on so many cores; ``isolate`` wants worker processes in any case."""
        self.run, self._workers, self._isolate = run, workers, isolate
        self._alone = files.alone(run.folder)

    def __enter__(self) -> Self:
        """Lock the folder, see who took the last process down, and be ready for the next time."""
        self._alone.__enter__()
        try:
            self.run.record.check()
            box, crash = self.run.folder / "blackbox", self.run.folder / "crash.txt"
            self.suspects = self._suspects(box, crash)
            blackbox.record_into(box)
            self._crash, self._faults_shown = crash.open("w"), faulthandler.is_enabled()
            faulthandler.enable(self._crash)
            self._executor = executor_for(self._workers, self._isolate, self.suspects)
            self.asked_to_stop()  # a wish from before was not meant for this process
            _Heartbeat(self.run, "Starting")
        except BaseException:
            self._alone.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Let others at the folder again."""
        self._executor.close()
        faulthandler.disable()
        if self._faults_shown and sys.__stderr__:  # by the program around us
            faulthandler.enable(sys.__stderr__)
        self._crash.close()
        for name in ("blackbox", "crash.txt", "suspects.json", files.STATUS, UNDER_WAY):
            (self.run.folder / name).unlink(missing_ok=True)
        self._alone.__exit__(None, None, None)

    def generations(
        self, watch: Callable[[int], None] = lambda steps: None
    ) -> Iterator[Generation]:
        """Yield every generation that is yet to come, saved, until a limit is reached.

        ``watch`` hears of control steps that were done; what it raises ends the generation.
        """
        run, search = self.run, self.run.search
        executor = self._executor
        heartbeat = _Heartbeat(run, "Preparing", watch=watch)

        def live(generation: Generation) -> Generation:
            lives, terms = search.lives(generation), search.terms(generation.number)
            files.replace_quietly(run.folder / UNDER_WAY, under_way(generation))
            heartbeat.go_on("Training")  # once there is something to see of it
            return generation.trained(executor(lives, terms, heartbeat))

        def measure(trials: Sequence[Trial], config: TrialConfig) -> list[Measurement]:
            return executor.measure(trials, config, heartbeat)

        with Logbook(run, run.keeping.log) as logbook:
            logbook.write()  # what a logger that is new has missed
            began = time.perf_counter()
            last = run.last()
            if last and run.done:
                return
            before, history = last or (None, {})
            start = (
                next_generation(before, search, measure, history)
                if before
                else first_generation(search)
            )
            for generation in evolve(start, search, live, measure, history):
                run.save(generation, before, time.perf_counter() - began)
                before, began = generation, time.perf_counter()
                heartbeat.begin("Preparing")
                logbook.write()
                yield generation
                if run.done:
                    return

    def asked_to_stop(self) -> bool:
        """Tell, once, whether somebody put a file ``stop`` into the folder, as the page does."""
        return files.asked_to_stop(self.run.folder)

    def finalists(self) -> list[Finalist]:
        """Evaluate the fittest species anew, write it down, and return them, best first.

        Fitness is a noisy mean: the largest of many is partly luck.
        """
        run, search = self.run, self.run.search
        best = [one for one in run.fittest(FINALISTS) if one not in self.suspects]
        bodies, learners = [run.body(one) for one in best], [run.learner(one) for one in best]
        seed = stream_seed(run.plan.seed, "finalists")
        number = run.spent().generations - 1
        _Heartbeat(run, "Evaluating the fittest of", number)
        done = []
        for sampled in (False, True):
            found = evaluate(
                search.task, search.space, bodies, learners, EPISODES, seed, sampled, ids=best
            )
            run.add_evaluations(number, dict(zip(best, found, strict=True)), seed, sampled)
            done.append(found)
        finalists = map(Finalist, best, *done)
        return sorted(finalists, key=lambda one: -one.mean_actions.mean)

    def _suspects(self, box: Path, crash: Path) -> frozenset[int]:
        """Return the species that may have taken a process down since the last clean end.

        Two may do so by turns, so the first is remembered while the second is looked for.
        """
        known = self.run.folder / "suspects.json"
        suspects: set[int] = set()
        if known.is_file():
            with files.reading(known):
                suspects = {int(one) for one in json.loads(known.read_bytes())}
        if crash.is_file() and crash.stat().st_size > 0:
            suspects |= blackbox.recorded(box)
            files.write(known, json.dumps(sorted(suspects)).encode())
        return frozenset(suspects)


class _Heartbeat:
    """Tells those who watch how a generation goes."""

    def __init__(
        self,
        run: Run,
        doing: str,
        number: int | None = None,
        watch: Callable[[int], None] = lambda steps: None,
    ) -> None:
        self._run, self._watch = run, watch
        self.begin(doing, number)

    def begin(self, doing: str, number: int | None = None) -> None:
        """Say what is done for a generation, by default the next one, and count its steps anew."""
        self._number = self._run.spent().generations if number is None else number
        self._began, self._steps = time.time(), 0
        self._rewards: dict[int, list[float | None]] = {}
        self.go_on(doing)

    def go_on(self, doing: str) -> None:
        """Say what is done for the same generation from now on."""
        self._doing = doing
        self._say()

    def __call__(self, update: UpdateProgress) -> None:
        self._steps += update.steps
        for species, reward in update.rewards.items():
            known = reward if math.isfinite(reward) else None  # as JSON has it
            self._rewards.setdefault(species, []).append(known)
        self._say()
        self._watch(update.steps)

    def _say(self) -> None:
        files.say(
            self._run.folder,
            doing=self._doing,
            generation=self._number,
            steps=self._steps,
            of=self._run.plan.steps_of(self._number),
            began=self._began,
            updates=self._run.plan.population.updates_of(self._number),
            rewards=self._rewards,
        )
