"""Flags of a species: signs that its fitness comes from the simulation or presses against a bound.

They are measured in the episodes that training runs anyway, and change neither fitness nor
selection. What is unknown, as in records of earlier versions, is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace

if TYPE_CHECKING:  # it takes JAX, and records are read without it
    from nge.rl.rollout import Episode

MEASURES = ("penetration", "work", "unexplained")  # of an episode; records may be older than they
AT_BOUND = 0.01  # of an attribute's range: nearer to a bound counts as at the bound
DEEPEST = 1.0  # radii of a part; deeper in the floor is flagged
MOST_UNEXPLAINED = 0.2  # share of energy; random walkers and cheetahs have at most 0.04
MOST_AT_BOUND = 0.5  # share of the parts that have an attribute
MEANINGS = {
    "penetration": "a part sank deeper into the floor than its radius",
    "energy": "more than a fifth of the energy that came in is not the work of motors",
    "bounds": "an attribute is at a bound of the design space in at least half of the parts",
}
"""What flags mean, by name."""


@dataclass(frozen=True)
class Flags:
    """What is measured to flag a species; see docs/metrics.md."""

    penetration: float
    """Deepest that a part was in the floor, in its own radii."""
    energy: float
    """Share of the energy that came in which is not the work of motors."""
    pressed: Mapping[str, float]
    """By attribute and bound, as ``gear high``: share of the parts at it, if half or more."""


class Mark(NamedTuple):
    """A flag that is raised."""

    name: str
    number: str

    @property
    def meaning(self) -> str:
        """Return a sentence that explains the flag."""
        return f"{self.number}: {MEANINGS[self.name]}"


def measured(
    episodes: Sequence[Episode], body: BodyGraph, space: DesignSpace | None
) -> Flags | None:
    """Return what episodes of a body show; None without one, or if one was not measured.

    A body that was given was drawn from no space, so its attributes are at no bound.
    """
    rows = [[episode.measures.get(name, np.nan) for name in MEASURES] for episode in episodes]
    found = np.array(rows)
    if not len(found) or np.isnan(found).any():
        return None
    penetration, work, unexplained = found.T
    energy = float(work.sum() + unexplained.sum())
    share = float(unexplained.sum()) / energy if energy > 0 else 0.0
    return Flags(float(penetration.max()), share, pressed(body, space) if space else {})


def marks(flags: Flags) -> list[Mark]:
    """Return the flags that are raised."""
    found = []
    if flags.penetration > DEEPEST:
        found.append(Mark("penetration", f"{flags.penetration:.1f} radii"))
    if flags.energy > MOST_UNEXPLAINED:
        found.append(Mark("energy", f"{flags.energy:.0%}"))
    if flags.pressed:
        found.append(Mark("bounds", ", ".join(f"{k} {v:.0%}" for k, v in flags.pressed.items())))
    return found


def pressed(body: BodyGraph, space: DesignSpace) -> dict[str, float]:
    """Return by attribute and bound the share of the parts at it, where that is half or more."""
    found = {}
    for name, places in places_in_range([body], space):
        for bound, at_bound in (("low", places < AT_BOUND), ("high", places > 1 - AT_BOUND)):
            if len(places) and at_bound.mean() >= MOST_AT_BOUND:
                found[f"{name} {bound}"] = float(at_bound.mean())
    return found


def places_in_range(
    bodies: Sequence[BodyGraph], space: DesignSpace
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the attributes that mutations may change, and where in their range all parts have them.

    0 is the lower bound, 1 the upper one. Angles that turn have no bounds and are left out, and so
    are counts, which sit at one of a few values.
    """
    for row, prefix in ((0, "torso "), (1, "")):
        rows = slice(1, None) if row else slice(1)
        parts = [part.attributes for body in bodies for part in body.parts[rows]]
        idle = [space.kind.idle(part) if row else () for part in parts]
        for column in space.tunable(row):
            attribute = space.kind.attributes(row)[column]
            if not attribute.periodic and not attribute.whole:
                in_use = zip(parts, idle, strict=True)
                values = np.array([part[column] for part, off in in_use if column not in off])
                low = attribute.least_mutated
                yield prefix + attribute.name, (values - low) / (attribute.high - low)
