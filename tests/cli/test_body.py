import pytest

from nge.body.serialization import to_json
from nge.cli.main import main
from nge.errors import BodyError
from nge.physics.compile import compile_body
from nge.tasks.registry import OURS
from tests.body.helpers import middle_body

WALKER = OURS["walker"]


def test_a_body_is_printed_limb_by_limb_with_its_branches(tmp_path, capsys):
    (tmp_path / "body.json").write_text(to_json(middle_body("limbs", 0, 1, 0, 2, 1)))

    assert main(["body", "show", str(tmp_path / "body.json")]) == 0

    names = [line.split(" position")[0].rstrip() for line in capsys.readouterr().out.split("\n")]
    assert names[2:-1] == [
        "├─ part 1",
        "│  ├─ part 2",
        "│  │  └─ part 4",
        "│  └─ part 5",
        "└─ part 3",
    ]


def test_a_chain_of_as_many_parts_as_allowed_is_shown_and_flies(tmp_path, capsys):
    (tmp_path / "chain.json").write_text(to_json(middle_body("limbs", *range(99))))

    assert main(["body", "show", str(tmp_path / "chain.json")]) == 0

    assert "limbs: 100 parts, 99 motors" in capsys.readouterr().out


def test_a_file_of_a_thousand_parts_is_refused_in_one_line(tmp_path, capsys):
    (tmp_path / "chain.json").write_text(to_json(middle_body("limbs", *range(999))))

    assert main(["body", "show", str(tmp_path / "chain.json")]) == 2

    shown = capsys.readouterr().err
    assert "chain.json: the body has 1000 parts; at most 100 are allowed" in shown
    assert shown.count("\n") == 1


def test_no_model_is_built_of_more_parts_than_allowed():
    with pytest.raises(BodyError, match="the body has 101 parts"):
        compile_body(middle_body("limbs", *range(100)), WALKER.arena)


def test_an_ending_that_no_body_is_written_with_is_refused_with_all_there_are(tmp_path, capsys):
    assert main(["body", "convert", "fish", str(tmp_path / "fish.step")]) == 2

    said = capsys.readouterr().err
    assert "(.step); did you mean '.stl'?" in said
    for ending in (".json", ".glb", ".png", ".webp", "or a folder"):
        assert ending in said
