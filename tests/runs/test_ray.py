"""Training on a Ray cluster of two nodes, both on this machine: the same numbers, whatever is lost.

``NGE_RAY_KILLS=20 pytest tests/runs/test_ray.py -k random`` kills twenty drivers, workers and nodes
at random moments; without it, one.
"""

import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from threading import Thread

import numpy as np
import pytest

from nge import extensions
from nge.cli import doctor
from nge.cli.main import main
from nge.errors import WorkerError
from nge.evolution.screening import Trial, TrialConfig
from nge.evolution.search import Search
from nge.evolution.species import Generation, Score
from nge.evolution.train_job import Checkpoints, TrainJob, UpdateProgress, always_continue
from nge.runs import ray_cluster, ray_executor, ray_jobs
from nge.runs.executors import EpisodesConfig, Serial
from nge.runs.folder import versions
from nge.runs.ray_executor import RayExecutor
from nge.runs.run import Run
from nge.runs.runner import Runner
from nge.runs.sweep import sweep
from nge.tasks.hopper import Hopper
from tests.evolution.helpers import fish_of
from tests.runs import ray_work
from tests.runs.helpers import ROOT, content, new_run, process, small_plan
from tests.runs.test_sweep import GRID

ray = pytest.importorskip("ray")

from ray.cluster_utils import Cluster  # noqa: E402

NODE = {"num_cpus": 1, "object_store_memory": 100 * 2**20, "include_dashboard": False}
KILLS = int(os.environ.get("NGE_RAY_KILLS", "1"))
FOUR = [TrainJob(i, fish_of(0), np.full(9, i), 2) for i in range(4)]
CONFIG = Search(small_plan()).train_config(Generation(0, (), 0))
SAME = ("species", "scores", "generations", "updates")


@pytest.fixture(scope="module")
def cluster():
    """A cluster of two nodes with one CPU each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "disabled")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_worker_niceness", "0")  # else other tests of this machine come first
        patch.setenv("PYTHONPATH", str(ROOT), prepend=":")  # workers import tests
        patch.delenv("RAY_ADDRESS", raising=False)
        found = Cluster(initialize_head=True, head_node_args=NODE)
        found.add_node(**NODE)
        yield found
        found.shutdown()


@pytest.fixture
def connected(cluster, monkeypatch):
    """The cluster, to which this process is connected; every job is one update."""
    ray_cluster.connect(cluster.address)
    monkeypatch.setattr(ray_executor, "SECONDS", 0.0)
    return cluster


@pytest.fixture(autouse=True, scope="module")
def _disconnected(cluster):
    yield
    ray.shutdown()


def evolved(run, executor):
    with Runner(run, executor=executor) as runner:
        list(runner.generations())
    return Run.open(run.folder)


def same(run, other, generations=2):
    found, expected = content(run, generations), content(other, generations)
    return {name: found[name] == expected[name] for name in SAME} == dict.fromkeys(SAME, True)


# --- the same numbers ---------------------------------------------------------------------------


@pytest.mark.slow  # workers import JAX and load programs
def test_a_cluster_gives_the_same_run_as_one_process(connected, straight, tmp_path):
    run = evolved(new_run(tmp_path / "run", generations=2), RayExecutor())

    assert same(run, straight)


@pytest.mark.slow
def test_a_cluster_gives_the_same_run_where_species_make_unequal_updates(
    connected, unequal, tmp_path
):
    run = evolved(new_run(tmp_path / "run", generations=2, method="unequal"), RayExecutor())

    assert same(run, unequal)


@pytest.mark.slow
def test_a_cluster_measures_and_evaluates_what_one_process_does(connected, straight):
    some = [row["id"] for row in straight.species()][:3]
    trials = [Trial(one, straight.body(one), straight.train_state(some[0])) for one in some]
    steps = []

    def on_progress(word):
        steps.append(word.steps)
        return True

    task = {"task": "hopper", "space": straight.plan.space}
    config = TrialConfig(steps=20, seed=0, **task)
    measured = RayExecutor().measure(trials, config, on_progress)

    assert measured == Serial().measure(trials, config, always_continue)
    assert sum(steps) == sum(one.steps for one in measured) > 0
    episodes = EpisodesConfig(episodes=2, seed=1, sampled=True, **task)
    there, here = (
        executor.evaluate(trials, episodes, always_continue)
        for executor in (RayExecutor(), Serial())
    )
    assert [one.returns.tolist() for one in there] == [one.returns.tolist() for one in here]


@pytest.mark.slow
def test_a_run_that_is_stopped_goes_on_elsewhere_with_the_same_numbers(
    connected, straight, tmp_path
):
    run = new_run(tmp_path / "run", generations=1)
    numbers = []
    with Runner(run, executor=RayExecutor(), stop=lambda: 2 in numbers) as runner:
        list(runner.generations(lambda update: numbers.append(update.number)))  # some are done
    left = {one: state.updates for one, state in run.checkpoints(0).items()}

    resumed = evolved(run, Serial())

    assert runner.stopped
    assert sorted(left.values()) in ([1, 1, 2, 2], [2, 2])
    assert same(resumed, straight, 1)


# --- losses -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_worker_that_is_killed_in_the_middle_of_a_job_changes_nothing(
    connected, straight, tmp_path, monkeypatch
):
    flag = tmp_path / "flag"
    flag.touch()
    monkeypatch.setattr(ray_executor, "train_for", partial(ray_work.killed, flag=str(flag)))

    run = evolved(new_run(tmp_path / "run", generations=1), RayExecutor())

    assert not flag.exists()
    assert same(run, straight, 1)


@pytest.mark.slow
def test_a_node_that_is_killed_in_the_middle_of_a_generation_changes_nothing(
    connected, straight, tmp_path, monkeypatch
):
    flag = tmp_path / "flag"
    flag.touch()
    [doomed] = connected.worker_nodes
    work = partial(ray_work.stuck, flag=str(flag), node=doomed.node_id)
    monkeypatch.setattr(ray_executor, "train_for", work)

    def kill():
        while not flag.with_suffix(".stuck").exists():
            time.sleep(0.1)
        connected.remove_node(doomed, allow_graceful=False)

    killer = Thread(target=kill)
    killer.start()
    run = evolved(new_run(tmp_path / "run", generations=1), RayExecutor())
    killer.join()
    connected.add_node(**NODE)

    assert same(run, straight, 1)


DRIVER = """
import sys
from nge.cpu import configure_process
configure_process()
from nge.runs import ray_executor
from nge.runs.run import Run
from nge.runs.runner import Runner
from tests.runs.driver import killing
ray_executor.SECONDS = 0.0
folder, address, updates = sys.argv[1:]
if int(updates):
    killing(Runner, "_news", int(updates), lambda runner, word: bool(word.metrics))
with Runner(Run.open(folder), executor=ray_executor.RayExecutor(address)) as runner:
    list(runner.generations())
"""


@pytest.mark.slow
def test_a_driver_that_is_killed_and_resumed_ends_with_the_same_numbers(
    connected, straight, tmp_path
):
    run = new_run(tmp_path / "run", generations=1)

    with process("-c", DRIVER, str(run.folder), connected.address, "2") as driver:
        _, err = driver.communicate(timeout=300)
    resumed = evolved(Run.open(run.folder), RayExecutor())

    assert driver.returncode == -signal.SIGKILL, err
    assert same(resumed, straight, 1)


# --- failures -----------------------------------------------------------------------------------


@pytest.fixture
def scores(connected, monkeypatch):
    """Return what trains four fake species, to which something may happen, and their scores."""
    monkeypatch.setattr(ray_executor, "RETRIES", 0)

    def train(fate=None, on_progress=always_continue):
        work = partial(ray_work.fake, fate=fate) if fate else ray_work.fake
        monkeypatch.setattr(ray_executor, "train_for", work)
        return [result.score for result in RayExecutor().train(FOUR, CONFIG, on_progress)]

    return train


ALIVE = [Score(fitness=float(i)) for i in range(4)]


@pytest.mark.slow  # new workers import JAX
def test_a_body_that_ends_its_workers_costs_only_itself(scores):
    found = scores(ray_work.abort_if_two)

    lost = found.pop(2)
    assert lost.failure.startswith("its worker was lost 1 times, the last time: The worker died")
    assert found == [ALIVE[i] for i in (0, 1, 3)]


def test_a_species_whose_job_keeps_failing_is_marked_with_the_reason(scores):
    found = scores(ray_work.fail_if_two)

    assert found.pop(2).failure == "its job failed: KeyError: 'two'"
    assert found == [ALIVE[i] for i in (0, 1, 3)]


def test_a_run_all_of_whose_jobs_fail_stops_with_the_reason(scores):
    with pytest.raises(WorkerError, match=r"all jobs on the Ray cluster failed; its job .*'all'"):
        scores(ray_work.fail)


def test_every_update_is_told_and_checkpoints_as_often_as_they_are_wanted(scores):
    words = []

    def on_progress(word):
        words.append(word)
        return True

    assert scores(on_progress=on_progress) == ALIVE
    updates = [(*word.metrics, word.number) for word in words if getattr(word, "metrics", ())]
    assert sorted(updates) == [(i, n) for i in range(4) for n in (1, 2)]
    assert not [word for word in words if isinstance(word, Checkpoints)]  # every ten updates


def test_training_stops_when_no_further_update_is_wanted_and_saves(scores):
    saved = {}

    def on_progress(word):
        if isinstance(word, Checkpoints):
            saved.update(word.by_species)
        return isinstance(word, UpdateProgress) and word.number == 0  # the first one ends it

    found = scores(on_progress=on_progress)

    assert None in found
    assert saved
    assert {state.updates for state in saved.values()} == {1}


def test_objects_of_a_script_reach_workers(scores, monkeypatch):
    monkeypatch.setattr(extensions, "_registered", {})
    lucky = type("Local", (Hopper,), {"name": "lucky", "episode_steps": 7})()
    extensions._registered["nge.tasks"] = {"lucky": lucky}

    assert scores(ray_work.lucky) == ALIVE


def test_a_node_with_other_packages_is_refused_and_named(monkeypatch):
    monkeypatch.setattr(ray_jobs, "_loaded", None)
    other = versions() | {"jax": "0.9"}
    call = ray_jobs.Call(sum, other, b"", [], 1.0)

    with pytest.raises(
        WorkerError, match=r"node \S+ has jax [\d.]+ and would give other .*jax 0.9"
    ):
        ray_jobs._prepare(call)


def test_a_job_that_never_ends_ends_its_process():
    script = "from nge.runs.ray_jobs import _watchdog\nwith _watchdog(0.2):\n    input()"

    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE) as stuck:
        assert stuck.wait(60) == -signal.SIGKILL


def test_a_process_is_connected_to_one_cluster(connected):
    assert ray_cluster.connect(connected.address) is False
    with pytest.raises(
        WorkerError, match=r"connected to the Ray cluster at .*, not to 10\.0\.0\.1"
    ):
        ray_cluster.connect("10.0.0.1:6379")


def test_the_doctor_names_every_node_and_what_it_lacks(connected, capsys, monkeypatch):
    monkeypatch.setattr(doctor, "CHECKS", [doctor.python])
    words = ["doctor", "--executor", "ray", "--address", connected.address]

    assert main(words) == 0
    fine = capsys.readouterr().out
    own = ray_cluster.own_versions()
    monkeypatch.setattr(ray_cluster, "own_versions", lambda: own | {"jax": "0.9"})
    assert main(words) == 1
    other = capsys.readouterr().out

    assert f"at {connected.address}: 2 nodes, 2 CPUs, 0 GPUs" in fine
    assert fine.count("the versions of this machine") == 2
    assert other.count(f"other versions than here: jax {own['jax']}") == 2
    assert other.count("-> install there: jax 0.9") == 2


@pytest.mark.slow  # every run is a driver of its own, with workers of its own
def test_a_run_of_a_sweep_is_trained_on_the_cluster(connected, tmp_path):
    drivers = len(ray._private.state.jobs())

    there = sweep(
        {"evolve": [GRID | {"method": "rgs", "seed": 1}]},
        folder=tmp_path / "ray",
        executor="ray",
        address=connected.address,
    )

    [run], [job] = there.runs(), there.jobs
    here = evolved(Run.create(tmp_path / "here", run.plan, run.limits), Serial())
    assert run.scores() == here.scores()
    assert there.standing(job).state == "done"
    assert len(ray._private.state.jobs()) == drivers + 1


# --- by hand ------------------------------------------------------------------------------------


@pytest.mark.skipif("NGE_RAY_KILLS" not in os.environ, reason="takes a minute for every kill")
@pytest.mark.parametrize("seed", range(KILLS))
def test_random_kills_change_nothing(cluster, straight, tmp_path, seed):
    rng, run = random.Random(seed), new_run(tmp_path / "run", generations=2)
    victim, updates = rng.choice(["driver", "worker", "node"]), rng.randint(1, 8)
    moment = rng.uniform(0.0, 1.0)
    words = ["-c", DRIVER, str(run.folder), cluster.address]
    with process(*words, str(updates if victim == "driver" else 0)) as driver:
        if victim != "driver":
            _wait_for_updates(run, updates, driver)
            time.sleep(moment)
            hit = False
            while driver.poll() is None and not hit:  # until a worker has a job
                hit = _killed(victim, cluster, rng)
            assert hit, "it was over before"
        _, err = driver.communicate(timeout=600)
    if victim == "driver":
        assert driver.returncode == -signal.SIGKILL
        with process(*words, "0") as driver:
            _, err = driver.communicate(timeout=600)

    assert driver.returncode == 0, err
    assert same(run, straight), (victim, updates)


def _wait_for_updates(run, updates, driver):
    """Wait until so many updates are in the record, or the run is over."""
    while driver.poll() is None and len(run.updates()) < updates:
        time.sleep(0.1)


def _killed(victim, cluster, rng):
    """Kill one and return whether there was one to kill."""
    if victim == "node":
        cluster.remove_node(cluster.worker_nodes.copy().pop(), allow_graceful=False)
        cluster.add_node(**NODE)
        return True
    nodes = [cluster.head_node, *cluster.worker_nodes]
    raylets = [str(node.all_processes["raylet"][0].process.pid) for node in nodes]
    listed = ["ps", "-o", "pid=,args=", "--ppid", ",".join(raylets)]
    lines = subprocess.run(listed, capture_output=True, text=True, check=False).stdout.splitlines()
    workers = [int(line.split()[0]) for line in lines if "ray::nge_job" in line]
    if workers:
        os.kill(rng.choice(workers), signal.SIGKILL)
    return bool(workers)
