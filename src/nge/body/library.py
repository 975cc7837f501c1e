"""Hand-designed bodies: fish, walker, cheetah and hopper, and what the co-design suite begins with.

Masses, lengths, joint ranges and gears of the first four are those of the well-known bodies of the
DeepMind control suite as far as the kinds of parts can say them; ``docs/bodies.md`` lists the
differences. The others are exactly those of the suite.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial

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


def on_legs(legs: int, turn: float) -> BodyGraph:
    """Return an upright torso on straight legs whose joints turn by so many degrees."""
    body = _torso("planar-bones", (0.0, -0.2, 0.05, 0.2))
    for _ in range(legs):
        body = body.attach(0, (0.0, -0.45, 0.05, 0.0, 200.0, turn * DEGREE))
    return body


def crawler() -> BodyGraph:
    """Return a ball with four limbs, each at 45 degrees between the axes."""
    body = _torso("spatial-bones", (0.25,))
    for quarter, (x, y) in enumerate(((0.4, 0.4), (-0.4, 0.4), (-0.4, -0.4), (0.4, -0.4))):
        axis = (quarter + 1.5) * QUARTER % (4 * QUARTER)  # across the limb
        body = body.attach(0, (x, y, 0.08, 0.0, 150.0, 30 * DEGREE, axis))
    return body.paired({1: 4, 2: 3})


def swimmer() -> BodyGraph:
    """Return two bones of 1 m in one line."""
    body = _torso("swimming-bones", (0.0, -1.0, 0.08, 0.0))
    return body.attach(0, (0.0, -1.0, 0.08, 0.0, 150.0, 100 * DEGREE))


LIBRARY: dict[str, Callable[[], BodyGraph]] = {
    "fish": fish,
    "walker": walker,
    "cheetah": cheetah,
    "hopper": hopper,
    "suite/crawler": crawler,
    "suite/terraincrosser": partial(on_legs, 1, 60.0),
    "suite/cheetah": partial(on_legs, 1, 360.0),
    "suite/swimmer": swimmer,
    **{
        f"suite/{name}-{level}": partial(on_legs, 2, 180.0)
        for name in ("glider", "walker")
        for level in ("regular", "medium", "hard")
    },
}


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
