import pytest

from nge.evolution.train_job import Checkpoint
from tests.report.helpers import add_updates, evolved, large_run, new_run, new_training
from tests.runs.helpers import working


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """A real run: three generations of four fish, with finalists."""
    return evolved(new_run(tmp_path_factory.mktemp("runs") / "small"))


@pytest.fixture(scope="session")
def rows(tmp_path_factory):
    """A record without weights: twelve generations of eight walkers."""
    folder = tmp_path_factory.mktemp("runs") / "rows"
    return large_run(folder, generations=12, size=8, births=3)


@pytest.fixture(scope="session")
def learned(tmp_path_factory):
    """Two updates of two fish, with the weights they began with and an evaluation of these."""
    run = new_training(tmp_path_factory.mktemp("runs") / "learned", updates=2)
    add_updates(run, 1, 2)
    fish = run.as_given().species
    run.add_checkpoints(0, {one.id: Checkpoint(2, one.train_state) for one in fish})
    with working(run) as runner:
        runner.evaluated([0, 1], episodes=2, seed=0, sampled=False)
    return run
