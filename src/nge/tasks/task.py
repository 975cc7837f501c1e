"""The base class of tasks: a world, an episode, observations of every part, and a reward.

A task is a set of pure functions of ``SimState``, so any engine can serve it. They use the
namespace of the arrays they get (``sim_state.xp``), so that they run on NumPy, on JAX, and
within ``jax.jit``. Observations have one row per part and two groups of columns: the torso
fills the first, limbs the second, and what a part has not got reads 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce
from operator import add
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.random import Generator

from nge.body.graph import Attributes, BodyGraph
from nge.body.kinds import kind_named
from nge.body.library import hand_designed
from nge.body.space import DesignSpace, SpaceSettings, check_attributes
from nge.errors import TaskError
from nge.physics.arena import Arena
from nge.physics.compile import CompiledBody, Start, compile_body, noisy_start
from nge.physics.engines import simulate
from nge.physics.physics_settings import PhysicsSettings
from nge.physics.simulation import Array, SimState, Simulation
from nge.settings import did_you_mean
from nge.tasks.task_settings import RewardSettings

POWER = "power"
"""Name of the measure whose sum over an episode is the energy spent."""


@dataclass(frozen=True)
class Column:
    """One observed number."""

    name: str
    unit: str
    about: str


class StepOutcome(NamedTuple):
    """Reward and end of one control step of every environment."""

    reward: Array
    """Sum of its parts; 0 where the physics diverged. [P, E]"""
    terminated: Array
    """Whether the episode ended by the task's rule or by a blow-up, never by the clock. [P, E]"""
    reward_parts: Mapping[str, Array]
    """What the reward is the sum of, by name. Each [P, E]"""
    measures: Mapping[str, Array]
    """What else the task reports of the control step, by name. Each [P, E]"""


class Task(ABC):
    """A world and what a body is asked to do in it."""

    name: str
    about: str
    kind: ClassVar[str]
    """The kind of bodies it is for."""
    arena: Arena
    episode_steps: ClassVar[int]
    """Control steps after which an episode is truncated."""
    torso_columns: tuple[Column, ...]
    limb_columns: tuple[Column, ...]
    random_torso: ClassVar[Attributes | None] = None
    """The torso of random bodies; None takes the kind's."""
    random_stand: ClassVar[float] = 0.0
    """How high it is over their lowest part, at least, in m; 0: limbs are anywhere."""
    evolving_torso: ClassVar[tuple[str, ...]] = ()
    """Attributes of the torso that mutations may change."""
    space_settings: SpaceSettings = SpaceSettings()
    """The limits of searches for it, where nothing else is set."""
    settings: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """What suits it better than the defaults, as a settings file would say it; presets go over it.
    """
    refuses_failed: ClassVar[bool] = False
    """Whether a search tries no body that has failed before its first step."""
    goal_size: ClassVar[int] = 0
    """Numbers of the goal that ``reset`` draws (G)."""
    difficulty: float | None = None
    """How hard its terrain is, 0 to 1; None where that cannot be chosen."""
    reward: RewardSettings = RewardSettings()
    """Weights of the parts of its reward; see ``with_reward``."""
    physics: PhysicsSettings = PhysicsSettings()
    """The engine that simulates it; see ``with_physics``."""

    # --- what a task decides ------------------------------------------------------------

    def reset(self, compiled: CompiledBody, rng: Generator) -> Start:
        """Draw the start of an episode: pose, velocities, terrain and goal.

        By default near the rest pose, by the noise of the arena, on any of its terrains.
        """
        return noisy_start(compiled, rng)

    @abstractmethod
    def observe_torso(self, sim_state: SimState) -> Array:
        """Return the torso's columns. [P, E, torso columns]"""

    @abstractmethod
    def observe_parts(self, sim_state: SimState) -> Array:
        """Return the limb columns of every part; row 0 is not used. [P, E, N, limb columns]"""

    @abstractmethod
    def reward_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        """Return the named parts of the reward of the control step that ended in this state.

        The reward is the sum of the parts, unless other weights are given. Each [P, E]
        """

    def measures(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        """Return what else is worth knowing of the control step; means go into records.

        A task that overrides this adds to what it gets from here. Each [P, E]
        """
        x, y, z = self.arena.forward
        velocity = sim_state.velocity
        return {
            "forward_velocity": x * velocity[..., 0] + y * velocity[..., 1] + z * velocity[..., 2],
            POWER: sim_state.energy / self.arena.control_step,
        }

    def failed(self, sim_state: SimState) -> Array:
        """Return where the task's own rule ends the episode. [P, E]"""
        return sim_state.xp.zeros(sim_state.lowest.shape, bool)

    # --- what follows from it -----------------------------------------------------------

    def hand_designed(self) -> BodyGraph:
        """Return the body a person made for this task; by default the one with its name."""
        return hand_designed(self.name)

    def space(self, settings: SpaceSettings | None = None) -> DesignSpace:
        """Return the bodies that may be tried."""
        settings = settings or self.space_settings
        return DesignSpace(
            kind_named(self.kind),
            settings,
            torso=self.random_torso,
            stand=self.random_stand,
            evolving_torso=self.evolving_torso if settings.torso == "evolves" else (),
            designed=self.hand_designed() if settings.start == "designed" else None,
        )

    def compile(self, body: BodyGraph) -> CompiledBody:
        """Put a body into this task's world, where its episodes begin by ``reset``."""
        check_attributes(kind_named(self.kind), body)
        return compile_body(body, self.arena, self.reset, self.goal_size)

    def with_physics(self, physics: PhysicsSettings) -> Self:
        """Return the same task, simulated by these settings."""
        if physics == self.physics:
            return self
        task = copy(self)
        task.physics = physics
        return task

    def with_reward(self, reward: RewardSettings) -> Self:
        """Return the same task with these weights of the parts of its reward."""
        if reward == self.reward:
            return self
        task = copy(self)
        task.reward = reward
        return task

    def with_difficulty(self, difficulty: float) -> Self:
        """Return the same task in a world of this difficulty, where it can be chosen."""
        raise TaskError(
            f"world.difficulty is {difficulty:g}, but the world of {self.name} is always the same; "
            "leave it out, or take a task that draws its terrain, as walker-gaps"
        )

    def check_reward(self) -> None:
        """Refuse weights of parts that the task's reward has not got, before any work."""
        if not self.reward.weights:
            return
        compiled = self.compile(self.space().random_body(np.random.default_rng(0)))
        sim_state = self.simulate([compiled], 1, threads=1).reset(np.zeros((1, 1), int))
        self.step_reward(sim_state, np.zeros((1, 1, *compiled.motors.shape), np.float32))

    def simulate(self, bodies: Sequence[CompiledBody], num_envs: int, **options: Any) -> Simulation:
        """Return environments of bodies on the task's engine; options as for ``simulate``."""
        return simulate(bodies, num_envs, self.physics, **options)

    def failed_at_start(self, compiled: CompiledBody) -> bool:
        """Tell whether the task's rule ends an episode of a body that has just begun."""
        seeds = np.zeros((1, 1), int)
        return bool(self.failed(self.simulate([compiled], 1, threads=1).reset(seeds))[0, 0])

    def observe(self, sim_state: SimState) -> Array:
        """Return a row per part: torso columns in row 0, limb columns in others. [P, E, N, D]"""
        xp = sim_state.xp
        torso, parts = self.observe_torso(sim_state), self.observe_parts(sim_state)
        first, others = parts[:, :, :1], parts[:, :, 1:]
        blank = xp.zeros((*others.shape[:-1], torso.shape[-1]), xp.float32)
        rows = [
            columns(sim_state, torso[:, :, None], xp.zeros_like(first)),
            columns(sim_state, blank, others),
        ]
        return xp.concatenate(rows, axis=2).astype(xp.float32, copy=False)

    def step_reward(self, sim_state: SimState, actions: Array) -> StepOutcome:
        """Return the reward and whether the episode ended; divergence ends it with reward 0."""
        xp = sim_state.xp
        diverged = sim_state.diverged > 0
        parts = {
            name: xp.where(diverged, 0.0, values)
            for name, values in self._weighted_parts(sim_state, actions).items()
        }
        return StepOutcome(
            reduce(add, parts.values()).astype(xp.float32),
            diverged | self.failed(sim_state),
            parts,
            self.measures(sim_state, actions),
        )

    def _weighted_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        """Return the parts of the reward by their weights: 1 those of the task, 0 all others."""
        parts, weights = self.reward_parts(sim_state, actions), self.reward.weights
        if not weights:
            return parts
        shared = {
            name: part
            for name, part in SHARED_PARTS.items()
            if name not in parts and (name != "upright" or self.arena.ground)
        }
        if unknown := sorted(weights.keys() - parts.keys() - shared.keys()):
            raise TaskError(
                f"the reward of {self.name} has no part {unknown[0]!r}; "
                f"{did_you_mean(unknown[0], [*parts, *shared])}"
            )
        own = {name: weights.get(name, 1.0) * values for name, values in parts.items()}
        more = {
            name: weights[name] * part(self, sim_state)
            for name, part in shared.items()
            if name in weights
        }
        found = {name: part for name, part in {**own, **more}.items() if weights.get(name, 1.0)}
        if not found:
            raise TaskError(
                f"all parts of the reward of {self.name} have weight 0; give one another weight"
            )
        return found


def _energy(task: Task, sim_state: SimState) -> Array:
    return -sim_state.energy / task.arena.control_step


def _upright(task: Task, sim_state: SimState) -> Array:
    return sim_state.rotation[:, :, 0, 2, 2]


def _survive(task: Task, sim_state: SimState) -> Array:
    xp = sim_state.xp
    return xp.where(task.failed(sim_state), 0.0, 1.0).astype(xp.float32)


SHARED_PARTS = {"energy": _energy, "upright": _upright, "survive": _survive}
"""Parts of the reward that every task can have, where a weight is given. Each [P, E]"""


def columns(sim_state: SimState, *numbers: Array) -> Array:
    """Return observed numbers side by side, in the order of a task's columns. [..., columns]"""
    return sim_state.xp.concatenate(numbers, axis=-1)


def effort(sim_state: SimState, actions: Array) -> Array:
    """Return the sum of squared commands over the motors a body has, unclamped. [P, E]"""
    xp = sim_state.xp
    squares = xp.square(xp.where(sim_state.joint_mask[:, None], actions, 0.0).astype(xp.float32))
    return xp.einsum("penj,pn->pe", squares, sim_state.mask)
