"""Where species train and mutants are measured: in worker processes, or in this one.

``Processes`` is what runs use, on one core as well: a body that ends its worker, or a worker that
falls silent, costs at most its own species, and where the system kills workers because memory is
short, fewer work at once. A job whose worker was lost goes on from its last checkpoint. With an
accelerator, this process has it learn for all workers. ``Serial`` trains in this process, for tests
and debugging, ``RayExecutor`` (``ray_executor.py``) on a cluster. On one kind of device all give
the same results, bit for bit, whatever the number of cores or workers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

import jax

from nge import extensions
from nge.body.space import SpaceSettings
from nge.cpu import jax_settings
from nge.errors import WorkerError
from nge.evolution.screening import Measurement, Trial, TrialConfig, measure
from nge.evolution.species import Score
from nge.evolution.train_job import (
    Checkpoint,
    Checkpoints,
    ProgressCallback,
    TrainConfig,
    TrainJob,
    TrainResult,
    UpdateProgress,
    train,
)
from nge.nets.graphs import padded_size
from nge.rl import devices
from nge.rl.evaluation import Evaluation, evaluate
from nge.rl.gpu_learner import GpuLearner, UpdateJob, update_locally, update_on_gpu
from nge.rl.processes import TIMEOUT, Worker, WorkerLostError, request
from nge.rl.trainer import example_jobs
from nge.tasks.registry import task_of
from nge.tasks.task_settings import TaskSettings

Job = TrainJob | Trial
JobT = TypeVar("JobT", bound=Job)
Work = Callable[[Sequence[Any]], list[Any]]
"""Does a share of jobs in a worker."""


class EpisodesConfig(TaskSettings):
    """What all evaluations of whole episodes have in common."""

    space: SpaceSettings
    episodes: int
    seed: int
    sampled: bool


class Executor(Protocol):
    """Trains species and measures bodies; returns results in the order of the jobs."""

    def train(
        self, jobs: Sequence[TrainJob], config: TrainConfig, on_progress: ProgressCallback
    ) -> list[TrainResult]:
        """Train until the end, or until ``on_progress`` returns False."""

    def measure(
        self, trials: Sequence[Trial], config: TrialConfig, on_progress: ProgressCallback
    ) -> list[Measurement]: ...

    def evaluate(
        self, trials: Sequence[Trial], config: EpisodesConfig, on_progress: ProgressCallback
    ) -> list[Evaluation | None]:
        """Let species perform whole episodes; None for a body that ends its worker."""

    def close(self) -> None:
        """Give back what it holds."""


class Serial:
    """In this process."""

    def train(
        self, jobs: Sequence[TrainJob], config: TrainConfig, on_progress: ProgressCallback
    ) -> list[TrainResult]:
        return train(jobs, config, None, on_progress)

    def measure(
        self, trials: Sequence[Trial], config: TrialConfig, on_progress: ProgressCallback
    ) -> list[Measurement]:
        return _measured_share(trials, config, on_progress)

    def evaluate(
        self, trials: Sequence[Trial], config: EpisodesConfig, on_progress: ProgressCallback
    ) -> list[Evaluation | None]:
        return [*evaluate_share(trials, config)]

    def close(self) -> None:
        """Nothing is held."""


def processes_for(species: int, workers: int | None = None, log: Path | None = None) -> Processes:
    """Return workers that suit this machine and so many species."""
    cores = workers or devices.default_workers()
    count = max(1, min(cores, species))
    each = max(1, min(cores, devices.CORES) // count)
    return Processes(count, each, devices.accelerators(), log)


class Processes:
    """In so many processes, which stay for the next generation."""

    def __init__(
        self,
        count: int,
        cores: int = 1,
        accelerators: Sequence[jax.Device] = (),
        log: Path | None = None,
        patience: float = TIMEOUT,
    ) -> None:
        """Every worker has so many cores for its physics; accelerators learn for all of them.

        What a worker says before it is lost or fails is appended to ``log``.
        """
        self.count, self.cores, self.patience, self.log = count, cores, patience, log
        self._gpu_learner = GpuLearner(accelerators) if accelerators else None
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._closed = self._stopping = False
        self._objects = extensions.packed()

    def start(self) -> None:
        """Start all workers: they import their modules while this process makes the first jobs."""
        if not self._objects:  # a worker that has to load some is waited for
            self._idle += [self._new_worker() for _ in range(self.count - len(self._idle))]

    def train(
        self, jobs: Sequence[TrainJob], config: TrainConfig, on_progress: ProgressCallback
    ) -> list[TrainResult]:
        latest: dict[int, Checkpoint] = {}

        def keep(word: UpdateProgress | Checkpoints) -> bool:
            if isinstance(word, Checkpoints):
                latest.update(word.by_species)
            self._stopping |= not on_progress(word)
            return not self._stopping

        def resumed(job: TrainJob) -> TrainJob:
            return replace(job, checkpoint=latest.get(job.id, job.checkpoint))

        if self._gpu_learner is not None:  # workers take as long to collect their first rollouts
            self._gpu_learner.prepare(_example_jobs(jobs, config))
        on_gpu = self._gpu_learner is not None
        work = partial(_train_share, config=config, threads=self.cores, on_gpu=on_gpu)
        found, lost = self._done(jobs, work, keep, resumed)
        return [
            found.get(job.id) or TrainResult(resumed(job).state, Score(failure=str(lost[job.id])))
            for job in jobs
        ]

    def measure(
        self, trials: Sequence[Trial], config: TrialConfig, on_progress: ProgressCallback
    ) -> list[Measurement]:
        """Measure; a body that ends its worker gets the worst measurement there is."""
        found, _ = self._done(trials, partial(_measured_share, config=config), on_progress)
        return [found.get(trial.id) or Measurement() for trial in trials]

    def evaluate(
        self, trials: Sequence[Trial], config: EpisodesConfig, on_progress: ProgressCallback
    ) -> list[Evaluation | None]:
        found, _ = self._done(trials, partial(evaluate_share, config=config), on_progress)
        return [found.get(trial.id) for trial in trials]

    def _done(
        self,
        jobs: Sequence[JobT],
        work: Work,
        on_progress: ProgressCallback,
        resumed: Callable[[JobT], JobT] = lambda job: job,
    ) -> tuple[dict[int, Any], dict[int, WorkerLostError]]:
        """Return the results of jobs by id, and why others have none.

        A job whose worker was lost is ``resumed``, alone in a worker. A body that ends its worker
        again costs itself. A worker that another process killed costs time: its jobs are resumed,
        fewer and fewer at once, because the system kills processes where memory is short. If that
        happens to several with one at once, the run cannot go on.
        """
        self._stopping = False
        found, lost = self._asked(shares_of(jobs, self.count), self.count, work, on_progress)
        again = [job for job in jobs if job.id in lost]
        halves = [self.count >> i for i in range(self.count.bit_length())]  # 4, 2, 1
        for at_once in [*halves, 1]:
            if not again:
                break
            if len(again) > 1:  # else it may be the body that takes all the memory
                self.count = at_once
            while self._idle:  # what they hold may be what others lack
                self._idle.pop().end()
            more, lost_again = self._asked(
                [[resumed(job)] for job in again], at_once, work, on_progress
            )
            found, lost = found | more, lost | lost_again
            again = [job for job in again if job.id in lost_again and lost_again[job.id].killed]
        if len(again) > 1:
            raise WorkerError(
                f"{len(again)} worker processes were killed again and again, even with one at "
                "once, as systems do when memory is short; free memory, then go on with "
                "'nge resume'"
            )
        return found, {id_: lost[id_] for id_ in lost if id_ not in found}

    def close(self) -> None:
        self._closed = True
        for worker in [*self._idle, *self._busy]:
            worker.end()
        self._idle, self._busy = [], set()
        if self._gpu_learner:
            self._gpu_learner.close()

    def _asked(
        self,
        shares: Sequence[Sequence[Job]],
        at_once: int,
        work: Work,
        on_progress: ProgressCallback,
    ) -> tuple[dict[int, Any], dict[int, WorkerLostError]]:
        """Give every share to a worker; return results, and why others are lost, by id."""
        found: dict[int, Any] = {}
        lost: dict[int, WorkerLostError] = {}
        heard: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        pool = ThreadPoolExecutor(at_once)
        try:
            for number, share in enumerate(shares):
                pool.submit(self._serve, number, share, work, heard)
            left = len(shares)
            while left:
                number, message = heard.get()
                if isinstance(message, UpdateProgress | Checkpoints):
                    on_progress(message)
                    continue
                left -= 1
                if isinstance(message, WorkerLostError):
                    lost |= {job.id: message for job in shares[number]}
                elif isinstance(message, Exception):
                    raise message
                else:
                    found |= by_id(shares[number], message)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            self.close()  # their results are not needed
            raise
        pool.shutdown()
        return found, lost

    def _serve(
        self, number: int, share: Sequence[Job], work: Work, heard: SimpleQueue[tuple[int, Any]]
    ) -> None:
        """Run a share in a worker, and forward its messages."""
        if self._closed:
            return  # the result is not needed
        try:
            worker = self._free_worker()
        except Exception as error:  # the system may have no room for another process
            heard.put((number, error))
            return
        self._busy.add(worker)
        try:
            done = worker.call(
                work,
                share,
                on_request=partial(self._on_request, number, heard),
                timeout=self.patience,
            )
        except Exception as error:
            self._busy.discard(worker)
            worker.end()
            self._write_log(share, error)
            heard.put((number, error))
            return
        self._busy.discard(worker)
        self._idle.append(worker)
        heard.put((number, done))

    def _on_request(self, number: int, heard: SimpleQueue[tuple[int, Any]], payload: Any) -> Any:
        """Learn for a worker, or take in what it tells and answer whether it is to go on."""
        if isinstance(payload, UpdateProgress | Checkpoints):
            heard.put((number, payload))
            return not self._stopping
        assert self._gpu_learner is not None, "a worker requests what nobody offers"
        return self._gpu_learner(payload)

    def _write_log(self, share: Sequence[Job], error: Exception) -> None:
        """Append why a worker was lost or failed, and what it printed or where it was."""
        if self.log is None or self._closed:
            return
        when = datetime.now(UTC).isoformat(timespec="seconds")
        jobs = ", ".join(str(job.id) for job in share)
        notes = "".join(f"{note.rstrip()}\n" for note in getattr(error, "__notes__", ()))
        with suppress(OSError), self.log.open("a", encoding="utf-8") as file:
            file.write(f"{when} {error} (jobs {jobs})\n{notes}")

    def _free_worker(self) -> Worker:
        try:
            return self._idle.pop()
        except IndexError:
            return self._new_worker()

    def _new_worker(self) -> Worker:
        """Start a worker that knows the objects registered in this process."""
        worker = Worker(self.cores, modules=(__name__,))
        if self._objects:
            given = self._objects, extensions.import_path()
            if problem := worker.call(extensions.load_packed, *given, timeout=self.patience):
                worker.end()
                raise WorkerError(
                    f"worker processes cannot load objects given in Python: {problem}; define "
                    "their classes in the script or notebook itself, or in modules that it imports"
                )
        return worker


@jax_settings()
def _example_jobs(jobs: Sequence[TrainJob], config: TrainConfig) -> list[UpdateJob]:
    """Return update jobs with the shapes of those that workers will send."""
    task = task_of(config)
    bodies, train_states = [job.body for job in jobs], [job.state.train_state for job in jobs]
    return example_jobs(task, task.space(config.space), bodies, train_states, config.ppo)


# --- in a worker --------------------------------------------------------------------------


def _measured_share(
    share: Sequence[Trial], config: TrialConfig, on_progress: ProgressCallback = request
) -> list[Measurement]:
    """Measure a share and report its control steps."""
    done = measure(share, config)
    on_progress(UpdateProgress(sum(measurement.steps for measurement in done)))
    return done


def evaluate_share(share: Sequence[Trial], config: EpisodesConfig) -> list[Evaluation]:
    """Let a share of species perform."""
    task = task_of(config)
    bodies, train_states = [one.body for one in share], [one.train_state for one in share]
    episodes = config.episodes, config.seed, config.sampled
    return evaluate(task, task.space(config.space), bodies, train_states, *episodes)


def _train_share(
    share: Sequence[TrainJob], config: TrainConfig, threads: int, on_gpu: bool
) -> list[TrainResult]:
    """Train a share; the main process gets every update and answers whether to continue."""
    return train(share, config, threads, request, update_on_gpu if on_gpu else update_locally)


# --- shares -------------------------------------------------------------------------------


def shares_of(jobs: Sequence[JobT], count: int) -> list[list[JobT]]:
    """Split jobs into shares of about the same cost, and of as few sizes each as may be.

    Those of one size come by the updates they have to make: only equal ones train in a batch.
    """
    costs = {}
    for job in jobs:
        updates = job.updates_left if isinstance(job, TrainJob) else 1
        costs[job.id] = padded_size(len(job.body)), max(1, updates)
    total = sum(size * updates for size, updates in costs.values())
    shares: list[list[JobT]] = [[] for _ in range(count)]
    so_far = 0.0
    for job in sorted(jobs, key=lambda job: costs[job.id], reverse=True):
        size, updates = costs[job.id]
        cost = size * updates
        shares[min(count - 1, int((so_far + cost / 2) * count / total))].append(job)
        so_far += cost
    return [share for share in shares if share]


def by_id(jobs: Sequence[Job], results: Sequence[Any]) -> dict[int, Any]:
    """Return the results of jobs by their ids."""
    return {job.id: result for job, result in zip(jobs, results, strict=True)}
