"""Neural Graph Evolution: robots whose bodies and controllers evolve together.

Importing this package makes its tasks known to Gymnasium as ``nge/Fish-v0`` and so on.
``nge.evolve`` runs a search, ``nge.Run`` opens one.
"""

import os
import sys
from contextlib import suppress
from typing import Any

__version__ = "0.1.0"


def _register_environments() -> None:
    import gymnasium

    for task in ("fish", "walker", "cheetah", "hopper"):
        gymnasium.register(
            id=f"nge/{task.capitalize()}-v0",
            entry_point="nge.tasks.environment:TaskEnvironment",  # imported when one is made
            kwargs={"task": task},
        )


# The program, `nge` or `python -m nge`, uses no registered environments; and Ctrl-C ends it with
# a line only once it has begun, so as little as possible comes before that.
if os.path.basename("".join(sys.argv[:1])) not in ("nge", "-m"):
    with suppress(ImportError):  # a program may use nge without Gymnasium
        _register_environments()


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
