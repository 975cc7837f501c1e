"""The program around the commands: which one runs, what it is told, and what goes wrong.

Most tests put a small command of their own into the table and call it as a user would.
"""

import errno
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, Literal

import pytest
from annotated_types import Ge
from pydantic import Field

from nge import __version__
from nge.cli import main as program
from nge.cli.main import COMMANDS, Command, main
from nge.errors import BodyError, WorkerError
from nge.settings import Option, Settings
from tests.cli import interrupting


class LimitSettings(Settings):
    """Settings as a command takes them."""

    parts: Annotated[int, Ge(2)] = 10
    """Most parts."""
    soft: bool = True


class SearchSettings(Settings):
    """Settings with settings in them, as a file gives them."""

    limits: LimitSettings = LimitSettings()
    rate: Annotated[float, Field(gt=0, lt=1)] = 0.2


def bounce(
    body: str,
    times: Annotated[int, Ge(1)] = 1,
    *,
    height: float = 1.0,
    seeds: tuple[int, ...] = (0, 1),
    on: Literal["floor", "water"] = "floor",
    out: Path | None = None,
    label: Annotated[str, Option("WORD")] | None = None,
    force: Annotated[float, Ge(0)] | None = None,
    quiet: bool = False,
    limits: LimitSettings = LimitSettings(),  # noqa: B008
) -> int:
    """Bounce a body.

    Args:
        body: Which one.
        height: How high, in metres.
    """
    if not quiet:
        print(body, times, height, seeds, on, out, label, force, limits.parts, limits.soft)
    return 3 if quiet else 0


def carry(what: str, *, where: str) -> None:
    """Carry something somewhere.

    Args:
        where: The place.
    """


@pytest.fixture
def offer(monkeypatch):
    """Put a function into the table of commands under its own name."""

    def put(function):
        name = function.__name__
        module = ModuleType(f"nge.cli.{name}")
        setattr(module, name, function)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(COMMANDS, name, Command(f"{name}:{name}", "for a test"))

    return put


@pytest.fixture
def refused(capsys):
    """Run words that must be refused, and return the one line that says why."""

    def run(*words, code=2):
        assert main(list(words)) == code
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("nge: ")
        assert printed.err.count("\n") == 1, printed.err
        return printed.err.removeprefix("nge: ").rstrip("\n")

    return run


@pytest.fixture
def failing(offer, refused):
    """Run a command that raises, and return the line that comes of it."""

    def run(error, code=2):
        def fail():
            """Fail."""
            raise error

        offer(fail)
        return refused("fail", code=code)

    return run


# --- finding the command ------------------------------------------------------------------


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_the_help_lists_every_command_with_one_line(words, capsys):
    assert main(words) == 0

    printed = capsys.readouterr().out
    for name, command in COMMANDS.items():
        assert any(
            line.split("  ")[1] == f"nge {name}" and line.endswith(command.summary)
            for line in printed.splitlines()
            if line.startswith("  nge")
        ), name


@pytest.mark.parametrize("words", [["body"], ["body", "--help"]])
def test_the_help_of_a_group_lists_its_commands_only(words, capsys):
    assert main(words) == 0

    printed = capsys.readouterr().out
    assert "nge body show" in printed
    assert "nge doctor" not in printed


def test_the_version_is_that_of_the_package(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"nge {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_in_the_table_is_a_function_that_explains_itself(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")

    assert main([*name.split(), "--help"]) == 0

    printed = capsys.readouterr().out
    assert printed.startswith(f"usage: nge {name} ")
    assert program._function(name).__doc__.splitlines()[0] in printed


@pytest.mark.parametrize("name", ["evolve", "train"])
def test_help_is_plain_text_without_markup(name, capsys):
    assert main([name, "--help"]) == 0

    assert "``" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["docter"], "unknown command 'docter'; did you mean 'doctor'? known: body, check,"),
        (["qqq"], "unknown command 'qqq'; known: body, check, compare,"),
        (["body", "shwo"], "unknown command 'body shwo'; did you mean 'body show'? known: body c"),
        (["mutate", "fish"], "unknown command 'mutate'; did you mean 'body mutate'?"),
        (["--versoin"], "unknown option '--versoin'; did you mean '--version'? known: --help, --v"),
    ],
)
def test_a_command_that_does_not_exist_is_refused_with_the_nearest_one(words, line, refused):
    assert refused(*words).startswith(line)


# --- what a command is told ---------------------------------------------------------------


def test_arguments_reach_the_command_with_their_types(offer, capsys):
    offer(bounce)

    words = (
        "bounce fish 3 --height 2 --seeds 4 --seeds 5 --on water --out a/b --label x --force 1.5"
    )
    assert main([*words.split(), "--limits.parts", "7"]) == 0

    assert capsys.readouterr().out == "fish 3 2.0 (4, 5) water a/b x 1.5 7 True\n"


def test_the_number_a_command_returns_is_the_exit_code(offer):
    offer(bounce)

    assert main(["bounce", "fish", "--quiet"]) == 3


def test_the_help_of_a_command_shows_its_arguments_plainly(offer, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    offer(bounce)

    assert main(["bounce", "--help"]) == 0

    printed = capsys.readouterr().out
    for shown in (
        "BODY [TIMES]",
        "Which one. (required)",
        "How high, in metres. (default: 1.0)",
        "--out PATH",
        "--label WORD",
        "--quiet",
        "--limits.parts INT",
        "Most parts. (default: 10)",
    ):
        assert shown in printed
    assert "None" not in printed
    assert "--no-quiet" not in printed


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("", "BODY is missing (Which one); see 'nge bounce --help'"),
        ("fish --hieght 2", "unknown option '--hieght'; did you mean '--height'?"),
        ("--hieght 2", "unknown option '--hieght'; did you mean '--height'?"),
        ("fish --hieght=2", "unknown option '--hieght'; did you mean '--height'?"),
        ("fish --limits.prts 2", "unknown option '--limits.prts'; did you mean '--limits.parts'?"),
        ("-x", "unknown option '-x'; known: --force,"),
        ("fish 2 more", "unexpected argument 'more'; see 'nge bounce --help'"),
        ("fish --height", "--height needs a value; see 'nge bounce --help'"),
        ("fish --height --quiet", "--height needs a value; see 'nge bounce --help'"),
        ("fish --seeds", "--seeds needs a value; see 'nge bounce --help'"),
        ("fish --height tall", "--height is 'tall'; it must be a number"),
        ("fish --force big", "--force is 'big'; it must be a number"),
        ("fish --force inf", "--force is inf; it must be a finite number"),
        ("fish many", "TIMES is 'many'; it must be a whole number"),
        ("fish 2.5", "TIMES is '2.5'; it must be a whole number"),
        ("fish --seeds 1 --seeds b", "--seeds is 'b'; it must be a whole number"),
        ("fish --on wtaer", "--on is 'wtaer'; did you mean 'water'? known: floor, water"),
        ("fish --quiet=yes", "argument --quiet: ignored explicit argument 'yes'; see"),
        ("fish 0", "TIMES is 0; it must be at least 1"),
        ("fish --force -1", "--force is -1; it must be at least 0"),
        ("fish --limits.parts 1", "--limits.parts is 1; it must be at least 2"),
    ],
)
@pytest.mark.parametrize("columns", ["40", "200"])
def test_arguments_a_command_cannot_take_are_refused_in_one_line(
    words, line, columns, offer, refused, monkeypatch
):
    monkeypatch.setenv("COLUMNS", columns)
    offer(bounce)

    assert refused("bounce", *words.split()).startswith(line)
    assert os.environ["COLUMNS"] == columns


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("--height 2 fish 3", "fish 3 2.0 (0, 1) floor None None None 10 True"),
        ("fish --height=2 3 --limits.no-soft", "fish 3 2.0 (0, 1) floor None None None 10 False"),
        ("fish --limits.no_soft --limits.soft", "fish 1 1.0 (0, 1) floor None None None 10 True"),
        ("--seeds 7 fish --force none", "fish 1 1.0 (7,) floor None None None 10 True"),
        ("-- fish -2", "TIMES is -2; it must be at least 1"),
    ],
)
def test_words_may_stand_in_any_order_and_flags_may_be_turned_off(words, shown, offer, capsys):
    offer(bounce)

    main(["bounce", *words.split()])

    printed = capsys.readouterr()
    assert printed.out + printed.err.removeprefix("nge: ") == f"{shown}\n"


def test_all_missing_arguments_are_named(offer, refused):
    offer(carry)

    assert refused("carry") == "WHAT and --where are missing; see 'nge carry --help'"
    assert refused("carry", "x").startswith("--where is missing (The place); see")


def test_an_unknown_option_matters_more_than_a_missing_one(offer, refused):
    offer(carry)

    assert refused("carry", "x", "--whre", "y").startswith("unknown option '--whre'; did you mean")


# --- what goes wrong in a command ---------------------------------------------------------


def test_a_mistake_of_the_user_is_one_line_even_if_its_message_has_several(failing):
    assert failing(BodyError("no such body;\n  known: fish")) == "no such body; known: fish"


def test_a_missing_file_is_named(failing, tmp_path):
    path = tmp_path / "gone.json"

    line = failing(FileNotFoundError(errno.ENOENT, "No such file", str(path)))

    assert line == f"there is no file or folder {str(path)!r}; check the name"


def test_a_file_to_be_written_into_a_folder_that_does_not_exist_names_the_folder(failing, tmp_path):
    folder = tmp_path / "gone"

    line = failing(FileNotFoundError(errno.ENOENT, "No such file", folder / "a.json"))

    assert line == f"there is no folder {str(folder)!r}; make it or check the name"


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (errno.EISDIR, "'shelf/x' is a folder; name a file"),
        (errno.EACCES, "'shelf/x' may not be read or written by you; change its permissions"),
        (errno.EEXIST, "'shelf/x' exists already; remove it or choose another name"),
        (errno.ENOSPC, "the disk is full while writing 'shelf/x'; make room and try again"),
        (errno.ENAMETOOLONG, f"'shelf/x': {os.strerror(errno.ENAMETOOLONG)}"),
    ],
)
def test_what_the_system_refuses_is_explained(number, line, failing):
    assert failing(OSError(number, os.strerror(number), "shelf/x")) == line


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"limits": {"parts": 1}}, "limits.parts is 1; it must be at least 2"),
        ({"limits": {"parts": "x"}}, "limits.parts is 'x'; it must be a whole number"),
        ({"rate": 1.5}, "rate is 1.5; it must be less than 1"),
        (
            {"limits": {"prats": 1}},
            "unknown setting 'limits.prats'; did you mean 'limits.parts'? "
            "known: limits.parts, limits.soft",
        ),
        (
            {"raet": 1, "limit": 2},
            "unknown setting 'raet'; did you mean 'rate'? known: limits, rate "
            "(and 1 more like this)",
        ),
    ],
)
def test_a_wrong_setting_is_named_with_its_value_and_what_is_allowed(given, line, offer, refused):
    def fail():
        """Fail."""
        SearchSettings(**given)

    offer(fail)

    assert refused("fail") == line


def test_a_package_that_is_not_installed_is_named_with_the_fix(failing):
    line = failing(ModuleNotFoundError("No module named 'jax'", name="jax"), code=1)

    assert line.startswith("the package 'jax' is not installed; try 'pip install jax'")


def test_a_package_that_is_broken_leads_to_the_doctor(failing):
    line = failing(ImportError("libfoo.so: cannot open", name="numba"), code=1)

    assert line == "libfoo.so: cannot open; 'nge doctor' shows which package is broken"


@pytest.mark.parametrize("error", [ZeroDivisionError("division by zero"), KeyError("legs")])
def test_anything_else_is_an_internal_error_without_a_traceback(error, failing):
    assert failing(error, code=1) == (
        f"internal error: {type(error).__name__}: {error} "
        "(this is a bug; run with NGE_DEBUG=1 for the traceback)"
    )


def test_the_traceback_is_shown_on_demand(offer, capsys, monkeypatch):
    def fail():
        """Fail."""
        raise ZeroDivisionError

    offer(fail)
    monkeypatch.setenv("NGE_DEBUG", "1")

    assert main(["fail"]) == 1

    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_what_a_worker_printed_comes_before_the_line(offer, capsys):
    def fail():
        """Fail."""
        error = WorkerError("worker processes cannot start")
        error.add_note("Traceback of a worker")
        raise error

    offer(fail)

    assert main(["fail"]) == 2

    assert capsys.readouterr().err == (
        "Traceback of a worker\nnge: worker processes cannot start\n"
    )


def test_ctrl_c_ends_with_a_line_and_the_exit_code_of_shells(failing):
    assert failing(KeyboardInterrupt(), code=130) == "stopped by Ctrl-C"


def test_what_was_printed_before_an_error_is_kept(offer, capsys):
    def fail():
        """Fail."""
        print("half")
        raise BodyError("no more")

    offer(fail)

    assert main(["fail"]) == 2

    assert capsys.readouterr() == ("half\n", "nge: no more\n")


# --- the program as a process -------------------------------------------------------------

NGE = [sys.executable, "-m", "nge"]
HEAVY = ("mujoco", "numba", "jax", "nge.physics", "pydantic")


def test_the_exit_code_is_that_of_the_process():
    ended = subprocess.run([*NGE, "docter"], capture_output=True, text=True, check=False)

    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.startswith("nge: unknown command 'docter'")


@pytest.mark.skipif(os.name != "posix", reason="asks how much processor time a process took")
def test_the_help_takes_little_processor_time():
    import resource

    seconds = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*NGE, "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    assert min(seconds) < 0.8


def test_the_help_imports_nothing_heavy():
    script = f"""
import sys
from nge.cli.main import main
main(["--help"])
sys.exit(str([name for name in {HEAVY} if name in sys.modules] or ""))
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert ended.stderr.strip() == ""


@pytest.mark.skipif(sys.platform != "linux", reason="GLFW is imported on Linux")
def test_no_process_is_started_while_libraries_are_imported():
    """GLFW's would print a traceback where Ctrl-C ends ours."""
    bare = {name: value for name, value in os.environ.items() if name != "PYGLFW_LIBRARY"}
    script = """
from nge.cpu import configure_process
configure_process()
import subprocess
subprocess.Popen = None
import nge.physics.cpu_engine
"""
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, env=bare, capture_output=True, text=True)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_files_in_the_current_folder_are_not_taken_for_modules(tmp_path):
    for name in ("random", "types", "numpy"):
        (tmp_path / f"{name}.py").write_text("print('imported'); raise RuntimeError('imported')")
    command = [sys.executable, "-P", "-m", "nge", "tasks"]  # -P: as the script `nge` starts

    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "imported" not in ended.stdout


def test_a_reader_that_has_seen_enough_ends_the_program_silently():
    with subprocess.Popen([*NGE, "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as nge:
        nge.stdout.close()
        error_message = nge.stderr.read()

    assert error_message == b""
    assert nge.returncode == 128 + signal.SIGPIPE


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs Linux")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [*NGE, "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )

    assert ended.returncode == 2
    assert ended.stderr == "nge: the disk is full; make room and try again\n"


def test_letters_that_the_terminal_lacks_do_not_stop_a_command():
    script = "import sys; from nge.cli import main as m; m.overview = lambda: '├─'; m.main([])"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}

    ended = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "??\n", "")


@pytest.mark.parametrize("words", [[], ["tasks"], ["body"], ["body", "show"]])
def test_help_is_a_command_too(words, capsys):
    assert main([*words, "--help"]) == 0
    wanted = capsys.readouterr().out

    assert main(["help", *words]) == 0

    assert capsys.readouterr().out == wanted
    assert "usage: nge" in wanted


def test_help_of_an_unknown_command_is_refused(capsys):
    assert main(["help", "evolv"]) == 2
    assert "unknown command 'evolv'; did you mean 'evolve'?" in capsys.readouterr().err


# --- Ctrl-C ---------------------------------------------------------------------------------

DROPPED = """
import os, signal, sys, time
import nge.cli.main as program
def dropping(name):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
    except BaseException:  # as a callback of a library does
        pass
    raise ModuleNotFoundError("went on", name="nge")
program._function = dropping
sys.argv = ["nge", "list"]
sys.exit(program.main())
"""


def test_ctrl_c_stops_the_program_also_where_exceptions_are_dropped():
    ended = subprocess.run([sys.executable, "-c", DROPPED], capture_output=True, text=True)

    assert (ended.returncode, ended.stdout) == (130, "")
    assert ended.stderr == "nge: stopped by Ctrl-C\n"


def test_ctrl_c_stays_ignored_where_a_shell_had_it_ignored():
    """As shells do for what a script puts into the background."""
    script = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN){DROPPED}"

    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert ended.returncode == 1
    assert "went on" in ended.stderr


def test_nothing_heavy_is_imported_before_the_program_sees_to_ctrl_c():
    command = [sys.executable, "-X", "importtime", "-m", "nge", "--version"]
    ended = subprocess.run(command, capture_output=True, text=True)

    imported = {line.split("|")[-1].strip().split(".")[0] for line in ended.stderr.splitlines()}
    assert "nge" in imported
    assert imported.isdisjoint({"gymnasium", "numpy", "pydantic", "jax"})


@pytest.mark.slow
@pytest.mark.parametrize("name", interrupting.COMMANDS)
def test_ctrl_c_stops_the_program_at_any_moment(name):
    """While it loads libraries, compiles and starts workers; the program starts nine times."""
    rng, words = random.Random(0), interrupting.COMMANDS[name]

    for _ in range(3):
        ending, said = interrupting.trial(words, rng.uniform(0.3, 4.0))
        assert ending in (*interrupting.GOOD, interrupting.TOO_EARLY), said
