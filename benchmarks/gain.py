"""Can a surrogate predict a mutant's gain over its parent? The study behind docs/results/search.md.

``--collect RUN...`` draws mutants of every species of a run whose weights are kept, measures them
as screening does, with the controller of the species and from one pose for all of a generation,
and writes a line of JSON for each: both bodies, what is known of the parent, and both returns.

``--study`` reads such lines, trains predictors of the gain on the earlier half of the generations
of each run and prints their rank correlation with it in the later half. Beside it stand that of the
parent's fitness alone, that of the size of the change alone (large changes break a gait, which
nothing has to be trained for) and what chance gives; and how often the half of a parent's mutants
that a predictor prefers holds the best of them, which is what a filter is for. Targets are ranks
within a generation, because gains have long tails and only the order decides what is tried.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from nge.body.graph import BodyGraph
from nge.body.serialization import from_json
from nge.cpu import configure_process

if TYPE_CHECKING:
    from nge.body.space import DesignSpace

PENALTIES = (1.0, 10.0, 100.0, 1000.0)  # of the linear predictor; held-out generations choose
DRAWS = 200  # orders that chance is measured by


def main() -> None:
    """Collect mutants, or study what was collected."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--collect", nargs="+", type=Path, default=[], metavar="RUN")
    options.add_argument("--mutants", type=int, default=16, help="of every species")
    options.add_argument("--study", nargs="+", type=Path, default=[], metavar="FILE")
    options.add_argument("--out", type=Path, help="of --collect")
    given = options.parse_args()
    configure_process()  # before anything imports JAX
    if given.collect:
        with given.out.open("w") as out:
            for folder in given.collect:
                collect(folder, given.mutants, out)
    for file in given.study:
        print(f"{file.name}: {study([json.loads(line) for line in file.open()])}")


def collect(folder: Path, count: int, out: TextIO) -> None:
    """Measure mutants of the species of a run, generation by generation, and write them down."""
    from nge.body.mutate import mutate
    from nge.body.serialization import to_json
    from nge.evolution.screening import Trial, TrialConfig, measure
    from nge.evolution.selection import unfit
    from nge.runs.run import Run
    from nge.seeding import generator, stream_seed

    run = Run.open(folder, read_only=True)
    plan, kept = run.plan, [row for row in run.species() if run.keeps(row["id"])]
    for number in sorted({row["last_lived"] for row in kept}):
        parents = [row for row in kept if row["last_lived"] == number and not row["failure"]]
        config = TrialConfig(
            task=plan.task,
            space=plan.space,
            steps=plan.screening.steps,
            seed=stream_seed(plan.seed, "screening", number + 1),
        )
        for row in parents:
            rng = generator(plan.seed, "gain", row["id"])
            body, train_state = run.body(row["id"]), run.train_state(row["id"])
            made = [mutate(body, run.space, rng, plan.mutation) for _ in range(count)]
            able = [one for one in made if unfit(one.child, run.task) is None]
            bodies = [body, *(one.child for one in able)]
            trials = [Trial(place, one, train_state) for place, one in enumerate(bodies)]
            own, *totals = (found.total for found in measure(trials, config))
            known: dict[str, Any] = {
                "run": folder.name,
                "task": plan.task,
                "generation": number,
                "parent": row["id"],
                "body": to_json(body),
                "fitness": row["fitness"],
                "spread": row["spread"],
                "age": number - row["born"],
                "own": own,
            }
            for one, total in zip(able, totals, strict=True):
                mutant = {"operator": one.operator, "mutant": to_json(one.child), "total": total}
                print(json.dumps(known | mutant), file=out, flush=True)


# --- the study ----------------------------------------------------------------------------


class Mutants:
    """Lines of one run as arrays. [M]"""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        """Describe mutants, generation by generation."""
        from nge.tasks.registry import task_named

        self.space: DesignSpace = task_named(rows[0]["task"]).space()
        self.parents = [from_json(row["body"]) for row in rows]
        self.children = [from_json(row["mutant"]) for row in rows]
        self.generation = np.array([row["generation"] for row in rows])
        self.parent = np.array([row["parent"] for row in rows])
        self.fitness = np.array([row["fitness"] for row in rows])
        self.gain = np.array([row["total"] - row["own"] for row in rows])
        operators = sorted({row["operator"] for row in rows})
        known = [[row[name] for name in ("fitness", "spread", "age", "own")] for row in rows]
        which = [[row["operator"] == one for one in operators] for row in rows]
        self.scalars = _standard(np.hstack([np.array(known, float), np.array(which, float)]))
        self.target = np.zeros(len(rows))
        for number in np.unique(self.generation):
            here = self.generation == number
            ranks = np.argsort(np.argsort(self.gain[here], kind="stable"), kind="stable")
            self.target[here] = 2 * ranks / max(1, here.sum() - 1) - 1

    def size_of_change(self) -> np.ndarray:
        """Return how far apart parent and child are in parts and encoded attributes. [M]"""
        pairs = zip(self.parents, self.children, strict=True)
        return np.array([np.abs(self._whole(b) - self._whole(a)).sum() for a, b in pairs])

    def features(self) -> np.ndarray:
        """Return what the linear predictor sees: scalars, both bodies, and the change. [M, F]"""
        bodies = [[self._whole(body) for body in some] for some in (self.parents, self.children)]
        before, after = map(np.array, bodies)
        change = after - before
        return np.hstack([self.scalars, _standard(np.hstack([before, change, np.abs(change)]))])

    def _whole(self, body: BodyGraph) -> np.ndarray:
        encoded = self.space.encode(body)
        return np.concatenate([[len(body)], encoded.sum(0), (encoded**2).sum(0)])


def study(rows: Sequence[dict[str, Any]]) -> str:
    """Return what predictors trained on early generations are worth in the later ones."""
    mutants = Mutants(rows)
    numbers = np.unique(mutants.generation)
    early = mutants.generation < numbers[len(numbers) // 2]
    slope = np.polyfit(mutants.fitness[early], mutants.target[early], 1)[0]
    predictors = {
        "parent's fitness": np.sign(slope) * mutants.fitness,
        "smallest change": -mutants.size_of_change(),
        "linear": linear(mutants.features(), mutants.target, mutants.generation, early),
    }
    text = [f"{len(rows)} mutants, {early.sum()} of them in early generations"]
    for where, groups in (("generation", mutants.generation), ("parent", mutants.parent)):
        for name, guess in predictors.items():
            mean, error, count = within(guess[~early], mutants.gain[~early], groups[~early])
            text.append(f"  within a {where}, {name}: {mean:+.2f} +- {error:.2f} ({count})")
        high = chance(mutants.gain[~early], groups[~early])
        text.append(f"  within a {where}, chance: 95 % of random orders lie within +-{high:.2f}")
    for name, guess in predictors.items():
        share, count = kept(guess[~early], mutants.gain[~early], mutants.parent[~early])
        text.append(f"  best mutant in the preferred half, {name}: {share:.0%} of {count} parents")
    return "\n".join(text)


def kept(guess: np.ndarray, gain: np.ndarray, parents: np.ndarray) -> tuple[float, int]:
    """Return how often the best mutant is in the preferred half, and of how many parents.

    Of equal guesses any may come first, so the chance that it does is what counts.
    """
    found = []
    for parent in np.unique(parents):
        mine, best = guess[parents == parent], int(np.argmax(gain[parents == parent]))
        above, equal = (mine > mine[best]).sum(), (mine == mine[best]).sum()
        found.append(np.clip((len(mine) // 2 - above) / equal, 0.0, 1.0))
    return float(np.mean(found)), len(found)


def within(guess: np.ndarray, truth: np.ndarray, groups: np.ndarray) -> tuple[float, float, int]:
    """Return the mean rank correlation within groups, its standard error, and the groups."""
    from nge.evolution.generation_stats import rank_correlation

    each = [rank_correlation(guess[groups == one], truth[groups == one]) for one in set(groups)]
    # Equal guesses order nothing, so they are worth what chance is worth.
    found = np.array([0.0 if value is None else value for value in each])
    error = found.std(ddof=1) / np.sqrt(len(found)) if len(found) > 1 else np.nan
    return float(found.mean()), float(error), len(found)


def chance(truth: np.ndarray, groups: np.ndarray) -> float:
    """Return the 97.5 % quantile of the mean rank correlation of random orders."""
    rng = np.random.default_rng(0)
    means = [within(rng.random(len(truth)), truth, groups)[0] for _ in range(DRAWS)]
    return float(np.quantile(means, 0.975))


def linear(
    features: np.ndarray, target: np.ndarray, generation: np.ndarray, early: np.ndarray
) -> np.ndarray:
    """Return what ridge regression on early generations says of all mutants. [M]"""

    def fitted(rows: np.ndarray, penalty: float) -> np.ndarray:
        known = features[rows]
        square = known.T @ known + penalty * np.eye(features.shape[1])
        return features @ np.linalg.solve(square, known.T @ target[rows])

    first = early & (generation <= np.quantile(generation[early], 0.7))
    held_out = early & ~first
    scores = {
        penalty: within(fitted(first, penalty)[held_out], target[held_out], generation[held_out])[0]
        for penalty in PENALTIES
    }
    return fitted(early, max(scores, key=lambda penalty: scores[penalty]))


def _standard(columns: np.ndarray) -> np.ndarray:
    """Return columns with mean 0 and deviation 1. [M, F]"""
    return (columns - columns.mean(0)) / np.maximum(columns.std(0), 1e-9)


if __name__ == "__main__":
    main()
