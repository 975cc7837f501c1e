"""CPU cores and memory that this process may use, and how JAX and GLFW are configured in it.

Our programs are compiled for one core: compiled for several, a program cuts its sums into as many
pieces, so results would depend on the number of cores; and our products are so small that the
pieces cost more time than they save. Cores are put to use by processes instead.

The command line and worker processes belong to us and call ``configure_process`` at their start.
In another program's process nothing is set up on import: ``jax_settings`` applies while our
functions run, and that program's own settings hold before and after.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

XLA_FLAGS = (
    "--xla_cpu_multi_thread_eigen=false",
    # A GPU's fastest programs, found by trial, gave other bits when they were run again.
    "--xla_gpu_deterministic_ops=true",
)

_is_ours = False
_most_cores: int | None = None


def usable_cores() -> int:
    """Return how many CPU cores this process may use."""
    if _most_cores is not None:
        return _most_cores
    if hasattr(os, "sched_getaffinity"):  # honours taskset and containers; not everywhere
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def limit_cores(count: int) -> None:
    """Use no more than so many cores at once in this process.

    Which ones is left to the system: workers that chose theirs by number would crowd the first
    cores where several runs share a machine.
    """
    global _most_cores
    _most_cores = count


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


def peak_memory() -> int:
    """Return the most bytes of memory this process has had; 0 if unknown."""
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/self/status").read_text().splitlines()
        line = next(line for line in lines if line.startswith("VmHWM:"))
        return 1024 * int(line.split()[1])
    try:
        import resource
    except ImportError:  # Windows has no such module
        return 0
    # On Linux this number would begin with what the parent process had when it started us.
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def configure_process() -> None:
    """Set up JAX and GLFW for a process of our own, before anything imports JAX or MuJoCo."""
    global _is_ours
    _is_ours = True
    folder = os.environ.get("NGE_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "nge", "jax"
    )
    os.environ.update(
        _start_variables(),
        # An accelerator only learns (see ``rl.gpu_learner``): the CPU is faster for small work.
        JAX_DEFAULT_DEVICE="cpu",
        JAX_NUM_CPU_DEVICES="1",
        JAX_ENABLE_X64="0",
        # The number of cores is no part of the names in this cache, so it has one for ours alone.
        JAX_COMPILATION_CACHE_DIR=os.path.join(folder, "one-core"),
        JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS="0.5",
    )
    if (library := _glfw_library()) is not None:
        os.environ.setdefault("PYGLFW_LIBRARY", str(library))


def _glfw_library() -> Path | None:
    """Return the library that the GLFW package brings, None if it brings none.

    MuJoCo imports GLFW. Unless a library is named, GLFW asks every one it finds for its version in
    a process of its own, which prints a traceback if Ctrl-C ends ours in the meantime.
    """
    spec = find_spec("glfw")
    if spec is None or spec.origin is None:
        return None
    window_system = "wayland" if os.environ.get("XDG_SESSION_TYPE") == "wayland" else "x11"
    variant = os.environ.get("PYGLFW_LIBRARY_VARIANT", "").lower() or window_system
    library = Path(spec.origin).parent / variant / "libglfw.so"
    return library if library.exists() else None


@contextmanager
def jax_settings() -> Iterator[None]:
    """Compute in float32 on the CPU, whatever the program around us has set for itself.

    It also decorates functions.
    """
    if _is_ours:
        yield
        return
    import jax

    _start_jax()
    with jax.default_device("cpu"), jax.enable_x64(False):
        yield


@cache
def _start_jax() -> None:
    """Start JAX's devices with our variables, unless the program around us has started them."""
    import jax

    before = dict(os.environ)
    os.environ.update(_start_variables())
    try:
        jax.jit(lambda: 0)()  # the flags are read with the first program
    finally:
        for name in _start_variables():
            os.environ.pop(name, None)
        os.environ.update(before)


def _start_variables() -> dict[str, str]:
    """Return the environment variables that JAX reads once, when it starts its devices."""
    given = os.environ.get("XLA_FLAGS", "").split()
    return {
        "PJRT_NPROC": "1",
        "XLA_FLAGS": " ".join([*given, *(flag for flag in XLA_FLAGS if flag not in given)]),
        # Our programs need little of a GPU's memory; others may want the rest.
        "XLA_PYTHON_CLIENT_PREALLOCATE": os.environ.get("XLA_PYTHON_CLIENT_PREALLOCATE", "false"),
    }
