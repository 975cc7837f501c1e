"""Neural Graph Evolution: robots whose bodies and controllers evolve together.

Importing this package makes its tasks known to Gymnasium as ``nge/Fish-v0`` and so on.
``nge.evolve`` runs a search, ``nge.train`` trains fixed bodies, ``nge.sweep`` runs many of both,
``nge.Run`` opens a run, and ``nge.register`` adds tasks and kinds of bodies of your own.
"""

import os
import re
import sys

__version__ = "0.1.0"
TASKS = (
    "fish",
    "walker",
    "cheetah",
    "hopper",
    "ant",
    "quadruped",
    "walker-gaps",
    "walker-hurdles",
    "walker-steps",
    "walker-slopes",
    "walker-rough",
    "ant-gaps",
    "ant-hurdles",
    "ant-steps",
    "ant-slopes",
    "ant-rough",
    "walker-push",
    "suite/crawler",
    "suite/terraincrosser",
    "suite/cheetah",
    "suite/swimmer",
    "suite/glider-regular",
    "suite/glider-medium",
    "suite/glider-hard",
    "suite/walker-regular",
    "suite/walker-medium",
    "suite/walker-hard",
)
"""Our tasks by name, known without importing them."""


def _is_the_program() -> bool:
    """Whether this process is ``nge`` or ``python -m nge``; the package is imported before both."""
    if sys.argv[:1] == ["-m"]:
        return ("-m", "nge") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)
    return os.path.basename("".join(sys.argv[:1])) == "nge"


def _register_environments() -> None:
    try:
        import gymnasium
    except ImportError:  # what needs it will say so
        return
    for task in TASKS:
        name = "".join(word.capitalize() for word in re.split("[/-]", task))
        gymnasium.register(
            id=f"nge/{name}-v0",
            entry_point="nge.tasks.environment:TaskEnvironment",  # imported when one is made
            kwargs={"task": task},
        )


if _is_the_program():  # it needs no registered environments, and to see to Ctrl-C first of all
    from nge.cli.interrupt import exit_on_ctrl_c

    exit_on_ctrl_c()
else:
    _register_environments()

from typing import Any  # noqa: E402 - see above


def __getattr__(name: str) -> Any:
    """Import what is heavy only when it is used."""
    if name not in ("evolve", "train", "sweep", "register", "Run"):
        raise AttributeError(f"module 'nge' has no attribute {name!r}")
    from nge.report.notebook import stage
    from nge.runs.api import evolve, register, train
    from nge.runs.creature import Creature
    from nge.runs.run import Run
    from nge.runs.sweep import sweep

    Creature.stage = stage  # runs may not import report, so the two are joined here
    found = {"evolve": evolve, "train": train, "sweep": sweep, "register": register, "Run": Run}
    return found[name]
