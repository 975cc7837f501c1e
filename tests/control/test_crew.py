"""A crew of worker processes does what a population in one process does, bit for bit."""

import os
import time

import numpy as np
import pytest

from nge.control import crew as crew_module
from nge.control import processes
from nge.control.crew import Crew
from nge.control.messages import send
from nge.control.processes import Worker, WorkerLostError
from nge.control.train import Population
from nge.errors import WorkerError
from nge.nets.weights import differences
from nge.physics.engines import flight_problem
from tests.control.helpers import MEMORY, TINY, learner_of
from tests.nets.helpers import BRANCHED, FISH, SPACE, body_of

BODIES, IDS = [body_of(0, 1), BRANCHED, body_of(0, 0, seed=1)], [4, 9, 2]


@pytest.mark.slow
def test_a_crew_gives_the_same_bits_as_one_process_and_goes_on_where_it_was():
    learners = [learner_of(MEMORY, seed) for seed in range(3)]
    alone = Population(FISH, SPACE, BODIES, learners, TINY, 5, ids=IDS)
    crew = Crew("fish", BODIES, learners, TINY, 5, IDS, workers=2)
    try:
        first = crew.update(), alone.update()
        kept = crew.learners, crew.underway()
        crew.update()
        alone.update()

        assert differences(crew.learners, alone.learners) == {}
        assert first[0].steps == first[1].steps
        assert {row: float(r.kl) for row, r in first[0].reports.items()} == {
            row: float(r.kl) for row, r in first[1].reports.items()
        }
    finally:
        crew.close()
    again = Crew("fish", BODIES, kept[0], TINY, 5, IDS, workers=3)
    try:
        again.go_on(1, kept[1])
        again.update()

        assert differences(again.learners, alone.learners) == {}
    finally:
        again.close()


def test_a_worker_answers_tells_and_says_what_went_wrong():
    worker = Worker()
    try:
        assert worker.ask(np.add, 2, 3) == 5
        with pytest.raises(RuntimeError, match="a worker failed: ZeroDivisionError") as failure:
            worker.ask(divmod, 1, 0)
        assert "Traceback (most recent call last)" in failure.value.__notes__[0]
        assert worker.ask(max, 4, 7) == 7  # an error does not end it

        worker._process.kill()
        with pytest.raises(WorkerLostError, match="its worker was ended by SIGKILL"):
            worker.ask(max, 4, 7)
    finally:
        worker.end()


def test_a_worker_sets_up_jax_before_it_is_imported(monkeypatch):
    for name in [name for name in os.environ if name.startswith("JAX_")]:
        monkeypatch.delenv(name)  # as in a program of somebody else
    worker = Worker()
    try:
        assert worker.ask(eval, "__import__('jax').config.jax_default_device") == "cpu"
    finally:
        worker.end()


def test_a_worker_ends_with_who_calls_it_whatever_it_is_doing():
    worker = Worker()
    try:
        assert worker.ask(max, 4, 7) == 7
        send(worker._calls, (time.sleep, (600,)))
        worker._calls.close()  # as happens when a process is killed

        assert worker._process.wait(60) == 0
    finally:
        worker.end()


NOISE = "import os; os.write(1, b'x' * 100_000); os.write(2, b'y' * 100_000)\n"


def test_a_worker_imports_nothing_from_the_current_folder(tmp_path, monkeypatch):
    """Files there may have the name of any module, and do anything."""
    for name in ("random", "types", "struct", "numpy", "nge"):
        (tmp_path / f"{name}.py").write_text(f"{NOISE}raise RuntimeError('imported')")
    monkeypatch.chdir(tmp_path)
    worker = Worker()
    try:
        assert worker.ask(np.add, 2, 3) == 5
    finally:
        worker.end()


def test_what_a_worker_prints_is_no_answer(tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(NOISE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    worker = Worker()
    try:
        assert worker.ask(os.write, 1, b"z" * 100_000) == 100_000
        assert worker.ask(max, 4, 7) == 7
    finally:
        worker.end()


def test_a_worker_that_cannot_import_what_it_is_to_call_says_why(tmp_path, monkeypatch):
    (tmp_path / "mujoco.py").write_text("raise SystemExit('no physics here')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    worker = Worker()
    try:
        with pytest.raises(
            WorkerError, match=r"cannot start: .*: SystemExit: no physics"
        ) as failure:
            worker.ask(flight_problem)
    finally:
        worker.end()
    assert "mujoco.py" in failure.value.__notes__[0]


@pytest.mark.slow
def test_a_crew_that_loses_workers_goes_on_with_the_same_bits(monkeypatch):
    """They are lost while they begin, before anything was kept, and after."""
    monkeypatch.setattr(crew_module, "KEEP_EVERY", 2)
    learners = [learner_of(MEMORY, seed) for seed in range(3)]
    alone = Population(FISH, SPACE, BODIES, learners, TINY, 5, ids=IDS)
    crew = Crew("fish", BODIES, learners, TINY, 5, IDS, workers=2)
    try:
        for update in range(4):
            lost = crew._workers[update % 2]
            lost._process.kill()
            lost._process.wait()
            found, expected = crew.update(), alone.update()
            assert {row: float(r.kl) for row, r in found.reports.items()} == {
                row: float(r.kl) for row, r in expected.reports.items()
            }
        assert [worker.place for worker in crew._workers] == [0, 1]
        assert differences(crew.learners, alone.learners) == {}
    finally:
        crew.close()


def test_a_crew_that_loses_every_worker_says_why(monkeypatch):
    monkeypatch.setattr(processes, "START", "import os; os.kill(os.getpid(), 9)")

    with pytest.raises(WorkerError, match=r"3 worker processes .* species 0, .* by SIGKILL;"):
        Crew("fish", BODIES[:1], [learner_of(MEMORY)], TINY, 5, IDS[:1], workers=1)
