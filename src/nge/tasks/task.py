"""What a task is: a world, an episode, what is observed of every part, and a reward.

A task is a set of pure functions of ``Readings``, so any engine can serve it. Observations
have one row per part and two groups of columns: the torso fills the first, limbs the
second, and what a part has not got reads 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from nge.body.graph import Attributes, BodyGraph
from nge.body.kinds import kind_named
from nge.body.library import hand_designed
from nge.body.space import DesignSpace, SpaceSettings, check_attributes
from nge.physics.arena import Arena
from nge.physics.compile import CompiledBody, compile_body
from nge.physics.simulation import Readings


@dataclass(frozen=True)
class Column:
    """One observed number."""

    name: str
    unit: str
    about: str


@dataclass(frozen=True)
class Verdict:
    """What the task makes of one control step of every copy."""

    reward: np.ndarray
    """0 for a copy whose physics blew up. [P, E]"""
    terminated: np.ndarray
    """Whether the episode ended by the task's rule or by a blow-up, never by the clock. [P, E]"""


class Task(ABC):
    """A world and what a body is asked to do in it."""

    name: ClassVar[str]
    about: ClassVar[str]
    kind: ClassVar[str]
    """The kind of bodies it is for."""
    arena: ClassVar[Arena]
    episode_steps: ClassVar[int]
    """Control steps after which an episode is truncated."""
    torso_columns: ClassVar[tuple[Column, ...]]
    limb_columns: ClassVar[tuple[Column, ...]]
    random_torso: ClassVar[Attributes | None] = None
    """The torso of random bodies; None takes the kind's."""
    random_stand: ClassVar[float] = 0.0
    """How high it is over their lowest part, at least, in m; 0: limbs are anywhere."""
    evolving_torso: ClassVar[tuple[str, ...]] = ()
    """Attributes of the torso that mutations may change."""

    # --- what a task decides ------------------------------------------------------------

    @abstractmethod
    def observe_torso(self, readings: Readings) -> np.ndarray:
        """Return the torso's columns. [P, E, torso columns]"""

    @abstractmethod
    def observe_parts(self, readings: Readings) -> np.ndarray:
        """Return the limb columns of every part; row 0 is not used. [P, E, N, limb columns]"""

    @abstractmethod
    def reward(self, readings: Readings, actions: np.ndarray) -> np.ndarray:
        """Return the reward of the control step that ended with these readings. [P, E]"""

    def failed(self, readings: Readings) -> np.ndarray:
        """Return where the task's own rule ends the episode. [P, E]"""
        return np.zeros(readings.lowest.shape, bool)

    # --- what follows from it -----------------------------------------------------------

    def hand_designed(self) -> BodyGraph:
        """Return the body a person made for this task; by default the one with its name."""
        return hand_designed(self.name)

    def space(self, settings: SpaceSettings | None = None) -> DesignSpace:
        """Return the bodies that may be tried."""
        settings = settings or SpaceSettings()
        return DesignSpace(
            kind_named(self.kind),
            settings,
            torso=self.random_torso,
            stand=self.random_stand,
            evolving_torso=self.evolving_torso if settings.torso == "evolves" else (),
        )

    def compile(self, body: BodyGraph) -> CompiledBody:
        """Put a body into this task's world."""
        check_attributes(kind_named(self.kind), body)
        return compile_body(body, self.arena)

    def observe(self, readings: Readings) -> np.ndarray:
        """Return a row per part: torso columns in row 0, limb columns in others. [P, E, N, D]"""
        parts = self.observe_parts(readings)
        width = len(self.torso_columns)
        rows = np.zeros((*parts.shape[:-1], width + len(self.limb_columns)), np.float32)
        rows[:, :, 0, :width] = self.observe_torso(readings)
        rows[:, :, 1:, width:] = parts[:, :, 1:]
        return rows

    def judge(self, readings: Readings, actions: np.ndarray) -> Verdict:
        """Return the reward and whether the episode ended; a blow-up ends it and earns nothing."""
        diverged = readings.diverged > 0
        return Verdict(
            np.where(diverged, 0.0, self.reward(readings, actions)).astype(np.float32),
            diverged | self.failed(readings),
        )


def effort(readings: Readings, actions: np.ndarray) -> np.ndarray:
    """Return the sum of squared commands over the motors a body has, unclamped. [P, E]"""
    limbs = readings.mask.copy()
    limbs[:, 0] = False
    return np.einsum("penj,pn->pe", np.square(actions, dtype=np.float32), limbs)
