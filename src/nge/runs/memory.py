"""How much memory a run takes, estimated before it begins, and whether the machine has it.

A run that is far too large would end in an abort of a compiled library, or take the machine down
with it. The estimate is meant to be right within a factor of two: it counts what grows with the
settings, and what a process with JAX and MuJoCo takes in any case.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import jax

from nge.body.space import DesignSpace
from nge.cpu import free_memory, jax_settings
from nge.errors import RunError
from nge.evolution.plan import Plan
from nge.evolution.search import Search
from nge.evolution.search_settings import SurrogateSettings
from nge.nets.graphs import padded_size
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.rl import devices
from nge.rl.ppo_settings import PpoSettings
from nge.rl.train_state import new_train_state
from nge.rl.trainer import MAX_BATCH
from nge.tasks.task import Task

PROCESS = 600e6  # bytes of a process that has compiled its programs
ENVIRONMENT = 100e3  # of the physics of one environment
TERRAIN = 200e3  # of the model of a body on one of the task's terrains
CANDIDATE = 20e3  # of a body that is proposed
FLOAT = 4
WIDEST = 2048  # units up to which a network is looked at; beyond, it grows with their square


class Demand(NamedTuple):
    """Bytes that a run takes, by what they are for."""

    processes: float
    weights: float
    """Of all species, with the moments of the optimiser, wherever there are copies of them."""
    rollouts: float
    """Rollouts of an update, and intermediate results of the update."""
    candidates: float = 0.0
    """Bodies among which the surrogate chooses, and its own weights."""

    @property
    def total(self) -> float:
        return sum(self)


REMEDIES = {
    "processes": "--workers",
    "weights": "--net.hidden, --critic.hidden or {species}",
    "rollouts": "--ppo.num-envs, --ppo.num-steps or --net.hidden",
    "candidates": "--surrogate.candidates or --surrogate.hidden",
}
"""What to lower, by what takes most."""


def memory_demand(
    task: Task,
    space: DesignSpace,
    net: PolicySettings,
    critic: CriticSettings,
    ppo: PpoSettings,
    species: int,
    parts: int,
    workers: int | None = None,
    surrogate: SurrogateSettings | None = None,
) -> Demand:
    """Return what a run of so many species of up to ``parts`` parts takes."""
    workers = max(1, min(workers or devices.default_workers(), species))
    train_state = train_state_bytes(task, space, net, critic)
    # The main process holds train states before and after training and as bytes; workers get them
    # and send them back, in messages that are whole before they are read.
    copies_of_weights = 8
    rows = padded_size(parts) * ppo.batch_size
    together = min(MAX_BATCH, math.ceil(species / workers))
    observed = len(task.torso_columns) + len(task.limb_columns)
    seen = 2 * observed + 5 * space.kind.joints + (net.hidden / ppo.bptt_steps if net.memory else 0)
    rounds = 4 * (1 + net.propagations)  # layers whose outputs are kept for the gradient
    learning = 4 * observed + 4 * critic.hidden + rounds * net.hidden / ppo.minibatches
    each = ENVIRONMENT * ppo.num_envs + TERRAIN * len(task.arena.terrains)
    physics = each * math.ceil(species / workers)
    rollouts = rows * FLOAT * (2 * together * seen + learning) + physics
    return Demand(
        processes=PROCESS * (1 + workers),
        # An update holds the old, the new and the gradients of one species.
        weights=train_state * (species * copies_of_weights + 2 * workers),
        rollouts=rollouts * workers,
        candidates=_candidates(surrogate) if surrogate else 0.0,
    )


def plan_demand(plan: Plan, workers: int | None = None) -> Demand:
    """Return what a search takes."""
    search = Search(plan)
    groups = plan.net, plan.critic, plan.ppo
    size, parts = plan.population.size, plan.space.max_parts
    return memory_demand(search.task, search.space, *groups, size, parts, workers, plan.surrogate)


def plan_train_state_bytes(plan: Plan) -> float:
    """Return the size of one species' train state in a search."""
    search = Search(plan)
    return train_state_bytes(search.task, search.space, plan.net, plan.critic)


def check_memory(demand: Demand, species: str, free: float | None = None) -> None:
    """Refuse a run that takes more memory than is free, and say what to lower.

    ``species`` is the option that says how many there are.
    """
    free = free_memory() if free is None else free
    if free is None or demand.total <= free:
        return
    most = max(Demand._fields, key=lambda name: getattr(demand, name))
    raise RunError(
        f"this takes about {_gigabytes(demand.total)} of memory, {_gigabytes(free)} are free; "
        f"most of it is for {most}: lower {REMEDIES[most].format(species=species)}"
    )


@cache
@jax_settings()
def train_state_bytes(
    task: Task, space: DesignSpace, net: PolicySettings, critic: CriticSettings
) -> float:
    """Return the size of one species' train state, without making one."""
    widest = max(net.hidden, critic.hidden, WIDEST)
    policy = net.model_copy(update={"hidden": min(net.hidden, WIDEST)})
    values = critic.model_copy(update={"hidden": min(critic.hidden, WIDEST)})
    shapes = jax.eval_shape(lambda: new_train_state(0, task, space, policy, values, 1.0))
    size = sum(math.prod(leaf.shape) * leaf.dtype.itemsize for leaf in jax.tree.leaves(shapes))
    return size * (widest / WIDEST) ** 2


def _candidates(settings: SurrogateSettings) -> float:
    if settings.acquisition == "none":
        return 0.0
    weights = 8 * settings.hidden**2 * FLOAT * 3  # with moments
    return CANDIDATE * settings.candidates + weights


def _gigabytes(size: float) -> str:
    return f"{size / 1e9:,.1f} GB"
