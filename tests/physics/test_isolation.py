import os
from dataclasses import asdict

import pytest

from nge.cli.main import main
from nge.errors import BodyError
from nge.physics import isolation
from nge.physics.isolation import body_in, check_files, robot_in
from nge.physics.mjcf import write_mjcf
from nge.physics.robots import read_robot
from nge.tasks.registry import OURS

ROBOT = """
<body name="base"><geom size=".1"/>
  <body name="leg" pos="0 0 .2">
    <joint axis="0 1 0" limited="true" range="-30 60"/><geom type="capsule" size=".05 .2"/>
    <body name="toe" pos="0 0 .2"><joint type="ball"/><geom size=".1"/></body>
  </body>
</body>
"""


def write_model(folder, inside="", outside="", name="robot.xml"):
    """Write a robot with more in its world and beside it."""
    path = folder / name
    path.write_text(f"<mujoco><worldbody>{ROBOT}{inside}</worldbody>{outside}</mujoco>")
    return path


def refusal(function, *given):
    with pytest.raises(BodyError) as refused:
        function(*given)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.fixture
def folder(tmp_path):
    """Return a model's folder with a folder of meshes in it, and things that lie outside it."""
    (tmp_path / "outside.xml").write_text("<mujoco/>")
    home = tmp_path / "home"
    (home / "meshes").mkdir(parents=True)
    (home / "meshes" / "leg.stl").write_bytes(b"mesh")
    (home / "inner.xml").write_text('<mujoco><include file="deeper.xml"/></mujoco>')
    (home / "link.xml").symlink_to(tmp_path / "outside.xml")
    os.mkfifo(home / "pipe.xml")
    return home


# --- a process of its own ---------------------------------------------------------------


def test_a_robot_comes_out_of_its_process_as_it_was_read(tmp_path, monkeypatch):
    path = write_model(tmp_path)
    (tmp_path / "json.py").write_text(
        "raise SystemExit('a file of the current folder was imported')"
    )
    monkeypatch.chdir(tmp_path)

    robot = robot_in(path.relative_to(tmp_path))

    expected = read_robot(path)
    assert str(asdict(robot)) == str(asdict(expected))
    assert robot.parts[1].turns[0].limits == expected.parts[1].turns[0].limits
    assert sorted(os.listdir(tmp_path)) == ["json.py", "robot.xml"]


def test_a_body_comes_out_of_its_process_as_it_was_written(tmp_path):
    body, arena = OURS["walker"].hand_designed(), OURS["walker"].arena
    (tmp_path / "body.xml").write_text(write_mjcf(body, arena))

    assert body_in(tmp_path / "body.xml") == body


BOMBS = {
    "bodies": '<replicate count="1000000"><body pos="1 0 0"><geom size=".1"/></body></replicate>',
    "a soft body": '<flexcomp name="f" type="grid" dim="3" count="400 400 400" spacing="1 1 1"/>',
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_model_that_takes_too_long_is_given_up(bomb, tmp_path, monkeypatch):
    monkeypatch.setattr(isolation, "SECONDS", 2)

    said = refusal(robot_in, write_model(tmp_path, bomb))

    assert said == "reading it takes more than 2 s; give a smaller model"


def test_a_process_that_waits_for_ever_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(isolation, "PATIENCE", 0.5)
    monkeypatch.setattr(isolation, "START", "import time; time.sleep(60)")

    assert "takes more than 20 s" in refusal(robot_in, write_model(tmp_path))


def test_a_model_that_takes_too_much_memory_is_given_up(tmp_path):
    field = '<hfield name="h" nrow="60000" ncol="60000" size="1 1 1 1"/>'
    path = write_model(
        tmp_path, '<geom type="hfield" hfield="h"/>', outside=f"<asset>{field}</asset>"
    )

    assert "GB of memory" in refusal(robot_in, path)


def test_a_process_that_crashes_is_a_reason_to_refuse_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(isolation, "START", "import os; os.abort()")

    said = refusal(robot_in, write_model(tmp_path))

    assert said.startswith(
        "reading it was ended by SIGABRT: it is damaged, or needs more than 4 GB"
    )


def test_a_fault_of_ours_is_not_blamed_on_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(isolation, "START", "raise ImportError('no mujoco')")

    with pytest.raises(RuntimeError, match=r"failed: ImportError: no mujoco"):
        robot_in(write_model(tmp_path))


def test_the_command_refuses_an_include_that_never_ends_in_one_line(folder, capsys):
    path = write_model(folder, outside='<include file="pipe.xml"/>')

    code = main(["import", str(path), "--task", "walker"])

    said = capsys.readouterr().err
    assert code == 2
    assert "robot.xml: it uses 'pipe.xml', which is not a regular file" in said
    assert said.count("\n") == 1


# --- files that a model uses ------------------------------------------------------------


OUTSIDE = {
    "above": '<include file="../outside.xml"/>',
    "above, by another name": "<include file = '&#46;./outside.xml'/>",
    "by a link": '<include file="link.xml"/>',
    "absolute": '<include file="ABSOLUTE"/>',
    "a device": '<include file="/dev/zero"/>',
    "in a folder above": '<compiler meshdir=".."/><asset><mesh file="outside.xml"/></asset>',
    "side of a box": '<asset><texture type="cube" fileright="../outside.xml"/></asset>',
    "behind quotes": """<text name='file="' file='../outside.xml' data='"'/>""",
}


@pytest.mark.parametrize("use", OUTSIDE.values(), ids=OUTSIDE)
def test_a_file_outside_the_models_folder_is_refused(use, folder):
    use = use.replace("ABSOLUTE", str(folder.parent / "outside.xml"))

    said = refusal(check_files, write_model(folder, outside=use))

    assert said.endswith("outside its own folder; copy all that it uses there")


def test_files_of_included_files_are_looked_at_too(folder):
    (folder / "deeper.xml").write_text('<mujoco><include file="../outside.xml"/></mujoco>')

    said = refusal(check_files, write_model(folder, outside='<include file="inner.xml"/>'))

    assert said.startswith("it uses 'outside.xml' outside its own folder")


@pytest.mark.parametrize(
    "use",
    [
        '<asset><mesh file="meshes/leg.stl"/></asset>',
        '<compiler meshdir="meshes"/><asset><mesh file="leg.stl"/></asset>',
        '<asset><mesh file="meshes/../meshes/leg.stl"/></asset>',
        '<include file="inner.xml"/>',
        '<include file="../missing.xml"/>',
        f'<include file="{"x" * 5000}&#0;"/>',
    ],
)
def test_files_in_the_models_folder_may_be_used_and_missing_ones_are_for_mujoco_to_tell(
    use, folder
):
    check_files(write_model(folder, outside=use))


def test_a_file_that_is_too_large_is_refused(folder):
    with open(folder / "meshes" / "huge.stl", "wb") as file:
        file.truncate(1 << 40)

    said = refusal(
        check_files, write_model(folder, outside='<asset><mesh file="meshes/huge.stl"/></asset>')
    )

    assert said == "it uses 'huge.stl', which has more than 100 MB"
