"""Neural Graph Evolution: robots whose bodies and controllers evolve together.

Importing this package makes its tasks known to Gymnasium as ``nge/Fish-v0`` and so on.
"""

from contextlib import suppress

__version__ = "0.1.0"

with suppress(ImportError):  # `nge doctor` must be able to say that Gymnasium is missing
    import gymnasium

    for _task in ("fish", "walker", "cheetah", "hopper"):
        gymnasium.register(
            id=f"nge/{_task.capitalize()}-v0",
            entry_point="nge.tasks.environment:TaskEnvironment",  # imported when one is made
            kwargs={"task": _task},
        )
