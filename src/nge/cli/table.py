"""Tables of text: columns of numbers to the right, columns of words to the left."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def print_table(lines: Sequence[Sequence[str]], words: Collection[str] = ()) -> None:
    """Print lines of cells, titles first; ``words`` are the titles of columns of words."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [
            cell.ljust(width) if title in words else cell.rjust(width)
            for title, cell, width in zip(lines[0], line, widths, strict=True)
        ]
        print("  ".join(cells).rstrip())
