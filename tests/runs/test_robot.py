from pathlib import Path

import mujoco
import pytest

from nge.body.serialization import from_json
from nge.errors import BodyError
from nge.physics.mjcf import read_mjcf
from nge.runs.robot import robot_files, write_robot
from nge.tasks.registry import OURS

FISH = OURS["fish"]


def test_a_folder_gets_every_format_and_each_can_be_read(tmp_path):
    written = write_robot(FISH.hand_designed(), FISH, tmp_path / "new" / "fish")

    folder = tmp_path / "new" / "fish"
    assert sorted(path for path in folder.rglob("*") if path.is_file()) == sorted(written)
    assert from_json((folder / "robot.json").read_text()) == FISH.hand_designed()
    assert read_mjcf((folder / "robot.xml").read_text()) == FISH.hand_designed()
    assert mujoco.MjModel.from_xml_path(str(folder / "robot.urdf")).nv == 15
    assert (folder / "robot.glb").read_bytes().startswith(b"glTF")
    assert len(list((folder / "robot_meshes").glob("*.stl"))) == 5


def test_an_stl_is_one_file_per_part():
    files = robot_files(FISH.hand_designed(), FISH.arena, Path("here/nemo.stl"))

    assert list(files) == [
        f"nemo_{part}.stl" for part in ("torso", "part1", "part2", "part3", "part4")
    ]


def test_an_unknown_ending_is_refused_with_the_known_ones():
    with pytest.raises(BodyError, match=r"cannot write fish.obj \(.obj\); known: .glb, .json"):
        robot_files(FISH.hand_designed(), FISH.arena, Path("fish.obj"))
