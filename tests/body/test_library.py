"""The hand-designed bodies against the bodies of the DeepMind control suite and of Gymnasium.

The reference numbers were read from the suite's fish, walker, cheetah, hopper and quadruped and
from Gymnasium's ant and humanoid with MuJoCo 4: lengths in m, angles in degrees, torques in Nm,
masses in kg. What differs on purpose:

- Joint ranges beyond 150 degrees are cut there, and every joint gets half a degree of slack.
- A range must hold the rest pose, so the hopper's knee begins at 0 instead of 5 degrees.
- The cheetah's front hip turns 40 degrees backwards; the suite's ".40" is a slip for "40".
- The hopper has no nose (0.313 kg). Its hip sits at the end of the pelvis, 5 cm further up.
- A shin of the cheetah starts on the line of its thigh, up to 4 cm from where the suite has it.
- The walker's legs lie in one plane instead of 10 cm apart.
- Every fin of the fish carries a ball of 0.113 g, stands on its parent's surface instead of
  a few millimetres off it, and has three hinges; the eye, mouth and back fin are left out.
- What the files fix to a part counts as that part: stubs of the ant's legs, feet, toes and hands;
  trunk and pelvis of the humanoid are its torso. Radii follow from the masses.
- The biped's shoulders are 7 cm further in, and its legs hang straight down.
- Motors of the quadruped are torques of 400 Nm instead of servos of up to 1000 Nm/rad.
"""

import math
from typing import NamedTuple

import numpy as np
import pytest

from nge.body.body_plan import BodyPlan, PartPlan
from nge.body.graph import NO_PARENT
from nge.body.kinds import kind_named
from nge.body.library import (
    LIBRARY,
    ant,
    biped,
    cheetah,
    fish,
    hand_designed,
    hopper,
    quadruped,
    walker,
)
from nge.errors import BodyError
from nge.physics.compile import plan_mass
from tests.body.helpers import assert_symmetric, frames, solids, space_around


class Reference(NamedTuple):
    """A limb of the suite; angles count forwards (about -y), places are from the torso's centre."""

    parent: int
    radius: float
    half_length: float
    gear: float
    lowest: float
    highest: float
    mass: float
    joint: tuple[float, float]
    centre: tuple[float, float]


WALKER = [
    Reference(0, 0.05, 0.225, 100, -20, 100, 4.0579, (0, -0.30), (0, -0.525)),
    Reference(1, 0.04, 0.250, 50, -150, 0, 2.7814, (0, -0.75), (0, -1.000)),
    Reference(2, 0.05, 0.100, 20, -45, 45, 2.0944, (0, -1.25), (0.06, -1.250)),
]
WALKER += [leg._replace(parent=leg.parent and leg.parent + 3) for leg in WALKER]
CHEETAH = [
    Reference(0, 0.046, 0.145, 120, -60, 30, 1.5435, (-0.50, 0.00), (-0.40, -0.130)),
    Reference(1, 0.046, 0.150, 90, -50, 50, 1.5874, (-0.34, -0.25), (-0.48, -0.320)),
    Reference(2, 0.046, 0.094, 60, -50, 230, 1.0954, (-0.62, -0.39), (-0.59, -0.487)),
    Reference(0, 0.046, 0.133, 90, -40, 57, 1.4381, (0.50, 0.00), (0.43, -0.120)),
    Reference(4, 0.046, 0.106, 60, -50, 70, 1.2008, (0.36, -0.24), (0.425, -0.330)),
    Reference(5, 0.046, 0.070, 30, -28, 28, 0.8845, (0.49, -0.42), (0.535, -0.490)),
]
HOPPER = [
    Reference(0, 0.065, 0.075, 30, -30, 30, 3.1413, (0, -0.125), (0, -0.200)),
    Reference(1, 0.040, 0.165, 40, -10, 170, 1.9268, (0, -0.275), (0, -0.490)),
    Reference(2, 0.030, 0.160, 30, -150, 0, 1.0179, (0, -0.655), (0, -0.815)),
    Reference(3, 0.040, 0.125, 10, -45, 45, 1.5247, (0, -0.975), (0.045, -0.975)),
]
PLANAR = {
    "walker": (walker(), WALKER),
    "cheetah": (cheetah(), CHEETAH),
    "hopper": (hopper(), HOPPER),
}
EACH_PLANAR = pytest.mark.parametrize(("body", "limbs"), PLANAR.values(), ids=PLANAR)


def plan_of(body) -> BodyPlan:
    return kind_named(body.kind).plan(body)


def mass(part: PartPlan) -> float:
    return plan_mass(BodyPlan((part,)))


def in_plane(body, points) -> np.ndarray:
    """Return x and z of points of the torso's frame as the body stands at the start."""
    pitch = plan_of(body).start["pitch"]
    cos, sin = math.cos(pitch), math.sin(pitch)
    return np.array([[cos * x + sin * z, cos * z - sin * x] for x, _, z in points])


# --- all of them ------------------------------------------------------------------------


@pytest.mark.parametrize("name", LIBRARY)
@pytest.mark.parametrize("symmetry", ["off", "prior", "forced"])
def test_a_hand_designed_body_fits_the_space_of_its_kind(name, symmetry):
    body = hand_designed(name)

    assert space_around(body, symmetry=symmetry).check(body) == LIBRARY[name]()


def test_an_unknown_body_is_refused_with_the_nearest_known_one():
    with pytest.raises(BodyError) as refusal:
        hand_designed("hoper")

    assert str(refusal.value).startswith(
        "no hand-designed body is called 'hoper'; "
        "did you mean 'hopper'? known: ant, biped, cheetah, fish, hopper, quadruped, "
    )


# --- planar bodies ----------------------------------------------------------------------


@EACH_PLANAR
def test_a_planar_body_has_the_limbs_of_its_model(body, limbs):
    assert body.parents == (NO_PARENT, *(limb.parent for limb in limbs))
    for part, limb in zip(plan_of(body).parts[1:], limbs, strict=True):
        (capsule,) = part.solids
        radius, half_length = capsule.size

        assert radius == pytest.approx(limb.radius, rel=0.05)
        assert radius + half_length == pytest.approx(limb.radius + limb.half_length, rel=0.05)


@EACH_PLANAR
def test_a_planar_body_has_the_motors_of_its_model(body, limbs):
    gears = [part.hinges[0].motor.torque for part in plan_of(body).parts[1:]]

    assert gears == [limb.gear for limb in limbs]


@EACH_PLANAR
def test_a_planar_body_has_the_joint_ranges_of_its_model(body, limbs):
    for part, limb in zip(plan_of(body).parts[1:], limbs, strict=True):
        lowest, highest = np.degrees(part.hinges[0].limits)

        assert lowest == pytest.approx(max(limb.lowest, -150) - 0.5)
        assert highest == pytest.approx(min(limb.highest, 150) + 0.5)


@EACH_PLANAR
def test_a_planar_body_stands_like_its_model(body, limbs):
    joints = in_plane(body, [frame[:3, 3] for frame in frames(body)[1:]])
    centres = in_plane(body, [row[0][0] for row in solids(body)[1:]])
    tolerance = 0.04 if body == cheetah() else 0.002

    assert joints == pytest.approx(np.array([limb.joint for limb in limbs]), abs=tolerance)
    assert centres == pytest.approx(np.array([limb.centre for limb in limbs]), abs=tolerance)


def test_the_walker_weighs_what_its_model_weighs():
    parts = plan_of(walker()).parts

    assert plan_mass(plan_of(walker())) == pytest.approx(28.5403, rel=0.01)
    assert [mass(part) for part in parts] == pytest.approx(
        [10.6730, *(limb.mass for limb in WALKER)], rel=0.01
    )


def test_the_cheetah_scaled_to_14_kg_weighs_what_its_model_weighs():
    masses = np.array([mass(part) for part in plan_of(cheetah()).parts])

    assert masses * 14 / masses.sum() == pytest.approx(
        [6.2502, *(limb.mass for limb in CHEETAH)], rel=0.01
    )


def test_the_hopper_weighs_what_its_model_weighs_without_its_nose():
    nose = 1000 * math.pi * 0.03**2 * (2 * 0.0353553 + 4 / 3 * 0.03)
    masses = [mass(part) for part in plan_of(hopper()).parts]

    assert masses == pytest.approx([4.8284 - nose, *(limb.mass for limb in HOPPER)], rel=0.01)
    assert sum(masses) == pytest.approx(12.4392 - nose, rel=0.01)


@pytest.mark.parametrize(
    ("body", "radius", "half_length", "pitch"),
    [
        (walker(), 0.07, 0.3, 0),
        (cheetah(), 0.046, 0.5, 90),
        (hopper(), 0.0653, 0.125, 0),
    ],
    ids=PLANAR,
)
def test_the_torso_of_a_planar_body_is_that_of_its_model(body, radius, half_length, pitch):
    plan = plan_of(body)

    assert plan.parts[0].solids[0].size == (radius, half_length)
    assert math.degrees(plan.start["pitch"]) == pytest.approx(pitch)


def test_the_head_of_the_cheetah_is_up_and_in_front():
    (head_x, head_z) = in_plane(cheetah(), [solids(cheetah())[0][1][0]])[0]

    assert (head_x, head_z) == pytest.approx((0.6, 0.1), abs=0.02)
    assert plan_of(cheetah()).parts[0].solids[1].size == (0.046, 0.15)


# --- fish -------------------------------------------------------------------------------

# for every part of the suite's fish: centre, half sizes along x, y and z, mass in g
FISH = [
    ((0, 0, 0), (0.002, 0.06, 0.03), 28.8),
    ((0, -0.09, 0), (0.001, 0.008, 0.016), 0.53617),
    ((0, -0.118, 0), (0.001, 0.018, 0.035), 2.63894),
    ((0.025, 0, 0), (0.02, 0.015, 0.001), 1.25664),
    ((-0.025, 0, 0), (0.02, 0.015, 0.001), 1.25664),
]
BALL = 0.11310  # g
HEAVY_SOLID = [1, 0, 0, 0, 0]  # the torso's mass is in its second solid, the box


def test_the_fish_has_the_shape_of_its_model():
    made = solids(fish())

    assert fish().parents == (NO_PARENT, 0, 1, 0, 0)
    for row, (centre, half_sizes, _) in enumerate(FISH):
        our_centre, shape = made[row][HEAVY_SOLID[row]]
        assert our_centre == pytest.approx(centre, abs=0.0051)
        assert shape == pytest.approx(np.diag(np.square(half_sizes)), abs=1e-12)


def test_the_fish_weighs_what_its_model_weighs_and_a_ball_for_each_fin():
    masses = [1000 * mass(part) for part in plan_of(fish()).parts]

    assert masses[0] == pytest.approx(FISH[0][2], rel=1e-6)
    assert masses[1:] == pytest.approx([grams + BALL for *_, grams in FISH[1:]], rel=1e-3)
    assert sum(masses) == pytest.approx(34.488, rel=0.02)


def test_the_fish_is_symmetric_and_its_side_fins_are_a_pair():
    assert [fish().partner(row) for row in range(5)] == [None, None, None, 4, 3]
    assert_symmetric(fish())


# --- bodies in space --------------------------------------------------------------------


class Spatial(NamedTuple):
    """A left limb of a model: places from the torso's centre, and its hinges about world axes."""

    mass: float
    length: float
    joint: tuple[float, float, float]
    centre: tuple[float, float, float]
    hinges: tuple[tuple[tuple[float, float, float], float, float, float], ...]
    """Axis, lowest and highest angle from the pose at the start, and torque."""


UP, LEFT, AHEAD, S = (0, 0, 1), (0, 1, 0), (1, 0, 0), math.sqrt(0.5)
ANT_TORSO, ANT = (
    (0.4840, 0.66),
    [
        *(
            limb
            for x, across in ((1, (-S, S, 0)), (-1, (-S, -S, 0)))
            for limb in (
                Spatial(
                    0.0392, 0.4428, (0.2 * x, 0.2, 0), (0.3 * x, 0.3, 0), ((UP, -30, 30, 150),)
                ),
                Spatial(
                    *(0.0676, 0.7257, (0.4 * x, 0.4, 0), (0.508 * x, 0.508, -0.238)),
                    ((across, -27.3, 12.7, 150),),
                ),
            )
        ),
    ],
)
QUADRUPED_TORSO, QUADRUPED = (
    (67.858, 0.6),
    [
        *(
            limb
            for x, across in ((1, (-S, S, 0)), (-1, (-S, -S, 0)))
            for limb in (
                Spatial(
                    *(4.2846, 0.4795, (0.2 * x, 0.2, 0), (0.306 * x, 0.306, 0.055)),
                    ((UP, -50, 50, 400), (across, -20, 60, 400)),
                ),
                Spatial(
                    *(2.9216, 0.4836, (0.412 * x, 0.412, 0.11), (0.501 * x, 0.501, -0.015)),
                    ((across, -60, 50, 400),),
                ),
                Spatial(
                    *(2.6087, 0.435, (0.589 * x, 0.589, -0.14), (0.589 * x, 0.589, -0.3025)),
                    ((across, -45, 55, 400),),
                ),
            )
        ),
    ],
)
BIPED_TORSO, BIPED = (
    (17.786, 0.795),
    [
        Spatial(
            *(4.7518, 0.46, (0, 0.1, -0.3475), (0, 0.1, -0.5175)),
            ((LEFT, -110, 20, 120), (AHEAD, -5, 25, 40), (UP, -35, 60, 40)),
        ),
        Spatial(4.5228, 0.474, (0, 0.1, -0.7305), (0, 0.1, -0.938), ((LEFT, 0, 150, 80),)),
        Spatial(
            *(1.6611, 0.3572, (0, 0.105, 0.1775), (0.08, 0.185, 0.0975)),
            (((-0.816, 0.408, -0.408), -85, 60, 10), ((0, S, S), -60, 85, 10)),
        ),
        Spatial(
            *(1.2295, 0.365, (0.18, 0.285, 0), (0.279, 0.185, 0.1)), (((0, -S, -S), -90, 50, 10),)
        ),
    ],
)
SPATIAL = {
    "ant": (ant(), 2, ANT_TORSO, ANT, 0.9109),
    "quadruped": (quadruped(), 3, QUADRUPED_TORSO, QUADRUPED, 107.118),
    "biped": (biped(), 2, BIPED_TORSO, BIPED, 42.116),
}
EACH_SPATIAL = pytest.mark.parametrize(
    ("body", "chain", "torso", "limbs", "total"), SPATIAL.values(), ids=SPATIAL
)


def left_rows(body, chain):
    """Return the rows of left limbs: chains alternate with their mirror images."""
    return [row for row in range(1, len(body)) if (row - 1) // chain % 2 == 0]


@EACH_SPATIAL
def test_a_body_in_space_has_masses_and_lengths_of_its_model(body, chain, torso, limbs, total):
    parts = plan_of(body).parts
    masses = [mass(part) for part in parts]
    lengths = [2 * sum(part.solids[0].size) for part in parts]
    rows = [0, *left_rows(body, chain)]

    assert [masses[row] for row in rows] == pytest.approx(
        [torso[0], *(x.mass for x in limbs)], 0.005
    )
    assert [lengths[row] for row in rows] == pytest.approx(
        [torso[1], *(limb.length for limb in limbs)], rel=0.005
    )
    assert sum(masses) == pytest.approx(total, rel=0.005)


@EACH_SPATIAL
def test_a_body_in_space_stands_like_its_model(body, chain, torso, limbs, total):
    rows = left_rows(body, chain)
    joints = [frames(body)[row][:3, 3] for row in rows]
    centres = [solids(body)[row][0][0] for row in rows]

    np.testing.assert_allclose(joints, [limb.joint for limb in limbs], atol=0.005)
    np.testing.assert_allclose(centres, [limb.centre for limb in limbs], atol=0.01)


@EACH_SPATIAL
def test_a_body_in_space_has_the_hinges_of_its_model(body, chain, torso, limbs, total):
    for row, limb in zip(left_rows(body, chain), limbs, strict=True):
        hinges = plan_of(body).parts[row].hinges
        turned = frames(body)[row][:3, :3]
        assert len(hinges) == len(limb.hinges)
        for hinge, (axis, low, high, torque) in zip(hinges, limb.hinges, strict=True):
            way = float(turned @ hinge.axis @ axis)
            assert abs(way) == pytest.approx(1, abs=1e-3)
            found = np.degrees(hinge.limits) if way > 0 else -np.degrees(hinge.limits)[::-1]
            np.testing.assert_allclose(found, (low - 0.5, high + 0.5), atol=0.01)
            assert hinge.motor.torque == torque


@EACH_SPATIAL
def test_a_body_in_space_is_symmetric_and_its_limbs_are_pairs(body, chain, torso, limbs, total):
    assert_symmetric(body)
    for row in left_rows(body, chain):
        assert body.partner(row) == row + chain
