"""What every physics engine keeps, with bodies of fish and walker.

An engine is checked by its name, because that is how ``task.simulate`` finds it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nge.physics.physics_settings import PhysicsSettings
from nge.physics.simulation import SimState, Simulation
from nge.tasks.registry import OURS
from nge.tasks.task import Task

TASKS = ("fish", "walker")
STEPS = 5


def _task(engine: str, name: str) -> Task:
    return OURS[name].with_physics(PhysicsSettings(engine=engine))


def _simulation(
    task: Task, bodies: int = 3, num_envs: int = 2, guarded: bool = False
) -> Simulation:
    """Return random bodies at the start of an episode, each environment with a seed of its own."""
    drawn = [task.space().random_body(np.random.default_rng(seed)) for seed in range(bodies)]
    compiled = [task.compile(body) for body in drawn]
    simulation = task.simulate(compiled, num_envs, guarded=guarded)
    simulation.reset(_seeds(simulation))
    return simulation


def _seeds(simulation: Simulation) -> np.ndarray:
    count = len(simulation.bodies) * simulation.num_envs
    return np.arange(count).reshape(-1, simulation.num_envs)


def _commands(simulation: Simulation, steps: int = STEPS) -> np.ndarray:
    """Return random commands. [T, P, E, N, J]"""
    shape = (steps, len(simulation.bodies), simulation.num_envs, *simulation.joint_mask.shape[1:])
    return np.random.default_rng(0).standard_normal(shape, np.float32)


def _check_same(one: SimState, other: SimState, where: np.ndarray | None = None) -> None:
    """Refuse states that differ, in the environments that ``where`` names."""
    for name, before, after in zip(one._fields, one, other, strict=True):
        if where is not None and not name.endswith("mask"):
            before, after = before[where], after[where]
        assert np.array_equal(before, after), f"{name} differs"


def a_seed_gives_the_same_start_and_another_seed_another(engine: str) -> None:
    """Whatever else is simulated beside it."""
    for name in TASKS:
        simulation = _simulation(_task(engine, name), bodies=1, num_envs=3)

        angles = simulation.reset(np.array([[7, 7, 8]])).copy().joint_angle

        assert np.array_equal(angles[0, 0], angles[0, 1]), "two copies with one seed differ"
        assert np.any(angles[0, 0] != angles[0, 2]), "copies with different seeds are the same"


def what_does_not_exist_reads_zero(engine: str) -> None:
    """Rows without a part and joints that a part has not got."""
    for name in TASKS:
        simulation = _simulation(_task(engine, name))
        for action in _commands(simulation):
            sim_state = simulation.step(action)

        no_part, no_joint = ~sim_state.mask, ~sim_state.joint_mask
        for field in ("rotation", "centre", "touch"):
            values = np.moveaxis(getattr(sim_state, field), 1, 2)[no_part]
            assert not np.any(values), f"{field} of rows without a part is not 0"
        for field in ("joint_angle", "joint_velocity"):
            values = np.moveaxis(getattr(sim_state, field), 1, 3)[no_joint]
            assert not np.any(values), f"{field} of joints that do not exist is not 0"


def commands_for_joints_that_do_not_exist_are_ignored(engine: str) -> None:
    """Also those that are not finite."""
    for name in TASKS:
        one, other = (_simulation(_task(engine, name)) for _ in range(2))
        for action in _commands(one):
            filled = np.where(one.joint_mask[:, None], action, np.nan)
            expected, found = one.step(action), other.step(filled)

        _check_same(expected, found)


def resetting_some_copies_leaves_the_others_alone(engine: str) -> None:
    """``reset`` with ``where``."""
    for name in TASKS:
        simulation = _simulation(_task(engine, name))
        for action in _commands(simulation):
            before = simulation.step(action).copy()
        some = np.zeros((3, 2), bool)
        some[1, 0] = True

        after = simulation.reset(_seeds(simulation), where=some)

        _check_same(before, after, ~some)
        moved = np.any(after.root_position[1, 0] != before.root_position[1, 0])
        assert moved, "a copy that was reset stays where it was"
        assert not np.any(after.root_velocity[1, 0]), "a copy that was reset still moves"


def a_command_that_is_not_finite_or_huge_ends_only_its_own_episode(engine: str) -> None:
    """The environment diverges, the others go on."""
    for command in (np.nan, np.inf, -np.inf, 1e30):
        simulation = _simulation(_task(engine, "walker"), bodies=2)
        action = _commands(simulation)[0]
        action[1, 0, 1, 0] = command

        diverged = simulation.step(action).diverged > 0

        assert diverged[1, 0], f"a copy goes on after the command {command}"
        assert diverged.sum() == 1, f"other copies diverge after the command {command}"


def a_simulation_goes_on_from_a_snapshot_bit_for_bit(engine: str) -> None:
    """``restore`` of what another simulation of the same bodies ``snapshot`` returned."""
    for name in TASKS:
        going, again = (_simulation(_task(engine, name)) for _ in range(2))
        actions = _commands(going, 2 * STEPS)
        for action in actions[:STEPS]:
            going.step(action)

        again.restore(going.snapshot())

        for action in actions[STEPS:]:
            expected, found = going.step(action), again.step(action)
            _check_same(expected, found)


def a_guarded_simulation_moves_bit_for_bit_like_any_other(engine: str) -> None:
    """The smoke test of a new body tells what its episodes will be like."""
    for name in TASKS:
        fast, guarded = (
            _simulation(_task(engine, name), guarded=guarded) for guarded in (False, True)
        )
        for action in _commands(fast):
            expected, found = fast.step(action), guarded.step(action)

        _check_same(expected, found)


ENGINE_CONTRACTS: tuple[Callable[[str], None], ...] = (
    a_seed_gives_the_same_start_and_another_seed_another,
    what_does_not_exist_reads_zero,
    commands_for_joints_that_do_not_exist_are_ignored,
    resetting_some_copies_leaves_the_others_alone,
    a_command_that_is_not_finite_or_huge_ends_only_its_own_episode,
    a_simulation_goes_on_from_a_snapshot_bit_for_bit,
    a_guarded_simulation_moves_bit_for_bit_like_any_other,
)
