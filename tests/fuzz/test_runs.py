"""Damaged run folders: refused in one line, or read as if nothing had happened to them.

``NGE_FUZZ=50 pytest tests/fuzz/test_runs.py`` tries fifty times as many.
"""

import io
import json
import random
import shutil
import signal
import sqlite3
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout, suppress
from types import SimpleNamespace

import jax.numpy as jnp
import numpy as np
import pytest

from nge.cli import run_commands as commands
from nge.errors import NgeError
from nge.evolution.selection import PopulationSettings
from nge.evolution.train_job import Checkpoint
from nge.nets import weights
from nge.report.data import Gatherer
from nge.runs.reading import Unreadable, outline, try_run
from nge.runs.run import Run
from nge.runs.verify import check
from tests.fuzz.helpers import COUNT
from tests.report.helpers import add_updates, new_training
from tests.runs import fakes
from tests.runs.helpers import evolved, fake_run, made_earlier, working

WAYS = 2  # to read each of them, drawn from all
PATIENCE = 20  # seconds that the reading of one folder may take
RUNS = ("evolution", "training", "killed", "earlier")
"""An evolution, a training run, an evolution whose last commit is in its write-ahead log only,
and an evolution without checksums."""
FILES = ("record.sqlite", "record.sqlite-wal", "record.commits", "run.json", "weights", "lock")
VALUES = (None, -1, 0, 2**62, 1e308, -0.0, "", "{", "[1", '{"a": 1}', "é", b"\xff", 6, 1, 0.5)
JSON = (None, True, -1, 0, 10**400, 1e308, "", "é", [], {}, ["x"], {"a": 1})


def cases(seed, count):
    """Yield the name of a run, a function that damages a folder of it, and ways to read it."""
    rng = random.Random(seed)
    for _ in range(count):
        name, own = rng.choice(RUNS), random.Random(rng.getrandbits(64))
        way = own.choice((_damage_bytes,) * 4 + (_damage_rows, _damage_description))
        some = own.sample(list(views(name)), WAYS)
        yield name, lambda folder, way=way, own=own: way(folder, own), some


def _damage_bytes(folder, rng):
    """Damage a file anywhere; return what was done."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    name = rng.choice(FILES)
    some = [path for path in paths if name in (path.name, path.parent.name)] or paths
    path = rng.choice(some)
    data = bytearray(path.read_bytes())
    at, length = rng.randrange(len(data) + 1), rng.choice((1, 2, 8, 64, 512, 4096))
    how = rng.choice(("flip", "flip", "byte", "zero", "cut", "repeat", "delete", "noise"))
    if how == "flip" and data:
        data[at % len(data)] ^= 1 << rng.randrange(8)
    elif how == "byte" and data:
        data[at % len(data)] = rng.randrange(256)
    elif how == "zero":
        data[at : at + length] = bytes(len(data[at : at + length]))
    elif how == "cut":
        del data[at:]
    elif how == "repeat":
        data[at:at] = data[at : at + length]
    else:
        data[at : at + length] = rng.randbytes(length)
    path.write_bytes(data)
    if how == "delete":
        path.unlink()
    return f"{how} {path.relative_to(folder)} at {at}, {length}"


def _damage_rows(folder, rng):
    """Change, delete or repeat a row by SQL; return the command."""
    with closing(sqlite3.connect(folder / "record.sqlite", isolation_level=None)) as record:
        tables = record.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        [table] = rng.choice(tables)
        columns = [row[1] for row in record.execute(f"PRAGMA table_info({table})")]
        ids = [row[0] for row in record.execute(f"SELECT rowid FROM {table}")]
        one, other, column = rng.choice(ids or [0]), rng.choice(ids or [0]), rng.choice(columns)
        command = rng.choice(
            (
                f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = {one}",
                f"UPDATE OR IGNORE {table} SET {column} = {column} + 1 "
                f"WHERE ?1 IS ?1 AND rowid = {one}",
                f"UPDATE OR IGNORE {table} SET {column} = (SELECT {column} FROM {table} WHERE "
                f"rowid = {other}) WHERE ?1 IS ?1 AND rowid = {one}",
                f"DELETE FROM {table} WHERE ?1 IS ?1 AND rowid = {one}",
                f"UPDATE OR IGNORE {table} SET rowid = rowid + 1000 WHERE ?1 IS ?1 AND rowid={one}",
                f"INSERT OR IGNORE INTO {table} SELECT * FROM {table} WHERE ?1 IS ?1 "
                f"AND rowid = {one}",
            )
        )
        value = rng.choice(VALUES)
        with suppress(sqlite3.IntegrityError):  # a key that SQLite itself refuses
            record.execute(command, (value,))
    return f"{command} with {value!r}"


def _damage_description(folder, rng):
    """Change something in run.json, which stays JSON; return where."""
    path = folder / "run.json"
    content = json.loads(path.read_text())
    place, trail = content, []
    while True:
        step = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        trail.append(step)
        if not isinstance(place[step], dict | list) or not place[step] or rng.random() < 0.2:
            break
        place = place[step]
    how = rng.choice(("value", "delete", "deep"))
    if how == "value":
        place[step] = rng.choice(JSON)
    elif how == "delete":
        del place[step]
    text = json.dumps(content)
    if how == "deep":
        text = text.replace(json.dumps(place[step]), "[" * 50_000 + "]" * 50_000, 1)
    path.write_text(text)
    return f"{how} {trail}"


# --- sound runs -----------------------------------------------------------------------------------


@pytest.fixture(scope="module", autouse=True)
def _fakes():
    with pytest.MonkeyPatch.context() as patch:
        fakes.install(patch.setattr)
        # JAX takes a millisecond for every array; what is read here stays NumPy's.
        patch.setattr(weights, "jnp", SimpleNamespace(asarray=np.asarray, stack=jnp.stack))
        yield


@pytest.fixture(scope="module")
def sound(_fakes, tmp_path_factory):
    """Return the folders of sound runs by name."""
    within = tmp_path_factory.mktemp("sound")
    folders = {name: within / name / "run" for name in RUNS}
    size = PopulationSettings(size=3, elimination_rate=0.4, updates=1)
    run = evolved(fake_run(folders["evolution"], generations=3, population=size))
    shutil.copytree(run.folder, folders["earlier"])
    made_earlier(folders["earlier"])
    _training(folders["training"])
    with closing(sqlite3.connect(run.folder / "record.sqlite")) as other:
        other.execute("SELECT COUNT(*) FROM species")  # from here on nothing is merged
        before = {path: path.read_bytes() for path in run.folder.rglob("*") if path.is_file()}
        run.add_evaluations(2, {}, 0, True)
        shutil.copytree(run.folder, folders["killed"])
    (folders["killed"] / "record.sqlite-shm").unlink()
    for path, data in before.items():
        path.write_bytes(data)
    for name in ("-wal", "-shm"):
        (run.folder / f"record.sqlite{name}").unlink(missing_ok=True)
    assert (folders["killed"] / "record.sqlite-wal").stat().st_size > 4096
    return folders


def _training(folder):
    run = new_training(folder)
    train_states = [one.train_state for one in run.as_given().species]
    add_updates(run, 1, 10)
    run.add_checkpoints(0, {i: Checkpoint(10, one) for i, one in enumerate(train_states)})
    for sampled in (False, True):
        found = fakes.evaluate(run.task, run.space, [], train_states, 2, 0, sampled)
        run.add_evaluations(0, dict(enumerate(found)), 0, sampled)


# --- what is read ---------------------------------------------------------------------------------


def views(name):
    """Return what reads a run, each without traces of the folder's own name."""
    return {
        "verify": lambda folder: check(_reader(folder)),
        "report": lambda folder: Gatherer(_reader(folder)).gather(),
        "list": lambda folder: printed(commands.list_runs, folder.parent),
        "show": lambda folder: printed(commands.show, folder),
        "leaderboard": lambda folder: printed(commands.leaderboard, (folder,)),
        "status": lambda folder: printed(commands.status, folder),
        "best": lambda folder: _digest(Run.open(folder).creature().train_state),
        "outline": lambda folder: try_run(folder, lambda run: (run.spent(), outline(run))),
        "curve": lambda folder: Run.open(folder).updates(),
        "resume": _opened_training if name == "training" else _opened_evolution,
    }


def _reader(folder):
    return Run.open(folder, read_only=True)


def printed(command, *words):
    with redirect_stdout(io.StringIO()) as text, redirect_stderr(io.StringIO()):
        command(*words)
    return text.getvalue()


def _digest(train_state):
    return weights.digest(train_state)


def _opened_evolution(folder):
    with working(Run.open(folder)) as evolving:
        *before, last = evolving.run.told()
    return [(one.id, _digest(one.train_state), one.score) for one in last.species], before


def _opened_training(folder):
    with working(Run.open(folder)) as training:
        found = training.run.checkpoints(0)
    return training.run.plan, [(one.updates, _digest(one.train_state)) for one in found.values()]


def refused(found):
    """Tell whether what was read says that something is wrong."""
    if isinstance(found, Unreadable):
        return True
    if isinstance(found, str):
        return " unreadable\n" in found or found.startswith("no runs in")
    return bool(getattr(found, "problems", ()))


@contextmanager
def limited(seconds):
    def late(*_):
        raise AssertionError(f"it took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_a_damaged_run_is_refused_or_read_as_it_was_written(sound, tmp_path):
    folder = tmp_path / "runs" / "run"
    expected = {}
    for name in RUNS:
        expected[name] = {}
        for view, read in views(name).items():
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(sound[name], folder)
            expected[name][view] = repr(read(folder))
    outcomes, wrong = {"refused": 0, "same": 0}, []

    for number, (name, damage, some) in enumerate(cases(0, COUNT)):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(sound[name], folder)
        what = damage(folder)
        for view in some:
            read = views(name)[view]
            try:
                with limited(PATIENCE):
                    found = read(folder)
                is_refused = refused(found)
            except (NgeError, FileNotFoundError) as error:
                found, is_refused = error, "\n" not in str(error)
            except Exception as error:
                found, is_refused = error, False
            outcomes["refused" if is_refused else "same"] += 1
            # What nothing covers can change unseen in a run of an earlier version.
            same = repr(found) == expected[name][view] or name == "earlier"
            if (isinstance(found, Exception) or not same) and not is_refused:
                wrong.append(f"case {number}, {name}, {view}: {what}: {found!r:.300}")

    assert not wrong, "\n".join([f"{len(wrong)} wrong", *wrong[:20]])
    assert min(outcomes.values()) > COUNT // 3, outcomes
