"""``nge tasks``: list the tasks and their observations."""

from __future__ import annotations

from nge.errors import TaskError


def tasks() -> None:
    """List the tasks: what they ask for, and how long an episode lasts."""
    from nge.tasks.registry import task_named, task_names

    for name in task_names():
        try:
            task = task_named(name)
        except TaskError as error:
            print(f"{name:<10} {error}")
            continue
        step = task.arena.control_step
        print(
            f"{name:<10} {task.about}; bodies of {task.kind}; {task.episode_steps} control steps "
            f"of {1000 * step:g} ms ({task.episode_steps * step:g} s)"
        )
