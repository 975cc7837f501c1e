"""``nge tour``: one random body per task, moved by random motor commands and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nge.body.graph import BodyGraph
from nge.errors import PictureError
from nge.extensions import file_name
from nge.wording import plural

if TYPE_CHECKING:
    from nge.tasks.task import Task

FRAMES = 6
FRAME_SIZE = (480, 360)


def tour(*, out: Path = Path("runs/tour"), seed: int = 0) -> None:
    """Simulate one random body per task with random motor commands and draw it.

    Args:
        out: Folder for the pictures.
        seed: The same seed gives the same bodies and motions.
    """
    from nge.tasks.registry import OURS

    out.mkdir(parents=True, exist_ok=True)
    for task in OURS.values():
        body = task.space().random_body(np.random.default_rng(seed))
        poses, total = _random_episode(task, body, seed)
        path = out / f"{file_name(task.name)}.png"
        try:
            _draw(task, body, poses, path)
            where = str(path)
        except PictureError as error:
            where = f"no picture: {error}"
        print(
            f"{task.name:<20} {plural(len(body), 'part'):<8} return {total:8.2f}  {where}",
            flush=True,
        )
    print()
    print(f"Look at {out}/*.png: random bodies, random motor commands; nothing has learned yet.")
    print("Next: nge train fish --updates 30")
    print("      nge body show walker")
    print("      nge body mutate fish --steps 8 --png line.png")
    print("      nge doctor")


def _random_episode(task: Task, body: BodyGraph, seed: int) -> tuple[dict[int, np.ndarray], float]:
    """Return poses by control step over an episode of random commands, and its return."""
    from nge.physics.cpu_engine import CpuSimulation

    simulation = CpuSimulation([task.compile(body)], num_envs=1)
    simulation.reset(np.array([[seed]]))
    rng = np.random.default_rng(seed)
    shape = (1, 1, len(body), simulation.bodies[0].motors.shape[1])
    shown = np.linspace(0, task.episode_steps, FRAMES).astype(int)
    poses, total = {0: simulation.pose(0, 0)}, 0.0
    for step in range(1, task.episode_steps + 1):
        actions = rng.standard_normal(shape, np.float32)
        outcome = task.step_reward(simulation.step(actions), actions)
        total += float(outcome.reward[0, 0])
        ended = bool(outcome.terminated[0, 0])
        if step in shown or ended:
            poses[step] = simulation.pose(0, 0)
        if ended:
            break
    return poses, total


def _draw(task: Task, body: BodyGraph, poses: dict[int, np.ndarray], path: Path) -> None:
    from nge.physics.rendering import contact_sheet, still, write_picture

    seconds = task.arena.control_step
    pictures = [still(body, task.arena, qpos, *FRAME_SIZE, samples=4) for qpos in poses.values()]
    captions = [f"{task.name}, {step * seconds:.1f} s" for step in poses]
    write_picture(path, contact_sheet(pictures, captions, columns=3))
