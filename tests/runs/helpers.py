"""A small evolution, and processes that work at it until something happens to them."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from nge.body.space import SpaceSettings
from nge.evolution.plan import Plan
from nge.evolution.selection import PopulationSettings
from nge.nets import weights
from nge.runs import folder as files
from nge.runs.executors import Processes, Serial
from nge.runs.migrations import EVOLUTION_TABLES, RENAMED_COLUMNS
from nge.runs.record import _create, insert, rows, tables_of
from nge.runs.run import Keeping, Limits, Run
from nge.runs.runner import Runner
from tests.evolution.helpers import PLAIN, plan_of

ROOT = Path(__file__).parents[2]
GENERATIONS = 4
POPULATION = PopulationSettings(size=4, elimination_rate=0.5, updates=2)
LARGER = PopulationSettings(size=8, elimination_rate=0.25, updates=2)
"""For lives that take no time."""


class Unequal:
    """A search with unequal numbers of updates: three of the best so far, one or two of others."""

    def __init__(self, search, measure, recall):
        self.search, self.last = search, None

    def ask(self):
        search, last = self.search, self.last
        if last is None:
            return search.generation(0, (), search.starters(0), lambda one: 1 + one.id % 2)
        number, best = last.number + 1, [last.best]
        children = search.pruned(search.mutants(best, number), {}, number, places=2)
        return search.generation(
            number,
            best,
            children,
            lambda one: 3 if one.born < number else 1 + one.id % 2,
            last.born_so_far,
        )

    def tell(self, generation):
        self.last = generation


def small_plan(**changes) -> Plan:
    return plan_of(**{"population": POPULATION} | changes)


def new_run(folder: Path, generations: int = GENERATIONS, keep: str = "line", **changes) -> Run:
    plan, limits = small_plan(**changes), Limits(max_generations=generations)
    return Run.create(folder, plan, limits, Keeping(weights=keep), command=["nge", "evolve"])


def fake_run(folder: Path, generations: int = 12, keep: str = "line", **changes) -> Run:
    """Return a run for fake lives, in which nothing has to be compiled."""
    changes = {"population": LARGER, "surrogate": PLAIN, "space": SpaceSettings()} | changes
    return new_run(folder, generations, keep, **changes)


def working(run: Run, **changes) -> Runner:
    """Return the work in a run, done in this process."""
    return Runner(run, executor=Serial(), **changes)


def evolved(run: Run, workers: int = 0) -> Run:
    """Let a run go on to its end, finalists included, here or in worker processes."""
    with Runner(run, executor=Processes(workers) if workers else Serial()) as runner:
        for _ in runner.generations():
            pass
        runner.finalists()
    return Run.open(run.folder)


def content(run: Run, generations: int = GENERATIONS) -> dict[str, list]:
    """Return all that a run found out in its first generations, times left out."""
    tables = {
        "species": "SELECT * FROM species WHERE born < ?",
        "scores": "SELECT * FROM scores WHERE generation < ?",
        "flags": "SELECT * FROM flags WHERE generation < ?",
        "generations": (
            "SELECT number, steps, best_species, best, median, stats FROM generations "
            "WHERE number < ?"
        ),
        "evaluations": "SELECT * FROM evaluations WHERE generation < ?",
        "updates": "SELECT * FROM updates WHERE generation < ? ORDER BY species, rowid",
    }
    with run.record.reading() as record:
        found = {name: rows(record, query, generations) for name, query in tables.items()}
    for row in found["updates"]:
        del row["seconds"]
    return found


def learned(run: Run) -> dict[int, str]:
    """Return the digest of the weights of everyone in the last generation."""
    return {one.id: weights.digest(one.train_state) for one in run.told()[-1].species}


def redescribe(folder: Path, **changes) -> None:
    """Change what run.json says, as if the program had written it."""
    content = json.loads((folder / "run.json").read_text()) | changes
    del content["digest"]
    digest = files._digest(content)
    (folder / "run.json").write_text(json.dumps(content | {"digest": digest}))


def with_old_columns(record: sqlite3.Connection) -> None:
    """Give columns the names that they had until the fifth format version."""
    found = record.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in found:
        names = {row[1] for row in record.execute(f"PRAGMA table_info({table})")}
        for old, new in RENAMED_COLUMNS.items():
            if new in names:
                record.execute(f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}")


def as_version_4(folder: Path) -> Path:
    """Turn a run into one of the fourth format version, without flags."""
    with closing(sqlite3.connect(folder / "record.sqlite")) as record:
        with_old_columns(record)
        record.execute("DROP TABLE flags")
        record.execute("DELETE FROM totals WHERE name = 'flags'")
        record.execute("PRAGMA user_version = 4")
        record.commit()
    redescribe(folder, version=4)
    return folder


def as_version_2(folder: Path) -> Path:
    """Turn an evolution into one of the second format version, with checksums."""
    made_earlier(folder)
    with closing(sqlite3.connect(folder / "record.sqlite", isolation_level=None)) as record:
        tables = {
            name: record.execute(f"SELECT * FROM {name}").fetchall()
            for name in tables_of(EVOLUTION_TABLES)
        }
        for name in tables:
            record.execute(f"DROP TABLE {name}")
        _create(record, EVOLUTION_TABLES)
        for name, some in tables.items():
            insert(record, name, some)
    content = json.loads((folder / "run.json").read_text()) | {"version": 2}
    (folder / "run.json").write_text(json.dumps(content | {"digest": files._digest(content)}))
    return folder


def made_earlier(folder: Path) -> Path:
    """Turn an evolution into one of the first format version, without checksums and digest."""
    with closing(sqlite3.connect(folder / "record.sqlite")) as record:
        record.execute("PRAGMA user_version = 0")
        with_old_columns(record)
        names = [name for (name,) in record.execute("SELECT name FROM totals") if name != "commits"]
        for name in names:
            record.execute(f"ALTER TABLE {name} RENAME TO new_{name}")
        record.execute("DROP INDEX scores_by_species")
        for statement in filter(str.strip, EVOLUTION_TABLES.split(";")):
            record.execute(statement.replace(", checksum INTEGER", ""))
        for name in ("species", "scores", "generations", "evaluations"):
            columns = ", ".join(row[1] for row in record.execute(f"PRAGMA table_info({name})"))
            record.execute(f"INSERT INTO {name} SELECT {columns} FROM new_{name}")
        some = "SELECT DISTINCT generation, file, digest FROM new_checkpoints"
        record.execute(f"INSERT INTO checkpoints {some}")
        for name in [*(f"new_{name}" for name in names), "totals"]:
            record.execute(f"DROP TABLE {name}")
        record.commit()
    (folder / "record.commits").unlink()
    content = json.loads((folder / "run.json").read_text())
    del content["digest"]
    (folder / "run.json").write_text(
        json.dumps(content | {"format": "nge-evolution", "version": 1})
    )
    return folder


# --- other processes ------------------------------------------------------------------------


def process(*words: str, cwd: Path = ROOT, **environment: str) -> subprocess.Popen:
    """Start this Python with the same code as here."""
    paths = [environment.pop("first", ""), *sys.path[1:], str(ROOT)]
    found = os.pathsep.join(dict.fromkeys(path for path in paths if path))
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": found, "PYTHONWARNINGS": "ignore"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def said_by(*words: str, **environment: str) -> list:
    """Run a process to its end and return the JSON values that it printed, one in each line."""
    with process(*words, **environment) as started:
        out, err = started.communicate(timeout=300)
    assert started.returncode == 0, err
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]
