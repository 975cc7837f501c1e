"""Functions that work with any engine.

Rollouts, evaluation, environments and the smoke test of a new body all get their ``Simulation``
from ``simulate`` and use nothing but that contract.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nge.errors import PhysicsError
from nge.physics.compile import ABSENT, CompiledBody
from nge.physics.physics_settings import PhysicsSettings, engines
from nge.physics.simulation import Simulation

SMOKE_STEPS = 10  # control steps of the test of a new body


def simulate(
    bodies: Sequence[CompiledBody],
    num_envs: int,
    settings: PhysicsSettings | None = None,
    *,
    threads: int | None = None,
    parts: int | None = None,
    guarded: bool = False,
) -> Simulation:
    """Return ``num_envs`` environments of each body on the engine that the settings name."""
    name = (settings or PhysicsSettings()).engine
    try:
        engine = engines()[name].load()
    except Exception as error:  # whatever a foreign package does
        raise PhysicsError(f"engine {name!r} cannot be loaded: {error}") from error
    options = {"threads": threads, "parts": parts, "guarded": guarded}
    simulation: Simulation = engine(bodies, num_envs, **options)
    return simulation


def smoke_test(compiled: CompiledBody, settings: PhysicsSettings | None = None) -> str | None:
    """Simulate a new body briefly, guarded against a crash; return why it is unfit, or None."""
    rng = np.random.default_rng(0)
    motors = compiled.motors != ABSENT
    actions = np.zeros((1, 1, *motors.shape), np.float32)
    try:
        simulation = simulate([compiled], 1, settings, threads=1, guarded=True)
        simulation.reset(np.array([[0]]))
        for _ in range(SMOKE_STEPS):
            drawn = rng.uniform(-1, 1, int(motors.sum()))
            actions[0, 0][motors] = drawn[compiled.motors[motors]]
            if simulation.step(actions).diverged.any():
                return "physics blew up in the smoke test"
    except PhysicsError as error:
        return str(error)
    return None
