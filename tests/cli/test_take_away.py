"""``nge render``, ``inspect``, ``export`` and ``compare`` as a user meets them."""

import csv
import json
import os
import re
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from nge.cli import render
from nge.cli.film import Look
from nge.cli.main import main
from nge.report.numbers import thinned
from tests.runs.made import evaluated, made_run, made_training
from tests.tools import DRAWS


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    run = made_run(tmp_path_factory.mktemp("cli") / "run", ((3.0, 2.0, 1.0), (2.0, 2.5)))
    evaluated(run, 3)
    return run


@pytest.fixture
def nge(capsys):
    def call(*words):
        code = main([str(word) for word in words])
        return SimpleNamespace(code=code, **capsys.readouterr()._asdict())

    return call


# --- render ---------------------------------------------------------------------------------


@DRAWS
def test_a_film_of_the_best(nge, run, tmp_path):
    done = nge("render", run.folder, "--gif", "--seconds", 0.4, "--out", tmp_path / "best.gif")

    assert done.code == 0, done.err
    assert done.out == f"wrote {tmp_path}/best.gif: 0.44 s of species 3, mean actions\n"
    with Image.open(tmp_path / "best.gif") as film:
        assert film.n_frames == 11


@DRAWS
def test_a_film_has_the_size_the_speed_and_the_view_that_were_asked_for(nge, run, tmp_path):
    words = ("render", run.folder, "--seconds", 0.4, "--size", "160x96")
    for camera in ("side", "front"):
        out = tmp_path / f"{camera}.gif"
        done = nge(*words, "--fps", 50, "--camera", camera, "--out", out)
        assert done.code == 0, done.err

    with Image.open(tmp_path / "side.gif") as side, Image.open(tmp_path / "front.gif") as front:
        assert side.size == front.size == (160, 96)
        assert side.n_frames == front.n_frames == 21  # 0 to 0.4 s
        assert side.info["duration"] == 20
        shots = [np.asarray(film.convert("RGB"), int) for film in (side, front)]
    assert np.abs(shots[0] - shots[1]).mean() > 2


def test_poses_between_control_steps_lie_between_them():
    poses = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 5.0]])

    shown, fps = Look(fps=20).frames(poses, 0.1, 10.0)

    assert fps == 20
    np.testing.assert_allclose(shown[:, 0], [0, 0.5, 1, 1.5, 2])
    np.testing.assert_allclose(shown[:, 1], [1, 2, 3, 4, 5])
    every, fps = Look().frames(poses, 0.1, 10.0)
    assert fps == 10
    assert np.array_equal(every, poses)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--size", "big"], "--size is 'big'; give width and height in pixels, as in 1280x720"),
        (["--size", "640"], "--size is '640'"),
        (["--size", "9x9"], "a picture of 9 x 9 pixels was asked for; each side must be 16..4096"),
        (["--size", "99999x100"], "each side must be 16..4096"),
        (["--fps", "0"], "--fps is 0; it must be at least 1"),
        (["--fps", "1000"], "--fps is 1000; it must be at most 120"),
        (["--fps", "nan"], "--fps is nan"),
        (["--fps", "60", "--gif"], "--fps 60 is more than the 50 of a GIF; write .mp4 instead"),
        (["--camera", "inside"], "--camera is 'inside'; did you mean 'side'?"),
    ],
)
def test_a_film_that_cannot_be_drawn_so_is_refused_in_one_line(nge, run, words, says):
    done = nge("render", run.folder, *words)

    assert done.code == 2, done.err
    assert says in done.err
    assert done.err.count("\n") == 1


@DRAWS
def test_pictures_go_into_the_folder_of_the_run(nge, run):
    done = nge("render", run.folder, "--species", 1, "--png")

    assert done.out == f"wrote {run.folder}/species-1.png\n"
    with Image.open(run.folder / "species-1.png") as picture:
        assert picture.size == (960, 720)


@DRAWS
def test_a_sheet_has_the_fittest_of_a_generation(nge, run, tmp_path):
    done = nge(
        *("render", run.folder, "--sheet", "--generation", 0, "--top", 2),
        *("--out", tmp_path / "sheet.png"),
    )

    assert done.out == f"wrote {tmp_path}/sheet.png: 2 bodies\n"


@DRAWS
def test_a_film_of_a_lineage_has_those_who_move_and_those_who_stand(nge, tmp_path, monkeypatch):
    run = made_run(tmp_path / "run", ((2.0, 1.0), (2.0, 1.5)))
    monkeypatch.setattr(render, "CLIP_SECONDS", 0.2)
    monkeypatch.setattr(render, "PAUSE_SECONDS", 0.12)
    run.weights.grave(0).unlink(missing_ok=True)
    monkeypatch.setattr(type(run), "keeps", lambda self, species: species != 0)

    done = nge("render", run.folder, "--species", 2, "--lineage", "--out", tmp_path / "line.gif")

    assert done.code == 0, done.err
    assert done.out == f"wrote {tmp_path}/line.gif: 2 bodies, 1 of them moving\n"
    with Image.open(tmp_path / "line.gif") as film:
        # The GIF joins frames that are alike: three of the one who stands, five of the other.
        assert 2 <= film.n_frames <= 8


@DRAWS
def test_a_lineage_as_a_sheet(nge, run, tmp_path):
    done = nge("render", run.folder, "--lineage", "--out", tmp_path / "line.png")

    assert done.out == f"wrote {tmp_path}/line.png: 2 bodies\n"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--species", "9"], "has no species 9; it has species 0 to 3"),
        (["--species", "2"], "the weights of species 2 are gone"),
        (["--sheet", "--mp4"], "--sheet is a picture of a generation; leave out"),
        (["--sheet", "--generation", "7"], "has 2 generations; there is no 7"),
        (["--mp4", "--gif", "--out", "a.mp4"], "--out names one file; give one of .mp4, .gif"),
        (["--gif", "--out", "a.mp4"], "--out a.mp4 is no .gif file; leave out --gif"),
        (
            ["--out", "a.bmp"],
            "--out a.bmp cannot be written; it must end with one of .mp4, .webp, .gif, .png",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(nge, run, words, line):
    done = nge("render", run.folder, *words)

    assert done.code == 2
    assert line in done.err.splitlines()[-1]


def test_a_long_line_is_shown_by_some_of_it_evenly():
    assert thinned(range(3), 4) == [0, 1, 2]
    assert thinned(range(100), 4) == [0, 33, 66, 99]
    assert list(thinned(range(100), 1)) == [99]


# --- inspect --------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="asks for a display")
def test_without_a_display_there_is_one_clear_line(nge, run, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    done = nge("inspect", run.folder)

    assert done.code == 2
    assert done.err == (
        "nge: a window needs a display and none is set (DISPLAY); nge render makes a film instead\n"
    )


class Window:
    """Stands for MuJoCo's window; the user pulls, and closes it after some steps."""

    def __init__(self, body, arena, instead):
        self.shown, self.closed = [], False
        self.pushes = np.zeros((len(body) + 1, 6))
        WINDOWS.append(self)

    @property
    def open(self):
        return len(self.shown) < 30

    def show(self, qpos, terrain=0):
        self.shown.append(qpos.copy())
        self.pushes[1, :3] = PUSH

    def close(self):
        self.closed = True


WINDOWS: list[Window] = []
PUSH = np.zeros(3)


def test_the_window_shows_the_controller_at_work_and_hands_on_pulls(nge, run, monkeypatch):
    WINDOWS.clear()
    monkeypatch.setattr("nge.physics.viewer.Viewer", Window)

    assert nge("inspect", run.folder).code == 0
    monkeypatch.setattr("tests.cli.test_take_away.PUSH", np.array([0.0, 0.001, 0.0]))
    assert nge("inspect", run.folder).code == 0

    alone, pulled = WINDOWS
    assert alone.closed
    assert np.array_equal(alone.shown, run.creature(3).poses(0)[:30])
    assert pulled.shown[-1][1] > alone.shown[-1][1]  # along y


# --- export ---------------------------------------------------------------------------------


def test_export_writes_a_bundle_and_says_how_to_run_it(nge, run, tmp_path):
    done = nge("export", run.folder, "--to", tmp_path / "creature")

    assert done.code == 0, done.err
    assert f"wrote {tmp_path}/creature/play.py" in done.out.splitlines()
    assert done.out.splitlines()[-1] == (
        f"Read {tmp_path}/creature/card.md; let it perform with: python {tmp_path}/creature/play.py"
    )


def test_export_names_no_player_where_there_is_none(nge, run, tmp_path, monkeypatch):
    monkeypatch.setattr("nge.runs.bundle.OURS", {})  # as if the task were another package's

    done = nge("export", run.folder, "--to", tmp_path / "creature")

    assert done.code == 0, done.err
    assert done.out.splitlines()[-1] == f"Read {tmp_path}/creature/card.md"
    assert "no play.py: it does not know the task fish of another package" in done.err
    assert not (tmp_path / "creature" / "play.py").exists()


def test_export_needs_a_folder(nge, run):
    done = nge("export", run.folder)

    assert done.code == 2
    assert "--to" in done.err


# --- compare --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    best = {("nge", 0): [1, 4], ("nge", 1): [2, 6], ("rgs", 0): [3], ("rgs", 1): [5]}
    return [
        made_run(
            folder / f"{method}-{seed}", [(b, b - 2) for b in rows], method=method, seed=seed
        ).folder
        for (method, seed), rows in best.items()
    ]


def test_a_table_as_text_says_what_was_cut(nge, runs):
    done = nge("compare", *runs)

    titles, nge_line, rgs_line, *notes = done.out.splitlines()
    assert titles.split()[:4] == ["fish", "seeds", "steps", "hours"]
    assert nge_line.split()[:5] == ["nge", "2", "200", "0.0100", "1.50"]
    assert rgs_line.split()[4:] == [
        *("4.00", "[3.00,", "5.00]", "3.00..5.00", "3.00", "-", "1.00", "[1.00,", "1.00]")
    ]
    assert notes[0].startswith("note: cut at 200 control steps, which every run has; 2 of 4 went")
    assert notes[-1] == "note: P(better) is the chance to beat a run of nge"


def test_a_table_of_cells_holds_nothing_else(nge, runs):
    done = nge("compare", *runs, "--format", "csv", "--anyway")

    nge_row, rgs_row = csv.DictReader(done.out.splitlines())
    assert [nge_row["method"], rgs_row["method"]] == ["nge", "rgs"]
    for row, values in (
        (nge_row, [2, 400, 400, 0.02, 5, 4, 6, 4, 6, 4, None, None, None, None]),
        (rgs_row, [2, 200, 200, 0.01, 4, 3, 5, 3, 5, 3, None, 0.25]),
    ):
        cells = list(row.values())[2 : 2 + len(values)]
        assert all(re.fullmatch(r"(-?\d+(\.\d+)?)?", cell) for cell in cells)
        assert [float(cell) if cell else None for cell in cells] == values
    assert "note: unequal budgets: 200 to 400 control steps" in done.err


def test_the_long_form_has_a_line_for_every_generation_of_every_run(nge, runs):
    done = nge("compare", *runs, "--format", "csv-long", "--anyway")

    rows = list(csv.reader(done.out.splitlines()))
    assert rows[0] == ["run", "task", "method", "seed", "step", "value"]
    assert rows[1:] == [
        ["nge-0", "fish", "nge", "0", "200", "1"],
        ["nge-0", "fish", "nge", "0", "400", "4"],
        ["nge-1", "fish", "nge", "1", "200", "2"],
        ["nge-1", "fish", "nge", "1", "400", "6"],
        ["rgs-0", "fish", "rgs", "0", "200", "3"],
        ["rgs-1", "fish", "rgs", "1", "200", "5"],
    ]


def test_json_has_groups_runs_and_notes(nge, runs):
    done = nge("compare", *runs, "--format", "json")

    found = json.loads(done.out)
    assert [group["best_so_far"] for group in found["groups"]] == [1.5, 4.0]
    assert [run["best_so_far"] for run in found["runs"]] == [1.0, 2.0, 3.0, 5.0]
    assert found["groups"][0]["probability_better"] is None
    assert found["notes"][0].startswith("cut at 200 control steps")


def test_what_is_no_run_is_left_out_of_a_comparison(nge, runs, tmp_path):
    others = tmp_path / "tour", tmp_path / "notes"
    for folder in others:
        folder.mkdir()

    done = nge("compare", others[0], *runs, others[1])

    assert done.code == 0, done.err
    assert done.out == nge("compare", *runs).out
    assert done.err.startswith(f"left out, as no runs: {others[0]}, {others[1]}\n")
    nothing = nge("compare", *others)
    assert nothing.code == 2
    assert nothing.err.startswith(f"nge: {others[0]} is not a run: it has no run.json")
    assert nothing.err.count("\n") == 1
    missing = nge("compare", *runs, tmp_path / "tuor")
    assert missing.code == 2
    assert "tuor is not a run: there is no such folder" in missing.err


def test_the_hand_designed_body_trained_alone_is_a_line_or_asked_for(nge, runs, tmp_path):
    alone = made_training(tmp_path / "alone", [[7.0]] * 10).folder

    with_it = nge("compare", *runs, alone, "--anyway")
    without = nge("compare", *runs, "--anyway")

    assert "hand-designed fish, trained alone" in with_it.out.splitlines()[3]
    assert "hint" not in with_it.err
    assert without.err == (
        "hint: add the hand-designed body trained alone, a run of "
        "'nge train fish --seeds 5 --max-steps 400'\n"
    )


@pytest.mark.parametrize(
    ("form", "note"), [("markdown", "\ncut at 200"), ("latex", "\n% cut at 200")]
)
def test_notes_go_with_tables_for_papers(nge, runs, form, note):
    assert note in nge("compare", *runs, "--format", form).out


def test_a_page_is_written_beside_the_table(nge, runs, tmp_path):
    done = nge("compare", *runs, "--html", tmp_path / "page.html")

    assert done.code == 0, done.err
    assert done.err.endswith(f"\nwrote {tmp_path}/page.html\n")
    assert done.out.startswith("fish")
    assert (tmp_path / "page.html").is_file()


def test_a_figure_is_written_beside_the_table(nge, runs, tmp_path):
    pytest.importorskip("matplotlib")

    done = nge("compare", *runs, "--figure", tmp_path / "figure.svg")

    assert done.code == 0, done.err
    assert (tmp_path / "figure.svg").is_file()
