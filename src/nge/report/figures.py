"""Figures of comparisons for papers and slides, drawn with matplotlib (the extra ``plots``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nge.errors import PictureError
from nge.report.comparison import AXES, CURVES, Comparison
from nge.wording import plural

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D31")
"""Told apart by colour-blind people too; the first ones differ in lightness as well."""
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (4, 1, 1, 1)))
FEW = 15  # points that are marked one by one; a single one would not be seen otherwise
LONG_NAME = 34  # signs of a name in the legend that leave no room beside it
DATES: dict[str, dict[Any, Any]] = {
    ".png": {},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
"""What would make each file different is left out, by the ending of the file."""
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e4e8ec",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "axes.edgecolor": "#5b6570",
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "nge",  # the same figure is the same file
    "pdf.fonttype": 42,
}


def draw_comparison(comparison: Comparison, path: Path) -> None:
    """Draw every curve of a comparison against control steps and wall-clock time into a file."""
    if path.suffix.lower() not in DATES:
        raise PictureError(
            f"a figure cannot be written as {path.name!r}; "
            f"its name must end with one of {', '.join(DATES)}"
        )
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise PictureError(
            "figures need matplotlib; install it with: pip install 'neural-graph-evolution[plots]'"
        ) from None
    with rc_context(STYLE):
        figure = Figure(figsize=(8.6, 8.2), layout="constrained")
        panels = figure.subplots(len(CURVES), len(AXES), sharex="col", sharey=True)
        for row, which in zip(panels, CURVES, strict=True):
            for panel, axis in zip(row, AXES, strict=True):
                _draw(panel, comparison, which, axis)
            row[0].set_ylabel(f"fitness, {which}")
        for panel, axis in zip(panels[-1], AXES, strict=True):
            panel.set_xlabel("control steps, millions" if axis == AXES[0] else "hours of work")
        handles, labels = panels[0][0].get_legend_handles_labels()
        figure.legend(
            handles,
            labels,
            loc="outside upper center",
            ncols=1 if max(map(len, labels)) > LONG_NAME else min(3, len(labels)),
            handlelength=3,
            frameon=False,
        )
        about = f"{comparison.task}: interquartile mean over seeds, 95 % bootstrap intervals"
        figure.supxlabel("\n".join([about, *comparison.notes]), fontsize=8, color="#5b6570")
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=200, metadata=DATES[path.suffix.lower()])


def _draw(panel: Any, comparison: Comparison, which: str, axis: str) -> None:
    for index, group in enumerate(comparison.groups):
        curve = group.curve(which, axis)
        at = curve.at / 1e6 if axis == AXES[0] else curve.at
        colour, dash = look_of(index)
        label = f"{group.name}, {plural(len(group.records), 'seed')}"
        style = {"color": colour, "lw": 1.6, "ls": dash, "label": label}
        panel.plot(at, curve.middle, marker="o" if len(at) <= FEW else None, ms=3.2, **style)
        panel.fill_between(at, *curve.band, color=colour, alpha=0.18, lw=0)
    panel.set_xlim(left=0)
    panel.locator_params(axis="x", nbins=6)


def look_of(index: int) -> tuple[str, Any]:
    """Return colour and dashes of a group: when colours repeat, dashes go on by one."""
    round_, place = divmod(index, len(COLOURS))
    return COLOURS[place], DASHES[(place + round_) % len(DASHES)]
