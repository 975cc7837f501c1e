"""Worker processes, one per core, independent of each other.

JAX programs are compiled for one core (see ``devices``), so cores are put to use by processes. A
``Worker`` is one of them, for one core, or for several where there are more cores than work.
It calls a function of this package on request and answers with what that returns; on the way the
function may ``request`` help, or say how far it has got and hear whether to go on. A worker that
dies or falls silent is lost with what it was doing, and nothing else is.

Calls and answers have pipes of their own: whatever a worker prints is no answer, and its end is
kept to say why a worker could not start. A worker imports nothing from the current folder, where
any file may have the name of a module.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread, Timer
from typing import IO, Any

from nge.cpu import child_environment, limit_cores
from nge.errors import WorkerError
from nge.rl.messages import loads, receive, send

TIMEOUT = 900.0  # seconds without a message after which a worker is given up
OUTPUT_KEPT = 20_000  # bytes that are kept of what a worker prints
START = """
import signal
for number in (signal.SIGINT, signal.SIGTERM):  # sent to the whole group; the main process decides
    signal.signal(number, signal.SIG_IGN)
from nge.cpu import configure_process
configure_process()  # before JAX is imported
from nge.rl.processes import work
work()
"""
KILLED_FROM_OUTSIDE = (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT)
"""Exit codes of processes that another process ended: the kernel does where memory is short."""

_calls: IO[bytes] | None = None  # in a worker, where calls come from
_answers: IO[bytes] | None = None  # in a worker, where its messages go


class WorkerLostError(Exception):
    """A worker that died, or said nothing for too long."""

    def __init__(self, reason: str, killed: bool = False) -> None:
        """``killed`` tells that another process ended it."""
        super().__init__(reason)
        self.killed = killed


class Worker:
    """A process that calls functions on request."""

    def __init__(self, cores: int = 1, modules: Sequence[str] = ()) -> None:
        """Start the process, which computes on so many cores at once.

        It imports ``modules`` at once, so that it can answer its first call sooner.
        """
        self._started = False
        reads, calls = os.pipe()
        answers, writes = os.pipe()
        self._calls, self._answers = os.fdopen(calls, "wb"), os.fdopen(answers, "rb")
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, *map(str, (reads, writes, cores)), *modules],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=(reads, writes),
                start_new_session=True,  # Ctrl-C in a terminal is for the process that asks
                env=child_environment(JAX_PLATFORMS="cpu"),  # the main process has the GPUs
            )
        finally:
            os.close(reads)
            os.close(writes)
        assert self._process.stdout is not None
        self._printed = _OutputReader(self._process.stdout)

    def call(
        self,
        function: Callable[..., Any],
        *args: Any,
        on_request: Callable[[Any], Any] | None = None,
        timeout: float = TIMEOUT,
    ) -> Any:
        """Return what the function returns there; ``on_request`` answers its requests.

        ``timeout`` seconds without a message end the process.
        """
        silent = Event()

        def give_up() -> None:
            silent.set()
            self._process.kill()

        self._send((function, args))
        while True:
            timer = Timer(timeout, give_up)
            timer.start()
            data = receive(self._answers)
            timer.cancel()
            match loads(data) if data else None:
                case ("started", None):
                    self._started = True
                case ("requested", payload):
                    assert on_request is not None, "a worker requests what nobody offers"
                    self._send(on_request(payload))
                case ("unable", trace):
                    raise _start_error("its modules cannot be imported", trace)
                case ("failed", (reason, trace)):
                    error = RuntimeError(f"a worker failed: {reason}")
                    error.add_note(trace)
                    raise error
                case ("done", result):
                    return result
                case _:
                    raise self._lost_error(timeout if silent.is_set() else None)

    def _send(self, message: Any) -> None:
        with suppress(BrokenPipeError):  # why it is gone, its exit code tells
            send(self._calls, message)

    def _lost_error(self, silent: float | None) -> Exception:
        """Return why the process is gone; ``silent`` are the seconds for which it said nothing."""
        code = self._process.wait()
        if silent is not None:
            return WorkerLostError(f"its worker said nothing for {silent:g} s")
        ended = f"ended by {_cause(code)}"
        killed = code in KILLED_FROM_OUTSIDE
        if not self._started and not killed:
            return _start_error(ended, self._printed.text())
        error = WorkerLostError(f"its worker was {ended}", killed)
        if printed := self._printed.text().strip():
            error.add_note(f"What it printed last:\n{printed}")
        return error

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._printed.text()
        for pipe in (self._calls, self._answers):
            with suppress(OSError):  # what is left in it is not wanted
                pipe.close()


class _OutputReader(Thread):
    """Reads what a process prints until it ends, and keeps the last of it."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._pipe, self._last = pipe, b""
        self.start()

    def run(self) -> None:
        with self._pipe:
            while data := os.read(self._pipe.fileno(), OUTPUT_KEPT):
                self._last = (self._last + data)[-OUTPUT_KEPT:]

    def text(self) -> str:
        """Return the last of what was printed by a process that has ended."""
        self.join(1.0)  # longer only if the process left another one behind
        return self._last.decode(errors="replace")


def _start_error(reason: str, printed: str) -> WorkerError:
    printed = printed.strip() or "nothing was printed"
    error = WorkerError(f"worker processes cannot start: {reason}: {printed.splitlines()[-1]}")
    error.add_note(f"What a worker process printed:\n{printed}")
    return error


def request(payload: Any) -> Any:
    """In a worker: send a request to the main process and return its answer."""
    assert _answers is not None, "only a worker can request"
    assert _calls is not None
    send(_answers, ("requested", payload))
    data = receive(_calls)
    if data is None:
        raise BrokenPipeError  # the caller has closed its end
    return loads(data)


def work() -> None:
    """Serve calls until the process that makes them closes its pipe or ends."""
    global _calls, _answers
    reads, writes, cores = map(int, sys.argv[1:4])
    for pipe in (reads, writes):
        os.set_inheritable(pipe, False)  # or a process started here would keep it open
    Thread(target=end_with_caller, args=(reads,), daemon=True).start()
    limit_cores(cores)
    _calls, _answers = os.fdopen(reads, "rb"), os.fdopen(writes, "wb")
    with suppress(BrokenPipeError):  # the caller has closed its end
        send(_answers, ("started", None))
        for name in sys.argv[4:]:
            with suppress(Exception):  # a call that needs it says what is wrong
                importlib.import_module(name)
        while (data := receive(_calls)) is not None:
            send(_answers, _answer(data))


def end_with_caller(calls: int) -> None:
    """End this process when the caller has closed its pipe, whatever it is doing."""
    ended = select.poll()
    ended.register(calls, 0)  # nothing but the end is reported
    ended.poll()
    os._exit(0)


def _answer(data: bytes) -> tuple[str, Any]:
    """Return the answer to a call."""
    try:
        function, args = loads(data)
    except BaseException:  # a module may do anything while it is imported
        return "unable", traceback.format_exc()
    try:
        return "done", function(*args)
    except BrokenPipeError:
        raise
    except Exception as error:
        return "failed", (f"{type(error).__name__}: {error}", traceback.format_exc())


def _cause(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
