import math

import numpy as np
import pytest

from nge.body.body_plan import Shape
from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named, kinds
from nge.body.library import cheetah, fish, walker
from nge.errors import BodyError
from tests.body.helpers import (
    KINDS,
    MIRRORS,
    assert_reflected,
    frames,
    middle_body,
    mutants,
    solids,
    space_of,
)

FINS, LIMBS = kind_named("fins"), kind_named("limbs")
SEEDS = range(12)


def branched(kind: str, seed: int) -> BodyGraph:
    """Return a random body with a limb of five parts on part 1, which hangs from the torso."""
    space, rng = space_of(kind), np.random.default_rng(seed)
    body = middle_body(kind, 0, 1, 2, 2, 4, 5)
    return body.with_attributes({row: space.random_limb(rng) for row in range(1, len(body))})


def planar(body: BodyGraph) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the two ends of every part's capsule in the x-z plane, near end first."""
    ends = []
    for frame, part in zip(frames(body), LIMBS.plan(body).parts, strict=True):
        capsule = part.solids[0]
        near, far = (
            (frame @ [0, 0, capsule.position[2] + side * capsule.size[1], 1])[[0, 2]]
            for side in (-1, 1)
        )
        ends.append((near, far))
    return ends


def test_the_kinds_are_known_by_name():
    assert sorted(kinds()) == [
        "fins",
        "limbs",
        "limbs3d",
        "planar-bones",
        "spatial-bones",
        "swimming-bones",
    ]
    assert kind_named("fins").joints == 3
    assert kind_named("limbs").joints == 1


def test_an_unknown_kind_is_refused_with_the_nearest_known_one():
    with pytest.raises(BodyError) as refusal:
        kind_named("limb")

    assert str(refusal.value) == (
        "unknown kind of body 'limb'; did you mean 'limbs'? known: " + ", ".join(sorted(kinds()))
    )


# --- mirror images ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("limb", [1, 2, 4])
def test_a_mirrored_fin_is_reflected_in_its_parents_plane_with_all_that_hangs_from_it(limb, seed):
    space, body = space_of("fins"), branched("fins", seed)

    image = space.mirror(body, limb)

    parent = frames(body)[body.parents[limb]]
    turned = parent[:3, :3]
    mirror = turned @ MIRRORS["fins"] @ turned.T
    before, after = solids(body), solids(image)
    for row in range(len(body)):
        if row in body.limb(limb):
            assert_reflected(before[row], after[row], mirror, origin=parent[:3, 3])
        else:
            assert image.parts[row] == body.parts[row]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("limb", [1, 2, 4])
def test_a_mirrored_limb_swaps_the_ends_of_its_parent_with_all_that_hangs_from_it(limb, seed):
    space, body = space_of("limbs"), branched("limbs", seed)

    image = space.mirror(body, limb)

    parent = body.parents[limb]
    turned = frames(body)[parent][:3, :3]
    mirror = turned @ MIRRORS["limbs"] @ turned.T
    before, after = solids(body), solids(image)
    middle_of_parent = before[parent][0][0]
    for row in range(len(body)):
        if row in body.limb(limb):
            assert_reflected(before[row], after[row], mirror, origin=middle_of_parent)
        else:
            assert image.parts[row] == body.parts[row]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_mirror_image_moves_as_the_original_does(kind, seed):
    space, body, rng = space_of(kind), branched(kind, seed), np.random.default_rng(seed)
    signs = {"fins": (1, -1, -1), "limbs": (-1,)}[kind]  # of an angle about the fin's x, y and z
    angles = [()] + [tuple(rng.uniform(-1, 1, len(signs))) for _ in range(1, len(body))]
    mirrored_angles = [tuple(s * a for s, a in zip(signs, row, strict=False)) for row in angles]

    image = space.mirror(body, 1)

    before, after = solids(body, angles), solids(image, mirrored_angles)
    for row in range(1, len(body)):
        assert_reflected(before[row], after[row], MIRRORS[kind])
    for old, new in zip(space.kind.plan(body).parts, space.kind.plan(image).parts, strict=True):
        for hinge, other in zip(old.hinges, new.hinges, strict=True):
            if hinge.limits is not None:
                assert other.limits == pytest.approx((-hinge.limits[1], -hinge.limits[0]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("whole_limb", [True, False])
def test_mirroring_twice_gives_the_same_body(kind, whole_limb):
    space = space_of(kind)

    for seed in SEEDS:
        body = branched(kind, seed)
        twice = space.mirror(space.mirror(body, 2, whole_limb), 2, whole_limb)
        for old, new in zip(body.parts, twice.parts, strict=True):
            assert new.attributes == pytest.approx(old.attributes, abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_mirroring_the_root_alone_leaves_the_attributes_of_the_rest(kind):
    body = branched(kind, 0)

    image = space_of(kind).mirror(body, 1, whole_limb=False)

    assert image.parts[1] != body.parts[1]
    assert image.parts[2:] == body.parts[2:]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_centred_fin_is_its_own_mirror_image(seed):
    space, rng = space_of("fins"), np.random.default_rng(seed)
    limb = FINS.centred(space.random_limb(rng))
    body = middle_body("fins", 0).with_attributes({1: limb})

    image = space.mirror(body, 1)

    assert FINS.centred(limb) == limb
    assert image.parts[1].attributes == pytest.approx(limb, abs=1e-12)
    assert_reflected(solids(body)[1], solids(body)[1], MIRRORS["fins"])


def test_centring_a_fin_keeps_its_side_its_height_and_its_size():
    up = FINS.centred((1.0, 0.7, 2.0, 0.01, 0.02, 0.03))
    down = FINS.centred((4.0, 0.7, 5.0, 0.01, 0.02, 0.03))

    assert up == pytest.approx((math.pi / 2, 0.7, math.pi / 2, 0.01, 0.02, 0.03))
    assert down == pytest.approx((1.5 * math.pi, 0.7, 1.5 * math.pi, 0.01, 0.02, 0.03))


# --- fins -------------------------------------------------------------------------------

POLES = [0.0, 1e-9, math.pi / 2, math.pi - 1e-9, math.pi]


def fin_frames(body: BodyGraph):
    """Yield for each fin its parent's size and centre, and its own frame, in the parent's frame."""
    world = frames(body)
    for row in range(1, len(body)):
        parent = body.parents[row]
        size = np.array(body.parts[parent].attributes[3 if parent else 0 :][:3])
        centre = np.array([0, size[1] if parent else 0, 0])
        yield size, centre, np.linalg.inv(world[parent]) @ world[row]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fin_stands_on_its_parents_surface_along_the_outward_normal(seed):
    for size, centre, frame in fin_frames(branched("fins", seed)):
        point = frame[:3, 3] - centre
        gradient = point / size**2  # of (x/a)^2 + (y/b)^2 + (z/c)^2

        assert ((point / size) ** 2).sum() == pytest.approx(1)
        assert frame[:3, 1] == pytest.approx(gradient / np.linalg.norm(gradient), abs=1e-9)


@pytest.mark.parametrize("v", POLES)
@pytest.mark.parametrize("u", [0.0, math.pi / 2, math.pi, 1.5 * math.pi, 6.28])
def test_a_fin_has_a_sound_frame_everywhere_on_its_parent(u, v):
    for roll in np.linspace(0, 6.28, 9):
        body = middle_body("fins", 0).with_attributes({1: (u, v, roll, 0.01, 0.02, 0.03)})

        ((size, _, frame),) = fin_frames(body)

        expected = size * [math.cos(u) * math.sin(v), math.sin(u) * math.sin(v), math.cos(v)]
        assert frame[:3, 3] == pytest.approx(expected, abs=1e-12)
        assert frame[:3, :3] @ frame[:3, :3].T == pytest.approx(np.eye(3), abs=1e-9)
        assert np.linalg.det(frame[:3, :3]) == pytest.approx(1)


@pytest.mark.parametrize("roll", [0.3, 1.0, 2.5, 5.0])
def test_roll_turns_a_fin_about_its_normal(roll):
    def at(angle):
        limb = (0.7, 1.1, angle, 0.01, 0.02, 0.03)
        return frames(middle_body("fins", 0).with_attributes({1: limb}))[1]

    turned = at(0.0)[:3, :3].T @ at(roll)[:3, :3]

    cos, sin = math.cos(roll), math.sin(roll)
    assert turned == pytest.approx(np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]]), abs=1e-12)


def test_a_fin_is_an_ellipsoid_with_its_hinges_where_it_is_attached():
    limb = (0.7, 1.1, 2.0, 0.01, 0.02, 0.03)
    _, fin = FINS.plan(middle_body("fins", 0).with_attributes({1: limb})).parts
    ellipsoid, ball = fin.solids

    assert ellipsoid.shape == Shape.ELLIPSOID
    assert ellipsoid.size == (0.01, 0.02, 0.03)
    assert ellipsoid.position == (0, 0.02, 0)  # its root is at the frame's origin
    assert ball.shape == Shape.SPHERE
    assert [hinge.axis for hinge in fin.hinges] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert {hinge.anchor for hinge in fin.hinges} == {(0, 0, 0)}
    assert {(hinge.motor.stiffness, hinge.limits) for hinge in fin.hinges} == {(5e-4, None)}


def test_the_torso_of_a_fish_is_carried_by_a_hidden_box():
    skin, core = FINS.plan(fish()).parts[0].solids

    assert (skin.shape, skin.size, skin.density) == (Shape.ELLIPSOID, (0.01, 0.08, 0.04), 0)
    assert core.shape == Shape.BOX
    assert core.size == pytest.approx((0.002, 0.06, 0.03))
    assert (core.density, core.visible) == (1000, False)


# --- limbs ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_limbs_lie_in_one_plane(seed):
    *_, body = mutants(space_of("limbs"), seed, 6)

    for frame in frames(body):
        assert frame[1] == pytest.approx([0, 1, 0, 0], abs=1e-12)
        assert frame[:, 1] == pytest.approx([0, 1, 0, 0], abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_limb_is_jointed_to_its_parent_where_position_and_pivot_say(seed):
    body = branched("limbs", seed)
    ends, joints = planar(body), [frame[[0, 2], 3] for frame in frames(body)]

    for row in range(1, len(body)):
        position, _, pivot, _, half_length, *_ = body.parts[row].attributes
        lower, far = ends[body.parents[row]]
        on_parent = (lower + far) / 2 + position * (far - lower) / 2
        near, tip = ends[row]
        on_limb = (near + tip) / 2 + pivot * (tip - near) / 2

        assert joints[row] == pytest.approx(on_parent, abs=1e-12)
        assert joints[row] == pytest.approx(on_limb, abs=1e-12)
        assert np.linalg.norm(tip - near) == pytest.approx(2 * half_length)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_angle_of_a_limb_is_counted_from_its_parents_axis(seed):
    body = branched("limbs", seed)
    heading = [math.atan2(far[1] - near[1], far[0] - near[0]) for near, far in planar(body)]

    for row in range(1, len(body)):
        turned = heading[row] - heading[body.parents[row]]
        assert math.cos(turned) == pytest.approx(math.cos(body.parts[row].attributes[1]))
        assert math.sin(turned) == pytest.approx(math.sin(body.parts[row].attributes[1]))


def test_a_leg_that_hangs_down_swings_forwards_at_a_positive_angle():
    body = walker()
    angles = [()] + [(0.2,) if row == 1 else (0.0,) for row in range(1, len(body))]

    before, after = solids(body)[1][0][0], solids(body, angles)[1][0][0]

    assert before[2] < 0
    assert after[0] > before[0] + 0.01


def test_a_joint_turns_as_far_as_its_attributes_say_and_half_a_degree_more():
    limb = (0.0, 1.0, -1.0, 0.05, 0.2, 77.0, math.radians(30), math.radians(120))
    _, part = LIMBS.plan(middle_body("limbs", 0).with_attributes({1: limb})).parts
    (hinge,) = part.hinges

    assert np.degrees(hinge.limits) == pytest.approx([-30.5, 120.5])
    assert hinge.motor.torque == 77
    assert hinge.axis == (0, -1, 0)


def test_a_limb_feels_contact_around_both_of_its_ends():
    for part in LIMBS.plan(walker()).parts:
        capsule = part.solids[0]
        radius, half_length = capsule.size

        assert [touch.position[2] - capsule.position[2] for touch in part.touches] == (
            pytest.approx([-half_length, half_length])
        )
        assert all(touch.radius > radius for touch in part.touches)


def test_a_head_leaves_the_upper_end_of_the_torso():
    without, headed = LIMBS.plan(walker()).parts[0], LIMBS.plan(cheetah()).parts[0]
    torso, head = headed.solids

    inwards = np.array([-math.sin(math.radians(40)), 0, math.cos(math.radians(40))])
    assert len(without.solids) == 1
    assert np.array(head.position) - 0.15 * inwards == pytest.approx([0, 0, torso.size[1]])
    assert head.size == (torso.size[0], 0.15)


def test_the_torso_starts_with_the_pitch_it_was_given():
    assert LIMBS.plan(walker()).start == {"pitch": 0.0}
    assert LIMBS.plan(cheetah()).start == {"pitch": math.pi / 2}
