"""Runs that only train: stopped at any moment and gone on with, they end as if nothing happened."""

import csv
import json
import shutil
import sqlite3
from dataclasses import fields
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from nge.body.serialization import from_json
from nge.cli.main import main
from nge.errors import NgeError, RunError
from nge.evolution.methods import TRAIN
from nge.evolution.plan import Plan
from nge.evolution.species import Trainee
from nge.nets import weights
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.physics.cpu_engine import CpuSimulation
from nge.rl.ppo import UpdateMetrics
from nge.rl.ppo_settings import PpoSettings
from nge.runs import loggers
from nge.runs.bundle import write_bundle
from nge.runs.executors import Processes, Serial
from nge.runs.rows import NUMBERS
from nge.runs.run import Keeping, Run, TrainingLimits
from nge.runs.runner import Runner
from nge.tasks.bodies import find_body
from tests.runs.helpers import working
from tests.worlds import EVERY_WORLD

TINY = PpoSettings(num_envs=2, num_steps=20, bptt_steps=5, minibatches=2, epochs=1, warmup_steps=2)
HOPPER = find_body("hopper")
ONE = [Trainee("hopper", HOPPER, 0)]
SMALL_HOPPER = HOPPER.without(len(HOPPER) - 1)
THREE = [
    Trainee("hopper", HOPPER, 0),
    Trainee("hopper", HOPPER, 1),
    Trainee("small", SMALL_HOPPER, 1),
]
NET = POLICIES["nervenet++"].model_copy(update={"hidden": 8})
PLAN = Plan(task="hopper", method=TRAIN, net=NET, critic=CriticSettings(hidden=8), ppo=TINY)


def new_run(folder, trainees=ONE, updates=4, log=()):
    limits, keeping = TrainingLimits(updates=updates), Keeping(save_every=2, log=log)
    command = ["nge", "train", "hopper"]
    return Run.create_training(folder, PLAN, limits, trainees, keeping, command)


def trained(run, updates=None, executor=None):
    """Train a run to its goal, or stop after so many updates as Ctrl-C does."""
    done = []

    def on_progress(update):
        done.append(update.number)

    executor = executor or Serial()
    with Runner(run, executor=executor, stop=lambda: max(done, default=0) == updates) as runner:
        list(runner.generations(on_progress))
    return Run.open(run.folder)


@pytest.fixture(scope="module")
def straight(tmp_path_factory):
    """A run of two bodies, one of them with two seeds, that was never stopped."""
    return trained(new_run(tmp_path_factory.mktemp("runs") / "straight", THREE))


@pytest.fixture
def copy(straight, tmp_path):
    """A run's folder that a test may spoil."""
    shutil.copytree(straight.folder, tmp_path / "copy")
    return tmp_path / "copy"


def without_time(run):
    return [{k: v for k, v in row.items() if k != "seconds"} for row in run.updates()]


def learned(run):
    return [weights.digest(run.train_state(row["id"])) for row in run.species()]


def same(run, other):
    assert learned(run) == learned(other)
    assert without_time(run) == without_time(other)
    assert run.scores() == other.scores()
    return True


class Remembering:
    """A logger that remembers."""

    had: ClassVar[list] = []

    def __init__(self, run, notes):
        pass

    def log(self, steps, numbers):
        self.had.append((steps, numbers))

    def close(self):
        pass


def test_a_logger_gets_every_update_once_also_when_training_stops_and_resumes(
    straight, tmp_path, monkeypatch
):
    monkeypatch.setattr(Remembering, "had", [])
    monkeypatch.setitem(loggers.LOGGERS, "mine", loggers.Entry("json", "json", Remembering))

    stopped = trained(new_run(tmp_path / "run", THREE, log=("mine",)), updates=3)
    trained(stopped)

    rows = straight.updates()
    assert [numbers["update"] for _, numbers in Remembering.had] == [1, 2, 3, 4]
    assert [steps for steps, _ in Remembering.had] == sorted({row["steps"] for row in rows})
    last = Remembering.had[-1][1]
    for row in rows[-3:]:
        assert last[f"{row['name']}-{row['seed']}/kl"] == row["kl"]


# --- going on -----------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [1, 2, 3])
def test_stopped_and_resumed_it_ends_with_the_same_bits(straight, tmp_path, stop):
    stopped = trained(new_run(tmp_path / "run", THREE), updates=stop)
    assert {one.updates for one in stopped.checkpoints(0).values()} == {stop}
    assert not stopped.done

    assert same(trained(stopped), straight)


def test_killed_between_checkpoints_it_goes_on_from_the_last_one(straight, tmp_path):
    run = new_run(tmp_path / "run", THREE)

    class Killed(Exception):
        pass

    def die(update):  # saved after update 2; update 3 is only in the record
        if update.number == 3:
            runner._flush()
            raise Killed

    with pytest.raises(Killed), working(run) as runner:
        list(runner.generations(die))
    assert {one.updates for one in run.checkpoints(0).values()} == {2}
    assert run.spent().updates == 3

    assert same(trained(Run.open(run.folder)), straight)


@pytest.mark.slow
def test_processes_that_are_stopped_and_lose_workers_train_the_same_bits(straight, tmp_path):
    """It is stopped with one worker and goes on with two, of which one is killed."""
    run = trained(new_run(tmp_path / "run", THREE), updates=2, executor=Processes(1))
    team, killed = Processes(2), []

    def kill_one(update):
        if not killed:
            killed.append(next(iter(team._busy)))
            killed[0]._process.kill()

    with Runner(run, executor=team) as runner:
        assert len(list(runner.generations(kill_one))) == 1

    assert same(run, straight)


@EVERY_WORLD
def test_physics_goes_on_from_a_snapshot_bit_for_bit(task):
    def new_simulation():
        return CpuSimulation([task.compile(task.hand_designed())], num_envs=2, threads=1)

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
    alone = trained(new_run(tmp_path / "run", THREE[2:]))

    assert learned(alone) == learned(straight)[2:]


def test_another_seed_learns_something_else(straight):
    first, second, _ = learned(straight)

    assert first != second


def test_a_goal_further_off_goes_on_beyond_the_end(straight, tmp_path):
    run = trained(new_run(tmp_path / "run", THREE, updates=2))
    assert run.done

    longer = run.with_limits(TrainingLimits(updates=4))

    assert not longer.done
    assert same(trained(longer), straight)


def test_a_goal_that_was_passed_is_refused(straight):
    with pytest.raises(RunError, match=r"has done 4 updates of every species; ask for more"):
        straight.with_limits(TrainingLimits(updates=3))


def test_control_steps_can_be_the_goal():
    def goal(**limits):
        return TrainingLimits(**limits).goal(PLAN)

    assert goal(max_steps=100) == 3  # 4 of warm-up, then 40 an update
    assert goal(max_steps=84) == 2
    assert goal(updates=1, max_steps=84) == 1
    assert goal(max_steps=1) == 1


def test_only_the_last_weights_are_kept(straight):
    assert len(list((straight.folder / "weights").iterdir())) == 1


def test_time_can_be_the_limit(tmp_path):
    run = new_run(tmp_path / "run").with_limits(TrainingLimits(updates=4, max_hours=1e-9))

    assert trained(run).spent().updates == 1


# --- what is kept -------------------------------------------------------------------------


def test_the_folder_says_what_was_asked_for_and_with_what(straight):
    kept = json.loads((straight.folder / "run.json").read_text())

    assert kept["command"] == "nge train hopper"
    assert kept["versions"].keys() >= {"nge", "mujoco", "jax", "python"}
    assert straight.plan == PLAN
    assert straight.policy == "nervenet++"
    assert [(row["name"], row["seed"]) for row in straight.species()] == [
        (one.name, one.seed) for one in THREE
    ]
    assert [straight.body(one) for one in range(3)] == [one.body for one in THREE]


def test_every_update_of_every_species_is_a_row_of_the_curve(straight):
    with straight.write_curve().open() as file:
        rows = list(csv.DictReader(file))

    assert len(rows) == 4 * 3
    assert [row["steps"] for row in rows if row["species"] == "0"] == ["44", "84", "124", "164"]
    assert {row["name"] for row in rows} == {"hopper", "small"}
    for name in NUMBERS:
        assert all(float(row[name]) == float(row[name]) for row in rows)
    seconds = [float(row["seconds"]) for row in rows]
    assert seconds == sorted(seconds)


def test_the_mean_return_is_that_of_the_whole_episodes_that_ended(straight):
    with sqlite3.connect(straight.folder / "record.sqlite") as record:
        means = record.execute(
            "SELECT number, species, avg(total), count(*) FROM episodes GROUP BY number, species"
        ).fetchall()
    rows = {(row["number"], row["species"]): row for row in straight.updates()}

    assert means
    for number, species, mean, count in means:
        assert rows[number, species]["mean_return"] == pytest.approx(mean)
        assert rows[number, species]["episodes"] == count
    assert all(len(recent) <= 2 for recent in straight.recent_returns(2).values())


def test_species_are_ranked_by_fresh_episodes_or_else_by_fitness_or_the_last_of_training(
    straight, monkeypatch
):
    rows = [{"id": one, "fitness": value} for one, value in enumerate((0.2, None, None))]
    monkeypatch.setattr(straight, "species", lambda: rows)
    monkeypatch.setattr(straight, "recent_returns", lambda: {0: [1.0], 1: [], 2: [0.5, 3.0]})
    monkeypatch.setattr(straight, "evaluations", list)
    assert straight.ranked() == [2, 0, 1]

    episodes = [(0, False, 1.0), (1, False, 5.0), (2, True, 9.0), (2, False, 4.0)]
    fresh = [dict(zip(("species", "sampled", "total"), row, strict=True)) for row in episodes]
    monkeypatch.setattr(straight, "evaluations", lambda: fresh)
    assert straight.ranked() == [1, 2, 0]
    assert straight.best() == 1


def test_a_bundle_holds_what_was_learned_and_what_it_returned(copy, tmp_path):
    run = Run.open(copy)
    with working(run) as runner:
        done = runner.evaluated([0, 1, 2], episodes=2, seed=7, sampled=False)

    write_bundle(run.creature(2), tmp_path / "bundle")

    about = json.loads((tmp_path / "bundle" / "creature.json").read_text())
    known = {"id": 2, "name": "small", "seed": 1, "updates": 4}
    assert about["species"] | known == about["species"]
    assert about["evaluation"]["seed"] == 7
    assert about["evaluation"]["returns"] == done[2].returns.tolist()
    assert about["lineage"] == []
    assert from_json((tmp_path / "bundle" / "body.json").read_text()) == SMALL_HOPPER
    card = (tmp_path / "bundle" / "card.md").read_text()
    assert card.startswith("# small, seed 1\n")
    assert "| trained | policy nervenet++, 4 updates, 164 control steps |" in card
    assert "Lineage" not in card


# --- what is refused ----------------------------------------------------------------------


def test_a_run_without_a_checkpoint_has_no_weights_yet(tmp_path):
    run = new_run(tmp_path / "run")

    with pytest.raises(RunError, match="no weights of species 0 yet; the first come with update 2"):
        run.train_state(0)


def test_a_run_can_be_verified(copy, capsys):
    with working(Run.open(copy)) as runner:
        runner.evaluated([0, 1, 2], episodes=1, seed=0, sampled=False)

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


def test_files_of_others_among_the_weights_stay(copy):
    names = ["notes.txt", "000001.safetensors.bak", "000099.safetensors", "4.safetensors"]
    for name in names:
        (copy / "weights" / name).touch()
    (copy / "weights" / ".000004.safetensors.4711").touch()  # of a process that was killed

    trained(Run.open(copy).with_limits(TrainingLimits(updates=5)))

    found = {path.name for path in (copy / "weights").iterdir()}
    assert found == {*names, "checkpoint-000000-000005-000000.safetensors"}


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


def test_a_full_disk_leaves_the_last_checkpoint(copy, monkeypatch):
    run = Run.open(copy).with_limits(TrainingLimits(updates=5))
    open_file = Path.open

    def full(self, mode="r", *more, **named):
        if "w" in mode:
            raise OSError(28, "No space left on device", str(self))
        return open_file(self, mode, *more, **named)

    with working(run) as runner, monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(OSError, match="No space left"):
            list(runner.generations())

    assert {one.updates for one in Run.open(copy).checkpoints(0).values()} == {4}
    assert trained(Run.open(copy)).spent().updates == 5


def test_every_number_of_a_report_is_recorded():
    assert tuple(field.name for field in fields(UpdateMetrics)) == NUMBERS
