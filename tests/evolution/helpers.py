"""Small searches to test with: plans that compile fast, and lives without physics or learning."""

from collections.abc import Callable, Iterator
from functools import cache

import jax
import numpy as np

from nge.body.graph import NO_PARENT, BodyGraph
from nge.body.space import SpaceSettings
from nge.evolution.algorithm import NeuralGraphEvolution, Train, evolve
from nge.evolution.fitness import FitnessSettings
from nge.evolution.plan import Plan
from nge.evolution.screening import Measure, Measurement
from nge.evolution.search import Search
from nge.evolution.search_settings import SurrogateSettings
from nge.evolution.selection import PopulationSettings
from nge.evolution.species import FAILED, Generation, Score, Species
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.rl.ppo_settings import PpoSettings
from nge.rl.train_state import TrainState, new_train_state
from nge.runs.config import EvolutionConfig
from nge.tasks.registry import task_named

SMALL = PpoSettings(num_envs=2, num_steps=20, bptt_steps=5, minibatches=2, epochs=1, warmup_steps=2)
NET = PolicySettings(hidden=8, propagations=1, context="none", skip=False)
CRITIC = CriticSettings(hidden=8, reads="set")
PLAIN = SurrogateSettings(acquisition="none")
GUESSING = SurrogateSettings(
    candidates=8, fewest=4, hidden=8, propagations=1, batch=8, steps=40, patience=2
)
FOUR_PARTS = SpaceSettings(max_parts=4, fewest_random_parts=2, most_random_parts=4)
"""One padded size, so one compiled program."""


def configured(method: str, name: str) -> EvolutionConfig:
    """Return what a method does under a preset."""
    return EvolutionConfig.of({"task": "walker", "method": method, "preset": name})


def plan_of(task: str = "hopper", **changes) -> Plan:
    """Return a plan of four small species that can be lived in a second, or another like it."""
    settings = {
        "population": PopulationSettings(size=4, elimination_rate=0.25, updates=2),
        "space": FOUR_PARTS,
        "fitness": FitnessSettings(episodes=2),
        "surrogate": GUESSING,
        "net": NET,
        "critic": CRITIC,
        "ppo": SMALL,
    }
    return Plan(task=task, **settings | changes)


# --- lives that need neither physics nor learning -----------------------------------------


def toy_plan(size: int = 12, removed: float = 0.25, **changes) -> Plan:
    """Return a plan for searches whose fitness is a function of the body alone."""
    population = changes.pop("population", {})
    return plan_of(
        population=PopulationSettings(size=size, elimination_rate=removed, **population),
        **{"space": SpaceSettings(), "surrogate": PLAIN} | changes,
    )


def toy(fitness: Callable[[Species], float]) -> Train:
    """Return what scores species by a function and changes nothing else about them."""

    def train(generation: Generation) -> Generation:
        return generation.trained(
            (
                one.train_state,
                Score(fitness=value, failure="" if value > FAILED else "made to fail"),
            )
            for one in generation.species
            for value in [fitness(one)]
        )

    return train


def toy_evolution(
    search: Search, fitness: Callable[[Species], float], measure: Measure | None = None
) -> Iterator[Generation]:
    """Yield the generations of a search by a toy fitness; nothing is ever forgotten."""
    train_states: dict[int, TrainState] = {}

    def train(generation: Generation) -> Generation:
        train_states.update({one.id: one.controller for one in generation.species})
        return toy(fitness)(generation)

    told = measure or measured_by(fitness)
    return evolve(NeuralGraphEvolution(search, told, train_states.__getitem__), train)


def first_generation(search: Search) -> Generation:
    """Return what a search begins with."""
    return NeuralGraphEvolution(search, measured_by(parts), no_recall).ask()


def no_recall(species: int) -> TrainState:
    """Fail: no species is to return."""
    raise AssertionError(f"species {species} is not to return")


def measured_by(fitness: Callable[[Species], float]) -> Measure:
    """Return what measures bodies by the same function, each in ten control steps."""

    def measure(trials, config):
        return [Measurement(fitness(Species(trial.id, trial.body)), 10) for trial in trials]

    return measure


def parts(species: Species) -> float:
    """Return a fitness whose optimum is the largest body that is allowed."""
    return float(len(species.body))


def random_species(count: int, task: str = "hopper", seed: int = 0, **changes) -> list[Species]:
    """Return species with random bodies, each scored by its id."""
    space, rng = task_named(task).space(), np.random.default_rng(seed)
    return [
        Species(id=i, body=space.random_body(rng), score=Score(fitness=float(i)), **changes)
        for i in range(count)
    ]


def fish_of(*parents: int, seed: int = 0) -> BodyGraph:
    """Return a body of fins that hang from these rows."""
    space, rng = task_named("fish").space(), np.random.default_rng(seed)
    body = BodyGraph(space.kind.name, space.random_body(rng).parts[:1], (NO_PARENT,))
    for parent in parents:
        body = body.attach(parent, space.random_limb(rng))
    return body


# --- learners ---------------------------------------------------------------------------------


@cache
def _shapes(net: PolicySettings, critic: CriticSettings, task: str) -> TrainState:
    search = Search(plan_of(task, net=net, critic=critic))
    return jax.eval_shape(lambda: new_train_state(0, search.task, search.space, net, critic, 1e-3))


def quick_train_state(seed, task, space, net, critic, rate) -> TrainState:
    """Draw a learner whose every number is above 0, without compiling anything."""
    rng = np.random.default_rng(seed)
    return jax.tree.map(
        lambda leaf: (1000 * rng.uniform(0.1, 1, leaf.shape)).astype(leaf.dtype),
        _shapes(net, critic, task.name),
    )
