"""Evaluation, apart from training: whole episodes of learners that stay as they are.

Every species gets the same number of episodes, all from the beginning to their own end, and the
same starts: episode ``i`` of a seed begins with the same noise for everyone. Deterministic episodes
take the mean action; sampled ones draw actions as in training. Nothing is learned, and what the
normaliser has seen stays what it was. All of it happens on the CPU, so that a learner scores the
same wherever it learned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.control import devices
from nge.control.agent import Learner
from nge.control.rollout import act
from nge.machine import jax_settings
from nge.nets.graphs import graph_of, padded_size, stack
from nge.nets.normaliser import column_owners
from nge.nets.policies import blank_state
from nge.nets.weights import stacked
from nge.physics.cpu import CpuSimulation
from nge.randomness import generator, stream_seed
from nge.tasks.task import Task

Reason = Literal["diverged", "terminated", "truncated"]
"""Why an episode ended: its physics blew up, the task ended it, or the time was over."""
Watch = Callable[[CpuSimulation], None]


@dataclass(frozen=True)
class Evaluation:
    """Whole episodes of one species."""

    totals: np.ndarray
    """Sum of rewards. [E]"""
    lengths: np.ndarray
    """Control steps. [E]"""
    reasons: tuple[Reason, ...]
    """Why each ended. E"""
    speeds: np.ndarray
    """Of the torso over ground, along the straight line from start to end, m/s. [E]"""

    @property
    def mean(self) -> float:
        """Mean return."""
        return float(self.totals.mean())

    @property
    def episodes(self) -> list[tuple[float, int, Reason, float]]:
        """Return, length, end and speed of every episode."""
        numbers = self.totals.tolist(), self.lengths.tolist(), self.reasons, self.speeds.tolist()
        return list(zip(*numbers, strict=True))

    @property
    def spread(self) -> float:
        """Standard deviation of the return from episode to episode; 0 for a single one."""
        return float(self.totals.std(ddof=1)) if len(self.totals) > 1 else 0.0


def evaluate(
    task: Task,
    space: DesignSpace,
    bodies: Sequence[BodyGraph],
    learners: Sequence[Learner],
    episodes: int,
    seed: int = 0,
    sampled: bool = False,
    discount: float = 1.0,
    steps: int | None = None,
) -> list[Evaluation]:
    """Return what every species does in its episodes; the same seed gives the same numbers.

    Rewards count the less the later they come if there is a ``discount`` below 1. ``steps``
    cuts episodes short.
    """
    by_size: dict[int, list[int]] = {}
    for row, body in enumerate(bodies):
        by_size.setdefault(padded_size(len(body)), []).append(row)
    found: dict[int, Evaluation] = {}
    for rows in by_size.values():
        some = [bodies[row] for row in rows], [learners[row] for row in rows]
        done = _perform(task, space, *some, episodes, seed, sampled, discount, steps=steps)
        found |= dict(zip(rows, done, strict=True))
    return [found[row] for row in range(len(bodies))]


def episode_poses(
    task: Task,
    space: DesignSpace,
    body: BodyGraph,
    learner: Learner,
    seed: int = 0,
    sampled: bool = False,
) -> tuple[np.ndarray, Evaluation]:
    """Return the body's pose before and after every control step of one episode. [T + 1, Q]"""
    poses: list[np.ndarray] = []

    def watch(simulation: CpuSimulation) -> None:
        poses.append(simulation.state(0, 0).qpos.copy())

    done = watched_episode(task, space, body, learner, watch, seed, sampled)
    return np.array(poses), done


def watched_episode(
    task: Task,
    space: DesignSpace,
    body: BodyGraph,
    learner: Learner,
    watch: Watch,
    seed: int = 0,
    sampled: bool = False,
) -> Evaluation:
    """Return one episode; ``watch`` sees the simulation before and after every control step."""
    [done] = _perform(task, space, [body], [learner], 1, seed, sampled, 1.0, watch)
    return done


@jax_settings()
def _perform(
    task: Task,
    space: DesignSpace,
    bodies: Sequence[BodyGraph],
    learners: Sequence[Learner],
    episodes: int,
    seed: int,
    sampled: bool,
    discount: float,
    watch: Watch = lambda simulation: None,
    steps: int | None = None,
) -> list[Evaluation]:
    """Let species of one padded size perform together, every episode in a copy of its own."""
    size = padded_size(len(bodies[0]))
    shape = (len(bodies), episodes)
    most = min(steps or task.episode_steps, task.episode_steps)
    simulation = CpuSimulation(
        [task.compile(body) for body in bodies], episodes, devices.CORES, parts=size
    )
    graphs = stack([graph_of(body, space) for body in bodies])
    columns = len(task.torso_columns), len(task.limb_columns)
    owners = jnp.stack([column_owners(mask, *columns) for mask in graphs.mask])
    learner = stacked(jax.tree.map(np.asarray, list(learners)))  # from wherever they live
    leaves, tree = jax.tree.flatten((learner.agent.policy, learner.normaliser, graphs))
    memory = blank_state(learners[0].agent.policy, size, episodes)
    state = jnp.zeros((len(bodies), *memory.shape))
    noise = _noise(most, size, episodes, space.kind.joints, seed, sampled)
    fresh = np.zeros(shape, np.float32)  # the memory is blank to begin with

    starts = np.array([stream_seed(seed, "evaluation", episode) for episode in range(episodes)])
    readings = simulation.reset(starts)
    began = readings.centre[:, :, 0, :2].copy()
    totals, lengths = np.zeros(shape), np.zeros(shape, np.int64)
    reasons = np.full(shape, "", object)
    covered = np.zeros(shape)
    watch(simulation)
    for step in range(most):
        seen = task.observe(readings).transpose(0, 2, 1, 3)
        drawn = np.broadcast_to(noise[step], (len(bodies), *noise[step].shape))
        out, state = act(leaves, tree, owners, state, seen, fresh, drawn)
        actions = np.asarray(out)[:, 0].transpose(0, 2, 1, 3)
        readings = simulation.step(actions)
        verdict = task.judge(readings, actions)
        going = reasons == ""
        totals += np.where(going, discount**step * verdict.reward, 0.0)
        lengths += going
        covered = np.where(
            going & (readings.diverged == 0),  # a copy that blew up stands nowhere
            np.linalg.norm(readings.centre[:, :, 0, :2] - began, axis=-1),
            covered,
        )
        over = going & verdict.terminated
        reasons[over] = np.where(readings.diverged[over] > 0, "diverged", "terminated")
        watch(simulation)
        if (reasons != "").all():
            break
        if over.any():  # what goes on after its end does not count, but must not blow up
            readings = simulation.reset(starts, reasons != "")
    reasons[reasons == ""] = "truncated"
    return [
        Evaluation(
            totals[i],
            lengths[i],
            tuple(reasons[i]),
            covered[i] / (lengths[i] * task.arena.control_step),
        )
        for i in range(len(bodies))
    ]


def _noise(
    steps: int, parts: int, episodes: int, joints: int, seed: int, sampled: bool
) -> np.ndarray:
    """Return the noise on every action, 0 for mean actions; each episode has its own stream.

    [T, N, E, J]
    """
    noise = np.zeros((steps, parts, episodes, joints), np.float32)
    for episode in range(episodes if sampled else 0):
        stream = generator(seed, "evaluation noise", episode)
        noise[:, :, episode] = stream.standard_normal((steps, parts, joints), np.float32)
    return noise
