"""However many generations go by, no process holds more learners than live in it."""

import gc
from dataclasses import fields

import numpy as np
import pytest

from nge.control import processes
from nge.control.agent import Learner
from nge.control.ppo import Experience, Report
from nge.control.processes import Worker
from nge.control.teaching import Learned, Lesson, taught_elsewhere
from nge.evolution.life import Life, go_on
from nge.evolution.search import Search
from nge.nets.graphs import Graph
from nge.runs.executors import Processes
from tests.control.helpers import MEMORY, TINY, learner_of
from tests.evolution.helpers import fish_of
from tests.runs.helpers import ROOT, small_plan

MANY = 10
FAKE_LIVES = """
import nge.runs.executors as executors
from tests.runs import fakes
executors.live = fakes.live
work()
"""


@pytest.fixture(autouse=True)
def _workers_find_tests(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def learners_held() -> int:
    """Return how many learners are in the memory of this process."""
    gc.collect()
    return sum(type(one) is Learner for one in gc.get_objects())


def test_generations_that_live_in_workers_leave_no_learners_behind(monkeypatch):
    monkeypatch.setattr(processes, "START", processes.START.replace("work()\n", FAKE_LIVES))
    terms = Search(small_plan()).terms(0)
    lives = [Life(i, fish_of(0), learner_of(MEMORY, i)) for i in range(2)]
    team, before = Processes(1), learners_held()
    try:
        for _ in range(MANY):
            results = team.train(lives, terms, go_on)
            assert not any(result.score.failure for result in results)
            lives = [Life(i, lives[i].body, results[i].learner) for i in range(2)]

        assert learners_held() <= before + 2 * len(lives)
        assert team._idle[0].ask(learners_held) <= 2 * len(lives)
    finally:
        team.close()


def test_updates_that_an_accelerator_makes_leave_no_learners_behind():
    before = learners_held()
    report = Report(*[np.zeros((), np.float32)] * len(fields(Report)))

    def teach(lessons):
        return [Learned(lesson.learner, lesson.lived.earned, report) for lesson in lessons]

    worker = Worker()
    try:
        worker.ask(bring_lessons, learner_of(MEMORY), MANY, helps=teach)

        assert learners_held() <= before + 2
        assert worker.ask(learners_held) <= 2
    finally:
        worker.end()


def bring_lessons(learner: Learner, count: int) -> None:
    """In a worker: learn elsewhere, again and again."""
    some = np.zeros(3, np.float32)
    body, lived = Graph(*[some] * len(fields(Graph))), Experience(*[some] * len(fields(Experience)))
    for seed in range(count):
        [learned] = taught_elsewhere([Lesson(learner, body, some, lived, seed, TINY)])
        learner = learned.learner
