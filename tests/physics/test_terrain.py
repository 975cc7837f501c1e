"""Worlds with boxes and height fields: one variant per episode, drawn by its seed."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from nge.errors import PhysicsError
from nge.physics.arena import SWIMMING_ROOT, Arena, HeightField, Terrain, TerrainBox
from nge.physics.compile import compile_body
from nge.physics.cpu_engine import CpuSimulation
from nge.physics.mjcf import read_mjcf, write_mjcf
from nge.tasks.walker import TASK as WALKER

STEP, WALL = 0.3, 1.0  # m
BOXES = (
    Terrain(boxes=(TerrainBox((0.0, 0.0, STEP / 2), (2.0, 1.0, STEP / 2)),)),
    Terrain(
        boxes=(
            TerrainBox((3.0, 0.0, WALL / 2), (0.1, 1.0, WALL / 2)),
            TerrainBox((-3.0, 0.0, WALL / 2), (0.1, 1.0, WALL / 2)),
        )
    ),
)
SLOPE = 0.2
FIELDS = (
    Terrain(field=HeightField(np.full((3, 3), 0.4), (10.0, 2.0))),
    Terrain(field=HeightField(np.tile(SLOPE * np.linspace(-10, 10, 41), (3, 1)), (10.0, 2.0))),
)
WORLDS = {
    "boxes": replace(WALKER.arena, terrains=BOXES),
    "field": replace(WALKER.arena, floor=False, terrains=FIELDS),
}
EVERY_WORLD = pytest.mark.parametrize("arena", WORLDS.values(), ids=WORLDS)
COPIES = 8


def simulation_in(arena, num_envs=COPIES):
    return CpuSimulation([compile_body(WALKER.hand_designed(), arena)], num_envs, threads=1)


def idle(simulation):
    return np.zeros((1, simulation.num_envs, *simulation.joint_mask.shape[1:]), np.float32)


def lying(simulation, steps=80):
    """Let bodies fall, and return what is read of them then."""
    for _ in range(steps):
        sim_state = simulation.step(idle(simulation))
    return sim_state


@EVERY_WORLD
def test_a_seed_draws_the_terrain_and_both_occur(arena):
    simulation = simulation_in(arena)

    first = simulation.reset(np.arange(COPIES)).copy()
    again = simulation.reset(np.arange(COPIES)).copy()
    moved = simulation.reset(np.arange(100, 100 + COPIES)).copy()

    assert set(first.terrain[0]) == {0, 1}
    assert first.terrain.tolist() == again.terrain.tolist() != moved.terrain.tolist()
    np.testing.assert_array_equal(first.root_position, again.root_position)


@EVERY_WORLD
def test_no_body_starts_inside_its_terrain(arena):
    simulation = simulation_in(arena)

    simulation.reset(np.arange(COPIES))

    assert not any(simulation.state(0, copy).ncon for copy in range(COPIES))


def test_a_body_comes_to_rest_on_the_box_of_its_own_episode():
    simulation = simulation_in(WORLDS["boxes"])
    simulation.reset(np.arange(COPIES))

    sim_state = lying(simulation)

    on_step = sim_state.terrain[0] == 0
    np.testing.assert_allclose(sim_state.lowest[0, on_step], STEP, atol=0.01)
    np.testing.assert_allclose(sim_state.lowest[0, ~on_step], 0.0, atol=0.01)


def test_a_body_comes_to_rest_on_the_height_field_of_its_own_episode():
    simulation = simulation_in(WORLDS["field"])
    simulation.reset(np.arange(COPIES))

    sim_state = lying(simulation)

    flat = sim_state.terrain[0] == 0
    np.testing.assert_allclose(sim_state.lowest[0, flat], 0.4, atol=0.01)
    ground = SLOPE * (sim_state.centre[0, ~flat, :, 0])  # under every part
    lowest_part = sim_state.centre[0, ~flat, :, 2] - ground
    assert (lowest_part.min(-1) > 0).all()
    assert (lowest_part.min(-1) < 0.1).all()  # and it lies on the slope, not above it


def test_it_moves_as_in_a_model_of_that_terrain_alone():
    arena = WORLDS["boxes"]
    simulation = simulation_in(arena)
    seeds = np.arange(COPIES)
    simulation.reset(seeds)
    rng = np.random.default_rng(0)
    actions = rng.standard_normal((40, *idle(simulation).shape), np.float32)
    for action in actions:
        simulation.step(action)

    for variant in (0, 1):
        copy = int(np.argmax(simulation.reset(seeds).terrain[0] == variant))
        alone = simulation_in(replace(arena, terrains=(BOXES[variant],)), num_envs=1)
        alone.restore([{n: r[copy : copy + 1] for n, r in _only(simulation, copy).items()}])
        simulation.reset(seeds)
        for action in actions:
            one, other = simulation.step(action), alone.step(action[:, copy : copy + 1])
        np.testing.assert_array_equal(one.root_position[0, copy], other.root_position[0, 0])
        simulation.reset(seeds)


def _only(simulation, copy):
    """Return the state of a simulation as that of one that has no other terrain."""
    [state] = simulation.snapshot()
    return {**state, "terrain": np.zeros_like(state["terrain"])}


@EVERY_WORLD
def test_a_snapshot_brings_the_terrain_back(arena):
    going, again = simulation_in(arena), simulation_in(arena)
    going.reset(np.arange(COPIES))
    lying(going, steps=10)

    again.restore(going.snapshot())

    for _ in range(20):
        one, other = going.step(idle(going)), again.step(idle(again))
    for name, now, then in zip(one._fields, one, other, strict=True):
        np.testing.assert_array_equal(now, then, name)
    assert set(one.terrain[0]) == {0, 1}


@EVERY_WORLD
def test_terrain_changes_neither_mass_nor_addresses(arena):
    body = WALKER.hand_designed()
    flat, rough = WALKER.compile(body), compile_body(body, arena)

    assert rough.mass == flat.mass
    np.testing.assert_array_equal(rough.bodies, flat.bodies)
    for variant in (0, 1):
        model = rough.model_on(variant)
        for row, geoms in enumerate(rough.geoms):
            assert {model.geom_bodyid[geom] for geom in geoms} == {rough.bodies[row]}


@EVERY_WORLD
def test_the_mjcf_of_a_body_has_its_first_terrain(arena):
    body = WALKER.hand_designed()

    text = write_mjcf(body, arena)

    model = mujoco.MjModel.from_xml_string(text)
    wanted = compile_body(body, arena).model
    assert model.body("terrain").geomnum == wanted.body("terrain").geomnum
    np.testing.assert_allclose(model.hfield_data, wanted.hfield_data)
    assert read_mjcf(text) == body


def test_ground_needs_a_body_that_can_be_set_down_on_it():
    with pytest.raises(ValueError, match="needs a root joint that moves the torso along z"):
        Arena(timestep=0.01, root=SWIMMING_ROOT, terrains=BOXES)


@pytest.mark.parametrize("heights", [np.zeros(4), np.zeros((1, 4)), np.full((2, 2), np.nan)])
def test_a_height_field_that_is_no_grid_of_heights_is_refused(heights):
    with pytest.raises(ValueError, match="at least 2 x 2 finite heights; given shape"):
        HeightField(heights, (1.0, 1.0))


def test_bodies_of_different_terrains_are_not_simulated_together():
    body = WALKER.hand_designed()

    with pytest.raises(PhysicsError, match="one arena"):
        CpuSimulation([compile_body(body, arena) for arena in WORLDS.values()], num_envs=1)
