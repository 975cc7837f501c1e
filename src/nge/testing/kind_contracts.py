"""What every kind of body keeps.

A kind must be known by its name, through its file, an entry point or ``nge.register``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import chain, islice, pairwise

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.kinds import KINDS
from nge.body.library import LIBRARY
from nge.body.mutate import OPERATORS, MutationTable, mutate
from nge.body.serialization import from_json, to_json
from nge.body.space import Attribute, DesignSpace, Kind, SpaceSettings
from nge.physics.arena import Arena
from nge.physics.compile import compile_body, plan_mass
from nge.tasks import walker
from nge.tasks.registry import TASKS

UNITS = ("", "m", "rad", "Nm", "kg/m^3")
DRAWS = 100
SEEN = 1e-6  # least change of a compiled model that counts


def arena_of(kind: Kind) -> Arena:
    """Return the world of a task that takes such bodies, else the walker's."""
    for task in TASKS.loadable().values():
        if task.kind == kind.name:
            return task.arena
    return walker.TASK.arena


def sample_bodies(kind: Kind) -> list[BodyGraph]:
    """Return bodies of a kind: one in the middle of all ranges, hand-designed ones, random ones."""
    torso, limb = (
        tuple(a.within((a.low + a.high) / 2) for a in attributes)
        for attributes in (kind.torso, kind.limb)
    )
    middle = BodyGraph.torso_alone(kind.name, torso)
    for parent in (0, 1, 0):
        middle = middle.attach(parent, limb)
    designed = [make() for make in LIBRARY.values() if make().kind == kind.name]
    return [middle, *designed, *(body for seed in range(3) for body in _descent(kind, seed))]


def _descent(kind: Kind, seed: int) -> Iterator[BodyGraph]:
    """Yield a random body and each of a line of four descendants."""
    space, rng = DesignSpace(kind), np.random.default_rng(seed)
    body = space.random_body(rng)
    yield body
    for _ in range(4):
        body = mutate(body, space, rng).child
        yield body


def it_explains_itself_and_its_attributes(kind: Kind) -> None:
    """Names, units, bounds and meanings."""
    assert kind.about, "about is empty"
    assert kind.name in KINDS, f"{kind.name!r} is not known by its name; register it"
    for attributes in (kind.torso, kind.limb):
        names = [attribute.name for attribute in attributes]
        assert len(set(names)) == len(names), f"two attributes share a name: {', '.join(names)}"
        for one in attributes:
            assert one.name.isidentifier(), f"attribute {one.name!r} is no identifier"
            assert one.about, f"attribute {one.name!r} is not explained"
            assert one.unit in UNITS, f"{one.name!r} has the unit {one.unit!r}, none of {UNITS}"
            bounded = -math.inf < one.low < one.high < math.inf
            assert bounded, f"the bounds of {one.name!r} are {one.low} and {one.high}"
            turn = not one.periodic or math.isclose(one.span, 2 * math.pi)
            assert turn, f"{one.name!r} is periodic, but spans {one.span:g} instead of 2 pi"


def the_torso_of_random_bodies_is_within_its_bounds(kind: Kind) -> None:
    """``random_torso`` has a value for every attribute of the torso."""
    given = len(kind.random_torso)
    assert given == len(kind.torso), f"random_torso has {given} values for {len(kind.torso)}"
    for one, value in zip(kind.torso, kind.random_torso, strict=True):
        assert one.within(value) == value, f"{one.name} is {value}, beyond {one.low}..{one.high}"


def the_mirror_image_of_a_mirror_image_is_the_limb_itself(kind: Kind) -> None:
    """And a mirror image is within bounds."""
    space, rng = DesignSpace(kind), np.random.default_rng(0)
    for first in (True, False):
        for _ in range(DRAWS):
            limb = space.random_limb(rng)
            image = kind.mirrored(limb, first)
            _check_bounds(kind, image, "the mirror image")
            again = kind.mirrored(image, first)
            same = np.allclose(again, limb, rtol=0, atol=1e-9)
            assert same, f"{limb} becomes {again} (first={first})"


def a_centred_limb_is_within_bounds_and_stays_centred(kind: Kind) -> None:
    """``centred`` of a centred limb is that limb."""
    space, rng = DesignSpace(kind), np.random.default_rng(0)
    for _ in range(DRAWS):
        centred = kind.centred(space.random_limb(rng))
        _check_bounds(kind, centred, "the centred limb")
        again = kind.centred(centred)
        assert again == centred, f"{centred} becomes {again}"


def a_plan_has_every_part_with_its_joints_and_a_mass(kind: Kind) -> None:
    """Solids with sizes and densities, unit axes and quaternions, and a motor for every hinge."""
    for body in sample_bodies(kind):
        plan = kind.plan(body)
        assert kind.plan(body) == plan, "the same body has different plans"
        wanted = [kind.hinges(part.attributes) for part in body.parts[1:]]
        found = [len(part.hinges) for part in plan.parts]
        assert found == [0, *wanted], f"parts have {found} hinges, not {[0, *wanted]}"
        assert max(wanted, default=0) <= kind.joints, f"a limb has more than {kind.joints} hinges"
        alike = kind.hinges_vary or set(wanted) <= {kind.joints}
        assert alike, f"limbs have {wanted} hinges; say so with hinges_vary"
        assert plan_mass(plan) > 0, "a body has no mass"
        for row, part in enumerate(plan.parts):
            dense = any(solid.density > 0 for solid in part.solids)
            assert dense, f"part {row} has no solid with a density"
            sized = all(min(solid.size) > 0 for solid in part.solids)
            assert sized, f"part {row} has a solid without a size"
            for turned in (part.rotation, *(solid.rotation for solid in part.solids)):
                unit = math.isclose(math.hypot(*turned), 1, abs_tol=1e-9)
                assert unit, f"part {row} has the rotation {turned}, no unit quaternion"
            for hinge in part.hinges:
                unit = math.isclose(math.hypot(*hinge.axis), 1, rel_tol=1e-6)
                assert unit, f"part {row} has a hinge with the axis {hinge.axis}, no unit vector"
                one_motor = (hinge.motor.torque > 0) != (hinge.motor.stiffness > 0)
                assert one_motor, f"a motor of part {row} needs a torque or a stiffness, not both"
                held = hinge.limits is None or hinge.limits[0] < 0 < hinge.limits[1]
                assert held, f"part {row} has a hinge with limits {hinge.limits}, 0 not inside"


def bodies_are_drawn_mutated_encoded_written_and_compiled(kind: Kind) -> None:
    """Under every symmetry and by every operator."""
    arena, table = arena_of(kind), MutationTable.of(dict.fromkeys(OPERATORS, 1.0))
    for symmetry in ("off", "prior", "forced"):
        space = DesignSpace(kind, SpaceSettings.of({"symmetry": symmetry}))
        rng, used = np.random.default_rng(0), set()
        for _ in range(20):
            body = space.random_body(rng)
            for _ in range(4):
                mutation = mutate(body, space, rng, table)
                body = space.check(mutation.child)
                used.add(mutation.operator)
            assert from_json(to_json(body)) == body, "a body that is written reads as another"
            encoded = space.encode(body)
            assert encoded.shape == (len(body), space.encoded_width), "an encoding lacks numbers"
            assert np.abs(encoded).max() <= 1, "an encoded attribute is beyond -1..1"
            motors = sum(kind.hinges(part.attributes) for part in body.parts[1:])
            found = compile_body(body, arena).model.nu
            assert found == motors, f"a body has {found} motors, its limbs {motors} hinges"
        unused = sorted(set(OPERATORS) - used)
        assert not unused, f"with symmetry {symmetry} never applied: {', '.join(unused)}"


def every_attribute_changes_the_robot(kind: Kind) -> None:
    """An attribute without effect is noise to mutation, surrogate and networks."""
    for row, slot, attribute in _attributes(kind):
        compared = 0
        change = 1.0 if attribute.whole else 0.05 * attribute.span
        for body in islice(_in_use(kind, row, slot), 8):
            before = _model(body, kind)
            for step in (-change, change):
                value = body.parts[row].attributes[slot] + step
                if attribute.low <= value <= attribute.high:
                    after = _model(_with(body, row, slot, value), kind)
                    compared += 1
                    assert _differ(before, after), f"{_called(row, attribute)} has no effect"
        assert compared >= 8, f"{_called(row, attribute)} could hardly be varied"


def every_attribute_has_an_effect_over_its_whole_range(kind: Kind) -> None:
    """In the corners as well: a stretch of a range without effect is dead."""
    for row, slot, attribute in _attributes(kind):
        body = next(_in_use(kind, row, slot))
        count = round(attribute.span) + 1 if attribute.whole else 9
        values = np.linspace(attribute.low, attribute.high, count)
        values = values[: -1 if attribute.periodic else None]
        models = [_model(_with(body, row, slot, float(value)), kind) for value in values]
        for (one, other), (low, high) in zip(pairwise(models), pairwise(values), strict=True):
            stretch = f"{_called(row, attribute)} has no effect between {low:g} and {high:g}"
            assert _differ(one, other), stretch


KIND_CONTRACTS: tuple[Callable[[Kind], None], ...] = (
    it_explains_itself_and_its_attributes,
    the_torso_of_random_bodies_is_within_its_bounds,
    the_mirror_image_of_a_mirror_image_is_the_limb_itself,
    a_centred_limb_is_within_bounds_and_stays_centred,
    a_plan_has_every_part_with_its_joints_and_a_mass,
    bodies_are_drawn_mutated_encoded_written_and_compiled,
    every_attribute_changes_the_robot,
    every_attribute_has_an_effect_over_its_whole_range,
)


def _check_bounds(kind: Kind, limb: tuple[float, ...], what: str) -> None:
    for one, value in zip(kind.limb, limb, strict=True):
        assert one.low <= value <= one.high, f"{one.name} of {what} is {value}"


def _attributes(kind: Kind) -> Iterator[tuple[int, int, Attribute]]:
    """Yield every attribute with a row that has it and its place there."""
    for row in (0, 1):
        for slot, attribute in enumerate(kind.attributes(row)):
            yield row, slot, attribute


def _in_use(kind: Kind, row: int, slot: int) -> Iterator[BodyGraph]:
    """Yield bodies in whose row ``row`` an attribute is in use."""
    more = (body for seed in range(3, 30) for body in _descent(kind, seed))
    for body in chain(sample_bodies(kind), more):
        if row == 0 or slot not in kind.idle(body.parts[row].attributes):
            yield body


def _called(row: int, attribute: Attribute) -> str:
    return f"{attribute.name} of {'limbs' if row else 'the torso'}"


def _with(body: BodyGraph, row: int, slot: int, value: float) -> BodyGraph:
    values = list(body.parts[row].attributes)
    values[slot] = value
    return body.with_attributes({row: tuple(values)})


def _model(body: BodyGraph, kind: Kind) -> list[np.ndarray]:
    """Return what can differ between the compiled models of two bodies with the same tree."""
    compiled = compile_body(body, arena_of(kind))
    model = compiled.model
    return [
        model.body_pos,
        model.body_quat,
        model.geom_size,
        model.geom_pos,
        model.body_mass,
        model.actuator_gear,
        model.jnt_axis,
        model.jnt_range,
        compiled.start,
    ]


def _differ(one: list[np.ndarray], other: list[np.ndarray]) -> bool:
    return any(
        before.shape != after.shape or np.abs(before - after).max() > SEEN
        for before, after in zip(one, other, strict=True)
    )
