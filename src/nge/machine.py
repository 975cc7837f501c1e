"""What this process may use of the machine it runs on."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """Return how many CPU cores this process may use."""
    if hasattr(os, "sched_getaffinity"):  # honours taskset and containers; not everywhere
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def child_environment(**more: str) -> dict[str, str]:
    """Return the environment for a Python process that is to import our modules and no others.

    Neither it nor processes that libraries start there look for modules in the current folder,
    where any file may have the name of one.
    """
    return {**os.environ, "PYTHONSAFEPATH": "1", **more}
