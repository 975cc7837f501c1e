import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.mutate import mutate
from nge.errors import NgeError
from nge.nets.graphs import SLOTS, Graph, graph_of, graphs_of, padded_size, slots_of
from nge.nets.net_settings import SIZES
from nge.tasks.registry import OURS
from tests.nets.helpers import BRANCHED, SPACE, body_of, neighbours, relabelled

SPACES = [task.space() for task in OURS.values()]


def with_ids(*ids):
    """Return a star of parts with these ids."""
    parts = tuple(Part(i, (0.5,) * 6) for i in ids)
    return BodyGraph("fins", parts, (NO_PARENT, *([0] * (len(ids) - 1))))


# --- the arrays ---------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(SPACES))
@settings(max_examples=30, deadline=None)
def test_a_graph_says_of_every_part_what_it_is_and_whom_it_touches(seed, space):
    rng = np.random.default_rng(seed)
    body = mutate(space.random_body(rng), space, rng).child

    graph = graph_of(body, space)

    size = padded_size(len(body))
    for part in range(size):
        there = part < len(body)
        assert graph.mask[part] == there
        assert graph.limbs[part] == (there and part > 0)
        near = neighbours(body, part) if there else []
        assert np.flatnonzero(np.asarray(graph.adjacency)[part]).tolist() == near
        assert there or not graph.attributes[part].any()
    assert set(np.unique(graph.adjacency)) <= {0.0, 1.0}
    assert graph.attributes.shape == (size, space.encoded_width)


@given(st.integers(0, 10**6), st.sampled_from(SPACES))
@settings(max_examples=30, deadline=None)
def test_attributes_lie_between_minus_one_and_one(seed, space):
    """Pitfall 7: in the release sizes of a centimetre stood beside angles of 120 degrees."""
    body = space.random_body(np.random.default_rng(seed))

    attributes = np.asarray(graph_of(body, space).attributes)[: len(body)]

    assert np.abs(attributes).max() <= 1.0


@pytest.mark.parametrize("space", SPACES, ids=OURS)
def test_the_bounds_of_an_attribute_are_far_apart_unless_it_is_an_angle_that_turns(space):
    """Pitfall 7: every attribute fills its range, and an angle of 0 is one of 2 pi."""
    body = space.random_body(np.random.default_rng(0))
    limb = body.parts[1].attributes
    for index, attribute in enumerate(space.kind.limb):
        ends = [
            graph_of(
                body.with_attributes({1: (*limb[:index], end, *limb[index + 1 :])}), space
            ).attributes
            for end in (attribute.low, attribute.high)
        ]

        apart = np.abs(ends[1] - ends[0]).max()

        alike = attribute.periodic or index in space.kind.idle(limb)
        assert apart == pytest.approx(0.0 if alike else 2.0, abs=1e-5)


def test_torso_and_limbs_are_described_in_different_columns():
    attributes = np.asarray(graph_of(BRANCHED, SPACE).attributes)

    torso, limbs = attributes[0] != 0, (attributes[1:5] != 0).any(0)

    assert not (torso & limbs).any()
    assert torso.any()


def test_a_relabelled_body_has_the_same_graph_in_another_order():
    order = [0, 2, 1, 3, 4]
    one, other = graph_of(BRANCHED, SPACE, 5), graph_of(relabelled(BRANCHED, order), SPACE, 5)

    rows = np.asarray(order)
    for name in ("attributes", "mask", "limbs", "slots"):
        np.testing.assert_array_equal(getattr(one, name)[rows], getattr(other, name), name)
    np.testing.assert_array_equal(one.adjacency[rows][:, rows], other.adjacency)


def test_more_rows_add_nothing_but_padding():
    small, large = graph_of(BRANCHED, SPACE), graph_of(BRANCHED, SPACE, 10)

    np.testing.assert_array_equal(small.adjacency, large.adjacency[:6, :6])
    np.testing.assert_array_equal(small.attributes, large.attributes[:6])
    assert not large.adjacency[6:].any()
    assert not large.mask[6:].any()
    assert not large.limbs[6:].any()


def test_graphs_of_one_size_are_stacked_along_a_species_axis():
    bodies = [body_of(0, seed=seed) for seed in range(3)]

    together = graphs_of(bodies, SPACE, 4)

    assert isinstance(together, Graph)
    for index, graph in enumerate(graph_of(body, SPACE) for body in bodies):
        np.testing.assert_array_equal(together.attributes[index], graph.attributes)
        np.testing.assert_array_equal(together.adjacency[index], graph.adjacency)
        np.testing.assert_array_equal(together.slots[index], graph.slots)
    assert together.slots.dtype == jnp.int32


# --- sizes --------------------------------------------------------------------------------


@pytest.mark.parametrize("parts", range(1, 33))
def test_a_body_takes_the_smallest_size_that_holds_it(parts):
    size = padded_size(parts)

    assert size in SIZES
    assert parts <= size
    assert not [other for other in SIZES if parts <= other < size]


def test_a_body_with_more_parts_than_the_largest_size_is_refused_in_one_line():
    with pytest.raises(NgeError, match="33 parts; networks take at most 32"):
        graph_of(body_of(*[0] * 32), SPACE)


# --- slots --------------------------------------------------------------------------------


@given(
    st.lists(st.integers(1, 500), min_size=1, max_size=31, unique=True).map(lambda ids: [0, *ids])
)
def test_no_two_parts_share_a_slot(ids):
    slots = slots_of(with_ids(*ids))

    assert len(set(slots)) == len(ids)
    assert set(slots) <= set(range(SLOTS))
    assert slots[0] == 0


@given(st.permutations(range(1, 8)))
@settings(max_examples=20)
def test_slots_do_not_depend_on_the_order_of_rows(order):
    ids = [0, 3, 35, 67, 40, 8, 500, 31]

    one, other = slots_of(with_ids(*ids)), slots_of(with_ids(0, *(ids[row] for row in order)))

    assert [one[row] for row in order] == other[1:]


def test_a_part_keeps_its_slot_through_mutations_as_long_as_no_other_part_wants_it():
    """Pitfall 3: what is learned of a part must stay with it, by its id and not by its row."""
    space, rng = SPACE, np.random.default_rng(0)
    for _ in range(20):
        body = space.random_body(rng)
        for _ in range(5):
            child = mutate(body, space, rng).child
            if child.next_id > SLOTS:
                break
            before = {part.id: slot for part, slot in zip(body.parts, slots_of(body), strict=True)}
            after = {part.id: slot for part, slot in zip(child.parts, slots_of(child), strict=True)}

            assert {i: after[i] for i in after if i in before} == {
                i: before[i] for i in before if i in after
            }
            body = child


def test_where_two_parts_want_one_slot_the_older_keeps_it():
    older, younger = slots_of(with_ids(0, 5, 5 + SLOTS))[1:]

    assert (older, younger) == (5, 6)
