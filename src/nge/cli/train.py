"""``nge train``: fixed bodies learn to move, the paper's fixed structure."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge
from tyro.conf import Positional, UseAppendAction, arg

from nge.control.ppo_settings import PpoSettings
from nge.errors import NgeError
from nge.nets.net_settings import POLICIES, SIZES, CriticSettings, PolicySettings
from nge.settings import did_you_mean
from nge.wording import clock, plural

if TYPE_CHECKING:
    from nge.runs.training import TrainingRun

UPDATES = 100  # where neither updates nor steps are given
EPISODES = 16  # of the evaluation at the end, of each kind

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
    from nge.runs.training import Trainee, TrainingPlan, TrainingRun, free_folder
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
    if updates is None and max_steps is None:
        updates = UPDATES
    plan = TrainingPlan(
        task=task,
        policy=policy,
        net=net,
        critic=critic,
        ppo=ppo,
        updates=updates,
        max_steps=max_steps,
        save_every=save_every,
    )
    parts = max(len(trainee.body) for trainee in trainees)
    if parts <= SIZES[-1]:  # else the run says what is wrong with the body
        groups = net, critic, ppo
        demand = memory_demand(world, world.space(), *groups, len(trainees), parts)
        check_memory(demand, "--seeds")
    command = ["nge", *sys.argv[1:]]
    made = TrainingRun.create(run or free_folder(task), plan, trainees, command)
    return go(made, film)


def go(run: TrainingRun, film: bool) -> int:
    """Train until the goal or until the user wants an end; then evaluate, film and advise."""
    from nge.cli.evaluate import print_returns
    from nge.cli.progress import Stop, TrainingProgress  # imports rich, which help does not need
    from nge.runs.training import Training

    plan, folder = run.plan, shlex.quote(str(run.folder))
    with Stop() as stop, Training(run) as training:
        _introduce(run, training.updates)
        names, recent = list(map(str, run.trainees)), run.recent_returns()
        with TrainingProgress(names, plan.goal, training.updates, recent, stop) as progress:
            while not (training.done or stop.asked or training.asked_to_stop()):
                progress.show(training.update())
        training.save()
        if training.updates:
            run.write_curve()
        if stop.asked or not training.done:
            print(
                f"stopped after update {training.updates} of {plan.goal}, everything is saved; "
                f"go on with: nge resume {folder}",
                file=sys.stderr,
            )
            return stop.code if stop.asked else 0
        updates, seconds = training.updates, training.seconds
    print(f"evaluating {EPISODES} episodes of each species, twice", file=sys.stderr, flush=True)
    deterministic = run.evaluated(EPISODES, seed=0, sampled=False)
    sampled = run.evaluated(EPISODES, seed=0, sampled=True)
    print(
        f"{run.task.name}, policy {plan.policy}: {plural(updates, 'update')}, "
        f"{plural(plan.steps(updates), 'control step')} of each species in {clock(seconds)}"
    )
    print_returns(range(len(run.trainees)), run.trainees, deterministic, sampled)
    print()
    if film:
        _film(run)
    print(f"Every update is a row of {run.folder / 'curve.csv'}; docs/metrics.md explains it.")
    print(f"Next: nge report {folder} --open")
    print(f"      nge evaluate {folder} --episodes 64")
    print(f"      nge export {folder} --to creature")
    print(f"      nge resume {folder} --updates {2 * updates}")
    print(f"      nge train {run.task.name} --policy mlp --seeds 3")
    return 0


def _introduce(run: TrainingRun, done: int) -> None:
    plan, species = run.plan, len(run.trainees)
    if done >= plan.goal:
        print(f"{run.folder} has done its {plural(done, 'update')}", file=sys.stderr, flush=True)
        return
    since = f", {done} of them done" if done else ""
    print(
        f"training {species} species on {run.task.name} with policy {plan.policy}: "
        f"{plural(plan.goal, 'update')} of "
        f"{plural(plan.ppo.steps, 'control step')} each{since}; run folder {run.folder}",
        file=sys.stderr,
        flush=True,
    )


def _film(run: TrainingRun) -> None:
    """Draw the beginning of an episode of the best species, or say why that fails."""
    from nge.cli.film import draw_film

    best, path = run.creature(), run.folder / "best.mp4"
    if seconds := draw_film(path, run.task, run.space, best.body, best.learner):
        print(f"Look at {path}: {seconds:.2g} s of {run.trainees[best.id]}, mean actions.")
