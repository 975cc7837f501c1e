"""The tasks that generic tests run over: one for every world that there is."""

import pytest

from nge.tasks.registry import OURS

PAPER = {name: OURS[name] for name in ("fish", "walker", "cheetah", "hopper")}
"""The paper's."""
WORLDS = {
    name: OURS[name]
    for name in (
        *PAPER,
        "ant",
        "quadruped",
        "suite/crawler",
        "suite/terraincrosser",
        "suite/swimmer",
        "suite/walker-hard",
    )
}
"""Besides them ours in space, and of the suite those that differ in more than limits of bodies."""

EVERY_WORLD = pytest.mark.parametrize("task", WORLDS.values(), ids=WORLDS)
PAPER_TASKS = pytest.mark.parametrize("task", PAPER.values(), ids=PAPER)
