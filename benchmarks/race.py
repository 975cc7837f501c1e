"""Which race finds the best of many random bodies? The replay behind docs/results/search.md.

A species learns the same whatever its company, so any race can be replayed on learning curves of
random bodies that were all trained equally long (``nge evolve walker --method random``).

``--collect RUN...`` writes, for each body, what a race would compare it by after every ten updates:
its fitness, and the mean reward of its last two updates. ``--replay`` draws bodies again and again,
runs races of several shapes on them, and prints how good the winners are once all are of one age.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

UPDATES = 10  # of a generation
STEPS = 2000  # control steps of an update
COUNTED = 7  # updates of a generation whose episodes count for fitness
DRAWS = 4000
RACES = (
    (32, 16, 8, 4, 2, 1),
    (32, 18, 9, 4, 1),
    (32, 22, 8, 3, 1),
    (32, 24, 6, 2, 1),
    (32, 24, 8, 3, 1),
    (32, 24, 12, 4, 1),
    (32, 16, 4, 1),
    (32, 8, 2, 1),
    (48, 32, 11, 4, 1),
    (64, 43, 15, 5, 1),
    (16, 8, 4, 2, 1),
    (16, 11, 4, 2, 1),
    (8, 4, 2, 1),
    (8, 6, 2, 1),
)


def main() -> None:
    """Collect curves, or replay races on them."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--collect", nargs="+", type=Path, default=[], metavar="RUN")
    options.add_argument("--replay", type=Path, metavar="FILE")
    options.add_argument("--out", type=Path, help="of --collect")
    given = options.parse_args()
    if given.collect:
        bodies = {run.stem: curves(run) for run in given.collect}
        given.out.write_text(json.dumps(bodies, separators=(",", ":")) + "\n", encoding="utf-8")
    if given.replay:
        replay(json.loads(given.replay.read_text(encoding="utf-8")))


def curves(run: Path) -> list[dict[str, list[float]]]:
    """Return the curves of the bodies of a run, as many generations as all of them have."""
    record = sqlite3.connect(f"file:{run / 'record.sqlite'}?mode=ro", uri=True)
    columns = "species, episodes, mean_return, reward"
    rows: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
    for species, episodes, mean, reward in record.execute(
        f"SELECT {columns} FROM updates ORDER BY species, number"
    ):
        rows[species].append((episodes, mean or 0.0, reward))
    generations = min(len(some) for some in rows.values()) // UPDATES
    return [_curve(some, generations) for _, some in sorted(rows.items())]


def _curve(rows: Sequence[tuple[int, float, float]], generations: int) -> dict[str, list[float]]:
    fitness, reward = [], []
    for end in range(UPDATES, generations * UPDATES + 1, UPDATES):
        episodes, means, _ = np.array(rows[end - COUNTED : end]).T
        whole = episodes.sum()
        fitness.append(round(float(episodes @ means / whole), 1) if whole else 0.0)
        reward.append(round(float(np.mean([one[2] for one in rows[end - 2 : end]])), 4))
    return {"fitness": fitness, "reward": reward}


def replay(runs: Mapping[str, Sequence[Mapping[str, Sequence[float]]]]) -> None:
    """Print what the winners of races are worth, by what species are compared by."""
    bodies = [body for some in runs.values() for body in some]
    ages = min(len(body["fitness"]) for body in bodies)
    table = {
        name: np.array([body[name][:ages] for body in bodies]) for name in ("fitness", "reward")
    }
    final = table["fitness"][:, -1]
    rng = np.random.default_rng(0)
    largest = max(race[0] for race in RACES)
    draws = [rng.choice(len(bodies), largest, replace=False) for _ in range(DRAWS)]
    print(f"{len(bodies)} bodies; fitness at {ages * UPDATES * STEPS:,} control steps of a body")
    print("race | million steps | best of its bodies | winner by fitness | winner by reward")
    for race in RACES:
        left = ages - len(race) + 1  # generations of the winner until that age
        if left < 0:
            continue
        steps = (sum(race[:-1]) + left) * UPDATES * STEPS / 1e6
        best = np.mean([final[draw[: race[0]]].max() for draw in draws])
        winners = [
            np.mean([final[_winner(draw, race, scores)] for draw in draws])
            for scores in table.values()
        ]
        name = "-".join(map(str, race))
        print(f"{name} | {steps:.2f} | {best:.0f} | {winners[0]:.0f} | {winners[1]:.0f}")


def _winner(draw: np.ndarray, race: Sequence[int], scores: np.ndarray) -> int:
    alive = draw[: race[0]]
    for age, kept in enumerate(race[1:]):
        alive = alive[np.argsort(-scores[alive, age], kind="stable")[:kept]]
    return int(alive[0])


if __name__ == "__main__":
    main()
