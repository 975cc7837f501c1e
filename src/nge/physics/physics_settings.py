"""Settings of the physics and the names of its engines, readable without MuJoCo.

A package offers an engine through an entry point of the group ``nge.engines`` that names a class
with the arguments of ``CpuSimulation``, which keeps the ``Simulation`` contract.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint

from pydantic import field_validator

from nge.extensions import offered
from nge.settings import Settings, did_you_mean

GROUP = "nge.engines"
OURS = {"cpu": "nge.physics.cpu_engine:CpuSimulation"}


class PhysicsSettings(Settings):
    """How bodies are simulated."""

    engine: str = "cpu"
    """What steps the physics: cpu, or an engine that a package offers."""

    @field_validator("engine")
    @classmethod
    def _engine_exists(cls, name: str) -> str:
        if name not in engines():
            raise ValueError(f"unknown engine {name!r}; {did_you_mean(name, list(engines()))}")
        return name


def engines() -> dict[str, EntryPoint]:
    """Return every engine by its name; one of ours hides another of the same name."""
    ours = {name: EntryPoint(name, value, GROUP) for name, value in OURS.items()}
    return offered(GROUP) | ours
