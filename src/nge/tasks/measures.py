"""Measures of an episode besides its return, for all tasks.

A task reports named numbers of every control step (``Task.reward_parts``, ``Task.measures``).
``EpisodeMeasures`` adds them up while episodes are in progress, for rollouts, evaluation and
Gymnasium alike. Fitness does not depend on any of them.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nge.physics.simulation import SimState, Simulation
from nge.tasks.task import POWER, StepOutcome

REWARD = "reward/"
"""What names of parts of the reward begin with, among other measures."""
GRAVITY = 9.81  # m/s^2, in the cost of transport, also where a world has none
KEPT = ("began", "place", "path", "lowest")
KEPT_LATER = ("penetration", "work", "unexplained")
"""Fields that earlier checkpoints lack: NaN for episodes in progress in them."""
SUM = "sum."
"""What names of sums in a checkpoint begin with."""


class EpisodeMeasures:
    """Running measures of the episodes in progress in all environments of a simulation."""

    def __init__(self, simulation: Simulation) -> None:
        shape = (len(simulation.bodies), simulation.num_envs)
        self._control_step = simulation.bodies[0].arena.control_step
        self._mass = np.array([compiled.mass for compiled in simulation.bodies])
        self._parts = np.array([len(compiled.body) for compiled in simulation.bodies])
        self.began, self.place = np.zeros((2, *shape, 2), np.float32)
        self.path, self.lowest, self.penetration = np.zeros((3, *shape), np.float32)
        self.work, self.unexplained = np.zeros((2, *shape))
        self._names: tuple[str, ...] = ()
        self._sums = np.zeros((0, *shape))

    def begin(self, sim_state: SimState, where: np.ndarray) -> None:
        """Record where marked episodes start. [P, E]"""
        place = np.asarray(sim_state.centre)[:, :, 0, :2]
        self.place[where] = self.began[where] = place[where]
        self.lowest[where] = np.asarray(sim_state.lowest)[where]
        for name in ("path", *KEPT_LATER):
            getattr(self, name)[where] = 0.0
        self._sums[:, where] = 0.0

    def add_step(
        self, sim_state: SimState, outcome: StepOutcome, where: np.ndarray | bool = True
    ) -> None:
        """Add a control step of the marked episodes, except where physics diverged. [P, E]"""
        sound = where & (np.asarray(sim_state.diverged) == 0)
        place = np.asarray(sim_state.centre)[:, :, 0, :2]
        way = np.hypot(*np.moveaxis(place - self.place, -1, 0))
        np.add(self.path, way, out=self.path, where=sound)
        np.copyto(self.place, place, where=sound[..., None])
        np.minimum(self.lowest, sim_state.lowest, out=self.lowest, where=sound)
        np.maximum(self.penetration, sim_state.penetration, out=self.penetration, where=sound)
        for name in ("work", "unexplained"):
            total, given = getattr(self, name), getattr(sim_state, name)
            np.add(total, np.maximum(given, 0.0), out=total, where=sound)
        named = step_measures(outcome)
        if not self._names:
            self._names, self._sums = tuple(named), np.zeros((len(named), *sound.shape))
        values = [named[name] for name in self._names]  # a checkpoint may have another order
        np.add(self._sums, values, out=self._sums, where=sound)

    def of(self, body: int, env: int, length: int) -> dict[str, float]:
        """Return what was measured of one episode of so many control steps, by name.

        See docs/metrics.md. Parts of the reward are summed, a task's own measures averaged.
        """
        here = (body, env)
        seconds = length * self._control_step
        [distance] = np.linalg.norm([self.place[here] - self.began[here]], axis=-1).tolist()
        sums = dict(zip(self._names, self._sums[:, body, env].tolist(), strict=True))
        energy = sums.get(POWER, 0.0) * self._control_step
        lift = GRAVITY * float(self._mass[body]) * distance  # work of lifting it so far
        return {
            "speed": distance / seconds,
            "distance": distance,
            "path": float(self.path[here]),
            "lowest": float(self.lowest[here]),
            "penetration": float(self.penetration[here]),
            "energy": energy,
            "work": float(self.work[here]),
            "unexplained": float(self.unexplained[here]),
            "cost_of_transport": energy / lift if lift > 0 else float("nan"),
            "mass": float(self._mass[body]),
            "parts": float(self._parts[body]),
        } | {
            name: total if name.startswith(REWARD) else total / length
            for name, total in sums.items()
        }

    def snapshot(self) -> dict[str, np.ndarray]:
        """Return the full state by name, for checkpoints. Each [P, E, ...]"""
        sums = {SUM + name: rows for name, rows in zip(self._names, self._sums, strict=True)}
        return {name: getattr(self, name) for name in (*KEPT, *KEPT_LATER)} | sums

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Restore what ``snapshot`` returned; versions before 0.2 saved no sums."""
        for name in KEPT:
            getattr(self, name)[:] = snapshot[name]
        for name in KEPT_LATER:
            getattr(self, name)[:] = snapshot.get(name, np.nan)
        self._names = tuple(name.removeprefix(SUM) for name in snapshot if name.startswith(SUM))
        sums = [snapshot[SUM + name] for name in self._names]
        self._sums = np.array(sums).reshape(len(sums), *self.path.shape)


def step_measures(outcome: StepOutcome) -> dict[str, np.ndarray]:
    """Return the named parts of the reward and the task's measures of one control step."""
    parts = {REWARD + name: values for name, values in outcome.reward_parts.items()}
    return {**parts, **outcome.measures}
