"""What opens a window, in a real one: on a display that Xvfb keeps in a file."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from nge.runs.bundle import write_bundle
from tests.runs.made import evaluated, made_run
from tests.tools import need_display

ROOT = Path(__file__).parents[2]
HUMAN = """
import nge
from nge.tasks.environment import TaskEnvironment

environment = TaskEnvironment("fish", render_mode="human")
environment.reset(seed=0)
try:
    while True:
        environment.step(environment.action_space.sample())
except KeyboardInterrupt:
    environment.close()
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    folder = tmp_path_factory.mktemp("window")
    run = made_run(folder / "run", ((3.0, 2.0),))
    evaluated(run, 0)
    write_bundle(run.creature(0), folder / "creature")
    return folder


@pytest.fixture
def screen(tmp_path):
    """Yield the name of a display, and a function that returns what is to be seen on it."""
    need_display()
    words = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-fbdir", str(tmp_path)]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    name = f":{server.stdout.readline().strip()}"

    def seen():
        raw = (tmp_path / "Xvfb_screen0").read_bytes()  # an X window dump
        header = np.frombuffer(raw, ">u4", 25)
        start, width, height = int(header[0] + 12 * header[19]), int(header[4]), int(header[5])
        picture = np.frombuffer(raw, np.uint8, 4 * width * height, start)
        return picture.reshape(height, width, 4)[..., 2::-1].astype(int)  # red, green, blue

    yield name, seen
    server.terminate()
    server.wait()
    server.stdout.close()


def amber(picture):
    """Return where the torso is seen: the one thing that is far more red than blue."""
    return picture[..., 0] - picture[..., 2] > 90


@pytest.mark.parametrize(
    "words",
    [
        ("-m", "nge", "inspect", "run"),
        ("creature/play.py", "--view"),
        ("-c", HUMAN),
    ],
    ids=("inspect", "bundle", "gymnasium"),
)
def test_a_creature_moves_in_the_window_until_ctrl_c(words, bundle, screen):
    name, seen = screen
    environment = os.environ | {"DISPLAY": name, "PYTHONPATH": str(ROOT / "src")}
    environment.pop("WAYLAND_DISPLAY", None)
    program = subprocess.Popen(
        [sys.executable, *words],
        cwd=bundle,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heeding_ctrl_c,
    )
    try:
        first = wait_for(lambda: seen() if amber(seen()).mean() > 0.005 else None, program)
        torso = amber(first)
        wait_for(lambda: (amber(seen()) != torso).mean() > 0.001, program)
        wait_for(lambda: ended(program), program)
    finally:
        program.kill()
        _, said = program.communicate()

    assert torso.mean() < 0.5
    assert program.returncode in (0, 130)
    assert "Traceback (most recent call last):" not in said.partition("Exception ignored")[0]


def heeding_ctrl_c():
    """Undo what a shell does to whatever it starts in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(found, program):
    """Return what is found, as soon as it is."""
    until = time.monotonic() + 120
    while (value := found()) is None or np.array_equal(value, False):
        assert program.poll() is None, program.stderr.read()
        assert time.monotonic() < until, "nothing of the kind was to be seen"
        time.sleep(0.1)
    return value


def ended(program):
    """Press Ctrl-C; JAX may swallow one while it collects garbage."""
    program.send_signal(signal.SIGINT)
    with suppress(subprocess.TimeoutExpired):
        program.wait(10)
    return program.returncode is not None


def test_a_display_that_is_not_there_is_named(bundle):
    environment = os.environ | {"DISPLAY": ":4711", "PYTHONPATH": str(ROOT / "src")}
    environment.pop("WAYLAND_DISPLAY", None)

    words = [sys.executable, "-m", "nge", "inspect", "run"]
    done = subprocess.run(words, cwd=bundle, env=environment, capture_output=True, text=True)

    assert done.returncode == 2
    assert done.stderr == (
        "nge: no window can be opened on the display ':4711'; nge render makes a film instead\n"
    )
