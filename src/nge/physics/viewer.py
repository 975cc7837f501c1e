"""A window that shows a body as it moves, for machines with a display."""

from __future__ import annotations

import os
import sys
import threading
import time
import warnings

import mujoco
import numpy as np

from nge.body.graph import BodyGraph
from nge.errors import PictureError
from nge.physics import scenery
from nge.physics.arena import Arena
from nge.physics.compile import build_spec
from nge.physics.rendering import angles_of

DISTANCE = 3.5  # of the camera, in reaches of the body; MuJoCo's 2 m are too far for a fish


class Viewer:
    """MuJoCo's own interactive window, fed with poses in real time."""

    def __init__(self, body: BodyGraph, arena: Arena, instead: str) -> None:
        """Open the window, or say why it cannot be opened and what to do ``instead``."""
        if sys.platform == "linux":
            _check_display(instead)
        self._body, self._arena, self._terrain = body, arena, 0
        self._shown_at = 0.0
        self._open()

    def _open(self) -> None:
        import mujoco.viewer  # opens a connection to the window system

        spec = build_spec(self._body, self._arena, scenic=True, terrain=self._terrain)
        self._model = spec.compile()
        scenery.arrange(self._model, self._arena)
        # Straight from above, or the ground would cast a shadow on itself, seen as speckles.
        self._model.light_dir0[:] = (0, 0, -1)
        self._model.light_poscom0[:] = (0, 0, 2 * self._model.stat.extent)
        self._data = mujoco.MjData(self._model)
        others = threading.enumerate()
        self._window = mujoco.viewer.launch_passive(
            self._model, self._data, show_left_ui=False, show_right_ui=False
        )
        self._drawing = [thread for thread in threading.enumerate() if thread not in others]
        self._window.cam.type = mujoco.mjtCamera.mjCAMERA_TRACKING
        self._window.cam.trackbodyid = self._model.body("torso").id
        self._window.cam.distance = DISTANCE * self._model.stat.extent
        self._window.cam.azimuth, self._window.cam.elevation = angles_of(self._arena)

    def show(self, qpos: np.ndarray, terrain: int = 0) -> None:
        """Show a pose, no sooner than one control step after the last.

        A window shows one terrain, so another terrain opens another window.
        """
        if terrain != self._terrain:
            self.close()
            self._terrain = terrain
            self._open()
        time.sleep(max(0.0, self._shown_at + self._arena.control_step - time.monotonic()))
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
        """Close the window, and wait until drawing has ended.

        A process that ends sooner takes the driver away from the thread that draws, and crashes.
        """
        self._window.close()
        for thread in self._drawing:
            thread.join(timeout=5)


def _check_display(instead: str) -> None:
    """Raise where there is no display; MuJoCo's viewer would end the process without a reason."""
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    if not display:
        raise PictureError(f"a window needs a display and none is set (DISPLAY); {instead}")
    import glfw

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the same
        if not glfw.init():
            raise PictureError(f"no window can be opened on the display {display!r}; {instead}")
