import pytest

from tests.report.helpers import evolved, large_run, new_run


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """A real run: three generations of four fish, with finalists."""
    return evolved(new_run(tmp_path_factory.mktemp("runs") / "small"))


@pytest.fixture(scope="session")
def rows(tmp_path_factory):
    """A record without weights: twelve generations of eight walkers."""
    folder = tmp_path_factory.mktemp("runs") / "rows"
    return large_run(folder, generations=12, size=8, births=3)
