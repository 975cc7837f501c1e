"""Worker processes, one per core: each computes by itself, as if it were the only one.

JAX programs are compiled for one core (see ``devices``), so cores are put to use by processes. A
``Worker`` is one of them, with a core of its own. It is asked to call a function of this package
and answers with what that returns; on the way the function may ``tell`` how far it has got. A
worker that dies or falls silent is lost with what it was doing, and nothing else is.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from struct import Struct
from threading import Event, Timer
from typing import IO, Any

PATIENCE = 900.0  # seconds without a word after which a worker is given up
LENGTH = Struct("<Q")  # of a message, sent before it
START = "from nge.control.processes import work; work()"

_answers: IO[bytes] | None = None  # in a worker, where its messages go


class WorkerLostError(Exception):
    """A worker that died, or said nothing for too long."""


class Worker:
    """A process that calls functions when it is asked to."""

    def __init__(self, place: int = 0) -> None:
        """Start the process; ``place`` chooses its core."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in a terminal is for the process that asks
            env={**os.environ, "NGE_PLACE": str(place)},
        )

    def ask(
        self,
        function: Callable[..., Any],
        *given: Any,
        heard: Callable[[Any], None] = lambda word: None,
        patience: float = PATIENCE,
    ) -> Any:
        """Return what the function returns there, ``heard`` what it tells on the way."""
        silent = Event()

        def give_up() -> None:
            silent.set()
            self._process.kill()

        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        with suppress(BrokenPipeError):  # why it is gone, its exit code tells
            _send(pipe_in, (function, given))
        while True:
            timer = Timer(patience, give_up)
            timer.start()
            message = _received(pipe_out)
            timer.cancel()
            match message:
                case ("told", word):
                    heard(word)
                case ("failed", reason):
                    raise RuntimeError(f"a worker failed: {reason}")
                case ("done", result):
                    return result
                case _:
                    code = self._process.wait()
                    raise WorkerLostError(
                        f"its worker said nothing for {patience:g} s"
                        if silent.is_set()
                        else f"its worker was ended by {_cause(code)}"
                    )

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what is left in it is not wanted
                    pipe.close()


def tell(word: Any) -> None:
    """Say something to the process that asked; elsewhere it is said to nobody."""
    if _answers is not None:
        _send(_answers, ("told", word))


def work() -> None:
    """Be a worker until nobody asks any more."""
    global _answers
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[int(os.environ["NGE_PLACE"]) % len(cores)]})
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to all; it is for who asks to decide
        signal.signal(number, signal.SIG_IGN)
    _answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print is no answer
    with suppress(BrokenPipeError):  # nobody listens any more
        while (question := _received(sys.stdin.buffer)) is not None:
            function, given = question
            try:
                answer = ("done", function(*given))
            except BrokenPipeError:
                raise
            except Exception as error:
                answer = ("failed", f"{type(error).__name__}: {error}")
            _send(_answers, answer)


def _cause(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _send(pipe: IO[bytes], message: Any) -> None:
    data = pickle.dumps(message)
    pipe.write(LENGTH.pack(len(data)) + data)
    pipe.flush()


def _received(pipe: IO[bytes]) -> Any:
    """Return the next message, None at the end."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = pipe.read(length)
    return pickle.loads(data) if len(data) == length else None
