"""Every task there is: ours, those that installed packages offer, and objects given in Python.

A package offers a task through an entry point of the group ``nge.tasks`` that names a
``Task`` object; see ``docs/how-to/new-task.md``.
"""

from __future__ import annotations

from nge.errors import TaskError
from nge.extensions import Registry
from nge.tasks import ant, cheetah, fish, hopper, quadruped, suite, walker
from nge.tasks.task import Task

OURS: dict[str, Task] = {
    task.name: task
    for task in (
        fish.TASK,
        walker.TASK,
        cheetah.TASK,
        hopper.TASK,
        ant.TASK,
        quadruped.TASK,
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
