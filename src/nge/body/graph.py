"""The body of a robot: a tree of parts, and nothing else.

A ``BodyGraph`` is the paper's G = (V, E, A). Part 0 is the torso; every other part names
its parent by index, and parents come first, so one pass visits the tree from the root
outwards. Bodies never change: an edit returns a new one. What the attributes mean is
the business of a kind (``kinds/``), which ones are allowed of a ``DesignSpace``.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from nge.errors import BodyError
from nge.wording import plural

NO_PARENT = -1
LARGEST_ID = 2**53 - 1  # the largest whole number that JSON keeps in every language

Attributes = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One rigid part and the joints that hold it to its parent."""

    id: int
    """Stable: the part keeps it through every mutation, and no later part of the line reuses it."""

    attributes: Attributes
    """What the part is like, in the order of its kind's attributes."""

    origin: int | None = None
    """Id of the part it was copied from, if it came by Add-Graph."""

    pair: int | None = None
    """Shared by exactly two parts that are mirror images of each other."""


@dataclass(frozen=True)
class BodyGraph:
    """A rooted tree of parts, the torso first and parents before children."""

    kind: str
    parts: tuple[Part, ...]
    parents: tuple[int, ...]
    next_id: int = field(default=0, compare=False)
    """The id the next new part will get; ids of removed parts are never given again."""

    def __post_init__(self) -> None:
        """Refuse anything that is not a tree with sound parts."""
        _check_tree(self.parents, len(self.parts))
        _check_parts(self.parts)
        object.__setattr__(
            self, "next_id", max(self.next_id, 1 + max(part.id for part in self.parts))
        )
        if self.next_id > LARGEST_ID:
            raise BodyError(f"next_id is {self.next_id}; at most {LARGEST_ID} is allowed")

    def __len__(self) -> int:
        """Count the parts, torso included."""
        return len(self.parts)

    @staticmethod
    def torso_alone(kind: str, attributes: Attributes) -> BodyGraph:
        """Return a body without limbs, to attach them one by one."""
        return BodyGraph(kind, (Part(0, attributes),), (NO_PARENT,))

    # --- looking around -----------------------------------------------------------------

    def index(self, part_id: int) -> int:
        """Return the row of the part with this id."""
        for row, part in enumerate(self.parts):
            if part.id == part_id:
                return row
        raise BodyError(
            f"no part has id {part_id}; this body has {[part.id for part in self.parts]}"
        )

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For every part the parts that hang from it."""
        found: list[list[int]] = [[] for _ in self.parts]
        for child, parent in enumerate(self.parents[1:], start=1):
            found[parent].append(child)
        return tuple(map(tuple, found))

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """For every part its number of joints away from the torso."""
        depths = [0]
        for parent in self.parents[1:]:
            depths.append(depths[parent] + 1)
        return tuple(depths)

    def limb(self, part: int) -> tuple[int, ...]:
        """Return the part and everything that hangs from it, parents first."""
        members = {part}
        for child in range(part + 1, len(self)):
            if self.parents[child] in members:
                members.add(child)
        return tuple(sorted(members))

    def partner(self, part: int) -> int | None:
        """Return the mirror image of the part, if it has one."""
        pair = self.parts[part].pair
        if pair is None:
            return None
        return next(
            row for row, other in enumerate(self.parts) if other.pair == pair and row != part
        )

    def came_from(self, parent: BodyGraph) -> tuple[int | None, ...]:
        """For every part its row in the parent body, or that of what it copies; None if new."""
        rows = {part.id: row for row, part in enumerate(parent.parts)}
        return tuple(
            rows.get(part.id, rows.get(part.origin) if part.origin is not None else None)
            for part in self.parts
        )

    # --- edits --------------------------------------------------------------------------

    def attach(self, parent: int, attributes: Attributes) -> BodyGraph:
        """Hang one new part from ``parent``; it becomes the last part."""
        self._check_row(parent)
        part = Part(self.next_id, tuple(attributes))
        return BodyGraph(self.kind, (*self.parts, part), (*self.parents, parent), self.next_id + 1)

    def graft(
        self,
        part: int,
        onto: int,
        source: BodyGraph | None = None,
        change: Callable[[int, Attributes], Attributes] | None = None,
    ) -> BodyGraph:
        """Hang a copy of a limb from ``onto``.

        The limb is one of ``source``, by default of this body itself;
        ``change(row, attributes)`` may alter each copied part.
        """
        source = source or self
        source._check_limb(part)
        self._check_row(onto)
        rows: dict[int, int] = {}
        parts, parents = list(self.parts), list(self.parents)
        for row in source.limb(part):
            model = source.parts[row]
            attributes = change(row, model.attributes) if change else model.attributes
            parents.append(onto if row == part else rows[source.parents[row]])
            rows[row] = len(parts)
            parts.append(Part(self.next_id + len(rows) - 1, attributes, origin=model.id))
        return BodyGraph(self.kind, tuple(parts), tuple(parents), self.next_id + len(rows))

    def without(self, part: int) -> BodyGraph:
        """Remove a limb: the part and everything that hangs from it."""
        self._check_limb(part)
        gone = set(self.limb(part))
        kept = [row for row in range(len(self)) if row not in gone]
        new_row = {row: i for i, row in enumerate(kept)}
        parts = self.unpaired(gone).parts
        return BodyGraph(
            self.kind,
            tuple(parts[row] for row in kept),
            tuple(NO_PARENT if row == 0 else new_row[self.parents[row]] for row in kept),
            self.next_id,
        )

    def with_attributes(self, changes: Mapping[int, Attributes]) -> BodyGraph:
        """Replace the attributes of some parts."""
        for row in changes:
            self._check_row(row)
        parts = tuple(
            replace(part, attributes=tuple(changes[row])) if row in changes else part
            for row, part in enumerate(self.parts)
        )
        return BodyGraph(self.kind, parts, self.parents, self.next_id)

    def unpaired(self, rows: Iterable[int]) -> BodyGraph:
        """Record that these parts are no longer the mirror images of their partners."""
        ended = {self.parts[row].pair for row in rows}
        parts = tuple(replace(p, pair=None) if p.pair in ended else p for p in self.parts)
        return BodyGraph(self.kind, parts, self.parents, self.next_id)

    def paired(self, pairs: Mapping[int, int]) -> BodyGraph:
        """Record that parts are mirror images of each other, as rows of the two."""
        pair_of = {}
        for left, right in pairs.items():
            self._check_row(left)
            self._check_row(right)
            pair_of[left] = pair_of[right] = min(self.parts[left].id, self.parts[right].id)
        parts = tuple(
            replace(part, pair=pair_of.get(row, part.pair)) for row, part in enumerate(self.parts)
        )
        return BodyGraph(self.kind, parts, self.parents, self.next_id)

    # --- digests ------------------------------------------------------------------------

    @cached_property
    def topology(self) -> str:
        """A digest of the tree alone; the order of siblings, ids and attributes do not count."""
        shapes = [""] * len(self)
        for row in reversed(range(len(self))):  # children stand after their parents
            shapes[row] = "(" + "".join(sorted(shapes[child] for child in self.children[row])) + ")"
        return _digest(f"{self.kind} {shapes[0]}")

    @cached_property
    def digest(self) -> str:
        """A digest of the robot itself: kind, tree and attributes, but not ids."""
        attributes = [[(value + 0.0).hex() for value in part.attributes] for part in self.parts]
        return _digest(f"{self.kind} {self.parents} {attributes}")

    def _check_row(self, part: int) -> None:
        if not 0 <= part < len(self):
            raise BodyError(f"there is no part {part}; this body has parts 0..{len(self) - 1}")

    def _check_limb(self, part: int) -> None:
        self._check_row(part)
        if part == 0:
            raise BodyError("part 0 is the torso, which is not a limb; choose another part")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _check_tree(parents: tuple[int, ...], count: int) -> None:
    if count == 0:
        raise BodyError("a body needs at least one part, its torso; none was given")
    if len(parents) != count:
        raise BodyError(
            f"{plural(count, 'part')} but {plural(len(parents), 'parent')}; "
            "every part needs exactly one"
        )
    if parents[0] != NO_PARENT:
        raise BodyError(f"part 0 is the torso and hangs from nothing; its parent is {parents[0]}")
    for part, parent in enumerate(parents[1:], start=1):
        if not 0 <= parent < part:
            raise BodyError(
                f"part {part} hangs from part {parent}, which is not listed before it; "
                f"its parent must be one of 0..{part - 1}"
            )


def _check_origin(part: Part, torso: Part) -> None:
    """Refuse an origin that Add-Graph cannot have left: new limbs get ids above all before them."""
    if part is torso:
        raise BodyError(f"the torso has origin {part.origin}; only limbs are copied: leave it out")
    if part.origin == torso.id or not 0 <= (part.origin or 0) < part.id:
        raise BodyError(
            f"part {part.id} has origin {part.origin}; it must be the id of a limb, below its own"
        )


def _check_parts(parts: tuple[Part, ...]) -> None:
    ids = [part.id for part in parts]
    if len(set(ids)) != len(ids):
        twice = next(part_id for part_id in ids if ids.count(part_id) > 1)
        raise BodyError(f"part id {twice} is used twice; ids must differ")
    for row, part in enumerate(parts):
        if not 0 <= part.id < LARGEST_ID:
            raise BodyError(f"part {row} has id {part.id}; allowed 0..{LARGEST_ID - 1}")
        if part.origin is not None:
            _check_origin(part, torso=parts[0])
        if not all(map(math.isfinite, part.attributes)):
            raise BodyError(
                f"part {row} has an attribute that is not a finite number: {part.attributes}"
            )
    if parts[0].pair is not None:
        raise BodyError("part 0 is the torso, which has no mirror image; only limbs are paired")
    for pair in {part.pair for part in parts} - {None}:
        members = [part.id for part in parts if part.pair == pair]
        if len(members) != 2:
            raise BodyError(
                f"mirror pair {pair} has {plural(len(members), 'part')}; a pair is exactly two"
            )
        if pair != min(members):  # any other number may become the id of a later pair
            raise BodyError(
                f"mirror pair {pair} is made of parts {members}; name it {min(members)}, "
                "the smaller of the two"
            )
