"""Compare trees of arrays, such as the train states of two species, array by array."""

import numpy as np

from nge.nets.weights import named


def differences(one: object, other: object) -> dict[str, float]:
    """Return by name how far two trees are apart at most; empty when every bit is the same.

    Arrays that cannot be compared, or are in one tree only, are infinitely far apart.
    """
    first, second = named(one), named(other)
    found: dict[str, float] = {}
    for name in sorted(first.keys() | second.keys()):
        a, b = first.get(name), second.get(name)
        if a is None or b is None or (a.shape, a.dtype) != (b.shape, b.dtype):
            found[name] = float("inf")
        elif a.tobytes() != b.tobytes():
            gap = np.abs(a.astype(np.float64) - b.astype(np.float64)).max()
            found[name] = float(gap) if np.isfinite(gap) else float("inf")
    return found
