"""What this process may use of the machine it runs on."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


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


def free_memory() -> int | None:
    """Return how many bytes this process and its children may still take; None if unknown."""
    found = []
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        found.append(1024 * int(line.split()[1]))
    with suppress(OSError, ValueError):  # in a container; "max" is no number
        group = Path("/sys/fs/cgroup")
        limit, used = ((group / name).read_text() for name in ("memory.max", "memory.current"))
        found.append(max(0, int(limit) - int(used)))
    if not found:
        with suppress(OSError, ValueError, AttributeError):  # as on macOS: what there is in all
            found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(found, default=None)
