"""Creatures in notebooks: in motion where they can move, else at rest beside the reason."""

import re
from html import unescape

import pytest

import nge
from nge.report import notebook
from nge.report.notebook import stage, stage_data
from nge.runs.creature import Creature
from tests.runs.made import made_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return made_run(tmp_path_factory.mktemp("notebook") / "run", ((3.0, 2.0, 1.0), (2.0, 2.5)))


def test_what_users_enter_by_gives_creatures_their_stage(run, monkeypatch):
    monkeypatch.setattr(Creature, "stage", Creature.image)

    best = nge.Run.open(run.folder).creature()

    shown = best._repr_html_()
    assert shown.count("<iframe") == 1
    assert "<img" not in shown
    assert "fitness 2.50" in shown


def test_the_frame_may_run_its_program_and_nothing_else(run):
    shown = stage(run.creature(1))
    attributes, page = re.fullmatch(r'<iframe ([^<]*)srcdoc="([^"]*)"></iframe>', shown).groups()

    assert 'sandbox="allow-scripts allow-downloads"' in attributes
    assert "default-src 'none'" in unescape(page)
    assert re.findall(r"(?:src|href)\s*=\s*[\"'](?!data:)[^\"']*", unescape(page)) == []
    assert len(shown) < 400_000  # a notebook may hold many


def test_a_creature_that_can_move_brings_an_episode(run):
    found = stage_data(run.creature(3))

    assert found["still"] == ""
    assert found["episode"]["parts"] == len(found["bodies"][0]) / 5 == len(run.body(3))


def test_a_creature_without_weights_rests_and_says_why(run):
    found = stage_data(run.creature(1))

    assert found["episode"] is None
    assert found["still"].startswith("At rest: the weights of species 1 are gone: it died")
    assert len(found["bodies"][0]) / 5 == len(run.body(1))


def test_what_failed_is_not_let_loose_in_a_notebook(rows, monkeypatch):
    def let_loose(*_):
        raise AssertionError

    monkeypatch.setattr(notebook, "recorded", let_loose)

    found = stage_data(rows.creature(40))

    assert found["still"] == "At rest: its physics blew up in 6 of 8 episodes."
