"""What every task keeps, over 200 random and mutated bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import jax
import numpy as np

from nge.body.kinds import kind_named
from nge.body.mutate import mutate
from nge.extensions import NAME
from nge.physics.compile import CompiledBody
from nge.physics.simulation import Array, SimState, Simulation
from nge.runs.config import EvolutionConfig, Variants
from nge.tasks.task import Column, Task

BODIES = 200
STEPS = 5
LONGEST = 60  # control steps until a column must have changed; some parts touch the ground late


@cache
def sample_bodies(task: Task) -> tuple[CompiledBody, ...]:
    """Half of them random, half of them at the end of a line of mutations; one hand-designed."""
    space = replace(task.space(), stand=0.0)  # those that fall at once among them
    found = [task.hand_designed()]
    for seed in range(BODIES - 1):
        rng = np.random.default_rng(seed)
        body = space.random_body(rng)
        for _ in range(0 if seed % 2 else 8):
            body = mutate(body, space, rng).child
        found.append(body)
    return tuple(task.compile(body) for body in found)


@cache
def sample_steps(task: Task) -> tuple[Simulation, SimState, Array]:
    """All bodies after a few control steps of random commands, with what was commanded last."""
    bodies = sample_bodies(task)
    simulation = task.simulate(bodies, num_envs=1)
    simulation.reset(np.arange(len(bodies))[:, None])
    rng = np.random.default_rng(0)
    shape = (len(bodies), 1, *simulation.joint_mask.shape[1:])
    for _ in range(STEPS):
        actions = 1.5 * rng.standard_normal(shape, np.float32)
        sim_state = simulation.step(actions)
    return simulation, sim_state, actions


def it_says_what_it_is(task: Task) -> None:
    """Name, line of help, kind of bodies, length of an episode and observed columns."""
    name = getattr(task, "name", None)
    assert isinstance(name, str), "it has no name"
    assert NAME.fullmatch(name), f"its name {name!r} has signs other than letters, digits, _, + -"
    assert getattr(task, "about", ""), "about is empty; 'nge tasks' shows it"
    kind_named(task.kind)
    assert isinstance(task.episode_steps, int), f"episode_steps is {task.episode_steps!r}"
    assert task.episode_steps > 0, f"episode_steps is {task.episode_steps}; an episode needs some"
    for what, columns in (("torso", task.torso_columns), ("limb", task.limb_columns)):
        wrong = [column for column in columns if not isinstance(column, Column)]
        assert not wrong, f"{what}_columns holds {wrong[:1]}, not a Column"
        names = [column.name for column in columns]
        twice = sorted({one for one in names if names.count(one) > 1})
        assert not twice, f"{what}_columns has several columns called {', '.join(twice)}"
        silent = [column.name for column in columns if not column.about]
        assert not silent, f"{what}_columns does not explain {', '.join(silent)}"


def its_settings_are_those_of_a_search(task: Task) -> None:
    """By their names, with values that are allowed."""
    beside = Variants.model_fields.keys() & task.settings.keys()
    Variants.of({name: task.settings[name] for name in beside})
    plain = {name: value for name, value in task.settings.items() if name not in beside}
    EvolutionConfig.of({"task": "fish", **plain})


def its_hand_designed_body_fits(task: Task) -> None:
    """It is of the task's kind, and can be simulated."""
    compiled = task.compile(task.hand_designed())
    assert compiled.mass > 0, f"its mass is {compiled.mass} kg"


def every_body_starts_alive_and_not_inside_the_floor(task: Task) -> None:
    """Where the task leaves the start to the arena, the lowest point is just above the floor."""
    bodies = sample_bodies(task)
    simulation = task.simulate(bodies, num_envs=2)

    sim_state = simulation.reset(np.arange(2 * len(bodies)).reshape(-1, 2))

    diverged = int(np.sum(sim_state.diverged > 0))
    assert not diverged, f"the physics of {diverged} of {2 * len(bodies)} episodes begin diverged"
    if task.arena.floor and not task.arena.terrains:
        lowest = float(np.min(sim_state.lowest))
        assert lowest > -1e-5, f"a body starts {-lowest:g} m inside the floor"
    if type(task).reset is not Task.reset:
        return
    assert not np.any(sim_state.root_velocity), "a body starts with a velocity"
    if task.arena.floor and not task.arena.terrains:
        apart = float(np.max(np.abs(sim_state.lowest - task.arena.clearance)))
        assert apart < 1e-5, f"a lowest point is {apart:g} m from the arena's clearance"
        if not task.arena.self_collision:
            assert not np.any(sim_state.touch), "a body touches something at the start"


def the_same_seeds_give_the_same_start(task: Task) -> None:
    """``reset`` draws from the generator that it is given and from nothing else."""
    bodies, seeds = sample_bodies(task)[:8], np.arange(16).reshape(8, 2)
    first, second = (task.simulate(bodies, num_envs=2).reset(seeds).copy() for _ in range(2))
    for name, one, other in zip(first._fields, first, second, strict=True):
        assert np.array_equal(one, other), f"{name} differs between two resets with the same seeds"


def observations_are_finite_and_padding_reads_zero(task: Task) -> None:
    """One row per part; torso columns in row 0 alone, limb columns in all others."""
    _, sim_state, _ = sample_steps(task)

    rows = task.observe(sim_state)

    torso, limb = len(task.torso_columns), len(task.limb_columns)
    shapes = task.observe_torso(sim_state).shape[-1], task.observe_parts(sim_state).shape[-1]
    assert shapes == (torso, limb), (
        f"observe_torso and observe_parts return {shapes[0]} and {shapes[1]} columns; "
        f"torso_columns and limb_columns name {torso} and {limb}"
    )
    assert rows.dtype == np.float32, f"observations are {rows.dtype}, not float32"
    assert rows.shape == (*sim_state.lowest.shape, sim_state.mask.shape[1], torso + limb), (
        f"observations have the shape {rows.shape}"
    )
    assert np.isfinite(rows).all(), f"not finite: {_columns(task, ~np.isfinite(rows))}"
    padding = rows * ~sim_state.mask[:, None, :, None]
    assert not padding.any(), f"not 0 in rows without a part: {_columns(task, padding != 0)}"
    assert not rows[:, :, 0, torso:].any(), "limb columns are not 0 in the row of the torso"
    assert not rows[:, :, 1:, :torso].any(), "torso columns are not 0 in rows of limbs"


def no_observed_column_is_constant(task: Task) -> None:
    """A column that never changes, over all bodies, tells a controller nothing."""
    bodies = sample_bodies(task)
    simulation = task.simulate(bodies, num_envs=1)
    sim_state = simulation.reset(np.arange(len(bodies))[:, None])
    rng, shape = np.random.default_rng(0), (len(bodies), 1, *simulation.joint_mask.shape[1:])
    constant, first = np.ones(len(task.torso_columns) + len(task.limb_columns), bool), None
    for _ in range(LONGEST):
        now = _by_column(task, sim_state)
        first = [values[0] for values in now] if first is None else first
        constant &= [not np.any(values != one) for values, one in zip(now, first, strict=True)]
        if not constant.any():
            return
        sim_state = simulation.step(1.5 * rng.standard_normal(shape, np.float32))
    assert not constant.any(), f"the same for all bodies: {_columns(task, constant)}"


def the_reward_is_the_sum_of_its_named_parts(task: Task) -> None:
    """Parts and measures are named and finite, one number for every environment."""
    _, sim_state, actions = sample_steps(task)

    outcome = task.step_reward(sim_state, actions)

    # Of the task itself: ``step_reward`` would stretch a single number to all environments.
    parts, measures = task.reward_parts(sim_state, actions), task.measures(sim_state, actions)
    shape = sim_state.lowest.shape
    assert parts, "reward_parts returns nothing"
    for what, values in (*parts.items(), *measures.items()):
        assert values.shape == shape, f"{what!r} has the shape {values.shape}, not {shape}"
        assert np.isfinite(values).all(), f"{what!r} is not finite"
    assert outcome.reward.shape == shape, f"the reward has the shape {outcome.reward.shape}"
    total = np.sum(list(outcome.reward_parts.values()), axis=0)
    assert np.allclose(outcome.reward, total, rtol=1e-5, atol=1e-6), "it is another number"


def an_episode_ends_where_the_physics_diverge_or_the_task_fails(task: Task) -> None:
    """``failed`` is a boolean of every environment; one that diverged gets no reward."""
    _, sim_state, actions = sample_steps(task)

    failed = task.failed(sim_state)

    assert failed.shape == sim_state.lowest.shape, f"failed returns the shape {failed.shape}"
    assert failed.dtype == bool, f"failed returns {failed.dtype}, not bool"
    outcome = task.step_reward(
        sim_state._replace(diverged=np.ones_like(sim_state.diverged)), actions
    )
    assert outcome.terminated.all(), "a diverged copy goes on"
    assert not outcome.reward.any(), "a diverged copy earns a reward"


def it_gives_the_same_numbers_under_jit_as_with_numpy(task: Task) -> None:
    """Its functions use ``sim_state.xp`` and change no array in place."""
    _, sim_state, actions = sample_steps(task)

    compiled = jax.jit(lambda r, a: (task.observe(r), task.step_reward(r, a)))(sim_state, actions)

    plain = (task.observe(sim_state), task.step_reward(sim_state, actions))
    under_jit, with_numpy = (jax.tree.leaves_with_path(found) for found in (compiled, plain))
    names = [[path for path, _ in found] for found in (under_jit, with_numpy)]
    assert names[0] == names[1], "other names than with NumPy"
    for (path, one), (_, other) in zip(under_jit, with_numpy, strict=True):
        what = f"output {jax.tree_util.keystr(path)}"
        assert isinstance(other, np.ndarray), f"{what} is no NumPy array for a NumPy state"
        assert one.dtype == other.dtype, f"{what} is {one.dtype} under jit, {other.dtype} without"
        assert np.allclose(one, other, rtol=1e-5, atol=1e-6), f"{what} differs under jit"


TASK_CONTRACTS: tuple[Callable[[Task], None], ...] = (
    it_says_what_it_is,
    its_settings_are_those_of_a_search,
    its_hand_designed_body_fits,
    every_body_starts_alive_and_not_inside_the_floor,
    the_same_seeds_give_the_same_start,
    observations_are_finite_and_padding_reads_zero,
    no_observed_column_is_constant,
    the_reward_is_the_sum_of_its_named_parts,
    an_episode_ends_where_the_physics_diverge_or_the_task_fails,
    it_gives_the_same_numbers_under_jit_as_with_numpy,
)


def _by_column(task: Task, sim_state: SimState) -> list[np.ndarray]:
    """Return what is seen in every column, in the rows that have it."""
    rows, width = task.observe(sim_state)[:, 0], len(task.torso_columns)
    limbs = rows[:, 1:][sim_state.mask[:, 1:]]
    return [*rows[:, 0, :width].T, *limbs[:, width:].T]


def _columns(task: Task, where: np.ndarray) -> str:
    """Return the names of the columns in which something is so."""
    columns = (*task.torso_columns, *task.limb_columns)
    found = np.flatnonzero(where.reshape(-1, where.shape[-1]).any(0))
    return ", ".join(columns[index].name for index in found)
