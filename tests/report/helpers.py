"""Runs to look at: a real small one, and large ones that consist of rows only."""

import json
from dataclasses import replace

import numpy as np

from nge.body.mutate import mutate
from nge.body.space import SpaceSettings
from nge.evolution.flags import Flags
from nge.evolution.generation_stats import generation_stats
from nge.evolution.methods import TRAIN
from nge.evolution.plan import Plan
from nge.evolution.species import Generation, Proposals, Score, Species, Trainee
from nge.evolution.train_job import Checkpoint
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.rl.ppo_settings import PpoSettings
from nge.runs.config import of_method
from nge.runs.record import insert
from nge.runs.rows import NUMBERS, flags_rows, score_row, species_row
from nge.runs.run import Limits, Run, TrainingLimits
from nge.tasks.bodies import find_body
from tests.runs.helpers import working

TINY = PpoSettings(num_envs=2, num_steps=20, bptt_steps=5, minibatches=2, epochs=1, warmup_steps=2)


BLOWN_UP = Score(failure="its physics blew up in 6 of 8 episodes", diverged=6, steps=40_000)


def plan(task):
    """A search that takes seconds: bodies of one padded size, no surrogate."""
    groups = of_method("nge-no-pruning")
    groups["net"] |= {"hidden": 8}
    groups["population"] |= {"size": 4, "updates": 1, "elimination_rate": 0.5}
    space = SpaceSettings(max_parts=4, most_random_parts=4)
    rest = {"space": space, "critic": CriticSettings(hidden=8), "ppo": TINY}
    return Plan(task=task, method="nge-no-pruning", seed=1, **groups | rest)


def new_run(folder, generations=3, task="fish"):
    return Run.create(folder, plan(task), Limits(max_generations=generations))


def evolved(run):
    """Let a run go to its limit, and its best show what they can."""
    with working(run) as runner:
        for _ in runner.generations():
            pass
        runner.finalists()
    return run


def large_run(folder, generations, size=64, births=20, task="walker"):
    """Make the record of a long run without training anything: size + births x generations."""
    groups = of_method("nge")
    groups["population"] |= {"size": size}
    run = Run.create(folder, Plan(task=task, **groups), Limits(max_generations=generations))
    space, rng = run.search.space, np.random.default_rng(0)
    living = [
        Species(id_, space.random_body(rng), score=_score(rng.normal(100, 20)))
        for id_ in range(size)
    ]
    born, rows = size, {"species": [], "scores": [], "flags": [], "generations": []}
    for number in range(generations):
        if number:
            kept = sorted(living, key=lambda one: -one.fitness)[: size - births]
            children = []
            for _ in range(births):
                parent = kept[int(rng.integers(len(kept)))]
                done = mutate(parent.body, space, rng)
                child = Species(
                    born,
                    done.child,
                    number,
                    parent.id,
                    done.operator,
                    done.added,
                    done.removed,
                    done.changed,
                    predicted=float(parent.fitness + rng.normal(0, 8)),
                    inherited=True,
                    score=_score(parent.fitness + rng.normal(-4, 12)) if born % 40 else BLOWN_UP,
                )
                children.append(child)
                born += 1
            living = [replace(one, score=_score(one.fitness + rng.normal(1, 2))) for one in kept]
            living += children
        names = [one.operator for one in living if one.born == number]
        counts = {name: names.count(name) for name in set(names)}
        generation = Generation(number, tuple(living), born, Proposals(counts, counts))
        rows["species"] += [species_row(one) for one in living if one.born == number]
        rows["scores"] += [score_row(number, one) for one in living]
        rows["flags"] += flags_rows(number, living)
        counted = generation_stats(generation, space)
        rows["generations"].append(
            (
                number,
                (number + 1) * 2_560_000,
                (number + 1) * 95.0,
                "2026-01-01T00:00:00+00:00",
                generation.best.id,
                counted["best"],
                counted["quantiles"][2],
                json.dumps(counted),
            )
        )
    with run.record.writing() as record:
        for table, some in rows.items():
            insert(record, table, some)
    return run


def new_training(folder, seeds=(0, 1), updates=10):
    """Make a run that trains the fish with some seeds."""
    net = POLICIES["nge"].model_copy(update={"hidden": 8})
    critic = CriticSettings(hidden=8)
    plan = Plan(task="fish", method=TRAIN, net=net, critic=critic, ppo=TINY)
    trainees = [Trainee("fish", find_body("fish"), seed) for seed in seeds]
    limits = TrainingLimits(updates=updates)
    return Run.create_training(folder, plan, limits, trainees, command=["nge", "train", "fish"])


def add_updates(run, first, last, seconds=2.0):
    """Write down updates, both ends included, without training; every third has no episode.

    The numbers of species ``s`` in update ``u`` are ``u + s``, returns ten times as much.
    """
    rows, episodes = [], []
    for number in range(first, last + 1):
        for species in range(len(run.species())):
            value, count = float(number + species), number % 3
            steps, numbers = run.plan.steps_after(number), (value,) * len(NUMBERS)
            mean = 10 * value if count else None
            rows.append((0, species, number, steps, seconds * number, count, mean, *numbers))
            episodes += [(0, species, number, 10 * value, 1000, False)] * count
    with run.record.writing() as record:
        insert(record, "updates", rows)
        insert(record, "episodes", episodes)


def end_training(run):
    """Write down the end of a run that only trains, as if it had learned nothing."""
    given, updates = run.as_given(), run.updates_of(0)
    states = {one.id: Checkpoint(updates, one.train_state) for one in given.species}
    scored = given.trained((one.train_state, _score(one.id)) for one in given.species)
    run.end(scored, None, run.seconds_so_far(), states)


def _score(fitness):
    flags = Flags(0.5, 0.25, {})
    return Score(float(fitness), episodes=8, spread=3.0, steps=40_000, flags=flags)


if __name__ == "__main__":  # a process of its own, to be watched, killed and resumed
    import sys
    import time

    from tests.runs import fakes

    fakes.install()
    fakes.on_update = lambda jobs: time.sleep(0.1)  # slow enough to be watched
    with working(Run.open(sys.argv[1])) as runner:
        for _ in runner.generations():
            pass
