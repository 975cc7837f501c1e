"""The engines there are, by name, and what everybody does with any of them.

Rollouts, evaluation, environments and the test flight of a new body all get their ``Simulation``
from ``simulate`` and use nothing but that contract. A package offers an engine through an entry
point of the group ``nge.engines`` that names a class with the arguments of ``CpuSimulation``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import numpy as np
from pydantic import field_validator

from nge.errors import PhysicsError
from nge.physics.compile import ABSENT, CompiledBody
from nge.physics.simulation import Simulation
from nge.settings import Settings, did_you_mean

GROUP = "nge.engines"
OURS = {"cpu": ("nge.physics.cpu", "CpuSimulation")}


class PhysicsSettings(Settings):
    """How bodies are simulated."""

    engine: str = "cpu"
    """What steps the physics: cpu, or an engine that a package offers."""

    @field_validator("engine")
    @classmethod
    def _engine_exists(cls, name: str) -> str:
        if name not in engine_names():
            raise ValueError(f"unknown engine {name!r}; {did_you_mean(name, list(engine_names()))}")
        return name


def engine_names() -> tuple[str, ...]:
    """Return the names of all engines, ours first."""
    return (*OURS, *(name for name in _offered() if name not in OURS))


def simulate(
    bodies: Sequence[CompiledBody],
    copies: int,
    settings: PhysicsSettings | None = None,
    *,
    threads: int | None = None,
    parts: int | None = None,
    guarded: bool = False,
) -> Simulation:
    """Return ``copies`` of each body on the engine of the settings; see ``CpuSimulation``."""
    engine = _engine((settings or PhysicsSettings()).engine)
    options = {"threads": threads, "parts": parts, "guarded": guarded}
    simulation: Simulation = engine(bodies, copies, **options)
    return simulation


def flight_problem(
    compiled: CompiledBody,
    settings: PhysicsSettings | None = None,
    control_steps: int = 10,
    seed: int = 0,
) -> str | None:
    """Fly a new body briefly, guarded against a crash; return why it is unfit, or None."""
    rng = np.random.default_rng(seed)
    motors = compiled.motors != ABSENT
    actions = np.zeros((1, 1, *motors.shape), np.float32)
    try:
        simulation = simulate([compiled], 1, settings, threads=1, guarded=True)
        simulation.reset(np.array([[seed]]))
        for _ in range(control_steps):
            drawn = rng.uniform(-1, 1, int(motors.sum()))
            actions[0, 0][motors] = drawn[compiled.motors[motors]]
            if simulation.step(actions).diverged.any():
                return "physics blew up in a test flight"
    except PhysicsError as error:
        return str(error)
    return None


def _engine(name: str) -> Callable[..., Any]:
    if name in OURS:
        module, member = OURS[name]
        found: Callable[..., Any] = getattr(import_module(module), member)
        return found
    try:
        offered: Callable[..., Any] = _offered()[name].load()
    except Exception as error:  # whatever a foreign package does
        raise PhysicsError(f"engine {name!r} cannot be loaded: {error}") from error
    return offered


@cache
def _offered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
