"""How far does measuring alone get? ``python -m benchmarks.neuroevolution walker --seed 0``.

Nothing learns here. Random pairs of a body and a controller with random weights are measured for
some control steps each; the best pairs stay and have mutants, in body, weights or both, and so on
round after round. Prints, after every round, the control steps so far, the returns of the best and
of the parents at the pace of the measurement, and the mean return of the best in four whole
episodes that chose nothing and are not charged. ``--learn STD`` then trains the best bodies with
their controllers by PPO, from actions with this standard deviation.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from nge.body.graph import BodyGraph
from nge.body.mutate import MutationTable, mutate
from nge.body.space import DesignSpace
from nge.cpu import configure_process
from nge.evolution.selection import unfit
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.nets.normaliser import Normaliser, observation_mask
from nge.rl.evaluation import evaluate
from nge.rl.ppo_settings import PpoSettings
from nge.rl.train_state import TrainState, new_train_state
from nge.rl.trainer import Trainer, batches
from nge.tasks.registry import task_named
from nge.tasks.task import Task

FIRST = 512  # random pairs
STAGES = ((6, 250, 24, 192), (12, 500, 16, 96), (1000, 1000, 12, 48))
# until this round: control steps of a measurement, parents, children
GAIN = 2.0  # of the outputs of random controllers; motors are at their limits at 1
STEP_SIZES = (0.02, 0.3)  # of mutations of weights, relative to the size of each layer
CROSSED, PERTURBED, MUTATED = 0.1, 0.75, 0.5  # shares of children
OBSERVED = 16  # bodies whose random motion gives the scales of observations, 100 steps each


class Pair(NamedTuple):
    """A body, the weights of its policy, and the random pair it descends from."""

    body: BodyGraph
    policy: Any
    founder: int


class Search:
    """Breeds pairs and counts control steps."""

    def __init__(self, task: Task, seed: int, share: float) -> None:
        """Draw the first pairs; ``share`` of the parents may descend from one of them."""
        self.task, self.space, self.share = task, task.space(), share
        self.rng, self.seed, self.steps = np.random.default_rng(seed), seed, 0
        bodies = [self._random_body() for _ in range(FIRST)]
        self.blank = _blank(task, self.space, self._scales(bodies[:OBSERVED]))
        self.pairs = [Pair(body, self._policy(i), i) for i, body in enumerate(bodies)]
        self.sizes = jax.tree_util.tree_map_with_path(_step_size, self.pairs[0].policy)

    def round(self, number: int) -> tuple[list[Pair], np.ndarray]:
        """Measure all pairs; return the parents of the next round and their returns."""
        _, steps, parents, children = next(stage for stage in STAGES if number < stage[0])
        totals = self._measured(self.pairs, steps, number)
        families: Counter[int] = Counter()
        kept = []
        for row in np.argsort(-totals):
            families[self.pairs[row].founder] += 1
            if families[self.pairs[row].founder] <= max(1, round(self.share * parents)):
                kept.append(row)
        best, earned = [self.pairs[row] for row in kept[:parents]], totals[kept[:parents]]
        self.pairs = [*best, *(self._child(best) for _ in range(children))]
        return best, earned

    def fresh(self, pair: Pair) -> float:
        """Return the mean return of four whole episodes."""
        one = _with_policy(self.blank, pair.policy)
        return evaluate(self.task, self.space, [pair.body], [one], episodes=4, seed=10**6)[0].mean

    def _measured(self, pairs: Sequence[Pair], steps: int, seed: int) -> np.ndarray:
        totals = np.full(len(pairs), -np.inf)
        for rows in batches([pair.body for pair in pairs]):
            states = [_with_policy(self.blank, pairs[row].policy) for row in rows]
            bodies = [pairs[row].body for row in rows]
            options = {"episodes": 1, "seed": seed, "steps": steps}
            done = evaluate(self.task, self.space, bodies, states, **options)
            for row, one in zip(rows, done, strict=True):
                self.steps += int(one.lengths.sum())
                if "diverged" not in one.reasons:
                    totals[row] = one.mean * self.task.episode_steps / steps
        return totals

    def _child(self, parents: Sequence[Pair]) -> Pair:
        rng = self.rng
        body, policy, founder = parents[rng.integers(len(parents))]
        draw, mutates = rng.random(), rng.random() < MUTATED
        if draw < CROSSED:
            policy = parents[rng.integers(len(parents))].policy
        elif draw < CROSSED + PERTURBED or not mutates:
            scale = np.exp(rng.uniform(*np.log(STEP_SIZES)))
            policy = jax.tree.map(lambda x, size: self._moved(x, scale * size), policy, self.sizes)
        return Pair(self._mutant(body) if mutates else body, policy, founder)

    def _moved(self, weight: np.ndarray, size: float) -> np.ndarray:
        return weight + np.float32(size) * self.rng.standard_normal(weight.shape, np.float32)

    def _mutant(self, body: BodyGraph) -> BodyGraph:
        while True:
            found = mutate(body, self.space, self.rng, MutationTable()).child
            if unfit(found, self.task) is None:
                return found

    def _random_body(self) -> BodyGraph:
        while True:
            found = self.space.random_body(self.rng)
            if unfit(found, self.task) is None:
                return found

    def _policy(self, number: int) -> Any:
        """Return a random policy that moves: the last layer of a new one is nearly silent."""
        seed = 100_000 * self.seed + number
        policy = _new(self.task, self.space, seed).agent.policy
        policy = jax.tree.map(np.asarray, policy)
        return eqx.tree_at(lambda one: one.mean.weight, policy, policy.mean.weight * GAIN / 0.01)

    def _scales(self, bodies: Sequence[BodyGraph]) -> Normaliser:
        """Return the scales of observations of bodies that move at random."""
        columns = len(self.task.torso_columns), len(self.task.limb_columns)
        found = Normaliser.blank(sum(columns))
        for body in bodies:
            simulation = self.task.simulate([self.task.compile(body)], 1)
            sim_state, seen = simulation.reset(np.array([[3]])), []
            for _ in range(100):
                seen.append(self.task.observe(sim_state)[0, 0].copy())  # [N, D]
                shape = (1, 1, len(body), self.space.kind.joints)
                sim_state = simulation.step(self.rng.standard_normal(shape, np.float32))
            self.steps += 100
            mask = observation_mask(jnp.ones(len(body)), *columns)
            found = found.updated(jnp.asarray(np.stack(seen, axis=1)), mask)
        return jax.tree.map(np.asarray, found)


def _new(task: Task, space: DesignSpace, seed: int) -> TrainState:
    return new_train_state(seed, task, space, PolicySettings(), CriticSettings(), 1e-3)


def _blank(task: Task, space: DesignSpace, scales: Normaliser) -> TrainState:
    found = jax.tree.map(np.asarray, _new(task, space, 0))
    return eqx.tree_at(lambda one: one.normaliser, found, scales)


def _with_policy(blank: TrainState, policy: Any) -> TrainState:
    return eqx.tree_at(lambda one: one.agent.policy, blank, policy)


def _step_size(path: tuple, weight: np.ndarray) -> float:
    """Return what the weights of a layer are drawn with; action noise stays as it is."""
    if path[0].name == "noise":
        return 0.0
    if weight.ndim < 2:
        return 0.1
    return float(weight.std()) or GAIN / np.sqrt(weight.shape[-2])


def learn(search: Search, parents: Sequence[Pair], std: float, updates: int) -> list[list[float]]:
    """Train the best bodies of four topologies; return mean returns after every five updates."""
    best = list({pair.body.topology: pair for pair in reversed(parents)}.values())[::-1][:4]
    states = []
    for pair in best:
        one = _with_policy(search.blank, pair.policy)
        bias = one.agent.policy.noise.bias + np.float32(np.log(std))
        states.append(eqx.tree_at(lambda state: state.agent.policy.noise.bias, one, bias))
    settings = PpoSettings(**search.task.settings.get("ppo", {}))
    bodies = [pair.body for pair in best]
    trainer = Trainer(search.task, search.space, bodies, states, settings, seed=search.seed)
    rewards = [
        [float(stats.metrics[row].reward) for row in range(len(best))]
        for stats in (trainer.update() for _ in range(updates))
    ]
    means = np.array(rewards).reshape(updates // 5, 5, len(best)).mean(1)
    return (means.T * search.task.episode_steps).round(2).tolist()


def main() -> None:
    """Search, print and write."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("task")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--steps", type=float, default=1e6)
    options.add_argument("--share", type=float, default=1.0)
    options.add_argument("--learn", type=float, nargs="*", default=[], metavar="STD")
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    search, began = Search(task_named(given.task), given.seed, given.share), time.perf_counter()
    rows: list[dict[str, float]] = []
    while search.steps < given.steps:
        parents, earned = search.round(len(rows))
        row = {"steps": search.steps, "best": earned[0], "parents": earned.mean()}
        row |= {"fresh": search.fresh(parents[0]), "size": len(parents[0].body)}
        row["founders"] = len({pair.founder for pair in parents})
        rows.append({name: round(float(value), 2) for name, value in row.items()})
        print(f"{time.perf_counter() - began:5.0f} s", rows[-1], flush=True)
    learned = {str(std): learn(search, parents, std, 40) for std in given.learn}
    for std, curves in learned.items():
        print(f"learning from actions with standard deviation {std}:", *curves, sep="\n  ")
    if given.out:
        given.out.write_text(json.dumps({"rounds": rows, "learned": learned}) + "\n")


if __name__ == "__main__":
    configure_process()
    main()
