"""Sweeps: what a file stands for, what is skipped, retried and resumed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import pytest

import nge
from nge.cli.main import main
from nge.errors import RunError
from nge.runs import sweep as sweeps
from nge.runs.config import EvolutionConfig
from nge.runs.record import delete
from nge.runs.run import Run
from nge.runs.sweep import Sweep, SweepConfig
from tests.runs.helpers import evolved

TINY = {
    "max_generations": 1,
    "population": {"size": 2, "updates": 1},
    "space": {"max_parts": 4, "fewest_random_parts": 2, "most_random_parts": 4},
    "fitness": {"episodes": 1},
    "net": {"hidden": 8, "propagations": 1, "context": "none", "skip": False},
    "critic": {"hidden": 8},
    "ppo": {
        "num_envs": 2,
        "num_steps": 20,
        "bptt_steps": 5,
        "minibatches": 2,
        "epochs": 1,
        "warmup_steps": 2,
    },
}
GRID = {"task": "hopper", "method": ["nge", "rgs"], "seed": [0, 1], **TINY}
FILE = """
about = "two methods, two seeds"

[[evolve]]
task = "hopper"
method = ["nge", "rgs"]
seed = [0, 1]
max_steps = 1000
population.updates = [1, 2]

[[train]]
task = "fish"
policy = ["nge", "mlp"]
updates = 2

[scale.tiny.evolve]
population.updates = 1
seed = 0

[scale.tiny.train]
policy = "mlp"
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "methods.toml"
    path.write_text(FILE)
    return path


def names(sweep):
    return [job.name for job in sweep.jobs]


def test_lists_stand_for_every_combination_of_their_values(file):
    sweep = Sweep.read(file)

    assert names(sweep) == [
        *(f"hopper-{m}-updates-{u}-{s}" for m in ("nge", "rgs") for s in (0, 1) for u in (1, 2)),
        "fish-train-nge-0",
        "fish-train-mlp-0",
    ]
    assert sweep.folder == Path("runs/methods")
    assert sweep.tasks == ["hopper", "fish"]
    first = sweep.jobs[1].config
    assert (first.population.updates, first.limits.max_steps, first.seed) == (2, 1000, 0)


def test_policies_of_searches_are_part_of_their_names(tmp_path):
    path = tmp_path / "policies.toml"
    path.write_text("[[evolve]]\ntask = 'hopper'\npolicy = ['mlp', 'nervenet']\nmax_steps = 1000\n")

    assert names(Sweep.read(path)) == ["hopper-nge-mlp-0", "hopper-nge-nervenet-0"]


def test_a_scale_changes_all_tables_of_its_kind(file):
    sweep = Sweep.read(file, scale="tiny")

    assert names(sweep) == ["hopper-nge-0", "hopper-rgs-0", "fish-train-mlp-0"]
    assert sweep.folder == Path("runs/methods-tiny")


def test_runs_with_the_same_settings_are_carried_out_once(tmp_path):
    usual = EvolutionConfig.of({"task": "fish"}).plan
    tables = [
        {
            "task": "fish",
            "population": {"elimination_rate": [usual.population.elimination_rate, 0.5]},
        },
        {"task": "fish", "ppo": {"num_envs": [usual.ppo.num_envs, 24]}},
    ]

    found = Sweep(SweepConfig.of({"evolve": tables}), tmp_path / "sweep")

    assert [job.name.partition("nge-")[2] for job in found.jobs] == [
        f"elimination_rate-{usual.population.elimination_rate}-0",
        "elimination_rate-0.5-0",
        "num_envs-24-0",
    ]
    assert found.repeated == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "this sweep has no runs"),
        ("[[evolv]]\ntask = 'fish'", "unknown setting 'evolv'; did you mean 'evolve'?"),
        ("[[evolve]]\ntask = 'fish'\nseed = []", "seed is an empty list"),
        ("[[evolve]]\ntask = 'fish'\nseed = [0, 0]", "two runs of this sweep are called"),
        ("[[evolve]]\nseed = [0, -1]\ntask = 'fish'", "with seed = -1 cannot be: seed is -1"),
        ("[[train]]\ntask = 'fish'\nmethod = 'nge'", "unknown setting 'method'"),
        ("[[evolve]]\ntask = 'fish'\nreward.others = [['tall=2']]", "of fish has no part 'tall'"),
        ("[[train]]\ntask = 'fish'\nbody = [['none.json']]", "no body is called 'none.json'"),
        ("not toml", "is not a TOML file"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path, capsys, text, line):
    path = tmp_path / "wrong.toml"
    path.write_text(text)

    assert main(["sweep", str(path), "--dry-run"]) == 2
    said = capsys.readouterr().err
    assert line in said
    assert said.count("\n") == 1


def test_an_unknown_scale_and_a_folder_without_a_sweep_are_refused(file, tmp_path):
    with pytest.raises(RunError, match="unknown scale 'tinny'; did you mean 'tiny'"):
        Sweep.read(file, scale="tinny")
    with pytest.raises(RunError, match="holds no sweep"):
        Sweep.read(tmp_path)


def test_a_dry_run_says_what_it_takes_and_writes_nothing(file, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert main(["sweep", str(file), "--dry-run"]) == 0

    said = capsys.readouterr().out
    assert "hopper-rgs-updates-2-1" in said
    assert "10 runs in runs/methods" in said
    assert not Path("runs").exists()


class Fake:
    """A process that ends at once: a run of rgs with seed 1 fails until it is mended."""

    started: ClassVar[list[str]] = []
    broken = True

    def __init__(self, folder, log, workers):
        self.name = folder.name
        Fake.started.append(self.name)
        self.running = False

    def failure(self):
        return "out of luck" if self.name == "hopper-rgs-1" and Fake.broken else ""

    def stop(self):
        pass

    end = stop


def test_failed_runs_are_listed_with_their_reason_and_can_be_retried(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sweeps, "_Process", Fake)
    monkeypatch.setattr(Fake, "started", [])
    monkeypatch.setattr(Fake, "broken", True)
    monkeypatch.setattr(sweeps, "PAUSE", 0.0)
    sweep = Sweep(SweepConfig.of({"evolve": [GRID]}), tmp_path / "sweep")

    assert not sweep.run()
    assert sweep.failures() == {"hopper-rgs-1": "out of luck"}
    assert sweep.progress().failures == sweep.failures()
    assert sweep.progress().states == {"stopped": 3, "failed": 1}
    assert 0 == sweep.progress().steps < sweep.progress().planned
    assert Fake.started == names(sweep)

    Fake.started.clear()
    assert main(["sweep", str(sweep.folder)]) == 1
    assert "hopper-rgs-1 failed: out of luck" in capsys.readouterr().err
    assert "hopper-rgs-1" not in Fake.started  # it is not tried again unless asked for

    Fake.broken = False
    Fake.started.clear()
    sweep.run(retry=True)
    assert sweep.failures() == {}
    assert "hopper-rgs-1" in Fake.started


def test_runs_whose_budgets_do_not_compare_are_named_and_nothing_is_lost(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(sweeps, "_Process", Fake)
    monkeypatch.setattr(sweeps, "PAUSE", 0.0)
    sizes = GRID | {"method": "rgs", "seed": 0, "population": {"size": [2, 6], "updates": 1}}
    sweep = Sweep(SweepConfig.of({"evolve": [sizes]}), tmp_path / "sweep")
    sweep.prepare()
    for job in sweep.jobs:
        sweeps._make(job, 1)
        evolved(Run.open(job.folder))

    assert main(["sweep", str(sweep.folder)]) == 0
    assert "hopper is not compared: " in capsys.readouterr().err


def sweep_record(job):
    return Run.open(job.folder).record


def test_runs_go_on_where_a_file_asks_for_more_than_before(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeps, "_Process", Fake)
    monkeypatch.setattr(sweeps, "PAUSE", 0.0)
    one = {"evolve": [GRID | {"seed": 0, "method": "rgs"}]}
    sweep = Sweep(SweepConfig.of(one), tmp_path / "sweep")
    sweep.prepare()
    sweeps._make(sweep.jobs[0], 1)
    evolved(Run.open(sweep.jobs[0].folder))
    assert sweep.standing(sweep.jobs[0]).state == "done"

    with sweep_record(sweep.jobs[0]).writing() as record:
        delete(record, "evaluations")
    again = Sweep(SweepConfig.of(one), sweep.folder)
    assert again.standing(again.jobs[0]).state == "stopped"  # killed before its evaluation

    more = {"evolve": [one["evolve"][0] | {"max_generations": 3}]}
    longer = Sweep(SweepConfig.of(more), sweep.folder)

    assert longer.standing(longer.jobs[0]).state == "stopped"
    monkeypatch.setattr(Fake, "started", [])
    longer.run()
    assert Fake.started == names(longer)
    assert Run.open(longer.jobs[0].folder).limits.max_generations == 3
    assert sweep.standing(sweep.jobs[0]).state == "done"


def test_a_run_with_other_settings_is_not_taken_for_one_of_the_sweep(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeps, "_Process", Fake)
    monkeypatch.setattr(sweeps, "PAUSE", 0.0)
    folder = tmp_path / "sweep"
    Sweep(SweepConfig.of({"evolve": [GRID | {"seed": 0}]}), folder).run()
    other = GRID | {"seed": 0, "critic": {"hidden": 4}}

    sweep = Sweep(SweepConfig.of({"evolve": [other]}), folder)
    sweep.run()

    assert "holds a run with other settings" in sweep.failures()["hopper-nge-0"]


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").touch()

    with pytest.raises(RunError, match="is not empty"):
        Sweep(SweepConfig.of({"evolve": [GRID]}), tmp_path).run()


@pytest.mark.slow  # every run is a process with a worker
def test_a_sweep_that_is_killed_and_run_again_ends_as_if_nothing_had_happened(tmp_path):
    few = {"evolve": [GRID | {"method": "rgs", "max_generations": 2}]}
    killed = Sweep(SweepConfig.of(few), tmp_path / "killed")
    killed.prepare()
    command = [sys.executable, "-m", "nge", "sweep", str(killed.folder), "--at-once", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: killed.standing(killed.jobs[0]).best is not None)
        process.send_signal(signal.SIGKILL)
    until(lambda: not any(killed.standing(job).state == "running" for job in killed.jobs))

    again = nge.sweep(killed.folder)

    for run in again.runs():
        straight = evolved(Run.create(tmp_path / f"straight-{run.plan.seed}", run.plan, run.limits))
        assert run.scores() == straight.scores()
        assert run.evaluations() == straight.evaluations()
    assert [again.standing(job).state for job in again.jobs] == ["done"] * 2


def until(condition, seconds=120.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_process_ends_with_the_one_that_started_it(tmp_path):
    """Even while its modules are imported."""
    sweep = Sweep(SweepConfig.of({"evolve": [GRID | {"seed": 0, "method": "rgs"}]}), tmp_path / "s")
    sweep.prepare()
    sweeps._make(sweep.jobs[0], 1)
    process = sweeps._Process(sweep.jobs[0].folder, tmp_path / "log", sweeps.ONE_CORE)
    process._process.stdin.close()

    assert process._process.wait(60) == 0
    assert Run.open(sweep.jobs[0].folder).spent().generations == 0
    assert os.path.getsize(tmp_path / "log") == 0


def test_a_run_that_is_stopped_while_it_starts_has_not_failed(tmp_path):
    process = sweeps._Process(tmp_path / "run", tmp_path / "log", sweeps.ONE_CORE)

    process.stop()

    assert process.failure() == ""
