"""A training run as one HTML file: who was trained, how each moves, and every number as it learned.

``web/src/training.ts`` shows it and describes the same data from the page's side; the live page
asks for the same data. Curves have at most ``POINTS`` points, each the mean of some updates.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from nge.control.ppo_settings import PpoSettings
from nge.errors import RunError
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.report.data import COLOURS, FORMAT, Bodies, evaluations, rounded
from nge.report.episodes import recorded_where_possible
from nge.report.page import EPISODES, SAY_NOTHING, alone, held, write_page
from nge.report.statistics import held as held_values
from nge.report.statistics import interquartile_mean, window_means
from nge.runs.folder import reading
from nge.runs.reading import TrainingReader, run_name
from nge.runs.training import NUMBERS

POINTS = 1000  # of a curve, at most
DIGITS, AXIS_DIGITS = 4, 6  # of what is only drawn
SHOWN = ("mean_return", *NUMBERS)
GROUPS = ("net", "critic", "ppo")  # of settings


class TrainingGatherer:
    """Reads a training run as often as wanted; what cannot change any more is read once."""

    def __init__(self, run: TrainingReader) -> None:
        """Gather from this run."""
        self.run = run
        self._bodies = Bodies(run.task.arena)
        for trainee in run.trainees:
            self._bodies.add(trainee.body)

    def gather(self) -> dict[str, Any]:
        """Return all that the page needs to know, recorded episodes left out."""
        with reading(self.run.record.path):  # of an earlier version, whose rows are not checked
            return self._gathered()

    def _gathered(self) -> dict[str, Any]:
        run, table = self.run, self.run.table()
        species = [
            {
                "body": trainee.name,
                "seed": trainee.seed,
                "parts": len(trainee.body),
                "last": rounded(float(np.mean(recent))) if recent else None,
                "episodes": len(recent),
            }
            for trainee, recent in zip(run.trainees, run.recent_returns(), strict=True)
        ]
        return {
            "format": FORMAT,
            "run": self._about(table),
            "colours": COLOURS,
            "parts": self._bodies.parts,
            "bodies": self._bodies.rows,
            "species": species,
            "ranked": run.ranked(),
            "evaluations": evaluations(run.evaluations()),
            **_curves(run, table),
            "episodes": {},
        }

    def _about(self, table: dict[str, np.ndarray]) -> dict[str, Any]:
        run, plan = self.run, self.run.plan
        checkpoint, updates = run.checkpoint(), len(table["seconds"])
        usual = {"net": POLICIES[plan.policy], "critic": CriticSettings(), "ppo": PpoSettings()}
        return {
            "name": run_name(run.folder),
            "task": plan.task,
            "task_about": run.task.about,
            "policy": plan.policy,
            "settings": plan.model_dump(mode="json", include=set(GROUPS)),
            "usual": {name: group.model_dump(mode="json") for name, group in usual.items()},
            "goal": plan.goal,
            "max_steps": plan.max_steps,
            "steps_per_update": plan.ppo.steps * len(run.trainees),
            "done": updates >= plan.goal,
            "checkpoint": checkpoint.number if checkpoint else 0,
            "spent": {
                "updates": updates,
                "steps": plan.steps(updates) if updates else 0,
                "seconds": round(float(table["seconds"][-1, 0]), 1) if updates else 0.0,
            },
            "floor": run.task.arena.floor,
            **run.about,
        }


def write_training_report(
    folder: Path,
    out: Path | None = None,
    episodes: int = EPISODES,
    say: Callable[[str], None] = SAY_NOTHING,
) -> Path:
    """Write the report of a training run and return where it is; ``say`` hears how it goes."""
    run = TrainingReader.open(folder)
    out = out or folder / "report.html"
    found = TrainingGatherer(run).gather()
    if not found["run"]["spent"]["updates"]:
        raise RunError(f"{folder} has no finished update yet; wait for its first")
    chosen = found["ranked"][:episodes]
    for number, species in enumerate(chosen, start=1):
        say(f"recording {run.trainees[species]} ({number} of {len(chosen)})")
        if episode := recorded_where_possible(run, species, say):
            found["episodes"][species] = episode
    about = found["run"]
    title = f"{about['name']}: {about['task']}, policy {about['policy']}"
    write_page(out, alone(title, held("training", found)))
    return out


# --- curves -------------------------------------------------------------------------------


def _curves(run: TrainingReader, table: dict[str, np.ndarray]) -> dict[str, Any]:
    """Return a line of every number for each body, over its seeds where it has several."""
    updates = len(table["steps"])
    window = max(1, -(-updates // POINTS))
    starts = np.arange(0, updates, window)
    ends = np.minimum(starts + window, updates) - 1
    groups: dict[tuple[str, str], list[int]] = {}
    for row, trainee in enumerate(run.trainees):
        groups.setdefault((trainee.name, trainee.body.digest), []).append(row)
    counts = {"mean_return": table["episodes"]}  # a mean over episodes, not over updates
    means = {name: window_means(table[name], starts, counts.get(name)) for name in SHOWN}
    return {
        "window": window,
        "axes": {
            "control steps": table["steps"][ends, 0].astype(int).tolist(),
            "hours": _plain(table["seconds"][ends, 0] / 3600, AXIS_DIGITS),
        },
        "lines": [
            {
                "name": name,
                "species": rows,
                "numbers": {key: _line(values[:, rows]) for key, values in means.items()},
            }
            for (name, _), rows in groups.items()
        ],
    }


def _line(values: np.ndarray) -> dict[str, Any]:
    """Return the middle of some seeds and the lowest and highest of them. [X, S]"""
    if values.shape[1] == 1:
        return {"middle": _plain(values[:, 0]), "low": [], "high": []}
    at = np.arange(len(values))
    known = np.isfinite(values)
    seeds = np.array(
        [
            held_values(at, at[there], one[there]) if there.any() else one
            for one, there in zip(values.T, known.T, strict=True)
        ]
    )
    edges = {"low": _plain(seeds.min(axis=0)), "high": _plain(seeds.max(axis=0))}
    return {"middle": _plain(interquartile_mean(seeds)), **edges}


def _plain(values: np.ndarray, digits: int = DIGITS) -> list[float | None]:
    """Return numbers for JSON, which has no word for what is not a number."""
    return [float(f"{value:.{digits}g}") if np.isfinite(value) else None for value in values]
