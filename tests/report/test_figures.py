import sys

import pytest

from nge.errors import PictureError
from nge.report.comparison import compare
from nge.report.figures import draw_comparison, look_of
from tests.runs.made import made_run


@pytest.fixture(scope="module")
def comparison(tmp_path_factory):
    folder = tmp_path_factory.mktemp("figures")
    rows = ((1.0, 0.5), (2.0, 1.0))
    runs = [
        made_run(folder / f"{method}-{seed}", rows, method=method, seed=seed)
        for method in ("nge", "rgs")
        for seed in range(2)
    ]
    return compare(runs)


@pytest.mark.parametrize(
    ("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_a_figure_is_drawn_by_its_ending(comparison, tmp_path, ending, start):
    pytest.importorskip("matplotlib")
    draw_comparison(comparison, tmp_path / f"figure.{ending}")

    assert (tmp_path / f"figure.{ending}").read_bytes().startswith(start)


def test_a_figure_says_what_it_shows_and_comes_out_the_same_again(comparison, tmp_path):
    pytest.importorskip("matplotlib")
    for name in ("one", "two"):
        draw_comparison(comparison, tmp_path / f"{name}.svg")

    text = (tmp_path / "one.svg").read_text()
    for words in (
        "nge, 2 seeds",
        "rgs, 2 seeds",
        "control steps, millions",
        "hours of work",
        "fitness, best so far",
        "fewer than 5 seeds",
    ):
        assert words in text
    assert text == (tmp_path / "two.svg").read_text()


def test_an_unknown_ending_is_refused(comparison, tmp_path):
    with pytest.raises(PictureError, match=r"must end with one of \.png, \.svg, \.pdf"):
        draw_comparison(comparison, tmp_path / "figure.bmp")


def test_without_matplotlib_the_extra_is_named(comparison, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(PictureError, match=r"pip install 'neural-graph-evolution\[plots\]'"):
        draw_comparison(comparison, tmp_path / "figure.png")


def test_many_groups_differ_in_colour_or_dashes():
    assert len({look_of(index) for index in range(32)}) == 32
