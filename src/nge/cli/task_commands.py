"""``nge tasks``: list the tasks and their observations."""

from __future__ import annotations

from nge.errors import TaskError


def tasks() -> None:
    """List the tasks: what they ask for, and how long an episode lasts."""
    from nge.tasks.registry import task_named, task_names

    width = max(map(len, task_names()))
    for name in task_names():
        try:
            task = task_named(name)
        except TaskError as error:
            print(f"{name:<{width}} {error}")
            continue
        step, steps = task.arena.control_step, task.episode_steps
        print(
            f"{name:<{width}} {task.about}; bodies of {task.kind}; "
            f"{steps} control steps of {1000 * step:g} ms ({steps * step:g} s)"
        )
