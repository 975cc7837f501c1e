"""Every task there is: ours, those that installed packages offer, and objects given in Python.

A package offers a task through an entry point of the group ``nge.tasks`` that names a
``Task`` object; see ``docs/how-to/new-task.md``.
"""

from __future__ import annotations

from functools import lru_cache

from nge.errors import TaskError
from nge.extensions import Registry
from nge.physics.physics_settings import PhysicsSettings
from nge.tasks import (
    ant,
    cheetah,
    fish,
    hopper,
    push,
    quadruped,
    suite,
    terrain_rows,
    walker,
)
from nge.tasks.task import Task
from nge.tasks.task_settings import RewardSettings, TaskSettings, WorldSettings

OURS: dict[str, Task] = {
    task.name: task
    for task in (
        fish.TASK,
        walker.TASK,
        cheetah.TASK,
        hopper.TASK,
        ant.TASK,
        quadruped.TASK,
        *terrain_rows.TASKS,
        push.TASK,
        *suite.TASKS,
    )
}
TASKS = Registry[Task](
    "nge.tasks",
    "task",
    "a nge.tasks.task.Task object",
    lambda found: isinstance(found, Task),
    lambda: OURS,
    TaskError,
)


def task_names() -> tuple[str, ...]:
    """Return the names of all tasks, ours first."""
    return TASKS.names()


def task_named(name: str) -> Task:
    """Return the task with this name, or say which there are."""
    return TASKS.named(name)


def task_of(settings: TaskSettings) -> Task:
    """Return the task that settings name, in the world, with the reward and engine they choose."""
    return _task_with(task_named(settings.task), settings.world, settings.reward, settings.physics)


@lru_cache(maxsize=16)  # terrains take a while to draw, and programs are kept by task
def _task_with(
    task: Task, world: WorldSettings, reward: RewardSettings, physics: PhysicsSettings
) -> Task:
    if world != WorldSettings() or task.difficulty is not None:
        task = task.with_difficulty(world.difficulty)
    return task.with_reward(reward).with_physics(physics)
