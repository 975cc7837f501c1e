"""What is known of a generation while it is being trained, the first one above all."""

import pytest

from nge.report.data import generation_under_way
from nge.runs import folder as files
from nge.runs import runner
from nge.runs.run import Run
from tests.report.helpers import new_run
from tests.runs import fakes
from tests.runs.helpers import working


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A run of two generations of four species whose training takes no time."""
    fakes.install(monkeypatch.setattr)
    monkeypatch.setattr(runner, "FLUSH", 0.0)
    return new_run(tmp_path / "run", generations=2)


def test_a_run_that_starts_is_at_work_before_its_first_generation(run):
    with working(run):
        status = files.working(run.folder)

    assert (status["doing"], status["generation"], status["steps"]) == ("Starting", 0, 0)
    assert files.working(run.folder) is None


def test_a_process_that_was_killed_is_not_at_work(run):
    with working(run):
        left = (run.folder / files.STATUS).read_bytes()
    (run.folder / files.STATUS).write_bytes(left)

    assert files.working(run.folder) is None  # although the process that it names is there


def test_bodies_and_rewards_are_known_while_a_generation_is_trained(run):
    reader, seen = Run.open(run.folder, read_only=True), []

    def look(_):
        under_way = generation_under_way(reader), reader.rewards_under_way()
        seen.append((len(reader.generations()), *under_way, files.working(run.folder)))

    with working(run) as evolving:
        for _ in evolving.generations(look):
            pass

    for number, (recorded, found, rewards, status) in enumerate(seen):
        assert recorded == number == found["generation"] == status["generation"]
        ids = [one["id"] for one in found["species"]]
        assert len(ids) == len(found["bodies"]) == run.plan.population.size
        assert rewards == {id_: [0.5] for id_ in ids}
        assert [len(row) // 5 for row in found["bodies"]] == [len(run.body(id_)) for id_ in ids]
    born = [one for one in seen[1][1]["species"] if one["born"] == 1]
    assert {one["id"]: one["parent"] for one in born} == {
        row["id"]: row["parent"] for row in run.species() if row["born"] == 1
    }


def test_nothing_is_under_way_between_generations(run):
    with working(run) as evolving:
        next(evolving.generations())

    assert not (run.folder / "status.json").exists()
    assert generation_under_way(Run.open(run.folder, read_only=True)) is None
