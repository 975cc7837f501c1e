import json

import pytest

from nge.body.serialization import from_json
from nge.cli.main import main
from tests.tasks.helpers import robot_file

HALF_CHEETAH = "gymnasium half_cheetah"


def test_the_body_goes_to_stdout_and_the_table_to_stderr(capsys):
    code = main(["import", str(robot_file(HALF_CHEETAH)), "--task", "cheetah"])

    shown = capsys.readouterr()
    assert code == 0
    assert len(from_json(shown.out)) == 7
    assert "bthigh" in shown.err
    for word in ("kept", "approximated", "dropped"):
        assert f"\n{word}" in shown.err


def test_with_out_the_body_goes_to_a_file_that_is_a_body(tmp_path, capsys):
    out = tmp_path / "cheetah.json"

    words = ["import", str(robot_file(HALF_CHEETAH)), "--task", "cheetah", "--out", str(out)]
    code = main(words)

    shown = capsys.readouterr()
    assert code == 0
    assert json.loads(out.read_text())["kind"] == "limbs"
    assert "bthigh      1.54      1.54    +0.0%     0.382     0.382    +0.0%" in shown.out
    assert shown.err == ""
    assert main(["body", "show", str(out), "--task", "cheetah"]) == 0


def test_a_robot_can_be_shown_as_a_body_of_a_task(capsys):
    assert main(["body", "show", str(robot_file(HALF_CHEETAH)), "--task", "cheetah"]) == 0

    assert "7 parts, 6 motors, 14 kg in cheetah" in capsys.readouterr().out


def test_another_robot_is_refused_unless_it_is_asked_for(tmp_path, capsys):
    swimmer, out = str(robot_file("gymnasium swimmer")), tmp_path / "s.json"
    words = ["import", swimmer, "--task", "fish", "--out", str(out)]
    difference = "the length of mid is 0.07 m instead of 1.2 (-94 %)"

    assert main(words) == 2

    refused = capsys.readouterr()
    assert refused.out == ""
    assert refused.err == (
        f"nge: {swimmer}: for fish it becomes another robot: {difference}; "
        "add --approximate to make it all the same and see all that changes\n"
    )
    assert not out.exists()
    assert main([*words, "--approximate"]) == 0
    assert f"This is another robot: {difference}." in capsys.readouterr().out
    assert out.is_file()


@pytest.mark.parametrize(
    ("words", "error_message"),
    [
        (["nowhere.xml", "--task", "walker"], "nowhere.xml is no file; give a robot as .xml"),
        (["HERE", "--task", "crawler"], "unknown task 'crawler'"),
        (["HERE", "--task", "walker"], "here.xml: MuJoCo cannot read it"),
        (["HERE", "--task", "walker", "--out", "x.xml"], "cannot write x.xml; an imported body"),
        (["HERE"], "--task is missing"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(words, error_message, tmp_path, capsys):
    (tmp_path / "here.xml").write_text("<mujoco>")
    words = [str(tmp_path / "here.xml") if word == "HERE" else word for word in words]

    code = main(["import", *words])

    shown = capsys.readouterr()
    assert code == 2
    assert shown.out == ""
    assert error_message in shown.err
    assert shown.err.count("\n") == 1
