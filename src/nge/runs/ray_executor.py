"""Trains species and measures bodies on a Ray cluster.

A job is a Ray task: some species, trained for a few seconds from where they are. It depends on what
it is given alone, so Ray may run it on any node and again elsewhere when a node or a worker is
lost. The driver, which is this process, submits jobs for all species at once, takes in what each
returns, submits the next part of those species' training, and alone writes the run. A generation
ends with the same bits as in local workers on the same kind of CPU. GPUs are not used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nge import extensions
from nge.errors import WorkerError
from nge.evolution.screening import Measurement, Trial, TrialConfig, measure
from nge.evolution.species import Score
from nge.evolution.train_job import (
    Checkpoints,
    ProgressCallback,
    TrainConfig,
    TrainJob,
    TrainResult,
    UpdateProgress,
    always_continue,
)
from nge.rl.evaluation import Evaluation
from nge.rl.messages import dumps, loads
from nge.rl.processes import TIMEOUT
from nge.rl.trainer import MAX_BATCH
from nge.runs import ray_cluster
from nge.runs.executors import EpisodesConfig, JobT, by_id, evaluate_share, shares_of
from nge.runs.folder import versions
from nge.runs.ray_jobs import Call, train_for

SECONDS = 5.0  # of training in a job: long beside its overhead, short beside what a loss costs
RETRIES = 3  # by Ray, of a job whose node or worker is lost
TRIALS = 64  # measurements in a task, each of which takes a fraction of a second
TRANSIENT = [OSError, MemoryError]  # errors that another node or time may not have
POLL = 1.0  # seconds after which to ask whether to continue

Take = Callable[[Sequence[Any], Any], Sequence[Any]]
"""Takes in what a share of jobs returned, and returns those of them that are to go on."""


class RayExecutor:
    """On the CPUs of a cluster, however many it has from moment to moment."""

    def __init__(self, address: str | None = None) -> None:
        """Connect as ``ray_cluster.connect`` says."""
        self._is_ours = ray_cluster.connect(address)
        self._ray = ray_cluster.imported()
        self._run_job = self._ray.remote(
            num_cpus=1,
            max_retries=RETRIES,
            retry_exceptions=TRANSIENT,
            # Also keeps these processes apart from those of other tasks of the same driver, which
            # may have configured JAX for themselves.
            runtime_env={"env_vars": {"JAX_PLATFORMS": "cpu", "PYTHONSAFEPATH": "1"}},
        )(_job())

    def train(
        self, jobs: Sequence[TrainJob], config: TrainConfig, on_progress: ProgressCallback
    ) -> list[TrainResult]:
        """Train; a species whose job is lost again and again, alone too, has failed."""
        current = {job.id: job for job in jobs}
        saved = {job.id: job.state.updates for job in jobs}
        results: dict[int, TrainResult] = {}
        wanted = True

        def tell(word: UpdateProgress | Checkpoints) -> bool:
            nonlocal wanted
            wanted &= on_progress(word)
            return wanted

        def save(ids: Sequence[int]) -> None:
            states = {one: current[one].state for one in ids}
            for updates in {state.updates for state in states.values()}:  # each in a file
                some = {one: state for one, state in states.items() if state.updates == updates}
                tell(Checkpoints(some))
                saved.update(dict.fromkeys(some, updates))

        def take(share: Sequence[TrainJob], answer: Any) -> list[TrainJob]:
            told, done = answer
            for word in told:
                tell(word)
            for job, result in zip(share, done, strict=True):
                current[job.id] = replace(job, checkpoint=result.checkpoint)
                if result.score is not None:
                    results[job.id] = result
            left = [current[job.id] for job in share if job.id not in results]
            save([job.id for job in left if job.state.updates - saved[job.id] >= config.save_every])
            return left

        work = partial(
            train_for,
            config=config.model_copy(update={"save_every": max(job.updates for job in jobs)}),
            seconds=SECONDS,
        )
        failed = self._done(jobs, MAX_BATCH, work, take, tell)
        results |= {
            one: TrainResult(current[one].state, Score(failure=reason))
            for one, reason in failed.items()
        }
        if not wanted:  # those that are done too: the generation will be proposed again
            save([one for one in current if current[one].state.updates > saved[one]])
        return [results.get(job.id) or TrainResult(current[job.id].state, None) for job in jobs]

    def measure(
        self, trials: Sequence[Trial], config: TrialConfig, on_progress: ProgressCallback
    ) -> list[Measurement]:
        """Measure; a body that ends its workers gets the worst measurement there is."""
        found: dict[int, Measurement] = {}

        def take(share: Sequence[Trial], done: Sequence[Measurement]) -> list[Trial]:
            found.update(by_id(share, done))
            on_progress(UpdateProgress(sum(one.steps for one in done)))
            return []

        self._done(trials, TRIALS, partial(measure, config=config), take)
        return [found.get(trial.id) or Measurement() for trial in trials]

    def evaluate(
        self, trials: Sequence[Trial], config: EpisodesConfig, on_progress: ProgressCallback
    ) -> list[Evaluation | None]:
        found: dict[int, Evaluation] = {}

        def take(share: Sequence[Trial], done: Sequence[Evaluation]) -> list[Trial]:
            found.update(by_id(share, done))
            return []

        self._done(trials, MAX_BATCH, partial(evaluate_share, config=config), take)
        return [found.get(trial.id) for trial in trials]

    def close(self) -> None:
        """Leave the cluster, unless this process was connected before."""
        if self._is_ours:
            self._ray.shutdown()

    def _done(
        self,
        jobs: Sequence[JobT],
        most: int,
        work: Callable[[Sequence[JobT]], Any],
        take: Take,
        tell: ProgressCallback = always_continue,
    ) -> dict[int, str]:
        """Do jobs, up to ``most`` in a task, until all are done or ``tell`` returns False.

        ``take`` takes in what a share of jobs returned, and returns those that are to go on. Return
        why jobs failed, by id: a task that Ray gives up is split, so that a body that ends its
        workers costs itself alone.
        """
        call = self._ray.put(
            dumps(Call(work, versions(), extensions.packed(), extensions.import_path(), TIMEOUT))
        )
        waiting: dict[Any, Sequence[JobT]] = {}
        failed: dict[int, str] = {}

        def submit(share: Sequence[JobT]) -> None:
            waiting[self._run_job.remote(call, dumps(share))] = share

        try:
            count = max(ray_cluster.cpus(), math.ceil(len(jobs) / most))
            for some in shares_of(jobs, min(count, len(jobs))):
                submit(some)
            while waiting:
                ready, _ = self._ray.wait(list(waiting), timeout=POLL)
                for task in ready:
                    share = waiting.pop(task)
                    try:
                        answer = loads(self._ray.get(task))
                    except self._ray.exceptions.RayError as error:
                        reason = _reason(error)
                        if len(share) == 1:
                            failed[share[0].id] = reason
                        else:
                            for job in share:
                                submit([job])
                        continue
                    if left := take(share, answer):
                        submit(left)
                if not tell(UpdateProgress(0)):  # a question only, also while nothing is ready
                    break
        finally:
            for task in waiting:
                self._ray.cancel(task)
        if len(failed) == len(jobs) > 1:
            raise WorkerError(f"all jobs on the Ray cluster failed; {failed[jobs[0].id]}")
        return failed


def _job() -> Callable[[bytes, bytes], bytes]:
    """Return the function of all tasks.

    It is nested so that it travels by value: a node without nge then fails within it.
    """

    def nge_job(call: bytes, share: bytes) -> bytes:
        from nge.runs.ray_jobs import run_job

        return run_job(call, share)

    return nge_job


def _reason(error: Exception) -> str:
    """Return why a job failed; raise what is no matter of its species, but of the cluster."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, WorkerError):
        raise cause from None
    if isinstance(cause, ImportError):
        raise WorkerError(
            f"a node of the Ray cluster lacks what jobs need: {cause}; 'nge doctor --executor ray' "
            "says which"
        ) from None
    if cause is not None:
        return " ".join(f"its job failed: {type(cause).__name__}: {cause}".split())
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return f"its worker was lost {RETRIES + 1} times, the last time: {lines[0]}"
