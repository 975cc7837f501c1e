"""``nge compare --html``: one file that needs nothing else, with the numbers of the comparison."""

import base64
import gzip
import json
import re

import numpy as np
import pytest

from nge.errors import RunError
from nge.report.comparison import AXES, CURVES, compare
from nge.report.comparison_page import comparison_data, write_comparison
from nge.report.comparison_table import groups_table
from tests.runs.made import made_run


@pytest.fixture(scope="module")
def comparison(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    best = {("nge", 0): [1, 4, 9], ("nge", 1): [2, 6, 8], ("rgs", 0): [None, 3]}
    runs = [
        made_run(
            folder / f"{method}-{seed}",
            [(b, None if b is None else b - 2) for b in rows],
            method=method,
            seed=seed,
        )
        for (method, seed), rows in best.items()
    ]
    return compare(runs)


@pytest.fixture(scope="module")
def text(comparison, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "deep" / "fish.html"
    write_comparison(comparison, out)
    return out.read_text()


@pytest.fixture(scope="module")
def shown(text):
    packed = re.search(r'<script id="comparison" type="text/plain">(.*?)</script>', text)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def same(numbers, expected):
    """Tell whether the page has these numbers, and null where there are none."""
    return np.array_equal(np.array(numbers, float), expected, equal_nan=True)


def test_the_page_has_the_curves_of_the_comparison(shown, comparison):
    for found, group in zip(shown["groups"], comparison.groups, strict=True):
        for which in CURVES:
            for axis in AXES:
                line, curve = found["curves"][which][axis], group.curve(which, axis)
                assert same(line["at"], curve.at)
                assert same(line["middle"], curve.middle)
                assert same([line["low"], line["high"]], curve.band)


def test_the_page_has_the_end_of_every_seed(shown, comparison):
    nge, rgs = shown["groups"]

    assert nge["runs"] == ["nge-0", "nge-1"]
    assert nge["ends"]["best so far"]["seeds"] == [4, 6]  # cut where rgs ends
    assert nge["ends"]["best so far"]["middle"] == 5
    assert nge["ends"]["median of generation"]["seeds"] == [3, 5]
    assert (rgs["ends"]["best so far"]["low"], rgs["ends"]["best so far"]["high"]) == (None, None)


def test_the_page_has_the_table_and_the_notes_of_the_terminal(shown, comparison):
    assert shown["group_table"] == [list(line) for line in groups_table(comparison)]
    assert shown["group_notes"] == ["P(better) is the chance to beat a run of nge"]
    assert shown["notes"] == comparison.notes
    assert shown["budget"] == "400"
    titles, *lines = shown["run_table"]
    assert titles[:4] == ["run", "group", "seed", "steps"]
    assert [line[:4] for line in lines] == [
        ["nge-0", "nge", "0", "400"],
        ["nge-1", "nge", "1", "400"],
        ["rgs-0", "rgs", "0", "400"],
    ]


def test_the_page_refers_to_nothing_outside_itself(text):
    without_program = re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)

    assert re.findall(r"(?:src|href)\s*=\s*[\"'](?!data:)[^\"']*", without_program) == []
    assert "default-src 'none'" in text
    assert "<title>fish: nge, rgs</title>" in text


def test_the_data_is_the_same_every_time(shown, comparison):
    assert json.loads(json.dumps(comparison_data(comparison))) == shown


def test_a_page_that_cannot_be_written_is_one_line(comparison, tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(RunError, match=r"page\.html cannot be written"):
        write_comparison(comparison, tmp_path / "file" / "page.html")
