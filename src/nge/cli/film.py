"""Films and pictures of what was found, drawn when a command comes to its end."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.errors import PictureError

if TYPE_CHECKING:
    from nge.control.agent import Learner
    from nge.tasks.task import Task

Item = TypeVar("Item")
FILM_SECONDS, FILM_FPS = 10, 25  # simulated time shown, and at most so many frames of a second
STILL_SIZE = (360, 270)


def draw_film(
    path: Path, task: Task, space: DesignSpace, body: BodyGraph, learner: Learner
) -> float | None:
    """Film the beginning of an episode; return how long it is, or say why that fails."""
    try:
        return film_episode(path, task, space, body, learner)
    except PictureError as error:
        print(f"no film: {error}", file=sys.stderr)
        return None


def film_episode(
    path: Path,
    task: Task,
    space: DesignSpace,
    body: BodyGraph,
    learner: Learner,
    seconds: float = FILM_SECONDS,
    seed: int = 0,
) -> float:
    """Film the beginning of an episode and return how long it is, in simulated seconds."""
    from nge.control.evaluate import episode_poses
    from nge.physics.render import Painter, write_film

    poses, _ = episode_poses(task, space, body, learner, seed)
    step = task.arena.control_step
    stride = max(1, round(1 / (FILM_FPS * step)))
    shown = poses[: round(seconds / step) + 1 : stride]
    print(f"drawing {len(shown)} pictures", file=sys.stderr, flush=True)
    with Painter(body, task.arena) as painter, quiet_fork():
        write_film(path, map(painter.draw, shown), 1 / (stride * step))
    return len(shown) * stride * step


@contextmanager
def quiet_fork() -> Iterator[None]:
    """Start ffmpeg without a warning: JAX fears forks, but the child becomes ffmpeg at once."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
        yield


def spread_out(line: Sequence[Item], most: int) -> Sequence[Item]:
    """Return at most so many of a line, evenly spread, its first and last among them."""
    if len(line) <= most:
        return line
    if most == 1:
        return line[-1:]
    return [line[i * (len(line) - 1) // (most - 1)] for i in range(most)]


def draw_sheet(
    path: Path, task: Task, bodies: Sequence[BodyGraph], captions: Sequence[str]
) -> bool:
    """Draw bodies on one sheet; say why if that fails."""
    from nge.physics.render import contact_sheet, still, write_picture

    try:
        pictures = [still(body, task.arena, None, *STILL_SIZE) for body in bodies]
        write_picture(path, contact_sheet(pictures, captions))
    except PictureError as error:
        print(f"no picture: {error}", file=sys.stderr)
        return False
    return True
