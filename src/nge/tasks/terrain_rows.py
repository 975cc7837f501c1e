"""The walker and the ant on every course: gaps, hurdles, steps, slopes and rough ground."""

from __future__ import annotations

from nge.body.library import hand_designed
from nge.tasks.ant import Ant
from nge.tasks.courses import COURSES, Course
from nge.tasks.task import Task
from nge.tasks.terrain_task import TerrainTask
from nge.tasks.walker import Walker


def on_course(base: type[Task], course: Course) -> type[TerrainTask]:
    """Return the task ``base`` on a course, with the hand-designed body that ``base`` has."""
    members = {
        "__doc__": f"As {base.name}, {course.about}.",
        "__module__": __name__,
        "name": f"{base.name}-{course.name}",
        "about": base.about.replace("on flat ground", course.about),
        "floor": course.floor,
        "levelled": course.levelled,
        "terrain": staticmethod(course.draw),
        "hand_designed": lambda self: hand_designed(base.name),
    }
    name = f"{base.__name__}{course.name.capitalize()}"
    return type(name, (TerrainTask, base), members)


TASKS: tuple[Task, ...] = tuple(
    on_course(base, course)() for base in (Walker, Ant) for course in COURSES
)
