import io
import math

import mujoco
import numpy as np
import pytest
import trimesh

from nge.body.body_plan import Shape, Solid
from nge.physics.compile import part_name
from nge.physics.meshes import glb_of, joined, solid_mesh, stl, stl_of
from nge.tasks.registry import OURS
from tests.worlds import EVERY_WORLD

TURNED = (math.cos(0.4), 0.0, math.sin(0.4), 0.0)
SOLIDS = {
    "ellipsoid": (Solid(Shape.ELLIPSOID, (0.1, 0.2, 0.3)), 4 / 3 * math.pi * 0.006),
    "capsule": (Solid(Shape.CAPSULE, (0.1, 0.3)), math.pi * 0.01 * (0.6 + 0.4 / 3)),
    "sphere": (Solid(Shape.SPHERE, (0.2,)), 4 / 3 * math.pi * 0.008),
    "box": (Solid(Shape.BOX, (0.1, 0.2, 0.3)), 0.048),
}


def read(content, ending):
    return trimesh.load(io.BytesIO(content), file_type=ending)


@pytest.mark.parametrize(("solid", "volume"), SOLIDS.values(), ids=SOLIDS)
def test_a_solid_is_one_closed_surface_around_its_volume(solid, volume):
    surface = read(stl(solid_mesh(solid)), "stl")

    assert surface.is_watertight
    assert surface.is_winding_consistent
    assert surface.volume == pytest.approx(volume, rel=0.02)  # flat faces cut off a little
    assert surface.volume < volume * (1 + 1e-6)


@pytest.mark.parametrize(("solid", "volume"), SOLIDS.values(), ids=SOLIDS)
def test_normals_point_the_way_the_triangles_face(solid, volume):
    mesh = solid_mesh(solid)
    corners = mesh.points[mesh.triangles]
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])

    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1)
    for corner in range(3):
        assert np.all((mesh.normals[mesh.triangles[:, corner]] * faces).sum(1) > 0)


def test_a_solid_stands_where_its_part_has_it():
    mesh = solid_mesh(Solid(Shape.CAPSULE, (0.1, 0.3), (1.0, 2.0, 3.0), TURNED))

    np.testing.assert_allclose(mesh.points.mean(0), (1, 2, 3), atol=1e-12)
    reach = 0.3 * np.array((math.sin(0.8), 0, math.cos(0.8))) + 0.1
    np.testing.assert_allclose(
        np.ptp(mesh.points, axis=0) / 2, [reach[0], 0.1, reach[2]], rtol=0.01
    )


def test_joined_meshes_keep_their_triangles():
    one, other = (solid_mesh(solid) for solid, _ in list(SOLIDS.values())[:2])

    both = joined([one, other])

    assert len(both.triangles) == len(one.triangles) + len(other.triangles)
    np.testing.assert_array_equal(
        both.points[both.triangles[-1]], other.points[other.triangles[-1]]
    )


@EVERY_WORLD
def test_every_part_of_a_body_is_a_watertight_stl(task):
    body = task.space().random_body(np.random.default_rng(3))

    parts = stl_of(body)

    assert list(parts) == [part_name(body, row) for row in range(len(body))]
    assert all(read(content, "stl").is_watertight for content in parts.values())


@EVERY_WORLD
def test_a_glb_has_a_named_node_per_part_where_mujoco_has_it_at_the_start(task):
    body = task.hand_designed()
    compiled = task.compile(body)
    data = mujoco.MjData(compiled.model)
    data.qpos[:] = compiled.start
    mujoco.mj_kinematics(compiled.model, data)

    scene = read(glb_of(body, task.arena), "glb")

    upright = np.array([(1, 0, 0), (0, 0, 1), (0, -1, 0)])  # glTF's y is up
    for row in range(len(body)):
        place, geometry = scene.graph[part_name(body, row)]
        number = compiled.bodies[row]
        assert geometry is not None
        np.testing.assert_allclose(place[:3, 3], upright @ data.xpos[number], atol=1e-6)
        turn = upright @ data.xmat[number].reshape(3, 3)
        np.testing.assert_allclose(place[:3, :3], turn, atol=1e-6)
        assert scene.geometry[geometry].is_watertight


def test_a_glb_names_its_colours_by_role():
    scene = read(glb_of(OURS["hopper"].hand_designed(), OURS["hopper"].arena), "glb")

    names = {mesh.visual.material.name for mesh in scene.geometry.values()}

    assert names == {"torso", "limb 1", "limb 2", "limb 3", "limb 4"}
