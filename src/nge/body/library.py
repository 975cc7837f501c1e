"""Hand-designed bodies: fish, walker, cheetah and hopper.

Masses, lengths, joint ranges and gears are those of the well-known bodies of the DeepMind
control suite as far as the two kinds of parts can say them; ``docs/bodies.md`` lists the
differences.
"""

from __future__ import annotations

import math
from functools import cache

from nge.body.graph import NO_PARENT, Attributes, BodyGraph, Part
from nge.body.kinds.limbs import DEGREE
from nge.errors import BodyError
from nge.settings import did_you_mean

QUARTER = math.pi / 2


def fish() -> BodyGraph:
    """Return a fish: a tail of two pieces on the midline and a pair of side fins."""
    torso = _torso("fins", (0.01, 0.08, 0.04, 0.002))
    on_tail_end = (QUARTER, QUARTER, QUARTER)  # u, v, roll: the fin's outermost point, upright
    with_tail = torso.attach(0, (3 * QUARTER, QUARTER, QUARTER, 0.001, 0.008, 0.016)).attach(
        1, (*on_tail_end, 0.001, 0.018, 0.035)
    )
    right = (0.0, QUARTER, QUARTER, 0.015, 0.02, 0.001)
    left = (math.pi, QUARTER, QUARTER, 0.015, 0.02, 0.001)
    return with_tail.attach(0, right).attach(0, left).paired({3: 4})


def walker() -> BodyGraph:
    """Return a walker: two legs of thigh, shin and foot under an upright torso."""
    body = _torso("limbs", (0.07, 0.3, 0.0, 0.0))
    for _ in ("right", "left"):
        hip = len(body)
        body = (
            body.attach(0, _limb(-1, 180, -1, 0.05, 0.225, 100, (20, 100)))
            .attach(hip, _limb(1, 0, -1, 0.04, 0.25, 50, (150, 0)))
            .attach(hip + 1, _limb(1, 90, -0.6, 0.05, 0.1, 20, (45, 45)))
        )
    return body


def cheetah() -> BodyGraph:
    """Return a cheetah: a lying torso with a head, a hind leg and a front leg."""
    body = _torso("limbs", (0.046, 0.5, 0.15, QUARTER))
    return (
        body.attach(0, _limb(-1, 308, -1.13, 0.046, 0.145, 120, (60, 30)))
        .attach(1, _limb(0.92, 258, -1.04, 0.046, 0.15, 90, (50, 50)))
        .attach(2, _limb(1, 79, -1.08, 0.046, 0.094, 60, (50, 150)))
        .attach(0, _limb(1, 240, -1.045, 0.046, 0.133, 90, (40, 57)))
        .attach(4, _limb(1, 64, -1.045, 0.046, 0.106, 60, (50, 70)))
        .attach(5, _limb(1, 0, -1.19, 0.046, 0.07, 30, (28, 28)))
    )


def hopper() -> BodyGraph:
    """Return a hopper: pelvis, thigh, shin and foot in one line under an upright torso."""
    body = _torso("limbs", (0.0653, 0.125, 0.0, 0.0))
    return (
        body.attach(0, _limb(-1, 180, -1, 0.065, 0.075, 30, (30, 30)))
        .attach(1, _limb(1, 0, -1.3, 0.04, 0.165, 40, (10, 150)))
        .attach(2, _limb(1, 0, -1, 0.03, 0.16, 30, (150, 0)))
        .attach(3, _limb(1, 90, -0.36, 0.04, 0.125, 10, (45, 45)))
    )


LIBRARY = {"fish": fish, "walker": walker, "cheetah": cheetah, "hopper": hopper}


@cache
def hand_designed(name: str) -> BodyGraph:
    """Return the hand-designed body of this name, or say which there are."""
    if name not in LIBRARY:
        raise BodyError(
            f"no hand-designed body is called {name!r}; {did_you_mean(name, list(LIBRARY))}"
        )
    return LIBRARY[name]()


def _torso(kind: str, attributes: Attributes) -> BodyGraph:
    return BodyGraph(kind, (Part(0, attributes),), (NO_PARENT,))


def _limb(
    position: float,
    degrees: float,
    pivot: float,
    radius: float,
    half_length: float,
    gear: float,
    turns: tuple[float, float],
) -> Attributes:
    """Return a planar limb with its angles in degrees; ``turns`` is (backward, forward)."""
    backward, forward = turns
    return (
        float(position),
        degrees * DEGREE,
        float(pivot),
        radius,
        half_length,
        float(gear),
        backward * DEGREE,
        forward * DEGREE,
    )
