"""Works at a run in one process after another; each is killed at the moment named, if any.

python -m tests.runs.driver FOLDER MOMENT ...

Lives are fake, and processes are forked, so packages are imported once. Of each process a line of
JSON says how it ended and how far the run had come.
"""

import json
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nge.runs.executors as executors
import nge.runs.run as run
from nge.evolution import selection
from nge.runs import folder as files
from nge.runs.weight_store import WeightStore
from tests.runs import fakes
from tests.runs.helpers import evolved


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killing(
    owner: Any, name: str, nth: int = 1, when: Callable[..., bool] = lambda *_: True
) -> None:
    """Have the n-th call of a function kill the process before it does anything."""
    before, calls = getattr(owner, name), [0]

    def deadly(*args: Any, **kwargs: Any) -> Any:
        calls[0] += when(*args)
        if calls[0] == nth:
            kill()
        return before(*args, **kwargs)

    setattr(owner, name, deadly)


def of_weights(kind: str) -> Callable[..., bool]:
    return lambda path, *rest: f"{kind}-" in Path(path).name


def ends_a_generation(store: Any, named: Any, *rest: Any) -> bool:
    return "generation-" in named[0]


MOMENTS: dict[str, Callable[[], None]] = {
    "before a generation is written down": lambda: killing(run.Run, "begin"),
    "in the first training": lambda: killing(fakes, "on_update", 2),
    "after a checkpoint": lambda: killing(run.Run, "end"),
    "while the weights are written": lambda: killing(files.os, "fsync"),
    "before they get their name": lambda: killing(Path, "replace", when=of_weights("generation")),
    "in the open transaction": lambda: killing(run, "insert"),
    "late in the open transaction": lambda: killing(run, "insert", 4),
    "after the commit": lambda: killing(WeightStore, "clear", when=ends_a_generation),
    "while children are proposed": lambda: killing(selection, "unfit", 2),
    "while the dead are buried": lambda: killing(Path, "replace", when=of_weights("species")),
    "while old weights are cleared": lambda: killing(
        Path, "unlink", when=lambda path, **_: path.name.endswith(".safetensors")
    ),
    "in a later training": lambda: killing(fakes, "on_update", 2),
    "while finalists perform": lambda: killing(executors, "evaluate", 2),
    "before finalists are written down": lambda: killing(run.Run, "add_evaluations", 2),
    "never": lambda: None,
}


def work(folder: Path, moment: str) -> None:
    fakes.install()
    MOMENTS[moment]()
    evolved(run.Run.open(folder))


def main(folder: Path, *moments: str) -> None:
    for moment in moments:
        child = os.fork()
        if not child:
            work(folder, moment)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        state = {"ended": os.waitstatus_to_exitcode(status), "moment": moment}
        print(json.dumps(state | left_behind(folder)), flush=True)


def left_behind(folder: Path) -> dict[str, Any]:
    """Say how far a run has come, without the help of what is to be tested."""
    with sqlite3.connect(folder / "record.sqlite") as record:
        [(generations,)] = record.execute("SELECT COUNT(*) FROM generations")
        [(evaluations,)] = record.execute("SELECT COUNT(*) FROM evaluations")
    names = sorted(path.name.split(".")[-2] for path in (folder / "weights").iterdir())
    return {"generations": generations, "evaluations": evaluations, "weights": names}


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
