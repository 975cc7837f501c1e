"""``nge train``: fixed bodies learn to move, the paper's fixed structure."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from annotated_types import Ge
from tyro.conf import Positional, UseAppendAction, arg

from nge.cli.go import go
from nge.control.ppo_settings import PpoSettings
from nge.errors import NgeError
from nge.evolution.methods import TRAIN
from nge.evolution.plan import Plan
from nge.evolution.species import Trainee
from nge.nets.net_settings import POLICIES, SIZES, CriticSettings, PolicySettings
from nge.runs.run import Keeping, Limits, Run, free_folder
from nge.settings import did_you_mean

UPDATES = 100  # where neither updates nor steps are given

Count = Annotated[int, Ge(1)]


def defaults(words: Sequence[str]) -> Mapping[str, PolicySettings]:
    """Return the settings of the policy that the words name; single ones may follow it."""
    name = "nge"
    for word, following in pairwise([*words, ""]):
        if word == "--policy" and following:
            name = following
        elif word.startswith("--policy="):
            name = word.removeprefix("--policy=")
    if name not in POLICIES:
        raise NgeError(f"unknown policy {name!r}; {did_you_mean(name, list(POLICIES))}")
    return {"net": POLICIES[name]}


def train(
    task: Positional[Annotated[str, arg(metavar="TASK")]],
    *,
    body: Annotated[tuple[str, ...], UseAppendAction, arg(metavar="BODY")] = (),
    policy: Annotated[str, arg(metavar="NAME")] = "nge",
    updates: Count | None = None,
    max_steps: Count | None = None,
    seed: int = 0,
    seeds: Count = 1,
    run: Path | None = None,
    save_every: Count = 10,
    film: bool = True,
    net: PolicySettings = POLICIES["nge"],
    critic: CriticSettings = CriticSettings(),  # noqa: B008 - frozen, and tyro reads its fields
    ppo: PpoSettings = PpoSettings(),  # noqa: B008
) -> int:
    """Train bodies that stay as they are, several and with several seeds at the same time.

    Everything is kept in the run's folder. Ctrl-C stops after the update under way, saves, and
    exits with 130; 'nge resume RUN' goes on as if nothing had happened. A second Ctrl-C stops
    at once. At the end every species is evaluated, and the best one is filmed.

    Args:
        task: What they are to do: fish, walker, cheetah, hopper, or one that a package offers.
        body: A hand-designed body by name, or a .json, .xml or .urdf file; by default the task's.
        policy: nge, nervenet++, nervenet, bodyshare or mlp; sets every --net.* that is not given.
        updates: Updates of each species; 100 if neither this nor --max-steps is given.
        max_steps: Control steps of each species; the update that reaches them is the last.
        seed: The same seed gives the same weights.
        seeds: Train every body with so many seeds, counted from --seed.
        run: Folder for the run, new or empty; by default runs/train-TASK-1, -2 and so on.
        save_every: Updates between checkpoints.
        film: Draw the best species into best.mp4 at the end.
        net: The policy.
        critic: The critic, which judges what the policy did.
        ppo: How a species collects experience and learns from it.
    """
    from nge.runs.memory import check_memory, memory_demand
    from nge.tasks.bodies import find_body
    from nge.tasks.registry import task_named

    world = task_named(task)
    chosen = [(Path(name).stem, find_body(name, world)) for name in body]
    chosen = chosen or [(task, world.hand_designed())]
    trainees = [
        Trainee(name, found, number)
        for name, found in chosen
        for number in range(seed, seed + seeds)
    ]
    plan = Plan(task=task, method=TRAIN, seed=seed, net=net, critic=critic, ppo=ppo)
    limits = Limits(max_updates=updates_within(plan, updates, max_steps) or UPDATES)
    parts = max(len(trainee.body) for trainee in trainees)
    if parts <= SIZES[-1]:  # else the run says what is wrong with the body
        groups = net, critic, ppo
        demand = memory_demand(world, world.space(), *groups, len(trainees), parts)
        check_memory(demand, "--seeds")
    command = ["nge", *sys.argv[1:]]
    folder = run or free_folder("train", task)
    keeping = Keeping(save_every=save_every)
    made = Run.create_training(folder, plan, limits, trainees, keeping, command)
    return go(made, None, film)


def updates_within(plan: Plan, updates: int | None, max_steps: int | None) -> int | None:
    """Return the updates after which one of these is reached; None without them."""
    found = [] if updates is None else [updates]
    if max_steps is not None:
        found.append(max(1, -(-(max_steps - plan.steps_after(0)) // plan.ppo.steps)))
    return min(found, default=None)
