"""The folder of an evolution: what it keeps, what can be asked of it, and what it refuses."""

import errno
import json
import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from nge.cli.main import main
from nge.errors import BusyError, RunError
from nge.evolution.flags import MEANINGS, Flags, marks
from nge.report.data import Gatherer
from nge.report.episodes import recorded_where_possible
from nge.runs import folder as files
from nge.runs.config import over
from nge.runs.record import delete, insert
from nge.runs.rows import flags_from
from nge.runs.run import Limits, Run, free_folder
from nge.runs.verify import check
from tests.runs.helpers import (
    as_version_2,
    as_version_4,
    content,
    evolved,
    fake_run,
    made_earlier,
    redescribe,
    working,
)
from tests.trees import differences

pytestmark = pytest.mark.usefixtures("fake")


@pytest.fixture
def copy(faked, tmp_path):
    """A run of twelve generations that a test may spoil; it could go on to a thirteenth."""
    folder = tmp_path / "copy"
    shutil.copytree(faked.folder, folder)
    return Run.open(folder).with_limits(Limits(max_generations=13))


@pytest.fixture
def refused(capsys):
    """Return the one line that words are refused with."""

    def run(*words):
        capsys.readouterr()
        assert main([str(word) for word in words]) == 2
        *before, line = capsys.readouterr().err.splitlines()
        assert line.startswith("nge: "), line
        assert all(said.startswith("evolving 8 species") for said in before), before
        return line

    return run


def sql(run: Run, command: str, *values) -> None:
    with sqlite3.connect(run.folder / "record.sqlite") as record:
        record.execute(command, values)


def checkpoint(run: Run) -> Path:
    [path] = (run.folder / "weights").glob("generation-*")
    return path


# --- what can be asked --------------------------------------------------------------------


def test_a_run_tells_of_its_generations(faked):
    rows = faked.generations()

    assert [row["number"] for row in rows] == list(range(12))
    assert [row["steps"] for row in rows] == [8 * 2 * 40 * (n + 1) for n in range(12)]
    assert rows[0]["stats"]["born"] == 8
    assert {row["stats"]["born"] for row in rows[1:]} == {2}
    assert faked.spent().generations == 12
    assert faked.spent().steps == rows[-1]["steps"]
    best = max(
        (row for row in faked.scores() if row["generation"] == 5), key=lambda r: r["fitness"]
    )
    assert (rows[5]["best"], rows[5]["best_species"]) == (best["fitness"], best["species"])


def test_a_run_tells_of_every_species_and_every_score(faked):
    species, scores = faked.species(), faked.scores()

    assert [row["id"] for row in species] == list(range(8 + 11 * 2))
    assert len(scores) == 12 * 8
    for row in species:
        lived = [score for score in scores if score["species"] == row["id"]]
        assert [score["generation"] for score in lived] == list(
            range(row["born"], row["last_lived"] + 1)
        )
        assert row["fitness"] == lived[-1]["fitness"]
        assert faked.body(row["id"]).digest == row["digest"]
        assert len(faked.body(row["id"])) == row["parts"]
        assert isinstance(row["changed"], list)


def test_a_lineage_goes_from_the_first_ancestor_to_the_species(faked):
    parents = {row["id"]: row["parent"] for row in faked.species()}
    for species in parents:
        slow = [species]
        while parents[slow[0]] is not None:
            slow.insert(0, parents[slow[0]])

        assert faked.lineage(species) == slow

    assert max(len(faked.lineage(species)) for species in parents) > 3


def test_scores_come_as_a_data_frame(faked):
    pytest.importorskip("pandas")

    frame = faked.frame()

    assert len(frame) == 12 * 8
    assert {"generation", "species", "fitness", "parent", "operator", "topology"} <= {*frame}
    assert frame.groupby("generation").size().eq(8).all()
    assert frame["fitness"].max() == max(row["fitness"] for row in faked.scores())


def test_a_species_that_never_was_is_refused(faked):
    for ask in (faked.body, faked.train_state, faked.lineage):
        with pytest.raises(RunError, match="has no species 99; it has species 0 to 29"):
            ask(99)


def test_a_run_that_has_not_begun_has_nothing_to_tell(tmp_path):
    run = fake_run(tmp_path / "run")

    assert run.told() == []
    assert (run.species(), run.scores(), run.generations()) == ([], [], [])
    assert run.fittest(3) == []
    with pytest.raises(RunError, match="has no species 0; it has none yet"):
        run.train_state(0)


def test_finalists_are_evaluated_with_mean_and_sampled_actions(faked):
    rows = faked.evaluations(11)

    assert {row["species"] for row in rows} == set(faked.fittest(5))
    assert len(rows) == 5 * 2 * 8


def test_the_best_of_the_finalists_comes_first_whatever_its_fitness(faked, tmp_path):
    shutil.copytree(faked.folder, tmp_path / "copy")

    with working(Run.open(tmp_path / "copy")) as evolving:
        found = evolving.finalists()

    means = [one.mean_actions.mean for one in found]
    assert means == sorted(means, reverse=True)
    assert {one.species for one in found} == set(faked.fittest(5))
    assert [one.species for one in found] != faked.fittest(5)


def test_the_default_folder_is_the_first_that_is_free(tmp_path):
    assert free_folder("fish", "nge", tmp_path) == tmp_path / "fish-nge-1"
    (tmp_path / "fish-nge-1").mkdir()
    assert free_folder("fish", "nge", tmp_path) == tmp_path / "fish-nge-2"


# --- whose weights are kept -----------------------------------------------------------------


def loadable(run: Run) -> set[int]:
    """Return whose weights can be had; of all others the run says why not."""
    living = {one.id for one in run.told()[-1].species}
    there = living | set(run.buried())
    for species in range(len(run.species())):
        if species in there:
            run.train_state(species)
        else:
            with pytest.raises(RunError, match=rf"species {species} are gone: .*weights all keep"):
                run.train_state(species)
    return there


def test_of_the_dead_ancestors_of_the_living_and_the_best_keep_their_weights(faked):
    living = {one.id for one in faked.told()[-1].species}
    ancestors = {one for species in living for one in faked.lineage(species)}
    best = {row["best_species"] for row in faked.generations()}

    assert loadable(faked) == living | ancestors | best
    assert ancestors - living
    assert len(loadable(faked)) < len(faked.species())


def test_everyone_keeps_them_on_request_and_nothing_else_changes(faked, tmp_path):
    run = evolved(fake_run(tmp_path / "run", keep="all"))

    assert loadable(run) == {row["id"] for row in run.species()}
    assert content(run, 12) == content(faked, 12)


def test_the_dead_have_the_weights_they_died_with(tmp_path):
    run = fake_run(tmp_path / "run", generations=6, keep="all")
    last = {}

    with working(run) as evolving:
        for generation in evolving.generations():
            last |= {one.id: one.train_state for one in generation.species}

    living = {one.id for one in run.told()[-1].species}
    for species, train_state in last.items():
        kept = run.train_state(species)
        assert not differences(train_state.agent, kept.agent)
        assert not differences(train_state.normaliser, kept.normaliser)
        assert bool(differences(train_state.opt_state, kept.opt_state)) == (species not in living)


def test_files_of_others_among_the_weights_stay(copy):
    run = copy.with_limits(Limits(max_generations=14))
    folder = run.folder / "weights"
    names = [
        *("notes.txt", "species-000001 (copy).safetensors", "species-000001.safetensors.bak"),
        *(
            "species-999999.safetensors",
            "generation-000500.safetensors",
            "generation-1.safetensors",
        ),
        *("species-000001.safetensors.1", ".hidden"),
    ]
    for name in names:
        (folder / name).touch()
    (folder / "mine").mkdir()
    draft = folder / ".generation-000012.safetensors.4711"  # of a process that was killed
    draft.touch()

    evolved(run)

    assert all((folder / name).exists() for name in [*names, "mine"])
    assert not draft.exists()
    assert not (folder / "generation-000012.safetensors").exists()
    assert (folder / "generation-000013.safetensors").exists()


# --- verify -----------------------------------------------------------------------------------


def test_nothing_is_wrong_with_a_run_as_it_was_written(faked):
    found = check(faked)

    assert found.problems == []
    assert "30 species in 12 generations" in found.notes
    assert "40 episodes with mean actions repeated" in found.notes
    assert "40 episodes with sampled actions repeated" in found.notes


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("UPDATE species SET body = (SELECT body FROM species WHERE id = 1) WHERE id = 0", "body"),
        ("UPDATE species SET parent = 29 WHERE id = 20", "parent 29 that came after it"),
        ("DELETE FROM species WHERE id = 3", "species are missing"),
        ("UPDATE scores SET fitness = fitness + 1e-9 WHERE generation = 4", "mean"),
        ("DELETE FROM scores WHERE generation = 11 AND species = 29", "generation 11 is not what"),
        ("UPDATE scores SET steps = steps + 1 WHERE generation = 2", "generation 2 is not what"),
        ("UPDATE generations SET best = 99 WHERE number = 7", "generation 7 is not what"),
        ("UPDATE evaluations SET total = total + 0.1 WHERE episode = 3", "episode 3: return"),
    ],
)
def test_a_changed_row_is_found_in_a_run_of_an_earlier_version(copy, command, says):
    run = Run.open(made_earlier(copy.folder))
    sql(run, command)

    assert any(says in problem for problem in check(run).problems), check(run).problems


def test_episodes_that_repeat_but_for_rounding_are_no_problem(copy):
    """Another kind of processor rounds otherwise."""
    run = Run.open(made_earlier(copy.folder))
    sql(run, "UPDATE evaluations SET total = total + 1e-9 WHERE episode = 3 AND sampled = 0")

    found = check(run)

    assert not found.problems
    assert "40 episodes with mean actions repeated, 5 of them but for rounding" in found.notes


@pytest.mark.parametrize("file", [None, "", 7, "weights/..", "weights/\0"])
def test_a_record_without_checksums_that_names_no_weights_file_is_refused(copy, file, refused):
    sql(Run.open(made_earlier(copy.folder)), "UPDATE checkpoints SET file = ?", file)

    for command in (["resume"], ["export", "--to", "creature"]):
        assert "record.sqlite is damaged: it names " in refused(*command, copy.folder)


CHANGES = {
    "UPDATE species SET parent = id WHERE id = 6": "row 6 of species is not what was written",
    "UPDATE scores SET spread = 1e-300 WHERE rowid = 9": "row 9 of scores is not what",
    "UPDATE generations SET ended = '' WHERE number = 7": "row 7 of generations is not what",
    "UPDATE evaluations SET seed = seed + 1 WHERE rowid = 3": "row 3 of evaluations is not what",
    "UPDATE checkpoints SET digest = 'x'": "row 1 of checkpoints is not what was written",
    "DELETE FROM scores WHERE rowid = 96": "96 rows of scores were written, 95 are there",
    "INSERT INTO evaluations SELECT * FROM evaluations WHERE rowid = 4": "80 rows of",
    "UPDATE totals SET sum = sum + 1 WHERE name = 'species'": "the rows of species are not those",
    "UPDATE totals SET count = count - 1 WHERE name = 'commits'": "it holds 38 of 39 commits",
    "ALTER TABLE scores RENAME COLUMN kl TO km": "its tables are not those of a run",
    "DROP TABLE totals": "its tables are not those of a run",
    "DROP INDEX scores_by_species": "its tables are not those of a run",
}


@pytest.mark.parametrize(("command", "says"), CHANGES.items(), ids=CHANGES)
def test_a_row_that_was_not_written_so_is_refused(copy, command, says, refused):
    sql(copy, command)

    assert [says in problem for problem in check(Run.open(copy.folder)).problems] == [True]
    for name in ("resume", "report"):
        assert f"record.sqlite is damaged: {says}" in refused(name, copy.folder)


def test_a_message_of_sqlite_that_quotes_damaged_text_is_one_line(copy, refused):
    path = copy.folder / "record.sqlite"
    path.write_bytes(path.read_bytes().replace(b"TABLE scores (", b"TABLE s\xe3ores (", 1))

    for name in ("resume", "show"):
        assert "record.sqlite cannot be used" in refused(name, copy.folder)


def test_rows_that_another_process_adds_or_removes_are_checked_as_well(copy):
    reader, writer = Run.open(copy.folder, read_only=True), Run.open(copy.folder)
    before = len(reader.evaluations(11))
    with writer.record.writing() as record:
        delete(record, "evaluations", "episode > ?", 3)
        insert(record, "evaluations", [(11, 3, True, 0, 0, 1, 2, "", None)])

    assert len(reader.evaluations(11)) == before // 2 + 1
    with writer.record.writing() as record:
        insert(record, "evaluations", [(11, 4, True, 0, 0, 1, 2, "", None)])
    sql(copy, "UPDATE evaluations SET total = 2 WHERE species = 4 AND seed = 0")
    with pytest.raises(RunError, match=r"row \d+ of evaluations is not what was written"):
        reader.evaluations(11)


def test_commits_that_were_lost_with_the_write_ahead_log_are_noticed(copy, refused):
    path, wal = copy.folder / "record.sqlite", copy.folder / "record.sqlite-wal"
    with sqlite3.connect(path) as other:
        other.execute("SELECT * FROM species").fetchone()  # keeps the log from being merged
        copy.add_evaluations(11, {}, 0, True)
        log, whole = wal.read_bytes(), path.read_bytes()
    other.close()

    for damaged in (b"", log[:-1], bytes([log[0] ^ 1]) + log[1:], log[:200] + b"x" + log[201:]):
        path.write_bytes(whole)
        wal.write_bytes(damaged)
        assert "it holds 39 of 40 commits" in refused("show", copy.folder)
    path.write_bytes(whole)
    wal.write_bytes(log)
    assert main(["show", str(copy.folder)]) == 0


@pytest.mark.parametrize("parent", [6, 7, 29])
def test_a_line_of_ancestors_that_would_not_end_is_refused(copy, refused, parent):
    run = Run.open(made_earlier(copy.folder))
    sql(run, f"UPDATE species SET parent = {parent} WHERE id = 6")
    sql(run, "UPDATE scores SET fitness = 99 WHERE species = 6")
    sql(run, "DELETE FROM evaluations")

    for name in ("report", "leaderboard"):
        assert f"species 6 has parent {parent}, which was not born before it" in refused(
            name, copy.folder
        )


@pytest.mark.parametrize(
    "changes", [{"plan": {"seed": 5}}, {"version": 1}, {"digest": None}, {"started": "today"}]
)
def test_a_description_that_was_edited_is_refused(copy, refused, changes):
    path = copy.folder / "run.json"
    path.write_text(json.dumps(over(json.loads(path.read_text()), changes)))

    for name in ("resume", "verify", "report", "show"):
        assert "run.json is damaged or was edited: its digest does" in refused(name, copy.folder)


def test_a_run_of_an_earlier_version_is_read_and_goes_on(copy, faked):
    run = Run.open(made_earlier(copy.folder))
    before = content(faked, 12) | {"updates": [], "flags": []}
    assert content(run, 12) == before
    assert "its rows have no checksums" in check(run).notes[0]

    run = evolved(run)

    assert run.spent().generations == 13
    assert content(run, 11) == content(faked, 11) | {"updates": [], "flags": []}
    assert run.record.has_checksums
    assert check(run).problems == []


def test_a_changed_weights_file_is_found(copy):
    data = bytearray(checkpoint(copy).read_bytes())
    data[-1] ^= 1
    checkpoint(copy).write_bytes(data)

    assert ["its numbers are not those that were written" in p for p in check(copy).problems] == [
        True
    ]


def test_a_changed_weights_file_of_the_dead_is_found(copy):
    [dead, *_] = sorted((copy.folder / "weights").glob("species-*"))
    data = bytearray(dead.read_bytes())
    data[-1] ^= 1
    dead.write_bytes(data)

    assert any(dead.name in problem for problem in check(copy).problems)
    said = []
    species = int(dead.stem.removeprefix("species-"))
    assert recorded_where_possible(copy, species, said.append) is None
    assert re.match(rf"species {species} is not shown in motion: .*{dead.name} is damaged", said[0])


def test_a_weights_file_of_the_dead_that_was_exchanged_or_lost_is_found(copy):
    one, other, *_ = sorted((copy.folder / "weights").glob("species-*"))
    one.write_bytes(other.read_bytes())
    assert check(copy).problems == [f"{one} is not the file that the record names"]

    one.unlink()
    assert check(copy).problems == [f"{one} is missing; put a copy in its place"]


def test_a_run_without_digests_of_the_dead_is_read_and_gets_them_as_it_goes_on(copy, faked):
    run = Run.open(as_version_2(copy.folder), read_only=True)
    assert content(run, 12) == content(faked, 12) | {"updates": [], "flags": []}
    assert loadable(run) == loadable(faked)
    assert check(run).problems == []

    run = evolved(Run.open(copy.folder).with_limits(Limits(max_generations=16)))

    died = set(run.buried()) - set(faked.buried())
    with run.record.reading("kept_weights") as record:
        assert {one for (one,) in record.execute("SELECT species FROM kept_weights")} == died
    assert died
    assert check(run).problems == []


def test_flags_are_recorded_with_every_score_and_shown_with_their_meaning(faked, capsys):
    for row in [*faked.scores(), *faked.species()]:
        id_ = row.get("species", row.get("id"))
        pressed = {"radius low": 0.5} if id_ % 2 else {}
        assert flags_from(row) == Flags(id_ / 10, 0.25, pressed)

    assert main(["leaderboard", str(faked.folder), "--top", "1"]) == 0
    printed = capsys.readouterr()
    [_, leader] = printed.out.splitlines()
    best = max(faked.species(), key=lambda row: row["fitness"])
    shown = "; ".join(f"{mark.name} {mark.number}" for mark in marks(flags_from(best)))
    assert "energy 25%" in shown
    assert leader.endswith(shown)
    assert f"energy: {MEANINGS['energy']}" in printed.err.splitlines()

    assert main(["show", str(faked.folder)]) == 0
    assert capsys.readouterr().out.count("energy 25%") == 12  # the best of each generation


@pytest.mark.parametrize("made", [as_version_2, as_version_4])
def test_flags_of_a_run_of_an_earlier_version_are_unknown(made, copy, capsys):
    made(copy.folder)

    assert main(["leaderboard", str(copy.folder), "--top", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("  ?")
    assert main(["show", str(copy.folder)]) == 0
    assert "energy" not in capsys.readouterr().out
    found = Gatherer(Run.open(copy.folder, read_only=True)).gather()
    assert found["species"]["flags"][0] is None


def test_a_run_of_version_4_is_read_and_gets_flags_as_it_goes_on(copy, faked):
    run = Run.open(as_version_4(copy.folder), read_only=True)
    assert content(run, 12) == content(faked, 12) | {"flags": []}
    assert check(run).problems == []

    run = evolved(Run.open(copy.folder).with_limits(Limits(max_generations=13)))

    assert {row["generation"] for row in run.scores() if flags_from(row)} == {12}
    assert content(run, 12) == content(faked, 12) | {"flags": []}
    assert json.loads((copy.folder / "run.json").read_text())["version"] == 6
    assert check(run).problems == []


def test_a_changed_flag_is_found(copy):
    with closing(sqlite3.connect(copy.folder / "record.sqlite")) as record:
        record.execute("UPDATE flags SET energy = 0.0 WHERE species = 3")
        record.commit()

    assert "of flags is not what was written" in check(Run.open(copy.folder)).problems[0]


def test_weights_of_the_dead_have_a_digest_as_long_as_they_are_kept(faked):
    with faked.record.reading("kept_weights") as record:
        named = [species for (species,) in record.execute("SELECT species FROM kept_weights")]

    assert sorted(named) == faked.buried()


def test_verify_exits_with_1_where_something_is_wrong(copy, capsys):
    assert main(["verify", str(copy.folder)]) == 0
    assert "all is well" in capsys.readouterr().out

    sql(copy, "UPDATE scores SET fitness = 0 WHERE generation = 4")

    assert main(["verify", str(copy.folder)]) == 1
    assert re.search("problem: .*row 33 of scores is not what was", capsys.readouterr().out)


# --- what is refused, with nothing lost -----------------------------------------------------------


@pytest.mark.parametrize("name", ["resume", "show", "status", "verify"])
def test_what_is_no_run_is_one_line(name, refused, tmp_path):
    assert "is not a run: it has no run.json" in refused(name, tmp_path)
    assert "there is no such folder" in refused(name, tmp_path / "none")


def test_a_folder_that_holds_something_is_refused(faked, tmp_path):
    (tmp_path / "note").touch()

    with pytest.raises(RunError, match="is not empty"):
        fake_run(tmp_path)
    with pytest.raises(RunError, match="holds a run already; go on with 'nge resume"):
        fake_run(faked.folder)


def test_a_run_of_a_newer_format_or_of_another_kind_is_refused(copy, refused):
    redescribe(copy.folder, version=7)
    assert "its format version is 7, that of a newer nge" in refused("resume", copy.folder)

    redescribe(copy.folder, version=6, format="nge-dance")
    assert "its format is 'nge-dance', not 'nge-run'" in refused("show", copy.folder)

    redescribe(copy.folder, format="nge-run")
    sql(copy, "PRAGMA user_version = 7")
    assert "version 7 of its tables is that of a newer nge" in refused("show", copy.folder)


def test_a_run_with_settings_that_are_no_more_still_opens(copy):
    plan = copy.plan.model_dump(mode="json")
    plan["inheritance"] |= {"broken_below": 0.5, "noise": 0.6}
    redescribe(copy.folder, plan=plan, format="nge-evolution", version=3)

    assert Run.open(copy.folder).plan == copy.plan


def test_other_versions_are_refused_unless_they_are_accepted(copy, refused):
    redescribe(copy.folder, versions=copy.about["versions"] | {"mujoco": "3.0"})

    assert "mujoco 3.0 is now" in refused("resume", copy.folder)
    assert main(["resume", str(copy.folder), "--no-film", "--anyway"]) == 0
    assert copy.spent().generations == 13


def test_a_damaged_record_is_refused_and_a_copy_of_it_goes_on(copy, refused):
    path = copy.folder / "record.sqlite"
    whole = path.read_bytes()

    path.write_bytes(b"no database" * 1000)
    for name in ("resume", "show", "status"):
        assert "record.sqlite cannot be used: file is not a database" in refused(name, copy.folder)
    assert main(["verify", str(copy.folder)]) == 1
    path.unlink()
    assert "record.sqlite is missing" in refused("resume", copy.folder)

    path.write_bytes(whole)
    assert evolved(copy).spent().generations == 13


def test_damaged_or_missing_weights_are_refused_and_a_copy_of_them_goes_on(copy, refused):
    path = checkpoint(copy)
    whole = path.read_bytes()

    path.write_bytes(whole[:-3])
    assert "is damaged: this is not a safetensors file" in refused("resume", copy.folder)
    path.unlink()
    assert f"{path.name} is missing" in refused("resume", copy.folder)

    path.write_bytes(whole)
    assert evolved(copy).spent().generations == 13


def test_weights_of_another_generation_are_refused(copy, refused, tmp_path):
    other = evolved(fake_run(tmp_path / "other", generations=1))
    checkpoint(copy).write_bytes(checkpoint(other).read_bytes())

    assert "is not the file that the record names" in refused("resume", copy.folder)
    sql(Run.open(made_earlier(copy.folder)), "UPDATE checkpoints SET digest = NULL")
    assert "is not the file that the record names" in refused("resume", copy.folder)


def test_two_processes_cannot_work_at_one_run(copy, refused):
    with working(copy):
        with pytest.raises(BusyError, match="another process is at work in"):
            working(Run.open(copy.folder)).__enter__()
        assert "another process is at work" in refused("resume", copy.folder)
        for option in (["--max-generations", 99], ["--log", "tensorboard"]):
            assert "another process is at work" in refused("resume", copy.folder, *option)
    assert Run.open(copy.folder).limits.max_generations == 13
    assert Run.open(copy.folder).keeping.log == ()

    assert evolved(copy).spent().generations == 13


def test_a_full_disk_loses_at_most_the_generation_under_way(copy, refused, monkeypatch):
    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device", "weights/generation-000012")

    with monkeypatch.context() as patch:
        patch.setattr(files.os, "fsync", full)
        assert "the disk is full while writing" in refused("resume", copy.folder)
    assert copy.spent().generations == 12
    assert not [path for path in (copy.folder / "weights").iterdir() if path.name[0] == "."]

    assert evolved(copy).spent().generations == 13


def test_a_full_disk_in_the_record_loses_at_most_the_generation_under_way(
    copy, refused, monkeypatch
):
    def full(record, table, rows):
        insert(record, table, rows)
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("nge.runs.run.insert", full)
        assert "record.sqlite cannot be used: database or disk is full" in refused(
            "resume", copy.folder
        )
    assert copy.spent().generations == 12
    assert len(copy.species()) == 30

    assert evolved(copy).spent().generations == 13


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_run_in_a_folder_that_cannot_be_written_can_be_read_but_not_go_on(copy, refused):
    copy.folder.chmod(0o555)
    try:
        assert main(["show", str(copy.folder)]) == 0
        assert main(["verify", str(copy.folder)]) == 0
        assert "cannot be written" in refused("resume", copy.folder)
    finally:
        copy.folder.chmod(0o755)
    assert evolved(copy).spent().generations == 13


def test_where_nothing_can_be_written_a_run_can_be_read_but_not_go_on(copy, refused, monkeypatch):
    connect = sqlite3.connect

    def read_only(path, *args, **kwargs):
        if "immutable" not in str(path):
            raise sqlite3.OperationalError("unable to open database file")
        return connect(path, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
        patch.setattr(sqlite3, "connect", read_only)
        assert main(["show", str(copy.folder)]) == 0
        assert main(["status", str(copy.folder)]) == 0
        assert "cannot be written: unable to open" in refused("resume", copy.folder)

    assert evolved(copy).spent().generations == 13


def test_limits_end_a_run_with_the_first_that_is_reached():
    limits = Limits(max_generations=3, max_steps=1000, max_hours=1.0)

    assert not limits.reached(2, 999, 3599)
    assert limits.reached(3, 0, 0)
    assert limits.reached(0, 1000, 0)
    assert limits.reached(0, 0, 3600)
    assert not Limits().reached(10**9, 10**12, 1e9)


def test_a_file_called_stop_ends_the_work_after_the_update_under_way(copy):
    (copy.folder / "stop").touch()  # meant for another process

    def ask(update):
        (copy.folder / "stop").touch()

    with working(copy) as evolving:
        assert list(evolving.generations(ask)) == []
        assert evolving.stopped
    assert not (copy.folder / "stop").exists()
    assert copy.spent().generations == 12
    assert {row["updates"] for row in copy.checkpoint_rows() if row["generation"] == 12} == {1}

    assert evolved(copy).spent().generations == 13


def test_while_it_works_a_run_says_what_it_does(copy):
    heard = []

    with working(copy) as evolving:
        list(evolving.generations(lambda update: heard.append(copy.status())))
    assert copy.status() == {}

    assert [(status["generation"], status["steps"]) for status in heard] == [(12, 320), (12, 640)]
    assert heard[0]["process"] == os.getpid()
    assert np.isclose(heard[0]["of"], copy.plan.steps_of(0))
