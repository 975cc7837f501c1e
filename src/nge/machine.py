"""What this process may use of the machine it runs on."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """Return how many CPU cores this process may use."""
    if hasattr(os, "sched_getaffinity"):  # honours taskset and containers; not everywhere
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
