"""The folder of an evolution: what was asked for, who lived, what they scored, and their weights.

A run's folder holds

- ``run.json``: the plan, the limits, the given body, with which versions, on which machine,
- ``record.sqlite``: species, scores, generations, evaluations, the last checkpoint, and digests
  of the weights of the dead,
- ``record.commits``: how often the record was written, see ``record``,
- ``weights/``: all learners of the last generations (``generation-000012.safetensors``), and those
  of the dead that still matter, as they died (``species-000345.safetensors``),
- ``status.json``, ``underway.json``: what the process at work is doing, and the species that it
  trains, for people and pages that watch,
- ``lock``, ``blackbox``, ``crash.txt``, ``suspects.json``: the process that works here, what it
  was doing when it was taken down, and which species may have done that.

Weights are on the disk before the record names them, and a generation enters the record in one
commit: whenever the program dies, the folder shows the last whole generation. All that the next
one depends on is in it. ``Run`` is the folder; ``evolving`` is the work in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from annotated_types import Ge, Gt, Le

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.body.text import from_json, to_json
from nge.errors import RunError, WeightsError
from nge.evolution.census import census
from nge.evolution.plan import Plan
from nge.evolution.species import Generation
from nge.runs import folder as files
from nge.runs.record import Record, delete, insert, rows
from nge.runs.rows import (
    PROPOSED,
    SCHEMA,
    SCORES,
    SINCE_VERSION_3,
    flags_row,
    line_of,
    score_from,
    score_of,
    score_row,
    species_from,
    species_row,
)
from nge.settings import Settings
from nge.wording import plural

# A run is opened and listed without what takes JAX and MuJoCo; methods import that when called.
if TYPE_CHECKING:
    import pandas

    from nge.control.agent import Learner
    from nge.control.evaluate import Evaluation
    from nge.evolution.algorithm import History
    from nge.evolution.search import Search
    from nge.nets import weights
    from nge.runs.creature import Creature
    from nge.tasks.task import Task

FORMAT, VERSION = "nge-evolution", 3
LoggerName = Literal["tensorboard", "wandb", "mlflow"]
WEIGHTS = re.compile(r"(\.)?(generation|species)-(\d{6,})\.safetensors(?(1)\.\d+)")
"""Names of weights, and of drafts of them (with a dot) that a killed process left."""


class Limits(Settings):
    """When a run is done: with the first limit that is reached, at the end of a generation."""

    max_generations: Annotated[int, Ge(1)] | None = None
    """Generations, the first included."""
    max_steps: Annotated[int, Ge(1)] | None = None
    """Control steps of all species together."""
    max_hours: Annotated[float, Gt(0), Le(1e6)] | None = None
    """Hours of work, pauses not counted."""

    def reached(self, generations: int, steps: int, seconds: float) -> bool:
        """Tell whether a run that has come so far is done."""
        return (
            (self.max_generations is not None and generations >= self.max_generations)
            or (self.max_steps is not None and steps >= self.max_steps)
            or (self.max_hours is not None and seconds >= 3600 * self.max_hours)
        )


class Keeping(Settings):
    """What is kept on the disk; it changes no result."""

    weights: Literal["line", "all"] = "line"
    """line: of the dead, only ancestors of the living and those that once were the best keep
    their weights; all: everyone's last weights stay."""
    log: tuple[LoggerName, ...] = ()
    """Loggers that get every generation's numbers as well."""

    def with_loggers(self, names: Sequence[LoggerName]) -> Keeping:
        """Return it with other loggers; none at all keeps its own."""
        return self.model_copy(update={"log": tuple(names)}) if names else self


@dataclass(frozen=True)
class Spent:
    """How much of its budget a run has used."""

    generations: int = 0
    steps: int = 0
    """Control steps of all species together, warm-up and evaluations included."""
    seconds: float = 0.0


class Run:
    """A run's folder."""

    read_only = False
    """Whether the record is opened so that it cannot be written."""

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        limits: Limits,
        keeping: Keeping,
        given: BodyGraph | None,
        about: dict[str, Any],
    ) -> None:
        """Describe a run; ``create`` and ``open`` make one."""
        self.folder, self.plan, self.limits, self.keeping = folder, plan, limits, keeping
        self.given, self.about = given, about
        path = folder / "record.sqlite"
        self.record = Record(path, SCHEMA, self.read_only, SINCE_VERSION_3)

    @cached_property
    def search(self) -> Search:
        """Its plan bound to its task."""
        from nge.evolution.search import Search

        return Search(self.plan, self.given)

    # --- the folder -----------------------------------------------------------------------

    @staticmethod
    def create(
        folder: Path,
        plan: Plan,
        limits: Limits,
        keeping: Keeping | None = None,
        given: BodyGraph | None = None,
        command: Sequence[str] = (),
    ) -> Run:
        """Make a new run in a folder that is empty or does not exist yet."""
        run = Run(folder, plan, limits, keeping or Keeping(), given, files.origin(command))
        if given is not None:
            run.search.space.check(given)
        files.make_empty(folder)
        (folder / "weights").mkdir()
        run.record.create()
        run._describe()
        return run

    @staticmethod
    def open(folder: Path | str) -> Run:
        """Return the run in a folder, or say why there is none that can be read."""
        folder = Path(folder)
        found = files.described(folder, FORMAT, VERSION)
        with files.reading(folder / "run.json"):
            return Run(
                folder,
                Plan.model_validate(found["plan"]),
                Limits.model_validate(found["limits"]),
                Keeping.model_validate(found["keeping"]),
                None if found["given"] is None else from_json(json.dumps(found["given"])),
                {key: found[key] for key in ("command", "started", "versions", "machine")},
            )

    def with_limits(self, limits: Limits) -> Run:
        """Return the run with other limits, which are written down; none at all keeps its own."""
        if limits in (Limits(), self.limits):
            return self
        if self._ended_before(limits):
            spent = self.spent()
            raise RunError(
                f"{self.folder} has done {spent.generations} generations, {spent.steps} control "
                f"steps in {spent.seconds / 3600:.2g} hours, more than these limits; ask for more"
            )
        run = Run(self.folder, self.plan, limits, self.keeping, self.given, self.about)
        with files.alone(self.folder):
            run._describe()
        return run

    def with_loggers(self, names: Sequence[LoggerName]) -> Run:
        """Return the run with other loggers, which are written down; none at all keeps its own."""
        keeping = self.keeping.with_loggers(names)
        if keeping == self.keeping:
            return self
        run = Run(self.folder, self.plan, self.limits, keeping, self.given, self.about)
        with files.alone(self.folder):
            run._describe()
        return run

    def check_versions(self) -> None:
        """Refuse to go on with other versions than those the run began with."""
        files.check_versions(self.folder, self.about["versions"])

    @property
    def task(self) -> Task:
        """What its species are asked to do."""
        return self.search.task

    @property
    def space(self) -> DesignSpace:
        """The bodies it may find."""
        return self.search.space

    @property
    def done(self) -> bool:
        """Whether a limit is reached."""
        spent = self.spent()
        return self.limits.reached(spent.generations, spent.steps, spent.seconds)

    # --- what was recorded ----------------------------------------------------------------

    def spent(self) -> Spent:
        """Return the budget used so far."""
        query = "SELECT COUNT(*), MAX(steps), MAX(seconds) FROM generations"
        with self.record.reading("generations") as record:
            count, steps, seconds = record.execute(query).fetchone()
        return Spent(count, steps or 0, seconds or 0.0)

    def generations(self) -> list[dict[str, Any]]:
        """Return every generation's numbers, first first; see docs/metrics.md."""
        with self.record.reading("generations") as record:
            found = rows(record, "SELECT * FROM generations ORDER BY number")
        with files.reading(self.record.path):
            return [row | {"census": json.loads(row["census"])} for row in found]

    def species(self, only: int | None = None) -> list[dict[str, Any]]:
        """Return every species that ever lived, or one, with its last score, bodies left out."""
        last = "SELECT species, MAX(generation) AS last FROM scores GROUP BY species"
        query = f"""
            SELECT species.*, scores.*, last.last AS last_lived FROM species
            JOIN ({last}) AS last ON last.species = species.id
            JOIN ({SCORES}) AS scores
                ON scores.species = species.id AND scores.generation = last.last
            WHERE ? IN (species.id, -1) ORDER BY species.id
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

    def body(self, species: int) -> BodyGraph:
        """Return the body of a species."""
        with self.record.reading("species") as record:
            row = record.execute("SELECT body FROM species WHERE id = ?", (species,)).fetchone()
        if row is None:
            raise RunError(f"{self.folder} has no species {species}; it has {self._ids()}")
        with files.reading(self.record.path):
            return from_json(row[0])

    def lineage(self, species: int) -> list[int]:
        """Return a species and its ancestors, oldest first."""
        self.body(species)  # or say that there is none
        return line_of(species, self._parents())

    def learner(self, species: int) -> Learner:
        """Return the controller of a species as it was when it last lived."""
        self.body(species)
        checkpoint = self._checkpoint()
        if checkpoint is not None:
            ids, arrays = self._population(*checkpoint[1:])
            if species in ids:
                row = ids.index(species)
                return self._filled({name: array[row] for name, array in arrays.items()})
        path, digest = self._grave(species), self._kept_digests().get(species)
        if digest is None and not path.is_file():
            raise RunError(
                f"the weights of species {species} are gone: it died without living descendants "
                "and never was the best; runs with --keeping.weights all keep them"
            )
        return self._filled(_read(path, digest))

    def buried(self) -> list[int]:
        """Return the dead whose weights are kept."""
        named = self._kept_digests()
        ids = (row["id"] for row in self.species())
        return [one for one in ids if one in named or self._grave(one).is_file()]

    def fittest(self, count: int) -> list[int]:
        """Return the species of the best last scores whose weights are there, best first."""
        scored = [row for row in self.species() if row["fitness"] is not None]
        scored.sort(key=lambda row: (-row["fitness"], row["id"]))
        checkpoint = self._checkpoint()
        living = set(self._population(*checkpoint[1:])[0]) if checkpoint else set()
        there = (r["id"] for r in scored if r["id"] in living or self._grave(r["id"]).is_file())
        return list(islice(there, count))

    def best(self) -> int | None:
        """Return the best species: of the last evaluation with mean actions, else by fitness."""
        totals: dict[int, list[float]] = {}
        for row in self.evaluations(self.spent().generations - 1):
            if not row["sampled"]:
                totals.setdefault(row["species"], []).append(row["total"])
        if totals:
            with files.reading(self.record.path):
                return max(totals, key=lambda one: (np.mean(totals[one]), -one))
        return next(iter(self.fittest(1)), None)

    def keeps(self, species: int) -> bool:
        """Tell whether the weights of a species are there."""
        query = "SELECT 1 FROM scores JOIN checkpoints USING (generation) WHERE species = ?"
        with self.record.reading("scores", "checkpoints") as record:
            lives = record.execute(query, (species,)).fetchone() is not None
        return lives or self._grave(species).is_file()

    def creature(self, species: int | None = None) -> Creature:
        """Return a species to be looked at; by default the best."""
        from nge.runs.creature import Creature

        found = self.best() if species is None else species
        if found is None:
            raise RunError(f"{self.folder} has no species that lived yet; wait for a generation")
        return Creature(self, found)

    def _repr_html_(self) -> str:
        """Show itself in a notebook: what it is, how far it is, and the best creature so far."""
        plan, spent = self.plan, self.spent()
        done = f"{plural(spent.generations, 'generation')}, {plural(spent.steps, 'control step')}"
        line = f"{plan.task}, {plan.method}, seed {plan.seed}: {done}"
        best = self.best()
        shown = "" if best is None else self.creature(best)._repr_html_()
        return f"<p>{escape(line)}</p>{shown}"

    def evaluations(self, generation: int) -> list[dict[str, Any]]:
        """Return the episodes that species were evaluated by after a generation."""
        query = "SELECT * FROM evaluations WHERE generation = ? ORDER BY species, sampled, episode"
        with self.record.reading("evaluations") as record:
            return rows(record, query, generation)

    def damage(self) -> list[str]:
        """Return what is wrong with the record: its checksums, then what it says."""
        try:
            with files.reading(self.record.path):
                return self._damage()
        except RunError as error:
            return [str(error)]

    def _damage(self) -> list[str]:
        with self.record.reading() as record:
            known = rows(record, "SELECT * FROM species ORDER BY id")
            scores = rows(record, "SELECT * FROM scores ORDER BY generation, species")
        found = []
        if [row["id"] for row in known] != list(range(len(known))):
            found.append("species are missing from the record")
        for row in known:
            if row["parent"] is not None and not 0 <= row["parent"] < row["id"]:
                found.append(f"species {row['id']} has a parent {row['parent']} that came after it")
            if from_json(row["body"]).digest != row["digest"]:
                found.append(f"the body of species {row['id']} is not the one that lived")
        return found or self._miscounted({row["id"]: row for row in known}, scores)

    def _miscounted(self, known: dict[int, Any], scores: Sequence[dict[str, Any]]) -> list[str]:
        """Return which generations' numbers do not follow from the scores of their species."""
        found, steps = [], 0
        for row in self.generations():
            number, counted = row["number"], row["census"]
            lived = [score for score in scores if score["generation"] == number]
            if not lived:
                found.append(f"generation {number} has no scores")
                continue
            species = tuple(species_from(known[s["species"]], None, score_from(s)) for s in lived)
            steps += sum(score_of(one).steps for one in species)
            steps += counted.get("screening_steps", 0)  # a run of an earlier version has none
            again = json.loads(
                json.dumps(census(Generation(number, species, 0), self.search.space))
            )
            right = {name: again[name] for name in again if name not in PROPOSED}
            wrong = [name for name, value in right.items() if value != counted[name]]
            if wrong or steps != row["steps"] or again["best"] != row["best"]:
                what = ", ".join(wrong) or "steps or best"
                found.append(f"generation {number} is not what its scores say: {what}")
        return found

    def status(self) -> dict[str, Any]:
        """Return what the process at work said last; nothing if none is at work."""
        return files.said(self.folder)

    def frame(self) -> pandas.DataFrame:
        """Return all scores with what is known of their species, as a pandas data frame."""
        try:
            import pandas
        except ImportError:
            raise RunError("data frames need pandas; install it with: pip install pandas") from None
        scores, species = pandas.DataFrame(self.scores()), pandas.DataFrame(self.species())
        own = ["id", "born", "parent", "operator", "predicted", "parts", "topology", "digest"]
        return scores.merge(species[own], left_on="species", right_on="id").drop(columns="id")

    # --- going on ---------------------------------------------------------------------------

    def last(self) -> tuple[Generation, History] | None:
        """Return the last whole generation and every score so far; None before the first."""
        checkpoint = self._checkpoint()
        if checkpoint is None:
            if spent := self.spent().generations:
                raise RunError(f"{self.record.path} names no weights after {spent} generations")
            return None
        with files.reading(self.record.path):
            return self._generation(*checkpoint)

    def _generation(self, number: int, file: str, digest: str) -> tuple[Generation, History]:
        ids, arrays = self._population(file, digest)
        with self.record.reading("species", "scores") as record:
            found = {row["id"]: row for row in rows(record, "SELECT * FROM species")}
            scored = rows(record, "SELECT * FROM scores ORDER BY generation, species")
        last = {row["species"]: score_from(row) for row in scored if row["generation"] == number}
        species = tuple(
            species_from(
                found[id_],
                self._filled({name: array[row] for name, array in arrays.items()}),
                last[id_],
            )
            for row, id_ in enumerate(ids)
        )
        since = max((n for n in range(number + 1) if self.search.resets(n)), default=0)
        history = {
            row["species"]: (from_json(found[row["species"]]["body"]), score_from(row).fitness)
            for row in scored
            if row["generation"] >= since
        }
        return Generation(number, species, len(found)), history

    def save(self, generation: Generation, before: Generation | None, seconds: float) -> None:
        """Write down a trained generation: weights first, then the record in one commit."""
        from nge.nets import weights

        number = generation.number
        arrays = weights.under("learners", _stacked([s.controller for s in generation.species]))
        arrays["species"] = np.array([species.id for species in generation.species], np.int64)
        file = self.folder / "weights" / f"generation-{number:06d}.safetensors"
        files.write(file, weights.to_bytes(arrays))
        living, kept = self._living_and_kept(generation)
        died = [dead for dead in (before.species if before else ()) if dead.id in kept - living]
        remains = {dead.id: _remains(dead.controller) for dead in died}
        for id_, left in remains.items():
            files.write(self._grave(id_), weights.to_bytes(left))
        spent = self.spent()
        steps = spent.steps + generation.proposals.screening_steps
        steps += sum(score_of(species).steps for species in generation.species)
        counted = census(generation, self.search.space)
        best = generation.best
        row = (
            number,
            steps,
            spent.seconds + seconds,
            datetime.now(UTC).isoformat(timespec="seconds"),
            best.id,
            counted["best"],
            counted["quantiles"][2] if counted["quantiles"] else None,
            json.dumps(counted),
        )
        with self.record.writing() as record:
            new = [species for species in generation.species if species.born == number]
            insert(record, "species", [species_row(species) for species in new])
            insert(record, "scores", [score_row(number, s) for s in generation.species])
            flags = [flags_row(number, species) for species in generation.species]
            insert(record, "flags", [row for row in flags if row])
            insert(record, "generations", [row])
            delete(record, "checkpoints")
            name = f"weights/{file.name}"
            insert(record, "checkpoints", [(number, name, weights.digest_of(arrays))])
            for (id_,) in record.execute("SELECT species FROM kept_weights").fetchall():
                if id_ not in kept:
                    delete(record, "kept_weights", "species = ?", id_)
            digests = [(id_, weights.digest_of(left)) for id_, left in remains.items()]
            insert(record, "kept_weights", digests)
        self._clear(number, generation.born_so_far, kept)

    def add_evaluations(
        self, generation: int, found: dict[int, Evaluation], seed: int, sampled: bool
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

    # --- inside -----------------------------------------------------------------------------

    def _checkpoint(self) -> tuple[int, str, str] | None:
        query = "SELECT generation, file, digest FROM checkpoints"
        with self.record.reading("checkpoints") as record:
            row: tuple[int, str, str] | None = record.execute(query).fetchone()
        return row

    def _ended_before(self, limits: Limits) -> bool:
        """Tell whether limits were reached by a generation before the last."""
        return any(
            limits.reached(row["number"] + 1, row["steps"], row["seconds"])
            for row in self.generations()[:-1]
        )

    def _parents(self) -> dict[int, int | None]:
        with self.record.reading("species") as record:
            return dict(record.execute("SELECT id, parent FROM species"))

    def _population(self, file: str, digest: str) -> tuple[list[int], dict[str, np.ndarray]]:
        """Return the ids and the stacked learners of the last generation."""
        from nge.nets import weights

        arrays = _read(self.folder / file, digest)
        return arrays["species"].tolist(), weights.within("learners", arrays)

    def _kept_digests(self) -> dict[int, str]:
        """Return the digests of weights by species; of those that an earlier version kept, none."""
        with self.record.reading("kept_weights") as record:
            return dict(record.execute("SELECT species, digest FROM kept_weights"))

    @cached_property
    def _like(self) -> Learner:
        """A learner of the right names and shapes; what it knows does not matter."""
        import jax

        from nge.control.agent import new_learner

        plan, search = self.plan, self.search
        learner = new_learner(0, search.task, search.space, plan.net, plan.critic, 1.0)
        return jax.tree.map(np.asarray, learner)

    def _filled(self, arrays: weights.Arrays) -> Learner:
        """Return a learner with these arrays; moments of the dead are not kept."""
        import jax

        from nge.nets import weights

        blank = weights.named(jax.tree.map(np.zeros_like, self._like))
        try:
            filled = weights.filled(self._like, {**_moments(blank), **arrays})
        except WeightsError as error:
            raise RunError(f"weights in {self.folder} cannot be used: {error}") from None
        return jax.tree.map(np.asarray, filled)

    def _living_and_kept(self, generation: Generation) -> tuple[set[int], set[int]]:
        """Return who lives, and whose weights are to be kept."""
        living = {species.id for species in generation.species}
        parents = self._parents() | {species.id: species.parent for species in generation.species}
        with self.record.reading("generations") as record:
            kept = {row[0] for row in record.execute("SELECT best_species FROM generations")}
        for species in living:
            kept.update(line_of(species, parents))
        if self.keeping.weights == "all":
            kept |= parents.keys()
        return living, kept | living

    def _clear(self, generation: int, born: int, kept: Iterable[int]) -> None:
        """Remove weights that this run wrote and nobody needs any more; other files stay."""
        last = {"generation": generation + 1, "species": born}
        needed = {"generation": {generation}, "species": {*kept}}
        for path in (self.folder / "weights").iterdir():
            if name := WEIGHTS.fullmatch(path.name):
                draft, kind, number = name[1], name[2], int(name[3])
                if number < last[kind] and (draft or number not in needed[kind]):
                    path.unlink()

    def _grave(self, species: int) -> Path:
        return self.folder / "weights" / f"species-{species:06d}.safetensors"

    def _ids(self) -> str:
        with self.record.reading("species") as record:
            count = record.execute("SELECT COUNT(*) FROM species").fetchone()[0]
        return f"species 0 to {count - 1}" if count else "none yet"

    def _describe(self) -> None:
        content = {
            **self.about,
            "plan": self.plan.model_dump(mode="json"),
            "limits": self.limits.model_dump(mode="json"),
            "keeping": self.keeping.model_dump(mode="json"),
            "given": None if self.given is None else json.loads(to_json(self.given)),
        }
        files.describe(self.folder, FORMAT, VERSION, content)


def free_folder(task: str, method: str, within: Path = Path("runs")) -> Path:
    """Return the first folder ``TASK-METHOD-1``, ``-2`` and so on that does not exist."""
    number = 1
    while (folder := within / f"{task}-{method}-{number}").exists():
        number += 1
    return folder


def _read(path: Path, digest: str | None) -> dict[str, np.ndarray]:
    """Return the arrays of a file, which must have the digest that the record names, if any."""
    from nge.nets import weights

    try:
        arrays = weights.from_bytes(path.read_bytes())
    except FileNotFoundError:
        raise RunError(f"{path} is missing; put a copy in its place") from None
    except WeightsError as error:
        raise RunError(f"{path} is damaged: {error}; put a copy in its place") from None
    if digest is not None and weights.digest_of(arrays) != digest:
        raise RunError(f"{path} is not the file that the record names")
    return arrays


def _stacked(learners: Sequence[Learner]) -> dict[str, np.ndarray]:
    from nge.nets import weights

    named = [weights.named(learner) for learner in learners]
    return {name: np.stack([each[name] for each in named]) for name in named[0]}


def _remains(learner: Learner) -> dict[str, np.ndarray]:
    """Return what is kept of a dead species' learner: all but the optimiser's moments."""
    from nge.nets import weights

    named = weights.named(learner)
    return {name: array for name, array in named.items() if name not in _moments(named)}


def _moments(named: weights.Arrays) -> dict[str, np.ndarray]:
    return {name: array for name, array in named.items() if name.startswith("moments.")}
