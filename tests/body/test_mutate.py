import itertools
import math
from collections import Counter

import numpy as np
import pytest
from pydantic import ValidationError

from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named
from nge.body.library import LIBRARY, fish, walker
from nge.body.mutate import (
    OPERATORS,
    Mutation,
    MutationTable,
    add_graph,
    add_node,
    add_pair,
    del_graph,
    mutate,
    pert_graph,
    tune,
)
from nge.body.space import SpaceSettings
from nge.errors import BodyError
from nge.tasks.fish import Fish
from tests.body.helpers import (
    KINDS,
    SYMMETRIES,
    assert_symmetric,
    middle_body,
    middle_limb,
    mutants,
    space_around,
    space_of,
)

SPACES = {
    f"{kind} {symmetry} {levels or 'continuous'}": space_of(kind, symmetry=symmetry, levels=levels)
    for kind, symmetry, levels in itertools.product(KINDS, SYMMETRIES, [None, 6])
}
CHAINS = 10_000


def changed_rows(parent: BodyGraph, child: BodyGraph) -> set[int]:
    """Return the rows whose attributes differ, of two bodies with the same parts."""
    assert [part.id for part in child.parts] == [part.id for part in parent.parts]
    return {
        row
        for row, (old, new) in enumerate(zip(parent.parts, child.parts, strict=True))
        if old.attributes != new.attributes
    }


def difference(space, old, new) -> np.ndarray:
    """Return how far each attribute moved, in parts of its range, the short way round."""
    moved = []
    for attribute, before, after in zip(space.kind.limb, old, new, strict=True):
        share = (after - before) / attribute.span
        moved.append((share + 0.5) % 1 - 0.5 if attribute.periodic else share)
    return np.array(moved)


# --- tuning and pairs -------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_tuning_moves_sizes_by_ratios_of_many_magnitudes(kind):
    space, rng, body = space_of(kind), np.random.default_rng(0), middle_body(kind, 0, 0)
    column = next(i for i, attribute in enumerate(space.kind.limb) if attribute.log)
    old = body.parts[1].attributes[column]

    children = [tune(body, space, rng) for _ in range(2000)]
    ratios = np.array([child.parts[1].attributes[column] / old for child in children])
    steps = np.abs(np.log(ratios[ratios != 1]))

    assert {child.topology for child in children} == {body.topology}
    assert np.quantile(steps, 0.9) > 10 * np.quantile(steps, 0.1)
    assert abs(np.mean(np.log(ratios[ratios != 1]) > 0) - 0.5) < 0.1


def test_tuning_makes_no_core_thinner_than_that_of_the_hand_designed_fish():
    space, rng, body = (
        Fish().space(SpaceSettings(torso="evolves")),
        np.random.default_rng(0),
        fish(),
    )
    designed = body.parts[0].attributes[3]
    cores = []
    for _ in range(300):
        body = tune(body, space, rng)
        cores.append(body.parts[0].attributes[3])

    assert min(cores) == designed < max(cores)


@pytest.mark.parametrize("kind", KINDS)
def test_a_pair_is_a_limb_and_its_mirror_image_on_one_part(kind):
    space, rng, body = space_of(kind), np.random.default_rng(0), middle_body(kind, 0, 0)

    child = add_pair(body, space, rng)

    one, other = len(body), len(body) + 1
    assert len(child) == len(body) + 2
    assert child.parents[one] == child.parents[other]
    image = space.kind.mirrored(child.parts[one].attributes, first=True)
    assert child.parts[other].attributes == pytest.approx(image)


# --- chains -----------------------------------------------------------------------------


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
def test_chains_of_mutations_stay_in_the_space_and_use_every_operator(space):
    rng, used = np.random.default_rng(1), Counter()
    table = MutationTable(**dict.fromkeys(OPERATORS, 1.0))

    for _ in range(math.ceil(CHAINS / len(SPACES))):
        body = space.random_body(rng)
        for _ in range(4):
            mutation = mutate(body, space, rng, table)
            body = space.check(mutation.child)
            used[mutation.operator] += 1

            assert len(body) >= 2

    assert set(used) == set(OPERATORS)
    assert min(used.values()) > 100


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_growing_never_passes_the_limits(kind, symmetry):
    """Pitfall 14: in the original one Add could pass the node cap."""
    space = space_of(kind, symmetry=symmetry, max_parts=9, max_depth=3, max_children=4)
    growing = MutationTable(del_graph=0, pert_graph=0.05)
    largest = deepest = widest = 0

    for seed in range(60):
        rng = np.random.default_rng(seed)
        body = space.random_body(rng)
        for _ in range(12):
            body = mutate(body, space, rng, growing).child
            largest = max(largest, len(body))
            deepest = max(deepest, *body.depths)
            widest = max(widest, *map(len, body.children))

    assert (largest, deepest, widest) == (9, 3, 4)  # reached, and not passed


@pytest.mark.parametrize("name", LIBRARY)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_lines_of_a_hand_designed_body_stay_in_the_space(name, symmetry):
    body = LIBRARY[name]()
    space = space_around(body, symmetry=symmetry)

    for seed in range(30):
        rng, descendant = np.random.default_rng(seed), body
        for _ in range(10):
            descendant = space.check(mutate(descendant, space, rng).child)


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
def test_the_same_seed_gives_the_same_line(space):
    first, second = (list(mutants(space, seed=7, mutations=12)) for _ in range(2))

    assert first == second
    assert first != list(mutants(space, seed=8, mutations=12))


# --- Add-Node ---------------------------------------------------------------------------


def test_add_node_hangs_one_new_part_from_any_part():
    space, body = space_of("limbs"), middle_body("limbs", 0, 0, 1)

    children = [add_node(body, space, np.random.default_rng(seed)) for seed in range(100)]

    assert {child.parents[-1] for child in children} == {0, 1, 2, 3}
    for child in children:
        assert child.parts[:-1] == body.parts
        assert (child.parts[-1].id, child.parts[-1].origin) == (body.next_id, None)
    assert len({child.parts[-1].attributes for child in children}) == 100


@pytest.mark.parametrize("operator", [add_node, add_graph])
def test_nothing_is_added_to_a_full_body(operator):
    space = space_of("fins", max_parts=4, most_random_parts=4)

    assert operator(middle_body("fins", 0, 0, 1), space, np.random.default_rng(0)) is None


# --- Add-Graph --------------------------------------------------------------------------


def test_add_graph_copies_any_limb_onto_any_part():
    space, body = space_of("fins", symmetry="off"), middle_body("fins", 0, 1, 1)
    body = body.with_attributes({row: (row / 2, *middle_limb("fins")[1:]) for row in (1, 2, 3)})
    sizes = {1: 3, 2: 1, 3: 1}

    seen = set()
    for seed in range(300):
        child = add_graph(body, space, np.random.default_rng(seed))
        copies = child.parts[4:]
        limb, onto = copies[0].origin, child.parents[4]
        seen.add((limb, onto))

        assert child.parts[:4] == body.parts
        assert child.parents[:4] == body.parents
        assert [part.origin for part in copies] == list(body.limb(limb))
        assert [part.attributes for part in copies] == [
            body.parts[row].attributes for row in body.limb(limb)
        ]
        assert len(copies) == sizes[limb]
        assert child.parents[5:] == (4, 4)[: sizes[limb] - 1]
        assert child.came_from(body) == (0, 1, 2, 3, *body.limb(limb))

    assert seen == set(itertools.product([1, 2, 3], [0, 1, 2, 3]))


def test_add_graph_copies_only_limbs_that_fit():
    space = space_of("fins", symmetry="off", max_parts=6, max_depth=3, max_children=2)
    body = middle_body("fins", 0, 1, 1)

    pairs = {
        (child.parts[4].origin, child.parents[4])
        for seed in range(100)
        if (child := add_graph(body, space, np.random.default_rng(seed)))
    }

    # the limb of three does not fit; part 1 has two children already
    assert pairs == {(limb, onto) for limb in (2, 3) for onto in (0, 2, 3)}


@pytest.mark.parametrize("kind", KINDS)
def test_add_graph_mirrors_the_root_of_the_copy_half_of_the_time(kind):
    space = space_of(kind, symmetry="prior")
    body = space.grow(middle_body(kind, 0), 1, space.random_limb(np.random.default_rng(2)))
    body = body.with_attributes({1: space.random_limb(np.random.default_rng(1))})
    root, tip = body.parts[1].attributes, body.parts[2].attributes
    image = space.kind.mirrored(root, first=True)

    mirrored = []
    for seed in range(1200):
        child = add_graph(body, space, np.random.default_rng(seed))
        if child.parts[3].origin == 1:
            assert child.parts[3].attributes in (root, image)
            assert child.parts[4].attributes == tip  # the rest of the limb is never mirrored
            mirrored.append(child.parts[3].attributes == image)

    spread = 0.5 / math.sqrt(len(mirrored))
    assert image != root
    assert np.mean(mirrored) == pytest.approx(0.5, abs=4.5 * spread)


@pytest.mark.parametrize("kind", KINDS)
def test_add_graph_never_mirrors_without_symmetry(kind):
    space = space_of(kind, symmetry="off")

    for seed in range(150):
        body = space.random_body(np.random.default_rng(seed))
        child = add_graph(body, space, np.random.default_rng(seed))
        for part in child.parts[len(body) :]:
            assert part.attributes == body.parts[body.index(part.origin)].attributes


# --- Del-Graph --------------------------------------------------------------------------


def test_del_graph_removes_any_limb_and_nothing_else():
    space, body = space_of("limbs"), middle_body("limbs", 0, 0, 1, 1, 4)

    survivors = {
        tuple(part.id for part in del_graph(body, space, np.random.default_rng(seed)).parts)
        for seed in range(100)
    }

    assert survivors == {(0, 2), (0, 1, 3, 4, 5), (0, 1, 2, 4, 5), (0, 1, 2, 3), (0, 1, 2, 3, 4)}


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
def test_del_graph_never_leaves_a_torso_alone(space):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        body = space.random_body(rng)
        sizes = [len(body)]
        while (shorter := del_graph(body, space, rng)) is not None:
            body = shorter
            sizes.append(len(body))

        assert sizes == sorted(set(sizes), reverse=True)
        assert sizes[-1] >= 2
        # nothing is left to remove: one chain from the torso, or one mirrored chain
        assert len(body.children[0]) == (2 if space.settings.symmetry == "forced" else 1)


def test_a_limb_that_is_all_there_is_stays():
    space = space_of("fins")

    assert del_graph(middle_body("fins", 0), space, np.random.default_rng(0)) is None


# --- Pert-Graph -------------------------------------------------------------------------


def test_pert_graph_touches_a_limb_and_every_part_of_it():
    space, body = space_of("limbs", symmetry="off"), middle_body("limbs", 0, 0, 1, 1, 4, 2)

    touched = Counter()
    for seed in range(300):
        child = pert_graph(body, space, np.random.default_rng(seed))
        rows = changed_rows(body, child)
        touched[tuple(sorted(rows))] += 1

        assert child.parents == body.parents
        for row in rows:  # every attribute of every part
            old, new = body.parts[row].attributes, child.parts[row].attributes
            assert all(a != b for a, b in zip(old, new, strict=True))

    assert set(touched) == {(1, 3, 4, 5), (2, 6), (3,), (4, 5), (5,), (6,)}
    assert min(touched.values()) > 50 - 5 * math.sqrt(50)


@pytest.mark.parametrize("kind", KINDS)
def test_the_noise_of_pert_graph_is_a_twelfth_of_the_range(kind):
    space, body = space_of(kind), middle_body(kind, 0)
    rng, count = np.random.default_rng(0), 4000

    moved = np.array(
        [
            difference(
                space, body.parts[1].attributes, pert_graph(body, space, rng).parts[1].attributes
            )
            for _ in range(count)
        ]
    )  # [count, D]

    spread = 1 / 12
    assert np.abs(moved.mean(0)).max() < 4.5 * spread / math.sqrt(count)
    assert moved.std(0) == pytest.approx(spread, rel=4.5 / math.sqrt(2 * count))
    kurtosis = ((moved / moved.std(0)) ** 4).mean(0)
    assert kurtosis == pytest.approx(3, abs=0.5)  # a Gaussian's; a uniform's is 1.8
    correlation = np.corrcoef(moved.T) - np.eye(moved.shape[1])
    assert np.abs(correlation).max() < 5 / math.sqrt(count)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", ["low", "high"])
def test_noise_at_the_edge_of_a_range_stays_in_it_and_wraps_angles(kind, end):
    space, rng = space_of(kind), np.random.default_rng(0)
    edge = tuple(getattr(attribute, end) for attribute in space.kind.limb)
    body = middle_body(kind, 0).with_attributes({1: edge})

    moved = np.array([pert_graph(body, space, rng).parts[1].attributes for _ in range(500)])

    for attribute, values in zip(space.kind.limb, moved.T, strict=True):
        assert attribute.low <= values.min() <= values.max() <= attribute.high
        middle = (attribute.low + attribute.high) / 2
        on_the_other_side = np.mean(values > middle if end == "low" else values < middle)
        if attribute.periodic:
            assert on_the_other_side == pytest.approx(0.5, abs=0.12)
        else:
            assert on_the_other_side == 0
            assert np.mean(values == getattr(attribute, end)) == pytest.approx(0.5, abs=0.12)


@pytest.mark.parametrize("kind", KINDS)
def test_sockets_move_by_whole_steps(kind):
    space, rng = space_of(kind, levels=6), np.random.default_rng(0)
    steps = np.array([space.level_step(attribute) for attribute in space.kind.limb])
    span = np.array([attribute.span for attribute in space.kind.limb])
    limb = tuple(a.low + 3 * step for a, step in zip(space.kind.limb, steps, strict=True))
    body = middle_body(kind, 0).with_attributes({1: limb})

    moved = np.array(
        [
            difference(space, limb, pert_graph(body, space, rng).parts[1].attributes)
            for _ in range(2000)
        ]
    )
    taken = moved * span / steps

    assert taken == pytest.approx(taken.round(), abs=1e-9)
    assert np.abs(taken).max(1).round().min() >= 1  # something always moves
    distances, counts = np.unique(np.abs(taken.round()), return_counts=True)
    shares = dict(zip(distances, counts / taken.size, strict=True))
    assert shares[0] == pytest.approx(0.383, abs=0.03)  # of round(N(0, 1))
    assert shares[1] == pytest.approx(0.484, abs=0.03)


@pytest.mark.parametrize("levels", [None, 6])
def test_pert_graph_leaves_the_torso_alone(levels):
    for kind in KINDS:
        space = space_of(kind, levels=levels)
        body = space.random_body(np.random.default_rng(1))

        children = [pert_graph(body, space, np.random.default_rng(seed)) for seed in range(100)]

        assert {child.parts[0] for child in children} == {body.parts[0]}


def test_there_is_nothing_to_perturb_on_a_torso_alone():
    assert pert_graph(middle_body("fins"), space_of("fins"), np.random.default_rng(0)) is None


def test_a_perturbation_in_sockets_always_moves_something_on_a_forced_fish():
    space = space_of("fins", symmetry="forced", levels=6)

    children = [pert_graph(fish(), space, np.random.default_rng(seed)) for seed in range(1000)]

    assert fish() not in children


@pytest.mark.parametrize("symmetry", ["off", "prior"])
def test_partners_that_are_no_longer_mirror_images_are_no_longer_a_pair(symmetry):
    space = space_of("fins", symmetry=symmetry)

    for seed in range(50):
        child = pert_graph(fish(), space, np.random.default_rng(seed))
        left, right = (child.parts[row] for row in (3, 4))
        if changed_rows(fish(), child) & {3, 4}:
            assert left.pair is None
            assert right.pair is None


# --- the table --------------------------------------------------------------------------


def operators_drawn(body, space, table, count=2000) -> Counter:
    rng = np.random.default_rng(0)
    return Counter(mutate(body, space, rng, table).operator for _ in range(count))


@pytest.mark.parametrize(
    "table",
    [
        None,
        MutationTable(add_node=1, add_graph=2, del_graph=3, pert_graph=4),
        MutationTable(add_node=0.2, add_graph=0, del_graph=0.2, pert_graph=0.6),
        MutationTable(add_node=0, add_graph=0, del_graph=1e-3, pert_graph=3e-3),
    ],
    ids=["default", "1 to 4", "no add_graph", "small"],
)
def test_operators_are_drawn_as_often_as_their_weights_say(table):
    space, body, count = space_of("limbs"), middle_body("limbs", 0, 1), 2000
    weights = (table or MutationTable()).weights

    drawn = operators_drawn(body, space, table, count)

    assert set(drawn) == {name for name, weight in weights.items() if weight}
    for name, weight in weights.items():
        share = weight / sum(weights.values())
        expected, spread = count * share, math.sqrt(count * share * (1 - share))
        assert abs(drawn[name] - expected) <= 4.5 * spread


def test_the_paper_draws_each_of_its_four_mutations_equally_often():
    weights = {name: weight for name, weight in MutationTable().weights.items() if weight}
    assert set(weights) == {"add_node", "add_graph", "del_graph", "pert_graph"}
    assert set(weights.values()) == {0.15}


def test_an_operator_that_does_not_apply_is_drawn_again():
    """Pitfall 14: at the node cap Add gives way to the others."""
    space, body = space_of("fins", max_parts=4, most_random_parts=4), middle_body("fins", 0, 0, 1)

    drawn = operators_drawn(body, space, MutationTable(add_node=9, add_graph=9, pert_graph=2))

    assert set(drawn) == {"del_graph", "pert_graph"}
    assert drawn["pert_graph"] == pytest.approx(2000 * 2 / 2.15, abs=60)


def test_when_no_operator_applies_one_line_says_so():
    space = space_of("fins", max_parts=4, most_random_parts=4)
    table = MutationTable(del_graph=0, pert_graph=0)

    with pytest.raises(BodyError) as refusal:
        mutate(middle_body("fins", 0, 0, 1), space, np.random.default_rng(0), table)

    assert str(refusal.value) == (
        "no mutation of the table applies to a body of 4 parts within 4; "
        "allow more operators or parts"
    )


def test_a_table_of_zeros_is_refused():
    with pytest.raises(ValidationError, match="give at least one a weight above 0"):
        MutationTable(add_node=0, add_graph=0, del_graph=0, pert_graph=0)


@pytest.mark.parametrize("weight", [-0.1, math.nan, "often"])
def test_a_weight_that_is_no_weight_is_refused(weight):
    with pytest.raises(ValidationError, match="add_node"):
        MutationTable(add_node=weight)


def test_an_infinite_weight_is_refused():
    with pytest.raises(ValidationError, match="add_node"):
        MutationTable(add_node=math.inf)


def test_an_unknown_operator_is_refused():
    with pytest.raises(ValidationError, match="add_nodes"):
        MutationTable(add_nodes=1)


@pytest.mark.parametrize("name", LIBRARY)
def test_fine_tuning_attributes_never_changes_the_tree(name):
    body = LIBRARY[name]()
    space, rng, child = space_around(body), np.random.default_rng(0), body

    for _ in range(50):
        child = mutate(child, space, rng, MutationTable().keeping_tree()).child

    assert child.topology == body.topology
    assert child.parents == body.parents
    assert [part.id for part in child.parts] == [part.id for part in body.parts]
    assert child.parts[0] == body.parts[0]
    assert changed_rows(body, child) == set(range(1, len(body)))


# --- what a mutation reports ------------------------------------------------------------


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
def test_a_mutation_names_the_parts_it_added_removed_and_changed(space):
    rng = np.random.default_rng(3)
    for _ in range(40):
        parent = space.random_body(rng)

        mutation = mutate(parent, space, rng)

        before = {part.id: part.attributes for part in parent.parts}
        after = {part.id: part.attributes for part in mutation.child.parts}
        assert set(mutation.added) == set(after) - set(before)
        assert set(mutation.removed) == set(before) - set(after)
        assert set(mutation.changed) == {i for i in after if before.get(i, after[i]) != after[i]}
        touched = (bool(mutation.added), bool(mutation.removed), bool(mutation.changed))
        assert (
            touched
            == {
                "add_node": (True, False, False),
                "add_graph": (True, False, False),
                "del_graph": (False, True, False),
                "pert_graph": (False, False, True),
            }[mutation.operator]
        )


def test_a_mutation_of_a_known_body_is_reported_by_id():
    space, body = space_of("limbs", symmetry="off"), walker().without(1)  # ids 0, 4, 5, 6
    tables = {name: MutationTable(**dict.fromkeys(OPERATORS, 0) | {name: 1}) for name in OPERATORS}

    def reports(name) -> set[Mutation]:
        mutations = (
            mutate(body, space, np.random.default_rng(seed), tables[name]) for seed in range(60)
        )
        return {(m.added, m.removed, m.changed) for m in mutations}

    assert reports("add_node") == {((7,), (), ())}
    assert reports("add_graph") == {((7,), (), ()), ((7, 8), (), ()), ((7, 8, 9), (), ())}
    assert reports("del_graph") == {((), (6,), ()), ((), (5, 6), ())}
    assert reports("pert_graph") == {((), (), (6,)), ((), (), (5, 6)), ((), (), (4, 5, 6))}


# --- forced symmetry --------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("levels", [None, 6])
def test_a_forced_line_stays_mirror_symmetric(kind, levels):
    space = space_of(kind, symmetry="forced", levels=levels, max_parts=13)

    for seed in range(60):
        for body in mutants(space, seed, mutations=8):
            assert all(body.partner(row) is not None for row in range(1, len(body)))
            assert_symmetric(body)


@pytest.mark.parametrize("levels", [None, 6])
def test_a_forced_line_of_the_hand_designed_fish_stays_mirror_symmetric(levels):
    space = space_of("fins", symmetry="forced", levels=levels, max_parts=13)
    kind = kind_named("fins")

    for seed in range(60):
        rng, body = np.random.default_rng(seed), fish()
        for _ in range(8):
            body = mutate(body, space, rng).child
            assert_symmetric(body)
            for row in range(1, len(body)):
                limb = body.parts[row].attributes
                if body.partner(row) is None:  # the tail: in the mirror plane
                    assert kind.centred(limb) == limb


@pytest.mark.parametrize("kind", KINDS)
def test_the_attributes_of_a_forced_part_are_its_partners_mirrored(kind):
    space = space_of(kind, symmetry="forced")

    for seed in range(40):
        *_, body = mutants(space, seed, mutations=6)
        for row in range(1, len(body)):
            partner = body.partner(row)
            siblings = body.parents[row] == body.parents[partner]
            image = space.kind.mirrored(body.parts[partner].attributes, first=siblings)
            moved = difference(space, image, body.parts[row].attributes)
            assert np.abs(moved).max() < 1e-12


def forced_twins() -> tuple[BodyGraph, object]:
    """Return a body of two mirrored pairs whose four fins all have the same size."""
    space = space_of("fins", symmetry="forced")
    limb = middle_limb("fins")
    body = middle_body("fins")
    for u in (0.4, 1.0):
        body = space.grow(body, 0, (u, *limb[1:]))
    return body, space


def test_a_pair_is_found_by_id_even_when_all_fins_have_the_same_size():
    """Pitfall 13: the original took any limb of equal size for the partner."""
    body, space = forced_twins()
    sizes = {part.attributes[3:] for part in body.parts[1:]}

    perturbed = {
        tuple(sorted(changed_rows(body, pert_graph(body, space, np.random.default_rng(seed)))))
        for seed in range(40)
    }
    removed = {
        tuple(part.id for part in del_graph(body, space, np.random.default_rng(seed)).parts)
        for seed in range(40)
    }

    assert len(sizes) == 1
    assert perturbed == {(1, 2), (3, 4)}
    assert removed == {(0, 1, 2), (0, 3, 4)}


def test_a_fin_that_grows_on_one_of_a_pair_grows_on_the_other():
    """Pitfall 13: the original did not mirror what was added to one limb of a pair."""
    body, space = forced_twins()

    grown = [add_node(body, space, np.random.default_rng(seed)) for seed in range(60)]

    spots = {frozenset(child.parents[5:]) for child in grown}
    assert spots == {frozenset({0}), frozenset({1, 2}), frozenset({3, 4})}
    for child in grown:
        assert child.partner(5) == 6
        assert_symmetric(child)


def test_a_forced_copy_of_a_limb_comes_with_its_mirror_image():
    body, space = forced_twins()
    body = space.grow(body, 1, middle_limb("fins"))

    for seed in range(60):
        child = add_graph(body, space, np.random.default_rng(seed))
        size = (len(child) - len(body)) // 2
        first = range(len(body), len(body) + size)

        assert size in (1, 2)
        assert [child.partner(row) for row in first] == [row + size for row in first]
        assert [child.parts[row].origin for row in first] == [
            child.parts[row + size].origin for row in first
        ]
        assert child.parts[: len(body)] == body.parts
        assert_symmetric(child)


def test_a_forced_removal_takes_a_limb_and_its_mirror_image():
    body, space = forced_twins()
    body = space.grow(body, 1, middle_limb("fins"))  # 5 on 1, 6 on 2

    survivors = {
        tuple(part.id for part in del_graph(body, space, np.random.default_rng(seed)).parts)
        for seed in range(60)
    }

    assert survivors == {(0, 3, 4), (0, 1, 2, 5, 6), (0, 1, 2, 3, 4)}


def test_a_pair_on_a_centred_fin_moves_with_it():
    space = space_of("fins", symmetry="forced")
    body = space.grow(fish(), 1, middle_limb("fins"))  # a pair on the tail: 5, 6

    for seed in range(60):
        child = pert_graph(body, space, np.random.default_rng(seed))
        rows = changed_rows(body, child)

        assert rows in ({1, 2, 5, 6}, {2}, {3, 4}, {5, 6})
        assert_symmetric(child)


def test_under_forced_symmetry_a_limb_in_the_mirror_plane_is_copied_once():
    space, tail = space_of("fins", symmetry="forced"), (1, 2)
    for seed in range(200):
        child = add_graph(fish(), space, np.random.default_rng(seed))
        copies = child.parts[5:]

        alone = copies[0].origin in tail and child.parents[5] in (0, *tail)
        once = len(fish().limb(copies[0].origin))
        assert len(copies) == (once if alone else 2 * once)
        space.check(child)
