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
from nge.runs.evolving import Evolving
from nge.runs.record import rows
from nge.runs.rows import SINCE_VERSION_3
from nge.runs.run import Keeping, Limits, Run
from tests.evolution.helpers import PLAIN, plan_of

ROOT = Path(__file__).parents[2]
GENERATIONS = 4
POPULATION = PopulationSettings(size=4, elimination_rate=0.5, updates=2)
LARGER = PopulationSettings(size=8, elimination_rate=0.25, updates=2)
"""For lives that take no time."""


def small_plan(**changes) -> Plan:
    return plan_of(**{"population": POPULATION} | changes)


def new_run(folder: Path, generations: int = GENERATIONS, keep: str = "line", **changes) -> Run:
    plan, limits = small_plan(**changes), Limits(max_generations=generations)
    return Run.create(folder, plan, limits, Keeping(weights=keep), command=["nge", "evolve"])


def fake_run(folder: Path, generations: int = 12, keep: str = "line", **changes) -> Run:
    """Return a run for fake lives, in which nothing has to be compiled."""
    changes = {"population": LARGER, "surrogate": PLAIN, "space": SpaceSettings()} | changes
    return new_run(folder, generations, keep, **changes)


def evolved(run: Run, workers: int | None = 1, isolate: bool = False) -> Run:
    """Let a run go on to its end, finalists included."""
    with Evolving(run, workers, isolate) as evolving:
        for _ in evolving.generations():
            pass
        evolving.finalists()
    return Run.open(run.folder)


def content(run: Run, generations: int = GENERATIONS) -> dict[str, list]:
    """Return all that a run found out in its first generations, times left out."""
    tables = {
        "species": "SELECT * FROM species WHERE born < ?",
        "scores": "SELECT * FROM scores WHERE generation < ?",
        "generations": (
            "SELECT number, steps, best_species, best, median, census FROM generations "
            "WHERE number < ?"
        ),
        "evaluations": "SELECT * FROM evaluations WHERE generation < ?",
    }
    with run.record.reading() as record:
        return {name: rows(record, query, generations) for name, query in tables.items()}


def learned(run: Run) -> dict[int, str]:
    """Return the digest of the weights of everyone in the last generation."""
    generation, _ = run.last()
    return {one.id: weights.digest(one.learner) for one in generation.species}


def redescribe(folder: Path, **changes) -> None:
    """Change what run.json says, as if the program had written it."""
    content = json.loads((folder / "run.json").read_text()) | changes
    form, version = content.pop("format"), content.pop("version")
    del content["digest"]
    files.describe(folder, form, version, content)


def made_earlier(folder: Path) -> Path:
    """Turn a run into one of the first format version, without checksums and digest."""
    as_version_2(folder)
    with closing(sqlite3.connect(folder / "record.sqlite")) as record:
        names = record.execute("SELECT name FROM totals WHERE name != 'commits'").fetchall()
        for (name,) in names:
            record.execute(f"ALTER TABLE {name} DROP COLUMN checksum")
        record.execute("DROP TABLE totals")
        record.commit()
    (folder / "record.commits").unlink()
    redescribe(folder, version=1)
    content = json.loads((folder / "run.json").read_text())
    del content["digest"]
    (folder / "run.json").write_text(json.dumps(content))
    return folder


def as_version_2(folder: Path) -> Path:
    """Turn an evolution into one of the second format version; of training runs nothing changes."""
    with closing(sqlite3.connect(folder / "record.sqlite")) as record:
        for table in SINCE_VERSION_3:
            record.execute(f"DROP TABLE IF EXISTS {table}")
            record.execute("DELETE FROM totals WHERE name = ?", (table,))
        record.commit()
    redescribe(folder, version=2)
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
