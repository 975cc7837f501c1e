"""What all tests share."""

import signal

import pytest

from nge.cpu import configure_process
from nge.rl import devices
from tests.tools import need_opengl, pytest_terminal_summary  # noqa: F401 - one is a hook

configure_process()  # before a test imports JAX
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
