"""The space of bodies: which attributes a part has, their bounds, and how random bodies are drawn.

A ``Kind`` says what parts of one sort are like and what they are made of; a ``DesignSpace``
adds the limits of one search (how many parts, how deep, continuous or in levels).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from annotated_types import Ge, Le
from numpy.random import Generator
from pydantic import model_validator

from nge.body.body_plan import BodyPlan
from nge.body.graph import Attributes, BodyGraph
from nge.errors import BodyError
from nge.settings import Settings
from nge.wording import plural

TURN = 2 * math.pi
DEGREE = math.pi / 180
MOST_PARTS = 100  # of any body; MuJoCo simulates chains and stars of so many in every task
MOST_DRAWS = 200  # of a random body that is to stand
COUNT_SHARE = 0.25  # of a range; what moves an attribute by so much moves a count by one
NOISE = 1 / 12  # standard deviation of Pert-Graph, as a share of an attribute's range


@dataclass(frozen=True)
class Attribute:
    """One number that describes a part, with its unit and bounds."""

    name: str
    unit: str
    low: float
    high: float
    about: str
    periodic: bool = False
    """Whether ``low`` and ``high`` are the same thing, as 0 and 2 pi are."""
    log: bool = False
    """Whether it matters by ratio, as sizes and torques do, so that tuning moves its logarithm."""
    imported_low: float | None = None
    """How low a body made after another robot may go; None: to ``low``, as all others."""
    imported_high: float | None = None
    """How high such a body may go; None: to ``high``, as all others."""
    mutated_low: float | None = None
    """How low tuning may take it; None: to ``low``."""
    fixed: bool = False
    """Whether a limb keeps it through all mutations, and passes it on to copies."""
    whole: bool = False
    """Whether it is a count, which takes whole numbers only."""

    @property
    def least(self) -> float:
        """The lowest value that any body may have."""
        return self.low if self.imported_low is None else self.imported_low

    @property
    def most(self) -> float:
        """The highest value that any body may have."""
        return self.high if self.imported_high is None else self.imported_high

    @property
    def least_mutated(self) -> float:
        """The lowest value that mutation may reach."""
        return self.low if self.mutated_low is None else self.mutated_low

    @property
    def span(self) -> float:
        return self.high - self.low

    def within(self, value: float) -> float:
        """Return the allowed value nearest to ``value``: wrapped if periodic, else clipped."""
        if self.periodic:
            wrapped = self.low + (value - self.low) % self.span
            return wrapped if wrapped < self.high else self.low  # tiny negatives round up
        inside = min(max(value, self.low), self.high)
        return float(round(inside)) if self.whole else inside

    def shifted(self, value: float, share: float) -> float:
        """Return the value moved by a share of the allowed range, on a log scale if it has one."""
        if self.whole:
            return self.within(value + round(share / COUNT_SHARE))
        if self.log:
            moved = self.within(value * (self.high / self.low) ** share)
        else:
            moved = self.within(value + share * self.span)
        return max(moved, self.least_mutated)

    def encoded(self, value: float) -> tuple[float, ...]:
        """Return the value as numbers in -1..1; a periodic one as sine and cosine."""
        share = (value - self.low) / self.span
        if self.periodic:
            return (math.sin(TURN * share), math.cos(TURN * share))
        return (2 * share - 1,)


class Kind(ABC):
    """A sort of body: what its parts are like, their mirror images, and what they are made of."""

    name: ClassVar[str]
    about: ClassVar[str]
    torso: ClassVar[tuple[Attribute, ...]]
    limb: ClassVar[tuple[Attribute, ...]]
    joints: ClassVar[int]
    """Most hinges that a limb may have (J)."""
    hinges_vary: ClassVar[bool] = False
    """Whether some limbs have fewer; ``hinges`` then says how many."""
    random_torso: ClassVar[Attributes]
    """The torso of random bodies."""
    random_limbs_on_torso: ClassVar[bool]
    """Whether the limbs of a random body all hang from the torso."""

    @abstractmethod
    def mirrored(self, limb: Attributes, first: bool) -> Attributes:
        """Return a limb's mirror image; ``first`` for the limb itself, not for parts beyond it."""

    def centred(self, limb: Attributes) -> Attributes:
        """Return the nearest limb that is its own mirror image, where the kind has such limbs."""
        return limb

    def leg(self, limb: Attributes, on_torso: bool) -> Attributes:
        """Return the limb hanging straight down from the torso or from the far end of a leg."""
        return limb

    def stand(self, body: BodyGraph) -> float:
        """Return the height in m of the torso over the lowest part at rest, where a kind stands."""
        return math.inf

    @abstractmethod
    def plan(self, body: BodyGraph) -> BodyPlan:
        """Return what the body is made of."""

    def hinges(self, limb: Attributes) -> int:
        """Return how many hinges a limb has, as many as in its plan."""
        return self.joints

    def idle(self, limb: Attributes) -> Collection[int]:
        """Return the columns of attributes without effect on this limb, such as of absent hinges.

        Mutations leave them alone, and networks see 0 in their place.
        """
        return ()

    def alike(self, limb: Attributes, other: Attributes, tolerance: float = 1e-9) -> bool:
        """Compare limbs as encoded: angles a full turn apart are the same."""
        return all(
            math.isclose(x, y, abs_tol=tolerance)
            for attribute, one, two in zip(self.limb, limb, other, strict=True)
            for x, y in zip(attribute.encoded(one), attribute.encoded(two), strict=True)
        )

    def attributes(self, part: int) -> tuple[Attribute, ...]:
        """Return the attributes of row ``part``: the torso's for part 0, else a limb's."""
        return self.limb if part else self.torso


class SpaceSettings(Settings):
    """The limits of a search over bodies."""

    max_parts: Annotated[int, Ge(2), Le(MOST_PARTS)] = 10
    """Most parts a body may have, torso included."""

    max_depth: Annotated[int, Ge(1)] = 6
    """Most joints between the torso and the outermost part."""

    max_children: Annotated[int, Ge(1)] = 6
    """Most parts that may hang from one part."""

    fewest_random_parts: Annotated[int, Ge(2)] = 3
    """Fewest parts of a random body, torso included."""

    most_random_parts: Annotated[int, Ge(2)] = 6
    """Most parts of a random body, torso included."""

    levels: Annotated[int, Ge(2)] | None = None
    """Evenly spaced values an attribute may take (the paper's sockets: 6); none: continuous."""

    symmetry: Literal["off", "prior", "forced"] = "prior"
    """off: nothing is mirrored; prior: grafts are mirrored half of the time (the paper);
    forced: limbs come in mirrored pairs that change together."""

    torso: Literal["evolves", "fixed"] = "fixed"
    """Whether mutations may change those attributes of the torso that the task leaves open."""

    start: Literal["random", "designed"] = "random"
    """random: first bodies have random limbs; designed: they are the task's hand-designed body,
    grown to a random number of parts, with noise on all attributes."""

    torso_limbs: Literal["evolve", "fixed"] = "evolve"
    """fixed: the torso keeps the limbs of the designed body, neither more nor fewer."""

    new_limbs: Literal["random", "continued"] = "random"
    """random: new limbs have random attributes; continued: those of the limb they grow from."""

    removal: Literal["limbs", "leaves"] = "limbs"
    """limbs: a part is removed with everything beyond it; leaves: only outermost parts are."""

    @model_validator(mode="after")
    def _random_bodies_must_fit(self) -> SpaceSettings:
        if not self.fewest_random_parts <= self.most_random_parts <= self.max_parts:
            raise ValueError(
                "needs fewest_random_parts <= most_random_parts <= max_parts; given "
                f"{self.fewest_random_parts}, {self.most_random_parts}, {self.max_parts}"
            )
        if self.torso_limbs == "fixed" and self.start == "random":
            raise ValueError(
                "torso_limbs fixed needs a body that has limbs: set start to designed, "
                "or torso_limbs to evolve"
            )
        if self.symmetry == "forced" and (self.max_parts < 3 or self.max_children < 2):
            raise ValueError(
                "forced symmetry needs room for a pair: max_parts 3 and max_children 2 or more; "
                f"given {self.max_parts} and {self.max_children}"
            )
        if self.symmetry != "off" and self.levels is not None and self.levels % 2:
            raise ValueError(
                f"levels must be even to hold mirror images; given {self.levels}, "
                "or set symmetry to off"
            )
        return self


@dataclass(frozen=True)
class DesignSpace:
    """All bodies of one kind within the limits of a search."""

    kind: Kind
    settings: SpaceSettings = field(default_factory=SpaceSettings)
    torso: Attributes | None = None
    """The torso of random bodies; None takes the kind's."""
    stand: float = 0.0
    """How high the torso of random bodies is over their lowest part, at least, in m. Limbs are put
    one below the other until it is; 0 puts every limb anywhere."""
    evolving_torso: tuple[str, ...] = ()
    """Attributes of the torso that mutations may change."""
    designed: BodyGraph | None = None
    """What first bodies are grown from; None: from a torso."""

    # --- drawing ------------------------------------------------------------------------

    def random_limb(self, rng: Generator) -> Attributes:
        """Draw each attribute of a limb uniformly from its range."""
        return tuple(self._draw(attribute, rng) for attribute in self.kind.limb)

    def new_limb(self, body: BodyGraph, parent: int, rng: Generator) -> Attributes:
        """Return the attributes of a limb that grows on ``parent``: random ones or its own."""
        if parent and self.settings.new_limbs == "continued":
            return body.parts[parent].attributes
        return self.random_limb(rng)

    def random_body(self, rng: Generator) -> BodyGraph:
        """Draw a torso with random limbs on it, again where it should stand and does not."""
        if self.designed is not None:
            return self._grown(self.designed, rng)
        for _ in range(MOST_DRAWS):
            body = self._random_body(rng)
            if self.kind.stand(body) >= self.stand:
                break
        return body  # limits that allow too few parts allow none that stands

    def _grown(self, body: BodyGraph, rng: Generator) -> BodyGraph:
        """Return a body with more limbs, up to a random number, and noise on its attributes."""
        wanted = self._random_size(rng)
        while len(body) < wanted:
            spots = self.spots(body)
            if not spots:
                break
            spot = int(rng.choice(spots))
            body = self.grow(body, spot, self.new_limb(body, spot, rng))
        noisy = {
            row: self.noisy(row, part.attributes, rng)
            for row, part in enumerate(body.parts)
            if self.tunable(row)
        }
        if self.settings.symmetry != "forced":
            body = body.unpaired(range(1, len(body)))
        return body.with_attributes(self.with_images(body, noisy))

    def noisy(self, row: int, attributes: Attributes, rng: Generator) -> Attributes:
        """Add Gaussian noise to those attributes of a part that mutations may change."""
        tunable, noise = self.tunable(row, attributes), rng.standard_normal(len(attributes))
        described = zip(self.kind.attributes(row), attributes, noise, strict=True)
        return tuple(
            self.moved(attribute, value, float(z)) if column in tunable else value
            for column, (attribute, value, z) in enumerate(described)
        )

    def _random_size(self, rng: Generator) -> int:
        limits = self.settings
        return int(
            rng.integers(limits.fewest_random_parts, limits.most_random_parts, endpoint=True)
        )

    def _random_body(self, rng: Generator) -> BodyGraph:
        wanted = self._random_size(rng)
        body = BodyGraph.torso_alone(self.kind.name, self.torso or self.kind.random_torso)
        leg = 0  # the lowest part of the leg
        grows_by = 2 if self.settings.symmetry == "forced" else 1
        while len(body) < wanted and len(body) + grows_by <= self.settings.most_random_parts:
            spots = self.spots(body)
            if self.kind.random_limbs_on_torso and 0 in spots:
                spots = [0]
            if not spots:
                return body
            if leg in spots and self.kind.stand(body) < self.stand:
                limb = self.kind.leg(self.random_limb(rng), on_torso=leg == 0)
                leg, body = len(body), self.grow(body, leg, limb)
            else:
                body = self.grow(body, int(rng.choice(spots)), self.random_limb(rng))
        return body

    def _draw(self, attribute: Attribute, rng: Generator) -> float:
        levels = self.settings.levels
        if attribute.whole:
            return float(rng.integers(int(attribute.low), int(attribute.high), endpoint=True))
        if levels is None:
            return float(rng.uniform(attribute.low, attribute.high))
        return self._level(attribute, int(rng.integers(levels)))

    def _level(self, attribute: Attribute, level: int) -> float:
        return attribute.within(attribute.low + level * self.level_step(attribute))

    def moved(self, attribute: Attribute, value: float, noise: float) -> float:
        """Return the value moved by noise (standard deviation 1); with levels by whole levels."""
        if attribute.whole:
            return attribute.shifted(value, noise * NOISE)
        if self.settings.levels is None:
            return attribute.within(value + noise * NOISE * attribute.span)
        return self._moved_by_levels(attribute, value, round(noise))

    def shifted(self, attribute: Attribute, value: float, share: float) -> float:
        """Return the value moved by a share of its range; with levels by whole levels."""
        if self.settings.levels is None or attribute.whole:
            return attribute.shifted(value, share)
        step = self.level_step(attribute)
        return self._moved_by_levels(attribute, value, round(share * attribute.span / step))

    def _moved_by_levels(self, attribute: Attribute, value: float, steps: int) -> float:
        levels = self.settings.levels or 1
        if steps == 0:
            return value  # also one between two levels
        level = round((value - attribute.low) / self.level_step(attribute)) + steps
        return self._level(
            attribute, level % levels if attribute.periodic else min(max(level, 0), levels - 1)
        )

    def level_step(self, attribute: Attribute) -> float:
        """Return the distance between two neighbouring levels of an attribute."""
        levels = self.settings.levels or 1
        return attribute.span / (levels if attribute.periodic else max(levels - 1, 1))

    def tunable(self, row: int, attributes: Attributes | None = None) -> list[int]:
        """Return the columns that mutations may change in row ``row``, or in this very part."""
        idle = self.kind.idle(attributes) if row and attributes else ()
        return [
            column
            for column, attribute in enumerate(self.kind.attributes(row))
            if (attribute.name in self.evolving_torso if row == 0 else not attribute.fixed)
            and column not in idle
        ]

    # --- growing within the limits ------------------------------------------------------

    def has_room(self, body: BodyGraph, onto: Sequence[int], size: int = 1, depth: int = 1) -> bool:
        """Tell whether a limb of ``size`` parts and ``depth`` levels fits on each part of ``onto``.

        Under forced symmetry the mirror image of each must fit as well.
        """
        if self.settings.torso_limbs == "fixed" and 0 in onto:
            return False
        if self.settings.symmetry == "forced":
            onto = [spot for part in onto for spot in (part, self.mirror_spot(body, part))]
        return len(body) + size * len(onto) <= self.settings.max_parts and all(
            body.depths[part] + depth <= self.settings.max_depth
            and len(body.children[part]) + list(onto).count(part) <= self.settings.max_children
            for part in onto
        )

    def spots(self, body: BodyGraph, limbs: int = 1) -> list[int]:
        """Return the parts on each of which so many limbs of one part more fit."""
        return [part for part in range(len(body)) if self.has_room(body, (part,) * limbs)]

    def removable(self, body: BodyGraph) -> list[int]:
        """Return the parts that may be removed, with what hangs from them."""
        limits = self.settings
        return [
            part
            for part in range(1, len(body))
            if (limits.torso_limbs == "evolve" or body.parents[part])
            and (limits.removal == "limbs" or not body.children[part])
        ]

    def grow(self, body: BodyGraph, parent: int, limb: Attributes) -> BodyGraph:
        """Attach a limb of one part; under forced symmetry its mirror image too."""
        grown = body.attach(parent, limb)
        if self.settings.symmetry != "forced":
            return grown
        spot = self.mirror_spot(body, parent)
        image = self.kind.mirrored(limb, first=spot == parent)
        return grown.attach(spot, image).paired({len(body): len(body) + 1})

    def mirror_spot(self, body: BodyGraph, part: int) -> int:
        """Return where the mirror image of a limb on ``part`` hangs: its partner, or itself."""
        partner = body.partner(part)
        return part if partner is None else partner

    def mirror(self, body: BodyGraph, part: int, whole_limb: bool = True) -> BodyGraph:
        """Replace a limb by its mirror image; the paper's Add-Graph mirrors its root only."""
        rows = body.limb(part) if whole_limb else (part,)
        return body.with_attributes(
            {row: self.kind.mirrored(body.parts[row].attributes, first=row == part) for row in rows}
        )

    def with_images(self, body: BodyGraph, changes: dict[int, Attributes]) -> dict[int, Attributes]:
        """Return changes that keep forced symmetry: images move along, others stay centred."""
        if self.settings.symmetry != "forced":
            return changes
        symmetric = {}
        for row, attributes in changes.items():
            partner = body.partner(row)
            if row == 0:
                symmetric[row] = attributes
            elif partner is None:
                symmetric[row] = self.kind.centred(attributes)
            else:
                siblings = body.parents[row] == body.parents[partner]
                symmetric[row] = attributes
                symmetric[partner] = self.kind.mirrored(attributes, first=siblings)
        return symmetric

    # --- checking and encoding ----------------------------------------------------------

    def check(self, body: BodyGraph) -> BodyGraph:
        """Return the body if it lies in this space, else say what does not fit."""
        check_attributes(self.kind, body)
        limits = self.settings
        if len(body) > limits.max_parts:
            raise BodyError(f"the body has {len(body)} parts; at most {limits.max_parts} allowed")
        if max(body.depths) > limits.max_depth:
            raise BodyError(
                f"the body is {max(body.depths)} joints deep; at most {limits.max_depth} allowed"
            )
        fixed = limits.torso_limbs == "fixed"
        if (most := max(map(len, body.children[fixed:]), default=0)) > limits.max_children:
            raise BodyError(f"a part has {most} children; at most {limits.max_children} allowed")
        if fixed and self.designed is not None:
            given, wanted = len(body.children[0]), len(self.designed.children[0])
            if given != wanted:
                raise BodyError(
                    f"{plural(given, 'limb')} on the torso; exactly {wanted} allowed here, "
                    "unless torso_limbs is set to evolve"
                )
        if limits.symmetry == "forced":
            self._check_symmetry(body)
        return body

    def is_own_image(self, limb: Attributes) -> bool:
        """Tell whether a limb is its own mirror image."""
        return self.kind.alike(limb, self.kind.mirrored(limb, first=True))

    def _check_symmetry(self, body: BodyGraph) -> None:
        for row in range(1, len(body)):
            limb, partner, parent = body.parts[row].attributes, body.partner(row), body.parents[row]
            if partner is None:
                image = self.kind.centred(limb)
            else:
                siblings = parent == body.parents[partner]
                image = self.kind.mirrored(body.parts[partner].attributes, first=siblings)
            hangs_right = partner is None or body.parents[partner] == self.mirror_spot(body, parent)
            if not hangs_right or not self.kind.alike(limb, image):
                raise BodyError(
                    f"part {row} is neither the mirror image of a partner nor its own; "
                    "make it so, or do not force symmetry"
                )

    @cached_property
    def encoded_width(self) -> int:
        """How many numbers ``encode`` gives per part: torso slots, then limb slots."""
        return sum(2 if a.periodic else 1 for a in (*self.kind.torso, *self.kind.limb))

    def encode(self, body: BodyGraph) -> np.ndarray:
        """Return attributes scaled to -1..1, angles as sine and cosine.

        Slots of other roles, and of attributes without effect, are 0.
        """
        rows = np.zeros((len(body), self.encoded_width), np.float32)  # [N, D]
        first_limb_slot = sum(2 if a.periodic else 1 for a in self.kind.torso)
        for row, part in enumerate(body.parts):
            slot = first_limb_slot if row else 0
            idle = self.kind.idle(part.attributes) if row else ()
            described = zip(self.kind.attributes(row), part.attributes, strict=True)
            for column, (attribute, value) in enumerate(described):
                numbers = attribute.encoded(value)
                if column not in idle:
                    rows[row, slot : slot + len(numbers)] = numbers
                slot += len(numbers)
        return rows


def _short(value: float) -> str:
    """Return six digits of a number, or all where six would hide something."""
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def check_size(parts: int) -> None:
    """Refuse a body of more parts than any may have."""
    if parts > MOST_PARTS:
        raise BodyError(f"the body has {parts} parts; at most {MOST_PARTS} are allowed")


def check_attributes(kind: Kind, body: BodyGraph) -> None:
    """Refuse a body of another kind, or with attributes missing or out of bounds."""
    if body.kind != kind.name:
        raise BodyError(f"the body is made of {body.kind}; give a body of {kind.name}")
    for row, part in enumerate(body.parts):
        attributes = kind.attributes(row)
        if len(part.attributes) != len(attributes):
            raise BodyError(
                f"part {row} has {len(part.attributes)} attributes; "
                f"{kind.name} need {[attribute.name for attribute in attributes]}"
            )
        for attribute, value in zip(attributes, part.attributes, strict=True):
            if not attribute.least <= value <= attribute.most:
                raise BodyError(
                    f"part {row}: {attribute.name} is {_short(value)} {attribute.unit}; "
                    f"allowed {attribute.least:g}..{attribute.most:g} {attribute.unit}"
                )
            if attribute.whole and value != round(value):
                raise BodyError(
                    f"part {row}: {attribute.name} is {_short(value)}; it must be a whole number"
                )
