"""Recorded episodes of species, small enough for a page.

Every part's position and rotation in every frame, in whole numbers: positions in tenths of a
millimetre (hundredths for small bodies), quaternions in 1/10 000. A frame is written as its
difference from where the two before it were going, which leaves small numbers that compress well.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nge.body.body_plan import ORIGIN, UNTURNED
from nge.errors import RunError
from nge.physics.arena import Arena
from nge.physics.mjcf import write_mjcf
from nge.physics.motion import part_frames
from nge.report.schema import DrawnTerrain, RecordedEpisode, Solid
from nge.rl.evaluation import episode_arena, episode_poses
from nge.runs.run import Run

SEED = 0  # of the episode that is shown
TURN_STEPS = 10_000
FINE, COARSE = 1e-5, 1e-4  # m; for bodies that are smaller or larger than SMALL
SMALL = 0.5  # m
AT_FRAME = (*ORIGIN, *UNTURNED)  # where an object is in its own frame


def recorded(run: Run, species: int) -> RecordedEpisode:
    """Return one episode of a species with mean actions; RunError if its weights are gone."""
    task, body = run.task, run.body(species)
    poses, _ = episode_poses(task, run.space, body, run.train_state(species), SEED)
    arena, compiled = episode_arena(task, body, SEED), task.compile(body)
    whole = np.isfinite(poses).all(axis=1)
    poses = poses[: len(whole) if whole.all() else int(whole.argmin())]  # a blow-up ends it
    frames = continuous(part_frames(compiled, poses))
    step = FINE if np.ptp(frames[0, :, :3], axis=0).max() < SMALL else COARSE
    return {
        "fps": 1 / task.arena.control_step,
        "parts": frames.shape[1],
        "step": step,
        "turn_step": 1 / TURN_STEPS,
        "frames": packed(frames, step),
        "terrain": drawn(arena) if arena.terrains else None,
        "objects": [(one.shape.value, one.size, AT_FRAME) for one in arena.objects],
    }


def drawn(arena: Arena) -> DrawnTerrain:
    """Return what is seen of an arena's only terrain.

    Of a height field those columns are left out over which the surface goes straight on.
    """
    [terrain] = arena.terrains
    boxes: list[Solid] = [
        ("box", box.size, (*box.position, *box.rotation)) for box in terrain.boxes
    ]
    tops = [box.position[2] + box.size[2] for box in terrain.boxes]
    if terrain.field is None:
        return {"floor": 0.0 if arena.floor else min(tops), "boxes": boxes, "surface": None}
    (x, y, z), (half_x, half_y) = terrain.field.position, terrain.field.size
    heights = np.asarray(terrain.field.heights, float) + z
    bends = (np.abs(np.diff(heights, 2, axis=1)) > 1e-9).any(axis=0)
    kept = np.flatnonzero(np.pad(bends, 1, constant_values=True))
    rows, columns = heights.shape
    return {
        "floor": 0.0 if arena.floor else float(min([heights.min(), *tops])),
        "boxes": boxes,
        "surface": {
            "x": np.linspace(x - half_x, x + half_x, columns)[kept].round(4).tolist(),
            "y": np.linspace(y - half_y, y + half_y, rows).round(4).tolist(),
            "z": heights[:, kept].round(4).tolist(),
        },
    }


def continuous(frames: np.ndarray) -> np.ndarray:
    """Return frames whose quaternions do not jump to their negatives, which mean the same."""
    turns = frames[:, :, 3:]
    flips = np.where((turns[1:] * turns[:-1]).sum(-1) < 0, -1.0, 1.0)
    signs = np.concatenate([np.ones((1, turns.shape[1])), np.cumprod(flips, axis=0)])
    return np.concatenate([frames[:, :, :3], turns * signs[..., None]], axis=2)


def packed(frames: np.ndarray, step: float) -> list[int]:
    """Return frames [T, N, 7] in whole numbers, each as its second difference in time."""
    scale = np.array([1 / step] * 3 + [TURN_STEPS] * 4)
    whole = np.rint(frames * scale).astype(np.int64)
    for _ in range(2):
        whole = np.diff(whole, axis=0, prepend=np.zeros_like(whole[:1]))
    return whole.reshape(len(frames), -1).T.ravel().tolist()


def mjcf(run: Run, species: int) -> str:
    """Return the body of a species in its task's world as MJCF."""
    return write_mjcf(run.body(species), run.task.arena)


def choice(run: Run, line: list[int], ranked: list[int], count: int) -> list[int]:
    """Return whom to record: the winner first, its line, then the best, ``count`` at most."""
    kept = run.kept(ranked)
    wanted = dict.fromkeys([*reversed(line), *(one for one in ranked if one in kept)])
    return list(wanted)[:count]


def recorded_where_possible(
    run: Run, species: int, say: Callable[[str], None]
) -> RecordedEpisode | None:
    """Return an episode, or None for a species whose weights are gone; ``say`` hears why."""
    try:
        return recorded(run, species)
    except RunError as error:
        say(f"species {species} is not shown in motion: {error}")
        return None
