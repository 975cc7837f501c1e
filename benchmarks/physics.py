"""How fast bodies are simulated, built, reset and mutated: ``python -m benchmarks.physics``.

Speed is a ratio to a baseline of the same run, because machines are noisy: a bare loop of
``mj_step`` over the same models on one thread, that neither commands motors per part nor reads
anything. Rounds of all variants alternate, and the median round counts.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from statistics import median

import mujoco
import numpy as np

from nge.body.mutate import mutate
from nge.body.space import SpaceSettings
from nge.physics.compile import CompiledBody
from nge.physics.cpu_engine import CpuSimulation
from nge.tasks.registry import OURS
from nge.tasks.task import Task

BODIES, COPIES = 64, 4
SETTLE = 50  # control steps before the clock starts: walkers are on the ground by then


def main() -> None:
    """Print a table for every task that is asked for."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--steps", type=int, default=20, help="control steps per round")
    options.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    options.add_argument("--tasks", nargs="+", default=["fish", "walker"], choices=list(OURS))
    options.add_argument(
        "--processor-time",
        action="store_true",
        help="count processor time of this process, for a busy machine; take one thread",
    )
    options.add_argument("--only-stepping", action="store_true", help="time nothing else")
    given = options.parse_args()
    clock = time.process_time if given.processor_time else time.perf_counter
    print(f"MuJoCo {mujoco.__version__}, Python {platform.python_version()}, {platform.machine()}")
    print(f"{BODIES} different bodies x {COPIES} copies")
    for name in given.tasks:
        _stepping(OURS[name], given.rounds, given.steps, given.threads, clock)
    for name in [] if given.only_stepping else given.tasks:
        _building(OURS[name], given.rounds)


def _stepping(
    task: Task, rounds: int, steps: int, threads: list[int], clock: Callable[[], float]
) -> None:
    space = task.space()
    bodies = [
        task.compile(space.random_body(np.random.default_rng(seed))) for seed in range(BODIES)
    ]
    variants = {"bare mj_step, 1 thread": _bare_loop(bodies, steps)}
    for count in threads:
        variants[f"nge, {count} thread{'s' if count > 1 else ''}"] = _engine(bodies, steps, count)
    seconds: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name, run in variants.items():
            began = clock()
            run()
            seconds[name].append(clock() - began)
    baseline = seconds["bare mj_step, 1 thread"]
    print(f"\n{task.name:<24} {'control steps/s':>16} {'ratio to bare':>14}")
    for name, taken in seconds.items():
        speed = steps * BODIES * COPIES / median(taken)
        ratio = median(base / own for base, own in zip(baseline, taken, strict=True))
        print(f"  {name:<22} {speed:>16,.0f} {ratio:>14.2f}")


def _bare_loop(bodies: list[CompiledBody], steps: int) -> Callable[[], None]:
    """Return a loop that only steps; constant random commands keep the bodies moving."""
    rng, substeps = np.random.default_rng(0), bodies[0].arena.substeps
    pairs = []
    for index in range(BODIES * COPIES):
        compiled = bodies[index // COPIES]
        model, data = started_episode(compiled, index)
        data.ctrl[:] = rng.uniform(-1, 1, model.nu)
        mujoco.mj_step(model, data, nstep=substeps * SETTLE)
        pairs.append((model, data))

    def run() -> None:
        for _ in range(steps):
            for model, data in pairs:
                mujoco.mj_step(model, data, nstep=substeps)

    return run


def started_episode(compiled: CompiledBody, seed: int) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Return model and data of the episode with this seed at its start."""
    start = compiled.start_rule(compiled, np.random.default_rng(seed))
    model = compiled.model_on(start.terrain)
    data = mujoco.MjData(model)
    data.qpos[:] = start.qpos
    if start.qvel is not None:
        data.qvel[:] = start.qvel
    mujoco.mj_forward(model, data)
    return model, data


def _engine(bodies: list[CompiledBody], steps: int, threads: int) -> Callable[[], None]:
    """Return a loop that commands every motor and reads everything."""
    simulation = CpuSimulation(bodies, COPIES, threads=threads)
    simulation.reset(np.arange(BODIES * COPIES).reshape(BODIES, COPIES))
    shape = (BODIES, COPIES, simulation.mask.shape[1], bodies[0].motors.shape[1])
    actions = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
    for _ in range(SETTLE):
        simulation.step(actions)

    def run() -> None:
        for _ in range(steps):
            simulation.step(actions)

    return run


def _building(task: Task, rounds: int) -> None:
    """Time what happens once per body or episode, for bodies of 8 parts."""
    space = task.space(SpaceSettings(fewest_random_parts=8, most_random_parts=8))
    rng = np.random.default_rng(0)
    graphs = [space.random_body(rng) for _ in range(BODIES)]
    compiled = [task.compile(graph) for graph in graphs]
    simulation = CpuSimulation(compiled, num_envs=1, threads=1)
    seeds = np.arange(BODIES)[:, None]
    jobs: dict[str, Callable[[], object]] = {
        "mutate": lambda: [mutate(graph, space, rng) for graph in graphs],
        "build (compile)": lambda: [task.compile(graph) for graph in graphs],
        "make room for a copy": lambda: CpuSimulation(compiled, num_envs=1, threads=1),
        "reset": lambda: simulation.reset(seeds),
    }
    print(f"\n{task.name}, 8 parts{'':<13} {'microseconds per body':>22}")
    for name, job in jobs.items():
        taken = []
        for _ in range(rounds):
            began = time.perf_counter()
            job()
            taken.append(time.perf_counter() - began)
        print(f"  {name:<22} {1e6 * median(taken) / BODIES:>22,.0f}")


if __name__ == "__main__":
    main()
