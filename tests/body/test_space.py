import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from nge.body.graph import NO_PARENT, BodyGraph
from nge.body.kinds import kind_named
from nge.body.library import LIBRARY, fish, walker
from nge.body.mutate import pert_graph
from nge.body.space import TURN, Attribute, DesignSpace, SpaceSettings
from nge.errors import BodyError
from tests.body.helpers import KINDS, SYMMETRIES, bodies, middle_body, middle_limb, space_of

ANGLE = Attribute("angle", "rad", 0.0, TURN, "", periodic=True)
LENGTH = Attribute("length", "m", 0.5, 2.5, "")


def depth(body: BodyGraph, row: int) -> int:
    return 0 if row == 0 else 1 + depth(body, body.parents[row])


def random_bodies(space: DesignSpace, count: int) -> list[BodyGraph]:
    return [space.random_body(np.random.default_rng(seed)) for seed in range(count)]


# --- attributes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "allowed"), [(0.5, 0.5), (2.5, 2.5), (1.7, 1.7), (0.4, 0.5), (9.0, 2.5), (-9.0, 0.5)]
)
def test_a_value_out_of_bounds_is_moved_to_the_nearest_bound(value, allowed):
    assert LENGTH.within(value) == allowed


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.floats(-1e3, 1e3))
def test_an_angle_is_wrapped_to_the_same_direction(value):
    wrapped = ANGLE.within(value)

    assert 0 <= wrapped < TURN
    assert math.cos(wrapped) == pytest.approx(math.cos(value), abs=1e-9)
    assert math.sin(wrapped) == pytest.approx(math.sin(value), abs=1e-9)


@pytest.mark.parametrize("value", [-1e-18, -5e-324, TURN, -TURN, 0.0])
def test_an_angle_a_hair_from_the_seam_does_not_land_on_its_far_side(value):
    assert ANGLE.within(value) == 0.0


def test_a_length_is_encoded_from_its_lowest_to_its_highest():
    assert LENGTH.encoded(0.5) == (-1.0,)
    assert LENGTH.encoded(1.5) == (0.0,)
    assert LENGTH.encoded(2.5) == (1.0,)


def test_the_two_ends_of_an_angle_are_encoded_as_neighbours():
    """Pitfall 7: 0 and 2 pi are the same direction and must look the same to a network."""
    start, end, middle = (np.array(ANGLE.encoded(value)) for value in (0.0, TURN - 1e-6, 3.0))

    assert np.abs(start - end).max() < 1e-5
    assert np.abs(start - middle).max() > 1


# --- random bodies ----------------------------------------------------------------------

LIMITS = [
    {},
    {"max_parts": 3, "fewest_random_parts": 3, "most_random_parts": 3},
    {"max_parts": 20, "fewest_random_parts": 12, "most_random_parts": 20},
    {"max_depth": 1, "max_children": 4},
    {"max_depth": 2, "max_children": 2, "most_random_parts": 7},
    {"max_children": 2, "fewest_random_parts": 6, "most_random_parts": 9},
]


@pytest.mark.parametrize("limits", LIMITS, ids=repr)
@pytest.mark.parametrize("levels", [None, 2, 6], ids=lambda n: f"{n or 'no'} levels")
@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_random_body_stays_within_the_limits(kind, symmetry, levels, limits):
    space = space_of(kind, symmetry=symmetry, levels=levels, **limits)
    limit = space.settings

    for body in random_bodies(space, 12):
        depths = [depth(body, row) for row in range(len(body))]
        children = [body.parents.count(row) for row in range(len(body))]

        assert 2 <= len(body) <= limit.max_parts
        assert max(depths) <= limit.max_depth
        assert max(children) <= limit.max_children
        for row, part in enumerate(body.parts):
            for attribute, value in zip(space.kind.attributes(row), part.attributes, strict=True):
                assert attribute.low <= value <= attribute.high


@pytest.mark.parametrize("kind", KINDS)
def test_random_bodies_have_every_number_of_parts_that_was_asked_for(kind):
    space = space_of(kind, fewest_random_parts=3, most_random_parts=5)

    sizes = {len(body) for body in random_bodies(space, 60)}

    assert sizes == {3, 4, 5}


@pytest.mark.parametrize("kind", KINDS)
def test_a_forced_random_body_has_no_more_parts_than_asked_for(kind):
    space = space_of(kind, symmetry="forced", fewest_random_parts=3, most_random_parts=6)

    assert max(len(body) for body in random_bodies(space, 60)) <= 6


@pytest.mark.parametrize(
    "limits",
    [{"max_parts": 2, "fewest_random_parts": 2, "most_random_parts": 2}, {"max_children": 1}],
    ids=repr,
)
def test_limits_that_no_mirrored_pair_fits_in_are_refused(limits):
    with pytest.raises(ValidationError, match="forced"):
        SpaceSettings(symmetry="forced", **limits)


def test_random_fins_hang_from_the_torso_and_random_limbs_also_from_each_other():
    deepest = {
        kind: max(max(body.depths) for body in random_bodies(space_of(kind), 60)) for kind in KINDS
    }

    assert deepest["fins"] == 1
    assert deepest["limbs"] >= 3


def test_a_random_body_has_the_torso_of_its_kind_unless_the_space_gives_another():
    kind, torso = kind_named("limbs"), (0.046, 0.5, 0.15, 1.0)

    (default,) = random_bodies(DesignSpace(kind), 1)
    (given_torso,) = random_bodies(DesignSpace(kind, torso=torso), 1)

    assert default.parts[0].attributes == kind.random_torso
    assert given_torso.parts[0].attributes == torso
    assert given_torso.parts[1:] == default.parts[1:]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_body(kind, symmetry):
    space = space_of(kind, symmetry=symmetry)

    first, second = random_bodies(space, 20), random_bodies(space, 20)

    assert first == second
    assert len({body.digest for body in first}) == 20


@pytest.mark.parametrize("kind", KINDS)
def test_attributes_are_drawn_evenly_from_their_whole_range(kind):
    space, rng = space_of(kind), np.random.default_rng(0)
    low = np.array([attribute.low for attribute in space.kind.limb])
    span = np.array([attribute.span for attribute in space.kind.limb])

    shares = (np.array([space.random_limb(rng) for _ in range(4000)]) - low) / span
    tenths = [np.histogram(column, bins=10, range=(0, 1))[0] for column in shares.T]

    assert np.abs(np.array(tenths) - 400).max() < 5 * math.sqrt(400)


# --- levels -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("levels", [2, 5, 6])
def test_sockets_give_exactly_as_many_levels_per_attribute(kind, levels):
    space, rng = space_of(kind, levels=levels, symmetry="off"), np.random.default_rng(0)

    drawn = np.array([space.random_limb(rng) for _ in range(400)])

    for attribute, values in zip(space.kind.limb, drawn.T, strict=True):
        expected = np.linspace(
            attribute.low, attribute.high, levels, endpoint=not attribute.periodic
        )
        np.testing.assert_allclose(np.unique(values), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_the_levels_of_sockets_are_drawn_equally_often(kind):
    space, rng = space_of(kind, levels=6), np.random.default_rng(0)

    drawn = np.array([space.random_limb(rng) for _ in range(3000)])

    for values in drawn.T:
        _, counts = np.unique(values, return_counts=True)
        assert np.abs(counts - 500).max() < 5 * math.sqrt(500)


@pytest.mark.parametrize("kind", KINDS)
def test_mutations_do_not_make_new_levels(kind):
    space, rng = space_of(kind, levels=6, symmetry="off"), np.random.default_rng(0)
    levels = [set() for _ in space.kind.limb]

    for body in random_bodies(space, 40):
        for _ in range(20):
            body = pert_graph(body, space, rng)
            for part in body.parts[1:]:
                for seen, value in zip(levels, part.attributes, strict=True):
                    seen.add(value)

    assert [len(seen) for seen in levels] == [6] * len(levels)


@pytest.mark.parametrize("levels", [2, 4, 6])
@pytest.mark.parametrize("kind", KINDS)
def test_a_mirror_image_sits_in_sockets_too(kind, levels):
    space = space_of(kind, levels=levels, symmetry="forced")

    for body in random_bodies(space, 20):
        for part in body.parts[1:]:
            for attribute, value in zip(space.kind.limb, part.attributes, strict=True):
                steps = (value - attribute.low) / space.level_step(attribute)
                assert steps == pytest.approx(round(steps), abs=1e-9)


@pytest.mark.parametrize("symmetry", ["prior", "forced"])
def test_an_odd_number_of_sockets_has_no_mirror_images(symmetry):
    with pytest.raises(ValidationError, match="even"):
        SpaceSettings(levels=5, symmetry=symmetry)


# --- room -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("symmetry", "limits", "room"),
    [
        ("off", {"max_parts": 6}, True),
        ("off", {"max_parts": 5, "most_random_parts": 5}, False),
        ("forced", {"max_parts": 7}, True),
        ("forced", {"max_parts": 6}, False),
        ("off", {"max_children": 5}, True),
        ("off", {"max_children": 4}, False),
        ("forced", {"max_children": 6}, True),
        ("forced", {"max_children": 5}, False),
    ],
)
def test_there_is_room_for_a_limb_up_to_the_limits(symmetry, limits, room):
    space = space_of("fins", symmetry=symmetry, **limits)

    assert space.has_room(middle_body("fins", 0, 0, 0, 0), (0,)) is room


@pytest.mark.parametrize(("levels", "room"), [(1, True), (2, True), (3, False)])
def test_a_deep_limb_needs_room_below_it(levels, room):
    space = space_of("fins", max_depth=3)

    assert space.has_room(middle_body("fins", 0, 0), (1,), size=3, depth=levels) is room


def test_under_forced_symmetry_the_mirror_image_grows_on_the_partner():
    """Pitfall 13: what grows on one limb of a pair grows on the other."""
    space, limb = space_of("fins", symmetry="forced"), middle_limb("fins")
    body = space.grow(middle_body("fins"), 0, (1.0, *limb[1:]))

    grown = space.grow(body, 2, (0.5, *limb[1:]))

    assert grown.parents == (NO_PARENT, 0, 0, 2, 1)
    assert [grown.partner(row) for row in range(5)] == [None, 2, 1, 4, 3]
    assert grown.parts[4].attributes[0] == pytest.approx(math.pi - 0.5)


@pytest.mark.parametrize("symmetry", ["off", "prior"])
def test_without_forced_symmetry_a_limb_grows_alone(symmetry):
    space = space_of("fins", symmetry=symmetry)

    grown = space.grow(middle_body("fins", 0), 0, middle_limb("fins"))

    assert len(grown) == 3
    assert grown.partner(2) is None


# --- checking ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "limits", "message"),
    [
        (
            middle_body("fins", 0, 0, 0, 0, 0),
            {"max_parts": 5, "most_random_parts": 5},
            "the body has 6 parts; at most 5 allowed",
        ),
        (
            middle_body("fins", 0, 0, 0, 0, 0),
            {"max_children": 4},
            "a part has 5 children; at most 4 allowed",
        ),
        (fish(), {"max_depth": 1}, "the body is 2 joints deep; at most 1 allowed"),
        (walker(), {}, "the body is made of limbs; give a body of fins"),
        (
            fish().with_attributes({1: (0.0, 0.0)}),
            {},
            "part 1 has 2 attributes; fins need ['u', 'v', 'roll', 'a', 'b', 'c']",
        ),
        (
            fish().with_attributes({2: (0.0, 0.0, 0.0, 0.05, 0.01, 0.01)}),
            {},
            "part 2: a is 0.05 m; allowed 0.0005..0.035 m",
        ),
    ],
)
def test_a_body_outside_the_space_is_refused_with_what_does_not_fit(body, limits, message):
    with pytest.raises(BodyError) as refusal:
        space_of("fins", **limits).check(body)

    assert str(refusal.value) == message


def test_a_body_within_the_space_is_returned():
    body = fish()

    assert space_of("fins").check(body) is body


def test_forced_symmetry_refuses_a_body_that_is_not_symmetric():
    lopsided = middle_body("fins", 0).with_attributes({1: (0.3, 1.0, 0.3, 0.01, 0.01, 0.01)})

    with pytest.raises(BodyError, match="mirror"):
        space_of("fins", symmetry="forced").check(lopsided)


@pytest.mark.parametrize(
    "given_settings",
    [
        {"max_parts": 5, "most_random_parts": 6},
        {"fewest_random_parts": 7},
        {"max_parts": 1},
        {"max_depth": 0},
        {"max_children": 0},
        {"levels": 1},
        {"symmetry": "both"},
        {"max_part": 3},
    ],
    ids=repr,
)
def test_limits_that_make_no_sense_are_refused(given_settings):
    with pytest.raises(ValidationError):
        SpaceSettings(**given_settings)


# --- hand-designed bodies ---------------------------------------------------------------


@pytest.mark.parametrize("body", [make() for make in LIBRARY.values()], ids=LIBRARY)
def test_the_bounds_hold_the_hand_designed_bodies(body):
    """Pitfall 12: fine-tuning must not begin with a silent clip."""
    space = space_of(body.kind)

    for row, part in enumerate(body.parts):
        for attribute, value in zip(space.kind.attributes(row), part.attributes, strict=True):
            assert attribute.within(value) == value


# --- encoding ---------------------------------------------------------------------------


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(bodies())
def test_a_body_is_encoded_as_numbers_from_minus_one_to_one(body):
    """Pitfall 7: raw attributes of up to 120 saturated the original's networks."""
    space = space_of(body.kind)

    encoded = space.encode(body)

    assert encoded.shape == (len(body), space.encoded_width)
    assert encoded.dtype == np.float32
    assert np.abs(encoded).max() <= 1


@pytest.mark.parametrize(("kind", "torso", "limb"), [("fins", 4, 8), ("limbs", 5, 9)])
def test_torso_and_limbs_are_encoded_in_slots_of_their_own(kind, torso, limb):
    space = space_of(kind)

    for body in random_bodies(space, 20):
        encoded = space.encode(body)

        assert encoded.shape[1] == torso + limb
        assert not encoded[1:, :torso].any()
        assert not encoded[0, torso:].any()
        assert encoded[1:, torso:].any(axis=1).all()


def test_a_body_is_encoded_attribute_by_attribute_in_the_order_of_its_kind():
    (u, v, roll, a, b, c) = attributes = (1.0, 0.5, 4.0, 0.001, 0.018, 0.035)
    body = middle_body("fins").attach(0, attributes)

    row = space_of("fins").encode(body)[1, 4:]

    expected = [math.sin(u), math.cos(u), 2 * v / math.pi - 1, math.sin(roll), math.cos(roll)]
    expected += [(x - 0.018) / 0.017 for x in (a, b, c)]
    assert row == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_change_of_any_attribute_shows_in_the_encoding(kind):
    space = space_of(kind)
    body = random_bodies(space, 1)[0]
    before = space.encode(body)

    for row in (0, 1):
        for slot, attribute in enumerate(space.kind.attributes(row)):
            values = list(body.parts[row].attributes)
            step = 1e-3 * attribute.span
            values[slot] += step if values[slot] + step <= attribute.high else -step
            after = space.encode(body.with_attributes({row: tuple(values)}))

            assert not np.array_equal(after[row], before[row])
            assert np.array_equal(np.delete(after, row, 0), np.delete(before, row, 0))


def test_two_different_bodies_are_encoded_differently():
    for kind in KINDS:
        space = space_of(kind, fewest_random_parts=4, most_random_parts=4)

        encodings = {space.encode(body).tobytes() for body in random_bodies(space, 200)}

        assert len(encodings) == 200


def test_an_imported_fin_may_be_thinner_than_any_that_is_drawn_or_mutated():
    space = DesignSpace(kind_named("fins"))
    thin = fish().with_attributes({1: (4.7, 1.57, 1.57, 0.0008, 0.008, 0.016)})

    assert space.check(thin) == thin
    assert space.moved(space.kind.limb[3], 0.0008, noise=-1.0) == 0.001
