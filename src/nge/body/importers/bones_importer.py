"""A robot as bones: capsules from joint to joint, one hinge each.

Only a robot of such parts has a body of bones: where the joint of a part is not at the end of its
parent's capsule, or a part does not lie in the plane of the kind at rest, the robot is refused. A
planar robot is turned to face x first.
"""

from __future__ import annotations

import math

import numpy as np

from nge.body.graph import Attributes, BodyGraph
from nge.body.importers.capsules import LEVEL_PLANE, SLENDER, UPRIGHT_PLANE, Capsule
from nge.body.importers.limbs_importer import ACROSS, facing_x
from nge.body.importers.source_robot import (
    ENOUGH,
    NEAR,
    ImportedBody,
    ImportedPart,
    Notes,
    Robot,
    RobotPart,
    Turn,
    turn_limits,
)
from nge.body.kinds.bones import Bones, PlanarBones, SpatialBones
from nge.body.space import DEGREE, TURN, Attribute
from nge.errors import BodyError

STRAIGHT, BENT = 1 * DEGREE, 15 * DEGREE  # out of the plane: worth a note; too much


def nearest_body(kind: Bones, robot: Robot, _density: float | None) -> ImportedBody:
    """Return the body of bones that is most like a robot; BodyError if none is like it.

    Its density is that of the kind.
    """
    robot = robot.without_ghosts()
    planar, notes = isinstance(kind, PlanarBones), robot.notes
    if planar:
        robot = facing_x(robot)

    def fits(axis: np.ndarray) -> bool:
        if isinstance(kind, SpatialBones):
            return math.hypot(axis[0], axis[1]) > ACROSS
        return abs(float(axis @ kind.axis(()))) > ACROSS

    robot = robot.with_single_hinges(fits, f"that {kind.name}")
    plane = UPRIGHT_PLANE if planar else LEVEL_PLANE
    anchors = [part.turns[0].anchor for part in robot.parts if part.parent == 0]
    first = robot.parts[0]
    torso = (
        _Ball(first, plane, kind, notes)
        if isinstance(kind, SpatialBones)
        else _Bone(first, plane, kind, notes, first.origin, np.mean(anchors, axis=0))
    )
    made = [torso]
    body = BodyGraph.torso_alone(kind.name, torso.attributes)
    for part in robot.parts[1:]:
        [turn] = part.turns
        parent = made[part.parent]
        _check_joint(
            plane @ turn.anchor - parent.end, part, robot.parts[part.parent], parent.radius, notes
        )
        bone = _Bone(part, plane, kind, notes, turn.anchor)
        made.append(bone)
        body = body.attach(part.parent, (*bone.attributes, *_joint(kind, turn, notes)))
    parts = (
        ImportedPart(part.name, part.mass, one.given_length, one.bone_length)
        for part, one in zip(robot.parts, made, strict=True)
    )
    return ImportedBody.of(body, parts, "its direction, joint range and torque", notes)


def _check_joint(
    shift: np.ndarray, part: RobotPart, parent: RobotPart, allowed: float, notes: Notes
) -> None:
    """Refuse a joint that is not at the end of its parent, where bones begin."""
    distance = float(np.linalg.norm(shift))
    if distance > allowed:
        raise BodyError(
            f"the joint of {part.name} is {1000 * distance:.0f} mm from the end of {parent.name}; "
            "bones go from joint to joint, so take a task for bodies of limbs"
        )
    notes.shift("joint", shift, part.name)


def _joint(kind: Bones, turn: Turn, notes: Notes) -> Attributes:
    """Return the attributes of a bone's joint."""
    limits = _limits(kind.limb)
    backward, forward = turn_limits(turn, True, turn.name, 0.0, notes)
    widest = max(backward, forward)
    if abs(backward - forward) > 0.1 * DEGREE:
        notes.approximate(
            f"turns by {-backward / DEGREE:.0f}° to {forward / DEGREE:.0f}°, "
            f"here {widest / DEGREE:.0f}° both ways",
            turn.name,
        )
    if not turn.torque:
        notes.approximate("has no motor, here the weakest", turn.name)
    gear = turn.torque or limits["gear"].low
    values = [
        notes.bounded(limits["gear"], gear, turn.name),
        notes.bounded(limits["turn"], widest, turn.name),
    ]
    if "axis" in limits:
        values.append(math.atan2(turn.axis[1], turn.axis[0]) % TURN)
    return tuple(values)


def _limits(attributes: tuple[Attribute, ...]) -> dict[str, Attribute]:
    return {attribute.name: attribute for attribute in attributes}


class _Bone(Capsule):
    """A part as a bone: its end, in the plane as in the file, and its attributes but the joint's.

    Where ``towards`` is given, it ends on that side of its joint; else at the farther end.
    """

    def __init__(
        self,
        part: RobotPart,
        plane: np.ndarray,
        kind: Bones,
        notes: Notes,
        joint: np.ndarray,
        towards: np.ndarray | None = None,
    ) -> None:
        super().__init__(part, plane)
        _tell_of_tilt(self, part, notes)
        self.weigh(part, notes, kind.density)
        limits = _limits(kind.torso if towards is not None else kind.limb)
        self.radius = notes.bounded(limits["radius"], self.radius, part.name)
        half = max(self.given_length / 2 - self.radius, 0.0)
        start = plane @ joint
        ends = [plane @ (self.centre + side * half * self.along) for side in (-1, 1)]
        aim = start if towards is None else plane @ towards
        back, self.end = sorted(ends, key=lambda end: float(np.linalg.norm(end - aim)))
        if towards is not None:
            self.end, back = back, self.end
            start = self._on_axis(start, back, limits["extension"].most, part, notes)
        offset = self.end - start
        ahead = offset / max(float(np.linalg.norm(offset)), 1e-9)
        beside = float(np.linalg.norm((back - start) - (back - start) @ ahead * ahead))
        _check_beside(beside, self.radius, part, notes)
        extension = max(-float((back - start) @ ahead), 0.0)
        names = [name for name in limits if name.startswith("offset")]
        bounded = [
            notes.bounded(limits[name], _rounded(value), part.name)
            for name, value in zip(names, offset, strict=True)
        ]
        extension = notes.bounded(limits["extension"], _rounded(extension), part.name)
        self.attributes: Attributes = (*bounded, self.radius, extension)
        self.bone_length = math.hypot(*bounded) + extension + 2 * self.radius

    def _on_axis(
        self, start: np.ndarray, back: np.ndarray, most: float, part: RobotPart, notes: Notes
    ) -> np.ndarray:
        """Return the joint of a torso: its origin, or the nearest place on its axis to its middle.

        That is at most ``most`` from its back end.
        """
        length = float(np.linalg.norm(self.end - back))
        along = (self.end - back) / max(length, 1e-9)
        far = float((start - back) @ along)
        beside = float(np.linalg.norm(start - back - far * along))
        if beside <= NEAR and -NEAR <= far <= min(length - NEAR, most + NEAR):
            return back + min(max(far, 0.0), most) * along
        far = min(length / 2, most)
        notes.approximate(f"turns about a point {1000 * far:.0f} mm from its end", part.name)
        return back + far * along


class _Ball(Capsule):
    """A torso as a ball, in whose centre bones begin."""

    def __init__(self, part: RobotPart, plane: np.ndarray, kind: Bones, notes: Notes) -> None:
        super().__init__(part, plane)
        radius = self.given_length / 2
        weight = kind.density * 4 / 3 * math.pi
        if abs(weight * radius**3 - part.mass) > ENOUGH * part.mass:
            radius = (part.mass / weight) ** (1 / 3)
            notes.approximate("radius changed to keep the mass", part.name)
        self.radius = notes.bounded(kind.torso[0], _rounded(radius), part.name)
        self.end = plane @ self.centre
        self.attributes: Attributes = (self.radius,)
        self.bone_length = 2 * self.radius


def _tell_of_tilt(bone: Capsule, part: RobotPart, notes: Notes) -> None:
    """Refuse a part that does not lie in the plane of its kind."""
    side = part.main.longest
    if part.main.half[side] <= SLENDER * np.delete(part.main.half, side).max():
        return  # a ball has no direction
    axis = part.main.axes[:, side]
    tilt = math.acos(min(abs(float(axis @ bone.along)), 1.0))
    if tilt > BENT:
        raise BodyError(
            f"{part.name} is {tilt / DEGREE:.0f}° out of the plane in which bones lie at rest; "
            "take a task for bodies of limbs"
        )
    if tilt > STRAIGHT:
        notes.approximate(f"turned by {tilt / DEGREE:.0f}° into the plane", part.name)


def _check_beside(beside: float, allowed: float, part: RobotPart, notes: Notes) -> None:
    """Refuse a part whose capsule does not go through its joint."""
    if beside > allowed:
        raise BodyError(
            f"{part.name} passes its joint at {1000 * beside:.0f} mm; "
            "bones go from joint to joint, so take a task for bodies of limbs"
        )
    if beside > NEAR:
        notes.approximate(f"passes its joint at {1000 * beside:.0f} mm, here through it", part.name)


def _rounded(value: float) -> float:
    """Return a number without the noise of rotations."""
    return round(float(value), 9) + 0.0
