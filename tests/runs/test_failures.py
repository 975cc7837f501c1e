"""A body can fail, a run cannot: bodies that blow up or take a process down, and lost workers."""

import json
import os
import signal
from collections import Counter
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import ClassVar

import numpy as np
import pytest

from nge.control import processes
from nge.control.messages import LENGTH, packed
from nge.control.processes import WorkerLostError
from nge.errors import WorkerError
from nge.evolution.life import Life, Result
from nge.evolution.search import Search
from nge.evolution.species import Score
from nge.physics import cpu
from nge.physics.cpu import CpuSimulation
from nge.physics.engines import flight_problem
from nge.runs import executors
from nge.runs.evolving import Evolving
from nge.runs.executors import Here, Workers
from nge.tasks.registry import task_named
from tests.evolution.helpers import fish_of
from tests.runs.helpers import GENERATIONS, content, evolved, new_run, process, small_plan

DEADLY = str(Path(__file__).parent / "deadly")


# --- bodies that blow up --------------------------------------------------------------------


@pytest.fixture
def explosive(monkeypatch):
    """Let every third species explode whenever it moves."""

    class Explosive(CpuSimulation):
        def __init__(self, bodies, *args, labels, **kwargs):
            super().__init__(bodies, *args, labels=labels, **kwargs)
            for body, label in zip(bodies, labels or (), strict=False):  # test flights have none
                if label % 3 == 0:
                    body.model.opt.gravity[2] = -1e12

    monkeypatch.setattr(cpu, "CpuSimulation", Explosive)


@pytest.mark.usefixtures("explosive")
def test_a_run_in_which_a_third_of_all_bodies_explode_comes_to_its_end(tmp_path):
    run = evolved(new_run(tmp_path / "run"))

    scores = run.scores()
    assert len(run.generations()) == GENERATIONS
    for number, generation in enumerate(run.generations()):
        lived = [row for row in scores if row["generation"] == number]
        failed = [row for row in lived if row["species"] % 3 == 0]
        assert len(lived) == 4
        assert generation["census"]["failed"] == len(failed)
        assert all(row["failure"].startswith("physics blew up in") for row in failed)
        assert all(row["fitness"] is None for row in failed)
        assert all(row["failure"] == "" for row in lived if row["species"] % 3)
    assert {row["id"] for row in run.species() if row["id"] % 3 == 0}
    last = {row["species"]: row["generation"] for row in scores if row["species"] % 3 == 0}
    born = {row["id"]: row["born"] for row in run.species()}
    assert all(born[species] == generation for species, generation in last.items())


# --- bodies that take a process down ----------------------------------------------------------


def going_on(folder: Path, **environment: str):
    """Let a process of its own go on with a run; return its exit code and who is suspected."""
    script = f"""
import json
from nge.runs.evolving import Evolving
from nge.runs.run import Run
with Evolving(Run.open({str(folder)!r}), workers=1) as evolving:
    print(json.dumps(sorted(evolving.suspects)), flush=True)
    list(evolving.generations())
"""
    with process("-c", script, first=DEADLY, **environment) as started:
        out, err = started.communicate(timeout=300)
    return started.returncode, json.loads(out or "null"), err


@pytest.mark.slow
def test_bodies_that_took_the_run_down_are_found_on_resume_and_cost_only_themselves(
    straight, tmp_path
):
    run = new_run(tmp_path / "run", generations=1)

    first = going_on(run.folder, DEADLY="1 2")
    second = going_on(run.folder, DEADLY="1 2")
    third = going_on(run.folder, DEADLY="1 2")

    assert first[:2] == (-signal.SIGABRT, []), first
    assert "integrator" in first[2]
    assert second[:2] == (-signal.SIGABRT, [1])
    assert third[:2] == (0, [1, 2]), third
    scores = {row["species"]: row for row in run.scores()}
    for species in (1, 2):
        assert scores[species]["failure"] == "its worker was ended by SIGABRT"
        assert scores[species]["fitness"] is None
    innocent = [row for row in content(straight, 1)["scores"] if row["species"] in (0, 3)]
    assert [scores[0], scores[3]] == innocent
    assert not (run.folder / "suspects.json").exists()


def test_errors_in_calls_through_the_ordinary_bindings_stay_exceptions():
    compiled = task_named("fish").compile(fish_of(0))
    compiled.model.opt.integrator = 99

    assert "MuJoCo stopped: " in flight_problem(compiled)


def test_nobody_is_suspected_when_the_process_was_killed_from_outside(fake, tmp_path):
    run = fake(tmp_path / "run")
    box = np.full(1024, -1, np.int64)
    box[3] = 2

    with Evolving(run) as evolving:
        box.tofile(run.folder / "blackbox")
        left = {path.name: path.read_bytes() for path in run.folder.iterdir() if path.is_file()}
        assert evolving.suspects == frozenset()
    for name in ("blackbox", "crash.txt"):
        (run.folder / name).write_bytes(left[name])

    with Evolving(run) as evolving:
        assert evolving.suspects == frozenset()


def test_whoever_was_moving_when_the_process_crashed_is_suspected_until_a_clean_end(fake, tmp_path):
    run = fake(tmp_path / "run")
    box = np.full(1024, -1, np.int64)
    box[3] = 2
    box.tofile(run.folder / "blackbox")
    (run.folder / "crash.txt").write_text("Fatal Python error: Aborted")

    with Evolving(run) as evolving:
        assert evolving.suspects == {2}
    with Evolving(run) as evolving:
        assert evolving.suspects == frozenset()


def test_suspects_are_no_finalists(fake, tmp_path):
    run = evolved(fake(tmp_path / "run"))
    best = run.fittest(5)
    box = np.full(1024, best[0], np.int64)
    box.tofile(run.folder / "blackbox")
    (run.folder / "crash.txt").write_text("Fatal Python error: Aborted")

    with Evolving(run) as evolving:
        found = {one.species for one in evolving.finalists()}

    assert found == set(best[1:])


# --- workers ----------------------------------------------------------------------------------

TERMS = Search(small_plan()).terms(0)
LIVES = [Life(i, fish_of(0), np.full(9, i)) for i in range(4)]
ALIVE = [Score(fitness=float(i)) for i in range(4)]


@pytest.fixture
def workers(monkeypatch, tmp_path):
    """Return what lets lives live in workers that do what a script says."""
    for life in LIVES:
        data = packed(("done", [Result(life.learner, ALIVE[life.id])]))
        (tmp_path / f"answer-{life.id}").write_bytes(LENGTH.pack(len(data)) + data)

    def live(script, count=2, patience=60.0, alone=True, watch=lambda steps: None, start=""):
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
        team = Workers(count, patience, alone)
        try:
            return [result.score for result in team(LIVES, TERMS, watch)]
        finally:
            team.close()

    return live


def test_a_worker_that_ends_costs_its_species(workers):
    scores = workers("os.abort()")

    assert {score.failure for score in scores} == {"its worker was ended by SIGABRT"}
    scores = workers("sys.exit(3)")
    assert {score.failure for score in scores} == {"its worker was ended by exit code 3"}


def test_a_worker_that_says_nothing_is_given_up(workers):
    scores = workers("time.sleep(60)", patience=0.5)

    assert {score.failure for score in scores} == {"its worker said nothing for 0.5 s"}


def test_a_worker_that_keeps_talking_is_not_given_up(workers):
    """It says how many steps are done every 0.3 s and answers after 0.9 s, for every species."""
    talk = """
for i in range(4):
    listen()
    for _ in range(3):
        time.sleep(0.3)
        say("told", 5)
    answer(i)
"""
    steps = []

    scores = workers(talk, count=1, patience=0.8, watch=steps.append)

    assert scores == ALIVE
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

    assert workers(die_once, count=1, alone=False) == ALIVE
    assert (tmp_path / "once").exists()


class Mortal:
    """A worker in this process that is lost when ``fate``, given its species, returns a loss."""

    fate = staticmethod(lambda species: None)
    started: ClassVar[list[int]] = []
    at_work: ClassVar[set[int]] = set()

    def __init__(self, place):
        assert place not in self.at_work
        self.place = place
        self.started.append(place)
        self.at_work.add(place)

    def ask(self, function, share, *_, **__):
        if loss := self.fate([life.id for life in share]):
            raise loss
        return [Result(life.learner, ALIVE[life.id]) for life in share]

    def end(self):
        self.at_work.discard(self.place)


@pytest.fixture
def mortal(monkeypatch):
    """Return what lets lives live in workers that are lost as ``fate`` decides."""
    monkeypatch.setattr(executors, "Worker", Mortal)
    monkeypatch.setattr(Mortal, "started", [])
    monkeypatch.setattr(Mortal, "at_work", set())

    def live(fate, count=2):
        monkeypatch.setattr(Mortal, "fate", staticmethod(fate))
        team = Workers(count)
        try:
            return team, [result.score for result in team(LIVES, TERMS, lambda steps: None)]
        finally:
            team.close()

    return live


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


def test_a_worker_that_replaces_a_lost_one_gets_its_core(mortal):
    """Mortal workers refuse a core that another one has; the first two are there together."""
    together, asked = Barrier(2), count(1)

    def fate(species):
        number = next(asked)
        if number <= 2:
            together.wait(60)
        return killed() if number == 1 else None

    _, scores = mortal(fate)

    assert scores == ALIVE
    assert sorted(Mortal.started[:2]) == [0, 1]
    assert set(Mortal.started) == {0, 1}
    assert len(Mortal.started) > 2


@pytest.mark.slow
def test_workers_that_are_killed_three_times_change_nothing_of_a_run(straight, tmp_path):
    """Real workers: what they learn must be the same bits."""
    run = new_run(tmp_path / "run", generations=1)
    times = iter(range(3))

    def kill_all(steps):
        if next(times, None) is not None:
            for worker in list(evolving._executor._busy):
                os.kill(worker._process.pid, signal.SIGKILL)

    with Evolving(run, workers=2, isolate=True) as evolving:
        assert len(list(evolving.generations(kill_all))) == 1

    assert next(times, None) is None
    assert content(run, 1)["scores"] == content(straight, 1)["scores"]


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

    evolved(run, workers=2, isolate=True)

    scores = {row["species"]: row for row in run.scores()}
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
def live(lives, *rest):
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGTERM)
    return [executors.Result(life.learner, Score(fitness=1.0)) for life in lives]
executors.live = live
work()
"""
    monkeypatch.setattr(processes, "START", processes.START.replace("work()\n", script))
    team = Workers(1)
    try:
        found = team(LIVES[:1], TERMS, lambda steps: None)
    finally:
        team.close()

    assert [result.score.fitness for result in found] == [1.0]


def test_suspects_live_apart_and_results_come_in_order(monkeypatch):
    apart = []

    def lived(self, lives, terms, watch):
        apart.append((self.alone, [life.id for life in lives]))
        return [Result(life.learner, Score(failure="lost")) for life in lives]

    monkeypatch.setattr(Workers, "__call__", lived)
    monkeypatch.setattr(
        executors,
        "live",
        lambda lives, *_: [Result(life.learner, ALIVE[life.id]) for life in lives],
    )

    found = Here(1, frozenset({1, 3, 77}))(LIVES, TERMS, lambda steps: None)

    assert apart == [(True, [1, 3])]
    assert [result.score.failure for result in found] == ["", "lost", "", "lost"]
    assert [result.learner[0] for result in found] == [0, 1, 2, 3]
