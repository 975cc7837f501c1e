"""A black box: which bodies are being stepped at this moment, in a file that outlives the process.

The stepping loop runs MuJoCo's C code outside Python's reach; an error there ends the process with
nobody left to say which body it was. So every thread notes the label of the body it is about
to step in a slot of its own. In a file those notes survive whatever happens to the process.
"""

from __future__ import annotations

import threading
from itertools import count
from pathlib import Path

import numpy as np

SLOTS = 1024
NOBODY = -1

_notes = np.full(SLOTS, NOBODY, np.int64)
_threads = count()
_own = threading.local()


def record_into(path: Path) -> None:
    """Keep the notes of this process in a file from now on."""
    global _notes
    _notes = np.asarray(np.memmap(path, np.int64, "w+", shape=(SLOTS,)))
    _notes[:] = NOBODY


def recorded(path: Path) -> set[int]:
    """Return the labels of the bodies that were being stepped when a process came to its end."""
    if not path.is_file() or path.stat().st_size != SLOTS * 8:
        return set()
    return {int(label) for label in np.fromfile(path, np.int64)} - {NOBODY}


def notes() -> np.ndarray:
    """Return the notes of all threads."""
    return _notes


def own_slot() -> int:
    """Return the slot of the thread that asks."""
    if not hasattr(_own, "slot"):
        _own.slot = next(_threads) % SLOTS
    return int(_own.slot)
