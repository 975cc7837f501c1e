"""Planar limbs: capsules with one hinge each, for walkers, cheetahs and hoppers.

Everything lives in the x-z plane. The z axis of a part runs along its capsule, for the torso
upwards, for a limb from its joint outwards. A limb's frame sits at its joint, which turns
about -y: a positive angle swings a leg that hangs down forwards (towards +x).
"""

from __future__ import annotations

import math

from nge.body.body_plan import BodyPlan, Hinge, Motor, PartPlan, Quaternion, Shape, Solid, Touch
from nge.body.graph import Attributes, BodyGraph
from nge.body.space import DEGREE, TURN, Attribute, Kind

HEAD_ANGLE = 40 * DEGREE  # the head leaves the torso's upper end at this angle
TOUCH_MARGIN = 0.02  # m; how far beyond the skin a touch is felt
SLACK = 0.5 * DEGREE  # added to both limits, so that a joint always has somewhere to go


class Limbs(Kind):
    """A torso with planar capsule limbs."""

    name = "limbs"
    about = "capsules in a plane, one hinge each"
    torso = (
        Attribute("radius", "m", 0.03, 0.1, "radius of the torso", log=True),
        Attribute(
            "half_length", "m", 0.1, 0.6, "half length of the torso, without its caps", log=True
        ),
        Attribute("head", "m", 0.0, 0.2, "half length of the head at its upper end; 0: none"),
        Attribute("pitch", "rad", 0.0, TURN, "how far it leans forwards at the start", True),
    )
    limb = (
        Attribute("position", "", -1.0, 1.0, "where on the parent, from its lower to its far end"),
        Attribute("angle", "rad", 0.0, TURN, "direction at rest, from the parent's axis", True),
        Attribute("pivot", "", -1.3, -0.3, "where the joint sits on the limb; -1: its near end"),
        Attribute("radius", "m", 0.03, 0.07, "radius", log=True),
        Attribute("half_length", "m", 0.05, 0.3, "half length, without its caps", log=True),
        Attribute("gear", "Nm", 10.0, 120.0, "torque at full command", log=True),
        Attribute("backward", "rad", 0.0, 150 * DEGREE, "how far the joint turns backwards"),
        Attribute("forward", "rad", 0.0, 150 * DEGREE, "how far the joint turns forwards"),
    )
    joints = 1
    random_torso = (0.07, 0.3, 0.0, math.pi / 2)
    random_limbs_on_torso = False

    def mirrored(self, limb: Attributes, first: bool) -> Attributes:
        """Swap the two ends of the parent: front and back for a torso that lies."""
        position, angle, pivot, radius, half_length, gear, backward, forward = limb
        if first:
            position, angle = -position, (math.pi - angle) % TURN
        else:  # the limb's own axis is not reversed, only its two sides
            angle = -angle % TURN
        return (position, angle, pivot, radius, half_length, gear, forward, backward)

    def leg(self, limb: Attributes, on_torso: bool) -> Attributes:
        """Return the limb at the torso's lower end, or straight on from another's far end."""
        return (-1.0, math.pi, *limb[2:]) if on_torso else (1.0, 0.0, *limb[2:])

    def stand(self, body: BodyGraph) -> float:
        """Return how far the torso's centre is above the lowest centre of a part, at rest."""
        _, half_length, _, pitch = body.parts[0].attributes
        ups = [math.cos(pitch)]  # how far each part's axis points up
        turns, middles, halves = [pitch], [0.0], [half_length]
        for part, parent in zip(body.parts[1:], body.parents[1:], strict=True):
            position, angle, pivot, _, half_length, *_ = part.attributes
            turns.append(turns[parent] - angle)
            ups.append(math.cos(turns[-1]))
            joint = middles[parent] + position * halves[parent] * ups[parent]
            middles.append(joint - pivot * half_length * ups[-1])
            halves.append(half_length)
        return -min(middles)

    def plan(self, body: BodyGraph) -> BodyPlan:
        radius, half_length, head, pitch = body.parts[0].attributes
        parts = [_torso(radius, half_length, head)]
        middles, halves = [0.0], [half_length]  # of each capsule, along its part's z axis
        for part, parent in zip(body.parts[1:], body.parents[1:], strict=True):
            joint = middles[parent] + part.attributes[0] * halves[parent]
            parts.append(_limb(part.attributes, joint))
            middles.append(-part.attributes[2] * part.attributes[4])
            halves.append(part.attributes[4])
        return BodyPlan(tuple(parts), start={"pitch": pitch})


def _torso(radius: float, half_length: float, head: float) -> PartPlan:
    solids = [Solid(Shape.CAPSULE, (radius, half_length))]
    if head > 0:
        reach = half_length + head * math.cos(HEAD_ANGLE)
        solids.append(
            Solid(
                Shape.CAPSULE,
                (radius, head),
                (-head * math.sin(HEAD_ANGLE), 0.0, reach),
                turned(HEAD_ANGLE),
            )
        )
    return PartPlan(tuple(solids), touches=_touches(radius, 0.0, half_length))


def _limb(attributes: Attributes, joint: float) -> PartPlan:
    _, angle, pivot, radius, half_length, gear, backward, forward = attributes
    middle = -pivot * half_length
    limits = (-backward - SLACK, forward + SLACK)
    return PartPlan(
        solids=(Solid(Shape.CAPSULE, (radius, half_length), (0.0, 0.0, middle)),),
        position=(0.0, 0.0, joint),
        rotation=turned(angle),
        hinges=(Hinge((0.0, -1.0, 0.0), Motor(torque=gear), limits=limits),),
        touches=_touches(radius, middle, half_length),
    )


def _touches(radius: float, middle: float, half_length: float) -> tuple[Touch, Touch]:
    """Return where contact is felt: around the near end and around the far end."""
    reach = radius + TOUCH_MARGIN
    return (
        Touch((0.0, 0.0, middle - half_length), reach),
        Touch((0.0, 0.0, middle + half_length), reach),
    )


def turned(angle: float) -> Quaternion:
    """Return the rotation by ``angle`` about -y."""
    return (math.cos(angle / 2), 0.0, -math.sin(angle / 2), 0.0)


KIND = Limbs()
