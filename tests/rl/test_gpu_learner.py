"""An accelerator updates every species the same in any company; here a CPU stands in for it."""

from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from threading import Barrier, Event
from unittest.mock import patch

import jax
import numpy as np
import pytest

from nge.nets.net_settings import POLICIES
from nge.rl import gpu_learner as module
from nge.rl.gpu_learner import GpuLearner, update_locally
from nge.rl.processes import Worker
from nge.rl.trainer import Trainer, example_jobs
from tests.nets.helpers import BRANCHED, FISH, SPACE, body_of, graph, owners_of
from tests.rl.helpers import SMALL, TINY, cut, job, learner_of
from tests.trees import differences

BODIES, IDS = [body_of(0, 1), BRANCHED, body_of(0, 0, seed=1)], [4, 9, 2]
FEW = 4  # side by side, so that programs for a CPU stay small


@pytest.fixture(scope="module", autouse=True)
def few():
    with patch.object(module, "GPU_BATCH", FEW):
        yield


@pytest.fixture
def gpu_learner():
    one = GpuLearner(jax.devices("cpu"))
    yield one
    one.close()


@pytest.fixture(scope="module")
def jobs():
    """Three update jobs, of the largest body first; the two others are alike."""
    noted = []

    def noting(given):
        noted.extend(given)
        return update_locally(given)

    train_states = [learner_of("nge", seed) for seed in range(3)]
    Trainer(FISH, SPACE, BODIES, train_states, TINY, 5, stream_ids=IDS, update_fn=noting).update()
    return noted


def test_a_job_has_the_same_result_alone_and_in_any_batch(gpu_learner, jobs):
    together = gpu_learner(jobs)
    again = [gpu_learner([job])[0] for job in jobs]
    crowded = gpu_learner([*jobs, *jobs, *jobs])

    for one, other, third in zip(together, again, crowded[3:6], strict=True):
        assert differences(one, other) == {}
        assert differences(one, third) == {}


@pytest.mark.parametrize("name", POLICIES)
def test_nothing_is_added_up_in_an_order_that_depends_on_the_company(name):
    """On a GPU a scatter is: it sorts and sums what all species of a batch add."""
    bptt_steps = TINY.bptt_steps if POLICIES[name].memory else TINY.num_steps
    body, rollout = graph(SMALL), cut(job(name, TINY.num_steps), bptt_steps)
    given = learner_of(name), body, owners_of(body), rollout, jax.random.key(0), TINY

    assert "scatter" not in module.compiled_update.lower(*given).as_text()


def test_a_batched_update_equals_one_run_locally(gpu_learner, jobs):
    for on_gpu, own in zip(gpu_learner(jobs), update_locally(jobs), strict=True):
        for mine, yours in zip(jax.tree.leaves(on_gpu), jax.tree.leaves(own), strict=True):
            np.testing.assert_allclose(mine, yours, rtol=1e-3, atol=1e-5)


def test_results_return_to_the_thread_that_sent_the_job(gpu_learner, jobs):
    expected = gpu_learner(jobs)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda i: gpu_learner([jobs[i % 3]])[0], range(12)))

    for i, one in enumerate(found):
        assert differences(one, expected[i % 3]) == {}


def test_jobs_of_another_size_or_other_settings_need_another_program(jobs):
    longer = TINY.model_copy(update={"epochs": 9})
    larger, first, alike = (module._packed(job).program for job in jobs)

    assert first == alike
    assert first != larger
    assert first != module._packed(jobs[1]._replace(settings=longer)).program


def test_unpacking_a_packed_job_returns_the_job(jobs):
    train_state, graph, obs_mask, rollout, seed, _ = jobs[1]
    packed = module._packed(jobs[1])

    unpacked = packed.program.layout.unpacked(packed.job)

    assert differences(unpacked, (train_state, graph, obs_mask, rollout, np.uint32(seed))) == {}


@pytest.mark.parametrize("failing", ["compiling", "running"])
def test_an_error_is_raised_in_the_waiting_threads(gpu_learner, jobs, failing):
    error = MemoryError("too large")
    compiling = {"side_effect": error} if failing == "compiling" else {}

    def running(_):
        raise error

    with (
        patch.object(module, "compile_for", return_value=running, **compiling),
        ThreadPoolExecutor(2) as pool,
    ):
        for found in [pool.submit(gpu_learner, jobs[1:2]) for _ in range(2)]:
            with pytest.raises(MemoryError, match="too large"):
                found.result(60)
    assert len(gpu_learner(jobs if failing == "compiling" else jobs[:1])) > 0  # and it still works


def test_programs_are_compiled_once_and_at_the_same_time(gpu_learner, jobs):
    """The two wait for each other, which ends only if both are being compiled."""
    together, compiled = Barrier(2), []

    def noting(program, device):
        compiled.append(program)
        together.wait(60)
        return compile_for(program, device)

    compile_for = module.compile_for
    with patch.object(module, "compile_for", noting), ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda job: gpu_learner([job]), [*jobs, *jobs]))

    assert len(results) == 6
    assert len(compiled) == len(set(compiled)) == 2


@pytest.mark.parametrize("policy", POLICIES)
def test_programs_can_be_compiled_before_the_first_rollout(gpu_learner, policy):
    """Nothing is compiled here: what counts is that the same programs are named before."""
    train_states = [learner_of(policy, seed) for seed in range(3)]
    early, needed = Queue(), set()

    def noting(given):
        needed.update(module._packed(job).program for job in given)
        return update_locally(given)

    with patch.object(module, "compile_for", lambda program, _: early.put(program)):
        gpu_learner.prepare(example_jobs(FISH, SPACE, BODIES, train_states, TINY))
        found = {early.get(timeout=60), early.get(timeout=60)}
    Trainer(FISH, SPACE, BODIES, train_states, TINY, 5, stream_ids=IDS, update_fn=noting).update()

    assert found == needed


def test_a_program_that_cannot_be_compiled_early_is_an_error_for_who_needs_it(gpu_learner, jobs):
    tried = Event()

    def failing(*_):
        tried.set()
        raise ValueError("no room")

    with patch.object(module, "compile_for", failing):
        gpu_learner.prepare(jobs[:1])
        assert tried.wait(60)
        with pytest.raises(ValueError, match="no room"):
            gpu_learner(jobs[:1])


def test_waiting_jobs_are_cancelled_when_the_learner_closes(jobs):
    gpu_learner, busy, over = GpuLearner(jax.devices("cpu")), Event(), Event()

    def slow(*_):
        busy.set()
        over.wait(60)
        raise RuntimeError("never asked for")

    with patch.object(module, "compile_for", return_value=slow), ThreadPoolExecutor(2) as pool:
        first = pool.submit(gpu_learner, jobs[:1])
        assert busy.wait(60)
        second = pool.submit(gpu_learner, jobs[1:2])
        while not gpu_learner._waiting:
            pass
        gpu_learner.close()
        with pytest.raises(CancelledError):
            second.result(60)
        over.set()
        with pytest.raises(RuntimeError, match="never asked for"):
            first.result(60)
    with pytest.raises(RuntimeError, match="is closed"):
        gpu_learner(jobs)


def test_a_worker_keeps_off_the_accelerators_and_is_helped(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))  # to find functions of tests
    worker = Worker()
    try:
        assert worker.call(_platform) == "cpu"
        assert worker.call(_helped, 20, on_request=lambda payload: payload + 1) == 42
    finally:
        worker.end()


def _platform():
    import os

    return os.environ["JAX_PLATFORMS"]


def _helped(number):
    from nge.rl.processes import request

    return request(number) * 2
