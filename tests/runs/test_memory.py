"""However many generations go by, no process holds more learners than live in it."""

import gc
from dataclasses import fields

import numpy as np
import pytest

from nge.evolution.search import Search
from nge.evolution.species import Generation
from nge.evolution.train_job import TrainJob, always_continue
from nge.nets.graphs import Graph
from nge.rl import processes
from nge.rl.gpu_learner import UpdateJob, UpdateResult, update_on_gpu
from nge.rl.ppo import Rollout, UpdateMetrics
from nge.rl.processes import Worker
from nge.rl.train_state import TrainState
from nge.runs.executors import Processes
from tests.evolution.helpers import fish_of
from tests.rl.helpers import MEMORY, TINY, learner_of
from tests.runs.helpers import ROOT, small_plan

MANY = 10
FAKE_LIVES = """
import nge.runs.executors as executors
from tests.runs import fakes
executors.train = fakes.train
work()
"""


@pytest.fixture(autouse=True)
def _workers_find_tests(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def learners_held() -> int:
    """Return how many learners are in the memory of this process."""
    gc.collect()
    return sum(type(one) is TrainState for one in gc.get_objects())


def test_generations_that_live_in_workers_leave_no_learners_behind(monkeypatch):
    monkeypatch.setattr(processes, "START", processes.START.replace("work()\n", FAKE_LIVES))
    config = Search(small_plan()).train_config(Generation(0, (), 0))
    jobs = [TrainJob(i, fish_of(0), learner_of(MEMORY, i), 2) for i in range(2)]
    team, before = Processes(1), learners_held()
    try:
        for _ in range(MANY):
            results = team.train(jobs, config, always_continue)
            assert not any(result.score.failure for result in results)
            jobs = [TrainJob(i, jobs[i].body, results[i].train_state, 2) for i in range(2)]

        assert learners_held() <= before + 2 * len(jobs)
        assert team._idle[0].call(learners_held) <= 2 * len(jobs)
    finally:
        team.close()


def test_updates_that_an_accelerator_makes_leave_no_learners_behind():
    before = learners_held()
    report = UpdateMetrics(*[np.zeros((), np.float32)] * len(fields(UpdateMetrics)))

    def update_fn(jobs):
        return [UpdateResult(job.train_state, job.rollout.running_return, report) for job in jobs]

    worker = Worker()
    try:
        worker.call(bring_lessons, learner_of(MEMORY), MANY, on_request=update_fn)

        assert learners_held() <= before + 2
        assert worker.call(learners_held) <= 2
    finally:
        worker.end()


def bring_lessons(train_state: TrainState, count: int) -> None:
    """In a worker: learn elsewhere, again and again."""
    some = np.zeros(3, np.float32)
    body, lived = Graph(*[some] * len(fields(Graph))), Rollout(*[some] * len(fields(Rollout)))
    for seed in range(count):
        [learned] = update_on_gpu([UpdateJob(train_state, body, some, lived, seed, TINY)])
        train_state = learned.train_state
