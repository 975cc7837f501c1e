"""``nge evolve``, ``finetune``, ``resume`` and what looks at runs, as a user meets them.

Lives take no time here: see ``tests.runs.fakes``.
"""

import io
import json
import re
import shutil
import signal
from contextlib import redirect_stderr, redirect_stdout
from types import SimpleNamespace

import pytest

from nge.cli import evolve as command
from nge.cli import progress
from nge.cli.main import main
from nge.evolution.methods import METHODS
from nge.evolution.species import Score
from nge.nets.net_settings import POLICIES
from nge.runs import folder as files
from nge.runs.config import preset_names
from nge.runs.run import Run
from nge.tasks.bodies import find_body
from tests.runs import fakes
from tests.runs.helpers import content, learned, process, redescribe, working

TINY = [
    *("--population.size", "6", "--population.updates", "2", "--surrogate.acquisition", "none"),
    *("--net.hidden", "8", "--critic.hidden", "8", "--no-film"),
]


@pytest.fixture(autouse=True)
def _fake(monkeypatch):
    fakes.install(monkeypatch.setattr)


def said(*words, code=0):
    """Return what a command says on stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main([str(word) for word in words]) == code, err.getvalue()
    return out.getvalue(), err.getvalue()


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """A small run that went to its end: its folder and what it printed."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    with pytest.MonkeyPatch.context() as patch:
        fakes.install(patch.setattr)
        return folder, *said(
            "evolve", "hopper", "--max-generations", 5, "--run", folder, "--seed", 3, *TINY
        )


@pytest.fixture
def copy(ended, tmp_path):
    shutil.copytree(ended[0], tmp_path / "copy")
    return tmp_path / "copy"


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """Return the run that words ask for, without any life in it."""

    def ask(*words):
        made = []
        monkeypatch.setattr(command, "go", lambda run, *_: made.append(run) or 0)
        monkeypatch.chdir(tmp_path)
        said(*words)
        return made[0]

    return ask


@pytest.fixture
def refused():
    """Return the one line that words are refused with."""

    def run(*words):
        out, err = said(*words, code=2)
        assert out == ""
        assert err.startswith("nge: ")
        assert err.count("\n") == 1, err
        return err

    return run


# --- from start to end --------------------------------------------------------------------


def test_a_run_ends_with_its_finalists_and_what_to_do_next(ended):
    folder, out, _ = ended

    assert re.search(r"hopper, nge: 5 generations, \S+ k control steps in \d+:\d\d", out)
    assert re.search(r"best fitness: \S+ in the first generation, \S+ in the last", out)
    assert "the fittest in 8 fresh episodes each, best first:" in out
    assert f"Next: nge report {folder} --open" in out
    assert f"nge resume {folder} --max-generations 10" in out


def test_where_it_is_no_terminal_every_generation_is_a_line(ended):
    folder, _, err = ended

    first, *lines = err.splitlines()
    assert first == (
        f"evolving 6 species on hopper with nge, seed 3, from random bodies; run folder {folder}"
    )
    for number, line in enumerate(lines):
        assert re.match(
            rf"generation +{number} +\S+ k steps  best \S+ \(species \d+, \d+ parts, "
            rf"(1 mutation|\d+ mutations)\)  median \S+  (1 topology|\d+ topologies)",
            line,
        ), line
    assert len(lines) == 5


@pytest.mark.parametrize(
    "limit",
    [("--max-generations", 4), ("--max-steps", 3 * 6 * 4000 + 1), ("--max-hours", 129 / 3600)],
    ids=["generations", "steps", "hours"],
)
def test_speed_and_time_left_count_everything_that_a_generation_costs(limit, tmp_path, monkeypatch):
    now, ended = [0.0], Run.end

    def end(run, generation, before, seconds, checkpoints):
        now[0] += 20 if generation.number else 50  # as if the first compiled a lot
        ended(run, generation, before, 10 + 40 * generation.number, checkpoints)

    def on_update(jobs):
        now[0] += 10  # twice in a generation, of 4000 steps of 6 species

    monkeypatch.setattr(Run, "end", end)
    monkeypatch.setattr(fakes, "on_update", on_update)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: now[0]))

    words = ["--method", "nge-no-pruning", "--run", tmp_path / "run"]
    _, err = said("evolve", "hopper", *words, *limit, *TINY)

    shown = [
        re.search(r"(\S+) steps/s  (\S+) left", line).groups() for line in err.splitlines()[1:]
    ]
    assert shown[0][0] == "343"  # 24,000 steps in 70 s
    assert [speed for speed, _ in shown[1:]] == ["600"] * 3  # in 40 s
    assert [left for _, left in shown[1:]] == ["1:20", "0:40", "0:00"]


def test_the_folder_says_how_the_run_was_begun(ended):
    kept = json.loads((ended[0] / "run.json").read_text())

    assert kept["plan"]["seed"] == 3
    assert kept["plan"]["population"]["size"] == 6
    assert kept["limits"]["max_generations"] == 5


def test_resume_goes_on_and_says_so(copy):
    _, err = said("resume", copy, "--max-generations", 7, "--no-film")

    assert "seed 3, going on after 5 generations" in err
    assert [line.split()[1] for line in err.splitlines()[1:]] == ["5", "6"]
    assert Run.open(copy).spent().generations == 7


def test_resume_of_what_is_done_evaluates_again_and_changes_nothing(copy, ended):
    out, err = said("resume", copy, "--no-film")

    assert "its 5 generations are done" in err
    assert "the fittest in 8 fresh episodes" in out
    assert content(Run.open(copy), 5) == content(Run.open(ended[0]), 5)


def test_median_of_a_generation_leaves_failures_out(tmp_path, monkeypatch):
    score = fakes._score

    def mostly_failing(job, config):
        return score(job, config) if job.id % 3 == 0 else Score(failure="no luck")

    monkeypatch.setattr(fakes, "_score", mostly_failing)

    _, err = said("evolve", "hopper", "--max-generations", 1, "--run", tmp_path / "run", *TINY)
    shown, _ = said("show", tmp_path / "run")

    assert "inf" not in err
    assert "4 failed" in err
    assert "species 1 failed in generation 0: no luck" in shown


def test_a_run_in_which_everyone_failed_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(fakes, "_score", lambda job, config: Score(failure="no"))

    out, err = said("evolve", "hopper", "--max-generations", 2, "--run", tmp_path / "r", *TINY)

    assert "every species failed; 'nge show' says why" in out
    assert "all failed" in err
    assert said("list", tmp_path)[0].count("done") == 1


def test_one_of_a_thing_is_not_called_several(tmp_path):
    words = ("evolve", "hopper", "--max-generations", 1)

    out, err = said(*words, "--run", tmp_path / "run", *TINY)
    again = said("resume", tmp_path / "run", "--no-film")[1]
    planned = said(*words, "--dry-run", "--workers", 1, *TINY)[0]
    status = said("status", tmp_path / "run")[0]

    assert "hopper, nge: 1 generation, " in out
    assert "its 1 generation is done" in again
    assert "in 1 generation\n" in planned
    assert "on 1 core, " in planned
    assert "\n1 generation, " in status
    assert not re.search(r"\b1 [a-z]+s\b(?<!species)", out + err + again + planned + status)


def test_the_best_of_the_finalists_is_filmed_and_its_ancestors_are_drawn(copy, monkeypatch):
    drawn = {}

    def film_episode(path, creature):
        drawn[path.name] = creature.body
        return 4.0

    def draw_sheet(path, creatures, captions):
        bodies = [creature.body for creature in creatures]
        drawn[path.name] = list(zip(bodies, captions, strict=True))

    monkeypatch.setattr("nge.cli.film.film_episode", film_episode)
    monkeypatch.setattr("nge.cli.film.draw_sheet", draw_sheet)

    out, _ = said("resume", copy)

    run = Run.open(copy)
    winner = int(re.search(r"4 s of species (\d+), mean actions", out)[1])
    assert winner == int(out.splitlines()[4].split()[0])  # the first row of the table
    assert drawn["best.mp4"].digest == run.body(winner).digest
    line = [run.body(one).digest for one in run.lineage(winner)]
    assert [body.digest for body, _ in drawn["line.png"]] == line
    assert drawn["line.png"][-1][1].startswith(f"{winner}: ")
    assert f"Look at {copy}/line.png: its ancestors" in out


# --- looking at runs ------------------------------------------------------------------------


def test_show_has_a_row_for_every_generation(ended):
    out, _ = said("show", ended[0])

    titles, *rows = out.splitlines()
    assert titles.split()[:4] == ["generation", "steps", "best", "species"]
    best = [row["best_species"] for row in Run.open(ended[0]).generations()]
    assert [row.split()[0] for row in rows] == list("01234")
    assert all(f" {species} " in row for species, row in zip(best, rows, strict=True))
    assert "random 6" in rows[0]


def test_status_says_whether_a_run_is_done_stopped_or_running(copy):
    assert "hopper, nge, seed 3: done" in said("status", copy)[0]

    longer = Run.open(copy)
    redescribe(copy, limits={"max_generations": 9})
    assert "seed 3: stopped" in said("status", copy)[0]

    with working(longer):
        files.say(longer.folder, generation=5, steps=30, of=60, began=0.0, now=10.0, memory=2**20)
        out, _ = said("status", copy)
    assert "seed 3: running" in out
    assert "generation 5: 50% of its steps, 3 steps/s, 1 MiB" in out


def test_list_shows_runs_and_why_others_cannot_be_read(copy, tmp_path):
    (tmp_path / "note").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "run.json").write_text("{")
    shutil.copytree(copy, tmp_path / "damaged")
    (tmp_path / "damaged" / "record.sqlite").write_bytes(b"no database" * 1000)

    out, _ = said("list", tmp_path)

    _, run, *damaged, first, second = out.splitlines()
    assert re.search(r"copy +hopper +nge +3 +5 .* done", run)
    assert [line.split()[0] for line in damaged] == ["broken", "damaged"]
    assert all(line.endswith(" unreadable") for line in damaged)
    assert re.match(r"broken: .*run.json is damaged \(JSONDecodeError", first)
    assert re.match(r"damaged: .*record.sqlite cannot be used: file is not a database", second)
    assert "no runs in" in said("list", tmp_path / "none")[0]


def test_leaderboard_ranks_species_of_several_runs(ended, copy, refused, tmp_path):
    out, _ = said("leaderboard", ended[0], copy, "--top", 4)

    rows = [line.split() for line in out.splitlines()[1:]]
    best = max(row["fitness"] for row in Run.open(copy).species())
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert rows[0][1] == rows[1][1] == f"{best:.2f}"
    assert {rows[0][2], rows[1][2]} == {"run", "copy"}

    redescribe(copy, plan=Run.open(copy).plan.model_dump(mode="json") | {"task": "walker"})
    assert "different tasks (hopper, walker)" in refused("leaderboard", ended[0], copy)
    assert "there is no folder" in refused("leaderboard", ended[0], tmp_path / "none")
    (tmp_path / "empty").mkdir()
    assert "no runs in" in said("leaderboard", tmp_path / "empty")[0]


def test_methods_are_listed_with_their_presets():
    out, _ = said("methods")

    assert [line.split()[0] for line in out.splitlines()[: len(METHODS)]] == list(METHODS)
    for preset in preset_names():
        assert f"--preset {preset} " in out


# --- what is asked for ------------------------------------------------------------------------


def test_by_default_it_is_a_small_search_in_a_new_folder(asked):
    run = asked("evolve", "hopper")

    assert str(run.folder) == "runs/hopper-nge-1"
    assert run.plan.population.size == 32
    assert run.limits.max_steps == 4_000_000
    assert str(asked("evolve", "hopper").folder) == "runs/hopper-nge-2"


def test_a_file_goes_over_the_preset_and_flags_over_the_file(asked, tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(
        "[population]\nsize = 20\nupdates = 7\n[ppo]\nnum_steps = 100\n[limits]\nmax_steps = 5\n"
    )
    words = ("evolve", "hopper", "--preset", "quick", "--config", file)

    plain = asked(*words)
    changed = asked(*words, "--population.updates=3", "--max-generations", 2)

    assert plain.plan.population.elimination_rate == 0.25  # the preset's
    assert (plain.plan.population.size, plain.plan.population.updates) == (20, 7)
    assert (plain.limits.max_generations, plain.limits.max_steps) == (None, 5)
    assert (changed.plan.population.size, changed.plan.population.updates) == (20, 3)
    assert changed.plan.ppo.num_steps == 100
    assert (changed.limits.max_generations, changed.limits.max_steps) == (2, None)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_sets_what_its_row_says(method, asked):
    plan = asked("evolve", "hopper", f"--method={method}", "--net.hidden", 12).plan

    row = METHODS[method]
    assert plan.method == method
    assert plan.net.hidden == 12
    assert (plan.inheritance.children, plan.inheritance.survivors) == (row.children, row.survivors)
    assert plan.population.new_bodies == row.new_bodies
    assert plan.surrogate.acquisition == row.acquisition


def test_a_named_policy_takes_the_place_of_the_methods_own(asked):
    plan = asked("evolve", "hopper", "--policy", "transformer", "--net.heads", 2).plan

    assert plan.net == POLICIES["transformer"].model_copy(update={"heads": 2})
    assert plan.method == "nge"


@pytest.mark.parametrize("keep", [True, False])
def test_fine_tuning_keeps_the_topology_if_asked_to(keep, tmp_path):
    file, folder = tmp_path / "settings.toml", tmp_path / "run"
    file.write_text("[surrogate]\nacquisition = 'none'\n[population]\nsize = 6\n")
    words = ["--config", file, "--max-generations", 5, "--run", folder, "--no-film"]

    _, err = said("finetune", "hopper", *words, *(["--keep-topology"] if keep else []))

    run = Run.open(folder)
    assert "from the given body" in err
    first = find_body("hopper")
    assert all(run.body(species).digest == first.digest for species in range(6))
    trees = {row["topology"] for row in run.species()}
    assert (trees == {first.topology}) == keep
    assert len({row["digest"] for row in run.species()}) > 1
    assert (run.plan.mutation == run.plan.mutation.keeping_tree()) == keep


def test_finetune_is_evolve_with_the_body_of_the_task(asked):
    words = ("hopper", "--seed", 3, "--keep-topology", "--population.size", 6)

    alias, plain = asked("finetune", *words), asked("evolve", *words, "--body", "hopper")

    assert alias.given == plain.given == find_body("hopper")
    assert alias.plan == plain.plan
    assert alias.plan.mutation == alias.plan.mutation.keeping_tree()
    assert asked("evolve", "hopper").given is None
    assert asked("finetune", "walker", "--body", "hopper").given == find_body("hopper")


def test_a_file_can_name_the_task_and_words_go_over_it(asked, tmp_path):
    (tmp_path / "settings.toml").write_text("task = 'hopper'\nmethod = 'rgs'\nlog = ['mlflow']\n")

    found = asked("evolve", "--config", tmp_path / "settings.toml", "--log", "tensorboard")

    assert (found.plan.task, found.plan.method) == ("hopper", "rgs")
    assert found.keeping.log == ("tensorboard",)


def test_an_old_name_of_a_setting_is_accepted_with_a_line(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.toml").write_text("[ppo]\nhorizon = 100\n")
    words = ("evolve", "hopper", "--dry-run", "--config", "old.toml", "--ppo.copies", 4)

    out, err = said(*words)

    assert "10 updates of 400 control steps" in out
    assert err.splitlines() == [
        "nge: ppo.copies is called ppo.num_envs now; the old name will be refused in 0.2",
        "nge: ppo.horizon is called ppo.num_steps now; the old name will be refused in 0.2",
    ]
    assert "ppo.copies" not in said("evolve", "--help")[0]


def test_the_help_shows_the_defaults_of_method_preset_and_file(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "settings.toml").write_text("[critic]\nhidden = 77\n")
    words = ("--method", "rgs", "--preset", "paper", "--config", tmp_path / "settings.toml")

    shown, _ = said("evolve", *words, "--help")

    assert re.search(r"--population.new-bodies .*\n .*\(default: random\)", shown)
    assert re.search(r"--space.levels INT\|none .*\(default: 6\)", shown)
    assert re.search(r"--critic.hidden INT .*\(default: 77\)", shown)
    assert re.search(r"--max-generations INT .*\(default: 200\)", shown)


def test_a_dry_run_says_what_it_takes_and_makes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    out, _ = said("evolve", "hopper", "--dry-run", "--max-generations", 5, "--workers", 2)

    assert "hopper, nge: 32 species, fewer in every generation, 1 in the last\n" in out
    assert "10 updates of 2,000 control steps each in the first generation\n" in out
    # (32 + 22 + 8 + 3 + 1) x (400 + 10 x 2000), and for 3 + 1 survivors (1 + 2 x 12 + 4 x 4) x 500
    assert "control steps: 1.43 M in 5 generations" in out
    assert "on 2 cores" in out
    assert "memory: about" in out
    assert "disk: at most" in out
    assert not list(tmp_path.iterdir())


# --- what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--reward.others", "tall=2"], "the reward of hopper has no part 'tall'"),
        (["--body", "none.json"], "no body is called 'none.json'"),
        (["--body", "fish"], "made of fins;"),
        (["--log", "tensorbord"], "did you mean 'tensorboard'?"),
    ],
)
@pytest.mark.parametrize("command", ["evolve", "train"])
def test_a_dry_run_refuses_what_the_run_would_refuse(refused, command, words, says):
    assert says in refused(command, "hopper", *words, "--dry-run")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hopper", "--population.sise", "3"], "did you mean '--population.size'?"),
        (["hopper", "--surogate.candidates", "3"], "did you mean '--surrogate.candidates'?"),
        (["hopper", "--max-generation", "3"], "did you mean '--max-generations'?"),
        (["hopper", "--preset", "smal"], "unknown preset 'smal'; did you mean 'small'?"),
        (["hopper", "--method", "nge2"], "unknown method 'nge2'; did you mean 'nge'?"),
        (["hopper", "--policy", "ml"], "unknown policy 'ml'; did you mean 'mlp'?"),
        (["hoper"], "unknown task 'hoper'; did you mean 'hopper'?"),
        ([], "TASK is missing"),
        (["hopper", "--population.size", "1"], "--population.size is 1; it must be at least 2"),
        (["hopper", "--space.max-parts", "40"], "space.max_parts is 40; policies take up to 32"),
        (["hopper", "--config", "nothing.toml"], "there is no file or folder 'nothing.toml'"),
        (["hopper", "--net.hidden", "1000000000"], "most of it is for weights: lower --net.hidden"),
        (["hopper", "--population.size", "1000000000"], "or --population.size"),
        (
            ["hopper", "--ppo.num-envs", "1000000000"],
            "most of it is for rollouts: lower --ppo.num-envs",
        ),
    ],
)
def test_words_that_make_no_sense_are_one_line(words, says, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert says in refused("evolve", *words)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["evolve", "finetune"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[population]\nsise = 3", "unknown setting 'population.sise'; did you mean"),
        ("[populaton]\nsize = 3", "unknown setting 'populaton'; did you mean 'population'?"),
        ("[population]\nsize = 1", "population.size is 1; it must be at least 2"),
        ("population", "settings.toml is not a TOML file"),
        ("population = [1]", "population is [1]; it must be a table of settings"),
        ("policies = 'mlp'", "policies is 'mlp'; it must be a table of settings"),
        ("[policies]\nnge = 3", "policies.nge is 3; it must be a valid string"),
        (f"[population]\nsize = {'9' * 5000}", "holds a number of thousands of digits"),
        (f"[population]\nsize = {'9' * 4000}", "population.size: it must lie within"),
        ("[limits]\nmax_hours = 1e308", "limits.max_hours is 1e+308; it must be at most 1000000"),
        ("[population]\nsize = inf", "population.size is inf; it must be a finite number"),
        (f"x = {'[' * 3000}{']' * 3000}", "is nested more than 4 levels deep"),
        ("[a.b.c.d.e]\nx = 1", "is nested more than 4 levels deep"),
    ],
)
def test_a_settings_file_that_makes_no_sense_is_one_line(name, text, says, refused, tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(text)

    assert says in refused(name, "hopper", "--config", file, "--run", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_is_resumed_with_what_suits_its_kind(copy, refused):
    assert "evolves bodies; it takes --max-generations" in refused("resume", copy, "--updates", 3)


# --- stopping -----------------------------------------------------------------------------

SLOWLY = """
import sys, time
from nge.cli.main import main
from tests.runs import fakes
fakes.install()

def on_update(jobs):
    print("living", file=sys.stderr, flush=True)
    time.sleep(0.3)

fakes.on_update = on_update
sys.exit(main(sys.argv[1:]))
"""


def stopped(folder, times, number=signal.SIGINT):
    """Stop a run while its second generation lives; return its exit code and what it says."""
    words = ["evolve", "hopper", "--max-generations", "4", "--run", str(folder), *TINY]
    with process("-c", SLOWLY, *words) as started:
        err = ""
        for line in started.stderr:
            err += line
            if err.count("living") == 3 and line == "living\n":
                started.send_signal(number)
            if line.startswith("stopping after") and times > 1:
                started.send_signal(number)
    return started.returncode, err


@pytest.fixture(scope="module")
def straight(tmp_path_factory):
    """The folder of the run that is stopped below, when it is not stopped."""
    folder = tmp_path_factory.mktemp("runs") / "straight"
    with pytest.MonkeyPatch.context() as patch:
        fakes.install(patch.setattr)
        said("evolve", "hopper", "--max-generations", 4, "--run", folder, *TINY)
    return folder


def resumed_as_if_nothing_had_happened(folder, straight):
    said("resume", folder, "--no-film")
    ends = Run.open(folder), Run.open(straight)
    return content(ends[0]) == content(ends[1]) and learned(ends[0]) == learned(ends[1])


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_finishes_the_update_and_resume_continues(straight, tmp_path, number, code):
    folder = tmp_path / "run"

    ended = stopped(folder, times=1, number=number)

    assert ended[0] == code, ended
    assert "stopping after this update; Ctrl-C again stops at once" in ended[1]
    assert (
        f"stopped after 1 generation, everything is saved; go on with: nge resume {folder}"
        in (ended[1])
    )
    run = Run.open(folder)
    assert run.spent().generations == 1
    assert {one.updates for one in run.checkpoints(1).values()} == {1}
    assert resumed_as_if_nothing_had_happened(folder, straight)


def test_a_second_ctrl_c_stops_at_once_and_loses_only_what_came_after_the_checkpoint(
    straight, tmp_path
):
    folder = tmp_path / "run"

    code, err = stopped(folder, times=2)

    assert code == 130, err
    assert "stopped at once" in err
    assert Run.open(folder).spent().generations == 1
    assert resumed_as_if_nothing_had_happened(folder, straight)


# --- the live page ------------------------------------------------------------------------

SERVING = """
import sys, time
from pathlib import Path
from nge.cli.launch import live_page
with live_page(Path(sys.argv[1]), True):
    time.sleep(300)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_page_of_a_run_ends_with_it_however_that_ends(copy, tmp_path, number):
    """Its process imports nothing from the current folder, and keeps stdout until it ends."""
    for name in ("random", "types", "nge"):
        (tmp_path / f"{name}.py").write_text("print('imported'); raise RuntimeError('imported')")

    with process("-c", SERVING, str(copy), cwd=tmp_path, PYTHONSAFEPATH="1") as started:
        first = started.stdout.readline()
        assert first.startswith(f"watching {copy}: http://127.0.0.1:"), started.stderr.read()
        started.send_signal(number)
        rest, _ = started.communicate(timeout=60)

    assert started.returncode == -number
    assert rest == ""
