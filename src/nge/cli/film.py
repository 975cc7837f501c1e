"""Films and pictures of results, drawn at the end of a command."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nge.body.graph import BodyGraph
from nge.wording import plural

if TYPE_CHECKING:
    from nge.physics.arena import Arena
    from nge.physics.rendering import Painter
    from nge.runs.creature import Creature

FILM_SECONDS, FILM_FPS = 10, 25  # simulated time shown, and at most so many frames of a second
STILL_SIZE = (360, 270)


class Look(NamedTuple):
    """How a film is drawn."""

    size: tuple[int, int] = (640, 480)
    """Width and height in pixels."""
    fps: float | None = None
    """Frames per second; None: every control step, or as many of them as are 25 or fewer."""
    camera: str | None = None
    """One of ``render.VIEWS``; None: as suits the task."""

    def painter(self, body: BodyGraph, arena: Arena) -> Painter:
        from nge.physics.rendering import Painter

        return Painter(body, arena, *self.size, view=self.camera)

    def frames(self, poses: np.ndarray, step: float, seconds: float) -> tuple[np.ndarray, float]:
        """Return the poses to draw and how many of them make a second.

        ``poses`` are ``step`` seconds apart; those between are interpolated, which is sound because
        every joint is a hinge or a slide. [T, Q]
        """
        if self.fps is None:
            stride = max(1, round(1 / (FILM_FPS * step)))
            return poses[: round(seconds / step) + 1 : stride], 1 / (stride * step)
        last = min(seconds, (len(poses) - 1) * step)
        at = np.arange(0.0, last + 1e-9, 1 / self.fps) / step
        before = np.minimum(at.astype(int), max(len(poses) - 2, 0))
        after = np.minimum(before + 1, len(poses) - 1)
        share = (at - before)[:, None]
        return (1 - share) * poses[before] + share * poses[after], self.fps


def film_episode(
    path: Path,
    creature: Creature,
    seconds: float = FILM_SECONDS,
    seed: int = 0,
    look: Look = Look(),  # noqa: B008 - it does not change
) -> float:
    """Film the beginning of an episode and return how long it is, in simulated seconds."""
    from nge.physics.rendering import write_film
    from nge.rl.evaluation import episode_arena

    arena = episode_arena(creature.run.task, creature.body, seed)
    shown, fps = look.frames(creature.poses(seed), arena.control_step, seconds)
    print(f"drawing {plural(len(shown), 'picture')}", file=sys.stderr, flush=True)
    with look.painter(creature.body, arena) as painter, quiet_fork():
        write_film(path, map(painter.draw, shown), fps)
    return len(shown) / fps


@contextmanager
def quiet_fork() -> Iterator[None]:
    """Start ffmpeg without a warning: JAX fears forks, but the child becomes ffmpeg at once."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
        yield


def draw_sheet(
    path: Path,
    creatures: Sequence[Creature],
    captions: Sequence[str],
    size: tuple[int, int] = STILL_SIZE,
    camera: str | None = None,
) -> None:
    """Draw the bodies of creatures on one sheet."""
    from nge.physics.rendering import contact_sheet, write_picture

    pictures = [one.picture(*size, camera) for one in creatures]
    write_picture(path, contact_sheet(pictures, captions))
