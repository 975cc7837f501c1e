"""``nge.evolve`` and ``nge.train``: a whole experiment in one call, for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nge.body.graph import BodyGraph
from nge.body.kinds import KINDS
from nge.body.mutate import OPERATOR_REGISTRY
from nge.errors import ExtensionError, RunError
from nge.evolution.methods import METHOD_REGISTRY, TRAIN
from nge.evolution.species import Generation, Trainee
from nge.evolution.train_job import UpdateProgress
from nge.extensions import Registry
from nge.nets.net_settings import NETWORK_REGISTRY, POLICY_REGISTRY, SIZES
from nge.runs.config import EvolutionConfig, TrainingConfig, above, net_of
from nge.runs.execution import Execution, ExecutorName
from nge.runs.executors import Executor
from nge.runs.limits import AnyLimits
from nge.runs.loggers import LOGGER_REGISTRY, check_installed
from nge.runs.memory import Demand, check_memory, memory_demand, plan_demand
from nge.runs.run import Run, free_folder
from nge.runs.runner import Runner
from nge.settings import over
from nge.tasks.bodies import find_body
from nge.tasks.registry import TASKS, task_named, task_of
from nge.tasks.task import Task

REGISTRIES: tuple[Registry[Any], ...] = (
    TASKS,
    KINDS,
    METHOD_REGISTRY,
    POLICY_REGISTRY,
    NETWORK_REGISTRY,
    OPERATOR_REGISTRY,
    LOGGER_REGISTRY,
)
"""Everything that has names and can be added to."""


def evolve(
    task: str | Task,
    *,
    run: Path | str | None = None,
    workers: int | None = None,
    executor: Executor | ExecutorName | None = None,
    address: str | None = None,
    show: Callable[[Generation], None] = lambda generation: None,
    **settings: Any,
) -> Run:
    """Evolve until a limit is reached and return the run; one that is there already goes on.

    ``task`` is a name, or an object whose class may be defined in a script or notebook. Species
    train in worker processes, with ``executor="ray"`` on the Ray cluster at ``address``, or where
    an ``Executor`` object has them train.
    ``settings`` are those of ``EvolutionConfig``, by the names that ``nge evolve --help`` lists:
    single ones as in ``method="rgs"``, ``seed=3``, ``max_generations=6`` or ``config="my.toml"``,
    and groups as in ``population={"size": 8}``. With a ``body`` (a value, a name or a file) all
    species begin with it. ``show`` is called with every generation.

    A run that is there keeps its settings, and is refused if what is given differs from them;
    limits may change.
    """
    task = _task_name(task)
    given = EvolutionConfig.by_group({"task": task, **settings})
    with _runner(EvolutionConfig, given, run, workers, executor, address) as runner:
        runner.finish(show=show)
    return runner.run


def train(
    task: str | Task,
    *,
    run: Path | str | None = None,
    workers: int | None = None,
    executor: Executor | ExecutorName | None = None,
    address: str | None = None,
    show: Callable[[UpdateProgress], None] = lambda update: None,
    **settings: Any,
) -> Run:
    """Train fixed bodies until a limit is reached, evaluate them, and return the run.

    ``settings`` are those of ``TrainingConfig``, by the names that ``nge train --help`` lists, as
    in ``policy="mlp"``, ``updates=30`` or ``ppo={"num_envs": 4}``. ``body`` is one body or several.
    ``show`` is called with every update. A run that is there already goes on, as with ``evolve``.
    """
    task = _task_name(task)
    given = TrainingConfig.by_group({"task": task, **settings})
    if isinstance(given.get("body"), str | Path | BodyGraph):
        given["body"] = (given["body"],)
    with _runner(TrainingConfig, given, run, workers, executor, address) as runner:
        runner.finish(watch=show)
    return runner.run


def register(found: Any, name: str | None = None) -> str:
    """Make an object known in this process and in its workers by its name, and return that.

    It is a task or a kind of body, which have names, or a method, a policy (its settings), the
    network of one, a mutation operator (a function) or a logger (its class), which need
    one.
    """
    for registry in REGISTRIES:
        if registry.accepts(found):
            return registry.register(found, name)
    wanted = ", ".join(registry.wanted for registry in REGISTRIES)
    shown = found.__name__ if isinstance(found, type) else type(found).__name__
    raise ExtensionError(f"{shown} is none of what can be registered: {wanted}")


def _runner(
    kind: type[EvolutionConfig] | type[TrainingConfig],
    given: Mapping[str, Any],
    run: Path | str | None,
    workers: int | None,
    executor: Executor | ExecutorName | None,
    address: str | None,
) -> Runner:
    """Return what executes the run in a folder, or a new one if there is none."""
    where = {"workers": workers, "address": address}
    if executor is None or isinstance(executor, str):
        execution = Execution.of(where | {"executor": executor or "processes"})
        executor = execution.connected()
    else:
        execution = Execution.of(where)
    folder, trains = None if run is None else Path(run), kind is TrainingConfig
    if folder and (folder / "run.json").is_file():
        made = (_training_in if trains else _evolution_in)(folder, given)
    else:
        command = ["nge.train" if trains else "nge.evolve", given["task"]]
        made = new_run(kind.of(given), folder, execution.local_workers, command)
    return Runner(made, workers, executor)


def _task_name(task: str | Task) -> str:
    return task if isinstance(task, str) else TASKS.register(task)


def new_run(
    config: EvolutionConfig | TrainingConfig,
    folder: Path | None,
    workers: int | None,
    command: Sequence[str],
) -> Run:
    """Make a run, unless it cannot succeed on this machine."""
    plan, keeping = config.plan, config.keeping
    if isinstance(config, EvolutionConfig):
        body = check_evolution(config)
        check_memory(plan_demand(plan, workers), "--population.size")
        folder = folder or free_folder(plan.task, plan.method)
        return Run.create(folder, plan, config.limits, keeping, body, command)
    trainees = check_training(config)
    if max(len(trainee.body) for trainee in trainees) <= SIZES[-1]:  # else the run refuses it
        check_memory(training_demand(config, trainees, workers), "--seeds")
    folder = folder or free_folder(TRAIN, plan.task)
    return Run.create_training(folder, plan, config.limits, trainees, keeping, command)


def check_evolution(config: EvolutionConfig) -> BodyGraph | None:
    """Refuse a search whose reward, body or loggers are wrong; return the body it begins with."""
    world = task_of(config.plan)
    world.check_reward()
    check_installed(config.keeping.log)
    if config.body is None:
        return None
    return world.space(config.space).check(find_body(config.body, world))


def check_training(config: TrainingConfig) -> list[Trainee]:
    """Refuse a training whose reward, bodies or loggers are wrong; return what it trains."""
    world = task_of(config.plan)
    world.check_reward()
    check_installed(config.log)
    trainees = trainees_of(config)
    for name, body in {trainee.name: trainee.body for trainee in trainees}.items():
        if body.kind != world.kind:  # whatever else is wrong with it, the run says
            raise RunError(
                f"body {name!r} does not fit task {world.name!r}: "
                f"the body is made of {body.kind}; give a body of {world.kind}"
            )
    return trainees


def trainees_of(config: TrainingConfig) -> list[Trainee]:
    """Return every body with every seed; without a body, the hand-designed one of the task."""
    world = task_of(config.plan)
    bodies = [(_name(one, row), find_body(one, world)) for row, one in enumerate(config.body)]
    seeds = range(config.seed, config.seed + config.seeds)
    return [
        Trainee(name, body, seed)
        for name, body in bodies or [(config.task, world.hand_designed())]
        for seed in seeds
    ]


def training_demand(
    config: TrainingConfig, trainees: Sequence[Trainee], workers: int | None
) -> Demand:
    """Return the memory that a training run takes."""
    world, groups = task_of(config.plan), (config.net, config.critic, config.ppo)
    parts = max(len(trainee.body) for trainee in trainees)
    return memory_demand(world, world.space(), *groups, len(trainees), parts, workers)


def _name(body: Any, row: int) -> str:
    return f"body-{row}" if isinstance(body, BodyGraph) else Path(body).stem


def _evolution_in(folder: Path, given: Mapping[str, Any]) -> Run:
    """Return the run in a folder, with new limits; refuse it if it has other settings."""
    made = Run.open(folder)
    own = made.plan.model_dump() | {
        "keeping": made.keeping.model_dump(),
        "limits": made.limits.model_dump(),
    }
    if {"preset", "config"} & given.keys():
        known = {name: own[name] for name in ("method", "seed", "keeping")}
        asked = EvolutionConfig.of(over(known, given))
    else:
        asked = EvolutionConfig.checked(above(own, over(net_of(given.get("policy")), given)))
    other = _differences(own, asked.plan.model_dump() | {"keeping": asked.keeping.model_dump()})
    body = made.given if asked.body is None else find_body(asked.body, task_named(asked.task))
    if body != made.given:
        other.append(
            "it begins with another body" if made.given else "it begins with random bodies"
        )
    return _continued(made, other, asked.limits if given.get("limits") else None)


def _training_in(folder: Path, given: Mapping[str, Any]) -> Run:
    """Return the training run in a folder, with new limits; refuse it if it has other settings."""
    made = Run.open(folder)
    groups = made.plan.model_dump(include={"task", "net", "critic", "ppo", "world", "reward"})
    keeping = made.keeping
    own = groups | {"policy": made.policy, "save_every": keeping.save_every, "log": keeping.log}
    known = {"policy": made.policy} if {"preset", "config"} & given.keys() else own
    asked = TrainingConfig.of(over(known, given))
    other = _differences(own, asked.model_dump(include=set(own)))
    trainees = [Trainee(row["name"], made.body(row["id"]), row["seed"]) for row in made.species()]
    if {"body", "seed", "seeds"} & given.keys() and trainees_of(asked) != trainees:
        other.append("it trains other bodies or seeds")
    if not made.plan.trains_only:
        other = ["it evolves bodies"]
    return _continued(made, other, asked.limits if given.get("limits") else None)


def _continued(made: Run, other: Sequence[str], limits: AnyLimits | None) -> Run:
    """Return a run to go on with, under new limits if any; refuse it if it has other settings."""
    if other:
        raise RunError(
            f"{made.folder} holds a run with other settings: {', '.join(other)}; "
            "leave these out to go on with it, or choose another folder"
        )
    made.check_versions()
    return made if limits is None else made.with_limits(limits)


def _differences(own: Mapping[str, Any], asked: Mapping[str, Any], group: str = "") -> list[str]:
    """Return in words which settings of a run are not as asked for."""
    found = []
    for name, value in own.items():
        if name not in asked or asked[name] == value:
            continue
        if isinstance(value, Mapping):
            found += _differences(value, asked[name], f"{group}{name}.")
        else:
            found.append(f"{group}{name} is {value!r}, not {asked[name]!r}")
    return found
