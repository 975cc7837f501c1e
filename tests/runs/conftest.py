"""What tests of runs share."""

import pytest

from nge.evolution.methods import METHODS, Method
from tests.runs import fakes
from tests.runs.helpers import Unequal, evolved, fake_run, new_run


@pytest.fixture(scope="session")
def straight(tmp_path_factory):
    """An evolution that went straight through to its end in this process, on one core."""
    return evolved(new_run(tmp_path_factory.mktemp("runs") / "straight"))


UNEQUAL = Method("unequal numbers of updates", policy="nge", strategy=Unequal)


@pytest.fixture(scope="session")
def unequal_run(tmp_path_factory):
    """A run of two generations with method ``unequal`` that went straight to its end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(METHODS, "unequal", UNEQUAL)
        folder = tmp_path_factory.mktemp("runs") / "unequal"
        return evolved(new_run(folder, generations=2, method="unequal"))


@pytest.fixture
def unequal(unequal_run, monkeypatch):
    """That run, in a test that knows its method."""
    monkeypatch.setitem(METHODS, "unequal", UNEQUAL)
    return unequal_run


@pytest.fixture
def fake(monkeypatch):
    """Let lives take no time; return what makes a run for them."""
    fakes.install(monkeypatch.setattr)
    return fake_run


@pytest.fixture(scope="session")
def faked(tmp_path_factory):
    """A run of twelve generations of fake lives; it is to be read with ``fake`` lives only."""
    with pytest.MonkeyPatch.context() as patch:
        fakes.install(patch.setattr)
        return evolved(fake_run(tmp_path_factory.mktemp("runs") / "faked"))
