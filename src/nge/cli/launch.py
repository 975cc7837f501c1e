"""Execution options of any run, which do not affect results, and its live page."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nge.cpu import child_environment
from nge.runs.execution import Execution

PAGE = (
    "import sys; from nge.cli.report_commands import watch_a_run; "
    "sys.exit(watch_a_run(sys.argv[1]))"
)


class Launch(Execution):
    """How a run is carried out."""

    film: bool = True
    """Draw the best species at the end."""
    watch: bool = False
    """Serve a live page of the run meanwhile, as 'nge watch' does."""


@contextmanager
def live_page(folder: Path, wanted: bool) -> Iterator[None]:
    """Serve the live page of a run from a process of its own, if that is wanted."""
    if not wanted:
        yield
        return
    with subprocess.Popen(
        [sys.executable, "-c", PAGE, str(folder)],
        stdin=subprocess.PIPE,  # when it closes, the page ends
        start_new_session=True,
        env=child_environment(),
    ) as page:
        try:
            yield
        finally:
            page.terminate()
