"""The height of the ground as bodies see it, against rays that MuJoCo casts."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from nge.physics.arena import Terrain, TerrainBox
from nge.physics.compile import compile_body
from nge.physics.ground import heights
from nge.tasks import courses
from nge.tasks.walker import TASK as WALKER

TURNED = Terrain(boxes=(TerrainBox((4.0, 0.0, 1.0), (2.0, 3.0, 0.3), (0.98, 0.0, 0.199, 0.0)),))
TERRAINS = {
    **{
        course.__name__: course(0.7, np.random.default_rng(0), width)
        for course, width in (
            (courses.gaps, 1.0),
            (courses.hurdles, 1.0),
            (courses.steps, 1.0),
            (courses.slopes, 1.0),
            (courses.rough, 1.0),
        )
    },
    "rough in space": courses.rough(0.7, np.random.default_rng(0), 4.0),
    "a turned box": TURNED,
}
ABOVE = 10.0  # m


def by_rays(arena, x, y):
    """Return the height at which a ray from above meets the ground."""
    model = compile_body(WALKER.hand_designed(), arena).model
    data = mujoco.MjData(model)
    data.qpos[0] = 100.0  # the body is out of the way
    mujoco.mj_forward(model, data)
    found = np.empty((len(y), len(x)))
    for row, at_y in enumerate(y):
        for column, at_x in enumerate(x):
            start, geom = np.array([at_x, at_y, ABOVE]), np.zeros(1, np.int32)
            down = np.array([0.0, 0.0, -1.0])
            found[row, column] = ABOVE - mujoco.mj_ray(model, data, start, down, None, 1, -1, geom)
    return found


@pytest.mark.parametrize("name", TERRAINS)
def test_the_ground_is_where_rays_from_above_meet_it(name):
    arena = replace(WALKER.arena, floor=name != "gaps", terrains=(TERRAINS[name],))
    x = np.random.default_rng(1).uniform(-1.0, 30.0, 300)
    x.sort()
    y = np.array([0.0, 0.5]) if name != "rough in space" else np.arange(-2.0, 2.5, 0.5)

    found = heights(arena, TERRAINS[name], x, y)

    assert np.ptp(found) > 0.05
    off = np.abs(found - by_rays(arena, x, y)) > 1e-5
    assert off.mean() < 0.005  # rays slip through where triangles meet
