"""A comparison in cells, the same for the terminal, for papers and for the page."""

from __future__ import annotations

from collections.abc import Sequence

from nge.report.comparison import CURVES, Comparison
from nge.report.comparison_rows import Row, group_rows, run_rows
from nge.report.numbers import bracketed, decimal, short

Line = tuple[str, ...]


def groups_table(comparison: Comparison) -> list[Line]:
    """Return a line for each group, titles first; docs/metrics.md explains the columns."""
    titles = (
        *(comparison.task, "seeds", "steps", "hours"),
        *("best so far", "95 %", "min..max", "median of generation", "fresh episodes", "P(better)"),
    )
    return [titles, *map(_group, group_rows(comparison))]


def runs_table(comparison: Comparison) -> list[Line]:
    """Return a line for each run, titles first."""
    titles = ("run", "group", "seed", "steps", "hours", *CURVES, "fresh episodes")
    return [titles, *map(_run, run_rows(comparison))]


def better_note(comparison: Comparison) -> list[str]:
    """Return what the last column of the groups means, where it means something."""
    first, *others = comparison.groups
    return [f"P(better) is the chance to beat a run of {first.name}"] if others else []


def span(steps: Sequence[int]) -> str:
    """Return control steps as a range; one number where all are the same."""
    first, last = short(min(steps)), short(max(steps))
    return first if first == last else f"{first}..{last}"


def _group(row: Row) -> Line:
    better = bracketed(row["probability_better_low95"], row["probability_better_high95"])
    return (
        row["method"],
        str(row["seeds"]),
        span((row["control_steps_min"], row["control_steps_max"])),
        decimal(row["hours_median"]),
        decimal(row["best_so_far"]),
        bracketed(row["best_so_far_low95"], row["best_so_far_high95"]),
        f"{decimal(row['best_so_far_min'])}..{decimal(row['best_so_far_max'])}",
        decimal(row["median_of_generation"]),
        decimal(row["fresh_episodes"]),
        f"{decimal(row['probability_better'])} {better}".removesuffix(" -"),
    )


def _run(row: Row) -> Line:
    run, _task, group, seed, steps, *numbers = row.values()
    return (run, group, str(seed), short(steps), *map(decimal, numbers))
