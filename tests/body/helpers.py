"""Bodies to test with, and a forward kinematics that shares no code with the package."""

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from nge.body.body_plan import Shape, Solid
from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.kinds import kind_named
from nge.body.mutate import mutate
from nge.body.space import DesignSpace, SpaceSettings

KINDS = ("fins", "limbs")
SYMMETRIES = ("off", "prior", "forced")
MIRRORS = {
    "fins": np.diag([-1.0, 1.0, 1.0]),
    "limbs": np.diag([1.0, 1.0, -1.0]),
    "limbs3d": np.diag([1.0, -1.0, 1.0]),
}
"""Left and right; for planar limbs the two ends of a torso."""


def space_of(kind: str, **settings) -> DesignSpace:
    """Return the design space of a kind with some settings other than the defaults."""
    return DesignSpace(kind_named(kind), SpaceSettings(**settings))


def space_around(body: BodyGraph, **settings) -> DesignSpace:
    """Return the default design space of a body's kind, or one with room for the body."""
    return space_of(body.kind, max_parts=max(10, len(body) + 2), **settings)


def middle_limb(kind: str) -> tuple[float, ...]:
    """Return a limb with every attribute in the middle of its range."""
    return tuple((a.low + a.high) / 2 for a in kind_named(kind).limb)


def middle_body(kind: str, *parents: int) -> BodyGraph:
    """Return a tree of parts with ids 0, 1, ..., all limbs in the middle of their ranges."""
    body = BodyGraph(kind, (Part(0, kind_named(kind).random_torso),), (NO_PARENT,))
    for parent in parents:
        body = body.attach(parent, middle_limb(kind))
    return body


def mutants(space: DesignSpace, seed: int, mutations: int) -> Iterator[BodyGraph]:
    """Yield a random body and then each of a line of descendants."""
    rng = np.random.default_rng(seed)
    body = space.random_body(rng)
    yield body
    for _ in range(mutations):
        body = mutate(body, space, rng).child
        yield body


@st.composite
def bodies(draw) -> BodyGraph:
    """Random and mutated bodies of both kinds, continuous and in levels."""
    space = space_of(
        draw(st.sampled_from(KINDS)),
        symmetry=draw(st.sampled_from(SYMMETRIES)),
        levels=draw(st.sampled_from([None, 6])),
    )
    *_, body = mutants(space, draw(st.integers(0, 2**32 - 1)), draw(st.integers(0, 6)))
    return body


def rotation(quaternion) -> np.ndarray:
    """Return the rotation matrix of a unit quaternion by Rodrigues' formula."""
    w, (x, y, z) = quaternion[0], quaternion[1:]
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def turn(axis, angle: float) -> np.ndarray:
    """Return the 4 x 4 frame turned about an axis through the origin."""
    frame = np.eye(4)
    frame[:3, :3] = rotation((np.cos(angle / 2), *(np.sin(angle / 2) * np.array(axis))))
    return frame


def frames(body: BodyGraph, angles=None) -> list[np.ndarray]:
    """Return the 4 x 4 world frame of every part, with the torso at the origin.

    ``angles`` holds for every part the angles of its hinges, whose anchors are the frames' origins.
    """
    found = []
    for row, part in enumerate(kind_named(body.kind).plan(body).parts):
        frame = np.eye(4)
        frame[:3, :3], frame[:3, 3] = rotation(part.rotation), part.position
        if angles is not None:
            for hinge, angle in zip(part.hinges, angles[row], strict=True):
                frame = frame @ turn(hinge.axis, angle)
        found.append(found[body.parents[row]] @ frame if row else frame)
    return found


def extents(solid: Solid) -> np.ndarray:
    """Return how far a solid reaches along its own three axes."""
    match solid.shape:
        case Shape.CAPSULE:
            radius, half = solid.size
            return np.array([radius, radius, radius + half])
        case Shape.SPHERE:
            return np.repeat(solid.size, 3)
    return np.array(solid.size)


def solids(body: BodyGraph, angles=None) -> list[list[tuple[np.ndarray, np.ndarray]]]:
    """Return for every part the world centre and shape matrix (R size^2 R^T) of its solids."""
    found = []
    plan = kind_named(body.kind).plan(body)
    for frame, part in zip(frames(body, angles), plan.parts, strict=True):
        row = []
        for solid in part.solids:
            axes = frame[:3, :3] @ rotation(solid.rotation)
            centre = frame[:3, :3] @ solid.position + frame[:3, 3]
            row.append((centre, axes @ np.diag(extents(solid) ** 2) @ axes.T))
        found.append(row)
    return found


def assert_reflected(left, right, mirror: np.ndarray, origin=0.0) -> None:
    """Check that the solids of one part are those of another, reflected in a plane."""
    for (centre, shape), (other_centre, other_shape) in zip(left, right, strict=True):
        image = mirror @ (centre - origin) + origin
        np.testing.assert_allclose(image, other_centre, rtol=0, atol=1e-9)
        np.testing.assert_allclose(mirror @ shape @ mirror.T, other_shape, rtol=0, atol=1e-9)


def assert_symmetric(body: BodyGraph) -> None:
    """Check that every part is the reflection of its partner, or of itself if it has none."""
    made = solids(body)
    for row in range(len(body)):
        partner = body.partner(row)
        image = made[row if partner is None else partner]
        assert_reflected(made[row], image, MIRRORS[body.kind])
