"""Tables as text for other programs: Markdown, LaTeX and CSV. The first line holds the titles."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

Lines = Sequence[Sequence[str]]
LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "±": r"$\pm$",
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    }
)


def markdown(lines: Lines) -> str:
    """Return a table as Markdown; the first column to the left, numbers to the right."""
    cells = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    rule = ["---", *["---:"] * (len(lines[0]) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (cells[0], rule, *cells[1:])) + "\n"


def latex(lines: Lines) -> str:
    """Return a table as LaTeX, to be used with the package booktabs."""
    rows = [" & ".join(cell.translate(LATEX) for cell in line) + r" \\" for line in lines]
    columns = "l" + "r" * (len(lines[0]) - 1)
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            rows[0],
            r"\midrule",
            *rows[1:],
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def comma_separated(lines: Lines) -> str:
    """Return a table as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


FORMATS: dict[str, Callable[[Lines], str]] = {
    "markdown": markdown,
    "latex": latex,
}
