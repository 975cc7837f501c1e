"""Robots of others as spatial limbs: what was in the file, as MuJoCo compiles it, against ours."""

import warnings

import mujoco
import numpy as np
import pytest

from nge.body.space import SpaceSettings
from nge.errors import BodyError
from nge.physics.engines import smoke_test
from nge.physics.mjcf import read_mjcf, write_mjcf
from nge.physics.robots import read_robot
from nge.physics.urdf import urdf_of
from nge.tasks import robot_import
from nge.tasks.registry import OURS
from nge.tasks.robot_import import import_robot
from tests.tasks.helpers import SPATIAL_ROBOTS, robot_file

ANT = OURS["ant"]
EACH_ROBOT = pytest.mark.parametrize("robot", SPATIAL_ROBOTS)
HINGE = mujoco.mjtJoint.mjJNT_HINGE


@pytest.fixture(autouse=True)
def _read_in_this_process(monkeypatch):
    """Save each file the start of a process; ``tests/physics/test_isolation.py`` has that."""
    monkeypatch.setattr(robot_import, "robot_in", read_robot)


@pytest.fixture(scope="module")
def made():
    """Return the file's model at rest, its import, and ours at rest, by robot."""
    found = {}
    for robot in SPATIAL_ROBOTS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = mujoco.MjSpec.from_file(str(robot_file(robot))).compile()
        theirs = mujoco.MjData(model)
        if robot == "gymnasium ant":  # its ankles rest outside their limits
            theirs.qpos[[8, 10, 12, 14]] = np.radians((30, -30, -30, 30))
        mujoco.mj_forward(model, theirs)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(robot_import, "robot_in", read_robot)
            imported = import_robot(robot_file(robot), ANT)
        compiled = ANT.compile(imported.body)
        ours = mujoco.MjData(compiled.model)
        ours.qpos[:] = compiled.start
        mujoco.mj_forward(compiled.model, ours)
        found[robot] = model, theirs, imported, compiled, ours
    return found


def joints_of(model, body):
    first = model.body_jntadr[body]
    joints = range(first, first + model.body_jntnum[body])
    return [joint for joint in joints if model.jnt_type[joint] == HINGE]


def rows(made, robot):
    """Yield each limb: its body in the file and its row here."""
    model, _, imported, compiled, _ = made[robot]
    for row, part in list(enumerate(imported.parts))[1:]:
        named = part.name.removeprefix("body ")
        yield int(named) if named.isdigit() else model.body(part.name).id, compiled.bodies[row], row


def pairs(made, robot):
    """Yield each hinge of the file with the one of the same part here that is most like it."""
    model, theirs, _, compiled, ours = made[robot]
    for body, here, row in rows(made, robot):
        own = joints_of(compiled.model, here)
        for joint in joints_of(model, body):
            ways = [float(ours.xaxis[one] @ theirs.xaxis[joint]) for one in own]
            best = int(np.argmax(np.abs(ways)))
            yield joint, own[best], ways[best], compiled.motors[row, best]


@EACH_ROBOT
def test_a_robot_comes_through_with_all_its_hinges(robot, made):
    model, _, imported, compiled, _ = made[robot]

    assert imported.difference is None
    if robot != "dm_control dog":  # in whose tail hinges of parts without mass move on
        for body, here, _ in rows(made, robot):
            assert len(joints_of(compiled.model, here)) == len(joints_of(model, body))
    assert smoke_test(compiled) is None


@EACH_ROBOT
def test_a_robot_keeps_its_mass_and_that_of_its_parts(robot, made):
    model, _, imported, compiled, _ = made[robot]
    other = sum(model.body("ball").subtreemass) if robot.split()[1] in ("quadruped", "dog") else 0

    assert compiled.mass == pytest.approx(model.body_mass.sum() - other, rel=0.05)
    for part, mass in zip(imported.parts, imported.masses, strict=True):
        assert mass == pytest.approx(part.mass, rel=0.1)


@EACH_ROBOT
def test_hinges_turn_about_the_same_axes_as_far_and_as_strongly(robot, made):
    model, _, _, compiled, _ = made[robot]
    checked = 0
    for joint, own, way, motor in pairs(made, robot):
        if robot != "dm_control dog":  # of which one tail hinge has to turn by a right angle
            assert abs(way) > np.cos(np.radians(13))
        drives = (model.actuator_trntype == mujoco.mjtTrn.mjTRN_JOINT) & (
            model.actuator_trnid[:, 0] == joint
        )
        if drives.any() and abs(way) > 0.9 and robot.startswith("gymnasium"):
            index = int(np.flatnonzero(drives)[0])
            torque = model.actuator_gear[index, 0] * model.actuator_ctrlrange[index, 1]
            assert compiled.model.actuator_gear[motor, 0] == pytest.approx(torque)
            span = np.ptp(np.clip(np.degrees(model.jnt_range[joint]), -150, 150))
            found = np.ptp(np.degrees(compiled.model.jnt_range[own]))
            assert found == pytest.approx(span, abs=3.1)  # with 0.5° of slack, and 0 inside
            checked += 1
    assert checked or robot.startswith("dm_control")


@EACH_ROBOT
def test_joints_are_where_they_were(robot, made):
    _, theirs, _, _, ours = made[robot]
    gaps = [(ours.xanchor[own] - theirs.xanchor[joint]) for joint, own, _, _ in pairs(made, robot)]

    spread = np.array(gaps) - np.mean(gaps, axis=0)  # ours stands on the floor, somewhere
    most = 0.06 if robot == "dm_control dog" else 0.025  # its shoulder blades lie beside the trunk
    assert np.linalg.norm(spread, axis=1).max() < most


def test_a_motor_that_pulls_a_tendon_counts_for_each_of_its_joints(made):
    _, _, imported, compiled, _ = made["dm_control quadruped"]
    row = [part.name for part in imported.parts].index("ankle_front_left")

    assert compiled.model.actuator_gear[compiled.motors[row, 0], 0] > 100
    assert any("motors that pull tendons (8)" in note for note in imported.approximated)


def test_what_was_approximated_is_listed(made):
    notes = made["gymnasium humanoid"][2].approximated

    assert any(
        note.startswith("lwaist, right_thigh, left_thigh: hinges in another") for note in notes
    )
    assert any("pelvis: part" in note and "mm from its place" in note for note in notes)
    ankles = "ankle_1, ankle_2, ankle_3, ankle_4: rests outside its limits, here at the nearest one"
    assert ankles in made["gymnasium ant"][2].approximated


@pytest.mark.parametrize(
    ("axis", "reason"), [("0 0 0", "axis too small"), ("nan 0 0", "a mass, size, place, axis")]
)
def test_a_hinge_without_an_axis_is_refused_in_one_line(axis, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where MuJoCo may leave its log
    body = "<body><joint axis='{}'/><geom size='.1'/></body>"
    text = f"<mujoco><worldbody><body><geom size='.1'/>{body}</body></worldbody></mujoco>"
    (tmp_path / "bad.xml").write_text(text.format(axis))

    with pytest.raises(BodyError, match=reason) as refusal:
        import_robot(tmp_path / "bad.xml", ANT)

    assert "\n" not in str(refusal.value)


def test_left_and_right_legs_are_pairs(made):
    for robot in ("gymnasium ant", "dm_control quadruped"):
        body = made[robot][2].body
        assert all(body.partner(row) is not None for row in range(1, len(body)))
        ANT.space(SpaceSettings(symmetry="forced", max_parts=16)).check(body)


@EACH_ROBOT
def test_an_imported_robot_is_written_to_mjcf_and_read_back(robot, made):
    body = made[robot][2].body

    assert read_mjcf(write_mjcf(body, ANT.arena)) == body


@pytest.mark.parametrize("name", ["ant", "quadruped"])
def test_a_body_in_space_comes_back_from_its_own_urdf(name, tmp_path):
    task = OURS[name]
    body = task.hand_designed()
    for file, content in urdf_of(body, task.arena).items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes(content)

    back = import_robot(tmp_path / "robot.urdf", task)

    assert back.difference is None
    assert back.body.parents == body.parents
    for ours, theirs in zip(back.body.parts, body.parts, strict=True):
        assert ours.attributes == pytest.approx(theirs.attributes, abs=1e-6)
