"""Bodies as JSON text, with a format version; reading refuses what is not a sound body.

Numbers are written so that reading gives back the same bits. Parents are named by part id,
attributes by name, so that a file can be read and edited by a person.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.kinds import kind_named
from nge.body.space import Kind, check_attributes, check_size
from nge.errors import BodyError
from nge.settings import did_you_mean

FORMAT = "nge-body"
VERSION = 1
FIELDS = ["format", "version", "kind", "next_id", "parts"]
PART_FIELDS = ["id", "parent", "attributes", "origin", "pair"]


def to_json(body: BodyGraph) -> str:
    """Return the body as JSON text."""
    kind = kind_named(body.kind)
    parts = []
    for row, (part, parent) in enumerate(zip(body.parts, body.parents, strict=True)):
        names = (attribute.name for attribute in kind.attributes(row))
        entry: dict[str, Any] = {
            "id": part.id,
            "parent": None if parent == NO_PARENT else body.parts[parent].id,
            "attributes": dict(zip(names, part.attributes, strict=True)),
        }
        if part.origin is not None:
            entry["origin"] = part.origin
        if part.pair is not None:
            entry["pair"] = part.pair
        parts.append(entry)
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "kind": body.kind,
        "next_id": body.next_id,
        "parts": parts,
    }
    return json.dumps(whole, indent=1, allow_nan=False)


def from_json(text: str) -> BodyGraph:
    """Return the body that JSON text describes, or refuse it with the reason."""
    try:
        whole = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_without_repetition
        )
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        raise BodyError(f"not a body file: {error}; expected JSON written by nge") from None
    _expect(whole, dict, "a body file")
    if whole.get("format") != FORMAT:
        raise BodyError(f"not a body file: its format is {whole.get('format')!r}, not {FORMAT!r}")
    _check_names(whole, FIELDS, "the body")
    version = _field(whole, "version", int, "the body")
    if version != VERSION:
        raise BodyError(
            f"body format version {version} is unknown; this nge reads version {VERSION}"
        )
    kind = kind_named(_field(whole, "kind", str, "the body"))
    entries = _field(whole, "parts", list, "the body")
    check_size(len(entries))
    rows: dict[int, int] = {}
    parts, parents = [], []
    for row, entry in enumerate(entries):
        _expect(entry, dict, f"part {row}")
        _check_names(entry, PART_FIELDS, f"part {row}")
        part = _part(kind, row, entry)
        parents.append(_parent(entry, row, rows, entries))
        parts.append(part)
        rows[part.id] = row
    next_id = _field(whole, "next_id", int, "the body") if "next_id" in whole else 0
    if next_id < 0:
        raise BodyError(f"next_id is {next_id}; it must be 0 or more, or left out")
    body = BodyGraph(kind.name, tuple(parts), tuple(parents), next_id)
    check_attributes(kind, body)
    return body


def _part(kind: Kind, row: int, entry: dict[str, Any]) -> Part:
    given = _field(entry, "attributes", dict, f"part {row}")
    names = [attribute.name for attribute in kind.attributes(row)]
    if set(given) != set(names):
        raise BodyError(f"part {row} has attributes {sorted(given)}; {kind.name} need {names}")
    return Part(
        _field(entry, "id", int, f"part {row}"),
        tuple(_number(given[name], f"{name} of part {row}") for name in names),
        origin=None if entry.get("origin") is None else _field(entry, "origin", int, f"part {row}"),
        pair=None if entry.get("pair") is None else _field(entry, "pair", int, f"part {row}"),
    )


def _parent(entry: dict[str, Any], row: int, rows: dict[int, int], entries: list[Any]) -> int:
    """Return the row of the part's parent, which must have been listed before."""
    if "parent" not in entry:
        raise BodyError(f"part {row} has no 'parent'; give a part id, or null for the torso")
    parent = entry["parent"]
    if row == 0:
        if parent is not None:
            raise BodyError(f"part 0 is the torso and hangs from nothing; its parent is {parent!r}")
        return NO_PARENT
    _expect(parent, int, f"parent of part {row}")
    if parent in rows:
        return rows[parent]
    if any(isinstance(other, dict) and other.get("id") == parent for other in entries):
        raise BodyError(
            f"part {entry['id']} hangs from part {parent}, which is not listed before it "
            "(a cycle, or parts out of order); list parents first"
        )
    raise BodyError(
        f"part {entry['id']} hangs from part {parent}, which does not exist; "
        f"parts so far: {sorted(rows)}"
    )


def _field(entry: dict[str, Any], name: str, wanted: type, whose: str) -> Any:
    if name not in entry:
        raise BodyError(f"{whose} has no {name!r}")
    return _expect(entry[name], wanted, f"{name!r} of {whose}")


def _expect(value: Any, wanted: type | tuple[type, ...], what: str) -> Any:
    if not isinstance(value, wanted) or isinstance(value, bool):
        kinds = wanted if isinstance(wanted, tuple) else (wanted,)
        raise BodyError(
            f"{what} must be {' or '.join(kind.__name__ for kind in kinds)}, "
            f"not {type(value).__name__}"
        )
    return value


def _number(value: Any, what: str) -> float:
    try:
        return float(_expect(value, (int, float), what))
    except OverflowError:
        raise BodyError(f"{what} is too large; every number must be finite") from None


def _check_names(entry: dict[str, Any], known: list[str], whose: str) -> None:
    for name in entry:
        if name not in known:
            raise BodyError(f"{whose} has an unknown field {name!r}; {did_you_mean(name, known)}")


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BodyError(f"not a body file: {twice!r} is given twice in one place; give it once")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise BodyError(f"not a body file: it holds {name}; every number must be finite")
