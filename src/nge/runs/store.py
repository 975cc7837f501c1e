"""The record of a run: queries, and what is written during execution.

Species, generations, scores, updates, episodes and evaluations by the names of docs/metrics.md.
Weights are left to ``weight_store``, and what a run is to ``run``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nge.body.graph import BodyGraph
from nge.body.serialization import from_json
from nge.errors import RunError
from nge.evolution.plan import Plan
from nge.evolution.species import RELEARN, Species
from nge.runs import folder as files
from nge.runs.record import Earlier, Record, delete, insert, rows
from nge.runs.rows import SCHEMA, SCORES, VERSION, line_of, species_from

if TYPE_CHECKING:  # they take JAX, and records are read without it
    from nge.rl.evaluation import Evaluation

RECENT = 8  # whole episodes that the return of a species is taken over while it learns


@dataclass(frozen=True)
class Spent:
    """How much of its budget a run has used."""

    generations: int = 0
    steps: int = 0
    """Control steps of all species together, warm-up and evaluations included."""
    seconds: float = 0.0
    updates: int = 0
    """Updates that every species has done, in a run that only trains."""


class Saved(NamedTuple):
    """A file of weights as the record names it."""

    file: str
    """Where it is, seen from the run's folder."""
    digest: str
    """Of all arrays in it."""


class RunStore:
    """The record of a run."""

    def __init__(
        self, folder: Path, plan: Plan, read_only: bool = False, earlier: Earlier | None = None
    ) -> None:
        self.folder, self.plan = folder, plan
        self.record = Record(folder / "record.sqlite", SCHEMA, VERSION, read_only, earlier)

    def spent(self) -> Spent:
        """Return the budget used so far; of a run that only trains, after every update."""
        whole = "SELECT COUNT(*), MAX(steps), MAX(seconds) FROM generations"
        with self.record.reading("generations") as record:
            count, steps, seconds = record.execute(whole).fetchone()
        if not self.plan.trains_only:  # the updates of a long search take seconds to check
            return Spent(count, steps or 0, seconds or 0.0)
        each = """
            SELECT MAX(number) AS number, MAX(steps) AS steps, MAX(seconds) AS seconds
            FROM updates GROUP BY species
        """
        total = f"SELECT COUNT(*), SUM(steps), MAX(seconds), MIN(number) FROM ({each})"
        with self.record.reading("updates", "checkpoints") as record:
            [[trained, *done]] = record.execute(total)
            [[species]] = record.execute("SELECT COUNT(*) FROM checkpoints")
        steps, seconds, updates = (value or 0 for value in done)
        return Spent(count, steps, float(seconds), updates if trained == species else 0)

    def generations(self) -> list[dict[str, Any]]:
        """Return every generation's numbers, first first; see docs/metrics.md."""
        with self.record.reading("generations") as record:
            found = rows(record, "SELECT * FROM generations ORDER BY number")
        with files.reading(self.record.path):
            return [row | {"stats": json.loads(row["stats"])} for row in found]

    def best_fitness(self) -> float | None:
        """Return the best fitness of any generation; None before the first."""
        known = [row["best"] for row in self.generations() if row["best"] is not None]
        return max(known, default=None)

    def species(self, only: int | None = None) -> list[dict[str, Any]]:
        """Return every species that ever was scored or given, or one, bodies left out.

        Each comes with its last score; what is not known yet is None.
        """
        last = "SELECT species, MAX(generation) AS last FROM scores GROUP BY species"
        query = f"""
            SELECT species.*, scores.*, last.last AS last_lived FROM species
            LEFT JOIN ({last}) AS last ON last.species = species.id
            LEFT JOIN ({SCORES}) AS scores
                ON scores.species = species.id AND scores.generation = last.last
            WHERE ? IN (species.id, -1) AND (last.last IS NOT NULL OR species.name IS NOT NULL)
            ORDER BY species.id
        """
        with self.record.reading("species", "scores", "flags") as record:
            found = rows(record, query, -1 if only is None else only)
        lists = ("added", "removed", "changed")
        with files.reading(self.record.path):
            return [
                {key: value for key, value in row.items() if key not in ("body", "species")}
                | {name: json.loads(row[name]) for name in lists}
                for row in found
            ]

    def scores(self) -> list[dict[str, Any]]:
        """Return every score of every species, by generation."""
        with self.record.reading("scores", "flags") as record:
            return rows(record, f"{SCORES} ORDER BY generation, species")

    def updates(self, species: int | None = None) -> list[dict[str, Any]]:
        """Return every update of all species, or of one, by the names of docs/metrics.md."""
        query = """
            SELECT name, seed, updates.* FROM updates JOIN species ON species.id = species
            WHERE ? IN (species, -1) ORDER BY generation, number, species
        """
        with self.record.reading("updates", "species") as record:
            return rows(record, query, -1 if species is None else species)

    def body(self, species: int) -> BodyGraph:
        with self.record.reading("species") as record:
            row = record.execute("SELECT body FROM species WHERE id = ?", (species,)).fetchone()
            if row is None:
                [[count]] = record.execute("SELECT COUNT(*) FROM species")
                known = f"species 0 to {count - 1}" if count else "none yet"
                raise RunError(f"{self.folder} has no species {species}; it has {known}")
        with files.reading(self.record.path):
            return from_json(row[0])

    def lineage(self, species: int) -> list[int]:
        """Return a species and its ancestors, oldest first."""
        self.body(species)  # or say that there is none
        return line_of(species, self._parents())

    def mutations_of(self, species: int) -> int:
        """Return how many of the steps that led to a species changed the body."""
        with self.record.reading("species") as record:
            query = "SELECT id FROM species WHERE operator = ?"
            same = {one for (one,) in record.execute(query, (RELEARN,))}
        return len(set(self.lineage(species)) - same) - 1

    def recent_returns(self, count: int = RECENT) -> dict[int, list[float]]:
        """Return the returns of the last whole episodes of given species, oldest first."""
        newest = "SELECT total FROM episodes WHERE species = ? ORDER BY rowid DESC LIMIT ?"
        with self.record.reading("episodes", "species") as record:
            given = record.execute("SELECT id FROM species WHERE name IS NOT NULL").fetchall()
            found = {one: record.execute(newest, (one, count)).fetchall() for (one,) in given}
        return {one: [total for (total,) in reversed(row)] for one, row in found.items()}

    def evaluations(self, generation: int | None = None) -> list[dict[str, Any]]:
        """Return the episodes of evaluations after a generation, by default the last."""
        if generation is None:
            generation = 0 if self.plan.trains_only else self.spent().generations - 1
        query = "SELECT * FROM evaluations WHERE generation = ? ORDER BY species, sampled, episode"
        with self.record.reading("evaluations") as record:
            return rows(record, query, generation)

    def under_way(self) -> tuple[int, list[Species]]:
        """Return the generation that is being trained, and its species; none between two."""
        query = """
            SELECT species.*, generation FROM checkpoints JOIN species ON species.id = species
            WHERE generation > (SELECT COALESCE(MAX(number), -1) FROM generations) ORDER BY id
        """
        with self.record.reading("checkpoints", "species", "generations") as record:
            found = rows(record, query)
        with files.reading(self.record.path):
            return found[0]["generation"] if found else -1, [species_from(row) for row in found]

    def rewards_under_way(self) -> dict[int, list[float | None]]:
        """Return the reward of every update of the generation that is being trained, by species."""
        query = """
            SELECT species, reward FROM updates
            WHERE generation > (SELECT COALESCE(MAX(number), -1) FROM generations) ORDER BY number
        """
        found: dict[int, list[float | None]] = {}
        with self.record.reading("updates", "generations") as record:
            for species, reward in record.execute(query):
                found.setdefault(species, []).append(reward)
        return found

    def seconds_so_far(self) -> float:
        """Return the time spent on the run, updates of the current generation included."""
        with self.record.reading("generations", "updates") as record:
            each = (
                "SELECT MAX(seconds) AS s FROM generations UNION SELECT MAX(seconds) FROM updates"
            )
            [[seconds]] = record.execute(f"SELECT MAX(s) FROM ({each})")
        return seconds or 0.0

    def add(self, updates: Sequence[tuple], episodes: Sequence[tuple]) -> None:
        """Write down rows of updates and, of a run that only trains, of episodes."""
        with self.record.writing() as record:
            self._insert(record, updates, episodes)

    def add_evaluations(
        self, generation: int, found: Mapping[int, Evaluation], seed: int, sampled: bool
    ) -> None:
        """Write down episodes that some species were evaluated by."""
        episodes = [
            (generation, species, sampled, seed, episode, *numbers)
            for species, done in found.items()
            for episode, numbers in enumerate(done.episodes)
        ]
        with self.record.writing() as record:
            delete(record, "evaluations", "generation = ? AND sampled = ?", generation, sampled)
            insert(record, "evaluations", episodes)

    def _insert(self, record: Any, updates: Sequence[tuple], episodes: Sequence[tuple]) -> None:
        insert(record, "updates", updates)
        if self.plan.trains_only:
            insert(record, "episodes", episodes)

    def checkpoint_rows(self) -> list[dict[str, Any]]:
        """Return where species can go on, by generation and species."""
        with self.record.reading("checkpoints") as record:
            return rows(record, "SELECT * FROM checkpoints ORDER BY generation, species")

    def _kept_digests(self) -> dict[int, str]:
        """Return the digests of weights of the dead; of those that earlier versions kept, none."""
        with self.record.reading("kept_weights") as record:
            return dict(record.execute("SELECT species, digest FROM kept_weights"))

    def _parents(self) -> dict[int, int | None]:
        with self.record.reading("species") as record:
            return dict(record.execute("SELECT id, parent FROM species"))
