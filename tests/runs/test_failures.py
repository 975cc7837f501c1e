"""A body can fail, a run cannot: bodies that blow up or take a process down, and lost workers."""

import os
import signal
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from nge.errors import WorkerError
from nge.evolution.search import Search
from nge.evolution.species import Generation, Score
from nge.evolution.train_job import (
    Checkpoint,
    Checkpoints,
    TrainJob,
    TrainResult,
    UpdateProgress,
    always_continue,
)
from nge.physics.engines import smoke_test
from nge.rl import processes, rollout
from nge.rl.messages import LENGTH, dumps
from nge.rl.processes import WorkerLostError
from nge.runs import executors
from nge.runs.executors import Processes
from nge.runs.runner import Runner
from nge.tasks.registry import task_named
from tests.evolution.helpers import fish_of
from tests.runs.helpers import GENERATIONS, content, evolved, new_run, small_plan

DEADLY = str(Path(__file__).parent / "deadly")


# --- bodies that blow up --------------------------------------------------------------------


@pytest.fixture
def explosive(monkeypatch):
    """Let every third species explode whenever it moves."""

    begin = rollout.RolloutCollector.__init__

    def explosive(self, task, bodies, size, ids, *args, **kwargs):
        begin(self, task, bodies, size, ids, *args, **kwargs)
        for body, species in zip(bodies, ids, strict=True):
            if species % 3 == 0:
                body.model.opt.gravity[2] = -1e12

    monkeypatch.setattr(rollout.RolloutCollector, "__init__", explosive)


@pytest.mark.usefixtures("explosive")
def test_a_run_in_which_a_third_of_all_bodies_explode_comes_to_its_end(tmp_path):
    run = evolved(new_run(tmp_path / "run"))

    scores = run.scores()
    assert len(run.generations()) == GENERATIONS
    for number, generation in enumerate(run.generations()):
        lived = [row for row in scores if row["generation"] == number]
        failed = [row for row in lived if row["species"] % 3 == 0]
        assert len(lived) == 4
        assert generation["stats"]["failed"] == len(failed)
        assert all(row["failure"].startswith("physics blew up in") for row in failed)
        assert all(row["fitness"] is None for row in failed)
        assert all(row["failure"] == "" for row in lived if row["species"] % 3)
    assert {row["id"] for row in run.species() if row["id"] % 3 == 0}
    last = {row["species"]: row["generation"] for row in scores if row["species"] % 3 == 0}
    born = {row["id"]: row["born"] for row in run.species()}
    assert all(born[species] == generation for species, generation in last.items())


# --- bodies that take a process down ----------------------------------------------------------


def test_errors_in_calls_through_the_ordinary_bindings_stay_exceptions():
    compiled = task_named("fish").compile(fish_of(0))
    compiled.model.opt.integrator = 99

    assert "MuJoCo stopped: " in smoke_test(compiled)


# --- workers ----------------------------------------------------------------------------------

TERMS = Search(small_plan()).train_config(Generation(0, (), 0))
LIVES = [TrainJob(i, fish_of(0), np.full(9, i), 2) for i in range(4)]
ALIVE = [Score(fitness=float(i)) for i in range(4)]


@pytest.fixture
def workers(monkeypatch, tmp_path):
    """Return what lets lives live in workers that do what a script says."""
    for job in LIVES:
        data = dumps(("done", [TrainResult(job.state, ALIVE[job.id])]))
        (tmp_path / f"answer-{job.id}").write_bytes(LENGTH.pack(len(data)) + data)

    def train(script, count=2, patience=60.0, on_progress=always_continue, start="", log=None):
        begin = f"""
import os, pickle, signal, sys, time
from pathlib import Path
folder = Path({str(tmp_path)!r})
calls, answers = (os.fdopen(int(pipe), mode) for pipe, mode in zip(sys.argv[1:3], ("rb", "wb")))
def listen():
    length = int.from_bytes(calls.read(8), "little")
    return calls.read(length)
def write(data):
    answers.write(data)
    answers.flush()
def say(*message):
    data = pickle.dumps(message)
    write(len(data).to_bytes(8, "little") + data)
def answer(i):
    write((folder / f"answer-{{i}}").read_bytes())
say("started", None)
"""
        monkeypatch.setattr(processes, "START", start or begin + script)
        team = Processes(count, log=log, patience=patience)
        try:
            return [result.score for result in team.train(LIVES, TERMS, on_progress)]
        finally:
            team.close()

    return train


def test_a_worker_that_ends_costs_its_species(workers):
    scores = workers("os.abort()")

    assert {score.failure for score in scores} == {"its worker was ended by SIGABRT"}
    scores = workers("sys.exit(3)")
    assert {score.failure for score in scores} == {"its worker was ended by exit code 3"}


def test_a_worker_that_says_nothing_is_given_up(workers):
    scores = workers("time.sleep(60)", patience=0.5)

    assert {score.failure for score in scores} == {"its worker said nothing for 0.5 s"}


def test_a_worker_that_keeps_talking_is_not_given_up(workers, tmp_path):
    """It says how many steps are done every 0.3 s and answers after 0.9 s, for every species."""
    data = dumps(("requested", UpdateProgress(5)))
    (tmp_path / "word").write_bytes(LENGTH.pack(len(data)) + data)
    talk = """
for i in range(4):
    listen()
    for _ in range(3):
        time.sleep(0.3)
        write((folder / "word").read_bytes())
        listen()
    answer(i)
"""
    steps = []

    def on_progress(update):
        steps.append(update.steps)
        return True

    scores = workers(talk, count=4, patience=0.8, on_progress=on_progress)

    assert sorted(score.fitness for score in scores) == [0.0] * 4
    assert steps == [5] * 12


def test_a_worker_that_is_killed_from_outside_costs_only_time(workers, tmp_path):
    """All share one worker, which is killed; then each lives alone."""
    die_once = """
listen()
once = folder / "once"
if not once.exists():
    once.touch()
    os.kill(os.getpid(), signal.SIGKILL)
for i in range(4):
    answer(i)
    listen()
"""

    assert workers(die_once, count=1) == ALIVE
    assert (tmp_path / "once").exists()


class Mortal:
    """A worker in this process that is lost when ``fate``, given its species, returns a loss."""

    fate = staticmethod(lambda species: None)

    def __init__(self, cores, modules):
        pass

    def call(self, function, share, *_, **__):
        if loss := self.fate([job.id for job in share]):
            raise loss
        return [TrainResult(job.state, ALIVE[job.id]) for job in share]

    def end(self):
        pass


@pytest.fixture
def mortal(monkeypatch):
    """Return what lets lives live in workers that are lost as ``fate`` decides."""
    monkeypatch.setattr(executors, "Worker", Mortal)

    def train(fate, count=2):
        monkeypatch.setattr(Mortal, "fate", staticmethod(fate))
        team = Processes(count)
        try:
            return team, [result.score for result in team.train(LIVES, TERMS, always_continue)]
        finally:
            team.close()

    return train


def killed():
    return WorkerLostError("its worker was ended by SIGKILL", killed=True)


@pytest.mark.parametrize(("times", "left"), [(1, 4), (2, 2), (3, 1), (4, 1)])
def test_species_whose_workers_are_killed_live_again_with_fewer_at_once(mortal, times, left):
    deaths = Counter()

    def fate(species):
        deaths.update(species)
        return killed() if all(deaths[one] <= times for one in species) else None

    team, scores = mortal(fate, count=4)

    assert scores == ALIVE
    assert team.count == left
    assert set(deaths.values()) == {times + 1}


def test_a_run_whose_workers_are_killed_for_ever_stops_and_says_why(mortal):
    with pytest.raises(WorkerError, match=r"4 worker processes were killed .* 'nge resume'"):
        mortal(lambda species: killed())


def test_a_single_body_whose_worker_is_killed_for_ever_costs_only_itself(mortal):
    team, scores = mortal(lambda species: killed() if 2 in species else None)

    assert scores[2] == Score(failure="its worker was ended by SIGKILL")
    assert [scores[i] for i in (0, 1, 3)] == [ALIVE[i] for i in (0, 1, 3)]
    assert team.count == 2


def test_a_body_that_ends_its_worker_is_tried_once_more_alone_and_no_more(mortal):
    deaths = Counter()

    def fate(species):
        deaths.update(species)
        return WorkerLostError("its worker was ended by SIGSEGV") if 2 in species else None

    _, scores = mortal(fate)

    assert scores[2] == Score(failure="its worker was ended by SIGSEGV")
    assert deaths[2] == 2


@pytest.mark.slow
def test_workers_that_are_killed_change_nothing_of_a_run(straight, tmp_path):
    """Real workers: what they learn must be the same bits."""
    run = new_run(tmp_path / "run", generations=1)
    killed = []

    def kill_all(steps):
        if not killed:
            killed.extend(evolving._executor._busy)
            for worker in killed:
                os.kill(worker._process.pid, signal.SIGKILL)

    with Runner(run, executor=Processes(2)) as evolving:
        assert len(list(evolving.generations(kill_all))) == 1

    assert killed
    assert content(run, 1)["updates"] == content(straight, 1)["updates"]
    assert content(run, 1)["scores"] == content(straight, 1)["scores"]


def test_what_a_worker_said_before_it_was_lost_is_in_the_log(workers, tmp_path):
    workers("print('last words', flush=True); os.abort()", count=4, log=tmp_path / "workers.log")

    text = (tmp_path / "workers.log").read_text()
    assert text.count("its worker was ended by SIGABRT (jobs ") == 8  # each is tried twice
    assert text.count("last words") == 8


def test_a_job_whose_worker_is_lost_goes_on_from_its_last_checkpoint(monkeypatch):
    given = []

    class Unlucky(Mortal):
        def call(self, function, share, on_request, **_):
            given.append([job.state.updates for job in share])
            if len(given) == 1:
                some = {job.id: Checkpoint(7, job.train_state) for job in share[:2]}
                assert on_request(Checkpoints(some)) is True
                raise WorkerLostError("its worker was ended by SIGSEGV")
            return [TrainResult(job.state, ALIVE[job.id]) for job in share]

    monkeypatch.setattr(executors, "Worker", Unlucky)

    results = Processes(1).train(LIVES, TERMS, always_continue)

    assert given == [[0] * 4, [7], [7], [0], [0]]
    assert [result.score for result in results] == ALIVE


def test_workers_stop_when_no_further_update_is_wanted(monkeypatch):
    class Willing(Mortal):
        def call(self, function, share, on_request, **_):
            updates = 0
            while on_request(UpdateProgress(5, updates + 1)):
                updates += 1
                time.sleep(0.01)
            return [TrainResult(Checkpoint(updates + 1, job.train_state), None) for job in share]

    monkeypatch.setattr(executors, "Worker", Willing)

    results = Processes(2).train(LIVES, TERMS, lambda update: update.number < 3)

    assert {result.score for result in results} == {None}
    assert all(result.checkpoint.updates >= 3 for result in results[:2])


def test_a_run_whose_workers_cannot_start_stops_with_their_traceback(workers):
    with pytest.raises(WorkerError, match="cannot start: ended by exit code 1: OSError: no") as it:
        workers("", start="import sys\nprint('why')\nraise OSError('no')")

    assert "why" in it.value.__notes__[0]
    assert "Traceback (most recent call last)" in it.value.__notes__[0]


def test_an_error_of_the_program_in_a_worker_is_not_taken_for_a_failing_body(workers):
    with pytest.raises(RuntimeError, match="a worker failed: KeyError"):
        workers("""listen(); say("failed", ("KeyError: 'x'", "where"))""")


@pytest.mark.slow
def test_a_body_that_takes_its_worker_down_costs_only_itself(tmp_path, monkeypatch, straight):
    """Real workers: species 2 shares one with another species, which then lives alone."""
    run = new_run(tmp_path / "run", generations=1)
    monkeypatch.setenv("DEADLY", "2")
    monkeypatch.setenv("PYTHONPATH", DEADLY, prepend=":")

    with Runner(run, executor=Processes(2)) as evolving:
        assert len(list(evolving.generations())) == 1

    scores = {row["species"]: row for row in content(run, 1)["scores"]}
    assert scores.pop(2)["failure"] == "its worker was ended by SIGABRT"
    expected = {row["species"]: row for row in content(straight, 1)["scores"]}
    assert scores == {species: expected[species] for species in (0, 1, 3)}


@pytest.mark.slow
def test_a_worker_pays_no_heed_to_ctrl_c(monkeypatch):
    """What a terminal or a batch system sends to all processes is for the run to decide about."""
    script = """
import os
import nge.runs.executors as executors
from nge.evolution.species import Score
def train(jobs, *rest):
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGTERM)
    return [executors.TrainResult(job.state, Score(fitness=1.0)) for job in jobs]
executors.train = train
work()
"""
    monkeypatch.setattr(processes, "START", processes.START.replace("work()\n", script))
    team = Processes(1)
    try:
        found = team.train(LIVES[:1], TERMS, always_continue)
    finally:
        team.close()

    assert [result.score.fitness for result in found] == [1.0]
