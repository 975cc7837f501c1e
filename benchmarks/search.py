"""Searches in numbers: the command behind docs/results/search.md.

``--gather RUN...`` writes the generations of runs into a JSON file, ``--plot PICTURE`` draws such
files: best fitness of every generation over control steps, one line per run. A training run (``nge
train``) is gathered seed by seed and drawn as one line: the mean of its seeds, and their range.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from nge.report.comparison import HAND_DESIGNED, compare
from nge.report.statistics import held
from nge.runs.run import Run

KEPT = ("number", "steps", "seconds", "best", "median")
COUNTED = ("topologies", "largest_family", "skill", "failed")
COLOURS = {"nge": "#0b6fb8", "ess-sims": "#d8731a", "rgs": "#6b6f76"}
ALONE = "#2b2f33"  # a body trained alone
PAPER = {"fish": 70.0, "walker": 4100.0}


def main() -> None:
    """Gather runs, or draw what was gathered."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--gather", nargs="+", type=Path, default=[], metavar="RUN")
    options.add_argument("--out", type=Path, default=Path("runs/search.json"))
    options.add_argument("--plot", type=Path, help="draw --out into this picture")
    given = options.parse_args()
    if given.gather:
        found = {}
        for folder in given.gather:
            run = Run.open(folder, read_only=True)
            name = run.folder.name
            found |= alone(run) if run.plan.trains_only else {name: generations(run)}
        given.out.write_text(json.dumps(found))
    if given.plot:
        plot(json.loads(given.out.read_text()), given.plot)


def generations(run: Run) -> list[dict[str, Any]]:
    """Return the numbers of a run's generations that are drawn and told."""
    return [
        {name: row[name] for name in KEPT} | {name: row["stats"][name] for name in COUNTED}
        for row in run.generations()
    ]


def alone(run: Run) -> dict[str, list[dict[str, Any]]]:
    """Return the curves of a training run by body and seed, as ``nge compare`` has them."""
    return {
        f"{group.name}-{one.seed}": [
            {"number": number, "steps": int(step), "seconds": 3600 * hour, "best": best}
            for number, (step, hour, best) in enumerate(
                zip(one.steps, one.hours.tolist(), one.best.tolist(), strict=True)
            )
        ]
        for group in compare([run]).groups
        for one in group.records
    }


def plot(found: dict[str, list[dict[str, Any]]], path: Path) -> None:
    """Draw best and median fitness of every generation over control steps."""
    from matplotlib.figure import Figure

    trained = {name: rows for name, rows in found.items() if ", trained alone-" in name}
    found = {name: rows for name, rows in found.items() if name not in trained}
    tasks = [name for name in found if name in PAPER] or ["fish"]
    figure = Figure(figsize=(4.6 * len(tasks), 3.4), layout="constrained")
    for axes, task in zip(figure.subplots(1, len(tasks), squeeze=False)[0], tasks, strict=True):
        shown = {task: found[task]} if task in found else found
        for name, rows in shown.items():
            method = name.rpartition("-")[0] or "nge"
            first = name == next(
                n for n in shown if n.rpartition("-")[0] == name.rpartition("-")[0]
            )
            steps, best = [r["steps"] / 1e6 for r in rows], [r["best"] for r in rows]
            label = (method if len(shown) > 1 else "best") if first else None
            axes.plot(steps, best, color=COLOURS[method], label=label)
            if len(shown) == 1:
                medians = [r["median"] for r in rows]
                axes.plot(steps, medians, color=COLOURS[method], alpha=0.5, label="median")
                axes.axhline(PAPER[task], color="#6b6f76", linestyle=":", label="paper, 200 gen.")
        last = max(rows[-1]["steps"] for rows in shown.values())
        name = f"{HAND_DESIGNED}{task}, trained alone"
        _draw_alone(axes, name, [rows for n, rows in trained.items() if n.startswith(name)], last)
        axes.set(title=task, xlabel="control steps of all species, millions", ylabel="fitness")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(color="#e4e8ec", linewidth=0.6)
        axes.legend(frameon=False)
    figure.savefig(path, dpi=150)


def _draw_alone(axes: Any, name: str, seeds: list[list[dict[str, Any]]], last: int) -> None:
    """Draw the mean and the range of the seeds of a body, up to the budget of the searches."""
    if not seeds:
        return
    end = min(last, *(rows[-1]["steps"] for rows in seeds))
    at = np.array([row["steps"] for row in seeds[0] if row["steps"] <= end])
    values = np.array(
        [held(at, *(np.array([r[n] for r in rows]) for n in ("steps", "best"))) for rows in seeds]
    )
    axes.plot(at / 1e6, values.mean(0), color=ALONE, linestyle="--", label=name)
    axes.fill_between(at / 1e6, values.min(0), values.max(0), color=ALONE, alpha=0.15, lw=0)


if __name__ == "__main__":
    main()
