"""Tasks as Gymnasium environments: ``gymnasium.make("nge/Fish-v0", body=...)``.

The observation is flat: the torso's columns, then the limb columns of every other part in part
order. The action is flat too: the motors of part 1, of part 2, and so on, each in -1..1.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box

from nge.body.graph import BodyGraph
from nge.errors import ArrayError, PhysicsError, PictureError
from nge.physics.compile import ABSENT
from nge.physics.engines import smoke_test
from nge.physics.physics_settings import PhysicsSettings
from nge.physics.rendering import Painter
from nge.physics.simulation import NUMBERS, SimState, checked
from nge.physics.viewer import Viewer
from nge.tasks.bodies import find_body
from nge.tasks.measures import EpisodeMeasures, step_measures
from nge.tasks.registry import task_named
from nge.tasks.task import Task
from nge.tasks.task_settings import RewardSettings, WorldSettings


class TaskEnvironment(gymnasium.Env[np.ndarray, np.ndarray]):
    """One body in one task."""

    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 25}  # noqa: RUF012

    def __init__(
        self,
        task: str | Task,
        body: str | Path | BodyGraph | None = None,
        render_mode: str | None = None,
        width: int = 640,
        height: int = 480,
        physics: PhysicsSettings | None = None,
        difficulty: float | None = None,
        reward: Mapping[str, float] | None = None,
    ) -> None:
        """Put a body, by default the hand-designed one, into a task's world.

        ``physics`` chooses the engine, ``difficulty`` the terrain, and ``reward`` the weights of
        parts of the reward; by default they are the task's.
        """
        self.task = task_named(task) if isinstance(task, str) else task
        if physics is not None:
            self.task = self.task.with_physics(physics)
        if difficulty is not None:
            world = WorldSettings.of({"difficulty": difficulty})
            self.task = self.task.with_difficulty(world.difficulty)
        if reward is not None:
            self.task = self.task.with_reward(RewardSettings.of(reward))
            self.task.check_reward()
        self.body = self.task.hand_designed() if body is None else find_body(body, self.task)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise PictureError(
                f"unknown render_mode {render_mode!r}; allowed: rgb_array, human or None"
            )
        self.render_mode = render_mode
        self.metadata = {
            **self.metadata,
            "render_fps": round(1 / self.task.arena.control_step),
        }
        compiled = self.task.compile(self.body)
        if problem := smoke_test(compiled, self.task.physics):
            raise PhysicsError(f"this body cannot be simulated: {problem}")
        self._simulation = self.task.simulate([compiled], 1, threads=1)
        self._measures = EpisodeMeasures(self._simulation)
        self._size = (width, height)
        self._painter: Painter | None = None
        self._viewer: Viewer | None = None
        self._steps = self._terrain = 0
        limbs = len(self.body) - 1
        columns = len(self.task.torso_columns) + limbs * len(self.task.limb_columns)
        self.observation_space = Box(-np.inf, np.inf, (columns,), np.float32)
        self._motors = compiled.motors != ABSENT
        self.action_space = Box(-1.0, 1.0, (int(self._motors.sum()),), np.float32)
        self._commands = np.zeros((1, 1, *self._motors.shape), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self._steps = 0
        seeds = self.np_random.integers(2**63, size=(1, 1))
        sim_state = self._simulation.reset(seeds)
        self._set_terrain(int(sim_state.terrain[0, 0]))
        self._measures.begin(sim_state, np.ones((1, 1), bool))
        self._show()
        return self._observe(sim_state), self._info(sim_state)

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Hold the motor commands for one control step; they must be finite numbers.

        ``info`` has the parts of the reward and the task's measures of the step, and at the end
        of an episode those of the whole episode.
        """
        action = checked(action, (int(self._motors.sum()),), NUMBERS, "the action")
        with np.errstate(over="ignore"):  # what float32 cannot hold becomes infinite
            action = action.astype(np.float32)
        if not np.isfinite(action).all():
            raise ArrayError(
                f"the action has {(~np.isfinite(action)).sum()} values that are not finite; "
                "give every motor a number, -1..1"
            )
        self._commands[0, 0][self._motors] = action
        sim_state = self._simulation.step(self._commands)
        outcome = self.task.step_reward(sim_state, self._commands)
        self._steps += 1
        self._measures.add_step(sim_state, outcome)
        self._show()
        terminated = bool(outcome.terminated[0, 0])
        truncated = self._steps >= self.task.episode_steps
        steps = step_measures(outcome).items()
        info = self._info(sim_state) | {"measures": {n: float(v[0, 0]) for n, v in steps}}
        if terminated or truncated:
            info["episode_measures"] = self._measures.of(0, 0, self._steps)
        reward = float(outcome.reward[0, 0])
        return self._observe(sim_state), reward, terminated, truncated, info

    def render(self) -> np.ndarray | None:
        """Return a picture in mode rgb_array; mode human shows itself as it goes."""
        if self.render_mode != "rgb_array":
            return None
        if self._painter is None:
            self._painter = Painter(self.body, self.task.arena.on(self._terrain), *self._size)
        return self._painter.draw(self._simulation.pose(0, 0))

    def close(self) -> None:
        """Close the window or the drawing context."""
        for screen in (self._painter, self._viewer):
            if screen is not None:
                screen.close()
        self._painter = self._viewer = None

    def _observe(self, sim_state: SimState) -> np.ndarray:
        """Flatten the rows: a part's own columns only."""
        rows = self.task.observe(sim_state)[0, 0]
        torso = len(self.task.torso_columns)
        return np.concatenate([rows[0, :torso], rows[1:, torso:].ravel()])

    def _info(self, sim_state: SimState) -> dict[str, Any]:
        return {
            "diverged": bool(sim_state.diverged[0, 0]),
            "position": sim_state.centre[0, 0, 0].copy(),
        }

    def _set_terrain(self, terrain: int) -> None:
        """Draw the terrain of the episode from now on."""
        if self._painter is not None and terrain != self._terrain:
            self._painter.close()
            self._painter = None
        self._terrain = terrain

    def _show(self) -> None:
        if self.render_mode == "human":
            if self._viewer is None:
                self._viewer = Viewer(self.body, self.task.arena, "use render_mode 'rgb_array'")
            self._viewer.show(self._simulation.pose(0, 0), self._terrain)
