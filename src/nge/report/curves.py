"""Learning curves as the page draws them, thinned to means of windows of updates.

``reward_curves`` has the reward of every species, ``update_lines`` every number of the updates of a
run that only trains: a line for each body, over its seeds.
"""

from __future__ import annotations

import numpy as np

from nge.report.numbers import plain, rounded
from nge.report.schema import Band, RewardCurves, UpdateLines
from nge.report.statistics import held, interquartile_mean, window_means
from nge.runs.reading import Snapshot, curves
from nge.runs.rows import NUMBERS
from nge.runs.run import Run

CURVE_POINTS = 60  # of the learning curve of a species, at most
LINE_POINTS = 1000  # of a line over the seeds of a body, at most
DIGITS, AXIS_DIGITS = 4, 6  # of what is only drawn
SHOWN = ("mean_return", *NUMBERS)


def reward_curves(found: Snapshot) -> RewardCurves:
    """Return the mean reward of a control step of every species, update by update."""
    longest = max(map(len, found.rewards.values()), default=0)
    window = max(1, -(-longest // CURVE_POINTS))
    thinned = []
    for row in found.species:
        values = np.array(found.rewards.get(row["id"], []))[:, None]
        means = window_means(values, np.arange(0, len(values), window))
        thinned.append([rounded(float(mean)) for mean in means.ravel()])
    return {"window": window, "curves": thinned}


def update_lines(run: Run, found: Snapshot) -> UpdateLines:
    """Return every number of the updates of given bodies; of a search, no lines."""
    if not run.plan.trains_only:
        return {"window": 1, "axes": {}, "lines": []}
    table = curves(run)
    updates = len(table["steps"])
    window = max(1, -(-updates // LINE_POINTS))
    starts = np.arange(0, updates, window)
    ends = np.minimum(starts + window, updates) - 1
    groups: dict[tuple[str, str], list[int]] = {}
    for row in found.species:
        groups.setdefault((row["name"], row["digest"]), []).append(row["id"])
    counts = {"mean_return": table["episodes"]}  # a mean over episodes, not over updates
    means = {name: window_means(table[name], starts, counts.get(name)) for name in SHOWN}
    return {
        "window": window,
        "axes": {
            "control steps": np.nanmax(table["steps"][ends], axis=1).astype(int).tolist(),
            "hours": plain(np.nanmax(table["seconds"][ends], axis=1) / 3600, AXIS_DIGITS),
        },
        "lines": [
            {
                "name": name,
                "species": ids,
                "numbers": {key: _line(values[:, ids]) for key, values in means.items()},
            }
            for (name, _), ids in groups.items()
        ],
    }


def _line(values: np.ndarray) -> Band:
    """Return the middle of some seeds and the lowest and highest of them. [X, S]"""
    if values.shape[1] == 1:
        return {"middle": plain(values[:, 0], DIGITS), "low": [], "high": []}
    at = np.arange(len(values))
    known = np.isfinite(values)
    seeds = np.array(
        [
            held(at, at[there], one[there]) if there.any() else one
            for one, there in zip(values.T, known.T, strict=True)
        ]
    )
    return {
        "middle": plain(interquartile_mean(seeds), DIGITS),
        "low": plain(seeds.min(axis=0), DIGITS),
        "high": plain(seeds.max(axis=0), DIGITS),
    }
