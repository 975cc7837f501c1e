"""What some tests need and pip cannot install: a browser, OpenGL, a display.

``make test`` installs them where it may (``install_tools.sh``). Elsewhere the tests that need one
are skipped, and the last line of pytest's output names what is missing and how to install it. With
``CI=true`` they fail instead, because nobody reads that line there.
"""

import os
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from nge.physics import gl

PACKAGES = {
    "Chromium": "chromium",
    "OpenGL": "libegl1 libegl-mesa0 libgl1-mesa-dri",
    "Xvfb": "xvfb",
}
"""The Debian packages that bring each tool."""
DRAWS = pytest.mark.usefixtures("opengl")


def chromium_path() -> str:
    """Return where Chromium is, beside Python or in the system; skip the test without it."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which("chromium", path=places) or shutil.which("chromium-browser", path=places)
    return found or _missing("Chromium")


def need_opengl() -> None:
    """Skip the test where nothing can be drawn."""
    if gl.working_backend() is None:
        _missing("OpenGL")


def need_display() -> None:
    """Skip the test where no X server for tests is installed."""
    if shutil.which("Xvfb") is None:
        _missing("Xvfb")


def _missing(tool: str) -> str:
    """Skip the test that runs, or fail it in CI."""
    if os.environ.get("CI", "").lower() in ("1", "true"):
        pytest.fail(f"{tool} is missing; install it with: apt-get install {PACKAGES[tool]}")
    pytest.skip(f"{tool} is missing")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter):
    """Name the missing tools after all else that pytest lists."""
    result = yield
    reasons = Counter(report.longrepr[2] for report in terminalreporter.getreports("skipped"))
    counts = {tool: reasons[f"Skipped: {tool} is missing"] for tool in PACKAGES}
    missing = {tool: count for tool, count in counts.items() if count}
    if missing:
        named = ", ".join(f"{count} for want of {tool}" for tool, count in missing.items())
        packages = " ".join(PACKAGES[tool] for tool in missing)
        terminalreporter.write_line(
            f"tests skipped: {named}; to run them: apt-get install {packages}"
        )
    return result
