"""Runs of earlier versions as runs of this one.

Until version 3 evolutions and training runs had formats and tables of their own; version 4 had no
flags; until version 5 some columns had other names. ``description`` converts ``run.json``,
``earlier_tables`` says how the rows of a record are converted, ``with_new_array_names`` converts
the content of files of weights. Nothing is written here: readers use converted values; the next
process that works in a run writes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any

import numpy as np

from nge.body.serialization import from_json
from nge.evolution.fitness import FitnessSettings, counted
from nge.evolution.methods import TRAIN
from nge.evolution.plan import Plan
from nge.evolution.species import FAILED, Generation, Score, Species, Trainee, given_species
from nge.runs.limits import TrainingLimits
from nge.runs.record import Earlier, Tables
from nge.runs.rows import (
    FLAGS,
    NUMBERS,
    SCHEMA,
    SCORED,
    generation_row,
    score_row,
    species_row,
)
from nge.settings import with_new_names

EVOLUTION, TRAINING = "nge-evolution", "nge-training"
EVOLUTION_TABLES = """
CREATE TABLE species (
    id INTEGER PRIMARY KEY, born INTEGER, parent INTEGER, operator TEXT,
    added TEXT, removed TEXT, changed TEXT, predicted REAL, inherited BOOL,
    parts INTEGER, topology TEXT, digest TEXT, body TEXT, checksum INTEGER
);
CREATE TABLE scores (
    generation INTEGER, species INTEGER, fitness, failure, episodes, spread, diverged, reward, \
std, kl, rate, straight, lowest, noise_raised, steps, checksum INTEGER,
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
"""
KEPT_WEIGHTS = "CREATE TABLE kept_weights (species INTEGER, digest TEXT, checksum INTEGER);\n"
"""Since version 3."""
RENAMED_COLUMNS = {
    "rate": "learning_rate",
    "clipped": "clip_fraction",
    "explained": "explained_variance",
    "gradient": "grad_norm",
    "census": "stats",
}
"""Until version 5."""
TABLES_OF_VERSION_5 = reduce(
    lambda schema, names: re.sub(rf"\b{names[1]}\b", names[0], schema),
    RENAMED_COLUMNS.items(),
    SCHEMA,
)
TABLES_OF_VERSION_4 = TABLES_OF_VERSION_5.removesuffix(FLAGS)
TRAINING_TABLES = """
CREATE TABLE updates (
    number INTEGER, species INTEGER, steps INTEGER, seconds REAL,
    episodes INTEGER, mean_return REAL, reward REAL, kl REAL, policy_loss REAL, value_loss REAL, \
clipped REAL, std REAL, rate REAL, explained REAL, gradient REAL,
    checksum INTEGER, PRIMARY KEY (number, species)
);
CREATE TABLE episodes (
    number INTEGER, species INTEGER, total REAL, length INTEGER, diverged BOOL, checksum INTEGER
);
CREATE TABLE evaluations (
    number INTEGER, species INTEGER, sampled BOOL, seed INTEGER, episode INTEGER,
    total REAL, length INTEGER, reason TEXT, speed REAL, checksum INTEGER
);
CREATE TABLE checkpoints (
    number INTEGER PRIMARY KEY, seconds REAL, file TEXT, digest TEXT, checksum INTEGER
);
"""


RENAMED_ARRAYS = (
    (r"^learners\.", "train_states."),
    (r"^(train_states\.)?moments\.", r"\1opt_state."),
    (r"^(train_states\.)?rate$", r"\1learning_rate"),
    (r"^(train_states\.)?scale\.", r"\1return_scale."),
    (r"\b(normaliser|return_scale)\.spread$", r"\1.m2"),
    (r"^report\.", "metrics."),
    (r"^underway\.", "in_progress."),
    (r"^(in_progress\.\d+)\.seen$", r"\1.obs"),
    (r"^(in_progress\.\d+)\.fresh$", r"\1.episode_start"),
    (r"^(in_progress\.\d+)\.earned$", r"\1.running_return"),
    (r"^(in_progress\.\d+)\.memory$", r"\1.policy_state"),
    (r"^(ended\.\d+)\.net$", r"\1.measures.distance"),
    (r"^(ended\.\d+)\.(path|lowest)$", r"\1.measures.\2"),
    *((rf"^(metrics\.\d+)\.{old}$", rf"\1.{new}") for old, new in RENAMED_COLUMNS.items()),
)
"""Names of arrays in files of weights that versions before 0.2 wrote, and their current names."""


def with_new_array_names(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays of a file of weights by their current names."""

    def renamed(name: str) -> str:
        for old, new in RENAMED_ARRAYS:
            name = re.sub(old, new, name)
        return name

    return {renamed(name): array for name, array in arrays.items()}


def earlier_tables(content: Mapping[str, Any]) -> Earlier | None:
    """Return the tables that the record of a run with this ``run.json`` may have."""
    if content["format"] == EVOLUTION:
        both = (EVOLUTION_TABLES, EVOLUTION_TABLES + KEPT_WEIGHTS)
        return Earlier(both, _evolution_rows)
    if content["format"] == TRAINING:
        return Earlier((TRAINING_TABLES,), partial(_training_rows, content))
    before = {4: TABLES_OF_VERSION_4, 5: TABLES_OF_VERSION_5}.get(content["version"])
    return Earlier((before,), _same_rows) if before else None


def description(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return what ``run.json`` would hold had this version written it."""
    if content["format"] != TRAINING:
        return {**content, "plan": with_new_names(content["plan"], quietly=True)}
    old = with_new_names(content["plan"], quietly=True)
    seeds = [entry["seed"] for entry in content["species"]]
    return {
        **{name: content[name] for name in ("command", "started", "versions", "machine")},
        "plan": {
            "task": old["task"],
            "method": TRAIN,
            "seed": seeds[0],
            **{group: old[group] for group in ("net", "critic", "ppo")},
        },
        "limits": {name: old[name] for name in TrainingLimits.model_fields if name in old},
        "keeping": {"save_every": old["save_every"]},
        "given": None,
    }


def _same_rows(tables: Tables) -> dict[str, list[tuple]]:
    return {name: [tuple(row.values()) for row in found] for name, found in tables.items()}


def _renamed(tables: Tables) -> Tables:
    """Return tables with the current names of columns."""
    return {
        table: [{RENAMED_COLUMNS.get(k, k): value for k, value in row.items()} for row in found]
        for table, found in tables.items()
    }


def _evolution_rows(tables: Tables) -> dict[str, list[tuple]]:
    tables = _renamed(tables)
    each = (tuple(row.values()) for row in tables["species"])
    species = [(*row[:9], None, None, *row[9:]) for row in each]  # name and seed of given bodies
    unknown = {name: getattr(Score(), name) for name in SCORED}  # of columns that came later
    scores = [
        tuple((unknown | row)[name] for name in ("generation", "species", *SCORED))
        for row in tables["scores"]
    ]
    last = next(iter(tables["checkpoints"]), None)
    checkpoints = [
        # Where no file is named, a name that is refused: it was written when there was one.
        (row["generation"], row["species"], 0, last["file"] or repr(last["file"]), last["digest"])
        for row in tables["scores"]
        if last and row["generation"] == last["generation"]
    ]
    same = [name for name in ("generations", "evaluations", "kept_weights") if name in tables]
    return {
        "species": species,
        "scores": scores,
        "checkpoints": checkpoints,
        **{name: [tuple(row.values()) for row in tables[name]] for name in same},
    }


def _training_rows(content: Mapping[str, Any], tables: Tables) -> dict[str, list[tuple]]:
    tables = _renamed(tables)
    trainees = [
        Trainee(entry["name"], from_json(json.dumps(entry["body"])), entry["seed"])
        for entry in content["species"]
    ]
    species = given_species(trainees)
    last = next(iter(tables["checkpoints"]), None)
    number, file, digest = (
        (last["number"], last["file"], last["digest"]) if last else (0, None, None)
    )
    columns = ("number", "steps", "seconds", "episodes", "mean_return", *NUMBERS)
    found: dict[str, list[tuple]] = {
        "species": [species_row(one) for one in species],
        "updates": [
            (0, row["species"], *(row[name] for name in columns)) for row in tables["updates"]
        ],
        "episodes": [
            (0, row["species"], row["number"], row["total"], row["length"], row["diverged"])
            for row in tables["episodes"]
        ],
        "evaluations": [
            (0, *tuple(row.values())[1:])
            for row in tables["evaluations"]
            if row["number"] == number
        ],
        "checkpoints": [(0, one.id, number, file, digest) for one in species],
    }
    made = description(content)
    goal = TrainingLimits(**made["limits"]).goal(Plan(**made["plan"]))
    if last and number >= goal:
        found |= _ended(species, tables, number)
    return found


def _ended(species: Sequence[Species], tables: Tables, updates: int) -> dict[str, list[tuple]]:
    """Return the rows of a training run that was done: its generation and the scores in it."""
    first = FitnessSettings().first_counted(updates)
    last = {row["species"]: row for row in tables["updates"] if row["number"] == updates}
    scored = []
    for one in species:
        some = [row for row in tables["episodes"] if row["species"] == one.id]
        some = [row for row in some if row["number"] > first]
        diverged = np.array([row["diverged"] for row in some], bool)
        returns = counted(np.array([row["total"] for row in some], float), diverged)
        score = Score(
            fitness=float(returns.mean()) if some else FAILED,
            failure="" if some else "no whole episode ended in its training",
            episodes=len(some),
            spread=float(returns.std(ddof=1)) if len(some) > 1 else 0.0,
            diverged=int(diverged.sum()),
            **{
                name: last[one.id][name]
                for name in ("reward", "std", "kl", "learning_rate", "steps")
            },
        )
        scored.append(replace(one, score=score))
    generation = Generation(0, tuple(scored), len(scored))
    steps, seconds = sum(row["steps"] for row in last.values()), last[0]["seconds"]
    return {
        "scores": [score_row(0, one) for one in scored],
        "generations": [generation_row(generation, None, steps, seconds)],
    }
