"""The paper's four mutations, two of our own, and the table they are drawn from.

Each operator is a pure function of a body, its design space and a random generator; it
returns a new body within the limits of the space, or None where it does not apply. Under
forced symmetry a limb and its mirror image, found by their pair id, change together.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import isfunction
from typing import Annotated

from annotated_types import Ge
from numpy.random import Generator
from pydantic import field_validator, model_validator

from nge.body.graph import Attributes, BodyGraph
from nge.body.space import DesignSpace
from nge.errors import BodyError
from nge.extensions import Registry
from nge.settings import Option, Settings
from nge.wording import plural

FEWEST_PARTS = 2  # a torso alone has no motor
SMALLEST_STEP, LARGEST_STEP = 0.02, 0.15  # of ``tune``, standard deviations as shares of a range

Operator = Callable[[BodyGraph, DesignSpace, Generator], BodyGraph | None]


def add_node(body: BodyGraph, space: DesignSpace, rng: Generator) -> BodyGraph | None:
    """M1: hang a new part with random attributes from some part."""
    spots = space.spots(body)
    if not spots:
        return None
    spot = int(rng.choice(spots))
    return space.grow(body, spot, space.new_limb(body, spot, rng))


def add_graph(body: BodyGraph, space: DesignSpace, rng: Generator) -> BodyGraph | None:
    """M2: hang a copy of some limb from some part, its root mirrored half of the time."""
    spots = list(_grafts(body, space))
    if not spots:
        return None
    limb, onto = spots[int(rng.integers(len(spots)))]
    if space.settings.symmetry == "forced":
        return _graft_pair(body, space, limb, onto)
    grafted = body.graft(limb, onto)
    if space.settings.symmetry == "prior" and rng.random() < 0.5:
        return space.mirror(grafted, len(body), whole_limb=False)
    return grafted


def del_graph(body: BodyGraph, space: DesignSpace, rng: Generator) -> BodyGraph | None:
    """M3: remove some limb, that is a part and everything that hangs from it."""
    shorter = [
        child
        for part in space.removable(body)
        if len(child := _without(body, space, part)) >= FEWEST_PARTS
    ]
    return shorter[int(rng.integers(len(shorter)))] if shorter else None


def pert_graph(body: BodyGraph, space: DesignSpace, rng: Generator) -> BodyGraph | None:
    """M4: add Gaussian noise to every attribute of every part of some limb."""
    if len(body) == 1:
        return None
    limb = body.limb(int(rng.integers(1, len(body))))
    forced = space.settings.symmetry == "forced"
    moved: dict[int, Attributes] = {}
    for part in limb:
        partner = body.partner(part)
        if forced and partner in moved:
            continue  # it moves with its mirror image
        alone = forced and partner is None
        moved[part] = _perturbed(body.parts[part].attributes, space, rng, centred=alone)
    if not forced:
        body = body.unpaired(limb)  # it no longer mirrors the other
    return body.with_attributes(space.with_images(body, moved))


def add_pair(body: BodyGraph, space: DesignSpace, rng: Generator) -> BodyGraph | None:
    """Hang a new part with random attributes and its mirror image from some part."""
    forced = space.settings.symmetry == "forced"  # where every new part comes with its image
    spots = space.spots(body, limbs=1 if forced else 2)
    if not spots:
        return None
    spot = int(rng.choice(spots))
    limb = space.new_limb(body, spot, rng)
    grown = space.grow(body, spot, limb)
    return grown if forced else grown.attach(spot, space.kind.mirrored(limb, first=True))


def tune(body: BodyGraph, space: DesignSpace, rng: Generator) -> BodyGraph | None:
    """Change one attribute, one part, or a share of all attributes, by steps of a random size.

    Sizes and torques move on a log scale. The torso changes too where the space leaves it open.
    """
    if len(body) == 1:
        return None
    while True:
        size = math.exp(rng.uniform(math.log(SMALLEST_STEP), math.log(LARGEST_STEP)))
        moved: dict[int, list[float]] = {}
        for row, column in _slots(body, space, rng):
            attributes = moved.setdefault(row, list(body.parts[row].attributes))
            attribute, share = space.kind.attributes(row)[column], size * rng.standard_normal()
            attributes[column] = space.shifted(attribute, attributes[column], float(share))
        changes = space.with_images(body, {row: tuple(a) for row, a in moved.items()})
        if any(changes[row] != body.parts[row].attributes for row in changes):
            if space.settings.symmetry != "forced":
                body = body.unpaired([row for row in changes if row])
            return body.with_attributes(changes)


OPERATORS: dict[str, Operator] = {
    operator.__name__: operator
    for operator in (add_node, add_graph, add_pair, del_graph, pert_graph, tune)
}
OPERATOR_REGISTRY = Registry[Operator](
    "nge.operators",
    "mutation operator",
    "a function of a body, its design space and a random generator that returns a body or None",
    isfunction,
    lambda: OPERATORS,
    BodyError,
)
SAME_TREE = ("pert_graph", "tune")
"""Operators that change attributes only."""

Weight = Annotated[float, Ge(0)]


class MutationTable(Settings):
    """How often each mutation is drawn, relative to the others (the paper's p_m)."""

    add_node: Weight = 0.15
    """M1, a new random part."""

    add_graph: Weight = 0.15
    """M2, a copy of a limb."""

    add_pair: Weight = 0.0
    """A new random part and its mirror image."""

    del_graph: Weight = 0.15
    """M3, one limb less."""

    pert_graph: Weight = 0.15
    """M4, noise on all attributes of a limb."""

    tune: Weight = 0.0
    """Steps of a random size on one attribute, one part or a share of all."""

    others: Annotated[tuple[str, ...], Option("NAME=WEIGHT")] = ()
    """Weights of operators that a package or script offers, as in graft=0.1."""

    @field_validator("others")
    @classmethod
    def _are_known(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for one in given:
            name, _, weight = one.partition("=")
            if not re.fullmatch(r"\d+(\.\d*)?(e-?\d+)?", weight):
                raise ValueError(f"{one!r} is no operator with a weight; write it as in graft=0.1")
            if name in OPERATORS:
                raise ValueError(f"{name!r} has a weight of its own, mutation.{name}")
            if name not in OPERATOR_REGISTRY:
                raise ValueError(OPERATOR_REGISTRY.unknown(name))
        return given

    @model_validator(mode="after")
    def _one_must_be_possible(self) -> MutationTable:
        if not any(self.weights.values()):
            raise ValueError("all mutations have weight 0; give at least one a weight above 0")
        return self

    @property
    def weights(self) -> dict[str, float]:
        own = {name: getattr(self, name) for name in OPERATORS}
        return own | {name: float(weight) for name, weight in (s.split("=") for s in self.others)}

    def keeping_tree(self) -> MutationTable:
        """Return the table with those operators alone that change attributes only."""
        weights = {name: self.weights[name] for name in SAME_TREE}
        if not any(weights.values()):
            weights = {"tune": 1.0}
        return MutationTable.of(dict.fromkeys(OPERATORS, 0.0) | weights)


@dataclass(frozen=True)
class Mutation:
    """A child, the operator that made it, and the ids of the parts it touched."""

    child: BodyGraph
    operator: str
    added: tuple[int, ...]
    removed: tuple[int, ...]
    changed: tuple[int, ...]


def mutate(
    body: BodyGraph, space: DesignSpace, rng: Generator, table: MutationTable | None = None
) -> Mutation:
    """Return a child by one operator of the table; one that does not apply is drawn again."""
    weights = (table or MutationTable()).weights
    while any(weights.values()):
        names = list(weights)
        total = sum(weights.values())
        name = names[int(rng.choice(len(names), p=[weights[n] / total for n in names]))]
        child = OPERATOR_REGISTRY.named(name)(body, space, rng)
        if child is not None:
            if name not in OPERATORS:
                _check_offered(child, space, name)
            return Mutation(child, name, *touched(body, child))
        weights[name] = 0.0
    raise BodyError(
        f"no mutation of the table applies to a body of {plural(len(body), 'part')} "
        f"within {space.settings.max_parts}; allow more operators or parts"
    )


def _check_offered(child: object, space: DesignSpace, operator: str) -> None:
    """Refuse what an operator of others made where it is no body of the space."""
    if not isinstance(child, BodyGraph):
        raise BodyError(
            f"mutation operator {operator!r} returned {type(child).__name__}; "
            "it must return a BodyGraph, or None where it does not apply"
        )
    try:
        space.check(child)
    except BodyError as error:
        raise BodyError(f"mutation operator {operator!r}: {error}") from None


Ids = tuple[int, ...]


def touched(parent: BodyGraph, child: BodyGraph) -> tuple[Ids, Ids, Ids]:
    """Return the ids of the parts that were added, removed and changed from one body to another."""
    before = {part.id: part for part in parent.parts}
    after = {part.id: part for part in child.parts}
    return (
        tuple(i for i in after if i not in before),
        tuple(i for i in before if i not in after),
        tuple(i for i in after if i in before and after[i].attributes != before[i].attributes),
    )


def _slots(body: BodyGraph, space: DesignSpace, rng: Generator) -> Sequence[tuple[int, int]]:
    """Draw which attributes to tune, as rows and columns: one, those of a part, or a share of all.

    Under forced symmetry one of a pair stands for both.
    """
    rows = [
        row
        for row in range(len(body))
        if space.tunable(row)
        and (space.settings.symmetry != "forced" or (body.partner(row) or row) >= row)
    ]
    slots = [
        (row, column) for row in rows for column in space.tunable(row, body.parts[row].attributes)
    ]
    some = slots[int(rng.integers(len(slots)))]
    match int(rng.integers(3)):
        case 0:
            return [some]
        case 1:
            chosen = rows[int(rng.integers(len(rows)))]
            return [slot for slot in slots if slot[0] == chosen]
    share = rng.uniform(0.1, 1.0)
    return [slot for slot in slots if rng.random() < share] or [some]


def _grafts(body: BodyGraph, space: DesignSpace) -> Iterator[tuple[int, int]]:
    """Yield every (limb, part to hang its copy from) that stays within the limits."""
    for part in range(1, len(body)):
        limb = body.limb(part)
        levels = 1 + max(body.depths[row] for row in limb) - body.depths[part]
        for onto in range(len(body)):
            if space.has_room(body, (onto,), size=len(limb), depth=levels):
                yield part, onto


def _graft_pair(body: BodyGraph, space: DesignSpace, limb: int, onto: int) -> BodyGraph:
    """Graft a limb and its mirror image, and pair their parts one by one."""
    spot = space.mirror_spot(body, onto)
    in_plane = body.partner(limb) is None and space.is_own_image(body.parts[limb].attributes)
    if in_plane and spot == onto:
        return _graft_alone(body, limb, onto)

    def mirrored(row: int, attributes: Attributes) -> Attributes:
        return space.kind.mirrored(attributes, first=row == limb and spot == onto)

    pair = body.graft(limb, onto).graft(limb, spot, source=body, change=mirrored)
    size = len(body.limb(limb))
    return pair.paired({len(body) + i: len(body) + size + i for i in range(size)})


def _graft_alone(body: BodyGraph, limb: int, onto: int) -> BodyGraph:
    """Graft a limb that is its own mirror image, with the pairs among its parts."""
    rows = body.limb(limb)
    pairs = {row: partner for row in rows if (partner := body.partner(row)) is not None}
    return body.graft(limb, onto).paired(
        {len(body) + rows.index(row): len(body) + rows.index(pairs[row]) for row in pairs}
    )


def _without(body: BodyGraph, space: DesignSpace, part: int) -> BodyGraph:
    """Remove a limb, and under forced symmetry its mirror image."""
    partner = body.partner(part) if space.settings.symmetry == "forced" else None
    if partner is None or partner in body.limb(part):
        return body.without(part)
    partner_id = body.parts[partner].id
    shorter = body.without(part)
    return shorter.without(shorter.index(partner_id))


def _perturbed(limb: Attributes, space: DesignSpace, rng: Generator, centred: bool) -> Attributes:
    """Add noise to each attribute; with levels it moves by whole levels, and at least one moves."""
    while True:
        moved = space.noisy(1, limb, rng)
        if centred:
            moved = space.kind.centred(moved)
        if moved != limb:
            return moved
