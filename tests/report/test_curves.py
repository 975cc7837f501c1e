"""What the page shows of given bodies that are trained: their record, thinned where it is long."""

import shutil

import numpy as np
import pytest

from nge.errors import RunError
from nge.report.curves import LINE_POINTS
from nge.report.data import Gatherer
from nge.report.page import write_report
from nge.runs.record import insert
from nge.runs.rows import NUMBERS
from nge.runs.run import Run
from tests.report.helpers import add_updates, new_training


@pytest.fixture
def gathered(tmp_path):
    """Return what the page knows of a run with so many updates and seeds."""

    def gather(updates, seeds=(0,), goal=5000):
        run = new_training(tmp_path / "run", seeds, goal)
        add_updates(run, 1, updates)
        return run, Gatherer(Run.open(run.folder, read_only=True)).gather()

    return gather


def test_a_short_curve_is_the_record_itself(gathered):
    run, data = gathered(updates=5)
    found = data["updates"]
    [line] = found["lines"]
    rows = run.updates()

    assert found["window"] == 1
    assert found["axes"]["control steps"] == [row["steps"] for row in rows]
    assert found["axes"]["hours"] == pytest.approx([row["seconds"] / 3600 for row in rows], 1e-5)
    assert list(line["numbers"]) == ["mean_return", *NUMBERS]
    for name, values in line["numbers"].items():
        assert values == {"middle": [row[name] for row in rows], "low": [], "high": []}
    assert line["numbers"]["mean_return"]["middle"] == [10, 20, None, 40, 50]


def test_a_long_curve_is_thinned_to_means_of_windows(gathered):
    run, data = gathered(updates=2500)
    found = data["updates"]
    numbers, steps = found["lines"][0]["numbers"], found["axes"]["control steps"]

    assert found["window"] == 3
    assert len(steps) == len(numbers["kl"]["middle"]) == 834 <= LINE_POINTS
    assert steps[0] == run.plan.steps_after(3)
    assert steps[-1] == run.plan.steps_after(2500)
    assert numbers["kl"]["middle"][:2] == [2, 5]
    assert numbers["kl"]["middle"][-1] == 2500  # a window of its own
    # One episode that earned 10, two that earned 20, none in the third update.
    assert numbers["mean_return"]["middle"][0] == pytest.approx(50 / 3, 1e-3)


def test_seeds_of_one_body_are_one_line_with_a_band(gathered):
    _, found = gathered(updates=4, seeds=(0, 1, 5))
    [line] = found["updates"]["lines"]

    assert line["species"] == [0, 1, 2]
    assert line["numbers"]["std"] == {
        "middle": [2, 3, 4, 5],
        "low": [1, 2, 3, 4],
        "high": [3, 4, 5, 6],
    }
    # Where a seed has no new episode it keeps what it had.
    assert line["numbers"]["mean_return"]["low"] == [10, 20, 20, 40]


def test_what_was_run_and_how_far_it_came_is_told(gathered):
    run, found = gathered(updates=4, seeds=(0, 1), goal=8)
    about = found["run"]

    assert (about["task"], about["policy"], about["size"], about["done"]) == (
        *("fish", "nge", 2, False),
    )
    steps = 2 * run.plan.steps_after(4)
    assert about["spent"] == {"generations": 0, "updates": 4, "steps": steps, "seconds": 8.0}
    assert about["limits"] == {
        **{"max_generations": 1, "updates": 8, "max_steps": None, "max_hours": None},
    }
    assert about["checkpoint"] == 0
    assert about["settings"]["net"]["hidden"] == 8 != about["usual"]["net"]["hidden"]
    assert about["versions"] == run.about["versions"]


def test_the_best_is_who_did_best_in_fresh_episodes_else_in_training(gathered):
    run, found = gathered(updates=4, seeds=(0, 1))
    assert found["species"]["recent_return"] == [22.5, 32.5]  # means of four episodes
    assert found["ranked"] == [1, 0]

    with run.record.writing() as record:
        rows = [(0, 0, False, 0, i, total, 9, "truncated", 0.5) for i, total in enumerate((70, 90))]
        insert(record, "evaluations", [*rows, (0, 1, False, 0, 0, 60.0, 9, "truncated", 0.2)])
    found = Gatherer(Run.open(run.folder, read_only=True)).gather()

    assert found["ranked"] == [0, 1]
    assert found["evaluations"][0] == {
        "species": 0,
        "sampled": False,
        "episodes": 2,
        "mean": 80.0,
        "spread": pytest.approx(np.std([70, 90], ddof=1), 1e-4),
        "speed": 0.5,
    }


def test_an_evaluation_of_older_weights_is_dropped_when_training_goes_on(learned, tmp_path):
    run = Run.open(shutil.copytree(learned.folder, tmp_path / "run"))
    assert run.evaluations()

    run.begin(run.as_given())

    assert Gatherer(run).gather()["evaluations"] == []


def test_a_run_without_an_update_has_no_report_yet(tmp_path):
    run = new_training(tmp_path / "run")

    with pytest.raises(RunError, match="has no finished update yet; wait for its first"):
        write_report(run.folder)


def test_a_long_record_makes_a_small_page(gathered):
    run, _ = gathered(updates=4000, seeds=range(5))

    report = write_report(run.folder)  # without weights all are shown at rest

    assert report.stat().st_size < 2e6
