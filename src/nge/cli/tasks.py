"""``nge tasks``: which tasks there are, and what is observed in them."""

from __future__ import annotations

from nge.errors import TaskError
from nge.tasks.registry import task_named, task_names


def tasks() -> None:
    """List the tasks: what they ask for, and how long an episode lasts."""
    for name in task_names():
        try:
            task = task_named(name)
        except TaskError as error:
            print(f"{name:<10} {error}")
            continue
        seconds = task.episode_steps * task.arena.control_step
        print(
            f"{name:<10} {task.about}; bodies of {task.kind}; "
            f"{task.episode_steps} control steps of {1000 * task.arena.control_step:g} ms ({seconds:g} s)"
        )
