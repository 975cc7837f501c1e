"""The hand-designed bodies against the bodies of the DeepMind control suite.

The reference numbers were read from the suite's fish, walker, cheetah and hopper with MuJoCo 4:
lengths in m, angles in degrees, torques in Nm, masses in kg. What differs on purpose:

- Joint ranges beyond 150 degrees are cut there, and every joint gets half a degree of slack.
- A range must hold the rest pose, so the hopper's knee begins at 0 instead of 5 degrees.
- The cheetah's front hip turns 40 degrees backwards; the suite's ".40" is a slip for "40".
- The hopper has no nose (0.313 kg). Its hip sits at the end of the pelvis, 5 cm further up.
- A shin of the cheetah starts on the line of its thigh, up to 4 cm from where the suite has it.
- The walker's legs lie in one plane instead of 10 cm apart.
- Every fin of the fish carries a ball of 0.113 g, stands on its parent's surface instead of
  a few millimetres off it, and has three hinges; the eye, mouth and back fin are left out.
"""

import math
from typing import NamedTuple

import numpy as np
import pytest

from nge.body.body_plan import BodyPlan, PartPlan
from nge.body.graph import NO_PARENT
from nge.body.kinds import kind_named
from nge.body.library import LIBRARY, cheetah, fish, hand_designed, hopper, walker
from nge.errors import BodyError
from nge.physics.compile import plan_mass
from tests.body.helpers import assert_symmetric, frames, solids, space_of


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
def test_a_hand_designed_body_fits_the_default_space(name, symmetry):
    body = hand_designed(name)

    assert space_of(body.kind, symmetry=symmetry).check(body) == LIBRARY[name]()


def test_an_unknown_body_is_refused_with_the_nearest_known_one():
    with pytest.raises(BodyError) as refusal:
        hand_designed("hoper")

    assert str(refusal.value).startswith(
        "no hand-designed body is called 'hoper'; "
        "did you mean 'hopper'? known: cheetah, fish, hopper, suite/cheetah, "
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
