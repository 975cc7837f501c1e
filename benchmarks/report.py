"""How large and how quick reports of long runs are: ``python -m benchmarks.report``.

Makes records of 4 000 and 20 000 species without training anything, writes their reports without
episodes, and has Chromium open them. Prints one line each.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from nge.report.page import write_report
from tests.report.browser import Tab, chromium
from tests.report.helpers import large_run

LENGTHS = (198, 998)  # generations of 64 species with 20 births each


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for generations in LENGTHS:
            run = large_run(Path(folder) / str(generations), generations)
            began = time.perf_counter()
            report = write_report(run.folder, episodes=0)
            seconds = time.perf_counter() - began
            tab = Tab(browser)
            page = tab.open(report.as_uri())
            ready = page.evaluate("Number(document.documentElement.dataset.milliseconds)")
            species = page.locator(".tree").get_attribute("data-species")
            tab.close()
            print(
                f"{species} species: {report.stat().st_size / 1e6:.1f} MB, "
                f"written in {seconds:.1f} s, ready after {ready / 1000:.1f} s"
            )


if __name__ == "__main__":
    main()
