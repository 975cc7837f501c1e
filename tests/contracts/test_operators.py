"""Rules that every mutation operator keeps, on every kind, symmetry and grid."""

import itertools
from functools import cache

import numpy as np
import pytest

from nge.body.graph import BodyGraph
from nge.body.kinds import kinds
from nge.body.mutate import OPERATORS
from nge.body.serialization import from_json, to_json
from nge.body.space import DesignSpace, SpaceSettings

SPACES = {
    f"{kind}-{symmetry}-{levels or 'continuous'}": DesignSpace(
        kinds()[kind],
        SpaceSettings(symmetry=symmetry, levels=levels, max_parts=8, max_depth=3, max_children=4),
    )
    for kind, symmetry, levels in itertools.product(
        sorted(kinds()), ["off", "prior", "forced"], [None, 6]
    )
}
PARENTS = 12

every_operator = pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
every_space = pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)


@cache
def parents(space: DesignSpace) -> list[BodyGraph]:
    """Return random bodies, the last third of them grown until no limb fits any more."""
    bodies = []
    for seed in range(PARENTS):
        rng = np.random.default_rng(seed)
        body = space.random_body(rng)
        if seed >= PARENTS * 2 // 3:
            while (grown := OPERATORS["add_node"](body, space, rng)) is not None:
                body = grown
        bodies.append(body)
    return bodies


@cache
def families(operator, space: DesignSpace) -> list[tuple[BodyGraph, BodyGraph]]:
    """Return parents with their children by an operator, where it applies."""
    made = [
        (parent, operator(parent, space, np.random.default_rng(seed)))
        for seed, parent in enumerate(parents(space))
    ]
    assert any(child is not None for _, child in made)
    return [(parent, child) for parent, child in made if child is not None]


@every_space
@every_operator
def test_a_child_stays_within_the_design_space(operator, space):
    for _, child in families(operator, space):
        assert space.check(child) is child
        assert len(child) >= 2


@every_space
@every_operator
def test_an_operator_leaves_the_parent_and_the_global_generator_untouched(operator, space):
    state = repr(np.random.get_state())
    for seed, parent in enumerate(parents(space)):
        before = to_json(parent)

        operator(parent, space, np.random.default_rng(seed))

        assert to_json(parent) == before
    assert repr(np.random.get_state()) == state


@every_space
@every_operator
def test_the_same_seed_gives_the_same_child(operator, space):
    first, second = ([to_json(child) for _, child in families(operator, space)] for _ in range(2))

    assert first == second


@every_space
@every_operator
def test_a_child_differs_from_its_parent(operator, space):
    for parent, child in families(operator, space):
        assert child.digest != parent.digest


@every_space
@every_operator
def test_the_torso_stays_as_it_is(operator, space):
    for parent, child in families(operator, space):
        assert child.parts[0] == parent.parts[0]


@every_space
@every_operator
def test_kept_parts_keep_their_ids_order_and_parents(operator, space):
    for parent, child in families(operator, space):
        before = {part.id: row for row, part in enumerate(parent.parts)}
        kept = [row for row, part in enumerate(child.parts) if part.id in before]
        was = [before[child.parts[row].id] for row in kept]

        assert kept == list(range(len(kept)))
        assert was == sorted(was)
        for row, old in zip(kept[1:], was[1:], strict=True):
            hung_from = parent.parts[parent.parents[old]].id
            assert child.parts[child.parents[row]].id == hung_from


@every_space
@every_operator
def test_new_parts_get_ids_that_no_part_of_the_line_had(operator, space):
    for parent, child in families(operator, space):
        known = {part.id for part in parent.parts}
        new = [part.id for part in child.parts if part.id not in known]

        assert all(part_id >= parent.next_id for part_id in new)
        assert child.next_id == parent.next_id + len(new)


@every_space
@every_operator
def test_a_child_knows_which_part_of_its_parent_each_part_came_from(operator, space):
    """Pitfall 3: what a part has learned follows its id, not its row."""
    for parent, child in families(operator, space):
        for part, row in zip(child.parts, child.came_from(parent), strict=True):
            known = [other.id for other in parent.parts]
            if part.id in known:
                assert parent.parts[row].id == part.id
            elif operator is OPERATORS["add_graph"]:
                assert parent.parts[row].id == part.origin
            else:
                assert row is None


@every_space
@every_operator
def test_a_child_survives_being_written_and_read(operator, space):
    for _, child in families(operator, space):
        again = from_json(to_json(child))

        assert again == child
        assert again.next_id == child.next_id


@every_space
@every_operator
def test_mirrored_pairs_stay_whole(operator, space):
    forced = space.settings.symmetry == "forced"
    for _, child in families(operator, space):
        for row in range(1, len(child)):
            partner = child.partner(row)

            assert (partner is not None) == forced
            if forced:
                assert child.partner(partner) == row
                up, across = child.parents[row], child.parents[partner]
                assert across == (up if child.partner(up) is None else child.partner(up))


@every_space
@every_operator
def test_an_operator_does_not_apply_to_a_torso_alone_or_gives_it_a_limb(operator, space):
    rng = np.random.default_rng(0)
    torso = parents(space)[0]
    while len(torso) > 1:
        torso = torso.without(len(torso) - 1)

    child = operator(torso, space, rng)

    grows = operator in (OPERATORS["add_node"], OPERATORS["add_pair"])
    assert (child is None) == (not grows)


def test_operators_are_named_after_their_functions():
    assert {name: operator.__name__ for name, operator in OPERATORS.items()} == {
        name: name for name in OPERATORS
    }
