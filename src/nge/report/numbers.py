"""Numbers as people read them, and as JSON holds them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

Item = TypeVar("Item")
DECIMALS = 4  # of a number on a page


def short(count: int) -> str:
    """Return a large count with three digits and M or k."""
    if count >= 1_000_000:
        return f"{count / 1e6:.3g} M" if count < 1e9 else f"{count / 1e6:.0f} M"
    return f"{count / 1e3:.3g} k" if count >= 1000 else str(count)


def thinned(line: Sequence[Item], count: int) -> list[Item]:
    """Return the first, the last and an even choice of those between, ``count`` at most."""
    if len(line) <= count:
        return list(line)
    if count == 1:
        return [line[-1]]
    return [line[round(i * (len(line) - 1) / (count - 1))] for i in range(count)]


def decimal(value: float | None) -> str:
    """Return a number with three digits, without an exponent; a dash if there is none."""
    if value is None or not math.isfinite(value):
        return "-"
    digits = 2 - math.floor(math.log10(abs(value))) if value else 2
    return f"{value:.{min(max(digits, 0), 4)}f}"


def rounded(value: float | None) -> float | None:
    """Return a number as a page shows it; None where there is none or it is not finite."""
    if value is None or not math.isfinite(value):
        return None
    return round(value, DECIMALS)


def plain(values: np.ndarray, digits: int | None = None) -> Any:
    """Return numbers for JSON, None where they are not finite; ``digits`` significant ones."""
    found, known = np.array(values, object), np.isfinite(values)
    if digits is not None:
        found[known] = [float(f"{value:.{digits}g}") for value in values[known]]
    found[~known] = None
    return found.tolist()


def bracketed(low: float | None, high: float | None) -> str:
    """Return an interval in brackets; a dash if there is none."""
    return "-" if low is None else f"[{decimal(low)}, {decimal(high)}]"
