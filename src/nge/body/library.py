"""Hand-designed bodies, and what the co-design suite begins with.

Masses, lengths, joint ranges and gears of fish, walker, cheetah, hopper and quadruped are those of
the well-known bodies of the DeepMind control suite, of ant and biped those of Gymnasium's ant and
humanoid, as far as the kinds of parts can say them; ``docs/bodies.md`` lists the differences. Those
of the co-design suite are exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial

from nge.body.graph import Attributes, BodyGraph
from nge.body.kinds.limbs3d import KIND as LIMBS3D
from nge.body.space import DEGREE
from nge.errors import BodyError
from nge.settings import did_you_mean

QUARTER = math.pi / 2


def fish() -> BodyGraph:
    """Return a fish: a tail of two pieces on the midline and a pair of side fins."""
    torso = BodyGraph.torso_alone("fins", (0.01, 0.08, 0.04, 0.002))
    on_tail_end = (QUARTER, QUARTER, QUARTER)  # u, v, roll: the fin's outermost point, upright
    with_tail = torso.attach(0, (3 * QUARTER, QUARTER, QUARTER, 0.001, 0.008, 0.016)).attach(
        1, (*on_tail_end, 0.001, 0.018, 0.035)
    )
    right = (0.0, QUARTER, QUARTER, 0.015, 0.02, 0.001)
    left = (math.pi, QUARTER, QUARTER, 0.015, 0.02, 0.001)
    return with_tail.attach(0, right).attach(0, left).paired({3: 4})


def walker() -> BodyGraph:
    """Return a walker: two legs of thigh, shin and foot under an upright torso."""
    body = BodyGraph.torso_alone("limbs", (0.07, 0.3, 0.0, 0.0))
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
    body = BodyGraph.torso_alone("limbs", (0.046, 0.5, 0.15, QUARTER))
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
    body = BodyGraph.torso_alone("limbs", (0.0653, 0.125, 0.0, 0.0))
    return (
        body.attach(0, _limb(-1, 180, -1, 0.065, 0.075, 30, (30, 30)))
        .attach(1, _limb(1, 0, -1.3, 0.04, 0.165, 40, (10, 150)))
        .attach(2, _limb(1, 0, -1, 0.03, 0.16, 30, (150, 0)))
        .attach(3, _limb(1, 90, -0.36, 0.04, 0.125, 10, (45, 45)))
    )


def ant() -> BodyGraph:
    """Return an ant: a round torso with four legs of two parts, one hinge each."""
    body = BodyGraph.torso_alone("limbs3d", (0.25, 0.08, 0.0, 5.0))
    swing, lift = (150, 30, 30), (150, 12.7, 27.3)
    for front in (1, -1):
        upper = _limb3d(
            (front * 0.2 / 0.33, 0.8, 0), (90 - front * 45, 0), -1, 0.08, 0.1414, swing, axis=270
        )
        lower = _limb3d((0.639, 0, 0), (0, -57.3), -1, 0.08, 0.2828, lift)
        body = _attach_pair(body, upper, lower)
    return body


def quadruped() -> BodyGraph:
    """Return a quadruped: a heavy torso with four legs of three parts, two hinges at the hips."""
    body = BodyGraph.torso_alone("limbs3d", (0.218, 0.082, 0.0, 1000.0))
    yaw, pitch, knee, ankle = (400, 50, 50), (400, 20, 60), (400, 50, 60), (400, 55, 45)
    for front in (1, -1):
        upper = _limb3d(
            (front * 0.2 / 0.3, 0.2 / 0.218, 0),
            (90 - front * 45, 20.14),
            -0.868,
            *(0.0555, 0.184, yaw, pitch),
            axis=270,
            lean=20.14,
        )
        middle = _limb3d((0.667, 0, 0), (0, -65.14), -0.899, 0.0453, 0.1967, knee)
        lower = _limb3d((0.743, 0, 0), (0, -45), -0.944, 0.0453, 0.1722, ankle)
        body = _attach_pair(body, upper, middle, lower)
    return body


def biped() -> BodyGraph:
    """Return a biped: an upright torso with two legs and two arms of two parts each."""
    body = BodyGraph.torso_alone("limbs3d", (0.0877, 0.3098, QUARTER, 1000.0))
    thigh = _limb3d(
        (-0.874, 0.1 / 0.0877, 0),
        (0, -90),
        -1,
        *(0.06, 0.17, (120, 20, 110), (40, 5, 25), (40, 35, 60)),
    )
    shin = _limb3d((0.926, 0, 0), (0, 0), -1.16, 0.0575, 0.1795, (80, 150, 0))
    upper = _limb3d(
        (0.447, 1.2, 0), (45, -35.26), -1, 0.04, 0.1386, (10, 60, 85), (10, 60, 85), axis=330
    )
    lower = _limb3d((0.97, 0, 0), (247.8, 28.1), -1.13, 0.0338, 0.1487, (10, 90, 50), axis=101)
    return _attach_pair(_attach_pair(body, thigh, shin), upper, lower)


def on_legs(legs: int, turn: float) -> BodyGraph:
    """Return an upright torso on straight legs whose joints turn by so many degrees."""
    body = BodyGraph.torso_alone("planar-bones", (0.0, -0.2, 0.05, 0.2))
    for _ in range(legs):
        body = body.attach(0, (0.0, -0.45, 0.05, 0.0, 200.0, turn * DEGREE))
    return body


def crawler() -> BodyGraph:
    """Return a ball with four limbs, each at 45 degrees between the axes."""
    body = BodyGraph.torso_alone("spatial-bones", (0.25,))
    for quarter, (x, y) in enumerate(((0.4, 0.4), (-0.4, 0.4), (-0.4, -0.4), (0.4, -0.4))):
        axis = (quarter + 1.5) * QUARTER % (4 * QUARTER)  # across the limb
        body = body.attach(0, (x, y, 0.08, 0.0, 150.0, 30 * DEGREE, axis))
    return body.paired({1: 4, 2: 3})


def swimmer() -> BodyGraph:
    """Return two bones of 1 m in one line."""
    body = BodyGraph.torso_alone("swimming-bones", (0.0, -1.0, 0.08, 0.0))
    return body.attach(0, (0.0, -1.0, 0.08, 0.0, 150.0, 100 * DEGREE))


LIBRARY: dict[str, Callable[[], BodyGraph]] = {
    "fish": fish,
    "walker": walker,
    "cheetah": cheetah,
    "hopper": hopper,
    "ant": ant,
    "quadruped": quadruped,
    "biped": biped,
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


def _limb3d(
    place: tuple[float, float, float],
    direction: tuple[float, float],
    pivot: float,
    radius: float,
    half_length: float,
    *hinges: tuple[float, float, float],
    axis: float = 0.0,
    lean: float = 0.0,
) -> Attributes:
    """Return a spatial limb with its angles in degrees; a hinge is (gear, backward, forward)."""
    given = [
        value
        for gear, backward, forward in hinges
        for value in (float(gear), backward * DEGREE, forward * DEGREE)
    ]
    absent = [LIMBS3D.limb[-3].low, 0.0, 0.0] * (LIMBS3D.joints - len(hinges))
    return (
        *map(float, place),
        *(angle * DEGREE for angle in direction),
        *(float(pivot), radius, half_length, float(len(hinges)), axis * DEGREE, lean * DEGREE),
        *given,
        *absent,
    )


def _attach_pair(body: BodyGraph, *chain: Attributes) -> BodyGraph:
    """Attach a chain of limbs to the torso, and its mirror image."""
    first, size = len(body), len(chain)
    for start, limbs in (
        (first, chain),
        (first + size, [LIMBS3D.mirrored(limb, first=not row) for row, limb in enumerate(chain)]),
    ):
        for row, limb in enumerate(limbs):
            body = body.attach(start + row - 1 if row else 0, limb)
    return body.paired({row: row + size for row in range(first, first + size)})
