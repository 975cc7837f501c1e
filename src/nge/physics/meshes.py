"""Triangle meshes of bodies, and the files that hold them: STL and GLB.

A solid becomes one closed shell; a part is the shells of its visible solids, which may overlap.
STL holds bare triangles, one part in its own frame. GLB is a scene: a node per part, nested as
the parts are and placed as the body starts, with a colour each; Blender and browsers open it.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

import mujoco
import numpy as np

from nge.body.body_plan import PartPlan, Quaternion, Shape, Solid
from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named
from nge.physics import scenery
from nge.physics.arena import Arena
from nge.physics.compile import compile_body, part_name
from nge.physics.motion import part_frames

SLICES, STACKS = 32, 16  # of round shapes: around, and from pole to pole (even)
Z_TO_Y_UP = (-math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))  # glTF's y is our z; x, y, z, w
FLOATS, INDICES = 5126, 5125  # glTF's names for float32 and uint32
VERTEX_BUFFER, INDEX_BUFFER = 34962, 34963


class Mesh(NamedTuple):
    """A surface of triangles, counter-clockwise seen from outside."""

    points: np.ndarray
    """[V, 3]"""
    normals: np.ndarray
    """Outwards, of length 1. [V, 3]"""
    triangles: np.ndarray
    """Rows of ``points``. [F, 3]"""


# --- triangles --------------------------------------------------------------------------


def part_mesh(part: PartPlan) -> Mesh:
    """Return the visible solids of a part, in its frame."""
    return joined([solid_mesh(solid) for solid in part.solids if solid.visible])


def solid_mesh(solid: Solid) -> Mesh:
    """Return a closed surface of a solid, in the frame of its part."""
    match solid.shape:
        case Shape.BOX:
            mesh = _box(np.array(solid.size))
        case Shape.CAPSULE:
            mesh = _capsule(*solid.size)
        case Shape.SPHERE:
            mesh = _ellipsoid(np.full(3, solid.size[0]))
        case Shape.ELLIPSOID:
            mesh = _ellipsoid(np.array(solid.size))
    return moved(mesh, np.array(solid.position), turn_matrix(solid.rotation))


def moved(mesh: Mesh, position: np.ndarray, turn: np.ndarray) -> Mesh:
    """Return a mesh turned by a matrix and then moved."""
    return Mesh(mesh.points @ turn.T + position, mesh.normals @ turn.T, mesh.triangles)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Return several surfaces as one mesh."""
    first = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    return Mesh(
        np.concatenate([mesh.points for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.triangles + at for mesh, at in zip(meshes, first, strict=False)]),
    )


def turn_matrix(rotation: Quaternion) -> np.ndarray:
    """Return a rotation as a matrix. [3, 3]"""
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, np.array(rotation))
    return matrix.reshape(3, 3)


def _ellipsoid(size: np.ndarray) -> Mesh:
    unit, triangles = _unit_ball(np.linspace(-0.5, 0.5, STACKS + 1)[1:-1] * math.pi)
    across = unit / size
    return Mesh(unit * size, across / np.linalg.norm(across, axis=1, keepdims=True), triangles)


def _capsule(radius: float, half_length: float) -> Mesh:
    """Return a ball that is cut at its equator and drawn out."""
    half = np.linspace(0, 0.5, STACKS // 2 + 1)[:-1] * math.pi
    unit, triangles = _unit_ball(np.concatenate([-half[::-1], half]))
    upper = np.arange(len(unit)) >= len(unit) // 2
    drawn_out = np.where(upper, half_length, -half_length)[:, None] * (0.0, 0.0, 1.0)
    return Mesh(unit * radius + drawn_out, unit, triangles)


def _unit_ball(latitudes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return points and triangles of a ball of radius 1: south pole, rings, north pole."""
    around = np.arange(SLICES) * (2 * math.pi / SLICES)
    ring = np.stack([np.cos(around), np.sin(around), np.zeros(SLICES)], axis=1)
    rings = [math.cos(x) * ring + (0, 0, math.sin(x)) for x in latitudes]
    points = np.concatenate([[(0, 0, -1)], *rings, [(0, 0, 1)]])
    here = np.arange(SLICES)
    after = (here + 1) % SLICES
    south, north = np.zeros(SLICES, int), np.full(SLICES, len(points) - 1)
    triangles = [np.stack([south, 1 + after, 1 + here], axis=1)]
    for low in 1 + SLICES * np.arange(len(latitudes) - 1):
        high = low + SLICES
        triangles.append(np.stack([low + here, low + after, high + after], axis=1))
        triangles.append(np.stack([low + here, high + after, high + here], axis=1))
    last = len(points) - 1 - SLICES
    triangles.append(np.stack([last + here, last + after, north], axis=1))
    return points, np.concatenate(triangles)


def _box(size: np.ndarray) -> Mesh:
    points, normals = [], []
    for axis in range(3):
        for side in (-1.0, 1.0):
            out, right, up = np.roll(np.eye(3), axis, axis=1)
            right = side * right  # so that the corners go round the same way seen from outside
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                points.append((side * out + x * right + y * up) * size)
                normals.append(side * out)
    faces = 4 * np.arange(6)[:, None, None] + np.array([(0, 1, 2), (0, 2, 3)])
    return Mesh(np.array(points), np.array(normals), faces.reshape(-1, 3))


# --- STL --------------------------------------------------------------------------------


def stl_of(body: BodyGraph) -> dict[str, bytes]:
    """Return each part as binary STL by the part's name, in metres and in the part's frame."""
    plan = kind_named(body.kind).plan(body)
    return {part_name(body, row): stl(part_mesh(part)) for row, part in enumerate(plan.parts)}


def stl(mesh: Mesh) -> bytes:
    """Return a mesh as binary STL."""
    corners = mesh.points[mesh.triangles]  # [F, 3, 3]
    outwards = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    outwards /= np.linalg.norm(outwards, axis=1, keepdims=True)
    rows = np.zeros(
        len(corners), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")]
    )
    rows["normal"], rows["corners"] = outwards, corners
    return b"nge".ljust(80) + struct.pack("<I", len(rows)) + rows.tobytes()


# --- GLB --------------------------------------------------------------------------------


def glb_of(body: BodyGraph, arena: Arena) -> bytes:
    """Return the body as it starts in its arena, as a binary glTF scene with a node per part."""
    plan = kind_named(body.kind).plan(body)
    compiled = compile_body(body, arena)
    torso = part_frames(compiled, compiled.start[None])[0, 0]
    places = [(torso[:3], torso[3:])]
    places += [(np.array(part.position), np.array(part.rotation)) for part in plan.parts[1:]]
    scene = _Scene()
    nodes: list[dict[str, Any]] = [{"name": "robot", "rotation": Z_TO_Y_UP, "children": [1]}]
    for row, (part, (position, rotation)) in enumerate(zip(plan.parts, places, strict=True)):
        name = part_name(body, row)
        node = {
            "name": name,
            "translation": [float(value) for value in position],
            "rotation": [float(value) for value in np.roll(rotation, -1)],  # x, y, z, w
            "mesh": scene.add_mesh(name, part_mesh(part), body.parts[row].id if row else 0),
        }
        if children := [1 + child for child in body.children[row]]:
            node["children"] = children
        nodes.append(node)
    return scene.glb(nodes)


class _Scene:
    """Meshes and colours of a glTF file, and the bytes they point into."""

    def __init__(self) -> None:
        self._bytes = b""
        self._views: list[dict[str, Any]] = []
        self._accessors: list[dict[str, Any]] = []
        self._meshes: list[dict[str, Any]] = []
        self._materials: list[dict[str, Any]] = []

    def add_mesh(self, name: str, mesh: Mesh, hue: int) -> int:
        """Keep a mesh and its colour; return its number."""
        points = mesh.points.astype("<f4")
        primitive = {
            "attributes": {
                "POSITION": self._add(
                    points, "VEC3", min=points.min(0).tolist(), max=points.max(0).tolist()
                ),
                "NORMAL": self._add(mesh.normals.astype("<f4"), "VEC3"),
            },
            "indices": self._add(mesh.triangles.astype("<u4").ravel(), "SCALAR"),
            "material": self._add_material(hue),
        }
        self._meshes.append({"name": name, "primitives": [primitive]})
        return len(self._meshes) - 1

    def _add_material(self, hue: int) -> int:
        role = f"limb {hue}" if hue else "torso"
        colour = [_linear(value) for value in scenery.part_colour(hue)[:3]]
        surface = {"baseColorFactor": [*colour, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.7}
        self._materials.append({"name": role, "pbrMetallicRoughness": surface})
        return len(self._materials) - 1

    def _add(self, array: np.ndarray, kind: str, **bounds: list[float]) -> int:
        floats = array.dtype.kind == "f"
        self._views.append(
            {
                "buffer": 0,
                "byteOffset": len(self._bytes),
                "byteLength": array.nbytes,
                "target": VERTEX_BUFFER if floats else INDEX_BUFFER,
            }
        )
        self._accessors.append(
            {
                "bufferView": len(self._views) - 1,
                "componentType": FLOATS if floats else INDICES,
                "count": len(array),
                "type": kind,
                **bounds,
            }
        )
        self._bytes += array.tobytes()
        return len(self._accessors) - 1

    def glb(self, nodes: list[dict[str, Any]]) -> bytes:
        """Return the file: a header, the scene as JSON, and the bytes."""
        scene = {
            "asset": {"version": "2.0", "generator": "nge"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": nodes,
            "meshes": self._meshes,
            "materials": self._materials,
            "accessors": self._accessors,
            "bufferViews": self._views,
            "buffers": [{"byteLength": len(self._bytes)}],
        }
        chunks = _chunk(b"JSON", json.dumps(scene).encode(), b" ")
        chunks += _chunk(b"BIN\0", self._bytes, b"\0")
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _chunk(kind: bytes, content: bytes, filler: bytes) -> bytes:
    content += filler * (-len(content) % 4)
    return struct.pack("<I4s", len(content), kind) + content


def _linear(value: float) -> float:
    """Return a colour value as glTF wants it, in proportion to light; ours are as on a screen."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
