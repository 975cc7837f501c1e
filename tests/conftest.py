"""What all tests share."""

import pytest

from nge.control import devices
from nge.machine import configure_process
from tests.tools import pytest_terminal_summary  # noqa: F401 - a hook

configure_process()  # before a test imports JAX


@pytest.fixture(autouse=True, scope="session")
def _one_core():
    """Train in this process, where programs are compiled once, unless a test asks for workers."""
    before, devices.CORES = devices.CORES, 1
    yield
    devices.CORES = before
