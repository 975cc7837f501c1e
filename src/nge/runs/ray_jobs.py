"""Jobs as a Ray worker does them: their results depend on nothing but what they are given.

A worker process stays for further jobs of its run, and with it the programs that it has compiled;
no result depends on that. It is configured before it imports JAX, so this module does not.
"""

from __future__ import annotations

import os
import platform
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any, NamedTuple

from nge import extensions
from nge.cpu import configure_process, limit_cores
from nge.errors import WorkerError

if TYPE_CHECKING:
    from nge.evolution.train_job import (
        Checkpoints,
        TrainConfig,
        TrainJob,
        TrainResult,
        UpdateProgress,
    )

_loaded: bytes | None = None  # registered objects that this process has; None before its first job


class Call(NamedTuple):
    """What all jobs of a round have in common."""

    function: Callable[[Sequence[Any]], Any]
    """Does a share of jobs."""
    versions: Mapping[str, str]
    """Of the packages that can change results."""
    objects: bytes
    """Those registered in the driver, as ``extensions.packed`` writes them."""
    path: list[str]
    """Where the driver finds modules."""
    patience: float
    """Seconds after which the process of a job that is not done ends itself."""


def run_job(call: bytes, share: bytes) -> bytes:
    """Do a share of jobs in this process; all of it as ``messages.dumps`` writes it."""
    if _loaded is None:
        configure_process()
        limit_cores(1)
    from nge.rl.messages import dumps, loads

    given: Call = loads(call)
    _prepare(given)
    with _watchdog(given.patience):
        return dumps(given.function(loads(share)))


def train_for(
    share: Sequence[TrainJob], config: TrainConfig, seconds: float
) -> tuple[list[UpdateProgress], list[TrainResult]]:
    """Train species to the end of the update under way after so many seconds.

    Return what was to be told of every update, and how far they have come.
    """
    from nge.evolution.train_job import UpdateProgress, train

    told: list[UpdateProgress] = []
    end = time.monotonic() + seconds

    def on_progress(word: UpdateProgress | Checkpoints) -> bool:
        if isinstance(word, UpdateProgress):
            told.append(word)
        return time.monotonic() < end

    return told, train(share, config, 1, on_progress)


@contextmanager
def _watchdog(seconds: float) -> Iterator[None]:
    """End this process if it is not done in time: a body may keep the physics busy for ever.

    Ray then does what it does for any worker that is lost.
    """
    timer = Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _prepare(call: Call) -> None:
    """Check, for the first job of this process, its packages; take over the driver's objects."""
    global _loaded
    if _loaded is None:
        from nge.runs.folder import DECIDING, versions

        here = versions()
        other = [f"{name} {here[name]}" for name in DECIDING if here[name] != call.versions[name]]
        if other:
            wanted = ", ".join(f"{name} {call.versions[name]}" for name in DECIDING)
            raise WorkerError(
                f"node {platform.node()} has {', '.join(other)} and would give other results; "
                f"install there what the driver has: {wanted}"
            )
    if _loaded != call.objects:  # again and again they would be other objects, compiled anew
        problem = call.objects and extensions.load_packed(call.objects, call.path)
        if problem:
            raise WorkerError(
                f"node {platform.node()} cannot load objects given in Python: {problem}; define "
                "their classes in the script or notebook itself, or in modules of all nodes"
            )
        _loaded = call.objects
