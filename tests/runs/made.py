"""Runs that nobody lived: species with weights out of the air, and the scores they are given."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import jax
import numpy as np

from nge.body.graph import BodyGraph
from nge.evolution.methods import TRAIN
from nge.evolution.plan import Plan
from nge.evolution.species import FAILED, Generation, Score, Species, Trainee
from nge.evolution.train_job import Checkpoint, UpdateProgress
from nge.nets.net_settings import POLICIES, CriticSettings, PolicySettings
from nge.nets.normaliser import Normaliser
from nge.rl.evaluation import evaluate
from nge.rl.ppo_settings import PpoSettings
from nge.rl.rollout import Episode
from nge.rl.train_state import TrainState, new_train_state
from nge.runs.rows import NUMBERS, update_rows
from nge.runs.run import Limits, Run, TrainingLimits
from nge.tasks.registry import task_named

STEPS = 100  # control steps that a species is said to have lived in a generation


def net_of(policy: str, **changes) -> PolicySettings:
    return PolicySettings(**(POLICIES[policy].model_dump() | {"hidden": 8} | changes))


@cache
def moved_learner(
    task: str, net: PolicySettings, seed: int = 0, wildness: float = 0.1
) -> TrainState:
    """Return a learner with weights moved away from their start, that has seen something."""
    world, rng = task_named(task), np.random.default_rng(seed)
    train_state = new_train_state(seed, world, world.space(), net, CriticSettings(hidden=8), 1e-3)
    train_state = jax.tree.map(np.asarray, train_state)
    columns = len(train_state.normaliser.mean)

    def noisy(leaf: np.ndarray) -> np.ndarray:
        return leaf + wildness * rng.standard_normal(leaf.shape).astype(np.float32)

    agent = jax.tree.map(noisy, train_state.agent)
    seen = Normaliser(
        np.full(columns, 100.0, np.float32),
        0.1 * rng.standard_normal(columns).astype(np.float32),
        (100 * rng.uniform(2.0, 5.0, columns) ** 2).astype(np.float32),
    )
    return replace(train_state, agent=agent, normaliser=seen)


def made_run(
    folder: Path,
    fitness: Sequence[Sequence[float | None]] = ((1.0, 2.0, None), (1.5, 2.5)),
    task: str = "fish",
    method: str = "nge",
    seed: int = 0,
    policy: str = "nge",
    steps: int = STEPS,
    seconds: float = 36.0,
    wildness: float = 0.2,
    given: BodyGraph | None = None,
    **settings,
) -> Run:
    """Make a run with a row of fitness for every generation.

    Those of the first generation are random, but species 1 has the hand-designed body. In every
    further one the last of the living dies, and a child of the one before it is born.
    """
    net = net_of(policy)
    world = task_named(task)
    plan = Plan(
        task=task, method=method, seed=seed, net=net, critic=CriticSettings(hidden=8), **settings
    )
    limits = Limits(max_generations=max(len(fitness), 1))
    run = Run.create(folder, plan, limits, given=given)
    bodies = [world.space().random_body(np.random.default_rng(i)) for i in range(12)]
    bodies[1] = world.hand_designed()
    before, born = None, 0
    for number, row in enumerate(fitness):
        living = [] if before is None else list(before.species[: len(row) - 1])
        while len(living) < len(row):
            parent = living[-1].id if living and number else None
            living.append(
                Species(
                    born,
                    bodies[born],
                    number,
                    parent,
                    "random" if parent is None else "add_node",
                    train_state=moved_learner(task, net, max(born - 1, 0), wildness),
                )
            )
            born += 1
        scored = [
            (
                one.train_state,
                Score(fitness=FAILED if f is None else float(f), episodes=4, steps=steps),
            )
            for one, f in zip(living, row, strict=True)
        ]
        generation = Generation(number, tuple(living), born).trained(scored)
        run.begin(generation)
        states = {one.id: Checkpoint(0, one.train_state) for one in generation.species}
        run.end(generation, before, (number + 1) * seconds, states)
        before = generation
    return run


def made_training(
    folder: Path,
    returns: Sequence[Sequence[float]],
    task: str = "fish",
    bodies: Sequence[Trainee] | None = None,
    learning_rate: float = 1e-3,
    net: PolicySettings | None = None,
) -> Run:
    """Make a training run in whose updates each body, by default one, ends such episodes."""
    bodies = bodies or [Trainee(task, task_named(task).hand_designed(), 0)]
    numbers = {"num_envs": 2, "num_steps": 50, "minibatches": 2, "warmup_steps": 5}
    ppo = PpoSettings(**numbers, learning_rate=learning_rate)
    groups = {"net": net or net_of("nge"), "critic": CriticSettings(hidden=8), "ppo": ppo}
    plan = Plan(task=task, method=TRAIN, **groups)
    run = Run.create_training(folder, plan, TrainingLimits(updates=len(returns)), bodies)
    for number, totals in enumerate(returns, start=1):
        episodes = {
            species: [Episode(species, 50, t + 10 * species, False) for t in totals]
            for species in range(len(bodies))
        }
        metrics = dict.fromkeys(episodes, dict.fromkeys(NUMBERS, 0.0))
        update = UpdateProgress(0, number, metrics, episodes)
        run.add(*update_rows(0, update, plan.steps_after(number), 36.0 * number))
    return run


def evaluated(run: Run, species: int, episodes: int = 1, seed: int = 3) -> list[float]:
    """Evaluate a species anew, as at the end of an evolution, and return what it returned."""
    search = run.search
    [done] = evaluate(
        search.task, search.space, [run.body(species)], [run.train_state(species)], episodes, seed
    )
    run.add_evaluations(run.spent().generations - 1, {species: done}, seed, False)
    return done.returns.tolist()
