"""Sweeps: many experiments described by one file, each in a run folder of its own.

A ``Sweep`` is the list of its runs, in the folder that holds theirs. Every run is carried out by a
process that ends with the one that started it. A run can always be resumed, so a sweep can: what
is done is skipped, and the rest goes on where it stopped.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any, Literal, NamedTuple

from pydantic import Field

from nge.cpu import child_environment, usable_cores
from nge.errors import NgeError, RunError
from nge.runs import folder as files
from nge.runs.config import EvolutionConfig, TrainingConfig, read
from nge.runs.execution import Execution, ExecutorName
from nge.runs.limits import Limits
from nge.runs.run import Run
from nge.settings import Settings, did_you_mean, over

FILE, FAILURES, LOGS = "sweep.json", "failures.json", "logs"
FORMAT, VERSION = "nge-sweep", 1
START = "from nge.runs.sweep import work; work()"
DEEPEST = 8  # levels of tables and lists in a file: scale, kind, group, list of lists
PAUSE = 0.2  # seconds between looks at the processes
ONE_CORE = Execution(workers=1)
State = Literal["waiting", "running", "stopped", "done", "failed"]


class Scale(Settings):
    """Settings that go over those of every run, to try a sweep with less or with more."""

    evolve: dict[str, Any] = Field(default_factory=dict)
    train: dict[str, Any] = Field(default_factory=dict)


class SweepConfig(Settings):
    """What a sweep file says."""

    about: str = ""
    """What it is to find out."""
    evolve: list[dict[str, Any]] = Field(default_factory=list)
    """Tables of settings of 'nge evolve'; a list stands for one run with each of its values."""
    train: list[dict[str, Any]] = Field(default_factory=list)
    """The same of 'nge train'."""
    scale: dict[str, Scale] = Field(default_factory=dict)
    """Named changes of the tables above, chosen with --scale."""

    def at(self, scale: str | None) -> SweepConfig:
        if scale is None:
            return self
        if scale not in self.scale:
            raise RunError(
                f"unknown scale {scale!r}; {did_you_mean(scale, list(self.scale))}"
                if self.scale
                else f"scale {scale!r} is not in this sweep; it has none"
            )
        chosen = self.scale[scale]
        return SweepConfig(
            about=self.about,
            evolve=[over(table, chosen.evolve) for table in self.evolve],
            train=[over(table, chosen.train) for table in self.train],
        )


@dataclass(frozen=True)
class SweepJob:
    """One run of a sweep."""

    name: str
    config: EvolutionConfig | TrainingConfig
    folder: Path

    @cached_property
    def planned_steps(self) -> int:
        """Control steps of all its species, screening included."""
        if isinstance(self.config, TrainingConfig):
            goal = self.config.limits.goal(self.config.plan)
            bodies = max(1, len(self.config.body)) * self.config.seeds
            return bodies * self.config.plan.steps_after(goal)
        return self.config.limits.estimate(self.config.plan).steps

    def is_done(self, run: Run) -> bool:
        """Tell whether its run has come as far as the file asks for, which may ask for more now."""
        limits, spent = self.config.limits, run.spent()
        if run.limits == limits:
            done = run.done
        elif isinstance(limits, Limits):
            done = limits.reached(spent.generations, spent.steps, spent.seconds)
        else:
            done = spent.updates >= limits.goal(run.plan)
        # Evaluations are the last thing it does.
        return done and (bool(run.evaluations()) or run.best_fitness() is None)


class Standing(NamedTuple):
    """How far a run of a sweep has come."""

    state: State
    steps: int = 0
    best: float | None = None
    reason: str = ""


class SweepProgress(NamedTuple):
    """How far a sweep as a whole has come."""

    states: Mapping[str, int]
    """How many runs are in which state."""
    steps: int
    """Control steps of all runs so far."""
    planned: int
    """Control steps of all runs at the end."""
    failures: Mapping[str, str]
    """Why runs failed, by name."""


class Sweep:
    """The runs of a sweep, in a folder."""

    def __init__(self, config: SweepConfig, folder: Path, scale: str | None = None) -> None:
        """Check all settings; nothing is written yet."""
        self.config, self.folder, self.scale = config, folder, scale
        listed = list(_jobs(config.at(scale), folder))
        if not listed:
            raise RunError("this sweep has no runs; give it tables [[evolve]] or [[train]]")
        names = [job.name for job in listed]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise RunError(f"two runs of this sweep are called {twice!r}; give every run once")
        # Tables that each vary another setting share the runs with the usual values of all.
        self.jobs: list[SweepJob] = []
        for job in listed:
            if all(job.config != other.config for other in self.jobs):
                self.jobs.append(job)
        self.repeated = len(listed) - len(self.jobs)
        self._done: dict[str, Standing] = {}

    @staticmethod
    def read(path: Path | str, folder: Path | None = None, scale: str | None = None) -> Sweep:
        """Return the sweep of a TOML file, or the one that is under way in a folder."""
        path = Path(path)
        if path.is_dir():
            return _under_way(path, folder, scale)
        config = SweepConfig.of(read(path, DEEPEST))
        name = path.stem if scale is None else f"{path.stem}-{scale}"
        return Sweep(config, folder or Path("runs") / name, scale)

    def check(self) -> None:
        """Refuse rewards, bodies and loggers that a run to come cannot have, before any work."""
        from nge.runs import api  # takes JAX, and a sweep is looked at without

        for job in self.jobs:
            if (job.folder / "run.json").is_file():
                continue
            try:
                if isinstance(job.config, EvolutionConfig):
                    api.check_evolution(job.config)
                else:
                    api.check_training(job.config)
            except NgeError as error:
                raise RunError(f"the run {job.name} of this sweep cannot be: {error}") from None

    def prepare(self) -> Path:
        """Make the folder, or check that it is this sweep's; return it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        known = self.folder / FILE
        if not known.is_file() and any(self.folder.iterdir()):
            raise RunError(f"{self.folder} is not empty; choose another folder with --folder")
        (self.folder / LOGS).mkdir(exist_ok=True)
        content = {
            "format": FORMAT,
            "version": VERSION,
            "scale": self.scale,
            "sweep": self.config.model_dump(mode="json"),
        }
        files.write(known, json.dumps(content, indent=1).encode())
        return self.folder

    def standing(self, job: SweepJob) -> Standing:
        if job.name in self._done:
            return self._done[job.name]
        failures = self.failures()
        if job.name in failures:
            return Standing("failed", reason=failures[job.name])
        if not (job.folder / "run.json").is_file():
            return Standing("waiting")
        try:
            run = Run.open(job.folder, read_only=True)
            steps, best = run.spent().steps, run.best_fitness()
            if (now := run.status()) and not run.plan.trains_only:
                steps += now.get("steps", 0)
            if not now and job.is_done(run):
                return self._done.setdefault(job.name, Standing("done", steps, best))
            return Standing("running" if now else "stopped", steps, best)
        except NgeError as error:
            return Standing("failed", reason=str(error))

    def progress(self) -> SweepProgress:
        found = {job.name: self.standing(job) for job in self.jobs}
        return SweepProgress(
            Counter(one.state for one in found.values()),
            sum(one.steps for one in found.values()),
            sum(job.planned_steps for job in self.jobs),
            {name: one.reason for name, one in found.items() if one.state == "failed"},
        )

    def failures(self) -> dict[str, str]:
        with suppress(OSError, ValueError):
            found = json.loads((self.folder / FAILURES).read_bytes())
            return {str(name): str(reason) for name, reason in found.items()}
        return {}

    def run(
        self,
        execution: Execution = ONE_CORE,
        at_once: int | None = None,
        retry: bool = False,
        watch: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Carry out all runs that are not done, several at once; return whether all are done.

        ``execution`` is that of each run; on a Ray cluster, all runs drive the same one. ``watch``
        is called again and again; once it returns False, runs are stopped after the update under
        way, and everything is saved.
        """
        self.check()
        most = at_once or runs_at_once(execution)
        with execution.cluster() as shared, files.alone(self.prepare()):
            if retry:
                (self.folder / FAILURES).unlink(missing_ok=True)
            waiting = [j for j in self.jobs if self.standing(j).state not in ("done", "failed")]
            under_way: dict[str, _Process] = {}
            try:
                while waiting or under_way:
                    wanted = watch()
                    while wanted and waiting and len(under_way) < most:
                        job = waiting.pop(0)
                        if started := self._started(job, shared):
                            under_way[job.name] = started
                    if not wanted:
                        waiting = []
                        for process in under_way.values():
                            process.stop()
                    self._collect(under_way)
                    time.sleep(PAUSE)
            finally:
                for process in under_way.values():
                    process.end()
        return all(self.standing(job).state == "done" for job in self.jobs)

    def _started(self, job: SweepJob, execution: Execution) -> _Process | None:
        """Make or open a run and start its process; write down why that cannot be."""
        try:
            _make(job, execution.local_workers)
            return _Process(job.folder, self.folder / LOGS / f"{job.name}.log", execution)
        except NgeError as error:
            self._write_failure(job.name, str(error))
            return None

    def _collect(self, under_way: dict[str, _Process]) -> None:
        """Take out the processes that have ended, and write down which failed."""
        for name, process in list(under_way.items()):
            if process.running:
                continue
            if reason := under_way.pop(name).failure():
                self._write_failure(name, reason)

    def _write_failure(self, name: str, reason: str) -> None:
        known = self.failures() | {name: reason}
        files.write(self.folder / FAILURES, json.dumps(known, indent=1).encode())

    @cached_property
    def tasks(self) -> list[str]:
        """The tasks of its runs, in the order of the file."""
        return list(dict.fromkeys(job.config.task for job in self.jobs))

    def runs(self, task: str | None = None) -> list[Run]:
        """Return the runs that have a result, of one task or of all."""
        return [
            Run.open(job.folder, read_only=True)
            for job in self.jobs
            if task in (None, job.config.task) and self.standing(job).best is not None
        ]


def sweep(
    what: Path | str | Mapping[str, Any],
    *,
    folder: Path | str | None = None,
    scale: str | None = None,
    workers: int | None = None,
    at_once: int | None = None,
    retry: bool = False,
    executor: ExecutorName = "processes",
    address: str | None = None,
) -> Sweep:
    """Carry out a sweep: a TOML file, or its content as a mapping with a ``folder`` for its runs.

    One that was stopped goes on. ``docs/how-to/sweep.md`` explains the rest. Each run has one core,
    or so many ``workers``; with ``executor="ray"`` all of them drive the cluster at ``address``.
    """
    execution = execution_of_runs(workers, executor, address)
    where = None if folder is None else Path(folder)
    if isinstance(what, Mapping):
        if where is None:
            raise RunError("a sweep from Python needs a folder; give folder=...")
        found = Sweep(SweepConfig.of(what), where, scale)
    else:
        found = Sweep.read(what, where, scale)
    found.run(execution, at_once, retry)
    return found


def execution_of_runs(
    workers: int | None, executor: ExecutorName, address: str | None
) -> Execution:
    """Return where each run of a sweep is carried out: by default on one core."""
    if executor == "processes":
        workers = workers or ONE_CORE.workers
    return Execution.of({"workers": workers, "executor": executor, "address": address})


def runs_at_once(execution: Execution) -> int:
    """Return how many runs have a core of this machine each, or as many as they are to have."""
    return max(1, usable_cores() // (execution.workers or 1))


# --- what a file stands for -------------------------------------------------------------------


def _jobs(config: SweepConfig, folder: Path) -> Iterator[SweepJob]:
    kinds: tuple[tuple[Sequence[dict[str, Any]], type[EvolutionConfig] | type[TrainingConfig]], ...]
    kinds = (config.evolve, EvolutionConfig), (config.train, TrainingConfig)
    for tables, kind in kinds:
        for table in tables:
            axes = list(_axes(table))
            varied = [path for path, values in axes if len(values) > 1]
            for values in product(*(values for _, values in axes)):
                given: dict[str, Any] = {}
                for (path, _), value in zip(axes, values, strict=True):
                    given = over(given, _nested(path, value))
                try:
                    found = kind.of(given)
                except NgeError as error:
                    shown = ", ".join(f"{'.'.join(p)} = {_at(given, p)!r}" for p in varied)
                    at = f" with {shown}" if shown else ""
                    raise RunError(f"a run of this sweep{at} cannot be: {error}") from None
                name = _name(found, given, varied)
                yield SweepJob(name, found, folder / name)


def _axes(table: Mapping[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[Any, list]]:
    """Yield every setting of a table by its path, with its values: a list has several."""
    for name, value in table.items():
        path = (*before, name)
        if isinstance(value, Mapping):
            yield from _axes(value, path)
        elif isinstance(value, list) and not value:
            raise RunError(f"{'.'.join(path)} is an empty list; give it values")
        else:
            yield path, value if isinstance(value, list) else [value]


def _nested(path: Sequence[str], value: Any) -> dict[str, Any]:
    for name in reversed(path):
        value = {name: value}
    return value


def _at(values: Any, path: Sequence[str]) -> Any:
    for name in path:
        values = values[name]
    return values


def _name(
    config: EvolutionConfig | TrainingConfig,
    given: Mapping[str, Any],
    varied: Sequence[Sequence[str]],
) -> str:
    """Return the name of a run: task, method or training, policy, what else varies, seed."""
    kind = config.method if isinstance(config, EvolutionConfig) else "train"
    words = [config.task, kind, *([config.policy] if config.policy else [])]
    for path in varied:
        if tuple(path) not in (("task",), ("method",), ("policy",), ("seed",)):
            words.append(f"{path[-1]}-{_at(given, path)}")
    words.append(str(config.seed))
    return re.sub(r"[^\w.+-]+", "_", "-".join(words))


def _under_way(folder: Path, elsewhere: Path | None, scale: str | None) -> Sweep:
    path = folder / FILE
    if elsewhere is not None or scale is not None:
        raise RunError(
            f"{folder} is a sweep under way: it has its folder and scale; leave them out"
        )
    if not path.is_file():
        raise RunError(f"{folder} holds no sweep; give a .toml file, or the folder of a sweep")
    with files.reading(path):
        content = json.loads(path.read_bytes())
        if (content["format"], content["version"]) != (FORMAT, VERSION):
            raise RunError(f"{path} cannot be used: it is no {FORMAT!r} of version {VERSION}")
        return Sweep(SweepConfig.of(content["sweep"]), folder, content["scale"])


# --- processes ----------------------------------------------------------------------------------


def _make(job: SweepJob, workers: int | None) -> None:
    """Make the run of a job, or check that the one in its folder has the same settings."""
    from nge.runs import api  # takes JAX, and a sweep is looked at without

    if (job.folder / "run.json").is_file():
        found = Run.open(job.folder)
        if found.plan != job.config.plan:
            raise RunError(
                f"{job.folder} holds a run with other settings; "
                "choose another folder for this sweep, or delete that run"
            )
        found.check_versions()
        found.with_limits(job.config.limits)
    else:
        api.new_run(job.config, job.folder, workers, ["nge", "sweep"])


class _Process:
    """The process that carries out a run; it ends with this one."""

    def __init__(self, folder: Path, log: Path, execution: Execution) -> None:
        self._log = log
        self._stopped = False
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, str(folder), execution.model_dump_json()],
                stdin=subprocess.PIPE,  # when it closes, the process ends
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the sweep, which stops its runs
                env=child_environment(),
            )

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        """Ask it to stop after the update under way, once."""
        if not self._stopped:
            self._stopped = True
            self._process.send_signal(signal.SIGTERM)

    def end(self) -> None:
        self._process.kill()
        self._wait()

    def _wait(self) -> int:
        assert self._process.stdin is not None
        code = self._process.wait()
        self._process.stdin.close()
        return code

    def failure(self) -> str:
        """Return why a process that has ended failed; empty if it did not."""
        code = self._wait()
        if code == 0 or (self._stopped and code == -signal.SIGTERM):
            return ""  # asked to stop while it started or ended, when nothing handles the signal
        lines = [line for line in self._log.read_text(errors="replace").splitlines() if line]
        last = lines[-1].strip() if lines else "it printed nothing"
        return last if code > 0 else f"ended by {signal.Signals(-code).name}; last it said: {last}"


def work() -> None:
    """Carry out the run that the command line names, in a process that belongs to a sweep."""
    from nge.cpu import configure_process
    from nge.rl.processes import end_with_caller

    configure_process()
    folder, execution = sys.argv[1], Execution.model_validate_json(sys.argv[2])
    Thread(target=end_with_caller, args=(sys.stdin.fileno(),), daemon=True).start()
    asked: list[int] = []  # signals to stop after the update under way
    signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from nge.runs.runner import Runner

    try:
        run = Run.open(folder)
        with Runner(run, execution.workers, execution.connected(), lambda: bool(asked)) as runner:
            runner.finish()
    except NgeError as error:
        sys.exit(" ".join(str(error).split()))
