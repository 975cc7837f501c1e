"""What the page is told of a run, and that looking changes nothing."""

import json
import os
import sqlite3
from dataclasses import replace

import numpy as np
import pytest

from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.errors import RunError
from nge.evolution.flags import MEANINGS
from nge.physics.arena import Terrain, TerrainBox
from nge.report import curves, data
from nge.report.data import Gatherer
from nge.report.episodes import TURN_STEPS, continuous, drawn, packed, recorded
from nge.report.numbers import thinned
from nge.runs import folder as files
from nge.runs.config import EvolutionConfig
from nge.runs.reading import run_folders, snapshot
from nge.runs.run import Limits, Run
from nge.tasks.registry import OURS
from tests.report.helpers import large_run, new_run
from tests.runs.made import made_run


@pytest.fixture(scope="module")
def found(rows):
    return Gatherer(Run.open(rows.folder, read_only=True)).gather()


def body_of(found, species):
    """Put a body together as the page does."""
    row = np.array(found["bodies"][species]).reshape(-1, 5).tolist()
    return BodyGraph(
        found["kind"]["name"],
        tuple(
            Part(
                id_,
                tuple(found["parts"][part][0]),
                None if origin < 0 else origin,
                None if pair < 0 else pair,
            )
            for part, _, id_, origin, pair in row
        ),
        tuple(parent for _, parent, _, _, _ in row),
    )


def test_every_species_is_there_with_everything_known_of_it(found):
    columns = found["species"]

    assert {len(column) for column in columns.values()} == {8 + 11 * 3}
    assert len(found["bodies"]) == len(found["next_ids"]) == 8 + 11 * 3
    assert len(found["generations"]) == 12
    assert all(
        len(history) == last - born + 1
        for history, born, last in zip(
            columns["history"], columns["born"], columns["last"], strict=True
        )
    )


def test_bodies_come_back_with_the_same_bits(rows, found):
    for species in range(len(found["bodies"])):
        assert body_of(found, species) == rows.body(species)


def test_parts_that_bodies_share_are_told_once(found):
    named = sum(len(row) // 5 for row in found["bodies"])

    assert len(found["parts"]) < named / 2


def test_the_winner_is_the_fittest_and_its_line_goes_back_to_a_first_body(rows, found):
    last = [history[-1] for history in found["species"]["history"]]

    assert last[found["winner"]] == max(value for value in last if value is not None)
    assert found["line"] == rows.lineage(found["winner"])
    assert found["species"]["parent"][found["line"][0]] == NO_PARENT


def test_a_failure_has_a_reason_and_no_fitness(found):
    columns = found["species"]

    assert columns["failure"][40] == "its physics blew up in 6 of 8 episodes"
    assert columns["history"][40] == [None]
    assert sum(map(bool, columns["failure"])) == 1


def test_flags_are_shown_by_name_with_a_number_and_a_meaning(found):
    flags = found["species"]["flags"]

    assert flags[40] is None  # it failed, and nothing was measured
    [(name, meaning)] = flags[0]
    assert (name, meaning) == ("energy", f"25%: {MEANINGS['energy']}")


def test_fresh_episodes_decide_who_won(small):
    found = Gatherer(Run.open(small.folder, read_only=True)).gather()

    judged = {row["species"]: row["mean"] for row in found["evaluations"] if not row["sampled"]}
    assert judged[found["winner"]] == max(judged.values())


def test_it_is_json_without_special_numbers(found):
    assert json.loads(json.dumps(found, allow_nan=False))["format"] == data.FORMAT


def test_settings_of_a_preset_are_usual_and_only_changes_of_it_are_not(tmp_path):
    given = {"task": "fish", "preset": "quick", "ppo": {"num_steps": 300}}
    plan = EvolutionConfig.of(given).plan
    Run.create(tmp_path / "run", plan, Limits(max_generations=1))

    about = Gatherer(Run.open(tmp_path / "run", read_only=True)).gather()["run"]

    assert about["settings"]["population"] == about["usual"]["population"]
    changed = {
        (group, name)
        for group, values in about["settings"].items()
        for name, value in values.items()
        if about["usual"][group][name] != value
    }
    assert changed == {("ppo", "num_steps")}
    assert about["method_about"].endswith("(preset quick)")


@pytest.mark.parametrize(("task", "told"), [("walker", False), ("walker-gaps", True)])
def test_how_hard_the_terrain_is_is_told_where_there_is_terrain(task, told, tmp_path):
    plan = EvolutionConfig.of({"task": task, "preset": "quick"}).plan
    Run.create(tmp_path / "run", plan, Limits(max_generations=1))

    about = Gatherer(Run.open(tmp_path / "run", read_only=True)).gather()["run"]

    assert ("world" in about["settings"]) == told


def test_gathering_again_reads_only_what_is_new(rows, monkeypatch):
    gatherer = Gatherer(Run.open(rows.folder, read_only=True))
    first = gatherer.gather()
    asked = []
    monkeypatch.setattr(
        data, "snapshot", lambda run, known=0: asked.append(known) or snapshot(run, known)
    )

    second = gatherer.gather()

    assert asked == [len(first["bodies"])]
    assert second == first


def test_the_learning_curve_of_a_species_is_that_of_its_updates(small, monkeypatch):
    found = Gatherer(Run.open(small.folder, read_only=True)).gather()["learning"]
    rewards = {one: [row["reward"] for row in small.updates(one)] for one in range(2)}

    assert found["window"] == 1
    assert len(found["curves"]) == len(small.species())
    for one, curve in rewards.items():
        assert curve
        assert found["curves"][one] == pytest.approx(curve, abs=1e-4)

    longest = max(len(curve) for curve in found["curves"])
    assert longest > 1
    monkeypatch.setattr(curves, "CURVE_POINTS", 1)
    thin = Gatherer(Run.open(small.folder, read_only=True)).gather()["learning"]
    assert thin["window"] == longest
    assert thin["curves"][0] == pytest.approx([np.mean(rewards[0])], abs=1e-4)


def test_a_run_before_its_first_generation_has_no_winner(tmp_path):
    run = new_run(tmp_path / "run")

    found = Gatherer(Run.open(run.folder, read_only=True)).gather()

    assert found["winner"] is None
    assert found["line"] == found["generations"] == []


@pytest.mark.parametrize("length", [1, 5, 8, 9, 100])
def test_a_thinned_line_keeps_its_ends_and_its_order(length):
    line = list(range(0, 3 * length, 3))

    shown = thinned(line, 8)

    assert len(shown) == min(length, 8)
    assert shown == sorted(set(shown))
    assert (shown[0], shown[-1]) == (line[0], line[-1])


# --- episodes -----------------------------------------------------------------------------------


def unpacked(numbers, frames, step):
    whole = np.array(numbers).reshape(-1, frames).cumsum(axis=1).cumsum(axis=1).T
    return whole.reshape(frames, -1, 7) * ([step] * 3 + [1 / TURN_STEPS] * 4)


def test_a_packed_episode_is_off_by_half_a_step_at_most():
    rng = np.random.default_rng(0)
    frames = rng.normal(size=(50, 3, 7)).cumsum(axis=0)

    back = unpacked(packed(frames, 1e-4), 50, 1e-4)

    assert np.abs(back - frames).max() <= 0.5001e-4


def test_quaternions_never_jump_to_their_negatives():
    turns = np.array([[1.0, 0, 0, 0], [-0.99, 0.1, 0, 0], [0.97, -0.2, 0, 0], [-0.9, 0.3, 0, 0]])
    frames = np.concatenate([np.zeros((4, 1, 3)), turns[:, None]], axis=2)

    smooth = continuous(frames)[:, 0, 3:]

    assert (np.sum(smooth[1:] * smooth[:-1], axis=1) > 0).all()
    assert np.array_equal(np.abs(smooth), np.abs(turns))


def test_terrain_is_drawn_by_the_points_where_it_bends():
    arena = OURS["suite/terraincrosser"].arena
    whole = arena.terrains[0].field

    surface = drawn(arena)["surface"]

    assert drawn(arena)["floor"] == -1.5  # the ground around it is as low as the gaps

    x = np.linspace(-15, 113, whole.heights.shape[1])
    for row, heights in zip(surface["z"], whole.heights, strict=True):
        np.testing.assert_allclose(np.interp(x, surface["x"], row), heights, atol=1e-9)
    assert len(surface["x"]) == 2 + 4 * 40  # the ends, and four corners of every gap


def test_boxes_of_a_terrain_are_drawn_where_they_are():
    box = TerrainBox((1.0, 2.0, 3.0), (0.1, 0.2, 0.3))

    assert drawn(replace(OURS["walker"].arena, terrains=(Terrain(boxes=(box,)),))) == {
        "floor": 0.0,
        "boxes": [("box", (0.1, 0.2, 0.3), (1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0))],
        "surface": None,
    }


def test_the_floor_is_as_low_as_gaps_so_that_they_are_seen():
    assert drawn(OURS["walker-gaps"].arena.on(5))["floor"] == -1.5


def test_an_object_is_recorded_after_the_parts(tmp_path):
    run = made_run(tmp_path / "run", ((1.0, 2.0),), "walker-push")

    episode = recorded(run, 1)

    parts = len(run.body(1)) + 1
    first = unpacked(episode["frames"], len(episode["frames"]) // (7 * parts), episode["step"])[0]
    assert episode["parts"] == parts
    [(shape, size, place)] = episode["objects"]
    assert (shape, size, place) == ("box", (0.2, 0.5, 0.2), (0, 0, 0, 1, 0, 0, 0))
    x, y, z = first.reshape(parts, 7)[-1, :3]
    assert 0.6 <= x <= 1.2
    assert (y, z) == (0.0, pytest.approx(0.2, abs=1e-3))


def test_a_recorded_episode_begins_where_the_body_starts(small):
    winner = small.fittest(1)[0]

    episode = recorded(small, winner)

    parts = len(small.body(winner))
    frames = len(episode["frames"]) // (7 * parts)
    first = unpacked(episode["frames"], frames, episode["step"])[0]
    assert episode["parts"] == parts
    assert 2 <= frames <= small.search.task.episode_steps + 1
    assert np.linalg.norm(first[:, 3:], axis=1) == pytest.approx(np.ones(parts), abs=1e-3)


# --- looking without touching ---------------------------------------------------------------------


def test_a_reader_cannot_write(rows):
    with (
        pytest.raises(RunError, match="readonly database"),
        Run.open(rows.folder, read_only=True).record.reading() as record,
    ):
        record.execute("DELETE FROM species")


def test_a_reader_sees_a_generation_whole_or_not_at_all(tmp_path):
    run = large_run(tmp_path / "run", generations=3, size=4, births=1)
    with sqlite3.connect(run.folder / "record.sqlite") as writer:
        writer.execute("DELETE FROM scores WHERE generation = 2")  # not committed yet

        found = snapshot(Run.open(run.folder, read_only=True))

        writer.rollback()
    assert max(row["generation"] for row in found.last.values()) == 2


def test_nobody_works_where_the_lock_is_free(rows):
    (rows.folder / "status.json").write_text(f'{{"process": {os.getpid()}, "generation": 3}}')

    assert files.working(rows.folder) is None
    with files.alone(rows.folder):
        assert files.working(rows.folder)["generation"] == 3
    (rows.folder / "status.json").unlink()


def test_stopping_is_asked_for_by_a_file_and_taken_back(rows):
    files.ask_to_stop(rows.folder)
    assert files.stopping(rows.folder)
    assert (rows.folder / "stop").is_file()

    files.ask_to_stop(rows.folder, False)
    assert not files.stopping(rows.folder)


def test_runs_are_found_in_a_folder_and_other_things_are_not(rows, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "run.json").write_text("{")
    new_run(tmp_path / "b")
    new_run(tmp_path / "a")

    assert [folder.name for folder in run_folders(tmp_path)] == ["a", "b", "broken"]
    assert run_folders(rows.folder) == [rows.folder]
    with pytest.raises(RunError, match=r"nowhere is not a folder; give a run or a folder of runs"):
        run_folders(tmp_path / "nowhere")
