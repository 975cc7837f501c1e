"""Every task there is: ours, and those that installed packages offer.

A package offers a task through an entry point of the group ``nge.tasks`` that names a
``Task`` object; see ``docs/how-to/new-task.md``.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from nge.errors import TaskError
from nge.settings import did_you_mean
from nge.tasks import cheetah, fish, hopper, walker
from nge.tasks.task import Task

GROUP = "nge.tasks"
OURS = {task.name: task for task in (fish.TASK, walker.TASK, cheetah.TASK, hopper.TASK)}


def task_names() -> tuple[str, ...]:
    """Return the names of all tasks, ours first."""
    return (*OURS, *(point for point in _offered() if point not in OURS))


def task_named(name: str) -> Task:
    """Return the task with this name, or say which there are."""
    if name in OURS:
        return OURS[name]
    if name not in _offered():
        raise TaskError(f"unknown task {name!r}; {did_you_mean(name, list(task_names()))}")
    point = _offered()[name]
    try:
        task = point.load()
    except Exception as error:  # whatever a foreign package does, it costs only its own task
        raise TaskError(f"task {name!r} of {point.value} cannot be loaded: {error}") from error
    if not isinstance(task, Task):
        raise TaskError(
            f"entry point {point.value} must name a nge.tasks.task.Task object, "
            f"not {type(task).__name__}"
        )
    return task


@cache
def _offered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
