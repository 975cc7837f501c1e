"""The ready experiments: every file runs at scale tiny, and says what the other scales take."""

from pathlib import Path

import pytest

from nge.runs import sweep as sweeps
from nge.runs.executors import Serial
from nge.runs.run import Run
from nge.runs.runner import Runner
from nge.runs.sweep import Sweep
from tests.runs import fakes

FILES = sorted((Path(__file__).parents[1] / "experiments").glob("*.toml"))
HOUR = 2 * 3600 * 4000
"""Control steps of two cores in an hour."""


def test_there_is_a_file_for_each_experiment():
    of_the_paper = {
        *("topology", "finetune", "surrogate", "generation_size", "resets", "policies"),
        *("hyperparameters", "life_length"),
    }
    assert {path.stem for path in FILES} == of_the_paper | {"suite"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_scale_small_takes_an_hour_and_three_seeds(path):
    small, paper = (Sweep.read(path, scale=scale) for scale in ("small", "paper"))

    assert sum(job.planned_steps for job in small.jobs) < HOUR
    searches = [job.config.seed for job in small.jobs if "method" in type(job.config).model_fields]
    assert set(searches) in ({0, 1, 2}, set())
    trained = [job.config.seeds for job in small.jobs if "seeds" in type(job.config).model_fields]
    assert set(trained) in ({3}, set())
    assert sum(job.planned_steps for job in paper.jobs) > 10 * HOUR / 8


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_run_goes_to_its_end_at_scale_tiny(path, tmp_path, monkeypatch):
    if path.stem != "topology":  # it has all methods; the others would take minutes to compile
        fakes.install(monkeypatch.setattr)
    sweep = Sweep.read(path, tmp_path, scale="tiny")

    for job in sweep.jobs:
        sweeps._make(job, 1)
        run = Run.open(job.folder)
        with Runner(run, executor=Serial()) as runner:
            assert all(not one.failed for g in runner.generations() for one in g.species)
        assert run.done, job.name
