"""``nge compare``: runs side by side, by method, at the same budget."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from tyro.conf import Positional, arg

from nge.cli.table import print_table
from nge.report.tables import FORMATS
from nge.runs.run import Run


def compare_runs(
    runs: Positional[tuple[Path, ...]],
    *,
    format: Literal["text", "markdown", "latex", "csv"] = "text",
    html: Annotated[Path, arg(metavar="FILE")] | None = None,
    figure: Annotated[Path, arg(metavar="FILE")] | None = None,
    anyway: bool = False,
) -> None:
    """Compare runs of one task: methods by their seeds, at the same number of control steps.

    Runs that differ in nothing but their seed are one group. All runs are cut where the shortest
    one ends, and that is said. docs/how-to/compare.md explains the table, the page and the figure.

    Args:
        runs: Folders of runs; the first one's group is what others are compared with.
        format: Of the table: text, markdown, latex (with booktabs) or csv.
        html: Also write table, curves and every seed as one HTML file that opens anywhere.
        figure: Also draw the curves into this .png, .svg or .pdf file.
        anyway: Compare every run to its own end, however unequal their budgets are.
    """
    from nge.report.comparison import compare
    from nge.report.comparison_page import write_comparison
    from nge.report.comparison_table import better_note, groups_table
    from nge.report.figures import draw_comparison

    found = compare([Run.open(run) for run in runs], anyway)
    lines = groups_table(found)
    if format == "text":
        print_table(lines, (lines[0][0],))
    else:
        print(FORMATS[format](lines), end="")
    for note in [*found.notes, *better_note(found)]:
        match format:
            case "text":
                print(f"note: {note}")
            case "markdown":
                print(f"\n{note}.")
            case "latex":
                print(f"% {note}")
            case "csv":  # a file of nothing but cells
                print(f"note: {note}", file=sys.stderr)
    if html:
        write_comparison(found, html)
        print(f"wrote {html}", file=sys.stderr)
    if figure:
        draw_comparison(found, figure)
        print(f"wrote {figure}", file=sys.stderr)
