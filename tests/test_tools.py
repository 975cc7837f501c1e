"""Skipping for want of a browser, OpenGL or a display: pytest in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest
from tests.tools import chromium_path, need_display, need_opengl

@pytest.fixture(scope="module")
def browser():
    return chromium_path()

@pytest.mark.parametrize("page", range(3))
def test_page(browser, page): pass
def test_picture(): need_opengl()
def test_window(): need_display()
def test_else(): pass
"""
LINE = (
    "tests skipped: 3 for want of Chromium, 1 for want of OpenGL, 1 for want of Xvfb; "
    "to run them: apt-get install chromium libegl1 libegl-mesa0 libgl1-mesa-dri xvfb"
)


@pytest.fixture
def pytest_on_a_bare_machine(tmp_path):
    """Return what runs the tests above where nothing is installed."""
    (tmp_path / "conftest.py").write_text("from tests.tools import pytest_terminal_summary")
    (tmp_path / "test_all.py").write_text(TESTS)
    # A Python elsewhere, so that no browser lies beside it.
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    before = {name: value for name, value in os.environ.items() if name != "CI"}
    paths = os.pathsep.join([str(ROOT), *sys.path])
    bare = {"PATH": "", "PYTHONPATH": paths, "MUJOCO_GL": "off"}

    def run(**more):
        words = [tmp_path / "bin" / "python", "-m", "pytest", "-p", "no:cacheprovider"]
        return subprocess.run(
            words, cwd=tmp_path, env=before | bare | more, capture_output=True, text=True
        )

    return run


def test_the_last_line_of_pytest_names_what_is_missing(pytest_on_a_bare_machine):
    done = pytest_on_a_bare_machine()

    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-2] == LINE
    assert "1 passed, 5 skipped" in done.stdout.splitlines()[-1]


def test_in_ci_what_is_missing_is_a_failure(pytest_on_a_bare_machine):
    done = pytest_on_a_bare_machine(CI="true")

    assert done.returncode == 1
    assert "1 passed, 3 errors" in done.stdout.replace("2 failed, ", "")
    assert "Chromium is missing; install it with: apt-get install chromium" in done.stdout
