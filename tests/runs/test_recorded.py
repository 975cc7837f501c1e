"""Runs of earlier versions open, report and go on, and end as these versions would have ended them.

``recorded/`` holds, of version 2, an evolution of two generations and a training run that was
killed after update 5 of 7, checkpoint at 3; of version 5, whose columns had other names, a search
of two generations and a training run of two updates; and what these versions made of them
afterwards. Numbers are compared with a
tolerance, because other processors round otherwise; on the one that recorded them they were equal
to the last bit.
"""

import json
import shutil
from pathlib import Path

import pytest

from nge.nets.weights import from_bytes
from nge.report.data import Gatherer
from nge.runs.migrations import RENAMED_COLUMNS, with_new_array_names
from nge.runs.rows import NUMBERS
from nge.runs.run import Limits, Run, TrainingLimits
from nge.runs.verify import check, damage
from tests.runs.helpers import evolved

RECORDED = Path(__file__).parent / "recorded"
CLOSE = {"rel": 1e-3, "abs": 1e-3}


@pytest.fixture(params=["evolution", "training"])
def folder(request, tmp_path):
    """A copy of a recorded run of either kind."""
    return shutil.copytree(RECORDED / request.param, tmp_path / request.param)


def with_new_names(row):
    return {RENAMED_COLUMNS.get(name, name): value for name, value in row.items()}


def agrees(row, wanted):
    """Tell whether a row has what an earlier version wrote, apart from times."""
    return all(
        row[name] == (pytest.approx(value, **CLOSE) if isinstance(value, int | float) else value)
        for name, value in with_new_names(wanted).items()
        if name != "seconds"
    )


def files_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_they_open_and_nothing_is_written_by_who_only_looks(folder):
    before = files_of(folder)
    run = Run.open(folder, read_only=True)

    assert damage(run) == []
    assert run.best() is not None
    assert run.evaluations()
    assert not run.done or run.generations()
    run.train_state(run.best())
    assert {path: data for path, data in files_of(folder).items() if path in before} == before
    assert not (folder / "lock").exists()


def test_settings_by_their_old_names_are_known(folder):
    ppo = json.loads((folder / "run.json").read_text())["plan"]["ppo"]

    found = Run.open(folder).plan.ppo  # warnings are errors

    assert (found.num_envs, found.num_steps) == (ppo["copies"], ppo["horizon"])


def test_arrays_by_their_old_names_are_known(folder):
    stored = {n for path in folder.glob("weights/*") for n in from_bytes(path.read_bytes())}
    renamed = with_new_array_names(dict.fromkeys(stored))
    run = Run.open(folder, read_only=True)

    train_state = run.train_state(run.best())

    assert any(name.endswith("normaliser.spread") for name in stored)
    assert float(train_state.normaliser.m2.max()) > 0
    assert float(train_state.return_scale.m2) > 0
    assert not {name.split(".")[0] for name in renamed} & {"learners", "underway", "report"}


def test_a_changed_row_of_theirs_is_noticed(folder):
    import sqlite3

    with sqlite3.connect(folder / "record.sqlite") as record:
        record.execute("UPDATE evaluations SET total = total + 1 WHERE rowid = 3")

    [problem] = check(Run.open(folder, read_only=True)).problems
    assert "row 3 of evaluations is not what was written" in problem


def test_an_evolution_goes_on_as_it_would_have(tmp_path):
    folder = shutil.copytree(RECORDED / "evolution", tmp_path / "run")
    expected = json.loads((RECORDED / "evolution.json").read_text())

    run = evolved(Run.open(folder).with_limits(Limits(max_generations=4)))

    assert all(map(agrees, run.scores(), expected["scores"]))
    assert len(run.scores()) == len(expected["scores"])
    assert json.loads((folder / "run.json").read_text())["format"] == "nge-run"
    assert damage(run) == []


def test_training_goes_on_as_it_would_have(tmp_path):
    folder = shutil.copytree(RECORDED / "training", tmp_path / "run")
    expected = json.loads((RECORDED / "training.json").read_text())

    run = evolved(Run.open(folder))

    assert all(map(agrees, run.updates(), expected["updates"]))
    assert len(run.updates()) == len(expected["updates"])
    assert run.done
    assert damage(run) == []


# --- version 5, whose columns had other names ---------------------------------------------------

LIMITS = {"search-5": Limits(max_generations=3), "training-5": TrainingLimits(updates=4)}


@pytest.fixture(params=LIMITS)
def renamed(request, tmp_path):
    """A copy of a recorded run of version 5, and what version 5 made of it afterwards."""
    expected = json.loads((RECORDED / f"{request.param}.json").read_text())
    return shutil.copytree(RECORDED / request.param, tmp_path / request.param), expected


def test_columns_by_their_old_names_are_known(renamed):
    folder, expected = renamed
    before = files_of(folder)
    run = Run.open(folder, read_only=True)

    updates = run.updates()

    assert {*NUMBERS} <= updates[0].keys()
    for row, wanted in zip(updates, expected["updates"], strict=False):
        assert row == with_new_names(wanted)
    for row, wanted in zip(run.generations(), expected["generations"], strict=False):
        assert row["stats"].keys() == wanted["census"].keys()
    last = [row for row in updates if row["species"] == row["generation"] == 0][-1]
    assert run.scores()[0]["learning_rate"] == last["learning_rate"] > 0
    assert Gatherer(run).gather()["evaluations"]
    assert damage(run) == []
    assert {path: data for path, data in files_of(folder).items() if path in before} == before


def test_a_run_with_old_columns_goes_on_as_it_would_have(renamed):
    folder, expected = renamed

    run = evolved(Run.open(folder).with_limits(LIMITS[folder.name]))

    for table, found in (("updates", run.updates()), ("scores", run.scores())):
        assert all(map(agrees, found, expected[table]))
        assert len(found) == len(expected[table])
    assert json.loads((folder / "run.json").read_text())["version"] == 6
    assert damage(run) == []
    if run.plan.trains_only:
        header = run.write_curve().read_text().splitlines()[0].split(",")
        assert header[-len(NUMBERS) :] == [*NUMBERS]
