import itertools
import math
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.library import LIBRARY
from nge.errors import BodyError

PART = Part(0, (1.0,))


def tree(*parents: int) -> BodyGraph:
    """Return a body whose part ``i`` has id ``i`` and hangs from ``parents[i - 1]``."""
    parts = tuple(Part(i, (float(i), 0.5)) for i in range(len(parents) + 1))
    return BodyGraph("any", parts, (NO_PARENT, *parents))


@st.composite
def trees(draw, most=12) -> BodyGraph:
    count = draw(st.integers(0, most - 1))
    return tree(*(draw(st.integers(0, row)) for row in range(count)))


def path_to_torso(body: BodyGraph, row: int) -> list[int]:
    """Return the row and everything it hangs from, one step at a time."""
    path = [row]
    while body.parents[path[-1]] != NO_PARENT:
        path.append(body.parents[path[-1]])
    return path


#        0
#      / | \
#     1  2  5
#    / \     \
#   3   4     6
BODY = tree(0, 0, 1, 1, 0, 5).paired({3: 4})

EDITS = {
    "attach": lambda body: body.attach(2, (9.0, 9.0)),
    "graft": lambda body: body.graft(1, 5),
    "graft from elsewhere": lambda body: body.graft(1, 0, source=tree(0, 1)),
    "without": lambda body: body.without(1),
    "with_attributes": lambda body: body.with_attributes({3: (7.0, 7.0)}),
    "paired": lambda body: body.paired({1: 5}),
}


# --- edits ------------------------------------------------------------------------------


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_returns_a_new_body_and_leaves_the_old_one_untouched(edit):
    before = (repr(BODY), BODY.digest, BODY.next_id)

    edited = edit(BODY)

    assert edited != BODY
    assert (repr(BODY), BODY.digest, BODY.next_id) == before


def test_a_body_cannot_be_changed_in_place():
    with pytest.raises(FrozenInstanceError):
        BODY.parents = (NO_PARENT,)
    with pytest.raises(FrozenInstanceError):
        BODY.parts[1].attributes = (0.0,)


def test_a_new_part_comes_last_with_the_next_id():
    grown = BODY.attach(5, (9.0, 8.0))

    assert grown.parts == (*BODY.parts, Part(7, (9.0, 8.0)))
    assert grown.parents == (*BODY.parents, 5)
    assert grown.next_id == 8


def test_a_graft_copies_a_whole_limb_and_remembers_what_it_was_copied_from():
    grown = BODY.graft(1, onto=6)

    copies = grown.parts[len(BODY) :]
    assert [part.origin for part in copies] == [1, 3, 4]
    assert [part.id for part in copies] == [7, 8, 9]
    assert [part.attributes for part in copies] == [BODY.parts[i].attributes for i in (1, 3, 4)]
    assert grown.parents[len(BODY) :] == (6, 7, 7)
    assert all(part.pair is None for part in copies)


def test_a_limb_can_be_grafted_into_itself():
    grown = BODY.graft(1, onto=3)

    assert grown.parents == (*BODY.parents, 3, 7, 7)


def test_a_graft_can_alter_each_copied_part_by_its_row_in_the_source():
    seen = []

    grown = BODY.graft(5, 0, change=lambda row, old: seen.append((row, old)) or (row + 0.25, 0.0))

    assert seen == [(5, (5.0, 0.5)), (6, (6.0, 0.5))]
    assert [part.attributes for part in grown.parts[7:]] == [(5.25, 0.0), (6.25, 0.0)]


def test_removing_a_limb_keeps_the_other_parts_in_order():
    shorter = BODY.without(1)

    assert [part.id for part in shorter.parts] == [0, 2, 5, 6]
    assert shorter.parents == (NO_PARENT, 0, 0, 2)


def test_attributes_are_replaced_part_by_part():
    changed = BODY.with_attributes({3: (7.0, 7.5), 6: (8.0, 8.5)})

    different = [row for row in range(7) if changed.parts[row] != BODY.parts[row]]
    assert different == [3, 6]
    assert changed.parts[3] == replace(BODY.parts[3], attributes=(7.0, 7.5))


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda: BODY.attach(7, (0.0,)), "there is no part 7; this body has parts 0..6"),
        (lambda: BODY.attach(-1, (0.0,)), "there is no part -1; this body has parts 0..6"),
        (lambda: BODY.graft(1, 9), "there is no part 9; this body has parts 0..6"),
        (lambda: BODY.graft(9, 0), "there is no part 9; this body has parts 0..6"),
        (lambda: BODY.without(8), "there is no part 8; this body has parts 0..6"),
        (lambda: BODY.with_attributes({8: ()}), "there is no part 8; this body has parts 0..6"),
        (lambda: BODY.index(12), "no part has id 12; this body has [0, 1, 2, 3, 4, 5, 6]"),
        (lambda: BODY.without(0), "part 0 is the torso, which is not a limb; choose another part"),
        (lambda: BODY.graft(0, 1), "part 0 is the torso, which is not a limb; choose another part"),
    ],
)
def test_an_edit_of_a_part_that_is_not_there_is_refused(edit, message):
    with pytest.raises(BodyError) as refusal:
        edit()

    assert str(refusal.value) == message


# --- ids and where parts came from ------------------------------------------------------


def random_edit(body: BodyGraph, rng: np.random.Generator, copyable) -> tuple[BodyGraph, list]:
    """Make some edit; also return for each part the old row it was or was copied from."""
    rows, count = list(range(len(body))), len(body)
    limbs = [row for row in range(1, count) if copyable(row)]
    choice = rng.integers(4)
    if choice == 0 and count > 2:
        gone = int(rng.integers(1, count))
        kept = [row for row in rows if gone not in path_to_torso(body, row)]
        return body.without(gone), kept
    if choice == 1 and limbs and count < 30:
        limb = int(rng.choice(limbs))
        copied = [row for row in rows if limb in path_to_torso(body, row)]
        return body.graft(limb, int(rng.integers(count))), rows + copied
    if choice == 2 and count > 1:
        row = int(rng.integers(1, count))
        return body.with_attributes({row: (float(rng.random()), 0.0)}), rows
    return body.attach(int(rng.integers(count)), (0.0, 0.0)), [*rows, None]


@pytest.mark.parametrize("seed", range(40))
def test_ids_stay_with_their_parts_and_are_never_given_again(seed):
    rng, body = np.random.default_rng(seed), tree(0, 0, 1)
    ever_used = {part.id for part in body.parts}

    for _ in range(30):
        edited, came_from = random_edit(body, rng, copyable=lambda row: True)
        ids = [part.id for part in edited.parts]
        kept = sum(part_id in {part.id for part in body.parts} for part_id in ids)

        assert ids[:kept] == [body.parts[row].id for row in came_from[:kept]]
        assert not ever_used & set(ids[kept:])
        ever_used |= set(ids)
        body = edited


def test_the_id_of_a_removed_part_is_not_given_to_the_next_one():
    again = BODY.without(5).attach(0, (1.0, 1.0))

    assert again.parts[-1].id == 7
    assert again.next_id == 8


def test_came_from_finds_parts_by_id_after_rows_have_shifted():
    """Pitfall 3: inherited statistics must not land on the part that took over a row."""
    child = BODY.without(1).attach(0, (9.0, 9.0)).graft(2, 0)

    assert [part.id for part in child.parts] == [0, 2, 5, 6, 7, 8, 9]
    assert child.came_from(BODY) == (0, 2, 5, 6, None, 5, 6)


@pytest.mark.parametrize("seed", range(40))
def test_came_from_holds_after_several_edits(seed):
    rng, ancestor = np.random.default_rng(seed), tree(0, 0, 1, 3)
    body, rows = ancestor, list(range(len(ancestor)))

    for _ in range(int(rng.integers(1, 15))):
        copies = [part.origin is not None for part in body.parts]
        body, step = random_edit(
            body,
            rng,
            copyable=lambda row, body=body, copies=copies: (
                not any(
                    copies[other] for other in range(len(body)) if row in path_to_torso(body, other)
                )
            ),
        )
        rows = [None if old is None else rows[old] for old in step]

    assert body.came_from(ancestor) == tuple(rows)


def test_a_copy_of_a_copy_came_from_the_copy_one_generation_back():
    once = BODY.graft(2, 0)
    twice = once.graft(7, 0)

    assert once.came_from(BODY)[7:] == (2,)
    assert twice.came_from(once)[7:] == (7, 7)


def test_a_copy_that_was_there_before_came_from_itself():
    ancestor = BODY.graft(2, 0)

    assert ancestor.came_from(ancestor) == tuple(range(8))
    assert ancestor.without(2).came_from(ancestor) == (0, 1, 3, 4, 5, 6, 7)


# --- looking around ---------------------------------------------------------------------


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(trees())
def test_children_depths_and_limbs_agree_with_walking_to_the_torso(body):
    paths = [path_to_torso(body, row) for row in range(len(body))]

    assert body.depths == tuple(len(path) - 1 for path in paths)
    for row in range(len(body)):
        assert body.limb(row) == tuple(i for i, path in enumerate(paths) if row in path)
        assert body.children[row] == tuple(i for i, path in enumerate(paths) if path[1:2] == [row])


def test_a_part_is_found_by_its_id():
    shorter = BODY.without(1)

    assert [shorter.index(part_id) for part_id in (0, 2, 5, 6)] == [0, 1, 2, 3]


# --- what is not a body -----------------------------------------------------------------


def test_a_part_listed_before_its_parent_is_refused():
    with pytest.raises(BodyError) as refusal:
        BodyGraph("any", tuple(Part(i, ()) for i in range(3)), (NO_PARENT, 2, 0))

    assert str(refusal.value) == (
        "part 1 hangs from part 2, which is not listed before it; its parent must be one of 0..0"
    )


TWO = (Part(0, ()), Part(1, ()))


@pytest.mark.parametrize(
    ("parts", "parents", "message"),
    [
        ((), (), "a body needs at least one part, its torso; none was given"),
        (TWO, (NO_PARENT,), "2 parts but 1 parent; every part needs exactly one"),
        (TWO, (0, 0), "part 0 is the torso and hangs from nothing; its parent is 0"),
        (
            TWO,
            (NO_PARENT, 1),
            "part 1 hangs from part 1, which is not listed before it; "
            "its parent must be one of 0..0",
        ),
        (
            TWO,
            (NO_PARENT, NO_PARENT),
            "part 1 hangs from part -1, which is not listed before it; "
            "its parent must be one of 0..0",
        ),
        ((Part(4, ()), Part(4, ())), (NO_PARENT, 0), "part id 4 is used twice; ids must differ"),
        (
            (Part(0, ()), Part(1, (), pair=1)),
            (NO_PARENT, 0),
            "mirror pair 1 has 1 part; a pair is exactly two",
        ),
        (
            (Part(0, ()), *(Part(i, (), pair=1) for i in (1, 2, 3))),
            (NO_PARENT, 0, 0, 0),
            "mirror pair 1 has 3 parts; a pair is exactly two",
        ),
    ],
)
def test_what_is_not_a_tree_of_sound_parts_is_refused(parts, parents, message):
    with pytest.raises(BodyError) as refusal:
        BodyGraph("any", parts, parents)

    assert str(refusal.value) == message


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_an_attribute_that_is_not_a_finite_number_is_refused(bad):
    with pytest.raises(BodyError, match="part 1 has an attribute that is not a finite number"):
        BODY.with_attributes({1: (0.0, bad)})


# --- pairs ------------------------------------------------------------------------------


def test_partners_find_each_other_and_others_have_none():
    assert [BODY.partner(row) for row in range(7)] == [None, None, None, 4, 3, None, None]


def test_partners_find_each_other_after_their_rows_have_shifted():
    shorter = tree(0, 0, 0, 0).paired({3: 4}).without(1)

    assert [part.id for part in shorter.parts] == [0, 2, 3, 4]
    assert [shorter.partner(row) for row in range(4)] == [None, None, 3, 2]


def test_a_part_that_loses_its_partner_has_none():
    alone = BODY.without(4)

    assert alone.parts[alone.index(3)] == replace(BODY.parts[3], pair=None)


def test_a_limb_that_holds_both_partners_takes_both_away():
    shorter = BODY.without(1)

    assert all(part.pair is None for part in shorter.parts)


def test_two_pairs_stay_apart():
    body = tree(0, 0, 0, 0).paired({1: 3}).paired({2: 4})

    assert [body.partner(row) for row in range(5)] == [None, 3, 4, 1, 2]


def test_the_torso_cannot_be_half_of_a_pair():
    with pytest.raises(BodyError, match="torso"):
        tree(0, 0).paired({0: 1})


def test_a_pair_must_be_named_by_the_smaller_id_of_its_parts():
    parts = (Part(0, ()), Part(1, (), pair=3), Part(2, (), pair=3))

    with pytest.raises(BodyError, match="pair 3"):  # else it clashes with the pair of parts 3 and 4
        BodyGraph("any", parts, (NO_PARENT, 0, 0))


# --- digests ----------------------------------------------------------------------------


def reordered(body: BodyGraph, rng: np.random.Generator) -> BodyGraph:
    """Return the same tree with its parts listed in another order, parents still first."""
    order, open_rows = [0], list(body.children[0])
    while open_rows:
        row = open_rows.pop(int(rng.integers(len(open_rows))))
        order.append(row)
        open_rows += body.children[row]
    new = {row: i for i, row in enumerate(order)}
    parents = (NO_PARENT, *(new[body.parents[row]] for row in order[1:]))
    return BodyGraph(body.kind, tuple(body.parts[row] for row in order), parents)


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(trees(), st.integers(0, 1000))
def test_the_topology_does_not_depend_on_the_order_of_siblings(body, seed):
    other = reordered(body, np.random.default_rng(seed))

    assert other.topology == body.topology


def test_the_topology_does_not_depend_on_attributes_or_ids():
    other = BODY.with_attributes({1: (8.0, 9.0)}).without(2).attach(0, (3.0, 3.0))

    assert [part.id for part in other.parts] != [part.id for part in BODY.parts]
    assert other.topology == BODY.topology


@pytest.mark.parametrize(
    ("count", "shapes"), [(1, 1), (2, 1), (3, 2), (4, 4), (5, 9), (6, 20), (7, 48)]
)
def test_there_are_as_many_topologies_as_unlabelled_rooted_trees(count, shapes):
    listings = itertools.product(*(range(row) for row in range(1, count)))

    found = {tree(*parents).topology for parents in listings}

    assert len(found) == shapes  # sequence A000081 of the OEIS


@pytest.mark.parametrize(
    ("name", "topology"),
    [("fish", "17fc87b63a690783"), ("walker", "4ec08328c0ee937e"), ("hopper", "c0402f5ee5f31ed2")],
)
def test_the_topology_of_a_body_stays_what_records_say(name, topology):
    assert LIBRARY[name]().topology == topology


def test_a_chain_of_a_thousand_parts_has_digests_limbs_and_depths():
    chain = tree(*range(999))

    assert chain.topology != tree(*range(998)).topology
    assert chain.digest != tree(*range(998)).digest
    assert chain.limb(1) == tuple(range(1, 1000))
    assert chain.depths[-1] == 999


def test_the_topology_depends_on_the_kind():
    assert BodyGraph("fins", (PART,), (NO_PARENT,)).topology != (
        BodyGraph("limbs", (PART,), (NO_PARENT,)).topology
    )


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(trees(), st.data(), st.floats(allow_nan=False, allow_infinity=False))
def test_the_digest_sees_a_change_of_one_bit_in_any_attribute(body, data, value):
    row = data.draw(st.integers(0, len(body) - 1))
    slot = data.draw(st.integers(0, 1))
    towards = math.inf if value <= 0 else -math.inf
    one, other = [0.0, 0.0], [0.0, 0.0]
    one[slot], other[slot] = value, math.nextafter(value, towards)

    digests = {body.with_attributes({row: tuple(v)}).digest for v in (one, other)}

    assert len(digests) == 2


def test_the_digest_sees_the_tree_and_the_kind_but_not_ids_origins_or_pairs():
    body = tree(0, 0, 1)
    renamed = BodyGraph(
        "any",
        tuple(replace(p, id=p.id + 10, origin=3 if p.id else None) for p in body.parts),
        body.parents,
    ).paired({2: 3})

    assert renamed.digest == body.digest
    assert tree(0, 0, 2).digest != body.digest
    assert BodyGraph("other", body.parts, body.parents).digest != body.digest


def test_equal_bodies_are_equal_whatever_their_lines_have_lost():
    lost = BODY.attach(0, (1.0, 1.0)).without(7)

    assert lost == BODY
    assert hash(lost) == hash(BODY)
    assert lost.next_id == 8
    assert BODY.next_id == 7
