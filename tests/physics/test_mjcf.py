import mujoco
import numpy as np
import pytest

from nge.body.mutate import mutate
from nge.errors import BodyError
from nge.physics.mjcf import read_mjcf, write_mjcf
from nge.tasks.registry import OURS
from tests.worlds import EVERY_WORLD


def some_bodies(task, count):
    space = task.space()
    yield task.hand_designed()
    for seed in range(count - 1):
        rng = np.random.default_rng(seed)
        body = space.random_body(rng)
        for _ in range(seed % 5):
            body = mutate(body, space, rng).child
        yield body


@EVERY_WORLD
def test_a_body_comes_back_from_mjcf_as_it_was(task):
    for body in some_bodies(task, 20):
        assert read_mjcf(write_mjcf(body, task.arena)) == body


@EVERY_WORLD
def test_plain_mujoco_moves_the_file_exactly_as_we_move_the_body(task):
    for body in some_bodies(task, 4):
        compiled = task.compile(body)
        model = mujoco.MjModel.from_xml_string(write_mjcf(body, task.arena))
        ours, theirs = mujoco.MjData(compiled.model), mujoco.MjData(model)
        ours.qpos[:] = compiled.start
        mujoco.mj_resetDataKeyframe(model, theirs, model.key("start").id)
        rng = np.random.default_rng(0)

        for _ in range(1000):
            ours.ctrl[:] = theirs.ctrl[:] = rng.uniform(-1, 1, model.nu)
            mujoco.mj_step(compiled.model, ours)
            mujoco.mj_step(model, theirs)

        np.testing.assert_array_equal(ours.qpos, theirs.qpos)
        np.testing.assert_array_equal(ours.qvel, theirs.qvel)


def test_writing_leaves_mujocos_own_number_format_as_it_was():
    spec = mujoco.MjSpec()
    spec.worldbody.add_geom(size=[1 / 3, 0, 0])
    before = spec.to_xml()

    write_mjcf(OURS["fish"].hand_designed(), OURS["fish"].arena)

    assert spec.to_xml() == before


def test_a_file_edited_by_hand_is_refused_rather_than_read_as_what_it_was():
    text = write_mjcf(OURS["walker"].hand_designed(), OURS["walker"].arena)
    assert 'gear="100 ' in text or 'gear="100"' in text
    edited = text.replace('gear="100', 'gear="250', 1)

    with pytest.raises(BodyError, match="edited after nge wrote it"):
        read_mjcf(edited)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "MuJoCo cannot read it"),
        ("<mujoco><worldbody/></mujoco>", "holds no body of nge"),
        ("<mujoco><worldbody>", "MuJoCo cannot read it"),
        ('<mujoco><custom><text name="nge_body" data="{}"/></custom></mujoco>', "not a body file"),
    ],
)
def test_a_file_without_a_body_is_refused_in_one_line(text, reason):
    with pytest.raises(BodyError, match=reason) as refusal:
        read_mjcf(text)

    assert "\n" not in str(refusal.value)
