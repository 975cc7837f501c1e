"""Evaluation, apart from training: whole episodes of learners that stay as they are.

Every species gets the same number of episodes, all from the beginning to their own end, and the
same starts: episode ``i`` of a seed begins with the same noise for everyone. Deterministic episodes
take the mean action; sampled ones draw actions as in training. Nothing is learned, and what the
normaliser has seen stays what it was. All of it happens on the CPU, so that a learner scores the
same wherever it learned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

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
from nge.physics.simulation import Simulation
from nge.randomness import generator, stream_seed
from nge.tasks.measures import EpisodeMeasures
from nge.tasks.task import Task

Reason = Literal["diverged", "terminated", "truncated"]
"""Why an episode ended: its physics blew up, the task ended it, or the time was over."""
Watch = Callable[[Any], None]
"""Sees the ``Simulation``; whoever knows its engine may do more with it."""


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
    measures: Mapping[str, np.ndarray] = field(default_factory=dict)
    """All that was measured of each, by name; see ``EpisodeMeasures``. Each [E]"""

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

    def watch(simulation: Simulation) -> None:
        poses.append(simulation.pose(0, 0))

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
    simulation = task.simulate(
        [task.compile(body) for body in bodies], episodes, threads=devices.CORES, parts=size
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
    measures = EpisodeMeasures(simulation)
    measures.begin(readings, np.ones(shape, bool))
    totals, lengths = np.zeros(shape), np.zeros(shape, np.int64)
    reasons = np.full(shape, "", object)
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
        measures.follow(readings, verdict, going)
        over = going & verdict.terminated
        reasons[over] = np.where(readings.diverged[over] > 0, "diverged", "terminated")
        watch(simulation)
        if (reasons != "").all():
            break
        if over.any():  # what goes on after its end does not count, but must not blow up
            readings = simulation.reset(starts, reasons != "")
    reasons[reasons == ""] = "truncated"
    found = []
    for i in range(len(bodies)):
        each = [measures.of(i, e, int(length)) for e, length in enumerate(lengths[i])]
        named = {name: np.array([one[name] for one in each]) for name in each[0]}
        found.append(Evaluation(totals[i], lengths[i], tuple(reasons[i]), named["speed"], named))
    return found


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
