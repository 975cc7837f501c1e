"""Worker processes: what they answer, how they end, and what they keep away from."""

import os
import time

import numpy as np
import pytest

from nge.cpu import usable_cores
from nge.errors import WorkerError
from nge.physics.engines import smoke_test
from nge.rl.messages import send
from nge.rl.processes import Worker, WorkerLostError


def test_a_worker_answers_and_says_what_went_wrong():
    worker = Worker()
    try:
        assert worker.call(np.add, 2, 3) == 5
        with pytest.raises(RuntimeError, match="a worker failed: ZeroDivisionError") as failure:
            worker.call(divmod, 1, 0)
        assert "Traceback (most recent call last)" in failure.value.__notes__[0]
        assert worker.call(max, 4, 7) == 7  # an error does not end it

        worker._process.kill()
        with pytest.raises(WorkerLostError, match="its worker was ended by SIGKILL"):
            worker.call(max, 4, 7)
    finally:
        worker.end()


def test_a_worker_sets_up_jax_before_it_is_imported(monkeypatch):
    for name in [name for name in os.environ if name.startswith("JAX_")]:
        monkeypatch.delenv(name)  # as in a program of somebody else
    worker = Worker()
    try:
        assert worker.call(eval, "__import__('jax').config.jax_default_device") == "cpu"
    finally:
        worker.end()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores cannot be chosen here")
def test_a_worker_keeps_to_no_core_so_that_runs_can_share_a_machine():
    worker = Worker(cores=1)
    try:
        assert worker.call(os.sched_getaffinity, 0) == os.sched_getaffinity(0)
        assert worker.call(usable_cores) == 1
    finally:
        worker.end()


def test_a_worker_ends_with_who_calls_it_whatever_it_is_doing():
    worker = Worker()
    try:
        assert worker.call(max, 4, 7) == 7
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
        assert worker.call(np.add, 2, 3) == 5
    finally:
        worker.end()


def test_what_a_worker_prints_is_no_answer(tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(NOISE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    worker = Worker()
    try:
        assert worker.call(os.write, 1, b"z" * 100_000) == 100_000
        assert worker.call(max, 4, 7) == 7
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
            worker.call(smoke_test)
    finally:
        worker.end()
    assert "mujoco.py" in failure.value.__notes__[0]


def test_a_worker_imports_modules_before_it_is_asked_and_goes_on_without_those_it_cannot():
    worker = Worker(modules=("no_such_module", "colorsys"))
    try:
        assert worker.call(eval, "'colorsys' in __import__('sys').modules")
    finally:
        worker.end()
