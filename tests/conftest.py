"""What all tests share."""

import gc
import importlib
import signal
import sys

import pytest

from nge.cpu import configure_process
from nge.extensions import offered
from nge.rl import devices
from tests.tools import need_opengl, pytest_terminal_summary  # noqa: F401 - one is a hook

configure_process()  # before a test imports JAX
gc.set_threshold(50_000, 20, 50)  # with all libraries in memory a collection takes long
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as for what a shell has in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _one_core():
    """Train in this process, where programs are compiled once, unless a test asks for workers."""
    before, devices.CORES = devices.CORES, 1
    yield
    devices.CORES = before


@pytest.fixture
def opengl():
    """Skip a test that draws where nothing can be drawn; ``tools.DRAWS`` asks for it."""
    need_opengl()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Return a function that installs modules with entry points, as pip would leave them."""
    made = []

    def install(entry_points, **modules):
        made.extend(modules)
        for name, source in modules.items():
            (tmp_path / f"{name}.py").write_text(source)
        info = tmp_path / "foreign-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(entry_points)
        monkeypatch.syspath_prepend(str(tmp_path))
        offered.cache_clear()

    yield install
    for name in made:
        sys.modules.pop(name, None)
    offered.cache_clear()
    importlib.invalidate_caches()
