"""The same seed gives the same run, bit for bit, however it is run and whatever happens to it."""

import signal
from collections import Counter

import jax
import pytest

from nge.evolution.search_settings import ScreeningSettings
from nge.evolution.selection import PopulationSettings
from nge.rl import gpu_learner
from nge.runs.executors import Processes
from nge.runs.run import Limits, Run
from nge.runs.runner import Runner
from tests.runs.driver import MOMENTS
from tests.runs.helpers import (
    GENERATIONS,
    content,
    evolved,
    learned,
    new_run,
    process,
    said_by,
    working,
)


@pytest.mark.slow
def test_worker_processes_give_the_same_run_as_one_process(straight, tmp_path):
    isolated = evolved(new_run(tmp_path / "run", generations=2), workers=2)
    again = evolved(new_run(tmp_path / "again", generations=2))

    assert content(isolated, 2) == content(again, 2)
    assert learned(isolated) == learned(again)
    same = ("species", "scores", "generations")
    assert all(content(isolated, 2)[name] == content(straight, 2)[name] for name in same)


@pytest.mark.slow
def test_what_an_accelerator_teaches_is_the_same_run_with_any_number_of_workers(
    straight, tmp_path, monkeypatch
):
    """Here the accelerator is a CPU."""
    monkeypatch.setattr(gpu_learner, "GPU_BATCH", 2)
    one, two = (
        evolved_with(Processes(count, 1, jax.devices("cpu")), new_run(tmp_path / name, 2))
        for count, name in ((1, "one"), (2, "two"))
    )

    assert content(one, 2) == content(two, 2)
    assert learned(one) == learned(two)
    on_gpu, alone = (content(run, 1)["scores"] for run in (one, straight))
    assert [row["failure"] for row in on_gpu] == [""] * 4
    for here, there in zip(on_gpu, alone, strict=True):
        assert here["fitness"] == pytest.approx(there["fitness"], rel=0.05, abs=0.05)


def evolved_with(executor, run):
    with Runner(run, executor=executor) as runner:
        assert len(list(runner.generations())) == 2
        runner.finalists()
    return run


RACE = {
    "population": PopulationSettings(
        size=4, race=True, last=1, elimination_every=None, updates=1, patience=2, progress=1e3
    ),
    "screening": ScreeningSettings(candidates=2, rounds=2, steps=20, tolerance=0.0),
}


@pytest.fixture(scope="module")
def raced(tmp_path_factory):
    """A race with screening that went straight to its end."""
    return evolved(new_run(tmp_path_factory.mktemp("race") / "run", generations=8, **RACE))


def test_a_race_with_screening_ends_the_same_when_it_is_stopped_and_resumed(raced, tmp_path):
    run = new_run(tmp_path / "run", generations=8, **RACE)
    for _ in range(8):
        with working(Run.open(run.folder)) as evolving:
            next(evolving.generations())

    assert content(run, 8)["scores"] == content(raced, 8)["scores"]
    assert content(run, 8)["generations"] == content(raced, 8)["generations"]
    assert learned(run) == learned(raced)
    assert [row["stats"]["screening_steps"] > 0 for row in run.generations()] == [
        False,
        True,
        True,
        True,
        True,
        False,
        True,
        True,
    ]  # a new race begins with generation 5
    assert [run.age_of_race(number) for number in range(8)] == [0, 1, 2, 3, 4, 0, 1, 2]
    again = [row for row in run.species() if row["born"] == 5]
    assert {row["operator"] for row in again} == {"relearn"}
    assert all(run.mutations_of(row["id"]) == len(run.lineage(row["id"])) - 2 for row in again)
    assert any(row["parent"] is not None for row in run.species())
    lived = {(row["species"], row["generation"]) for row in run.scores()}
    children = [row for row in run.species() if row["parent"] is not None]
    assert any((row["parent"], row["born"] - 1) not in lived for row in children)  # it came back


@pytest.mark.slow
def test_a_race_with_screening_is_the_same_in_two_worker_processes(raced, tmp_path):
    isolated = evolved(new_run(tmp_path / "run", generations=8, **RACE), workers=2)

    assert content(isolated, 8) == content(raced, 8)
    assert learned(isolated) == learned(raced)


def test_each_species_makes_its_own_number_of_updates(unequal):
    made = Counter((row["generation"], row["species"]) for row in unequal.updates())

    first, second = (
        {one: count for (number, one), count in made.items() if number == generation}
        for generation in (0, 1)
    )

    best = unequal.generations()[0]["best_species"]
    assert first == {0: 1, 1: 2, 2: 1, 3: 2}
    assert second == {best: 3, 4: 1, 5: 2}
    for row in unequal.scores():
        updates = made[row["generation"], row["species"]]
        assert row["steps"] >= unequal.plan.steps_after(updates)
        assert row["episodes"] > 0
    [before, after] = unequal.generations()
    assert after["steps"] - before["steps"] == sum(
        row["steps"] for row in unequal.scores() if row["generation"] == 1
    )


def test_with_unequal_updates_it_is_the_same_run_stopped_after_every_update(unequal, tmp_path):
    run = new_run(tmp_path / "run", generations=2, method="unequal")
    heard = []
    while not run.done:
        heard += stopped_at_once(Run.open(run.folder))

    assert content(run, 2) == content(unequal, 2) | {"evaluations": []}  # no finalists yet
    assert learned(run) == learned(unequal)
    assert sum(len(update.metrics) for update in heard) == len(run.updates())  # none made twice


def stopped_at_once(run):
    """Work at a run until its next update is done; return what was heard."""
    heard = []
    with working(run, stop=lambda: bool(heard)) as evolving:
        list(evolving.generations(heard.append))
    return heard


@pytest.mark.slow
def test_with_unequal_updates_it_is_the_same_run_in_two_worker_processes(unequal, tmp_path):
    isolated = evolved(new_run(tmp_path / "run", generations=2, method="unequal"), workers=2)

    assert content(isolated, 2) == content(unequal, 2)
    assert learned(isolated) == learned(unequal)


def test_how_far_a_generation_is_follows_the_species_with_the_most_to_do(unequal, tmp_path):
    run = new_run(tmp_path / "run", generations=2, method="unequal")
    said = []

    with working(run) as evolving:
        list(evolving.generations(lambda update: said.append(run.status())))

    done = [(now["update"], now["updates"]) for now in said]
    assert done == [(0, 2), (1, 2), (2, 2), (1, 3), (1, 3), (1, 3), (1, 3), (2, 3), (3, 3)]
    assert [now["steps"] / now["of"] for now in (said[2], said[-1])] == [1.0, 1.0]


def test_another_seed_gives_another_run(straight, tmp_path):
    other = evolved(new_run(tmp_path / "run", generations=1, seed=1))

    assert content(other, 1)["scores"] != content(straight, 1)["scores"]


def test_killed_at_any_moment_and_resumed_it_ends_as_if_nothing_had_happened(fake, tmp_path):
    undisturbed = evolved(fake(tmp_path / "undisturbed", 8, keep="all"))
    run = fake(tmp_path / "run", 8, keep="all")

    ends = said_by("-m", "tests.runs.driver", str(run.folder), *MOMENTS)

    assert [end["moment"] for end in ends] == list(MOMENTS)
    assert [end["ended"] for end in ends] == [-signal.SIGKILL] * (len(ends) - 1) + [0], ends
    assert content(run, 8) == content(undisturbed, 8)
    assert kept(run) == kept(undisturbed)
    assert {row["failure"] for row in run.scores()} == {""}
    reached = {end["moment"]: end["generations"] for end in ends}
    assert reached["late in the open transaction"] == 0
    assert reached["after the commit"] == 1
    assert reached["before finalists are written down"] == 8
    names = [path.name for path in run.folder.rglob("*") if path.is_file()]
    assert not [name for name in names if name.startswith(".")]  # drafts


def kept(run):
    """Return all weights on the disk, bit for bit."""
    return {path.name: path.read_bytes() for path in (run.folder / "weights").iterdir()}


@pytest.mark.slow
def test_killed_while_bodies_learn_and_resumed_it_ends_with_the_same_weights(straight, tmp_path):
    run = new_run(tmp_path / "run")
    script = f"""
import nge.runs.run as run
from nge.rl.trainer import Trainer
from tests.runs.driver import killing
from tests.runs.helpers import evolved
killing(Trainer, "update", 4)  # in the middle of the second generation
evolved(run.Run.open({str(run.folder)!r}))
"""
    with process("-c", script) as killed:
        killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    assert run.spent().generations == 1

    resumed = evolved(Run.open(run.folder))

    assert content(resumed) == content(straight)
    assert learned(resumed) == learned(straight)


def test_stopped_between_generations_and_resumed_it_ends_the_same(straight, tmp_path):
    run = new_run(tmp_path / "run")
    for _ in range(GENERATIONS):
        with working(Run.open(run.folder)) as evolving:
            next(evolving.generations())

    assert content(run)["scores"] == content(straight)["scores"]
    assert learned(run) == learned(straight)


def test_what_is_told_after_a_pause_is_what_was_told_before(fake, tmp_path):
    run = fake(tmp_path / "run")
    told = []

    with working(run) as evolving:
        for generation in evolving.generations():
            told.append(generation)
            again = run.told()

            assert [one.species for one in again] == [one.species for one in told]
            assert [one.born_so_far for one in again] == [one.born_so_far for one in told]


def test_it_can_go_on_beyond_its_end(straight, tmp_path):
    run = evolved(new_run(tmp_path / "run", generations=2))

    longer = evolved(run.with_limits(Limits(max_generations=GENERATIONS)))

    assert Run.open(run.folder).limits.max_generations == GENERATIONS
    assert content(longer)["scores"] == content(straight)["scores"]
    assert learned(longer) == learned(straight)


def test_what_is_done_is_not_done_again(straight):
    with working(straight) as evolving:
        assert list(evolving.generations()) == []
