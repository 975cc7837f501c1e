"""The tables of a run's record, and species and scores as their rows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from nge.body.serialization import from_json, to_json
from nge.errors import RunError
from nge.evolution.flags import Flags
from nge.evolution.generation_stats import generation_stats
from nge.evolution.species import FAILED, Generation, Proposals, Score, Species

if TYPE_CHECKING:  # it takes JAX, and records are read without it
    from nge.evolution.train_job import UpdateProgress

SCORED = tuple(field.name for field in fields(Score) if field.name != "flags")
PROPOSED = tuple(field.name for field in fields(Proposals))
NUMBERS = (
    *("reward", "kl", "policy_loss", "value_loss", "clip_fraction", "std", "learning_rate"),
    *("explained_variance", "grad_norm"),
)
"""The fields of ``rl.ppo.UpdateMetrics``, which takes JAX to import."""
VERSION = 6
"""Of the tables; ``migrations`` brings earlier ones up to it."""
FLAGS = """
CREATE TABLE flags (
    generation INTEGER, species INTEGER, penetration REAL, energy REAL, pressed TEXT,
    checksum INTEGER, PRIMARY KEY (generation, species)
);
"""
"""Since version 5."""
SCHEMA = f"""
CREATE TABLE species (
    id INTEGER PRIMARY KEY, born INTEGER, parent INTEGER, operator TEXT,
    added TEXT, removed TEXT, changed TEXT, predicted REAL, inherited BOOL,
    name TEXT, seed INTEGER,
    parts INTEGER, topology TEXT, digest TEXT, body TEXT, checksum INTEGER
);
CREATE TABLE scores (
    generation INTEGER, species INTEGER, {", ".join(SCORED)}, checksum INTEGER,
    PRIMARY KEY (generation, species)
);
CREATE INDEX scores_by_species ON scores (species);
CREATE TABLE generations (
    number INTEGER PRIMARY KEY, steps INTEGER, seconds REAL, ended TEXT,
    best_species INTEGER, best REAL, median REAL, stats TEXT, checksum INTEGER
);
CREATE TABLE updates (
    generation INTEGER, species INTEGER, number INTEGER, steps INTEGER, seconds REAL,
    episodes INTEGER, mean_return REAL, {", ".join(f"{name} REAL" for name in NUMBERS)},
    checksum INTEGER, PRIMARY KEY (species, generation, number)
);
CREATE TABLE episodes (
    generation INTEGER, species INTEGER, number INTEGER,
    total REAL, length INTEGER, diverged BOOL, checksum INTEGER
);
CREATE TABLE evaluations (
    generation INTEGER, species INTEGER, sampled BOOL, seed INTEGER, episode INTEGER,
    total REAL, length INTEGER, reason TEXT, speed REAL, checksum INTEGER
);
CREATE TABLE checkpoints (
    generation INTEGER, species INTEGER, updates INTEGER, file TEXT, digest TEXT,
    checksum INTEGER, PRIMARY KEY (generation, species)
);
CREATE TABLE kept_weights (species INTEGER, digest TEXT, checksum INTEGER);
{FLAGS}"""
"""``checkpoints`` holds where every species of the last whole generation and of the one under way
can go on; one that has no checkpoint yet has no file. ``episodes`` are those of runs that only
train: a search has millions of them. ``kept_weights`` has the digests of weights of the dead."""
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


def ranking(
    evaluations: Iterable[Mapping[str, Any]], values: Mapping[int, float | None]
) -> list[int]:
    """Return species, the best first: by their mean return in fresh episodes with mean actions.

    Those without such episodes follow by what is known of them otherwise; of equal ones the older
    is first.
    """
    totals: dict[int, list[float]] = {}
    for row in evaluations:
        if not row["sampled"]:
            totals.setdefault(row["species"], []).append(row["total"])
    evaluated = sorted(totals, key=lambda one: (-sum(totals[one]) / len(totals[one]), one))
    rest = {one: -math.inf if value is None else value for one, value in values.items()}
    others = sorted(rest.keys() - totals.keys(), key=lambda one: (-rest[one], one))
    return [*evaluated, *others]


def score_of(species: Species) -> Score:
    """Return the score of a species that was trained."""
    assert species.score is not None, "only trained species are saved"
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
        species.name,
        species.seed,
        len(body),
        body.topology,
        body.digest,
        to_json(body),
    )


def species_from(row: dict[str, Any]) -> Species:
    """Return the species of a row, without train state and score."""
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
        name=row["name"],
        seed=row["seed"],
    )


def update_rows(
    generation: int, update: UpdateProgress, steps: int, seconds: float
) -> tuple[list[tuple], list[tuple]]:
    """Return what one update of some species brought as rows of updates and of episodes.

    ``steps`` are the control steps of each in this generation.
    """
    updates, episodes = [], []
    for species, report in update.metrics.items():
        place = (generation, species, update.number)
        whole = update.episodes.get(species, ())
        mean = sum(one.total for one in whole) / len(whole) if whole else None
        numbers = (report[name] for name in NUMBERS)
        updates.append((*place, steps, seconds, len(whole), mean, *numbers))
        episodes += [(*place, one.total, one.length, one.diverged) for one in whole]
    return updates, episodes


def generation_row(generation: Generation, space: Any, steps: int, seconds: float) -> tuple:
    """Return a trained generation as a row; ``steps`` and ``seconds`` are those of the run."""
    counted = generation_stats(generation, space)
    return (
        generation.number,
        steps,
        seconds,
        datetime.now(UTC).isoformat(timespec="seconds"),
        generation.best.id,
        counted["best"],
        counted["quantiles"][2] if counted["quantiles"] else None,
        json.dumps(counted),
    )


def score_row(generation: int, species: Species) -> tuple:
    """Return the score of a species as a row of its table."""
    score = asdict(score_of(species))
    fitness = score.pop("fitness")
    del score["flags"]  # a table of their own
    return (generation, species.id, None if fitness == FAILED else fitness, *score.values())


def score_from(row: dict[str, Any]) -> Score:
    """Return the score of a row of ``SCORES``."""
    numbers = {name: row[name] for name in SCORED}
    fitness = FAILED if row["fitness"] is None else row["fitness"]
    noise_raised, flags = bool(row["noise_raised"]), flags_from(row)
    return Score(**numbers | {"fitness": fitness, "noise_raised": noise_raised, "flags": flags})


def flags_rows(generation: int, species: Iterable[Species]) -> list[tuple]:
    """Return the flags of species as rows of their table, those that were measured."""
    each = ((one.id, score_of(one).flags) for one in species)
    return [
        (generation, id_, flags.penetration, flags.energy, json.dumps(dict(flags.pressed)))
        for id_, flags in each
        if flags is not None
    ]


def flags_from(row: Mapping[str, Any]) -> Flags | None:
    """Return the flags of a row of scores; None where they are unknown."""
    if row["pressed"] is None:
        return None
    pressed = {str(name): float(share) for name, share in json.loads(row["pressed"]).items()}
    return Flags(float(row["penetration"]), float(row["energy"]), pressed)
