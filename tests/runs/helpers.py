"""A small evolution, and processes that work at it until something happens to them."""

import json
import os
import subprocess
import sys
from pathlib import Path

from nge.body.space import SpaceSettings
from nge.evolution.plan import Plan
from nge.evolution.selection import PopulationSettings
from nge.nets import weights
from nge.runs import folder as files
from nge.runs.evolving import Evolving
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
    with files.record(run.folder / "record.sqlite") as record:
        return {name: files.rows(record, query, generations) for name, query in tables.items()}


def learned(run: Run) -> dict[int, str]:
    """Return the digest of the weights of everyone in the last generation."""
    generation, _ = run.last()
    return {one.id: weights.digest(one.learner) for one in generation.species}


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
