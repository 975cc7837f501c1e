"""A training run as one HTML file: the species, their episodes, and all learning curves.

``web/src/training.ts`` shows it and describes the same data from the page's side; the live page
asks for the same data. Curves have at most ``POINTS`` points, each the mean of some updates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nge.errors import RunError
from nge.nets.net_settings import POLICY_REGISTRY, CriticSettings
from nge.report.data import COLOURS, FORMAT, Bodies, evaluations, rounded
from nge.report.episodes import recorded_where_possible
from nge.report.page import SAY_NOTHING, alone, held
from nge.report.statistics import held as held_values
from nge.report.statistics import interquartile_mean, window_means
from nge.rl.ppo_settings import PpoSettings
from nge.runs.folder import reading
from nge.runs.reading import curves, run_name
from nge.runs.rows import NUMBERS
from nge.runs.run import Run

POINTS = 1000  # of a curve, at most
DIGITS, AXIS_DIGITS = 4, 6  # of what is only drawn
SHOWN = ("mean_return", *NUMBERS)
GROUPS = ("net", "critic", "ppo")  # of settings


class TrainingGatherer:
    """Reads a training run repeatedly; rows that cannot change are read once."""

    def __init__(self, run: Run) -> None:
        """Gather from this run."""
        self.run = run
        self._species = run.species()
        self._bodies = Bodies(run.task.arena)
        for row in self._species:
            self._bodies.add(run.body(row["id"]))

    def gather(self) -> dict[str, Any]:
        """Return all that the page needs to know, recorded episodes left out."""
        with reading(self.run.record.path):  # of an earlier version, whose rows are not checked
            return self._gathered()

    def _gathered(self) -> dict[str, Any]:
        run, table, recent = self.run, curves(self.run), self.run.recent_returns()
        species = [
            {
                "body": row["name"],
                "seed": row["seed"],
                "parts": row["parts"],
                "last": rounded(float(np.mean(recent[row["id"]]))) if recent[row["id"]] else None,
                "episodes": len(recent[row["id"]]),
            }
            for row in self._species
        ]
        return {
            "format": FORMAT,
            "run": self._about(),
            "colours": COLOURS,
            "parts": self._bodies.parts,
            "bodies": self._bodies.rows,
            "species": species,
            "ranked": run.ranked(),
            "evaluations": evaluations(run.evaluations()),
            **_curves(self._species, table),
            "episodes": {},
        }

    def _about(self) -> dict[str, Any]:
        run, plan, spent = self.run, self.run.plan, self.run.spent()
        usual = {
            "net": POLICY_REGISTRY.named(run.policy),
            "critic": CriticSettings(),
            "ppo": PpoSettings(),
        }
        return {
            "name": run_name(run.folder),
            "task": plan.task,
            "task_about": run.task.about,
            "policy": run.policy,
            "settings": plan.model_dump(mode="json", include=set(GROUPS)),
            "usual": {name: group.model_dump(mode="json") for name, group in usual.items()},
            "goal": run.updates_of(0),
            "max_steps": run.limits.max_steps,
            "steps_per_update": plan.ppo.steps * len(self._species),
            "done": run.done,
            "checkpoint": min((one.updates for one in run.checkpoints(0).values()), default=0),
            "spent": {
                "updates": spent.updates,
                "steps": plan.steps_after(spent.updates) if spent.updates else 0,
                "seconds": round(spent.seconds, 1),
            },
            "floor": run.task.arena.ground,
            **run.about,
        }


def training_page(run: Run, episodes: int, say: Callable[[str], None] = SAY_NOTHING) -> str:
    """Return the report of a run that only trains; ``say`` hears how it goes."""
    found = TrainingGatherer(run).gather()
    if not found["run"]["spent"]["updates"]:
        raise RunError(f"{run.folder} has no finished update yet; wait for its first")
    chosen = found["ranked"][:episodes]
    for number, species in enumerate(chosen, start=1):
        say(f"recording {run.creature(species).name} ({number} of {len(chosen)})")
        if episode := recorded_where_possible(run, species, say):
            found["episodes"][species] = episode
    about = found["run"]
    return alone(
        f"{about['name']}: {about['task']}, policy {about['policy']}", held("training", found)
    )


# --- curves -------------------------------------------------------------------------------


def _curves(species: Sequence[dict[str, Any]], table: dict[str, np.ndarray]) -> dict[str, Any]:
    """Return a line of every number for each body, over its seeds where it has several."""
    updates = len(table["steps"])
    window = max(1, -(-updates // POINTS))
    starts = np.arange(0, updates, window)
    ends = np.minimum(starts + window, updates) - 1
    groups: dict[tuple[str, str], list[int]] = {}
    for row in species:
        groups.setdefault((row["name"], row["digest"]), []).append(row["id"])
    counts = {"mean_return": table["episodes"]}  # a mean over episodes, not over updates
    means = {name: window_means(table[name], starts, counts.get(name)) for name in SHOWN}
    return {
        "window": window,
        "axes": {
            "control steps": np.nanmax(table["steps"][ends], axis=1).astype(int).tolist(),
            "hours": _plain(np.nanmax(table["seconds"][ends], axis=1) / 3600, AXIS_DIGITS),
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
