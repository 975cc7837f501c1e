"""A run: the facade of a folder that holds an experiment.

A run's folder holds

- ``run.json``: the plan, the limits, the given body, with which versions, on which machine,
- ``record.sqlite``: species, generations, scores, flags, updates, evaluations, checkpoints,
  digests,
- ``record.commits``: how often the record was written, see ``record``,
- ``weights/``: train states that the record names, see ``weight_store``,
- ``status.json``: what the process at work is doing, for people and pages that watch,
- ``workers.log``: what worker processes said before they were lost or failed,
- ``lock``: held by the process at work.

An experiment evolves bodies generation after generation, or it only trains given bodies: then it
has one generation. Species enter the record when their generation begins, updates as they come,
scores when it ends. Weights are on the disk before the record names them: whenever the program
dies, training goes on from the last checkpoint of every species, bit for bit. ``Run`` is the
folder; ``runner`` is the work in it.
"""

from __future__ import annotations

import csv
import io
import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.serialization import from_json, to_json
from nge.body.space import DesignSpace
from nge.errors import NgeError, PhysicsError, RunError
from nge.evolution.plan import Plan
from nge.evolution.species import RELEARN, Generation, Species, Trainee, given_species
from nge.extensions import file_name
from nge.nets.net_settings import SIZES, policy_named_by
from nge.runs import folder as files
from nge.runs import migrations
from nge.runs.limits import AnyLimits, Keeping, Limits, TrainingLimits
from nge.runs.loggers import check_installed
from nge.runs.record import Earlier, delete, insert, rows
from nge.runs.rows import (
    SCORES,
    flags_rows,
    generation_row,
    line_of,
    ranking,
    score_from,
    score_of,
    score_row,
    species_from,
    species_row,
)
from nge.runs.store import RunStore, Saved
from nge.wording import plural

# A run is opened and listed without what takes JAX and MuJoCo; methods import that when called.
if TYPE_CHECKING:
    import pandas

    from nge.evolution.search import Search
    from nge.evolution.train_job import Checkpoint
    from nge.rl.train_state import TrainState
    from nge.runs.creature import Creature
    from nge.runs.weight_store import WeightStore
    from nge.tasks.task import Task


ABOUT = ("command", "started", "versions", "machine")
TASK_OBJECT = "task_object"
"""Name of the entry of run.json that says where the class of its task is defined; it is there only
where an object was given as the task."""


class Run(RunStore):
    """A run: its folder and limits, its record (``RunStore``), and its weights."""

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        limits: AnyLimits,
        keeping: Keeping,
        given: BodyGraph | None,
        about: dict[str, Any],
        read_only: bool = False,
        earlier: Earlier | None = None,
    ) -> None:
        """Describe a run; ``create``, ``create_training`` and ``open`` make one."""
        super().__init__(folder, plan, read_only, earlier)
        self.limits, self.keeping = limits, keeping
        self.given, self.about = given, about
        self._earlier = earlier

    @cached_property
    def search(self) -> Search:
        """Its plan bound to its task."""
        from nge.evolution.search import Search
        from nge.tasks.registry import TASKS

        if (origin := self.about.get(TASK_OBJECT)) and self.plan.task not in TASKS:
            raise RunError(
                f"the task {self.plan.task!r} of {self.folder} is an object of {origin}, which "
                "this process does not have; go on there with nge.evolve or nge.train and the "
                "object, or make it known with nge.register"
            )
        return Search(self.plan, self.given)

    @cached_property
    def weights(self) -> WeightStore:
        """Its weights on the disk."""
        from nge.rl.train_state import new_train_state
        from nge.runs.weight_store import WeightStore

        def blank() -> TrainState:
            """Return a train state of the right names and shapes; its values do not matter."""
            plan = self.plan
            return new_train_state(0, self.task, self.space, plan.net, plan.critic, 1.0)

        return WeightStore(self.folder, blank)

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
        run = Run(folder, plan, limits, keeping or Keeping(), given, _about(command, plan))
        if given is not None:
            run.search.space.check(given)
        run._make()
        return run

    @staticmethod
    def create_training(
        folder: Path,
        plan: Plan,
        limits: TrainingLimits,
        trainees: Sequence[Trainee],
        keeping: Keeping | None = None,
        command: Sequence[str] = (),
    ) -> Run:
        """Make a run that trains given bodies, in a folder that is empty or does not exist yet."""
        run = Run(folder, plan, limits, keeping or Keeping(), None, _about(command, plan))
        for trainee in trainees:
            _check(trainee, run.task)
        run._make()
        species = given_species(trainees)
        with run.record.writing() as record:
            insert(record, "species", [species_row(one) for one in species])
            insert(record, "checkpoints", [(0, one.id, 0, None, None) for one in species])
        return run

    @staticmethod
    def open(folder: Path | str, read_only: bool = False) -> Run:
        """Return the run in a folder, or say why there is none that can be read.

        ``read_only`` is for readers beside the process that writes.
        """
        folder = Path(folder)
        found = files.described(folder)
        with files.reading(folder / "run.json"):
            earlier, found = migrations.earlier_tables(found), migrations.description(found)
            return Run(
                folder,
                plan := Plan.model_validate(found["plan"]),
                (TrainingLimits if plan.trains_only else Limits).model_validate(found["limits"]),
                Keeping.model_validate(found["keeping"]),
                None if found["given"] is None else from_json(json.dumps(found["given"])),
                {key: found[key] for key in (*ABOUT, *{TASK_OBJECT} & found.keys())},
                read_only,
                earlier,
            )

    def with_limits(self, limits: AnyLimits) -> Run:
        """Return the run with other limits, which are written down; none at all keeps its own."""
        if limits == type(limits)() or limits == self.limits:
            return self
        if isinstance(limits, TrainingLimits) and limits.updates is limits.max_steps is None:
            own = {name: getattr(self.limits, name) for name in ("updates", "max_steps")}
            limits = limits.model_copy(update=own)
        if self._ended_before(limits):
            spent = self.spent()
            done = (
                f"{plural(spent.updates, 'update')} of every species"
                if self.plan.trains_only
                else f"{spent.generations} generations, {spent.steps} control steps in "
                f"{spent.seconds / 3600:.2g} hours, more than these limits"
            )
            raise RunError(f"{self.folder} has done {done}; ask for more")
        return self._changed(limits, self.keeping)

    def with_loggers(self, names: Sequence[str]) -> Run:
        """Return the run with other loggers, which are written down; none at all keeps its own."""
        check_installed(names)
        keeping = self.keeping.model_copy(update={"log": tuple(names)}) if names else self.keeping
        return self if keeping == self.keeping else self._changed(self.limits, keeping)

    def _changed(self, limits: AnyLimits, keeping: Keeping) -> Run:
        run = Run(
            self.folder, self.plan, limits, keeping, self.given, self.about, earlier=self._earlier
        )
        with files.alone(self.folder):
            run.bring_up_to_date()
            run._describe()
        return run

    def bring_up_to_date(self) -> None:
        """Write a run of an earlier version as one of this version; its folder must be locked."""
        if self._earlier is not None:
            with self.record.writing():
                pass
            self._describe()
            self._earlier = None

    def check_versions(self) -> None:
        """Refuse to go on with other versions than those the run began with."""
        before, now = self.about["versions"], files.versions()
        changed = [
            f"{name} {before.get(name)} is now {now[name]}"
            for name in files.DECIDING
            if before.get(name) != now[name]
        ]
        if changed:
            raise RunError(
                f"{', '.join(changed)}: {self.folder} would not go on as it began; "
                "install what it began with, or add --anyway"
            )

    @property
    def task(self) -> Task:
        return self.search.task

    @property
    def space(self) -> DesignSpace:
        return self.search.space

    @property
    def policy(self) -> str:
        """Name of the policy that its settings are nearest to."""
        return policy_named_by(self.plan.net)

    @property
    def title(self) -> str:
        plan = self.plan
        if plan.trains_only:
            return f"{plan.task}, training, policy {self.policy}"
        return f"{plan.task}, {plan.method}, seed {plan.seed}"

    @property
    def search_limits(self) -> Limits:
        assert isinstance(self.limits, Limits), "a run that only trains has others"
        return self.limits

    @property
    def done(self) -> bool:
        """Whether a limit is reached."""
        spent, limits = self.spent(), self.limits
        if isinstance(limits, Limits):
            return limits.reached(spent.generations, spent.steps, spent.seconds)
        reached = max(row["updates"] for row in self.checkpoint_rows())
        whole = spent.generations > 0 and reached >= self.updates_of(0)
        return whole or limits.late(spent.seconds)

    def updates_of(self, generation: int) -> int:
        """Return how many updates every species of a generation makes by its plan."""
        if isinstance(self.limits, TrainingLimits):
            return self.limits.goal(self.plan)
        return self.plan.population.updates_of(self.age_of_race(generation))

    def steps_of(self, generation: int) -> int:
        """Return the control steps of a generation by its plan: warm-up, but no evaluations."""
        if self.plan.trains_only:
            return len(self.checkpoint_rows()) * self.plan.steps_after(self.updates_of(0))
        return self.plan.steps_of(self.age_of_race(generation))

    def age_of_race(self, generation: int) -> int:
        """Return which generation of its race one is; a smaller race begins further on."""
        query = """
            SELECT born, COUNT(*) FROM species
            WHERE (parent IS NULL OR operator = ?) AND born <= ?
            GROUP BY born ORDER BY born DESC LIMIT 1
        """
        with self.record.reading("species") as record:
            found = record.execute(query, (RELEARN, generation)).fetchone()
        if found is None:
            return generation
        began, size = found
        return generation - began + self.plan.population.age_with(size)

    # --- what was recorded ----------------------------------------------------------------

    def train_state(self, species: int) -> TrainState:
        """Return the controller of a species as it was last saved."""
        self.body(species)
        saved = [row for row in self.checkpoint_rows() if row["file"]]
        own = [row for row in saved if row["species"] == species]
        if own:
            row = own[-1]
            ids = [r["species"] for r in saved if r["generation"] == row["generation"]]
            found = self.weights.train_states(Saved(row["file"], row["digest"]), ids)
            if species not in found:
                raise RunError(f"{self.folder / row['file']} has no species {species}")
            return found[species]
        digest = self._kept_digests().get(species)
        if digest is not None or self.weights.grave(species).is_file():
            return self.weights.buried(species, digest)
        if any(row["species"] == species for row in self.checkpoint_rows()):
            first = min(self.keeping.save_every, self.updates_of(self.spent().generations))
            raise RunError(
                f"{self.folder} has no weights of species {species} yet; "
                f"the first come with update {first}"
            )
        raise RunError(
            f"the weights of species {species} are gone: it died without living descendants "
            "and never was the best; runs with --keeping.weights all keep them"
        )

    def buried(self) -> list[int]:
        """Return the eliminated species whose weights are kept."""
        named, ids = self._kept_digests(), (row["id"] for row in self.species())
        return [one for one in ids if one in named or self.weights.grave(one).is_file()]

    def ranked(self) -> list[int]:
        """Return all species, best first: in fresh episodes, else by fitness, else in training."""
        with files.reading(self.record.path):
            values = {row["id"]: row["fitness"] for row in self.species()}
            for one, recent in self.recent_returns().items():
                if values[one] is None and recent:
                    values[one] = float(np.mean(recent))
            return ranking(self.evaluations(), values)

    def fittest(self, count: int) -> list[int]:
        """Return the species of the best last scores whose weights are there, best first."""
        values = {row["id"]: row["fitness"] for row in self.species()}
        known = [one for one in ranking((), values) if values[one] is not None]
        kept = self.kept(known)
        return [one for one in known if one in kept][:count]

    def best(self) -> int | None:
        """Return the best species, see ``ranked``, whose weights are there."""
        ranked = self.ranked()
        kept = self.kept(ranked)
        return next((one for one in ranked if one in kept), None)

    def keeps(self, species: int) -> bool:
        """Tell whether the weights of a species are there."""
        return species in self.kept([species])

    def kept(self, species: Iterable[int]) -> set[int]:
        """Return those of some species whose weights are there."""
        saved = {row["species"] for row in self.checkpoint_rows() if row["file"]}
        return {one for one in species if one in saved or self.weights.grave(one).is_file()}

    def creature(self, species: int | None = None) -> Creature:
        """Return a species to be looked at; by default the best."""
        from nge.runs.creature import Creature

        found = self.best() if species is None else species
        if found is None:
            raise RunError(
                f"{self.folder} has no weights yet; wait for its first generation or checkpoint"
            )
        return Creature(self, found)

    def _repr_html_(self) -> str:
        """Show itself in a notebook: what it is, how far it is, and the best creature so far."""
        spent, best = self.spent(), self.best()
        done = f"{plural(spent.generations, 'generation')}, {plural(spent.steps, 'control step')}"
        shown = "" if best is None else self.creature(best)._repr_html_()
        return f"<p>{escape(f'{self.title}: {done}')}</p>{shown}"

    def status(self) -> dict[str, Any]:
        """Return what the process at work said last; nothing if none is at work."""
        return files.working(self.folder) or {}

    def frame(self) -> pandas.DataFrame:
        """Return all scores with what is known of their species, as a pandas data frame."""
        try:
            import pandas
        except ImportError:
            raise RunError("data frames need pandas; install it with: pip install pandas") from None
        scores, species = pandas.DataFrame(self.scores()), pandas.DataFrame(self.species())
        own = ["id", "born", "parent", "operator", "predicted", "parts", "topology", "digest"]
        return scores.merge(species[own], left_on="species", right_on="id").drop(columns="id")

    def write_curve(self) -> Path:
        """Write every update as a table that any program can read."""
        curve, text = self.updates(), io.StringIO()
        table = csv.DictWriter(text, list(curve[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(curve)
        path = self.folder / "curve.csv"
        files.write(path, text.getvalue().encode())
        return path

    # --- going on ---------------------------------------------------------------------------

    def told(self) -> list[Generation]:
        """Return all whole generations; the species of the last one have train states."""
        last = self.spent().generations - 1
        if last < 0:
            return []
        checkpoints = [row for row in self.checkpoint_rows() if row["generation"] == last]
        if not checkpoints:
            raise RunError(f"{self.record.path} names no weights after {last + 1} generations")
        with files.reading(self.record.path):
            train_states: dict[int, TrainState] = {}
            for saved, ids in _by_file(checkpoints):
                train_states |= self.weights.train_states(saved, ids)
            with self.record.reading("species", "scores", "flags") as record:
                found = rows(record, "SELECT * FROM species ORDER BY id")
                scored = rows(record, f"{SCORES} ORDER BY generation, species")
            known = {row["id"]: species_from(row) for row in found}
            trained: dict[int, list[Species]] = {number: [] for number in range(last + 1)}
            for row in scored:
                id_, number = row["species"], row["generation"]
                train_state = train_states[id_] if number == last else None
                one = replace(known[id_], train_state=train_state, score=score_from(row))
                trained.setdefault(number, []).append(one)
            born = [one.born for one in known.values()]  # in the order of their ids
            return [
                Generation(number, tuple(trained[number]), bisect_right(born, number))
                for number in range(last + 1)
            ]

    def as_given(self) -> Generation:
        """Return the only generation of a run that only trains, as it begins."""
        with self.record.reading("species") as record:
            found = rows(record, "SELECT * FROM species ORDER BY id")
        return self.search.as_given([species_from(row) for row in found], self.updates_of(0))

    def begin(self, generation: Generation) -> dict[int, Checkpoint]:
        """Record the species to be trained; return the checkpoints of those that have one.

        What was recorded after their checkpoints is dropped: it is going to happen again.
        """
        number = generation.number
        with self.record.writing() as record:
            query = """
                SELECT species, updates, species.digest FROM checkpoints
                JOIN species ON species.id = species WHERE generation = ?
            """
            known = rows(record, query, number)
            wanted = {(one.id, one.body.digest) for one in generation.species}
            if {(row["species"], row["digest"]) for row in known} != wanted:
                for table in ("checkpoints", "updates", "episodes"):
                    delete(record, table, "generation = ?", number)
                delete(record, "species", "born = ?", number)
                new = [one for one in generation.species if one.born == number]
                insert(record, "species", [species_row(one) for one in new])
                ids = [one.id for one in generation.species]
                insert(record, "checkpoints", [(number, id_, 0, None, None) for id_ in ids])
                return {}
            for table in ("scores", "flags", "evaluations"):
                delete(record, table, "generation = ?", number)
            delete(record, "generations", "number = ?", number)
            for row in known:
                for table in ("updates", "episodes"):
                    where = "generation = ? AND species = ? AND number > ?"
                    delete(record, table, where, number, row["species"], row["updates"])
        return self.checkpoints(number)

    def checkpoints(self, generation: int) -> dict[int, Checkpoint]:
        """Return where the training of the species of a generation can go on from."""
        found: dict[int, Checkpoint] = {}
        rows_ = [row for row in self.checkpoint_rows() if row["generation"] == generation]
        updates = {row["species"]: row["updates"] for row in rows_}
        for saved, ids in _by_file([row for row in rows_ if row["file"]]):
            some = self.weights.checkpoints(saved, ids, updates[ids[0]])
            found |= {id_: one for id_, one in some.items() if id_ in ids}
        return found

    def add_checkpoints(
        self,
        generation: int,
        found: Mapping[int, Checkpoint],
        updates: Sequence[tuple] = (),
        episodes: Sequence[tuple] = (),
    ) -> None:
        """Write where the training of some species stands, and rows of updates up to there."""
        saved = self.weights.save_checkpoints(generation, found)
        with self.record.writing() as record:
            self._insert(record, updates, episodes)
            for species, one in found.items():
                delete(record, "checkpoints", "generation = ? AND species = ?", generation, species)
                insert(record, "checkpoints", [(generation, species, one.updates, *saved)])
            named = [row["file"] for row in rows(record, "SELECT file FROM checkpoints")]
        done = min(one.updates for one in found.values())
        self.weights.clear([name for name in named if name], generation, done)

    def end(
        self,
        generation: Generation,
        before: Generation | None,
        seconds: float,
        checkpoints: Mapping[int, Checkpoint],
    ) -> None:
        """Write down a trained generation: weights first, then the record in one commit.

        ``seconds`` are those of the whole run. ``checkpoints`` are kept where it only trains, so
        that it can go on beyond its end.
        """
        number, species = generation.number, generation.species
        updates = {one.id: checkpoints[one.id].updates for one in species}
        if self.plan.trains_only:
            saved = self.weights.save_checkpoints(number, checkpoints)
        else:
            saved = self.weights.save_generation(number, species)
        living, kept = self._living_and_kept(generation)
        died = [one for one in (before.species if before else ()) if one.id in kept - living]
        digests = [(one.id, self.weights.bury(one)) for one in died]
        steps = generation.proposals.screening_steps + sum(score_of(one).steps for one in species)
        steps += 0 if self.plan.trains_only else self.spent().steps
        row = generation_row(generation, self.drawn_from, steps, seconds)
        with self.record.writing() as record:
            insert(record, "scores", [score_row(number, one) for one in species])
            insert(record, "flags", flags_rows(number, species))
            insert(record, "generations", [row])
            delete(record, "checkpoints")
            insert(record, "checkpoints", [(number, id_, n, *saved) for id_, n in updates.items()])
            for (id_,) in record.execute("SELECT species FROM kept_weights").fetchall():
                if id_ not in kept - living:  # or it lives again
                    delete(record, "kept_weights", "species = ?", id_)
            insert(record, "kept_weights", digests)
        done = max(updates.values())
        self.weights.clear([saved.file], number, done, kept - living, generation.born_so_far)

    # --- inside -----------------------------------------------------------------------------

    def _make(self) -> None:
        files.make_empty(self.folder)
        (self.folder / "weights").mkdir()
        self.record.create()
        self._describe()

    @property
    def drawn_from(self) -> DesignSpace | None:
        """The space that a generation's bodies are drawn from, if they are."""
        return None if self.plan.trains_only else self.search.space

    def _ended_before(self, limits: AnyLimits) -> bool:
        """Tell whether limits were reached by a generation before the last, or by updates done."""
        if isinstance(limits, TrainingLimits):
            done = max(row["updates"] for row in self.checkpoint_rows())
            return limits.goal(self.plan) < done
        return any(
            limits.reached(row["number"] + 1, row["steps"], row["seconds"])
            for row in self.generations()[:-1]
        )

    def _living_and_kept(self, generation: Generation) -> tuple[set[int], set[int]]:
        """Return the species of the last generation, and those whose weights are kept."""
        living = {species.id for species in generation.species}
        parents = self._parents()
        with self.record.reading("generations") as record:
            kept = {row[0] for row in record.execute("SELECT best_species FROM generations")}
        for species in living:
            kept.update(line_of(species, parents))
        if self.keeping.weights == "all":
            kept |= parents.keys()
        return living, kept | living | generation.kept

    def _describe(self) -> None:
        content = {
            **self.about,
            "plan": self.plan.model_dump(mode="json"),
            "limits": self.limits.model_dump(mode="json"),
            "keeping": self.keeping.model_dump(mode="json"),
            "given": None if self.given is None else json.loads(to_json(self.given)),
        }
        files.describe(self.folder, content)


def _about(command: Sequence[str], plan: Plan) -> dict[str, Any]:
    """Return how a run comes about, and where the class of its task is defined, if given so."""
    from nge.tasks.registry import TASKS

    origin = TASKS.origin(plan.task)
    return files.origin(command) | ({TASK_OBJECT: origin} if origin else {})


def free_folder(task: str, method: str, within: Path = Path("runs")) -> Path:
    """Return the first folder ``TASK-METHOD-1``, ``-2`` and so on that does not exist."""
    number = 1
    while (folder := within / file_name(f"{task}-{method}-{number}")).exists():
        number += 1
    return folder


def _by_file(checkpoints: Sequence[dict[str, Any]]) -> list[tuple[Saved, list[int]]]:
    """Return files of weights, each with the species that the record has it for."""
    found: dict[Saved, list[int]] = {}
    for row in checkpoints:
        found.setdefault(Saved(row["file"], row["digest"]), []).append(row["species"])
    return list(found.items())


def _check(trainee: Trainee, task: Task) -> None:
    """Refuse a body that the task, the policy or the physics cannot take."""
    from nge.physics.engines import smoke_test

    if len(trainee.body) > SIZES[-1]:
        raise RunError(
            f"body {trainee.name!r} has {len(trainee.body)} parts; policies take up to {SIZES[-1]}"
        )
    try:
        problem = smoke_test(task.compile(trainee.body))
    except NgeError as error:
        raise RunError(f"body {trainee.name!r} does not fit task {task.name!r}: {error}") from None
    if problem:
        raise PhysicsError(f"body {trainee.name!r} cannot be simulated: {problem}")
