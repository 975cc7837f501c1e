"""Settings of a task, readable without MuJoCo: its world, the weights of its reward, its engine."""

from __future__ import annotations

import re
from typing import Annotated, Any

from annotated_types import Ge, Le
from pydantic import field_validator

from nge.physics.physics_settings import PhysicsSettings
from nge.settings import Option, Settings


class WorldSettings(Settings):
    """The world of a task."""

    difficulty: Annotated[float, Ge(0), Le(1)] = 0.5
    """How hard the terrain is, from 0, nearly flat, to 1; of tasks that draw their terrain."""


class RewardSettings(Settings):
    """Weights of the parts of the reward, whose sum it is; by default as the task has them."""

    speed: float | None = None
    """Of the part that tasks of running and swimming reward, the forward velocity in m/s."""

    effort: float | None = None
    """Of the cost of large commands that a task may have."""

    energy: float | None = None
    """Of the power of all motors, braking counted like driving, in W; it is a cost. 0.01 takes off
    0.01 per W."""

    upright: float | None = None
    """Of how far the torso's axis points up, -1 to 1; in worlds with ground."""

    survive: float | None = None
    """Of every control step that does not end the episode, 1 each."""

    others: Annotated[tuple[str, ...], Option("NAME=WEIGHT")] = ()
    """Of parts that only one task has, as in height=2."""

    @field_validator("others")
    @classmethod
    def _have_weights(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for one in given:
            name, _, weight = one.partition("=")
            if not name or not re.fullmatch(r"-?\d+(\.\d*)?(e-?\d+)?", weight):
                raise ValueError(f"{one!r} is no part with a weight; write it as in height=2")
            if name in cls.model_fields:
                raise ValueError(f"{name!r} has a weight of its own, reward.{name}")
        return given

    @property
    def weights(self) -> dict[str, float]:
        own = {name: value for name, value in self if name != "others" and value is not None}
        return own | {name: float(weight) for name, weight in (s.split("=") for s in self.others)}


class TaskSettings(Settings):
    """A task by its name, and the settings that it is carried out by."""

    task: str
    """What robots are to do: fish, walker, cheetah, hopper, ant, quadruped, one of the suite, or
    one that a package offers; 'nge tasks' lists all."""
    world: WorldSettings = WorldSettings()
    reward: RewardSettings = RewardSettings()
    physics: PhysicsSettings = PhysicsSettings()

    @property
    def of_task(self) -> dict[str, Any]:
        """These settings by name, to hand them on."""
        return {name: getattr(self, name) for name in TaskSettings.model_fields}
