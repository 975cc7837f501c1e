"""Sends Ctrl-C to the program at random moments after its start, and tells how it ends.

python -m tests.cli.interrupting [TRIALS [SECONDS]]
"""

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

SMALL = [
    *("--net.hidden", "8", "--critic.hidden", "8", "--no-film", "--ppo.num-envs", "2"),
    *("--ppo.num-steps", "20", "--ppo.bptt-steps", "5", "--ppo.minibatches", "2"),
]
COMMANDS = {
    "evolve": [
        *("evolve", "hopper", "--population.size", "4", "--population.updates", "2"),
        *("--surrogate.acquisition", "none", "--max-generations", "100", *SMALL),
    ],
    "train": ["train", "hopper", "--seeds", "2", "--updates", "1000", *SMALL],
    "list": ["list"],
}
ROOT = Path(__file__).parents[2]
ONE_LINE = re.compile(r"nge: stopped (by Ctrl-C|at once)\n")
FINISHED = re.compile(r"stopping after this .*\n(.*\n)*stopped after .*nge resume .*\n")
TOO_EARLY = "while Python itself started"
GOOD = ("130, one line", "130, after the work under way", "done before")
WORKING = ("evolving", "training", "generation", "update")


def trial(words: list[str], delay: float) -> tuple[str, str]:
    """Interrupt a command after some seconds; return how it ended, and what it said."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-m", "nge", *words],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "ignore"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as started,
    ):
        time.sleep(delay)
        started.send_signal(signal.SIGINT)
        try:
            _, said = started.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            started.kill()
            return "swallowed", ""
    return _ending(started.returncode, said), said


def _ending(code: int, said: str) -> str:
    rest = "".join(line for line in said.splitlines(keepends=True) if not line.startswith(WORKING))
    if code == 130 and ONE_LINE.fullmatch(rest):
        return "130, one line"
    if code == 130 and FINISHED.fullmatch(rest):
        return "130, after the work under way"
    if code == 0 and not rest:
        return "done before"
    if code in (1, -signal.SIGINT) and "/nge/" not in said:
        return TOO_EARLY
    return f"exit code {code}, {len(rest.splitlines())} lines"


def main(trials: int = 50, seconds: float = 5.0) -> None:
    """Print how every command ended, how often."""
    rng = random.Random(0)
    for name, words in COMMANDS.items():
        endings: Counter[str] = Counter()
        for _ in range(trials):
            delay = rng.uniform(0, seconds)
            ending, said = trial(words, delay)
            endings[ending] += 1
            if ending not in (*GOOD, TOO_EARLY):
                print(f"{name} after {delay:.3f} s: {ending}\n{said}", flush=True)
        print(name, dict(endings), flush=True)


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, float), sys.argv[1:], strict=False)))
