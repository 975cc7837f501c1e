"""Training runs: fixed bodies that learn, in a folder from which they can go on at any time.

A run's folder holds

- ``run.json``: what was asked for, with which versions, on which machine,
- ``record.sqlite``: every update, every whole episode, the evaluation, and the last checkpoint,
- ``record.commits``: how often the record was written, see ``record``,
- ``weights/``: the learners at the last checkpoint and the episodes they were in the middle of,
- ``curve.csv`` and ``best.mp4``: for people,
- ``status.json``: what the process at work is doing, for pages that watch,
- ``lock``: empty; held by the process that trains.

Weights are on the disk before the record names them, so whenever the program dies the folder shows
the last checkpoint. Training goes on from there bit for bit, because the episodes under way are
part of it. ``TrainingRun`` is the folder, ``Training`` the work in it.
"""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self

import numpy as np
from annotated_types import Ge, Gt
from pydantic import model_validator

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.body.text import from_json, to_json
from nge.control import devices
from nge.control.ppo_settings import PpoSettings
from nge.errors import NgeError, PhysicsError, RunError, WeightsError
from nge.nets.net_settings import SIZES, CriticSettings, PolicySettings
from nge.randomness import stream_seed
from nge.runs import folder as files
from nge.runs.record import Record, delete, insert, rows
from nge.settings import Settings, with_new_names
from nge.wording import plural

# A run is opened and listed without what takes JAX and MuJoCo; methods import that when called.
if TYPE_CHECKING:
    from nge.control.agent import Learner
    from nge.control.crew import Crew
    from nge.control.evaluate import Evaluation
    from nge.control.rollout import Episode
    from nge.control.train import Population
    from nge.runs.creature import Trained
    from nge.tasks.task import Task

FORMAT, VERSION = "nge-training", 2
STREAMS = 0
"""Seed of the population's random streams: what tells species apart is the seed of each.
So a species learns the same alone and in a run of many seeds."""
WEIGHTS = re.compile(r"(\.)?(\d{6,})\.safetensors(?(1)\.\d+)")
"""Names of weights, and of drafts of them (with a dot) that a killed process left."""
RECENT = 8  # whole episodes that the return of a species is taken over while it learns
NUMBERS = (
    *("reward", "kl", "policy_loss", "value_loss", "clipped", "std", "rate"),
    *("explained", "gradient"),
)
"""The fields of ``control.ppo.Report``, which takes JAX to import."""
COLUMNS = ("number", "species", "steps", "seconds", "episodes", "mean_return", *NUMBERS)
"""Of the table of updates."""
SCHEMA = f"""
CREATE TABLE updates (
    number INTEGER, species INTEGER, steps INTEGER, seconds REAL,
    episodes INTEGER, mean_return REAL, {", ".join(f"{name} REAL" for name in NUMBERS)},
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


class TrainingPlan(Settings):
    """What a training run was asked for: with its species, all that decides its weights."""

    task: str
    """Name of the task."""

    policy: str
    """Name of the policy that ``net`` is a variant of."""

    net: PolicySettings
    critic: CriticSettings
    ppo: PpoSettings

    updates: Annotated[int, Ge(1)] | None = None
    """Updates of every species after which the run is done."""

    max_steps: Annotated[int, Ge(1)] | None = None
    """Control steps of every species: the update that reaches them is the last."""

    max_hours: Annotated[float, Gt(0)] | None = None
    """Hours of training after which the run is done, whatever is left."""

    save_every: Annotated[int, Ge(1)] = 10
    """Updates between checkpoints; changes nothing that is learned."""

    @model_validator(mode="after")
    def _has_an_end(self) -> TrainingPlan:
        if self.updates is None and self.max_steps is None:
            raise ValueError("give updates or max_steps")
        return self

    @property
    def goal(self) -> int:
        """Updates after which the run is done."""
        limits = [] if self.updates is None else [self.updates]
        if self.max_steps is not None:
            limits.append(max(1, -(-(self.max_steps - self.steps(0)) // self.ppo.steps)))
        return min(limits)

    def reached(self, updates: int, seconds: float) -> bool:
        """Tell whether a run that has come so far is done."""
        late = self.max_hours is not None and seconds >= 3600 * self.max_hours
        return late or updates >= self.goal

    def steps(self, updates: int) -> int:
        """Return the control steps of one species in so many updates, warm-up included."""
        return self.ppo.num_envs * self.ppo.warmup_steps + updates * self.ppo.steps


class Trainee(NamedTuple):
    """A species to be trained: a body, what the user calls it, and the seed it learns with."""

    name: str
    body: BodyGraph
    seed: int

    def __str__(self) -> str:
        """Return its name for people."""
        return f"{self.name}, seed {self.seed}"


class Spent(NamedTuple):
    """How far a run has come."""

    updates: int = 0
    seconds: float = 0.0
    """Wall-clock time spent on training."""


class Checkpoint(NamedTuple):
    """Where a run can go on."""

    number: int
    """Updates done."""
    seconds: float
    """Wall-clock time spent on training."""
    file: str
    """Where the weights are, seen from the run's folder."""
    digest: str
    """Of all arrays in the file."""


@dataclass(frozen=True)
class Update:
    """What one update of all species brought."""

    number: int
    """Updates done, this one included."""
    steps: int
    """Control steps of each species so far."""
    seconds: float
    """Wall-clock time spent on training so far."""
    episodes: Sequence[Episode]
    """Whole episodes that ended."""
    reports: Sequence[Mapping[str, float]]
    """By species; see docs/metrics.md."""

    def returns(self, species: int) -> list[float]:
        """Return the returns of the whole episodes of one species."""
        return [episode.total for episode in self.episodes if episode.species == species]


class TrainingRun:
    """A run's folder."""

    read_only = False
    """Whether the record is opened so that it cannot be written."""

    def __init__(
        self, folder: Path, plan: TrainingPlan, trainees: Sequence[Trainee], about: dict[str, Any]
    ) -> None:
        """Describe a run; ``create`` and ``open`` make one."""
        self.folder, self.plan, self.trainees, self.about = folder, plan, tuple(trainees), about
        self.record = Record(folder / "record.sqlite", SCHEMA, self.read_only)

    @cached_property
    def task(self) -> Task:
        """What its species are asked to do."""
        from nge.tasks.registry import task_named

        return task_named(self.plan.task)

    @cached_property
    def space(self) -> DesignSpace:
        """The bodies that the task takes."""
        return self.task.space()

    # --- the folder -----------------------------------------------------------------------

    @staticmethod
    def create(
        folder: Path, plan: TrainingPlan, trainees: Sequence[Trainee], command: Sequence[str]
    ) -> TrainingRun:
        """Make a new run in a folder that is empty or does not exist yet."""
        run = TrainingRun(folder, plan, trainees, files.origin(command))
        for trainee in trainees:
            _check(trainee, run.task)
        files.make_empty(folder)
        (folder / "weights").mkdir()
        run.record.create()
        run._describe()
        return run

    @staticmethod
    def open(folder: Path) -> TrainingRun:
        """Return the run in a folder, or say why there is none that can be read."""
        found = files.described(folder, FORMAT, VERSION)
        with files.reading(folder / "run.json"):
            plan = TrainingPlan.model_validate(with_new_names(found["plan"], quietly=True))
            trainees = [
                Trainee(entry["name"], from_json(json.dumps(entry["body"])), entry["seed"])
                for entry in found["species"]
            ]
            about = {key: found[key] for key in ("command", "started", "versions", "machine")}
            return TrainingRun(folder, plan, trainees, about)

    def towards(
        self, updates: int | None, max_steps: int | None, max_hours: float | None = None
    ) -> TrainingRun:
        """Return the run with another goal, which is written down; None everywhere keeps it."""
        if updates is None and max_steps is None:
            if max_hours is None:
                return self
            updates, max_steps = self.plan.updates, self.plan.max_steps
        goal = {"updates": updates, "max_steps": max_steps, "max_hours": max_hours}
        plan = TrainingPlan.model_validate(self.plan.model_dump() | goal)
        checkpoint = self.checkpoint()
        if checkpoint and plan.goal < checkpoint.number:
            raise RunError(
                f"{self.folder} has done {plural(checkpoint.number, 'update')} "
                f"({plural(plan.steps(checkpoint.number), 'control step')} of each species); "
                "ask for more"
            )
        run = TrainingRun(self.folder, plan, self.trainees, self.about)
        run._describe()
        return run

    def check_versions(self) -> None:
        """Refuse to go on with other versions than those the run began with."""
        files.check_versions(self.folder, self.about["versions"])

    # --- what was recorded ----------------------------------------------------------------

    def checkpoint(self) -> Checkpoint | None:
        """Return where the run can go on, None before its first checkpoint."""
        query = "SELECT number, seconds, file, digest FROM checkpoints"
        with self.record.reading("checkpoints") as record:
            row = record.execute(query).fetchone()
        return Checkpoint(*row) if row else None

    def load(self, checkpoint: Checkpoint) -> tuple[list[Learner], list[dict[str, np.ndarray]]]:
        """Return the learners and the episodes under way, by species."""
        from nge.nets import weights

        path = files.weights_path(self.folder, checkpoint.file)
        try:
            arrays = weights.from_bytes(path.read_bytes())
            if weights.digest_of(arrays) != checkpoint.digest:
                raise WeightsError("it is not the file that the record names")
            like = weights.stacked([self.fresh_learner(trainee) for trainee in self.trainees])
            learners = weights.filled(like, weights.within("learners", arrays))
        except FileNotFoundError:
            raise RunError(f"{path} is missing; without it this run cannot be used") from None
        except WeightsError as error:
            raise RunError(
                f"{path} is damaged: {error}; put a copy in its place, or train anew"
            ) from None
        underway = [weights.within(f"underway.{row}", arrays) for row in range(len(self.trainees))]
        return weights.apart(learners), underway

    def spent(self) -> Spent:
        """Return how far it has come, beyond the last checkpoint too."""
        last = "SELECT number, seconds FROM updates ORDER BY number DESC LIMIT 1"
        with self.record.reading("updates") as record:
            return Spent(*(record.execute(last).fetchone() or ()))

    @property
    def done(self) -> bool:
        """Whether the goal is reached."""
        return self.plan.reached(*self.spent())

    def body(self, species: int) -> BodyGraph:
        """Return the body of a species."""
        if species not in range(len(self.trainees)):
            last = len(self.trainees) - 1
            raise RunError(f"{self.folder} has species 0..{last}; there is no {species}")
        return self.trainees[species].body

    def learner(self, species: int) -> Learner:
        """Return the learner of a species at the last checkpoint."""
        self.body(species)  # or say that there is none
        return self.learners()[species]

    def learners(self) -> list[Learner]:
        """Return the learners of all species at the last checkpoint."""
        checkpoint = self.checkpoint()
        if checkpoint is None:
            first = min(self.plan.save_every, self.plan.goal)
            raise RunError(f"{self.folder} has no weights yet; the first come with update {first}")
        return self.load(checkpoint)[0]

    def fresh_learner(self, trainee: Trainee) -> Learner:
        """Return the learner that a species starts with."""
        from nge.control.agent import new_learner

        plan, seed = self.plan, stream_seed(STREAMS, "weights", trainee.seed)
        rate = plan.ppo.learning_rate
        return new_learner(seed, self.task, self.space, plan.net, plan.critic, rate)

    def recent_returns(self, count: int = RECENT) -> list[list[float]]:
        """Return the returns of the last whole episodes of every species, oldest first."""
        newest = "SELECT total FROM episodes WHERE species = ? ORDER BY rowid DESC LIMIT ?"
        with self.record.reading("episodes") as record:
            found = [
                record.execute(newest, (species, count)).fetchall()
                for species in range(len(self.trainees))
            ]
        return [[total for (total,) in reversed(row)] for row in found]

    def ranked(self) -> list[int]:
        """Return all species, the best in fresh episodes first; without these, in training."""
        totals = self.recent_returns()
        if fresh := [row for row in self.evaluations() if not row["sampled"]]:
            totals = [
                [row["total"] for row in fresh if row["species"] == species]
                for species in range(len(self.trainees))
            ]
        means = [float(np.mean(some)) if some else -np.inf for some in totals]
        return sorted(range(len(means)), key=lambda species: -means[species])

    def creature(self, species: int | None = None) -> Trained:
        """Return a species to be looked at; by default the best."""
        from nge.runs.creature import Trained

        return Trained(self, self.ranked()[0] if species is None else species)

    def curve(self) -> list[dict[str, Any]]:
        """Return every update of every species by the names of docs/metrics.md."""
        with self.record.reading("updates") as record:
            found = rows(record, "SELECT * FROM updates ORDER BY number, species")
        who = [{"body": trainee.name, "seed": trainee.seed} for trainee in self.trainees]
        return [who[row["species"]] | row for row in found]

    def evaluations(self) -> list[dict[str, Any]]:
        """Return the episodes that species were evaluated by at the last checkpoint."""
        query = """
            SELECT * FROM evaluations WHERE number = (SELECT number FROM checkpoints)
            ORDER BY species, sampled, episode
        """
        with self.record.reading("evaluations", "checkpoints") as record:
            return rows(record, query)

    def damage(self) -> list[str]:
        """Return what is wrong with the record: its checksums, then what it says."""
        try:
            with files.reading(self.record.path):
                return self._damage()
        except RunError as error:
            return [str(error)]

    def _damage(self) -> list[str]:
        self.record.check()
        species, spent, checkpoint = len(self.trainees), self.spent(), self.checkpoint()
        expected = [(n, s) for n in range(1, spent.updates + 1) for s in range(species)]
        found = []
        if [(row["number"], row["species"]) for row in self.curve()] != expected:
            found.append("updates are missing from the record")
        if checkpoint and checkpoint.number > spent.updates:
            found.append(f"the checkpoint is of update {checkpoint.number}, which is not recorded")
        return found

    # --- writing --------------------------------------------------------------------------

    def add(self, update: Update) -> None:
        """Write down an update and its whole episodes."""
        number = update.number
        updates: list[tuple] = []
        for species, report in enumerate(update.reports):
            returns = update.returns(species)
            mean = float(np.mean(returns)) if returns else None
            so_far = (number, species, update.steps, update.seconds, len(returns), mean)
            updates.append((*so_far, *(report[name] for name in NUMBERS)))
        episodes = [(number, e.species, e.total, e.length, e.diverged) for e in update.episodes]
        with self.record.writing() as record:
            insert(record, "updates", updates)
            insert(record, "episodes", episodes)

    def save(self, number: int, seconds: float, population: Population | Crew) -> None:
        """Write a checkpoint: weights first, then the record that names them."""
        import jax

        from nge.nets import weights

        learners = [jax.tree.map(np.asarray, learner) for learner in population.learners]
        arrays = weights.under("learners", weights.named(weights.stacked(learners)))
        for row, underway in enumerate(population.underway()):
            arrays |= weights.under(f"underway.{row}", underway)
        file = self.folder / "weights" / f"{number:06d}.safetensors"
        files.write(file, weights.to_bytes(arrays))
        name, digest = f"weights/{file.name}", weights.digest_of(arrays)
        with self.record.writing() as record:
            delete(record, "checkpoints")
            insert(record, "checkpoints", [(number, seconds, name, digest)])
        for old in file.parent.iterdir():
            written = WEIGHTS.fullmatch(old.name)
            if written and int(written[2]) <= number and old != file:  # other files are not ours
                old.unlink()

    def forget_after(self, number: int) -> None:
        """Drop what was recorded after a checkpoint: it is going to happen again."""
        with self.record.writing() as record:
            for table in ("updates", "episodes"):
                delete(record, table, "number > ?", number)

    def evaluated(self, episodes: int, seed: int, sampled: bool) -> list[Evaluation]:
        """Evaluate all species as they were at the last checkpoint, and write it down."""
        from nge.control.evaluate import evaluate

        checkpoint = self.checkpoint()
        bodies = [trainee.body for trainee in self.trainees]
        found = evaluate(self.task, self.space, bodies, self.learners(), episodes, seed, sampled)
        performed = [
            (checkpoint.number if checkpoint else 0, species, sampled, seed, episode, *numbers)
            for species, done in enumerate(found)
            for episode, numbers in enumerate(done.episodes)
        ]
        with self.record.writing() as record:
            delete(record, "evaluations", "sampled = ?", sampled)
            insert(record, "evaluations", performed)
        return found

    def write_curve(self) -> Path:
        """Write the curve as a table that any program can read."""
        curve, text = self.curve(), io.StringIO()
        table = csv.DictWriter(text, list(curve[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(curve)
        path = self.folder / "curve.csv"
        files.write(path, text.getvalue().encode())
        return path

    def _describe(self) -> None:
        content = {
            **self.about,
            "plan": self.plan.model_dump(mode="json"),
            "species": [
                {
                    "name": trainee.name,
                    "seed": trainee.seed,
                    "body": json.loads(to_json(trainee.body)),
                }
                for trainee in self.trainees
            ],
        }
        files.describe(self.folder, FORMAT, VERSION, content)


class Training:
    """A run under way, in a ``with`` block that keeps other processes out of its folder.

    Its caller shows and stops: ``while not training.done: show(training.update())``.
    """

    def __init__(self, run: TrainingRun, workers: int | None = None) -> None:
        """Take up a run on so many cores, by default all; the work begins with the block."""
        self.run, self._workers = run, workers
        self.updates, self.seconds = 0, 0.0
        self._saved = 0
        self._timed: tuple[int, float] | None = None
        self._alone = files.alone(run.folder)

    def __enter__(self) -> Self:
        """Lock the folder and build the population, as the last checkpoint left it."""
        self._alone.__enter__()
        try:
            self.run.record.check()
            files.say(self.run.folder, doing="Starting", update=self.run.spent().updates)
            self.population = self._take_up()
            self.asked_to_stop()  # a wish from before was not meant for this process
            files.say(self.run.folder, update=self.updates)
        except BaseException:
            (self.run.folder / files.STATUS).unlink(missing_ok=True)
            self._alone.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Let others at the folder again."""
        self.population.close()
        (self.run.folder / files.STATUS).unlink(missing_ok=True)
        self._alone.__exit__(None, None, None)

    @property
    def done(self) -> bool:
        """Whether the goal is reached."""
        return self.run.plan.reached(self.updates, self.seconds)

    def update(self) -> Update:
        """Train every species for one update, write it down, and save when it is time."""
        began = time.perf_counter()
        progress = self.population.update()
        reports = [
            {name: float(getattr(progress.reports[species], name)) for name in NUMBERS}
            for species in range(len(self.run.trainees))
        ]
        self.updates += 1
        self.seconds += time.perf_counter() - began
        steps = self.run.plan.steps(self.updates)
        update = Update(self.updates, steps, self.seconds, progress.episodes, reports)
        self.run.add(update)
        if self.updates % self.run.plan.save_every == 0 or self.done:
            self.save()
        self._say()
        return update

    def asked_to_stop(self) -> bool:
        """Tell, once, whether somebody put a file ``stop`` into the folder, as the page does."""
        return files.asked_to_stop(self.run.folder)

    def save(self) -> None:
        """Write a checkpoint, unless it is there."""
        if self.updates != self._saved:
            self.run.save(self.updates, self.seconds, self.population)
            self._saved = self.updates

    def _say(self) -> None:
        """Tell those who watch how it goes, timed from the first update on, which compiles."""
        since, began = self._timed = self._timed or (self.updates, time.time())
        steps = (self.updates - since) * self.run.plan.ppo.steps * len(self.run.trainees)
        files.say(self.run.folder, update=self.updates, steps=steps, began=began)

    def _take_up(self) -> Population | Crew:
        from nge.control.crew import Crew
        from nge.control.train import Population

        run = self.run
        learners = [run.fresh_learner(trainee) for trainee in run.trainees]
        underway = None
        if checkpoint := run.checkpoint():
            learners, underway = run.load(checkpoint)
            self.updates = self._saved = checkpoint.number
            self.seconds = checkpoint.seconds
        run.forget_after(self.updates)
        bodies = [trainee.body for trainee in run.trainees]
        seeds = [trainee.seed for trainee in run.trainees]
        workers, ppo = min(self._workers or devices.workers(), len(bodies)), run.plan.ppo
        if workers > 1 or devices.accelerators():
            population: Population | Crew = Crew(
                *(run.plan.task, bodies, learners, ppo, STREAMS, seeds, workers),
                devices.accelerators(),
            )
        else:
            population = Population(run.task, run.space, bodies, learners, ppo, STREAMS, ids=seeds)
        if underway is not None:
            population.go_on(self.updates, underway)
        return population


def free_folder(task: str, within: Path = Path("runs")) -> Path:
    """Return the first folder ``train-TASK-1``, ``-2`` and so on that does not exist."""
    number = 1
    while (folder := within / f"train-{task}-{number}").exists():
        number += 1
    return folder


def _check(trainee: Trainee, task: Task) -> None:
    """Refuse a body that the task, the policy or the physics cannot take."""
    from nge.physics.engines import flight_problem

    if len(trainee.body) > SIZES[-1]:
        raise RunError(
            f"body {trainee.name!r} has {len(trainee.body)} parts; policies take up to {SIZES[-1]}"
        )
    try:
        problem = flight_problem(task.compile(trainee.body))
    except NgeError as error:
        raise RunError(f"body {trainee.name!r} does not fit task {task.name!r}: {error}") from None
    if problem:
        raise PhysicsError(f"body {trainee.name!r} cannot be simulated: {problem}")
