"""Every command that takes a run takes runs of both kinds, here recorded by version 2."""

import shutil

import pytest
from starlette.testclient import TestClient

from nge.cli.main import main
from nge.report.server import Door, app
from nge.runs.run import Run
from tests.runs.made import made_run, made_training
from tests.runs.test_recorded import RECORDED
from tests.tools import DRAWS

KINDS = ("evolution", "training")
COMMANDS = {  # words after the folder, and what is printed
    "list": ((), "hopper"),
    "status": ((), "stopped"),
    "show": ((), "0"),
    "leaderboard": ((), "fitness"),
    "verify": ((), "all is well"),
    "evaluate": (("--episodes", "1"), "mean"),
    "report": (("--episodes", "1"), "report.html"),
    "export": (("--to", "creature"), "card.md"),
}


@pytest.fixture(params=KINDS)
def folder(request, tmp_path, monkeypatch):
    """A run of either kind that was stopped, alone in a folder of runs."""
    monkeypatch.chdir(tmp_path)
    folder = shutil.copytree(RECORDED / request.param, tmp_path / "runs" / request.param)
    run = Run.open(folder)
    if run.done:
        run.with_limits(run.limits.model_copy(update={"max_generations": 3}))
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_every_run(command, folder, capsys):
    words, expected = COMMANDS[command]

    path = folder.parent if command == "list" else folder
    code = main([command, str(path), *words])

    shown = capsys.readouterr()
    assert code in (0, None), shown.err
    assert expected in shown.out


@DRAWS
def test_render_takes_every_run(folder, tmp_path):
    for wish in ([], ["--lineage"]):
        picture = tmp_path / f"picture{len(wish)}.png"
        assert main(["render", str(folder), *wish, "--out", str(picture)]) == 0
        assert picture.stat().st_size > 1000


def test_inspect_takes_every_run(folder, monkeypatch):
    class Closed:
        open = False

        def __init__(self, *_):
            pass

        def close(self):
            pass

    monkeypatch.setattr("nge.physics.viewer.Viewer", Closed)

    assert main(["inspect", str(folder)]) == 0


def test_watch_takes_every_run(folder):
    client = TestClient(app(folder, Door("127.0.0.1", 80, "token")), base_url="http://127.0.0.1")

    [line] = client.get("/api/runs").json()
    found = client.get(f"/api/run/{folder.name}/data").json()

    assert (line["name"], line["done"], line["working"]) == (folder.name, False, None)
    assert found["run"]["task"] == "hopper"


def test_compare_takes_every_run(tmp_path, capsys):
    search = made_run(tmp_path / "search", ((1.0, 2.0),), steps=500).folder
    alone = made_training(tmp_path / "alone", [[7.0]] * 10).folder

    assert main(["compare", str(search), str(alone)]) == 0

    shown = capsys.readouterr().out
    assert "nge" in shown
    assert "trained alone" in shown


@pytest.mark.slow
def test_resume_takes_every_run(folder, capsys):
    """In worker processes, which compile their programs."""
    assert main(["resume", str(folder), "--anyway", "--no-film", "--isolate"]) == 0

    shown = capsys.readouterr()
    assert "--isolate has no effect: bodies always train in worker processes" in shown.err
    assert Run.open(folder).done
    assert "Next: nge report" in shown.out
