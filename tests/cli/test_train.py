"""``nge train``, ``nge resume`` and ``nge evaluate`` as a user meets them."""

import io
import os
import re
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest

from nge.cli import train as command
from nge.cli.main import main
from nge.cli.progress import Progress, Stop
from nge.evolution.species import Trainee
from nge.nets import weights
from nge.nets.net_settings import POLICIES
from nge.physics import gl
from nge.runs import folder as files
from nge.runs.run import Run
from tests.runs.helpers import redescribe, working

TINY = [
    *(
        "--ppo.num-envs",
        "2",
        "--ppo.num-steps",
        "20",
        "--ppo.bptt-steps",
        "5",
        "--ppo.minibatches",
        "2",
    ),
    *("--ppo.epochs", "1", "--ppo.warmup-steps", "2", "--net.hidden", "8", "--critic.hidden", "8"),
]


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """A small run of two seeds that was trained to its end: its folder and what it printed."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        words = ["hopper", "--seeds", "2", "--updates", "3", "--run", str(folder)]
        assert main(["train", *words, *TINY]) == 0, err.getvalue()
    return folder, out.getvalue(), err.getvalue()


@pytest.fixture
def run(ended):
    """The folder of that run."""
    return ended[0]


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """Return the run that words ask for, without training it."""

    def ask(*words):
        made = []
        monkeypatch.setattr(command, "go", lambda run, *_: made.append(run) or 0)
        monkeypatch.chdir(tmp_path)
        assert main(["train", *words]) == 0
        return made[0]

    return ask


@pytest.fixture
def refused(capsys):
    """Return the one line that words are refused with."""

    def run(*words):
        assert main(list(words)) == 2
        line = capsys.readouterr().err
        assert line.startswith("nge: ")
        assert line.count("\n") == 1, line
        return line

    return run


# --- from start to end --------------------------------------------------------------------


def test_a_run_ends_with_a_table_its_files_and_what_to_do_next(ended):
    folder, out, err = ended

    assert "hopper, policy nge: 3 updates, 124 control steps of each species" in out
    for species in "01":
        row = rf"{species}  hopper +{species}  mean +-?[\d.]+  ± [\d.]+ +\S+\.\.\S+ +16 "
        assert re.search(row, out)
        assert re.search(rf"{species}  hopper +{species}  sampled ", out)
    assert f"nge resume {folder} --updates 6" in out
    assert "update 1/3         44 steps" in err
    assert (folder / "curve.csv").read_text().count("\n") == 1 + 3 * 2
    if gl.working_backend():
        assert f"Look at {folder}/best.mp4" in out
        assert (folder / "best.mp4").stat().st_size > 1000


def test_without_opengl_one_line_says_why_there_is_no_film(run, capsys, monkeypatch):
    monkeypatch.setenv("MUJOCO_GL", "off")

    assert main(["resume", str(run)]) == 0  # nothing is left to train

    out, err = capsys.readouterr()
    assert "no film: pictures are turned off by MUJOCO_GL=off" in err
    assert "nge evaluate" in out
    assert f"nge export {run} --to creature" in out


def test_a_file_called_stop_ends_training_after_the_update(tmp_path, monkeypatch, capsys):
    folder, watch = tmp_path / "run", Progress.watch

    def watched(progress, update):
        watch(progress, update)
        (folder / "stop").touch()

    monkeypatch.setattr(Progress, "watch", watched)

    assert main(["train", "hopper", "--updates", "50", "--run", str(folder), *TINY]) == 0

    stopped = re.search(r"stopped after update (\d+) of 50, everything", capsys.readouterr().err)
    done = {one.updates for one in Run.open(folder).checkpoints(0).values()}
    assert done == {int(stopped[1])} <= {1, 2}  # the worker may have begun another
    assert not (folder / "stop").exists()


def test_report_takes_a_training_run(run, tmp_path, capsys):
    page = tmp_path / "page.html"

    assert main(["report", str(run), "--episodes", "0", "--out", str(page)]) == 0

    assert capsys.readouterr().out.startswith(f"{page} (")
    assert 'id="data"' in page.read_text()


def test_a_trained_body_can_be_drawn_and_taken_away(run, tmp_path, capsys):
    picture, folder = tmp_path / "one.png", tmp_path / "creature"

    assert main(["render", str(run), "--species", "1", "--out", str(picture)]) == 0
    assert main(["export", str(run), "--species", "1", "--to", str(folder)]) == 0

    assert f"wrote {picture}" in capsys.readouterr().out
    assert (folder / "card.md").read_text().startswith("# hopper, seed 1\n")


@pytest.mark.parametrize(
    ("species", "says"), [("2", "has no species 2; it has species 0 to 1"), ("a", "no species 'a'")]
)
def test_a_species_that_is_not_there_is_refused(run, species, says, refused, tmp_path):
    words = ("export", str(run), "--species", species, "--to", str(tmp_path / "creature"))

    assert says in refused(*words)


def test_evaluate_prints_the_same_numbers_for_the_same_seed(run, capsys):
    def printed(*words):
        assert main(["evaluate", str(run), "--episodes", "4", *words]) == 0
        return capsys.readouterr().out

    first = printed()

    assert first == printed()
    assert first.splitlines()[2:] != printed("--seed", "1").splitlines()[2:]
    assert "after 3 updates (248 control steps); 4 episodes each, seed 0" in first
    assert [line.split()[:4] for line in first.splitlines()[2:]] == [
        ["0", "hopper", "0", "mean"],
        ["0", "hopper", "0", "sampled"],
        ["1", "hopper", "1", "mean"],
        ["1", "hopper", "1", "sampled"],
    ]


def test_evaluate_can_look_at_one_species(run, capsys, refused):
    assert main(["evaluate", str(run), "--episodes", "4"]) == 0
    both = capsys.readouterr().out.splitlines()

    assert main(["evaluate", str(run), "--episodes", "4", "--species", "1"]) == 0

    assert capsys.readouterr().out.splitlines()[2:] == both[4:]
    assert "has no species 2; it has species 0 to 1" in refused(
        "evaluate", str(run), "--species", "2"
    )


def test_evaluate_changes_nothing_in_the_folder(run):
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}

    main(["evaluate", str(run), "--episodes", "4"])

    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before


# --- stopping -----------------------------------------------------------------------------


@pytest.mark.slow
def test_stopped_by_ctrl_c_and_resumed_it_ends_as_a_run_that_went_straight_through(tmp_path):
    """In a process of its own, because that is what a signal is sent to."""
    stopped = tmp_path / "stopped"
    words = ["train", "hopper", "--updates", "40", "--no-film", *TINY]
    environment = os.environ | {"PYTHONWARNINGS": "ignore"}

    with subprocess.Popen(
        [sys.executable, "-m", "nge", *words, "--run", str(stopped)],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        said = ""
        for line in process.stderr:
            said += line
            if line.startswith("update  4/40"):
                process.send_signal(signal.SIGINT)

    assert process.returncode == 130, said
    assert f"everything is saved; go on with: nge resume {stopped}" in said
    assert 4 <= Run.open(stopped).checkpoints(0)[0].updates < 40

    assert main(["resume", str(stopped), "--no-film"]) == 0
    resumed = Run.open(stopped)
    given = [Trainee("hopper", resumed.body(0), 0)]
    straight = Run.create_training(tmp_path / "straight", resumed.plan, resumed.limits, given)
    with working(straight) as runner:
        list(runner.generations())

    assert resumed.spent().updates == straight.spent().updates == 40
    assert weights.digest(resumed.train_state(0)) == weights.digest(straight.train_state(0))


def test_a_first_ctrl_c_asks_and_leaves_signals_as_they_were(capfd):
    before = signal.getsignal(signal.SIGINT)

    with Stop() as stop:
        stop.work_done = True
        assert not stop.asked
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.asked
        assert stop.code == 130

    assert signal.getsignal(signal.SIGINT) is before
    assert "stopping after this update" in capfd.readouterr().err


def test_a_second_ctrl_c_stops_at_once():
    script = """
import os, signal
from nge.cli.progress import Stop
with Stop() as stop:
    stop.work_done = True
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGINT)
    print("never")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert done.returncode == 130
    assert done.stdout == ""
    assert done.stderr.splitlines()[1:] == ["nge: stopped at once"]


def test_where_nothing_can_be_lost_the_first_ctrl_c_stops_at_once():
    script = """
import os, signal
from nge.cli.progress import Stop
with Stop():
    os.kill(os.getpid(), signal.SIGINT)
    print("never")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "nge: stopped at once\n")


# --- what is asked for --------------------------------------------------------------------


@pytest.mark.parametrize("policy", POLICIES)
def test_a_named_policy_sets_every_setting_of_the_net(policy, asked):
    run = asked("hopper", "--policy", policy)

    assert run.policy == policy
    assert run.plan.net == POLICIES[policy]


def test_a_single_setting_goes_over_the_named_policy_and_leaves_the_rest(asked):
    plan = asked("hopper", "--net.hidden", "16", "--policy=nervenet", "--net.skip").plan

    assert plan.net == POLICIES["nervenet"].model_copy(update={"hidden": 16, "skip": True})


def test_the_help_shows_the_settings_of_the_policy_that_is_named(capsys):
    assert main(["train", "--policy", "mlp", "--help"]) == 0

    assert re.search(r"--net.hidden INT .*\(default: 64\)", capsys.readouterr().out)


def test_by_default_the_tasks_own_body_learns_for_100_updates_in_a_new_folder(asked):
    run = asked("hopper")

    assert str(run.folder) == "runs/train-hopper-1"
    assert run.limits.updates == 100
    assert [(row["name"], row["seed"]) for row in run.species()] == [("hopper", 0)]
    assert str(asked("hopper").folder) == "runs/train-hopper-2"


def test_several_bodies_and_seeds_make_one_species_each(asked):
    words = ["--body", "hopper", "--body", "walker", "--seed", "3", "--seeds", "2"]

    run = asked("walker", *words, "--max-steps", "10000")

    assert [run.creature(one).name for one in range(4)] == [
        "hopper, seed 3",
        "hopper, seed 4",
        "walker, seed 3",
        "walker, seed 4",
    ]
    assert run.updates_of(0) == 10  # 400 of warm-up, then 960 an update


def test_training_takes_a_preset_a_file_and_hours(asked, tmp_path):
    (tmp_path / "settings.toml").write_text("seeds = 2\n[ppo]\nlearning_rate = 0.5\n")
    words = ("--preset", "paper", "--config", str(tmp_path / "settings.toml"))

    run = asked("hopper", *words, "--max-hours", "2", "--ppo.bptt-steps", "10")

    assert len(run.species()) == 2
    assert (run.policy, run.plan.net.hidden) == ("nervenet++", 64)
    assert (run.plan.ppo.num_steps, run.plan.ppo.bptt_steps) == (1000, 10)
    assert run.plan.ppo.learning_rate == 0.5
    assert (run.limits.updates, run.limits.max_hours) == (100, 2.0)


def test_hours_end_training_and_resume_can_add_some(run, tmp_path, capsys):
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-r", run, copy], check=True)

    assert main(["resume", str(copy), "--updates", "9", "--max-hours", "1e-9", "--no-film"]) == 0
    assert Run.open(copy).spent().updates == 3
    assert "hopper, policy nge: 3 updates" in capsys.readouterr().out
    assert main(["resume", str(copy), "--max-hours", "1", "--no-film", "--workers", "1"]) == 0
    assert Run.open(copy).spent().updates == 9


def test_a_dry_run_says_what_it_takes_and_makes_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert main(["train", "hopper", "--seeds", "2", "--workers", "2", "--dry-run"]) == 0

    out = capsys.readouterr().out
    assert "hopper, policy nge: 2 species\n  100 updates of 2,000 control steps each\n" in out
    assert "control steps: 200 k of each species" in out
    assert "time: about 0:50 on 2 cores" in out
    assert "memory: about" in out
    assert not list(tmp_path.iterdir())


def test_difficulty_and_weights_of_the_reward_are_recorded_and_used(asked):
    words = ("--world.difficulty", "0.9", "--reward.energy", "0.01", "--reward.speed", "2")

    run = Run.open(asked("walker-gaps", *words).folder, read_only=True)

    assert run.plan.world.difficulty == run.task.difficulty == 0.9
    assert run.plan.reward.weights == run.task.reward.weights == {"energy": 0.01, "speed": 2.0}


# --- what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["fish", "--policy", "nervnet"], "unknown policy 'nervnet'; did you mean 'nervenet'?"),
        (["fish", "--body", "walker"], "body 'walker' does not fit task 'fish': the body is made"),
        (["fish", "--body", "nobody"], "no body is called 'nobody'"),
        (["dance"], "unknown task 'dance'"),
        ([], "TASK is missing"),
        (["fish", "--updates", "0"], "--updates is 0; it must be at least 1"),
        (["fish", "--seeds", "none"], "--seeds is 'none'; it must be a whole number"),
        (["fish", "--ppo.num-steps", "7"], "num_steps 7 must be a multiple of bptt_steps 10"),
        (["fish", "--net.width", "7"], "unknown option '--net.width'"),
        (["fish", "--max-steps", "0"], "--max-steps is 0; it must be at least 1"),
        (["fish", "--world.difficulty", "1"], "world.difficulty is 1, but the world of fish is"),
        (["walker-gaps", "--world.difficulty", "2"], "--world.difficulty is 2; it must be at most"),
        (["fish", "--reward.sped", "1"], "did you mean '--reward.speed'?"),
        (["fish", "--reward.upright", "1"], "the reward of fish has no part 'upright'; known: "),
        (["fish", "--reward.others", "sped=1"], "no part 'sped'; did you mean 'speed'? known: "),
        (["fish", "--reward.others", "height"], "'height' is no part with a weight; write it as"),
        (["fish", "--reward.speed", "0"], "all parts of the reward of fish have weight 0"),
    ],
)
def test_words_that_make_no_sense_are_one_line(words, says, refused, tmp_path):
    assert says in refused("train", *words, *(["--run", str(tmp_path / "run")] if words else []))
    assert not (tmp_path / "run").exists()


def test_a_settings_file_for_something_else_is_one_line(refused, tmp_path):
    (tmp_path / "settings.toml").write_text("methud = 'rgs'\n")

    line = refused("train", "fish", "--config", str(tmp_path / "settings.toml"))

    assert (
        "unknown setting 'methud'; known: body, config, critic, limits, log, net, policy," in line
    )


def test_a_folder_that_is_taken_or_cannot_be_written_is_one_line(run, refused, tmp_path):
    assert "holds a run already" in refused("train", "hopper", "--run", str(run))
    (tmp_path / "note").touch()
    assert "is not empty" in refused("train", "hopper", "--run", str(tmp_path))
    assert "lies below a file" in refused("train", "hopper", "--run", str(tmp_path / "note" / "x"))


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_is_one_line(refused, tmp_path):
    tmp_path.chmod(0o555)

    assert "may not be read or written" in refused("train", "hopper", "--run", f"{tmp_path}/x")


@pytest.mark.parametrize("name", ["resume", "evaluate"])
def test_what_is_no_run_is_one_line(name, refused, tmp_path):
    assert "is not a run: it has no run.json" in refused(name, str(tmp_path))


def test_other_versions_are_one_line_unless_they_are_accepted(run, refused, tmp_path, capsys):
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-r", run, copy], check=True)
    redescribe(copy, versions=files.versions() | {"jax": "0.1"})

    assert "jax 0.1 is now" in refused("resume", str(copy))
    assert main(["resume", str(copy), "--no-film", "--anyway"]) == 0
