from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

from nge.body.mutate import mutate
from nge.errors import BodyError
from nge.physics.arena import Arena, RootJoint, RootType
from nge.physics.compile import part_name
from nge.physics.urdf import read_urdf, urdf_holds_body, urdf_of
from nge.tasks.registry import OURS
from tests.worlds import EVERY_WORLD

WALKER = OURS["walker"]


def some_bodies(task):
    space, rng = task.space(), np.random.default_rng(1)
    yield task.hand_designed()
    for _ in range(5):
        yield mutate(space.random_body(rng), space, rng).child


def loaded(body, arena):
    """Return the model that MuJoCo makes of the URDF, posed as the file has it."""
    files = urdf_of(body, arena)
    text = files.pop("robot.urdf").decode()
    model = mujoco.MjModel.from_xml_string(text, assets=files)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def started(compiled):
    data = mujoco.MjData(compiled.model)
    data.qpos[:] = compiled.start
    mujoco.mj_forward(compiled.model, data)
    return compiled.model, data


def inertia(model, data, body):
    turn = data.ximat[body].reshape(3, 3)
    return turn @ np.diag(model.body_inertia[body]) @ turn.T


@EVERY_WORLD
def test_mujoco_reads_the_same_masses_and_places(task):
    for body in some_bodies(task):
        ours, here = started(task.compile(body))
        theirs, there = loaded(body, task.arena)

        for row in range(len(body)):
            one = ours.body(part_name(body, row)).id
            other = theirs.body(part_name(body, row)).id
            assert theirs.body_mass[other] == pytest.approx(ours.body_mass[one], rel=1e-12)
            np.testing.assert_allclose(there.xpos[other], here.xpos[one], atol=1e-9)
            np.testing.assert_allclose(there.xipos[other], here.xipos[one], atol=1e-9)
            wanted = inertia(ours, here, one)
            np.testing.assert_allclose(
                inertia(theirs, there, other), wanted, atol=1e-6 * np.abs(wanted).max()
            )
        assert theirs.body_mass.sum() == pytest.approx(task.compile(body).mass, rel=1e-5)


@EVERY_WORLD
def test_mujoco_reads_the_same_joints(task):
    for body in some_bodies(task):
        ours, here = started(task.compile(body))
        theirs, there = loaded(body, task.arena)

        beside = len(task.arena.objects) * task.arena.root_velocities
        assert theirs.nv == ours.nv - beside
        roots = len(task.arena.root)  # each object has as many joints
        for one in range(roots, ours.njnt - roots * len(task.arena.objects)):
            other = theirs.joint(ours.joint(one).name).id
            np.testing.assert_allclose(there.xaxis[other], here.xaxis[one], atol=1e-9)
            np.testing.assert_allclose(there.xanchor[other], here.xanchor[one], atol=1e-9)
            np.testing.assert_allclose(theirs.jnt_range[other], ours.jnt_range[one], rtol=1e-12)
            assert theirs.jnt_limited[other] == ours.jnt_limited[one]
            assert theirs.dof_damping[theirs.jnt_dofadr[other]] == task.arena.damping


@EVERY_WORLD
def test_the_torso_moves_in_the_plane_of_its_arena(task):
    _, here = started(task.compile(task.hand_designed()))
    _, there = loaded(task.hand_designed(), task.arena)

    wanted = [np.abs(here.xaxis[index]) for index in (0, 1, 2)]

    for axis in there.xaxis[:3]:  # the torso may lean, so only the plane is the same
        normal = wanted[2]
        assert abs(axis @ normal) == pytest.approx(1 if abs(axis @ normal) > 0.5 else 0, abs=1e-9)


def test_an_arena_that_is_no_plane_gives_a_floating_torso():
    free = Arena(timestep=0.01, root=(RootJoint("x", RootType.SLIDE, (1.0, 0.0, 0.0)),))

    model, _ = loaded(OURS["fish"].hand_designed(), free)

    assert model.jnt_type[0] == mujoco.mjtJoint.mjJNT_FREE


def test_a_motor_is_the_effort_limit_of_its_joint_and_a_transmission():
    body = OURS["walker"].hand_designed()

    robot = ElementTree.fromstring(urdf_of(body, OURS["walker"].arena)["robot.urdf"])

    efforts = {
        joint.get("name"): float(joint.find("limit").get("effort"))
        for joint in robot.iter("joint")
        if joint.find("limit") is not None
    }
    assert efforts["part1_joint0"] == 100
    assert efforts["part3_joint0"] == 20
    assert {moved.find("joint").get("name") for moved in robot.iter("transmission")} == set(efforts)


def test_a_fin_is_a_chain_of_three_hinges_with_ghosts_between_them():
    body = OURS["fish"].hand_designed()

    robot = ElementTree.fromstring(urdf_of(body, OURS["fish"].arena)["robot.urdf"])

    links = {joint.find("child").get("link"): joint for joint in robot.findall("joint")}
    assert links["part1"].find("parent").get("link") == "part1_joint1_ghost"
    assert links["part1_joint0_ghost"].find("parent").get("link") == "torso"
    assert [joint.get("type") for joint in robot.findall("joint")].count("continuous") == 12


def test_the_files_a_urdf_names_come_with_it():
    files = urdf_of(OURS["cheetah"].hand_designed(), OURS["cheetah"].arena, "cat")
    robot = ElementTree.fromstring(files["cat.urdf"])

    named = {mesh.get("filename") for mesh in robot.iter("mesh")}

    assert named == set(files) - {"cat.urdf"}


@EVERY_WORLD
def test_a_written_file_gives_back_the_exact_body(task):
    for body in some_bodies(task):
        text = urdf_of(body, task.arena)["robot.urdf"].decode()

        assert urdf_holds_body(text)
        assert read_urdf(text) == body


def test_white_space_does_not_matter_but_an_edit_is_refused():
    body = WALKER.hand_designed()
    text = urdf_of(body, WALKER.arena)["robot.urdf"].decode()

    assert read_urdf(text.replace("\n", "\r\n  ")) == body
    with pytest.raises(BodyError, match="this URDF was edited after nge wrote it"):
        read_urdf(text.replace('<mass value="', '<mass value="1', 1))
    assert not urdf_holds_body("<robot name='other'/>")
    assert not urdf_holds_body("no XML")
