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
        "walker-gaps",
        "ant-rough",
        "walker-push",
        "suite/crawler",
        "suite/terraincrosser",
        "suite/swimmer",
        "suite/walker-hard",
    )
}
"""Besides them ours in space, two with terrain (of boxes, and of a height field), one with an
object, and of the suite those that differ most."""

EVERY_WORLD = pytest.mark.parametrize("task", WORLDS.values(), ids=WORLDS)
PAPER_TASKS = pytest.mark.parametrize("task", PAPER.values(), ids=PAPER)
