"""Where a run is carried out: what belongs together, and clusters that are not there."""

import sys
import time

import pytest

import nge
from nge.cli import doctor
from nge.cli.main import main
from nge.errors import SettingsError, WorkerError
from nge.evolution.screening import Trial
from nge.evolution.train_job import Checkpoint, TrainJob, UpdateProgress
from nge.runs import ray_cluster
from nge.runs.execution import Execution
from nge.runs.executors import Serial, shares_of
from nge.runs.runner import Runner
from tests.evolution.helpers import fish_of

NOT_INSTALLED = "the executor ray needs the package ray; install it with: pip install ray"


@pytest.fixture
def no_ray(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)


@pytest.mark.usefixtures("no_ray")
@pytest.mark.parametrize(
    "command", [["evolve", "fish"], ["train", "fish"], ["sweep", "experiments/surrogate.toml"]]
)
def test_without_ray_a_line_says_how_to_install_it_and_nothing_is_made(
    command, tmp_path, monkeypatch, capsys
):
    place = {"evolve": "--run", "train": "--run", "sweep": "--folder"}[command[0]]

    assert main([*command, place, str(tmp_path / "made"), "--executor", "ray"]) == 2

    assert capsys.readouterr().err.splitlines()[-1] == f"nge: {NOT_INSTALLED}"
    assert not (tmp_path / "made").exists()


@pytest.mark.usefixtures("no_ray")
def test_from_python_the_same_is_an_error(tmp_path):
    with pytest.raises(WorkerError, match=NOT_INSTALLED):
        nge.evolve("fish", run=tmp_path / "run", executor="ray")

    assert not (tmp_path / "run").exists()


@pytest.mark.usefixtures("no_ray")
def test_the_doctor_says_so_too(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "CHECKS", [lambda: doctor.Finding("MuJoCo", "ok", "4.0.0")])

    assert main(["doctor", "--executor", "ray"]) == 1

    assert f"problem  Ray     {NOT_INSTALLED}" in capsys.readouterr().out


def test_an_executor_may_ask_whether_to_continue_without_anything_to_show(fake, tmp_path):
    class Asking(Serial):
        def train(self, jobs, config, on_progress):
            assert on_progress(UpdateProgress(0))
            return super().train(jobs, config, on_progress)

    shown = []
    with Runner(fake(tmp_path / "run", generations=1), executor=Asking()) as runner:
        list(runner.generations(shown.append))

    assert shown
    assert all(update.metrics for update in shown)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"executor": "ray", "workers": 2}, "workers is for executor processes"),
        ({"address": "10.0.0.1:6379"}, "address is that of a Ray cluster"),
        ({"executor": "rays"}, "executor is 'rays'; did you mean 'ray'"),
    ],
)
def test_settings_that_do_not_belong_together_are_refused(given, says):
    with pytest.raises(SettingsError, match=says):
        Execution.of(given)


def test_an_address_where_nobody_listens_is_refused_at_once(capsys, tmp_path):
    pytest.importorskip("ray")
    began = time.monotonic()

    words = ["--executor", "ray", "--address", "127.0.0.1:1", "--run", str(tmp_path / "run")]
    assert main(["evolve", "fish", *words]) == 2

    assert time.monotonic() - began < 30  # Ray itself takes two minutes
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("nge: no Ray cluster at 127.0.0.1:1: ")
    assert "'ray start --head'" in line
    assert not (tmp_path / "run").exists()


def test_the_address_of_a_cluster_that_is_no_more_is_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray" / "ray_current_cluster").write_text("127.0.0.1:1")

    assert ray_cluster._running_here() == "local"


def test_workers_get_about_the_same_number_of_updates_to_make():
    numbers = [2, 30, 2, 10, 2, 10, 2, 2]
    jobs = [TrainJob(i, fish_of(0), None, updates) for i, updates in enumerate(numbers)]

    long, short = shares_of(jobs, 2)

    assert [job.updates for job in long] == [30]
    assert [job.updates for job in short] == [10, 10, 2, 2, 2, 2, 2]
    nearly = [TrainJob(0, fish_of(0), None, 30, checkpoint=Checkpoint(28, None)), *jobs[2:3]]
    assert [len(share) for share in shares_of(nearly, 2)] == [1, 1]
    trials = [Trial(i, fish_of(0), None) for i in range(4)]
    assert shares_of(trials, 2) == [trials[:2], trials[2:]]
