"""Executes a run: generation after generation, each saved before the next begins.

Rows of updates are written as they come, at most every ``FLUSH`` seconds, and with every checkpoint
in the same commit. So a run that is stopped or killed goes on from the last checkpoint of every
species; the current generation is proposed again from the previous one, with the same bits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Self

from nge.evolution.algorithm import NeuralGraphEvolution, Strategy, TrainOnly, evolve
from nge.evolution.methods import METHOD_REGISTRY
from nge.evolution.screening import Measurement, Trial, TrialConfig
from nge.evolution.species import Generation
from nge.evolution.train_job import Checkpoint, Checkpoints, UpdateProgress, always_continue
from nge.rl.evaluation import Evaluation
from nge.runs import folder as files
from nge.runs.executors import EpisodesConfig, Executor, Processes, processes_for
from nge.runs.limits import TrainingLimits
from nge.runs.loggers import Logbook
from nge.runs.rows import update_rows
from nge.runs.run import Run
from nge.seeding import stream_seed

FINALISTS, EPISODES = 5, 8  # species and episodes of the evaluation at the end of a search
TRAINED_EPISODES = 16  # of the evaluation of every species of a run that only trains
FLUSH = 1.0  # seconds between commits of updates
LOG = "workers.log"


class Finalist(NamedTuple):
    """A species that may be the best, and what it does in fresh episodes."""

    species: int
    mean_actions: Evaluation
    sampled: Evaluation


class PlannedWork(NamedTuple):
    """What a generation takes."""

    steps: int
    """Control steps of all species, screening included."""
    updates: int
    """Updates of the species that makes the most."""


class _StoppedError(Exception):
    """Training was stopped within a generation."""


class Runner:
    """Executes a run, in a ``with`` block that locks its folder against other processes.

    Its caller shows and stops: ``for generation in runner.generations(): show(generation)``.
    """

    def __init__(
        self,
        run: Run,
        workers: int | None = None,
        executor: Executor | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Prepare to execute a run on so many cores, or with an executor.

        When ``stop`` returns True, or there is a file ``stop`` in the folder (the page writes it),
        training stops after the current update, and everything is saved.
        """
        self.run, self._workers, self._given_executor = run, workers, executor
        self._stop, self.stopped = stop, False
        self._alone = files.alone(run.folder)
        self._told: dict[int, int] = {}  # updates of the generation that are known, by species
        self._wanted: Mapping[int, int] = {}  # all that they are to make
        self._rows: tuple[list[tuple], list[tuple]] = ([], [])  # not yet written
        self._flushed = 0.0

    def __enter__(self) -> Self:
        """Lock the folder and check the record."""
        self._alone.__enter__()
        try:
            run = self.run
            run.record.check()
            run.bring_up_to_date()
            species = len(run.species()) if run.plan.trains_only else run.plan.population.size
            self._executor = self._given_executor or processes_for(
                species, self._workers, run.folder / LOG
            )
            files.asked_to_stop(run.folder)  # a request from before was not meant for this process
            self._begin_status("Starting", self._next_number())
        except BaseException:
            self._alone.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.close()
        (self.run.folder / files.STATUS).unlink(missing_ok=True)
        self._alone.__exit__(None, None, None)

    def generations(
        self, watch: Callable[[UpdateProgress], None] = lambda update: None
    ) -> Iterator[Generation]:
        """Yield every generation that is yet to come, saved, until a limit or a stop.

        ``watch`` is told of every update and of control steps spent on screening.
        """
        run = self.run
        self._watch = watch
        self._base, self._started = run.seconds_so_far(), time.perf_counter()
        with Logbook(run, run.keeping.log) as logbook:
            self._logbook = logbook
            logbook.write()  # what a logger that is new has missed
            if run.done:
                return
            if isinstance(self._executor, Processes):
                self._executor.start()
            self._begin_status("Preparing", self._next_number())
            told = [] if run.plan.trains_only else run.told()
            before = told[-1] if told else None
            try:
                for generation in evolve(self._strategy(told), self._train):
                    run.end(generation, before, self.seconds, self._results)
                    before = generation
                    self._begin_status("Preparing", generation.number + 1)
                    logbook.write()
                    yield generation
                    self.stopped |= self._asked()
                    if run.done or self.stopped:
                        return
            except _StoppedError:
                self.stopped = True

    def finish(
        self,
        show: Callable[[Generation], None] = lambda generation: None,
        watch: Callable[[UpdateProgress], None] = lambda update: None,
    ) -> None:
        """Train to the end, write the table of updates of a run that only trains, and evaluate."""
        for generation in self.generations(watch):
            show(generation)
        if self.run.plan.trains_only and self.run.spent().updates:
            self.run.write_curve()
        if self.run.done and not self.stopped:
            self.finalists()

    @property
    def seconds(self) -> float:
        """Time spent on the run so far, pauses not counted."""
        return self._base + time.perf_counter() - self._started

    def finalists(self) -> list[Finalist]:
        """Evaluate the fittest species again, record it, and return them, best first.

        Fitness is a noisy mean: the largest of many is partly luck. Of a run that only trains, all
        species are evaluated.
        """
        run, number = self.run, self.run.spent().generations - 1
        if run.plan.trains_only:
            best, episodes, seed = list(run.checkpoints(0)), TRAINED_EPISODES, 0
        else:
            best, episodes = run.fittest(FINALISTS), EPISODES
            seed = stream_seed(run.plan.seed, "finalists")
        self._begin_status("Evaluating the fittest of", number)
        mean, sampled = (self.evaluated(best, episodes, seed, s) for s in (False, True))
        finalists = [Finalist(one, mean[one], sampled[one]) for one in mean if one in sampled]
        return sorted(finalists, key=lambda one: -one.mean_actions.mean)

    def evaluated(
        self, species: Sequence[int], episodes: int, seed: int, sampled: bool
    ) -> dict[int, Evaluation]:
        """Evaluate species as they were last saved, and write it down.

        One that ends its worker is left out.
        """
        run, plan = self.run, self.run.plan
        trials = [Trial(one, run.body(one), run.train_state(one)) for one in species]
        config = EpisodesConfig(
            **plan.of_task, space=plan.space, episodes=episodes, seed=seed, sampled=sampled
        )
        done = self._executor.evaluate(trials, config, always_continue)
        found = {one: what for one, what in zip(species, done, strict=True) if what is not None}
        number = max(0, run.spent().generations - 1)
        run.add_evaluations(number, found, seed, sampled)
        return found

    # --- training ---------------------------------------------------------------------------

    def _strategy(self, told: Sequence[Generation]) -> Strategy:
        """Return what decides, as far as it is after some generations."""
        run = self.run
        if run.plan.trains_only:
            return TrainOnly(run.as_given())
        decides = METHOD_REGISTRY.named(run.plan.method).strategy or NeuralGraphEvolution
        strategy = decides(run.search, self._measure, run.train_state)
        for generation in told:
            strategy.tell(generation)
        return strategy

    def _train(self, generation: Generation) -> Generation:
        """Train and score a generation, from wherever its training stopped before."""
        run, search = self.run, self.run.search
        states = run.begin(generation)
        jobs = [replace(job, checkpoint=states.get(job.id)) for job in search.jobs(generation)]
        self._told = {job.id: job.state.updates for job in jobs}
        self._wanted = {job.id: job.updates for job in jobs}
        steps = sum(run.plan.steps_after(job.updates) for job in jobs)
        steps += generation.proposals.screening_steps
        self.planned = PlannedWork(steps, max(self._wanted.values()))
        config = search.train_config(generation, run.keeping.save_every)
        self._doing = "Training"
        self._say()
        results = self._executor.train(jobs, config, self._heard)
        self._flush()
        if any(result.score is None for result in results):
            raise _StoppedError
        self._results = {
            job.id: result.checkpoint for job, result in zip(jobs, results, strict=True)
        }
        return generation.trained(
            (result.train_state, result.score) for result in results if result.score is not None
        )

    def _measure(self, trials: Sequence[Trial], config: TrialConfig) -> list[Measurement]:
        return self._executor.measure(trials, config, self._heard)

    def _heard(self, word: UpdateProgress | Checkpoints) -> bool:
        """Record what an executor reports; return whether to continue."""
        if isinstance(word, Checkpoints):
            self._save(word.by_species)
        elif word.steps or word.metrics:  # else an executor only asks whether to continue
            update = self._news(word)
            if update.metrics:
                self._add(update)
            self._steps += update.steps
            self._say()
            self._watch(update)
        self.stopped |= self._asked()
        return not self.stopped

    def _news(self, word: UpdateProgress) -> UpdateProgress:
        """Drop updates that are known already: the replacement of a lost worker repeats some."""
        if not word.metrics:
            return word  # of screening
        new = [one for one in word.metrics if word.number > self._told[one]]
        self._told |= dict.fromkeys(new, word.number)
        return word._replace(
            steps=word.steps * len(new) // len(word.metrics),
            metrics={one: word.metrics[one] for one in new},
            episodes={one: word.episodes.get(one, ()) for one in new},
        )

    def _add(self, update: UpdateProgress) -> None:
        steps = self.run.plan.steps_after(update.number)
        for some, more in zip(
            self._rows, update_rows(self._number, update, steps, self.seconds), strict=True
        ):
            some += more
        if time.monotonic() - self._flushed >= FLUSH:
            self._flush()

    def _flush(self) -> None:
        if self._rows[0]:
            self.run.add(*self._rows)
        self._rows, self._flushed = ([], []), time.monotonic()

    def _save(self, found: Mapping[int, Checkpoint]) -> None:
        self.run.add_checkpoints(self._number, found, *self._rows)
        self._rows, self._flushed = ([], []), time.monotonic()
        if self.run.plan.trains_only:  # what was sent is never trained again
            self._logbook.write()

    def _asked(self) -> bool:
        """Tell whether an end is wanted, or the time of a run that only trains is over."""
        limits = self.run.limits
        late = isinstance(limits, TrainingLimits) and limits.late(self.seconds)
        return late or self._stop() or files.asked_to_stop(self.run.folder)

    # --- status -----------------------------------------------------------------------------

    def _next_number(self) -> int:
        return 0 if self.run.plan.trains_only else self.run.spent().generations

    def _begin_status(self, doing: str, number: int) -> None:
        """Write the status of a generation, and reset its step count."""
        self._doing, self._number = doing, number
        self._began, self._steps = time.time(), 0
        self.planned = PlannedWork(self.run.steps_of(number), self.run.updates_of(number))
        self._told = {}
        self._say()

    def _say(self) -> None:
        steps, updates = self.planned
        left = max((self._wanted[one] - done for one, done in self._told.items()), default=updates)
        files.say(
            self.run.folder,
            doing=self._doing,
            generation=self._number,
            update=updates - left,
            steps=self._steps,
            of=steps,
            began=self._began,
            updates=updates,
        )
