"""Robots as bones: bodies of ours come back from MJCF, and what is no such robot is refused."""

import re

import numpy as np
import pytest

from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.library import hand_designed
from nge.errors import BodyError
from nge.physics.mjcf import write_mjcf
from nge.physics.robots import read_robot
from nge.tasks import robot_import
from nge.tasks.registry import OURS
from nge.tasks.robot_import import import_robot
from tests.tasks.helpers import robot_file

SUITE = ("suite/cheetah", "suite/walker-hard", "suite/terraincrosser", "suite/swimmer")
IN_SPACE = "suite/crawler"


@pytest.fixture(autouse=True)
def _read_in_this_process(monkeypatch):
    """Save each file the start of a process; ``tests/physics/test_isolation.py`` has that."""
    monkeypatch.setattr(robot_import, "robot_in", read_robot)


def as_robot(tmp_path, body, task, change=lambda text: text):
    """Write a body as MJCF and import it as any other robot: by its shapes, joints and motors."""
    file = tmp_path / "robot.xml"
    file.write_text(change(write_mjcf(body, task.arena)), encoding="utf-8")
    return import_robot(file, task)


@pytest.mark.parametrize("name", [*SUITE, IN_SPACE])
def test_a_body_of_bones_comes_back_from_mjcf(name, tmp_path):
    task = OURS[name]
    bodies = [task.space().random_body(np.random.default_rng(seed)) for seed in range(6)]

    for body in (task.hand_designed(), *bodies):
        found = as_robot(tmp_path, body, task)

        names = [part.name for part in found.parts]
        rows = [0, *(names.index(f"part{one.id}") for one in body.parts[1:])]
        assert found.difference is None
        assert sorted(rows) == list(range(len(body)))  # MuJoCo has them depth first
        for mine, row in enumerate(rows):
            given, here = body.parts[mine].attributes, found.body.parts[row].attributes
            np.testing.assert_allclose(here, given, atol=1e-6)
            parent = body.parents[mine]
            assert found.body.parents[row] == (rows[parent] if mine else NO_PARENT)
        assert not found.approximated


def test_a_known_robot_of_capsules_from_joint_to_joint_comes_through():
    found = import_robot(robot_file("gymnasium swimmer"), OURS["suite/swimmer"])

    assert found.difference is None
    assert len(found.body) == 3
    for part in found.body.parts:
        x, y, radius, extension = part.attributes[:4]
        assert (np.hypot(x, y) + extension, radius) == pytest.approx((1.0, 0.1))
    assert found.approximated == ("torso: turns about a point 200 mm from its end",), (
        found.approximated
    )


@pytest.mark.parametrize(
    ("robot", "task", "said"),
    [
        ("gymnasium half_cheetah", "suite/cheetah", r"the joint of \w+ is \d+ mm from the end of"),
        ("gymnasium humanoid", "suite/crawler", r"° out of the plane in which bones lie at rest"),
    ],
)
def test_a_robot_that_is_not_made_of_bones_is_refused_with_the_reason(robot, task, said):
    with pytest.raises(BodyError, match=said):
        import_robot(robot_file(robot), OURS[task])


def test_what_a_bone_cannot_have_is_told(tmp_path):
    task = OURS["suite/cheetah"]

    def narrower(text):
        return re.sub(r'range="-\S+ (\S+)"', r'range="-0.5 \1"', text, count=1)

    found = as_robot(tmp_path, hand_designed("suite/cheetah"), task, narrower)

    assert any("here 360° both ways" in line for line in found.approximated), found.approximated


def test_a_torso_turns_about_the_place_that_it_turned_about(tmp_path):
    task, body = OURS["suite/cheetah"], hand_designed("suite/cheetah")
    longer = (*body.parts[0].attributes[:3], 0.4)  # the torso reaches further back
    other = BodyGraph(body.kind, (Part(0, longer), *body.parts[1:]), body.parents)

    found = as_robot(tmp_path, other, task)

    np.testing.assert_allclose(found.body.parts[0].attributes, longer, atol=1e-6)
