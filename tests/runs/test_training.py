"""Training runs: stopped at any moment and gone on with, they end as if nothing had happened."""

import csv
import json
import os
import sqlite3
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from nge.body.text import from_json
from nge.cli.main import main
from nge.control import devices
from nge.control.ppo import Report
from nge.control.ppo_settings import PpoSettings
from nge.errors import NgeError, RunError
from nge.nets import weights
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.physics.cpu import CpuSimulation
from nge.runs import folder as files
from nge.runs.bundle import write_bundle
from nge.runs.reading import TrainingReader
from nge.runs.training import NUMBERS, Trainee, Training, TrainingPlan, TrainingRun, free_folder
from nge.tasks.bodies import find_body
from nge.tasks.registry import OURS
from tests.runs.helpers import made_earlier, redescribe

TINY = PpoSettings(num_envs=2, num_steps=20, segment=5, minibatches=2, epochs=1, warmup_steps=2)
HOPPER = find_body("hopper")
ONE = [Trainee("hopper", HOPPER, 0)]
SMALL_HOPPER = HOPPER.without(len(HOPPER) - 1)


def plan(**changes):
    net = POLICIES["nervenet++"].model_copy(update={"hidden": 8})
    settings = {"updates": 4, "save_every": 2, "net": net, "ppo": TINY} | changes
    return TrainingPlan(
        task="hopper", policy="nervenet++", critic=CriticSettings(hidden=8), **settings
    )


def new_run(folder, trainees=ONE, **changes):
    return TrainingRun.create(folder, plan(**changes), trainees, ["nge", "train", "hopper"])


def trained(run, updates=None):
    """Train a run to its goal, or stop as Ctrl-C does."""
    with Training(run) as training:
        while not training.done and training.updates != updates:
            training.update()
        training.save()
    return TrainingRun.open(run.folder)


@pytest.fixture(scope="module")
def straight(tmp_path_factory):
    """A run of two bodies, one of them with two seeds, that was never stopped."""
    trainees = [
        Trainee("hopper", HOPPER, 0),
        Trainee("hopper", HOPPER, 1),
        Trainee("small", SMALL_HOPPER, 1),
    ]
    return trained(new_run(tmp_path_factory.mktemp("runs") / "straight", trainees))


@pytest.fixture
def copy(straight, tmp_path):
    """A run's folder that a test may spoil."""
    folder = tmp_path / "copy"
    (folder / "weights").mkdir(parents=True)
    for path in straight.folder.rglob("*"):
        if path.is_file():
            (folder / path.relative_to(straight.folder)).write_bytes(path.read_bytes())
    return folder


def rows_without_time(run):
    return [
        {name: value for name, value in row.items() if name != "seconds"} for row in run.curve()
    ]


# --- going on -----------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [1, 2, 3])
def test_stopped_and_resumed_it_ends_with_the_same_bits(straight, tmp_path, stop):
    run = new_run(tmp_path / "run", straight.trainees)

    stopped = trained(run, updates=stop)
    assert stopped.checkpoint().number == stop
    resumed = trained(stopped)

    assert resumed.checkpoint().digest == straight.checkpoint().digest
    assert rows_without_time(resumed) == rows_without_time(straight)


def test_killed_between_checkpoints_it_takes_up_the_last_one(straight, tmp_path):
    run = new_run(tmp_path / "run", straight.trainees)
    with Training(run) as training:
        for _ in range(3):  # saved after update 2; update 3 is only in the record
            training.update()
    assert run.checkpoint().number == 2
    assert run.curve()[-1]["number"] == 3

    resumed = trained(TrainingRun.open(run.folder))

    assert resumed.checkpoint().digest == straight.checkpoint().digest
    assert rows_without_time(resumed) == rows_without_time(straight)


@pytest.mark.parametrize("task", OURS.values(), ids=OURS)
def test_physics_goes_on_from_a_snapshot_bit_for_bit(task):
    def new_simulation():
        return CpuSimulation([task.compile(task.hand_designed())], copies=2, threads=1)

    simulation = new_simulation()
    simulation.reset(np.arange(2)[None])
    shape = (60, 1, 2, *simulation.bodies[0].motors.shape)
    actions = np.random.default_rng(0).standard_normal(shape, np.float32)
    for action in actions[:30]:  # long enough to hit the floor
        simulation.step(action)

    again = new_simulation()
    again.restore(simulation.snapshot())

    for action in actions[30:]:
        one, other = simulation.step(action), again.step(action)
        for name, now, then in zip(one._fields, one, other, strict=True):
            np.testing.assert_array_equal(now, then, name)


def test_a_species_learns_the_same_alone_and_among_others(straight, tmp_path):
    alone = trained(new_run(tmp_path / "run", [straight.trainees[2]]))

    assert weights.digest(alone.learners()[0]) == weights.digest(straight.learners()[2])


def test_another_seed_learns_something_else(straight):
    first, second, _ = straight.learners()

    assert weights.digest(first) != weights.digest(second)


def test_a_goal_further_off_goes_on_beyond_the_end(straight, tmp_path):
    run = trained(new_run(tmp_path / "run", straight.trainees, updates=2))

    longer = trained(run.towards(updates=4, max_steps=None))

    assert longer.plan.updates == 4
    assert longer.checkpoint().digest == straight.checkpoint().digest


def test_a_goal_that_was_passed_is_refused(straight):
    with pytest.raises(RunError, match=r"has done 4 updates \(164 .*\); ask for more"):
        straight.towards(updates=3, max_steps=None)


def test_control_steps_can_be_the_goal():
    assert plan(updates=None, max_steps=100).goal == 3  # 4 of warm-up, then 40 an update
    assert plan(updates=None, max_steps=84).goal == 2
    assert plan(updates=1, max_steps=84).goal == 1
    assert plan(updates=None, max_steps=1).goal == 1
    with pytest.raises(ValueError, match="give updates or max_steps"):
        plan(updates=None)


def test_only_the_last_weights_are_kept(straight):
    [file] = (straight.folder / "weights").iterdir()

    assert file.name == "000004.safetensors"


# --- what is kept -------------------------------------------------------------------------


def test_a_run_that_was_described_by_old_names_opens_silently(tmp_path):
    run = new_run(tmp_path / "run")
    old = run.plan.model_dump(mode="json")
    old["ppo"]["copies"], old["ppo"]["warm_up"] = (
        old["ppo"].pop(name) for name in ("num_envs", "warmup_steps")
    )
    redescribe(run.folder, plan=old)

    assert TrainingRun.open(run.folder).plan == run.plan  # warnings are errors


def test_the_folder_says_what_was_asked_for_and_with_what(straight):
    kept = json.loads((straight.folder / "run.json").read_text())

    assert kept["command"] == "nge train hopper"
    assert kept["versions"].keys() >= {"nge", "mujoco", "jax", "python"}
    assert kept["machine"]["cores"] == devices.CORES
    assert kept["plan"]["ppo"]["num_steps"] == 20
    assert [species["seed"] for species in kept["species"]] == [0, 1, 1]
    assert straight.plan == plan()
    assert [trainee.body for trainee in straight.trainees] == [HOPPER, HOPPER, SMALL_HOPPER]


def test_every_update_of_every_species_is_a_row_of_the_curve(straight):
    with straight.write_curve().open() as file:
        rows = list(csv.DictReader(file))

    assert len(rows) == 4 * 3
    assert [row["steps"] for row in rows if row["species"] == "0"] == ["44", "84", "124", "164"]
    assert {row["body"] for row in rows} == {"hopper", "small"}
    for name in ("kl", "rate", "std", "policy_loss", "value_loss", "explained", "gradient"):
        assert all(float(row[name]) == float(row[name]) for row in rows)
    seconds = [float(row["seconds"]) for row in rows]
    assert seconds == sorted(seconds)


def test_the_mean_return_is_that_of_the_whole_episodes_that_ended(straight):
    with sqlite3.connect(straight.folder / "record.sqlite") as record:
        means = record.execute(
            "SELECT number, species, avg(total), count(*) FROM episodes GROUP BY number, species"
        ).fetchall()
    rows = {(row["number"], row["species"]): row for row in straight.curve()}

    assert means
    for number, species, mean, count in means:
        assert rows[number, species]["mean_return"] == pytest.approx(mean)
        assert rows[number, species]["episodes"] == count
    assert [len(recent) <= 2 for recent in straight.recent_returns(2)] == [True] * 3


def test_an_evaluation_is_written_down_episode_by_episode(straight):
    found = straight.evaluated(episodes=2, seed=0, sampled=False)
    again = straight.evaluated(episodes=2, seed=0, sampled=False)

    with sqlite3.connect(straight.folder / "record.sqlite") as record:
        totals = record.execute("SELECT total FROM evaluations WHERE NOT sampled").fetchall()
    assert [total for (total,) in totals] == [t for one in again for t in one.totals.tolist()]
    assert [one.totals.tolist() for one in found] == [one.totals.tolist() for one in again]


def test_species_are_ranked_by_fresh_episodes_or_else_by_the_last_ones_of_training(
    straight, monkeypatch
):
    monkeypatch.setattr(straight, "recent_returns", lambda: [[1.0], [], [0.5, 3.0]])
    monkeypatch.setattr(straight, "evaluations", list)
    assert straight.ranked() == [2, 0, 1]

    rows = [(0, False, 1.0), (1, False, 5.0), (2, True, 9.0), (2, False, 4.0)]
    fresh = [dict(zip(("species", "sampled", "total"), row, strict=True)) for row in rows]
    monkeypatch.setattr(straight, "evaluations", lambda: fresh)
    assert straight.ranked() == [1, 2, 0]
    assert straight.creature().id == 1


def test_a_bundle_holds_what_was_learned_and_what_it_returned(straight, tmp_path):
    done = straight.evaluated(episodes=2, seed=7, sampled=False)

    write_bundle(straight.creature(2), tmp_path)

    about = json.loads((tmp_path / "creature.json").read_text())
    known = {"id": 2, "body": "small", "seed": 1, "updates": 4}
    assert about["species"] | known == about["species"]
    assert about["evaluation"]["seed"] == 7
    assert about["evaluation"]["returns"] == done[2].totals.tolist()
    assert about["lineage"] == []
    assert from_json((tmp_path / "body.json").read_text()) == SMALL_HOPPER
    arrays = weights.from_bytes((tmp_path / "controller.safetensors").read_bytes())
    policy = weights.named(straight.learner(2).agent.policy)
    kept = weights.within("policy", arrays)
    assert {name: array.tobytes() for name, array in kept.items()} == {
        name: array.tobytes() for name, array in policy.items()
    }
    card = (tmp_path / "card.md").read_text()
    assert card.startswith("# small, seed 1\n")
    assert "| trained | policy nervenet++, 4 updates, 164 control steps |" in card
    assert "Lineage" not in card


def test_a_run_can_be_read_where_nothing_can_be_written(straight, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)

    assert straight.checkpoint().number == 4


def test_the_default_folder_is_the_first_that_is_free(tmp_path):
    assert free_folder("fish", tmp_path) == tmp_path / "train-fish-1"
    (tmp_path / "train-fish-1").mkdir()
    assert free_folder("fish", tmp_path) == tmp_path / "train-fish-2"


# --- what is refused ----------------------------------------------------------------------


def refusal(folder, act=None):
    """Return the one line that opening and using a run is refused with."""
    with pytest.raises(NgeError) as caught:
        (act or (lambda run: run.learners()))(TrainingRun.open(folder))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_folder_that_holds_something_is_refused(tmp_path, straight):
    (tmp_path / "note.txt").touch()

    with pytest.raises(RunError, match="is not empty; choose another folder with --run"):
        new_run(tmp_path)
    with pytest.raises(RunError, match="holds a run already; go on with 'nge resume"):
        new_run(straight.folder)


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    assert "is not a run: it has no run.json" in refusal(tmp_path)
    assert "is not a run: there is no such folder" in refusal(tmp_path / "none")


def test_a_newer_format_is_refused(copy):
    redescribe(copy, version=3)

    assert "its format version is 3, that of a newer nge; this one reads 2" in refusal(copy)


def test_a_file_called_stop_is_a_wish_that_is_granted_once(copy):
    (copy / "stop").touch()
    with Training(TrainingRun.open(copy)) as training:
        assert not training.asked_to_stop()  # it was meant for another process
        (copy / "stop").touch()
        assert training.asked_to_stop()
        assert not training.asked_to_stop()


def test_while_it_works_a_run_says_what_it_does(tmp_path):
    run = new_run(tmp_path / "run", updates=3)
    heard = []

    with Training(run) as training:
        heard.append(files.said(run.folder))
        while not training.done:
            training.update()
            heard.append(files.said(run.folder))

    assert [status["update"] for status in heard] == [0, 1, 2, 3]
    assert [status["steps"] for status in heard[1:]] == [0, 40, 80]  # the first compiles
    assert {status["process"] for status in heard} == {os.getpid()}
    assert files.said(run.folder) == {}


def test_a_folder_of_another_kind_of_run_is_refused(copy):
    redescribe(copy, format="nge-evolution")

    assert "is a run of 'nge evolve'; this takes runs of 'nge train'" in refusal(copy)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is damaged (JSONDecodeError"),
        ("[]", "is damaged (ValueError: it names no format)"),
        ('{"format": "nge-training"}', "its format version is None"),
        ("[" * 100_000, "is damaged (RecursionError"),
    ],
)
def test_a_damaged_description_is_refused(copy, text, says):
    (copy / "run.json").write_text(text)

    assert says in refusal(copy)


def test_a_setting_it_does_not_know_is_refused(copy):
    redescribe(copy, plan=plan().model_dump() | {"hurry": True})

    assert "run.json cannot be used: unknown setting 'hurry'" in refusal(copy)


def weights_of(folder):
    [file] = (folder / "weights").iterdir()
    return file


def test_damaged_weights_are_refused(copy):
    file = weights_of(copy)
    file.write_bytes(file.read_bytes()[:-3])

    assert "000004.safetensors is damaged: this is not a safetensors file" in refusal(copy)
    assert "put a copy in its place, or train anew" in refusal(copy, trained)


def test_a_single_flipped_bit_in_the_weights_is_noticed(copy):
    file = weights_of(copy)
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)

    assert "is damaged: its numbers are not those that were written" in refusal(copy)


def test_weights_of_another_checkpoint_are_refused(copy, tmp_path):
    other = trained(new_run(tmp_path / "other", updates=1))
    weights_of(copy).write_bytes(weights_of(other.folder).read_bytes())

    assert "it is not the file that the record names" in refusal(copy)


def test_missing_weights_or_record_are_refused(copy):
    weights_of(copy).unlink()
    assert "000004.safetensors is missing" in refusal(copy)

    (copy / "record.sqlite").unlink()
    assert "record.sqlite is missing" in refusal(copy)


def test_a_damaged_record_is_refused(copy):
    (copy / "record.sqlite").write_bytes(b"no database" * 1000)

    assert "record.sqlite cannot be used: file is not a database" in refusal(copy)


def test_a_run_can_be_verified(copy, capsys):
    TrainingRun.open(copy).evaluated(episodes=1, seed=0, sampled=False)

    assert main(["verify", str(copy)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "4 updates of 3 species",
        "weights of 3 species after update 4",
        "3 episodes with mean actions repeated",
        "all is well",
    ]

    with sqlite3.connect(copy / "record.sqlite") as record:
        record.execute("UPDATE updates SET kl = kl + 1e-9 WHERE rowid = 5")
    assert main(["verify", str(copy)]) == 1
    assert "record.sqlite is damaged: row 5 of updates is not what" in capsys.readouterr().out
    for act in (trained, write_report):
        assert "row 5 of updates is not what was written" in refusal(copy, act)


def write_report(run):
    TrainingReader.open(run.folder).table()


def test_a_run_of_an_earlier_version_goes_on_and_can_be_verified(copy, straight):
    run = TrainingRun.open(made_earlier(copy))
    assert run.damage() == []
    assert rows_without_time(run) == rows_without_time(straight)

    longer = trained(run.towards(updates=5, max_steps=None))

    assert longer.record.has_checksums
    assert len(longer.curve()) == 5 * 3
    assert rows_without_time(longer)[: 4 * 3] == rows_without_time(straight)


def test_files_of_others_among_the_weights_stay(copy):
    names = ["notes.txt", "000001.safetensors.bak", "000099.safetensors", "4.safetensors"]
    for name in names:
        (copy / "weights" / name).touch()
    (copy / "weights" / ".000005.safetensors.4711").touch()  # of a process that was killed

    trained(TrainingRun.open(copy).towards(updates=5, max_steps=None))

    found = {path.name for path in (copy / "weights").iterdir()}
    assert found == {*names, "000005.safetensors"}


def test_a_run_without_a_checkpoint_has_no_weights_yet(tmp_path):
    run = new_run(tmp_path / "run")

    assert "has no weights yet; the first come with update 2" in refusal(run.folder)


def test_two_processes_cannot_train_in_one_folder(copy):
    run = TrainingRun.open(copy).towards(updates=5, max_steps=None)

    with Training(run), pytest.raises(RunError, match="another process is at work in"):
        Training(run).__enter__()
    with Training(run) as training:  # free again
        assert training.updates == 4


def test_other_versions_are_refused(copy):
    run = TrainingRun.open(copy)
    run.check_versions()

    run.about["versions"]["mujoco"] = "3.0"

    with pytest.raises(RunError, match=r"mujoco 3\.0 is now .* or add --anyway"):
        run.check_versions()


def test_a_body_of_the_wrong_kind_is_refused_before_a_folder_is_made(tmp_path):
    with pytest.raises(RunError, match=r"body 'fish' does not fit task 'hopper': .* made of fins"):
        new_run(tmp_path / "run", [Trainee("fish", find_body("fish"), 0)])

    assert not (tmp_path / "run").exists()


def test_a_body_with_too_many_parts_is_refused(tmp_path):
    body = HOPPER
    while len(body) <= 32:
        body = body.attach(0, HOPPER.parts[1].attributes)

    with pytest.raises(NgeError, match="has 33 parts; policies take up to 32"):
        new_run(tmp_path / "run", [Trainee("centipede", body, 0)])


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(OSError, match="file"):
        new_run(tmp_path / "file" / "run")


def test_a_full_disk_leaves_the_last_checkpoint(copy, monkeypatch):
    run = TrainingRun.open(copy).towards(updates=5, max_steps=None)

    open_file = Path.open

    def full(self, mode="r", *more, **named):
        if "w" in mode:
            raise OSError(28, "No space left on device", str(self))
        return open_file(self, mode, *more, **named)

    with Training(run) as training, monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(OSError, match="No space left"):
            training.update()

    assert TrainingRun.open(copy).checkpoint().number == 4
    assert trained(TrainingRun.open(copy)).checkpoint().number == 5


def test_every_number_of_a_report_is_recorded():
    assert tuple(field.name for field in fields(Report)) == NUMBERS
