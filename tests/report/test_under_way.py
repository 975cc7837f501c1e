"""What is known of a generation while it is being trained, the first one above all."""

import pytest
from nge.runs.evolving import Evolving

from nge.errors import RunError
from nge.report.data import generation_under_way
from nge.runs.reading import RunReader
from tests.report.helpers import new_run
from tests.runs import fakes

WATCHED = ("status.json", "underway.json")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A run of two generations of four species whose training takes no time."""
    fakes.install(monkeypatch.setattr)
    return new_run(tmp_path / "run", generations=2)


def test_a_run_that_starts_is_at_work_before_its_first_generation(run):
    with Evolving(run, workers=1):
        working = RunReader.open(run.folder).working()

    assert (working["doing"], working["generation"], working["steps"]) == ("Starting", 0, 0)


def test_bodies_and_rewards_are_known_while_a_generation_is_trained(run):
    reader, seen = RunReader.open(run.folder), []

    def look(_):
        seen.append((len(reader.generations()), generation_under_way(reader), reader.working()))

    with Evolving(run, workers=1) as evolving:
        for _ in evolving.generations(look):
            pass

    for number, (recorded, found, working) in enumerate(seen):
        assert recorded == number == found["generation"] == working["generation"]
        ids = [one["id"] for one in found["species"]]
        assert len(ids) == len(found["bodies"]) == run.plan.population.size
        assert working["rewards"] == {str(id_): [0.5] for id_ in ids}
        assert [len(row) // 5 for row in found["bodies"]] == [len(run.body(id_)) for id_ in ids]
    born = [one for one in seen[1][1]["species"] if one["born"] == 1]
    assert {one["id"]: one["parent"] for one in born} == {
        row["id"]: row["parent"] for row in run.species() if row["born"] == 1
    }


def test_nothing_is_under_way_where_nobody_works(run):
    with Evolving(run, workers=1) as evolving:
        next(evolving.generations())

    assert [name for name in WATCHED if (run.folder / name).exists()] == []
    with pytest.raises(RunError, match="has no generation under way"):
        generation_under_way(RunReader.open(run.folder))
