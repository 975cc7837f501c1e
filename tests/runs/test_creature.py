import base64
import re

import pytest

from nge.errors import PictureError, RunError
from nge.runs import creature as creatures
from nge.runs.creature import chosen
from nge.runs.run import Run
from tests.runs.made import evaluated, made_run
from tests.tools import DRAWS


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return made_run(tmp_path_factory.mktemp("creature") / "run", ((3.0, 2.0, 1.0), (2.0, 2.5)))


def test_the_best_is_the_fittest_unless_some_were_evaluated_anew(tmp_path):
    run = made_run(tmp_path / "run", ((1.0, 2.0),))
    assert run.best() == run.creature().id == 1

    evaluated(run, 0)

    assert run.best() == 0


def test_a_species_is_chosen_by_number_or_as_the_best(run):
    assert chosen(run, "best").id == 3
    assert chosen(run, "1").id == 1
    with pytest.raises(RunError, match="no species 'fish'; give 'best' or a number"):
        chosen(run, "fish")
    with pytest.raises(RunError, match="no species 9; it has species 0 to 3"):
        chosen(run, "9")


def test_a_run_without_a_generation_has_no_best(tmp_path):
    run = made_run(tmp_path / "run", ())

    with pytest.raises(RunError, match="no weights yet; wait for its first generation"):
        run.creature()


def test_a_creature_knows_its_ancestors_and_whether_it_can_move(run):
    child = run.creature(3)

    assert [one.id for one in child.ancestors] == [0, 3]
    assert [run.creature(one).trained for one in range(4)] == [True, False, False, True]


def test_what_was_evaluated_is_not_evaluated_again(tmp_path):
    run = made_run(tmp_path / "run", ((1.0, 2.0),))
    totals = evaluated(run, 1, seed=5)

    seed, done = run.creature(1).performance

    assert (seed, done.returns.tolist()) == (5, totals)


@DRAWS
def test_a_creature_shows_itself_in_a_notebook(run):
    shown = run.creature(3)._repr_html_()

    picture = re.search(r'src="data:image/png;base64,([^"]+)"', shown)
    assert base64.b64decode(picture[1]).startswith(b"\x89PNG")
    assert "fitness 2.50" in shown
    assert "born in generation 1 by add_node, after 1 mutation<" in shown


def test_a_run_shows_itself_in_a_notebook_with_its_best(run):
    shown = Run.open(run.folder)._repr_html_()

    assert "2 generations" in shown
    assert "<b>species 3</b>" in shown


def test_without_opengl_a_creature_shows_itself_in_words(run, monkeypatch):
    def refuse(*_):
        raise PictureError("no OpenGL <here>")

    monkeypatch.setattr(creatures, "still", refuse)

    shown = run.creature(3)._repr_html_()

    assert "no picture: no OpenGL &lt;here&gt;" in shown
    assert "fitness 2.50" in shown
