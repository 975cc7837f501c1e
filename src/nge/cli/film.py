"""Films and pictures of what was found, drawn when a command comes to its end."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.control.agent import Learner
from nge.control.evaluate import episode_poses
from nge.errors import PictureError
from nge.physics.render import Painter, contact_sheet, still, write_film, write_picture
from nge.tasks.task import Task

FILM_SECONDS, FILM_FPS = 10, 25  # simulated time shown, and at most so many frames of a second
STILL_SIZE = (360, 270)


def draw_film(
    path: Path, task: Task, space: DesignSpace, body: BodyGraph, learner: Learner
) -> float | None:
    """Film the beginning of an episode; return how long it is, or say why that fails."""
    poses, _ = episode_poses(task, space, body, learner)
    step = task.arena.control_step
    stride = max(1, round(1 / (FILM_FPS * step)))
    shown = poses[: round(FILM_SECONDS / step) + 1 : stride]
    print(f"drawing {len(shown)} pictures", file=sys.stderr, flush=True)
    try:
        with Painter(body, task.arena) as painter, warnings.catch_warnings():
            # ffmpeg is started by a fork, of which JAX warns; the child becomes ffmpeg at once.
            warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
            write_film(path, map(painter.draw, shown), 1 / (stride * step))
    except PictureError as error:
        print(f"no film: {error}", file=sys.stderr)
        return None
    return len(shown) * stride * step


def draw_sheet(
    path: Path, task: Task, bodies: Sequence[BodyGraph], captions: Sequence[str]
) -> bool:
    """Draw bodies on one sheet; say why if that fails."""
    try:
        pictures = [still(body, task.arena, None, *STILL_SIZE) for body in bodies]
        write_picture(path, contact_sheet(pictures, captions))
    except PictureError as error:
        print(f"no picture: {error}", file=sys.stderr)
        return False
    return True
