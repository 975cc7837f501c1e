"""Which OpenGL back end draws on this machine, and a context from it.

MuJoCo picks its back end when it is imported, from ``MUJOCO_GL``, and a wrong value breaks the
import. Here it is picked when the first picture is drawn: each candidate is tried in a child
process, so one that crashes takes nothing with it, and ``MUJOCO_GL`` is respected where it is
set. Simulation needs none of this.

A process that has drawn must not fork: the child's first OpenGL call hangs. Start workers with
``spawn`` or ``forkserver``.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from nge.errors import PictureError

MODULES = {name: f"mujoco.{name}" for name in ("egl", "osmesa", "glfw", "cgl")}
"""The back ends, and where MuJoCo keeps the ``GLContext`` of each."""
ALIASES = {"glx": "glfw", "wgl": "glfw"}
OFF = ("disable", "disabled", "off", "false", "0")
"""Values of ``MUJOCO_GL`` that forbid drawing."""
PLATFORM = "PYOPENGL_PLATFORM"  # MuJoCo's back ends leave it set, which would steer child processes
PATIENCE = 60  # s that a back end may take to start
INSTALL = "apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri"

TRIAL = """
import importlib, sys, mujoco
gl = importlib.import_module(sys.argv[1]).GLContext(16, 16)
gl.make_current()
drawing = mujoco.MjrContext(mujoco.MjSpec().compile(), 100)
drawing.free()
gl.free()
"""


def working_backend() -> str | None:
    """Return the name of the first back end that works here, None if there is none."""
    return next(filter(works, candidates()), None)


def open_context(width: int, height: int) -> Any:
    """Return a new OpenGL context of the working back end, current on this thread."""
    backend = working_backend()
    if backend is None:
        raise PictureError(_advice())
    with _unchanged(PLATFORM):
        context = importlib.import_module(MODULES[backend]).GLContext(width, height)
    context.make_current()
    return context


def candidates() -> tuple[str, ...]:
    """Return the back ends to try, best first: only the user's where ``MUJOCO_GL`` names one."""
    backend = _requested()
    if backend in OFF:
        return ()
    if backend in MODULES:
        return (backend,)
    if sys.platform == "darwin":
        return ("cgl", "glfw")
    if sys.platform != "linux":
        return ("glfw",)
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return ("egl", "osmesa", "glfw") if display else ("egl", "osmesa")


@cache
def works(backend: str) -> bool:
    """Tell whether a child process can draw with this back end; asked once per process."""
    environment = {name: value for name, value in os.environ.items() if name != "MUJOCO_GL"}
    try:
        trial = subprocess.run(
            [sys.executable, "-P", "-c", TRIAL, MODULES[backend]],
            env=environment,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return trial.returncode == 0


def _requested() -> str:
    value = os.environ.get("MUJOCO_GL", "").strip().lower()
    return ALIASES.get(value, value)


def _advice() -> str:
    backend = _requested()
    if backend in OFF:
        return f"pictures are turned off by MUJOCO_GL={backend}; unset it to draw"
    if backend in MODULES:
        return (
            f"the OpenGL back end {backend!r}, set in MUJOCO_GL, does not work here; "
            f"unset MUJOCO_GL to try others, or install one: {INSTALL}"
        )
    return (
        f"no OpenGL back end works here (tried {', '.join(candidates())}); "
        f"install one: {INSTALL}; or name one in MUJOCO_GL"
    )


@contextmanager
def _unchanged(name: str) -> Iterator[None]:
    """Put an environment variable back to what it was."""
    before = os.environ.get(name)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = before
