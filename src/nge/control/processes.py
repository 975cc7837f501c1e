"""Worker processes, one per core: each computes by itself, as if it were the only one.

JAX programs are compiled for one core (see ``devices``), so cores are put to use by processes. A
``Worker`` is one of them, with a core of its own, or several where there are more cores than work.
It is asked to call a function of this package and answers with what that returns; on the way the
function may ``tell`` how far it has got and ``request`` help. A worker that dies or falls silent is
lost with what it was doing, and nothing else is.
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

from nge.machine import configure_process

PATIENCE = 900.0  # seconds without a word after which a worker is given up
LENGTH = Struct("<Q")  # of a message, sent before it
START = "from nge.control.processes import work; work()"

_answers: IO[bytes] | None = None  # in a worker, where its messages go


class WorkerLostError(Exception):
    """A worker that died, or said nothing for too long."""


class Worker:
    """A process that calls functions when it is asked to."""

    def __init__(self, place: int = 0, cores: int = 1) -> None:
        """Start the process; ``place`` chooses its core, or so many of them."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in a terminal is for the process that asks
            # An accelerator belongs to the process that asks.
            env={**os.environ, "NGE_PLACE": f"{place} {cores}", "JAX_PLATFORMS": "cpu"},
        )

    def ask(
        self,
        function: Callable[..., Any],
        *given: Any,
        heard: Callable[[Any], None] = lambda word: None,
        helps: Callable[[Any], Any] | None = None,
        patience: float = PATIENCE,
    ) -> Any:
        """Return what the function returns there.

        ``heard`` is told what it tells on the way, and ``helps`` answers what it requests.
        """
        silent = Event()

        def give_up() -> None:
            silent.set()
            self._process.kill()

        pipe = self._process.stdout
        assert pipe is not None
        self._send((function, given))
        while True:
            timer = Timer(patience, give_up)
            timer.start()
            message = _received(pipe)
            timer.cancel()
            match message:
                case ("told", word):
                    heard(word)
                case ("requested", wish):
                    assert helps is not None, "a worker requests what nobody offers"
                    self._send(helps(wish))
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

    def _send(self, message: Any) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # why it is gone, its exit code tells
            _send(self._process.stdin, message)

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


def request(wish: Any) -> Any:
    """Return what the process that asked makes of a wish; only a worker may do so."""
    assert _answers is not None, "only a worker has somebody to turn to"
    _send(_answers, ("requested", wish))
    return _received(sys.stdin.buffer)


def work() -> None:
    """Be a worker until nobody asks any more."""
    global _answers
    configure_process()
    if hasattr(os, "sched_setaffinity"):
        place, count = map(int, os.environ["NGE_PLACE"].split())
        cores = sorted(os.sched_getaffinity(0))
        own = {cores[(place * count + i) % len(cores)] for i in range(count)}
        os.sched_setaffinity(0, own)
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
