"""Spatial limbs: where they are, how they turn, mirror images, and hinges that come and go."""

import math

import mujoco
import numpy as np
import pytest

from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.kinds import kind_named
from nge.body.mutate import MutationTable, mutate
from nge.body.serialization import from_json, to_json
from nge.errors import BodyError
from nge.evolution.flags import places_in_range
from nge.physics.arena import FREE_ROOT, Arena
from nge.physics.compile import compile_body
from tests.body.helpers import (
    MIRRORS,
    assert_reflected,
    assert_symmetric,
    frames,
    mutants,
    solids,
    space_of,
)

KIND = kind_named("limbs3d")
SPACE = Arena(timestep=0.01, root=FREE_ROOT)
MIRROR = MIRRORS["limbs3d"]
NAMES = [attribute.name for attribute in KIND.limb]
BASE = {
    "pivot": -1.0,
    "radius": 0.05,
    "half_length": 0.2,
    "hinges": 1.0,
    **{f"gear_{number}": 10.0 * number for number in (1, 2, 3)},
    **{f"{way}_{number}": 0.5 for way in ("backward", "forward") for number in (1, 2, 3)},
}
DOWN = -math.pi / 2


def limb(**attributes):
    """Return a limb from some attributes; others are 0 or as in ``BASE``."""
    assert set(attributes) <= set(NAMES)
    return tuple((BASE | attributes).get(name, 0.0) for name in NAMES)


def body_of(*limbs, torso=(0.1, 0.3, 0.0, 1000.0)):
    """Return a body from (parent, limb) of each part."""
    body = BodyGraph("limbs3d", (Part(0, torso),), (NO_PARENT,))
    for parent, attributes in limbs:
        body = body.attach(parent, attributes)
    return body


def ends(body, row):
    """Return the near and the far end of the axis of a part's capsule, at rest."""
    frame, solid = frames(body)[row], KIND.plan(body).parts[row].solids[0]
    data = np.zeros(9)
    mujoco.mju_quat2Mat(data, np.array(solid.rotation))
    along = frame[:3, :3] @ data.reshape(3, 3)[:, 2] * solid.size[1]
    middle = frame[:3, :3] @ solid.position + frame[:3, 3]
    return middle - along, middle + along


def posed(body, angles):
    """Return the centre of each part with given joint angles, as MuJoCo has them."""
    compiled = compile_body(body, SPACE)
    data = mujoco.MjData(compiled.model)
    data.qpos[:] = compiled.start
    for row, values in enumerate(angles, start=1):
        data.qpos[compiled.angles[row, : len(values)]] = values
    mujoco.mj_kinematics(compiled.model, data)
    return data.geom_xpos[[geoms[0] for geoms in compiled.geoms]]


@pytest.mark.parametrize(
    ("azimuth", "elevation", "direction"),
    [
        (0.0, 0.0, (1, 0, 0)),
        (math.pi / 2, 0.0, (0, 1, 0)),
        (1.0, DOWN, (0, 0, -1)),
        (math.pi / 4, math.pi / 6, (0.6124, 0.6124, 0.5)),
    ],
)
def test_a_limb_points_where_its_two_angles_say(azimuth, elevation, direction):
    body = body_of((0, limb(azimuth=azimuth, elevation=elevation)))

    near, far = ends(body, 1)

    np.testing.assert_allclose(near, 0, atol=1e-12)
    np.testing.assert_allclose(far, 0.4 * np.array(direction), atol=1e-4)


@pytest.mark.parametrize(
    ("pitch", "joint"), [(0.0, (0.2, -0.08, 0.05)), (math.pi / 2, (-0.05, -0.08, 0.2))]
)
def test_a_joint_sits_beside_the_axis_of_its_parent(pitch, joint):
    torso = (0.1, 0.3, pitch, 1000.0)
    body = body_of((0, limb(position=0.5, left=-0.8, up=0.5)), torso=torso)

    np.testing.assert_allclose(frames(body)[1][:3, 3], joint, atol=1e-12)


def test_a_limb_on_a_limb_is_seen_from_its_parent():
    shin = limb(position=1.0, elevation=DOWN)
    body = body_of((0, limb(azimuth=math.pi / 2)), (1, shin))

    near, far = ends(body, 2)

    np.testing.assert_allclose(near, (0, 0.45, 0), atol=1e-12)
    np.testing.assert_allclose(far, (0, 0.45, -0.4), atol=1e-12)


def test_the_first_hinge_swings_a_leg_forwards_the_second_inwards_and_the_third_twists_it():
    leg = limb(elevation=DOWN, hinges=3.0)
    foot = limb(position=1.0, elevation=math.pi / 2)  # points ahead
    body = body_of((0, leg), (1, foot))

    rest = posed(body, [(0, 0, 0), (0,)])
    moved = [posed(body, [row, (0,)]) - rest for row in 0.1 * np.eye(3)]

    np.testing.assert_allclose(rest[2] - rest[1], (0.2, 0, -0.25), atol=1e-12)
    assert moved[0][1, 0] > 0.01
    assert abs(moved[0][1, 1]) < 1e-12
    assert moved[1][1, 1] > 0.01
    assert abs(moved[1][1, 0]) < 1e-12
    np.testing.assert_allclose(moved[2][1], 0, atol=1e-12)
    assert moved[2][2, 1] > 0.01


def test_the_hinges_of_a_limb_are_at_right_angles_and_the_first_leans_along_it():
    body = body_of((0, limb(hinges=3.0, axis=0.7, lean=0.4)))

    axes = np.array([hinge.axis for hinge in KIND.plan(body).parts[1].hinges])

    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    assert axes[0, 0] == pytest.approx(math.sin(0.4))
    np.testing.assert_allclose(np.cross(axes[0], axes[1]), axes[2], atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_a_mirror_image_moves_as_the_limb_does_in_a_mirror(seed):
    space, rng = space_of("limbs3d"), np.random.default_rng(seed)
    upper, lower = space.random_limb(rng), space.random_limb(rng)
    body = body_of((0, upper), (1, lower))
    image = space.mirror(body, 1)
    angles = [rng.uniform(-1, 1, KIND.hinges(part)) for part in (upper, lower)]
    turned = [values * np.array([1, -1, -1])[: len(values)] for values in angles]

    for one, other in zip(solids(body)[1:], solids(image)[1:], strict=True):
        assert_reflected(one, other, MIRROR)
    np.testing.assert_allclose(posed(image, turned), posed(body, angles) @ MIRROR, atol=1e-9)
    for part, hinges in zip((upper, lower), KIND.plan(image).parts[1:], strict=True):
        given = np.reshape(part[-9:], (3, 3))
        for number, hinge in enumerate(hinges.hinges):
            low, high = -hinge.limits[0], hinge.limits[1]
            wanted = given[number, 1:] if number == 0 else given[number, :0:-1]
            np.testing.assert_allclose((low, high), wanted + math.radians(0.5))


def test_a_centred_limb_is_its_own_mirror_image():
    space, rng = space_of("limbs3d"), np.random.default_rng(0)
    for _ in range(20):
        assert space.is_own_image(KIND.centred(space.random_limb(rng)))


def test_the_number_of_hinges_is_whole_and_each_number_is_drawn():
    space, rng = space_of("limbs3d"), np.random.default_rng(0)

    counts = [space.random_limb(rng)[NAMES.index("hinges")] for _ in range(200)]

    assert set(counts) == {1.0, 2.0, 3.0}
    assert min(map(counts.count, (1.0, 2.0, 3.0))) > 40


@pytest.mark.parametrize("levels", [None, 6])
@pytest.mark.parametrize("operator", ["pert_graph", "tune"])
def test_mutations_add_and_remove_hinges_and_leave_absent_ones_alone(operator, levels):
    space, rng = space_of("limbs3d", levels=levels), np.random.default_rng(0)
    table = MutationTable.of(
        dict.fromkeys(("add_node", "add_graph", "del_graph", "pert_graph"), 0) | {operator: 1}
    )
    body = body_of((0, limb(hinges=2.0)))
    counts = []
    for _ in range(300):
        child = mutate(body, space, rng, table).child
        after = child.parts[1].attributes
        counts.append(KIND.hinges(after))
        assert after[-3:] == body.parts[1].attributes[-3:]
        space.check(child)

    assert {1, 2, 3} == set(counts)


def test_networks_do_not_see_the_attributes_of_absent_hinges():
    space = space_of("limbs3d")
    one, other = (
        space.encode(body_of((0, limb(hinges=1.0, gear_2=gear, forward_3=0.1 * gear))))
        for gear in (10.0, 20.0)
    )

    np.testing.assert_array_equal(one, other)
    assert not one[1, -6:].any()
    assert space.encode(body_of((0, limb(hinges=3.0))))[1, -6:].all()


def test_only_hinges_that_exist_are_said_to_press_against_their_bounds():
    body = body_of((0, limb(hinges=1.0, gear_2=400.0)), (0, limb(hinges=2.0, gear_2=5.0)))

    places = dict(places_in_range([body], space_of("limbs3d")))

    assert places["gear_2"].tolist() == [0.0]
    assert len(places["gear_1"]) == 2
    assert "hinges" not in places


def test_a_broken_number_of_hinges_is_refused():
    text = to_json(body_of((0, limb()))).replace('"hinges": 1.0', '"hinges": 1.5')

    with pytest.raises(BodyError, match=r"part 1: hinges is 1\.5; it must be a whole number"):
        from_json(text)


def test_the_density_is_that_of_every_part():
    light, heavy = (
        compile_body(body_of((0, limb()), torso=(0.1, 0.3, 0.0, density)), SPACE).model.body_mass
        for density in (100.0, 1000.0)
    )

    np.testing.assert_allclose(heavy, 10 * light)


def test_forced_symmetry_keeps_bodies_symmetric():
    space = space_of("limbs3d", symmetry="forced")
    for seed in range(5):
        for body in mutants(space, seed, 6):
            assert_symmetric(body)
