import math
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from nge.body.body_plan import Ball, gap
from nge.body.kinds import kind_named
from nge.body.library import hand_designed
from nge.errors import PhysicsError
from nge.physics.arena import SWIMMING_ROOT, Arena
from nge.physics.compile import compile_body, plan_mass
from nge.tasks.registry import OURS
from tests.worlds import EVERY_WORLD


@EVERY_WORLD
def test_mujoco_weighs_a_body_as_its_plan_does(task):
    body = task.hand_designed()
    arena = replace(task.arena, total_mass=None)

    assert compile_body(body, arena).mass == pytest.approx(
        plan_mass(kind_named(body.kind).plan(body))
    )


def test_a_total_mass_scales_all_parts_alike():
    body, arena = hand_designed("cheetah"), OURS["cheetah"].arena

    free = compile_body(body, replace(arena, total_mass=None)).model.body_mass[1:]
    forced = compile_body(body, arena).model.body_mass[1:]

    np.testing.assert_allclose(forced / free, 14.0 / free.sum())


@pytest.mark.parametrize(
    ("name", "pitch"), [("walker", 0.0), ("hopper", 0.0), ("cheetah", math.pi / 2)]
)
def test_hand_designed_bodies_start_as_they_were_made_to_stand(name, pitch):
    compiled = OURS[name].compile(hand_designed(name))

    assert compiled.start[2] == pitch
    assert not compiled.start[3:].any()


@pytest.mark.parametrize("name", ["walker", "cheetah"])
def test_random_bodies_start_lying_at_a_quarter_turn(name):
    """Pitfall 10: the release wrote 90 where radians were meant, which is 116.6 degrees."""
    body = OURS[name].space().random_body(np.random.default_rng(0))

    assert OURS[name].compile(body).start[2] == math.pi / 2


def test_the_walkers_feet_start_above_the_floor():
    compiled = OURS["walker"].compile(hand_designed("walker"))
    data = mujoco.MjData(compiled.model)
    data.qpos[:] = compiled.start
    mujoco.mj_forward(compiled.model, data)

    assert data.ncon == 0
    assert compiled.start[0] == pytest.approx(1.32)  # upright, soles 2 cm over the floor


def test_limbs_that_overlap_at_rest_do_not_push_each_other():
    """Such a contact would never end: a motor that evolution gets for nothing."""
    task = OURS["cheetah"]
    for seed in range(50):
        compiled = task.compile(task.space().random_body(np.random.default_rng(seed)))
        data = mujoco.MjData(compiled.model)
        data.qpos[:] = compiled.start
        data.qpos[0] += 1.0  # well over the floor

        mujoco.mj_forward(compiled.model, data)

        assert data.ncon == 0


def test_limbs_that_meet_later_do_collide_where_the_arena_says_so():
    touching = {}
    for name in ("walker", "cheetah"):
        task = OURS[name]
        for seed in range(20):
            compiled = task.compile(task.space().random_body(np.random.default_rng(seed)))
            data = mujoco.MjData(compiled.model)
            rng = np.random.default_rng(seed)
            for _ in range(20):
                data.qpos[:] = compiled.start
                data.qpos[0] += 2.0
                data.qpos[3:] = rng.uniform(*compiled.model.jnt_range[3:].T)
                mujoco.mj_forward(compiled.model, data)
                touching[name] = touching.get(name, 0) + data.ncon

    assert touching["walker"] == 0
    assert touching["cheetah"] > 0


def test_the_gap_between_two_capsules_equals_mujocos():
    rng = np.random.default_rng(0)
    for _ in range(300):
        ends = rng.uniform(-1, 1, (4, 3))
        if rng.random() < 0.2:
            ends[3] = ends[2] + ends[1] - ends[0]  # parallel
        radii = rng.uniform(0.05, 0.3, 2)
        spec = mujoco.MjSpec()
        for i in range(2):
            spec.worldbody.add_body().add_geom(
                type=mujoco.mjtGeom.mjGEOM_CAPSULE,
                size=[radii[i], 0, 0],
                fromto=[*ends[2 * i], *ends[2 * i + 1]],
            )
        model = spec.compile()
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        expected = mujoco.mj_geomDistance(model, data, 0, 1, 10.0, None)

        found = gap(
            Ball(tuple(ends[0]), tuple(ends[1]), radii[0]),
            Ball(tuple(ends[2]), tuple(ends[3]), radii[1]),
        )

        if expected > 0:
            assert found == pytest.approx(expected, abs=1e-6)
        else:
            assert found < 1e-6


def test_a_floor_needs_a_body_that_can_be_set_down_on_it():
    with pytest.raises(
        ValueError, match="needs a root joint that moves the torso along z; given x, y, "
    ):
        Arena(timestep=0.01, root=SWIMMING_ROOT, floor=True)


def test_a_body_that_mujoco_refuses_is_a_physics_error_with_the_reason():
    flat = hand_designed("fish").with_attributes({0: (0.01, 0.08, 0.04, 0.0)})

    with pytest.raises(PhysicsError, match=r"MuJoCo refuses this body: .*size"):
        compile_body(flat, OURS["fish"].arena)
