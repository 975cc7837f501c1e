"""The tables of a run's record, and species and scores as their rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from nge.body.text import from_json, to_json
from nge.errors import RunError
from nge.evolution.flags import Flags
from nge.evolution.species import FAILED, Generation, Proposals, Score, Species

if TYPE_CHECKING:  # it takes JAX, and records are read without it
    from nge.control.agent import Learner

SCORED = tuple(field.name for field in fields(Score) if field.name != "flags")
PROPOSED = tuple(field.name for field in fields(Proposals))
SCHEMA = f"""
CREATE TABLE species (
    id INTEGER PRIMARY KEY, born INTEGER, parent INTEGER, operator TEXT,
    added TEXT, removed TEXT, changed TEXT, predicted REAL, inherited BOOL,
    parts INTEGER, topology TEXT, digest TEXT, body TEXT, checksum INTEGER
);
CREATE TABLE scores (
    generation INTEGER, species INTEGER, {", ".join(SCORED)}, checksum INTEGER,
    PRIMARY KEY (generation, species)
);
CREATE INDEX scores_by_species ON scores (species);
CREATE TABLE generations (
    number INTEGER PRIMARY KEY, steps INTEGER, seconds REAL, ended TEXT,
    best_species INTEGER, best REAL, median REAL, census TEXT, checksum INTEGER
);
CREATE TABLE evaluations (
    generation INTEGER, species INTEGER, sampled BOOL, seed INTEGER, episode INTEGER,
    total REAL, length INTEGER, reason TEXT, speed REAL, checksum INTEGER
);
CREATE TABLE checkpoints (
    generation INTEGER PRIMARY KEY, file TEXT, digest TEXT, checksum INTEGER
);
CREATE TABLE kept_weights (species INTEGER, digest TEXT, checksum INTEGER);
CREATE TABLE flags (
    generation INTEGER, species INTEGER, penetration REAL, energy REAL, pressed TEXT,
    checksum INTEGER, PRIMARY KEY (generation, species)
);
"""
SINCE_VERSION_3 = ("kept_weights", "flags")
"""Tables that records of format versions 1 and 2 lack."""
SCORES = """
SELECT scores.*, penetration, energy, pressed
FROM scores LEFT JOIN flags USING (generation, species)
"""
"""Every score with its flags; these are NULL where they were not measured."""


def line_of(species: int, parents: Mapping[int, int | None]) -> list[int]:
    """Return a species and its ancestors, oldest first; parents come before their children."""
    line = [species]
    while (parent := parents[line[-1]]) is not None:
        if not (parent in parents and parent < line[-1]):
            raise RunError(
                f"the record is damaged: species {line[-1]} has parent {parent}, "
                "which was not born before it"
            )
        line.append(parent)
    return line[::-1]


def score_of(species: Species) -> Score:
    """Return the score of a species that has lived."""
    assert species.score is not None, "only what has lived is saved"
    return species.score


def species_row(species: Species) -> tuple:
    """Return a species as a row of its table."""
    body = species.body
    return (
        species.id,
        species.born,
        species.parent,
        species.operator,
        *(json.dumps(parts) for parts in (species.added, species.removed, species.changed)),
        species.predicted,
        species.inherited,
        len(body),
        body.topology,
        body.digest,
        to_json(body),
    )


def species_from(row: dict[str, Any], learner: Learner | None, score: Score) -> Species:
    """Return the species of a row, with what another place holds of it."""
    return Species(
        id=row["id"],
        body=from_json(row["body"]),
        born=row["born"],
        parent=row["parent"],
        operator=row["operator"],
        added=tuple(json.loads(row["added"])),
        removed=tuple(json.loads(row["removed"])),
        changed=tuple(json.loads(row["changed"])),
        predicted=row["predicted"],
        inherited=bool(row["inherited"]),
        learner=learner,
        score=score,
    )


def under_way(generation: Generation) -> dict[str, Any]:
    """Return a generation that has yet to live as JSON, for those who watch."""
    species = [
        {
            "id": one.id,
            "parent": one.parent,
            "operator": one.operator,
            "born": one.born,
            "body": json.loads(to_json(one.body)),
        }
        for one in generation.species
    ]
    return {"generation": generation.number, "species": species}


def score_row(generation: int, species: Species) -> tuple:
    """Return the score of a species as a row of its table."""
    score = asdict(score_of(species))
    fitness = score.pop("fitness")
    del score["flags"]  # a table of their own
    return (generation, species.id, None if fitness == FAILED else fitness, *score.values())


def score_from(row: dict[str, Any]) -> Score:
    """Return the score of a row."""
    numbers = {name: row[name] for name in SCORED}
    fitness = FAILED if row["fitness"] is None else row["fitness"]
    return Score(**numbers | {"fitness": fitness, "noise_raised": bool(row["noise_raised"])})


def flags_row(generation: int, species: Species) -> tuple | None:
    """Return the flags of a species as a row of their table; None if they were not measured."""
    flags = score_of(species).flags
    if flags is None:
        return None
    pressed = json.dumps(dict(flags.pressed))
    return (generation, species.id, flags.penetration, flags.energy, pressed)


def flags_from(row: Mapping[str, Any]) -> Flags | None:
    """Return the flags of a row of scores; None where they are unknown."""
    if row["pressed"] is None:
        return None
    pressed = {str(name): float(share) for name, share in json.loads(row["pressed"]).items()}
    return Flags(float(row["penetration"]), float(row["energy"]), pressed)
