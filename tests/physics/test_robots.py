import numpy as np
import pytest

from nge.errors import BodyError
from nge.physics.robots import read_robot

ARM = """
<mujoco model="arm">
  <compiler angle="radian"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="ball"><freejoint/><geom size=".1"/></body>
    <body name="base">
      <geom name="foot" type="box" size=".1 .1 .1" mass="3"/>
      <geom name="shell" type="sphere" size=".3" mass="0"/>
      <body name="arm" pos="0 0 .1">
        <joint name="lift" axis="0 1 0" ref=".5" range="0 2" limited="true"/>
        <joint name="roll" axis="1 0 0"/>
        <geom type="capsule" size=".05 .2" density="500"/>
        <body name="hand" pos="0 0 .2">
          <joint name="wrist" type="ball"/>
          <geom type="cylinder" size=".1 .02" density="100"/>
          <body name="finger"><joint type="slide"/><geom size=".02"/></body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="lift" gear="10" ctrlrange="-2 2" ctrllimited="true"/>
    <position joint="roll" kp="30" forcerange="-5 5" forcelimited="true"/>
  </actuator>
  <sensor><clock/></sensor>
</mujoco>
"""
URDF = """
<robot name="two links">
  <link name="base"><inertial><mass value="2"/>
    <inertia ixx=".01" iyy=".01" izz=".01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="ghost"/>
  <link name="arm"><inertial><mass value="1"/>
    <inertia ixx=".02" iyy=".02" izz=".001" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="mount" type="fixed"><parent link="base"/><child link="ghost"/></joint>
  <joint name="lift" type="revolute"><parent link="ghost"/><child link="arm"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="7" velocity="1"/></joint>
</robot>
"""


def changed(tmp_path, *changes):
    """Return the arm after changes of its text."""
    text = ARM
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (tmp_path / "changed.xml").write_text(text)
    return read_robot(tmp_path / "changed.xml")


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "arm.xml").write_text(ARM)
    return read_robot(tmp_path / "arm.xml")


def test_parts_come_with_their_names_parents_and_masses(arm):
    assert arm.name == "arm"
    assert [part.name for part in arm.parts] == ["base", "arm", "hand", "finger"]
    assert [part.parent for part in arm.parts] == [-1, 0, 1, 2]
    assert arm.parts[0].mass == pytest.approx(3)
    assert arm.parts[1].mass == pytest.approx(500 * arm.parts[1].main.volume)


def test_the_mass_of_a_part_is_shared_out_among_its_pieces(arm):
    foot, shell = arm.parts[0].pieces

    assert (foot.shape, shell.shape) == ("box", "sphere")
    assert (foot.mass, shell.mass) == pytest.approx((3, 0))
    assert arm.parts[0].main is foot


def test_volumes_are_those_of_the_shapes(arm):
    assert arm.parts[0].main.volume == pytest.approx(0.008)
    assert arm.parts[1].main.volume == pytest.approx(np.pi * 0.05**2 * (0.4 + 0.2 / 3))
    assert arm.parts[2].main.volume == pytest.approx(np.pi * 0.1**2 * 0.04)


def test_limits_count_from_the_rest_pose(arm):
    lift, roll = arm.parts[1].turns

    assert lift.limits == pytest.approx((-0.5, 1.5))
    assert roll.limits is None
    np.testing.assert_allclose(lift.anchor, (0, 0, 0.1), atol=1e-12)


def test_torque_is_what_a_motor_gives_at_full_command(arm):
    lift, roll = arm.parts[1].turns

    assert lift.torque == pytest.approx(20)
    assert roll.torque == pytest.approx(5)


def test_a_ball_joint_is_three_hinges_and_a_slide_is_none(arm):
    assert len(arm.parts[2].turns) == 3
    assert arm.parts[3].turns == ()
    assert "joints that slide or float; stiff here" in arm.notes.dropped


def test_what_is_left_out_is_noted(arm):
    assert arm.notes.dropped["other things in the scene"] == ["ball"]
    assert "sensors (1)" in arm.notes.dropped
    assert "its base is fixed to the world, here it moves as in the task" in arm.notes.approximated


def test_a_urdf_keeps_its_first_link_and_its_efforts(tmp_path):
    (tmp_path / "two.urdf").write_text(URDF)

    robot = read_robot(tmp_path / "two.urdf")

    assert [part.name for part in robot.parts] == ["base", "ghost", "arm"]
    assert robot.mass == pytest.approx(3)
    assert robot.parts[2].turns[0].torque == 7
    assert robot.parts[2].main.half == pytest.approx(np.sqrt([0.0015, 0.0015, 0.0585]), rel=1e-3)


def test_a_part_that_only_joins_others_hands_its_hinges_on(tmp_path):
    chain = URDF.replace('name="mount" type="fixed"', 'name="mount" type="continuous"')
    chain = chain.replace(
        '<link name="ghost"/>',
        '<link name="ghost"><inertial><mass value="1e-9"/><inertia ixx="1e-12" iyy="1e-12" '
        'izz="1e-12" ixy="0" ixz="0" iyz="0"/></inertial></link>',
    )
    (tmp_path / "two.urdf").write_text(chain)

    robot = read_robot(tmp_path / "two.urdf").without_ghosts()

    assert [part.name for part in robot.parts] == ["base", "arm"]
    assert [turn.name for turn in robot.parts[1].turns] == ["mount", "lift"]
    assert robot.parts[1].parent == 0


def test_a_part_without_hinges_becomes_one_with_its_parent(arm):
    stiff = arm.stiffened(lambda part: part.turns)

    assert [part.name for part in stiff.parts] == ["base", "arm", "hand"]
    assert len(stiff.parts[2].pieces) == 2
    assert stiff.mass == pytest.approx(arm.mass)


def test_what_could_swing_and_is_stiff_now_adds_only_its_mass(arm):
    stiff = arm.stiffened(lambda part: [turn for turn in part.turns if turn.name == "lift"])

    assert [part.name for part in stiff.parts] == ["base", "arm"]
    assert len(stiff.parts[1].pieces) == 1
    assert stiff.mass == pytest.approx(arm.mass)


def test_a_mass_that_no_geom_has_is_shared_out_evenly(tmp_path):
    robot = changed(
        tmp_path,
        (
            '<compiler angle="radian"/>',
            '<compiler angle="radian" boundmass=".5" boundinertia=".1"/>',
        ),
        ('size=".1 .02" density="100"', 'size=".1 .02" mass="0"'),
    )

    hand = robot.parts[2]
    assert hand.mass == pytest.approx(0.5)
    assert [piece.mass for piece in hand.pieces] == pytest.approx([0.5])


def test_a_part_that_moves_and_has_mass_but_no_size_is_refused(tmp_path):
    point = '<inertial pos="0 0 0" mass=".5" diaginertia="1e-12 1e-12 1e-12"/>'
    robot = changed(
        tmp_path,
        ('<geom type="cylinder" size=".1 .02" density="100"/>', point),
        ('<body name="finger"><joint type="slide"/><geom size=".02"/></body>', ""),
    )

    with pytest.raises(BodyError, match=r"hand weighs 0.5 kg and has no size: add a geom"):
        robot.stiffened(lambda part: part.turns)


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        ('mass="3"', 'mass="1e30"', "base"),
        ('size=".05 .2"', 'size="1e9 1e9"', "arm"),
        ('name="arm" pos="0 0 .1"', 'name="arm" pos="0 0 1e7"', "arm"),
        ('gear="10"', 'gear="1e300"', "arm"),
        ('range="0 2"', 'range="0 1e9"', "arm"),
    ],
)
def test_numbers_that_no_robot_has_are_refused(before, after, part, tmp_path):
    with pytest.raises(BodyError, match=f"torque of {part} is not a number up to 1e\\+06"):
        changed(tmp_path, (before, after))


def test_a_scene_of_too_many_bodies_or_geoms_is_refused(tmp_path):
    for inside, reason in (
        ('<body><geom size=".1"/></body>' * 600, "606 bodies"),
        ('<geom size=".1"/>' * 6000, "6007 geoms"),
    ):
        with pytest.raises(BodyError, match=f"it has {reason}; at most"):
            changed(tmp_path, ("<worldbody>", f"<worldbody>{inside}"))
