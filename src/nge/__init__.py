"""Neural Graph Evolution: robots whose bodies and controllers evolve together.

Importing this package makes its tasks known to Gymnasium as ``nge/Fish-v0`` and so on.
``nge.evolve`` runs a search, ``nge.Run`` opens one.
"""

from contextlib import suppress
from typing import Any

__version__ = "0.1.0"

with suppress(ImportError):  # `nge doctor` must be able to say that Gymnasium is missing
    import gymnasium

    for _task in ("fish", "walker", "cheetah", "hopper"):
        gymnasium.register(
            id=f"nge/{_task.capitalize()}-v0",
            entry_point="nge.tasks.environment:TaskEnvironment",  # imported when one is made
            kwargs={"task": _task},
        )


def __getattr__(name: str) -> Any:
    """Import what is heavy only when it is used."""
    if name not in ("evolve", "Run"):
        raise AttributeError(f"module 'nge' has no attribute {name!r}")
    from nge.report.notebook import stage
    from nge.runs.api import evolve
    from nge.runs.creature import Creature
    from nge.runs.run import Run

    Creature.stage = stage  # runs knows nothing of pages, so the two meet here
    return evolve if name == "evolve" else Run
