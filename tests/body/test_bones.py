"""Bones: the bodies that the co-design suite begins with, and how they may grow."""

from dataclasses import replace

import numpy as np
import pytest

from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named
from nge.body.library import hand_designed
from nge.body.mutate import OPERATORS, MutationTable, mutate
from nge.body.space import DesignSpace, SpaceSettings
from nge.errors import BodyError
from tests.body.helpers import assert_reflected, frames, rotation, solids

RULES = {
    "start": "designed",
    "torso_limbs": "fixed",
    "new_limbs": "continued",
    "removal": "leaves",
    "max_depth": 3,
}
SEEDS = ("suite/cheetah", "suite/walker-hard", "suite/crawler", "suite/swimmer")
EVERY_SEED = pytest.mark.parametrize("name", SEEDS)
EVEN = MutationTable(**dict.fromkeys(OPERATORS, 1.0))


def space_from(name, **limits) -> DesignSpace:
    body = hand_designed(name)
    settings = SpaceSettings(**{"max_parts": 14, "max_children": 3} | RULES | limits)
    return DesignSpace(kind_named(body.kind), settings, designed=body)


def line(space, seed, length=25):
    """Yield every mutation of a line that begins with a first body."""
    rng = np.random.default_rng(seed)
    body = space.check(space.random_body(rng))
    for _ in range(length):
        found = mutate(body, space, rng, EVEN)
        yield body, found
        body = space.check(found.child)


def ends(body: BodyGraph, row):
    """Return where the middle line of a bone's capsule begins and ends in the world."""
    [solid] = kind_named(body.kind).plan(body).parts[row].solids
    frame = frames(body)[row]
    along = frame[:3, :3] @ rotation(solid.rotation)[:, 2] * solid.size[1]
    middle = frame[:3, :3] @ solid.position + frame[:3, 3]
    return np.array([middle + along, middle - along])


@pytest.mark.parametrize(
    ("name", "torso", "limbs"),
    [
        ("suite/cheetah", [(0, 0, 0.2), (0, 0, -0.2)], [[(0, 0, -0.2), (0, 0, -0.65)]]),
        ("suite/walker-hard", [(0, 0, 0.2), (0, 0, -0.2)], [[(0, 0, -0.2), (0, 0, -0.65)]] * 2),
        ("suite/swimmer", [(0, 0, 0), (0, -1, 0)], [[(0, -1, 0), (0, -2, 0)]]),
        (
            "suite/crawler",
            None,
            [
                [(0, 0, 0), (x, y, 0)]
                for x, y in ((0.4, 0.4), (-0.4, 0.4), (-0.4, -0.4), (0.4, -0.4))
            ],
        ),
    ],
)
def test_the_bones_of_a_seed_lie_where_the_suite_has_them(name, torso, limbs):
    """Seen from the root joints, which are 1.25 m high in the planar tasks."""
    body = hand_designed(name)

    if torso is not None:
        np.testing.assert_allclose(ends(body, 0), torso, atol=1e-12)
    for row, limb in enumerate(limbs, start=1):
        np.testing.assert_allclose(ends(body, row), limb, atol=1e-12)
    assert len(body) == 1 + len(limbs)


def test_the_hinges_of_the_crawler_are_horizontal_and_lie_across_its_limbs():
    body = hand_designed("suite/crawler")

    for part, attributes in zip(
        kind_named(body.kind).plan(body).parts[1:],
        (p.attributes for p in body.parts[1:]),
        strict=True,
    ):
        [hinge] = part.hinges
        np.testing.assert_allclose(np.cross((*attributes[:2], 0), hinge.axis)[2], 0.4 * 2**0.5)


def test_a_bone_extends_backwards_and_its_child_begins_at_its_end():
    body = hand_designed("suite/cheetah").with_attributes({1: (0.3, -0.4, 0.04, 0.25, 100.0, 1.0)})
    body = body.attach(1, (-0.1, 0.0, 0.03, 0.0, 50.0, 1.0))

    np.testing.assert_allclose(ends(body, 1), [(-0.15, 0, 0), (0.3, 0, -0.6)], atol=1e-12)
    np.testing.assert_allclose(ends(body, 2), [(0.3, 0, -0.6), (0.2, 0, -0.6)], atol=1e-12)


@EVERY_SEED
def test_a_bone_whose_end_is_its_joint_can_still_be_built(name):
    body = hand_designed(name)
    flat = body.with_attributes({1: (0.0, 0.0, *body.parts[1].attributes[2:])})

    begin, end = ends(flat, 1)

    assert np.linalg.norm(end - begin) == pytest.approx(0.001)


@EVERY_SEED
@pytest.mark.parametrize("children", [1, 2, 3])
def test_bodies_grow_by_the_rules_of_the_suite(name, children):
    space = space_from(name, max_children=children)
    legs = len(hand_designed(name).children[0])
    grown = removed = 0
    for seed in range(6):
        for parent, mutation in line(space, seed):
            child = mutation.child
            assert len(child.children[0]) == legs
            assert max(child.depths) <= 3
            assert max(map(len, child.children[1:])) <= children
            for part_id in mutation.removed:
                assert mutation.operator == "del_graph"
                row = parent.index(part_id)
                assert parent.depths[row] >= 2
                assert not parent.children[row]
                removed += 1
            if mutation.operator == "add_node":
                row = len(child) - 1
                assert child.parts[row].attributes == child.parts[child.parents[row]].attributes
                grown += 1
    assert grown > 3
    assert removed > 3


@EVERY_SEED
def test_first_bodies_are_the_seed_grown_and_varied(name):
    space, seed = space_from(name, fewest_random_parts=5, most_random_parts=8), hand_designed(name)
    found = [space.random_body(np.random.default_rng(number)) for number in range(40)]

    assert {len(body) for body in found} == {5, 6, 7, 8}
    assert len({body.digest for body in found}) == 40
    for body in found:
        assert len(body.children[0]) == len(seed.children[0])
        limbs = np.array([part.attributes for part in body.parts[1 : len(seed)]])
        before = np.array([part.attributes for part in seed.parts[1:]])
        tuned = space.tunable(1)
        assert (limbs[:, tuned] != before[:, tuned]).any()


@EVERY_SEED
def test_joint_ranges_and_axes_are_handed_down_unchanged(name):
    space, seed = space_from(name), hand_designed(name)
    fixed = [i for i, attribute in enumerate(space.kind.limb) if attribute.fixed]
    allowed = {tuple(part.attributes[i] for i in fixed) for part in seed.parts[1:]}
    settings = space.settings.model_copy(update={"symmetry": "off"})  # a mirror image turns an axis

    for _, mutation in line(replace(space, settings=settings), seed=3):
        found = {tuple(part.attributes[i] for i in fixed) for part in mutation.child.parts[1:]}
        assert found <= allowed


def test_a_forced_line_of_the_crawler_stays_mirror_symmetric():
    space = space_from("suite/crawler", symmetry="forced", max_parts=29)
    mirror = np.diag([1.0, -1.0, 1.0])
    for seed in range(4):
        for _, mutation in line(space, seed, length=10):
            made = solids(mutation.child)
            for row in range(1, len(mutation.child)):
                assert_reflected(made[row], made[mutation.child.partner(row)], mirror)


def test_the_mirror_image_of_a_crawlers_limb_moves_as_its_reflection():
    body = hand_designed("suite/crawler")
    angles = [(), (0.3,), (-0.2,), (-0.2,), (0.3,)]  # the same for both of a pair

    made = solids(body, angles)

    for left, right in ((1, 4), (2, 3)):
        assert_reflected(made[left], made[right], np.diag([1.0, -1.0, 1.0]))


def test_a_body_with_other_limbs_on_its_torso_is_refused():
    space = space_from("suite/cheetah")

    with pytest.raises(BodyError, match="2 limbs on the torso; exactly 1 allowed"):
        space.check(hand_designed("suite/walker-hard"))


def test_limbs_that_stay_on_the_torso_need_a_body_to_begin_with():
    with pytest.raises(ValueError, match="set start to designed"):
        SpaceSettings(torso_limbs="fixed")
