"""A robot as fins: ellipsoids on the surface of their parent, three hinges each.

A fin is rooted where its parent's surface is nearest to the fin's centre, so the centre lies on
the normal there and moves only along it. Its thinner side is changed where it would not weigh
what the part weighs, because every fin also carries the ball its motors sit in.
"""

from __future__ import annotations

import math

import numpy as np

from nge.body.graph import Attributes, BodyGraph
from nge.body.importers.source_robot import (
    ENOUGH,
    SAME,
    ImportedBody,
    ImportedPart,
    Notes,
    Robot,
    RobotPart,
    paired,
)
from nge.body.kinds.fins import CORE_SHARE, JOINT_RADIUS, KIND

NEAR = 0.001  # m; a smaller shift is not worth a note
BALL = 4 / 3 * math.pi


def nearest_body(robot: Robot, density: float | None) -> ImportedBody:
    """Return the fish that is most like a robot; no density: its own."""
    density = density or robot.mass / robot.volume
    robot = robot.without_ghosts().stiffened(lambda part: part.turns)
    body, turn, centre = _torso(robot.parts[0], density, robot.notes)
    frames = [(centre, turn)]  # of each ellipsoid: its middle and its axes
    parts = [_compared(robot.parts[0], 2 * body.parts[0].attributes[1], turn[:, 1])]
    for part in robot.parts[1:]:
        limb = _fin(part, body, frames[part.parent], density, robot.notes)
        body = body.attach(part.parent, limb)
        frame = _frame(body, len(body) - 1, frames[part.parent])
        frames.append(frame)
        shift = 1000 * float(np.linalg.norm(frame[0] - part.main.centre))
        if shift > 1000 * NEAR:
            robot.notes.approximate(f"{shift:.0f} mm from its place", part.name)
        parts.append(_compared(part, 2 * limb[4], frame[1][:, 1]))
        if len(part.turns) != KIND.joints:
            robot.notes.approximate(f"hinges: {len(part.turns)}, here 3", part.name)
    robot.notes.approximate("motors, here servos of 5e-4 Nm/rad on every hinge")
    if any(turn.limits for part in robot.parts[1:] for turn in part.turns):
        robot.notes.drop("joint limits; hinges of fins turn freely")
    kept = "its sizes and where it points"
    return ImportedBody.of(paired(KIND, body), parts, kept, robot.notes)


def _torso(
    part: RobotPart, density: float, notes: Notes
) -> tuple[BodyGraph, np.ndarray, np.ndarray]:
    """Return a body without fins, the directions of its axes, and its centre."""
    looks = max(part.pieces, key=lambda piece: piece.volume)
    up = int(np.argmax(abs(looks.axes[2])))
    side, front = sorted({0, 1, 2} - {up}, key=lambda axis: looks.half[axis])
    z = looks.axes[:, up] * np.sign(looks.axes[2, up])
    y = looks.axes[:, front]
    y = y if y[1] + 0.5 * y[0] >= 0 else -y
    half = [float(looks.half[axis]) for axis in (side, front, up)]
    a, b, c = (
        notes.bounded(attribute, value, part.name)
        for attribute, value in zip(KIND.torso[:3], half, strict=True)
    )
    core = part.mass / (density * 8 * CORE_SHARE**2 * b * c)
    torso = (a, b, c, notes.bounded(KIND.torso[3], core, part.name))
    turn = np.stack([np.cross(y, z), y, z], axis=1)
    return BodyGraph.torso_alone(KIND.name, torso), turn, looks.centre


def _fin(
    part: RobotPart,
    body: BodyGraph,
    parent: tuple[np.ndarray, np.ndarray],
    density: float,
    notes: Notes,
) -> Attributes:
    """Return the attributes of a fin on its parent, whose ellipsoid has this middle and axes."""
    main = part.main
    size = np.array(body.parts[part.parent].attributes[3 if part.parent else 0 :][:3])
    middle, turn = parent
    point = _nearest(turn.T @ (main.centre - middle), size)
    u = math.atan2(point[1] / size[1], point[0] / size[0]) % (2 * math.pi)
    v = math.acos(min(max(point[2] / size[2], -1.0), 1.0))
    normal, down = point / size**2, np.array(_down(u, v, size))
    normal, down = normal / np.linalg.norm(normal), down / np.linalg.norm(down)
    sideways = np.cross(normal, down)
    axes = turn.T @ main.axes
    out = int(np.argmax(abs(normal @ axes)))
    first, second = sorted({0, 1, 2} - {out}, key=lambda axis: -abs(sideways @ axes[:, axis]))
    x = axes[:, first] * np.sign(sideways @ axes[:, first])
    roll = math.atan2(x @ sideways, x @ down) % (2 * math.pi)
    a, b, c = (float(main.half[axis]) for axis in (first, out, second))
    a, c = _weighed(a, b, c, part, density, notes)
    values = (u, v, roll, a, b, c)
    limb = tuple(
        notes.bounded(attribute, value, part.name)
        for attribute, value in zip(KIND.limb, values, strict=True)
    )
    middled = KIND.centred(limb)
    return middled if KIND.alike(limb, middled, SAME) else limb


def _weighed(
    a: float, b: float, c: float, part: RobotPart, density: float, notes: Notes
) -> tuple[float, float]:
    """Return the two sides across the fin, the thinner one changed to give the part's mass."""
    ball = density * BALL * JOINT_RADIUS**3
    ours = density * BALL * a * b * c
    if abs(ours + ball - part.mass) <= ENOUGH * part.mass:
        return a, c
    notes.approximate("thickness changed to keep the mass", part.name)
    share = max(part.mass - ball, 0.0) / ours
    return (a * share, c) if a < c else (a, c * share)


def _nearest(point: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Return the point of an ellipsoid's surface that is nearest to a point outside it."""
    if np.sum((point / size) ** 2) <= 1:  # inside: straight out from the middle
        point = point if point.any() else np.array((0.0, 1e-9, 0.0))
        return point / math.sqrt(float(np.sum((point / size) ** 2)))
    # It is size^2 / (size^2 + t) of the point for the t that puts it on the surface.
    low, high = 0.0, float(size.max() * np.linalg.norm(point))
    for _ in range(100):
        t = (low + high) / 2
        outside = np.sum((size * point / (size**2 + t)) ** 2) > 1
        low, high = (t, high) if outside else (low, t)
    return size**2 / (size**2 + high) * point


def _down(u: float, v: float, size: np.ndarray) -> tuple[float, float, float]:
    a, b, c = (float(side) for side in size)
    return (a * math.cos(u) * math.cos(v), b * math.sin(u) * math.cos(v), -c * math.sin(v))


def _frame(
    body: BodyGraph, row: int, parent: tuple[np.ndarray, np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the middle and axes of a fin's ellipsoid, from where its plan puts it."""
    plan = KIND.plan(body).parts[row]
    up = body.parents[row]
    middle, turn = parent
    root = np.array(plan.position)
    root[1] -= body.parts[up].attributes[4] if up else 0.0  # a fin's frame sits at its root
    turned = turn @ _matrix(plan.rotation)
    half = body.parts[row].attributes[4]
    return middle + turn @ root + half * turned[:, 1], turned


def _matrix(rotation: tuple[float, float, float, float]) -> np.ndarray:
    w, x, y, z = rotation
    return np.array(
        [
            (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        ]
    )


def _compared(part: RobotPart, length: float, along: np.ndarray) -> ImportedPart:
    """Compare lengths along the part's own direction outwards."""
    main = max(part.pieces, key=lambda piece: piece.volume)
    side = int(np.argmax(abs(along @ main.axes)))
    return ImportedPart(part.name, part.mass, 2 * float(main.half[side]), length)
