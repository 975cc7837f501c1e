"""Random streams: every one comes from the run's seed, a purpose and an index.

Then neither the number of workers nor the order of work changes a draw, and a run that was
stopped and resumed draws what it would have drawn.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np


def stream_seed(seed: int, purpose: str, *index: int) -> int:
    """Return a 63-bit seed for one purpose and index, independent of all others."""
    name = ":".join(map(str, (seed, purpose, *index)))
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little") >> 1


def generator(seed: int, purpose: str, *index: int) -> np.random.Generator:
    """Return a numpy generator for one purpose and index."""
    return np.random.default_rng(stream_seed(seed, purpose, *index))
