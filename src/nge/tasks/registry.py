"""Every task there is: ours, those that installed packages offer, and objects given in Python.

A package offers a task through an entry point of the group ``nge.tasks`` that names a
``Task`` object; see ``docs/how-to/new-task.md``.
"""

from __future__ import annotations

from nge.errors import TaskError
from nge.extensions import Registry
from nge.tasks import (
    ant,
    cheetah,
    fish,
    hopper,
    push,
    quadruped,
    suite,
    walker,
    walker_terrain,
)
from nge.tasks.task import Task
from nge.tasks.task_settings import TaskSettings, WorldSettings

OURS: dict[str, Task] = {
    task.name: task
    for task in (
        fish.TASK,
        walker.TASK,
        cheetah.TASK,
        hopper.TASK,
        ant.TASK,
        quadruped.TASK,
        *walker_terrain.TASKS,
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
    task = task_named(settings.task)
    if settings.world != WorldSettings() or task.difficulty is not None:
        task = task.with_difficulty(settings.world.difficulty)
    return task.with_reward(settings.reward).with_physics(settings.physics)
