"""A window that shows a body as it moves, for machines with a display."""

from __future__ import annotations

import os
import sys
import time

import mujoco
import numpy as np

from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named
from nge.errors import PictureError
from nge.physics import scenery
from nge.physics.arena import Arena
from nge.physics.compile import build_spec


class Viewer:
    """MuJoCo's own interactive window, fed with poses in real time."""

    def __init__(self, body: BodyGraph, arena: Arena, instead: str) -> None:
        """Open the window, or say why it cannot be opened and what to do ``instead``."""
        displays = ("DISPLAY", "WAYLAND_DISPLAY")
        if sys.platform == "linux" and not any(map(os.environ.get, displays)):
            raise PictureError(f"a window needs a display and none is set (DISPLAY); {instead}")
        import mujoco.viewer  # opens a connection to the window system

        plan = kind_named(body.kind).plan(body)
        self._model = build_spec(body, plan, arena, scenic=True).compile()
        scenery.arrange(self._model, arena)
        self._data = mujoco.MjData(self._model)
        self._window = mujoco.viewer.launch_passive(
            self._model, self._data, show_left_ui=False, show_right_ui=False
        )
        self._window.cam.type = mujoco.mjtCamera.mjCAMERA_TRACKING
        self._window.cam.trackbodyid = self._model.body("torso").id
        self._period = arena.control_step
        self._shown_at = 0.0

    def show(self, qpos: np.ndarray) -> None:
        """Show a pose, no sooner than one control step after the last."""
        time.sleep(max(0.0, self._shown_at + self._period - time.monotonic()))
        self._shown_at = time.monotonic()
        self._data.qpos[:] = qpos
        mujoco.mj_forward(self._model, self._data)
        self._window.sync()

    @property
    def open(self) -> bool:
        """Whether the user has not closed the window."""
        return bool(self._window.is_running())

    @property
    def pushes(self) -> np.ndarray:
        """Forces and torques with which the user's mouse pulls at MuJoCo's bodies. [nbody, 6]"""
        forces: np.ndarray = self._data.xfrc_applied
        return forces

    def close(self) -> None:
        """Close the window."""
        self._window.close()
