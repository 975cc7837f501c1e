"""Rules that every kind of body keeps, and what it takes to add one."""

import importlib
import sys

import mujoco
import numpy as np
import pytest

import nge.body.kinds as kinds_package
from nge.body.kinds import kind_named, kinds
from nge.physics.compile import compile_body
from nge.testing import outcomes
from nge.testing.kind_contracts import KIND_CONTRACTS, arena_of, sample_bodies
from tests.body.helpers import middle_limb, solids

every_kind = pytest.mark.parametrize("kind", kinds().values(), ids=kinds())


@every_kind
@pytest.mark.parametrize("contract", KIND_CONTRACTS, ids=lambda contract: contract.__name__)
def test_a_kind_keeps(contract, kind):
    contract(kind)


@every_kind
def test_mujoco_puts_every_solid_where_the_plan_does(kind):
    rng = np.random.default_rng(0)
    for body in sample_bodies(kind):
        compiled = compile_body(body, arena_of(kind))
        limbs = [part.attributes for part in body.parts[1:]]
        angles = [()] + [tuple(rng.uniform(-1, 1, kind.hinges(limb))) for limb in limbs]
        data = mujoco.MjData(compiled.model)
        for row in range(1, len(body)):
            data.qpos[compiled.angles[row, : len(angles[row])]] = angles[row]

        mujoco.mj_kinematics(compiled.model, data)

        for geoms, part in zip(compiled.geoms, solids(body, angles), strict=True):
            for geom, (centre, shape) in zip(geoms, part, strict=True):
                axes = data.geom_xmat[geom].reshape(3, 3)
                long = np.abs(np.diag(axes.T @ shape @ axes))
                assert data.geom_xpos[geom] == pytest.approx(centre, abs=1e-9)
                assert axes @ np.diag(long) @ axes.T == pytest.approx(shape, abs=1e-9)


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


def test_one_file_adds_a_kind_that_keeps_the_contracts(rods):
    assert [one for one in outcomes(KIND_CONTRACTS, rods) if one.problem] == []


def test_a_kind_is_gone_with_its_file():
    assert "rods" not in kinds()
    assert middle_limb("fins")  # and the others are still there
