"""Where lives are lived: in this process, on all its cores, or in worker processes.

``Here`` is the fastest and what a GPU needs; a body that takes the process down takes the run
down with it, until it is resumed. ``Workers`` puts processes between bodies and the run: one that
dies or falls silent costs at most its own species. Both give the same results, bit for bit,
whatever the number of cores or workers.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from struct import Struct
from threading import Event, Timer
from typing import IO, Any, Protocol

from nge.evolution.life import Life, Result, Terms, Watch, live
from nge.evolution.species import Score
from nge.nets.graphs import padded_size

LENGTH = Struct("<Q")  # of a message, sent before it
WORKER = "from nge.runs.executors import work; work()"


class Executor(Protocol):
    """Lets species live and returns what became of each, in the same order."""

    def __call__(self, lives: Sequence[Life], terms: Terms, watch: Watch) -> list[Result]:
        """Live."""


@dataclass(frozen=True)
class Here:
    """In this process, on so many cores."""

    cores: int | None = None
    suspects: frozenset[int] = frozenset()
    """Species that were being stepped when a process was taken down: they live apart."""

    def __call__(self, lives: Sequence[Life], terms: Terms, watch: Watch) -> list[Result]:
        """Live; suspects each in a process of its own, before the others."""
        apart = [life for life in lives if life.id in self.suspects]
        results = _by_id(apart, Workers(1, alone=True)(apart, terms, watch) if apart else [])
        trusted = [life for life in lives if life.id not in self.suspects]
        results |= _by_id(trusted, live(trusted, terms, self.cores, watch))
        return [results[life.id] for life in lives]


@dataclass(frozen=True)
class Workers:
    """In so many processes; one that dies or is silent for ``patience`` seconds is lost."""

    count: int
    patience: float = 900.0
    alone: bool = False
    """Whether every species gets a process of its own from the start."""

    def __call__(self, lives: Sequence[Life], terms: Terms, watch: Watch) -> list[Result]:
        """Live; species of a lost worker live again, each alone, and fail if that is lost too.

        So a worker that is killed costs time, and a body that kills its worker costs itself.
        """
        shares = [[life] for life in lives] if self.alone else _shares(lives, self.count)
        found, lost = self._lived(shares, terms, watch)
        if lost and not self.alone:
            again, lost = self._lived([[life] for life in lives if life.id in lost], terms, watch)
            found |= again
        for life in lives:
            if life.id in lost:
                found[life.id] = Result(life.learner, Score(failure=lost[life.id]))
        return [found[life.id] for life in lives]

    def _lived(
        self, shares: Sequence[Sequence[Life]], terms: Terms, watch: Watch
    ) -> tuple[dict[int, Result], dict[int, str]]:
        """Give every share to a worker; return results, and why others are lost, by species."""
        found: dict[int, Result] = {}
        lost: dict[int, str] = {}
        heard: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        team = _Team(terms, self.patience, heard)
        pool = ThreadPoolExecutor(self.count)
        try:
            for place, share in enumerate(shares):
                pool.submit(team.serve, place, share)
            open_shares = len(shares)
            while open_shares:
                place, message = heard.get()
                if isinstance(message, int):
                    watch(message)
                    continue
                open_shares -= 1
                if isinstance(message, Exception):
                    raise message
                if isinstance(message, str):
                    lost |= dict.fromkeys([life.id for life in shares[place]], message)
                else:
                    found |= _by_id(shares[place], message)
        finally:
            team.dismiss()
            pool.shutdown(cancel_futures=True)
        return found, lost


@dataclass
class _Team:
    """Worker processes of one generation, and what they say."""

    terms: Terms
    patience: float
    heard: SimpleQueue[tuple[int, Any]]
    """By share: control steps as they are done; at last results, or why they are lost."""
    _at_work: set[subprocess.Popen] = field(default_factory=set)
    _dismissed: bool = False

    def serve(self, place: int, share: Sequence[Life]) -> None:
        """Start a worker, hand it a share, and pass on what it says."""
        try:
            self.heard.put((place, self._served(place, share)))
        except Exception as error:  # whatever it is, somebody waits for an answer
            self.heard.put((place, error))

    def dismiss(self) -> None:
        """End all workers."""
        self._dismissed = True
        for worker in list(self._at_work):
            worker.kill()

    def _served(self, place: int, share: Sequence[Life]) -> Any:
        if self._dismissed:
            return "dismissed"
        worker = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in a terminal is for the run, which waits for it
        )
        assert worker.stdin is not None
        assert worker.stdout is not None
        self._at_work.add(worker)
        silent = Event()

        def give_up() -> None:
            silent.set()
            worker.kill()

        with worker:
            with suppress(BrokenPipeError):  # why it is gone, its exit code tells
                _send(worker.stdin, (list(share), self.terms))
            with suppress(BrokenPipeError):
                worker.stdin.close()
            while True:
                timer = Timer(self.patience, give_up)
                timer.start()
                message = _received(worker.stdout)
                timer.cancel()
                if message is None:
                    break
                if not isinstance(message, int):
                    self._at_work.discard(worker)
                    return message
                self.heard.put((place, message))
        self._at_work.discard(worker)
        if silent.is_set():
            return f"its worker said nothing for {self.patience:g} s"
        return f"its worker was ended by {_cause(worker.returncode)}"


def work() -> None:
    """Be a worker: take a share from stdin, live it, and answer on stdout.

    It ends when the run kills it, or is gone and hears no more answers. What a batch system sends
    to all processes of a job is for the run to decide about.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print is no answer
    lives, terms = _received(sys.stdin.buffer)
    try:
        _send(answers, live(lives, terms, 1, lambda steps: _send(answers, steps)))
    except BrokenPipeError:
        sys.exit(1)  # nobody waits for it any more
    except Exception as error:
        _send(answers, RuntimeError(f"a worker failed: {type(error).__name__}: {error}"))


def _shares(lives: Sequence[Life], count: int) -> list[list[Life]]:
    """Deal species to workers, large ones first, so that all take about the same time."""
    largest_first = sorted(lives, key=lambda life: -padded_size(len(life.body)))
    return [share for share in (largest_first[i::count] for i in range(count)) if share]


def _by_id(lives: Sequence[Life], results: Sequence[Result]) -> dict[int, Result]:
    return {life.id: result for life, result in zip(lives, results, strict=True)}


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
