"""``nge compare``: runs side by side, by method, at the same budget."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from nge.body.library import LIBRARY
from nge.cli.table import print_table
from nge.report.tables import FORMATS
from nge.runs.run import Run
from nge.settings import Option


def compare_runs(
    runs: tuple[Path, ...],
    *,
    format: Literal["text", "markdown", "latex", "csv", "csv-long", "json"] = "text",
    html: Annotated[Path | None, Option("FILE")] = None,
    figure: Annotated[Path | None, Option("FILE")] = None,
    anyway: bool = False,
) -> None:
    """Compare runs of one task: methods by their seeds, at the same number of control steps.

    Runs that differ in nothing but their seed are one group; a body that 'nge train' trained alone
    is one as well. All runs are cut where the shortest one ends, and that is said.
    docs/how-to/compare.md explains the table, the page and the figure.

    Args:
        runs: Folders of runs of 'nge evolve' and 'nge train'; the first one's group is what others
            are compared with. Folders that hold no run are left out.
        format: For people: text, markdown or latex (with booktabs). For programs: csv (a line for
            each group), csv-long (the best so far of each run by control steps) or json.
        html: Also write table, curves and every seed as one HTML file that opens anywhere.
        figure: Also draw the curves into this .png, .svg or .pdf file.
        anyway: Compare every run to its own end, however unequal their budgets are.
    """
    from nge.report.comparison import compare
    from nge.report.comparison_page import write_comparison
    from nge.report.comparison_rows import DATA
    from nge.report.comparison_table import better_note, groups_table
    from nge.report.figures import draw_comparison

    found = compare([Run.open(run, read_only=True) for run in _folders(runs)], anyway)
    lines = groups_table(found)
    if format == "text":
        print_table(lines, (lines[0][0],))
    else:
        print(DATA[format](found) if format in DATA else FORMATS[format](lines), end="")
    for note in [*found.notes, *better_note(found)]:
        match format:
            case "text":
                print(f"note: {note}")
            case "markdown":
                print(f"\n{note}.")
            case "latex":
                print(f"% {note}")
            case _:  # data and nothing else
                print(f"note: {note}", file=sys.stderr)
    if found.task in LIBRARY and not found.has_hand_designed:
        most = max(int(one.steps[-1]) for group in found.groups for one in group.records)
        print(
            "hint: add the hand-designed body trained alone, a run of "
            f"'nge train {found.task} --seeds 5 --max-steps {most}'",
            file=sys.stderr,
        )
    if html:
        write_comparison(found, html)
        print(f"wrote {html}", file=sys.stderr)
    if figure:
        draw_comparison(found, figure)
        print(f"wrote {figure}", file=sys.stderr)


def _folders(paths: Sequence[Path]) -> list[Path]:
    """Return the folders of runs; others, which ``runs/*`` names too, are left out aloud."""
    found = [path for path in paths if not path.exists() or (path / "run.json").is_file()]
    left_out = [str(path) for path in paths if path not in found]
    if not found:
        return list(paths)  # opening the first says what it is instead
    if left_out:
        print(f"left out, as no runs: {', '.join(left_out)}", file=sys.stderr)
    return found
