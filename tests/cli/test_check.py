"""``nge check``: one line for each contract of what a package offers."""

from pathlib import Path

import pytest

from nge.cli.main import main
from nge.testing import task_contracts
from nge.testing.task_contracts import TASK_CONTRACTS

JUMP = (Path(__file__).parents[2] / "examples" / "jump_task" / "jump.py").read_text()
METHODS = """
from nge.evolution.methods import Method

GOOD = Method("random bodies, few of them", policy="mlp", new_bodies="random")
BAD = Method("", policy="brain")
"""


@pytest.fixture(autouse=True)
def _few_bodies(monkeypatch):
    monkeypatch.setattr(task_contracts, "BODIES", 60)


def lines(capsys):
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("name", ["foreign", "Foreign", "jump"])
def test_a_package_or_a_task_that_keeps_all_contracts_is_ok(name, installed, capsys):
    installed("[nge.tasks]\njump = jump:TASK\n", jump=JUMP)

    assert main(["check", name]) == 0

    found = lines(capsys)
    assert len(found) == 1 + len(TASK_CONTRACTS)
    assert found[0] == "ok     task jump: it can be loaded by its name"
    assert all(line.startswith("ok     task jump: ") for line in found)


def test_everything_a_package_offers_is_checked_and_what_is_wrong_is_said(installed, capsys):
    wrong = JUMP.replace('"height": sim_state.xp.maximum', '"height": 1 / 0 + sim_state.xp.maximum')
    installed(
        "[nge.tasks]\njump = wrong_jump:TASK\nhop = jump:TASK\nfish = jump:TASK\n"
        "gone = no_such:TASK\n[nge.methods]\ngood = some_methods:GOOD\nbad = some_methods:BAD\n"
        "[nge.loggers]\nempty = some_methods:GOOD\n",
        jump=JUMP,
        wrong_jump=wrong,
        some_methods=METHODS,
    )

    assert main(["check", "foreign"]) == 1

    found = lines(capsys)
    for line in (
        "wrong  task jump: the reward is the sum of its named parts: ZeroDivisionError: division "
        "by zero",
        "wrong  task hop: it can be loaded by its name: its entry point calls it 'hop', it calls "
        "itself 'jump'",
        "wrong  task fish: it can be loaded by its name: nge has a task of that name, which hides "
        "it; choose another",
        "wrong  task gone: it can be loaded by its name: task 'gone' of no_such:TASK cannot be "
        "loaded: No module named 'no_such'",
        "ok     method good: it gives valid settings with every preset",
        "wrong  method bad: it explains itself: about is empty; 'nge methods' shows it",
        "wrong  logger empty: it can be loaded by its name: entry point some_methods:GOOD must "
        "name a class with the methods of nge.runs.loggers.Logger, not Method",
    ):
        assert line in found
    [policy] = [one for one in found if "method bad: it gives valid settings" in one]
    assert "unknown policy 'brain'" in policy


def test_what_is_not_there_is_refused_with_the_nearest_name(capsys):
    assert main(["check", "wlaker"]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("nge: 'wlaker' is neither a package that offers something to nge nor")
    assert "did you mean 'walker'?" in err
    assert err.count("\n") == 1
