"""Searches in numbers: the command behind docs/results/search.md.

``--gather RUN...`` writes the generations of runs into a JSON file, ``--plot PICTURE`` draws such
files: best fitness of every generation over control steps, one line per run.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from nge.runs.run import Run

KEPT = ("number", "steps", "seconds", "best", "median")
COUNTED = ("topologies", "largest_family", "skill", "failed")
COLOURS = {"nge": "#0b6fb8", "ess-sims": "#d8731a", "rgs": "#6b6f76"}
PAPER = {"fish": 70.0, "walker": 4100.0}


def main() -> None:
    """Gather runs, or draw what was gathered."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--gather", nargs="+", type=Path, default=[], metavar="RUN")
    options.add_argument("--out", type=Path, default=Path("runs/search.json"))
    options.add_argument("--plot", type=Path, help="draw --out into this picture")
    given = options.parse_args()
    if given.gather:
        found = {path.name: generations(Run.open(path)) for path in given.gather}
        given.out.write_text(json.dumps(found))
    if given.plot:
        plot(json.loads(given.out.read_text()), given.plot)


def generations(run: Run) -> list[dict[str, Any]]:
    """Return the numbers of a run's generations that are drawn and told."""
    return [
        {name: row[name] for name in KEPT} | {name: row["census"][name] for name in COUNTED}
        for row in run.generations()
    ]


def plot(found: dict[str, list[dict[str, Any]]], path: Path) -> None:
    """Draw best and median fitness of every generation over control steps."""
    from matplotlib.figure import Figure

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
        axes.set(title=task, xlabel="control steps of all species, millions", ylabel="fitness")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(color="#e4e8ec", linewidth=0.6)
        axes.legend(frameon=False)
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
