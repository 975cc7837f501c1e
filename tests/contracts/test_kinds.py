"""Rules that every kind of body keeps, and what it takes to add one."""

import importlib
import math
import sys
from itertools import pairwise

import mujoco
import numpy as np
import pytest

import nge.body.kinds as kinds_package
from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named, kinds
from nge.body.library import LIBRARY
from nge.body.mutate import OPERATORS, MutationTable, mutate
from nge.body.serialization import from_json, to_json
from nge.body.space import DesignSpace, SpaceSettings
from nge.physics.arena import Arena
from nge.physics.compile import compile_body, plan_mass
from nge.tasks import fish, walker
from tests.body.helpers import middle_body, middle_limb, mutants, solids, space_of

ARENAS = {task.kind: task.arena for task in (fish.TASK, walker.TASK)}

KINDS = sorted(kinds())
every_kind = pytest.mark.parametrize("kind", kinds().values(), ids=kinds())


def arena_of(kind: str) -> Arena:
    return ARENAS.get(kind, walker.TASK.arena)


def examples(kind: str) -> list[BodyGraph]:
    """Return bodies of a kind: one in the middle of all ranges, hand-designed ones, random ones."""
    torso = tuple((a.low + a.high) / 2 for a in kind_named(kind).torso)
    middle = middle_body(kind, 0, 1, 0).with_attributes({0: torso})
    designed = [make() for make in LIBRARY.values() if make().kind == kind]
    drawn = [body for seed in range(3) for body in mutants(space_of(kind), seed, 4)]
    return [middle, *designed, *drawn]


# --- what a kind says of itself ---------------------------------------------------------


@every_kind
def test_a_kind_explains_its_attributes(kind):
    assert kind.about
    for attributes in (kind.torso, kind.limb):
        names = [attribute.name for attribute in attributes]
        assert len(set(names)) == len(names)
        for attribute in attributes:
            assert attribute.name.isidentifier()
            assert attribute.about
            assert attribute.unit in ("", "m", "rad", "Nm")
            assert -math.inf < attribute.low < attribute.high < math.inf
            if attribute.periodic:
                assert attribute.span == pytest.approx(2 * math.pi)


@every_kind
def test_the_torso_of_random_bodies_is_within_its_bounds(kind):
    for attribute, value in zip(kind.torso, kind.random_torso, strict=True):
        assert attribute.within(value) == value


@every_kind
@pytest.mark.parametrize("first", [True, False])
def test_the_mirror_image_of_a_mirror_image_is_the_limb_itself(kind, first):
    space, rng = DesignSpace(kind), np.random.default_rng(0)

    for _ in range(100):
        limb = space.random_limb(rng)
        image = kind.mirrored(limb, first)
        again = kind.mirrored(image, first)

        assert all(a.low <= x <= a.high for a, x in zip(kind.limb, image, strict=True))
        assert again == pytest.approx(limb, abs=1e-12)


@every_kind
def test_a_centred_limb_is_within_bounds_and_stays_centred(kind):
    space, rng = DesignSpace(kind), np.random.default_rng(0)

    for _ in range(100):
        centred = kind.centred(space.random_limb(rng))

        assert all(a.low <= x <= a.high for a, x in zip(kind.limb, centred, strict=True))
        assert kind.centred(centred) == centred


# --- what a kind's bodies are made of ---------------------------------------------------


@every_kind
def test_a_plan_has_every_part_with_its_joints_and_a_mass(kind):
    for body in examples(kind.name):
        plan = kind.plan(body)

        assert kind.plan(body) == plan
        wanted = [kind.hinges(part.attributes) for part in body.parts[1:]]
        assert [len(part.hinges) for part in plan.parts] == [0, *wanted]
        assert max(wanted, default=0) <= kind.joints
        assert kind.hinges_vary or set(wanted) <= {kind.joints}
        assert plan_mass(plan) > 0
        for part in plan.parts:
            assert sum(solid.density > 0 for solid in part.solids) >= 1
            assert all(min(solid.size) > 0 for solid in part.solids)
            for turned in (part.rotation, *(solid.rotation for solid in part.solids)):
                assert math.hypot(*turned) == pytest.approx(1, abs=1e-9)
            for hinge in part.hinges:
                assert math.hypot(*hinge.axis) == pytest.approx(1)
                assert (hinge.motor.torque > 0) != (hinge.motor.stiffness > 0)
                assert hinge.limits is None or hinge.limits[0] < 0 < hinge.limits[1]


@every_kind
def test_mujoco_puts_every_solid_where_the_plan_does(kind):
    rng = np.random.default_rng(0)
    for body in examples(kind.name):
        compiled = compile_body(body, arena_of(kind.name))
        angles = [()] + [tuple(rng.uniform(-1, 1, kind.joints)) for _ in range(1, len(body))]
        data = mujoco.MjData(compiled.model)
        for row in range(1, len(body)):
            data.qpos[compiled.angles[row]] = angles[row]

        mujoco.mj_kinematics(compiled.model, data)

        for geoms, part in zip(compiled.geoms, solids(body, angles), strict=True):
            for geom, (centre, shape) in zip(geoms, part, strict=True):
                axes = data.geom_xmat[geom].reshape(3, 3)
                long = np.abs(np.diag(axes.T @ shape @ axes))
                assert data.geom_xpos[geom] == pytest.approx(centre, abs=1e-9)
                assert axes @ np.diag(long) @ axes.T == pytest.approx(shape, abs=1e-9)


def fingerprint(body: BodyGraph) -> list[np.ndarray]:
    """Return what can differ between the compiled models of two bodies with the same tree."""
    compiled = compile_body(body, arena_of(body.kind))
    model = compiled.model
    return [
        model.body_pos,
        model.body_quat,
        model.geom_size,
        model.geom_pos,
        model.body_mass,
        model.actuator_gear,
        model.jnt_range,
        compiled.start,
    ]


ATTRIBUTES = [
    pytest.param(kind, row, slot, id=f"{kind}-{role}-{attribute.name}")
    for kind in KINDS
    for row, role in enumerate(["torso", "limb"])
    for slot, attribute in enumerate(kind_named(kind).attributes(row))
]


@pytest.mark.parametrize(("kind", "row", "slot"), ATTRIBUTES)
def test_every_attribute_changes_the_robot(kind, row, slot):
    """Pitfall 9: an attribute without effect is noise to mutation, surrogate and networks."""
    attribute = kind_named(kind).attributes(row)[slot]
    compared = 0
    for body in examples(kind)[:8]:
        before = fingerprint(body)
        for step in (-0.05, 0.05):
            values = list(body.parts[row].attributes)
            values[slot] += step * attribute.span
            if not attribute.low <= values[slot] <= attribute.high:
                continue
            after = fingerprint(body.with_attributes({row: tuple(values)}))
            compared += 1
            assert any(
                old.shape != new.shape or np.abs(old - new).max() > 1e-6
                for old, new in zip(before, after, strict=True)
            )
    assert compared >= 8


@pytest.mark.parametrize(("kind", "row", "slot"), ATTRIBUTES)
def test_every_attribute_has_an_effect_over_its_whole_range(kind, row, slot):
    """Pitfall 9, in the corners: a stretch of a range without effect is dead too."""
    attribute = kind_named(kind).attributes(row)[slot]
    body = examples(kind)[0]
    found = []
    for value in np.linspace(attribute.low, attribute.high, 9)[
        : -1 if attribute.periodic else None
    ]:
        values = list(body.parts[row].attributes)
        values[slot] = float(value)
        made = fingerprint(body.with_attributes({row: tuple(values)}))
        found.append(np.concatenate([array.ravel() for array in made]))

    for one, other in pairwise(found):
        assert one.shape != other.shape or np.abs(one - other).max() > 1e-6


# --- a new kind -------------------------------------------------------------------------

RODS = '''
"""Rods: spheres on a line, a kind for this test only."""

import math

from nge.body.body_plan import Hinge, Motor, PartPlan, BodyPlan, Shape, Solid
from nge.body.space import Attribute, Kind


class Rods(Kind):
    """Balls on sticks."""

    name = "rods"
    about = "balls on sticks"
    torso = (Attribute("size", "m", 0.1, 0.3, "radius"),)
    limb = (
        Attribute("place", "rad", 0.0, 2 * math.pi, "where on the parent", periodic=True),
        Attribute("reach", "m", 0.2, 0.6, "length of the stick"),
    )
    joints = 1
    random_torso = (0.2,)
    random_limbs_on_torso = False

    def mirrored(self, limb, first):
        place, reach = limb
        return ((math.pi - place) % (2 * math.pi), reach)

    def plan(self, body):
        parts = [PartPlan((Solid(Shape.SPHERE, (body.parts[0].attributes[0],)),))]
        for part in body.parts[1:]:
            place, reach = part.attributes
            parts.append(
                PartPlan(
                    (Solid(Shape.SPHERE, (0.05,), (reach, 0.0, 0.0)),),
                    rotation=(math.cos(place / 2), 0.0, math.sin(place / 2), 0.0),
                    hinges=(Hinge((0.0, 1.0, 0.0), Motor(torque=5.0), limits=(-1.0, 1.0)),),
                )
            )
        return BodyPlan(tuple(parts))


KIND = Rods()
'''


@pytest.fixture
def rods(tmp_path, monkeypatch):
    """Add a third kind by one file, and take it away afterwards."""
    (tmp_path / "rods.py").write_text(RODS, encoding="utf-8")
    monkeypatch.setattr(kinds_package, "__path__", [*kinds_package.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    kinds.cache_clear()
    yield kind_named("rods")
    sys.modules.pop("nge.body.kinds.rods")
    del kinds_package.rods
    kinds.cache_clear()


@pytest.mark.parametrize("symmetry", ["off", "prior", "forced"])
def test_one_file_adds_a_kind_that_is_drawn_mutated_encoded_written_and_compiled(rods, symmetry):
    space, rng = DesignSpace(rods, SpaceSettings(symmetry=symmetry)), np.random.default_rng(0)
    used, table = set(), MutationTable(**dict.fromkeys(OPERATORS, 1.0))

    for _ in range(20):
        body = space.random_body(rng)
        for _ in range(4):
            mutation = mutate(body, space, rng, table)
            body = space.check(mutation.child)
            used.add(mutation.operator)
        encoded = space.encode(body)
        compiled = compile_body(body, walker.TASK.arena)

        assert from_json(to_json(body)) == body
        assert encoded.shape == (len(body), 1 + 2 + 1)
        assert np.abs(encoded).max() <= 1
        assert compiled.model.nu == len(body) - 1

    assert used == set(OPERATORS)


def test_a_kind_is_gone_with_its_file():
    assert "rods" not in kinds()
    assert middle_limb("fins")  # and the others are still there
