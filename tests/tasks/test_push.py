"""A box to be pushed: it is in the world, not in the body, and its way is the reward."""

import numpy as np
import pytest

from nge.physics.compile import ABSENT
from nge.tasks.push import FARTHEST, HALF, NEAREST, PushTask
from nge.tasks.push import TASK as PUSH
from nge.tasks.registry import OURS
from nge.tasks.suite import Crawler

COPIES = 6


class CrawlerPush(PushTask, Crawler):
    """In space."""

    name = "crawler-push"

    def hand_designed(self):
        return OURS["suite/crawler"].hand_designed()


SPACE = CrawlerPush()
BOTH = pytest.mark.parametrize("task", [PUSH, SPACE], ids=["plane", "space"])


def started(task):
    simulation = task.simulate([task.compile(task.hand_designed())], COPIES, threads=1)
    return simulation, simulation.reset(np.arange(COPIES))


def idle(simulation, steps=30):
    still = np.zeros((1, COPIES, *simulation.joint_mask.shape[1:]), np.float32)
    for _ in range(steps):
        sim_state = simulation.step(still)
    return sim_state, still


def moved(simulation, x=None, velocity=None):
    """Give the box another place or velocity along x."""
    compiled = simulation.bodies[0]
    along = compiled.arena.root_coordinates.index("x")
    [state] = simulation.snapshot()
    if x is not None:
        state["qpos"][:, compiled.object_positions[0, along]] = x
    if velocity is not None:
        free = len(compiled.arena.root) == 1
        width = compiled.arena.root_velocities
        state["qvel"][:, -width + (0 if free else along)] = velocity
    simulation.restore([state])


@BOTH
def test_the_box_begins_anywhere_within_its_places_by_the_seed(task):
    simulation, sim_state = started(task)
    x = sim_state.object_position[0, :, 0, 0].copy()

    again = simulation.reset(np.arange(COPIES)).object_position[0, :, 0, 0]

    assert len(np.unique(x)) == COPIES
    assert NEAREST <= x.min() < x.max() <= FARTHEST
    np.testing.assert_array_equal(x, again)
    np.testing.assert_allclose(sim_state.object_position[..., 2], HALF, atol=1e-6)
    assert not sim_state.object_velocity.any()


@BOTH
def test_the_box_rests_on_the_floor_until_it_is_touched(task):
    simulation, _ = started(task)
    moved(simulation, x=20.0)

    sim_state, _ = idle(simulation)

    np.testing.assert_allclose(sim_state.object_position[0, :, 0, 0], 20.0, atol=0.15)
    np.testing.assert_allclose(sim_state.object_position[..., 2], HALF, atol=0.02)


@BOTH
def test_the_reward_is_the_velocity_of_the_box_whatever_the_body_does(task):
    simulation, _ = started(task)
    moved(simulation, x=20.0, velocity=3.0)

    sim_state, still = idle(simulation, steps=1)
    outcome = task.step_reward(sim_state, still)

    velocity = sim_state.object_velocity[0, :, 0, 0]
    assert (velocity > 1.0).all()
    assert (velocity < 3.0).all()  # it slides, and friction slows it down
    assert list(outcome.reward_parts) == ["push", "effort"]
    np.testing.assert_allclose(outcome.reward[0], velocity)
    np.testing.assert_allclose(outcome.measures["box_velocity"][0], velocity)


@BOTH
def test_the_torso_sees_where_the_box_is_and_goes(task):
    simulation, _ = started(task)
    moved(simulation, velocity=2.0)

    sim_state, _ = idle(simulation, steps=1)
    seen = task.observe_torso(sim_state)[0]

    axes = [0, 2] if task is PUSH else [0, 1, 2]
    away = (sim_state.object_position[:, :, 0] - sim_state.centre[:, :, 0])[0][:, axes]
    velocity = sim_state.object_velocity[0, :, 0][:, axes]
    np.testing.assert_array_equal(seen[:, -2 * len(axes) :], np.hstack([away, velocity]))
    assert [one.name for one in task.torso_columns[-2 * len(axes) :]] == [
        *(f"box_{'xyz'[axis]}" for axis in axes),
        *(f"box_velocity_{'xyz'[axis]}" for axis in axes),
    ]


def test_a_body_that_falls_on_the_box_moves_it():
    simulation, sim_state = started(PUSH)
    before = sim_state.object_position.copy()
    moved(simulation, x=0.45)

    sim_state, _ = idle(simulation, steps=60)

    assert (np.abs(sim_state.object_position - before)[0, :, 0, 0] > 0.01).all()


@BOTH
def test_the_box_is_no_part_of_the_body(task):
    body = task.hand_designed()
    alone = OURS[type(task).__mro__[2].name].compile(body)
    beside = task.compile(body)

    assert beside.mass == alone.mass
    for name in ("bodies", "angles", "speeds", "motors"):
        np.testing.assert_array_equal(getattr(beside, name), getattr(alone, name))
    assert (beside.object_positions > beside.angles[beside.angles != ABSENT].max()).all()


@BOTH
def test_a_snapshot_brings_the_box_back(task):
    going, _ = started(task)
    moved(going, velocity=1.0)
    idle(going, steps=10)
    again = task.simulate(going.bodies, COPIES, threads=1)

    again.restore(going.snapshot())

    for name, one, other in zip(
        going._sim_state._fields, idle(going, 20)[0], idle(again, 20)[0], strict=True
    ):
        np.testing.assert_array_equal(one, other, name)
