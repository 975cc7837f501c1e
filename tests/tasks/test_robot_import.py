"""Robots of others as bodies: what was in the file, as MuJoCo compiles it, against ours."""

import warnings
from pathlib import Path

import mujoco
import numpy as np
import pytest

from nge.errors import BodyError
from nge.physics.engines import smoke_test
from nge.physics.mjcf import write_mjcf
from nge.physics.robots import read_robot
from nge.physics.urdf import urdf_of
from nge.runs.robot import write_robot
from nge.tasks import robot_import
from nge.tasks.bodies import find_body
from nge.tasks.registry import OURS
from nge.tasks.robot_import import import_robot
from tests.tasks.helpers import ROBOTS, robot_file

EACH_ROBOT = pytest.mark.parametrize(("robot", "task"), ROBOTS.items(), ids=ROBOTS)
PLANAR = pytest.mark.parametrize("robot", [name for name in ROBOTS if "fish" not in name])
CAPSULE, ELLIPSOID = mujoco.mjtGeom.mjGEOM_CAPSULE, mujoco.mjtGeom.mjGEOM_ELLIPSOID

LEG = """
<mujoco model="leg">
  <worldbody>
    <body name="hip" pos="0 0 1">
      <freejoint/>
      <geom type="capsule" size=".05 .2"/>
      <body name="leg" pos="0 0 -.2">
        <joint name="swing" axis="0 1 0" range="-90 30" limited="true"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".04"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="swing" gear="40"/></actuator>
</mujoco>
"""


@pytest.fixture(autouse=True)
def _read_in_this_process(monkeypatch):
    """Save each file the start of a process; ``tests/physics/test_isolation.py`` has that."""
    monkeypatch.setattr(robot_import, "robot_in", read_robot)


def file_model(robot):
    """Return the file's own model and its parts, in the order in which the import lists them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an old word in two of the files
        model = mujoco.MjSpec.from_file(str(robot_file(robot))).compile()
    return model, range(model.body("torso").id, model.nbody)


def sides(model, body):
    """Return the longest and the second longest side of what a body looks like."""
    first, count = model.body_geomadr[body], model.body_geomnum[body]
    found = []
    for geom in range(first, first + count):
        size = model.geom_size[geom]
        if model.geom_type[geom] == CAPSULE:
            found.append((size[0] + size[1], size[0]))
        elif model.geom_type[geom] == ELLIPSOID:
            found.append(tuple(sorted(size)[:0:-1]))
    return 2 * np.array(max(found))


@EACH_ROBOT
def test_a_robot_keeps_its_masses(robot, task):
    model, bodies = file_model(robot)

    compiled = OURS[task].compile(import_robot(robot_file(robot), OURS[task]).body)

    ours = compiled.model.body_mass[compiled.bodies]
    np.testing.assert_allclose(ours, model.body_mass[list(bodies)], rtol=0.1)
    assert compiled.mass == pytest.approx(model.body_mass.sum(), rel=0.01)


@EACH_ROBOT
def test_a_robot_keeps_its_lengths(robot, task):
    model, bodies = file_model(robot)

    compiled = OURS[task].compile(import_robot(robot_file(robot), OURS[task]).body)

    for ours, theirs in zip(compiled.bodies, bodies, strict=True):
        np.testing.assert_allclose(sides(compiled.model, ours), sides(model, theirs), rtol=0.05)


@EACH_ROBOT
def test_a_robot_keeps_its_tree_and_flies(robot, task):
    model, bodies = file_model(robot)

    found = import_robot(robot_file(robot), OURS[task])

    names = [part.name for part in found.parts]
    assert names == [model.body(body).name for body in bodies]
    for row, body in list(enumerate(bodies))[1:]:
        parent = model.body(model.body_parentid[body]).name
        assert names[found.body.parents[row]] == parent
    assert found.difference is None
    assert smoke_test(OURS[task].compile(found.body)) is None


@PLANAR
def test_a_planar_robot_stands_where_it_stood(robot):
    task = OURS[ROBOTS[robot]]
    model, bodies = file_model(robot)
    compiled = task.compile(import_robot(robot_file(robot), task).body)
    theirs, ours = mujoco.MjData(model), mujoco.MjData(compiled.model)
    ours.qpos[:] = compiled.start
    mujoco.mj_forward(model, theirs)
    mujoco.mj_forward(compiled.model, ours)

    there = theirs.xipos[list(bodies)][:, [0, 2]]
    here = ours.xipos[compiled.bodies][:, [0, 2]]

    np.testing.assert_allclose(here - here[0], there - there[0], atol=0.015)


@PLANAR
def test_a_planar_robot_keeps_its_torques_and_joint_ranges_within_the_bounds(robot):
    task = OURS[ROBOTS[robot]]
    model, bodies = file_model(robot)
    compiled = task.compile(import_robot(robot_file(robot), task).body)

    for row, body in list(enumerate(bodies))[1:]:
        joint = model.body_jntadr[body]
        low, high = model.jnt_range[joint] * -np.sign(model.jnt_axis[joint, 1])
        wanted = np.clip(sorted((low, high)), np.radians([-150, 0]), np.radians([0, 150]))
        ours = compiled.model.body_jntadr[compiled.bodies[row]]
        np.testing.assert_allclose(compiled.model.jnt_range[ours], wanted, atol=np.radians(0.51))
        motor = list(model.actuator_trnid[:, 0]).index(joint)
        gear = compiled.model.actuator_gear[compiled.motors[row, 0], 0]
        assert gear == pytest.approx(min(model.actuator_gear[motor, 0], 120))


def test_what_is_not_the_same_is_said():
    found = import_robot(robot_file("gymnasium hopper"), OURS["hopper"])

    assert "thigh, leg, foot: gear 200 Nm, here 120, the most allowed" in found.approximated
    assert any("springs, damping" in note for note in found.dropped)


def test_the_fins_of_the_fish_are_a_pair():
    body = import_robot(robot_file("dm_control fish"), OURS["fish"]).body

    assert body.partner(3) == 4
    assert OURS["fish"].space().is_own_image(body.parts[1].attributes)


def test_a_task_with_a_mass_of_its_own_keeps_the_proportions():
    found = import_robot(robot_file("gymnasium walker2d_v5"), OURS["cheetah"])

    shares = [mass / part.mass for part, mass in zip(found.parts, found.masses, strict=True)]

    assert sum(found.masses) == pytest.approx(14)
    assert shares == pytest.approx([14 / 23.677] * 7, rel=1e-3)
    assert "23.7 kg in all, here 14, as cheetah wants it" in found.approximated
    assert found.difference is None


@pytest.mark.parametrize("task", ["walker", "cheetah", "hopper"])
def test_a_planar_body_comes_back_from_its_own_urdf(task, tmp_path):
    body = OURS[task].hand_designed()
    write_robot(body, OURS[task], tmp_path)

    back = import_robot(tmp_path / "robot.urdf", OURS[task])

    assert back.body.parents == body.parents
    for ours, theirs in zip(back.body.parts, body.parts, strict=True):
        assert ours.attributes == pytest.approx(theirs.attributes, abs=1e-6)
    assert not back.approximated


def test_a_urdf_of_nge_is_a_body_without_naming_a_task(tmp_path):
    body = OURS["walker"].hand_designed()
    write_robot(body, OURS["walker"], tmp_path)

    assert find_body(tmp_path / "robot.urdf") == body


def test_a_fish_comes_back_from_its_own_urdf_with_the_same_masses(tmp_path):
    body = OURS["fish"].hand_designed()
    for name, content in urdf_of(body, OURS["fish"].arena).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)

    back = import_robot(tmp_path / "robot.urdf", OURS["fish"])

    compiled = OURS["fish"].compile(body)
    wanted = compiled.model.body_mass[compiled.bodies]
    np.testing.assert_allclose(back.masses, wanted, rtol=0.05)
    assert back.body.parts[0].attributes == pytest.approx(body.parts[0].attributes, abs=1e-6)


def test_a_robot_that_faces_another_way_is_turned(tmp_path):
    (tmp_path / "leg.xml").write_text(LEG)
    (tmp_path / "sideways.xml").write_text(LEG.replace('axis="0 1 0"', 'axis="1 0 0"'))

    ahead, sideways = (
        import_robot(tmp_path / f"{name}.xml", OURS["walker"]) for name in ("leg", "sideways")
    )

    assert sideways.approximated == ("turned by 90° about the vertical, to face x",)
    for one, other in zip(sideways.body.parts, ahead.body.parts, strict=True):
        assert one.attributes == pytest.approx(other.attributes)


def test_what_is_beside_the_axis_of_a_part_is_kept_as_mass_alone(tmp_path):
    text = LEG.replace(
        '<geom type="capsule" fromto',
        '<geom size=".08" pos=".2 0 -.2"/><geom type="capsule" fromto',
    )
    (tmp_path / "bag.xml").write_text(text)

    found = import_robot(tmp_path / "bag.xml", OURS["walker"])

    assert found.masses[1] == pytest.approx(found.parts[1].mass)
    assert "leg: radius changed to keep the mass" in found.approximated
    assert "leg: pieces beside the axis, but for their mass" in found.dropped


# --- as a body, wherever one is asked for ---------------------------------------------------


def test_a_robots_file_is_a_body_for_a_task(tmp_path):
    (tmp_path / "leg.xml").write_text(LEG)

    body = find_body(tmp_path / "leg.xml", OURS["walker"])

    assert body == import_robot(tmp_path / "leg.xml", OURS["walker"]).body
    position, _, pivot, radius, half_length, gear, backward, forward = body.parts[1].attributes
    assert (position, pivot, radius, half_length, gear) == pytest.approx((-1, -1, 0.04, 0.2, 40))
    assert np.degrees((backward, forward)) == pytest.approx((29.5, 89.5))  # the plan adds 0.5°


def test_a_file_that_nge_wrote_is_read_and_not_imported(tmp_path):
    body = OURS["walker"].space().random_body(np.random.default_rng(0))
    (tmp_path / "body.xml").write_text(write_mjcf(body, OURS["walker"].arena))

    assert find_body(tmp_path / "body.xml") == body


def test_without_a_task_a_robots_file_is_refused(tmp_path):
    (tmp_path / "leg.xml").write_text(LEG)

    with pytest.raises(BodyError, match=r"leg.xml: it was not written by nge; say with --task"):
        find_body(tmp_path / "leg.xml")


def test_a_robot_that_weighs_something_else_is_another_one_unless_the_task_decides(tmp_path):
    text = LEG.replace('type="capsule"', 'type="capsule" density="200"')
    (tmp_path / "light.xml").write_text(text)

    light = import_robot(tmp_path / "light.xml", OURS["walker"])

    assert "kg instead of" in light.difference
    assert import_robot(tmp_path / "light.xml", OURS["cheetah"]).difference is None


def test_a_robot_whose_legs_cannot_move_is_another_one():
    ant = import_robot(robot_file("gymnasium ant"), OURS["walker"])

    assert ant.difference == "6 of 8 moving parts cannot move here"


def test_a_robot_that_does_not_come_through_well_has_to_be_looked_at_first(tmp_path):
    (tmp_path / "long.xml").write_text(LEG.replace("-.4", "-1.4"))

    difference = import_robot(tmp_path / "long.xml", OURS["walker"]).difference
    assert difference == "the length of leg is 0.68 m instead of 1.48 (-54 %)"
    with pytest.raises(
        BodyError, match=r"becomes another robot: the length of leg is .*--approximate"
    ):
        find_body(tmp_path / "long.xml", OURS["walker"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<mujoco><body", "MuJoCo cannot read it as MJCF or URDF"),
        ("<mujoco/>", "it holds no robot"),
        (LEG.replace('<joint name="swing"', '<joint name="swing" type="slide"'), "holds no robot"),
        (LEG.replace('axis="0 1 0"', 'axis="0 0 1"'), "no joint of leg turns about a horizontal"),
    ],
)
def test_a_file_without_a_robot_for_the_task_is_refused_in_one_line(text, reason, tmp_path):
    (tmp_path / "bad.xml").write_text(text)

    with pytest.raises(BodyError, match=reason) as refusal:
        find_body(tmp_path / "bad.xml", OURS["walker"])

    assert "\n" not in str(refusal.value)


def test_other_files_are_not_robots():
    with pytest.raises(BodyError, match=r"only robots in MJCF \(.xml\) and URDF \(.urdf\)"):
        import_robot(Path("robot.obj"), OURS["walker"])


def test_a_file_too_large_for_a_body_is_refused_before_it_is_read(tmp_path):
    with open(tmp_path / "huge.json", "wb") as file:
        file.truncate(1 << 40)

    with pytest.raises(BodyError, match=r"huge.json has more than 10 MB"):
        find_body(tmp_path / "huge.json")
