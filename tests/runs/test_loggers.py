"""Loggers: each for real where its package is installed, and what a run does with any of them."""

import time

import pytest

from nge import extensions
from nge.errors import ExtensionError, RunError
from nge.runs import loggers
from nge.runs.api import register
from nge.runs.loggers import LOGGERS, Logbook, check_installed, numbers_of
from nge.runs.run import Keeping, Run
from tests.runs.helpers import redescribe, working
from tests.runs.made import made_run


@pytest.fixture
def run(tmp_path):
    return made_run(tmp_path / "run", ((1.0, 2.0), (1.5, 2.5)))


class Fake:
    """A logger that remembers."""

    def __init__(self, run, notes):
        self.closed = False
        notes.setdefault("id", "mine")
        FAKES.append(self)
        self.had = []

    def log(self, steps, numbers):
        self.had.append((steps, numbers))

    def close(self):
        self.closed = True


FAKES: list[Fake] = []
OURS = "error:.* failed and gets nothing more of this run:RuntimeWarning"


@pytest.fixture
def fake(monkeypatch):
    FAKES.clear()
    monkeypatch.setitem(LOGGERS, "fake", loggers.Entry("json", "json", Fake))
    return FAKES


def test_a_logger_gets_every_generation_against_control_steps(run, fake):
    with Logbook(run, ["fake"]) as book:
        book.write()

    [logger] = fake
    assert [steps for steps, _ in logger.had] == [200, 400]
    assert [numbers["best"] for _, numbers in logger.had] == [2.0, 2.5]
    assert logger.closed


def test_a_logger_that_comes_back_gets_only_what_is_new(run, fake):
    for _ in range(2):
        with Logbook(run, ["fake"]) as book:
            book.write()

    assert [len(logger.had) for logger in fake] == [2, 0]


def test_numbers_have_plain_names_and_what_is_unknown_is_left_out(run):
    found = numbers_of(run.generations()[0])

    assert found["generation"] == 0
    assert found["seconds"] == 36
    assert found["quantile_50"] == 1.5
    assert 0 <= found["pressed/a"] <= 1
    assert "skill" not in found
    assert not [name for name in found if name.startswith(("families", "quantiles"))]
    assert all(isinstance(value, float) for value in found.values())


def test_a_logger_that_fails_never_stops_a_run(run, fake, monkeypatch):
    def fail(self, steps, numbers):
        raise ConnectionError("nobody there\nat all")

    monkeypatch.setattr(Fake, "log", fail)

    with Logbook(run, ["fake"]) as book:
        with pytest.warns(RuntimeWarning, match="fake failed .* of this run: nobody there$"):
            book.write()
        book.write()


def test_a_missing_package_is_named_before_anything_happens(monkeypatch):
    monkeypatch.setitem(LOGGERS, "fake", loggers.Entry("no_such_module", "no-such", Fake))

    with pytest.raises(RunError, match="fake needs no-such; install it with: pip install no-such"):
        check_installed(["fake"])


def test_an_unknown_logger_is_refused_and_a_run_that_has_one_can_be_read(run):
    with pytest.raises(RunError, match="unknown logger 'tensorbord'; did you mean 'tensorboard'"):
        run.with_loggers(["tensorbord"])

    assert Run.open(run.folder).keeping == Keeping()
    keeping = run.keeping.model_dump(mode="json") | {"log": ["of-a-notebook"]}
    redescribe(run.folder, keeping=keeping)
    assert Run.open(run.folder).keeping.log == ("of-a-notebook",)


def test_a_registered_logger_logs_and_only_a_class_like_a_logger_can_be_one(run, monkeypatch):
    monkeypatch.setattr(extensions, "_registered", {})
    FAKES.clear()
    register(Fake, "mine")

    with Logbook(run, ["mine"]) as book:
        book.write()

    assert len(FAKES[0].had) == 2
    with pytest.raises(ExtensionError, match="int is none of what can be registered"):
        register(int, "whole")


def test_loggers_are_remembered_by_the_run(run):
    assert Run.open(run.folder).keeping == Keeping()

    run.with_loggers(["tensorboard"])

    found = Run.open(run.folder)
    assert found.keeping.log == ("tensorboard",)
    assert found.with_loggers([]) is found


def test_a_logger_that_is_turned_on_late_gets_all_of_a_run(run, fake):
    run.keeping = run.keeping.model_copy(update={"log": ("fake",)})

    with working(run) as evolving:
        assert list(evolving.generations()) == []

    [logger] = fake
    assert [steps for steps, _ in logger.had] == [200, 400]
    assert logger.closed


def test_tensorboard_for_real(run):
    pytest.importorskip("tensorboardX")
    from tensorboardX.proto.event_pb2 import Event

    with Logbook(run, ["tensorboard"]) as book:
        book.write()

    [file] = (run.folder / "tensorboard").iterdir()
    found = {}
    for record in records(file.read_bytes()):
        event = Event.FromString(record)
        for value in event.summary.value:
            found.setdefault(value.tag, {})[event.step] = value.simple_value
    assert found["best"] == {200: 2.0, 400: 2.5}
    assert found.keys() >= {"generation", "mean", "quantile_90", "topologies", "born"}


def records(data: bytes):
    """Yield the records of an event file: a length, a checksum, bytes, a checksum."""
    while data:
        size = int.from_bytes(data[:8], "little")
        yield data[12 : 12 + size]
        data = data[16 + size :]


@pytest.mark.filterwarnings("default", OURS)  # what others warn of is theirs
def test_weights_and_biases_offline_for_real(run, monkeypatch):
    pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.setenv("WANDB_SILENT", "true")
    for name in ("WANDB_CONFIG_DIR", "WANDB_CACHE_DIR", "WANDB_DATA_DIR"):
        monkeypatch.setenv(name, str(run.folder / "own"))

    with Logbook(run, ["wandb"]) as book:
        book.write()

    [file] = (run.folder / "wandb").glob("offline-run-*/run-*.wandb")
    names = [name.encode() for name in numbers_of(run.generations()[-1])]
    until = time.monotonic() + 30  # a process of its own may still be writing
    while not all(name in file.read_bytes() for name in names):
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.filterwarnings("default", OURS)
def test_mlflow_with_files_for_real(run, monkeypatch):
    pytest.importorskip("mlflow")
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")

    with Logbook(run, ["mlflow"]) as book:
        book.write()

    [best] = (run.folder / "mlruns").glob("*/*/metrics/best")
    rows = [line.split() for line in best.read_text().splitlines()]
    assert [(float(row[1]), int(row[2])) for row in rows] == [(2.0, 200), (2.5, 400)]
    assert (best.parents[1] / "params" / "task").read_text() == "fish"
