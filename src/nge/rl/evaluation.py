"""Evaluation, apart from training: whole episodes of policies that do not change.

Every species gets the same number of episodes, all from the beginning to their own end, and the
same starts: episode ``i`` of a seed begins with the same noise for everyone. Deterministic episodes
take the mean action; with ``sampled`` actions are drawn as in training. Neither weights nor
normalisers are updated. All of it runs on the CPU, so that a policy scores the same wherever it was
trained.
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
from nge.cpu import jax_settings
from nge.nets.graphs import graphs_of, padded_size
from nge.nets.normaliser import observation_mask
from nge.nets.weights import stacked
from nge.physics.arena import Arena
from nge.physics.simulation import Simulation
from nge.rl import devices
from nge.rl.rollout import act
from nge.rl.train_state import TrainState
from nge.seeding import generator, stream_seed
from nge.tasks.measures import EpisodeMeasures
from nge.tasks.task import Task

EndReason = Literal["diverged", "terminated", "truncated"]
"""Why an episode ended: its physics blew up, the task ended it, or the time was over."""
StepCallback = Callable[[Any], None]
"""Called with the ``Simulation``."""


@dataclass(frozen=True)
class Evaluation:
    """Whole episodes of one species."""

    returns: np.ndarray
    """Sum of rewards of each episode, discounted if that was asked for. [E]"""
    lengths: np.ndarray
    """Control steps. [E]"""
    reasons: tuple[EndReason, ...]
    """Why each ended. E"""
    speeds: np.ndarray
    """Of the torso over ground, along the straight line from start to end, m/s. [E]"""
    measures: Mapping[str, np.ndarray] = field(default_factory=dict)
    """All measures of each by name; see ``EpisodeMeasures``. Each [E]"""

    @property
    def mean(self) -> float:
        """Mean return."""
        return float(self.returns.mean())

    @property
    def episodes(self) -> list[tuple[float, int, EndReason, float]]:
        """Return, length, end and speed of every episode."""
        numbers = self.returns.tolist(), self.lengths.tolist(), self.reasons, self.speeds.tolist()
        return list(zip(*numbers, strict=True))

    @property
    def std(self) -> float:
        """Standard deviation of the return from episode to episode; 0 for a single one."""
        return float(self.returns.std(ddof=1)) if len(self.returns) > 1 else 0.0


def evaluate(
    task: Task,
    space: DesignSpace,
    bodies: Sequence[BodyGraph],
    train_states: Sequence[TrainState],
    episodes: int,
    seed: int = 0,
    sampled: bool = False,
    gamma: float = 1.0,
    steps: int | None = None,
) -> list[Evaluation]:
    """Return the episodes of every species; the same seed gives the same numbers.

    Returns are discounted by ``gamma``. ``steps`` limits the length of episodes.
    """
    by_size: dict[int, list[int]] = {}
    for i, body in enumerate(bodies):
        by_size.setdefault(padded_size(len(body)), []).append(i)
    found: dict[int, Evaluation] = {}
    for alike in by_size.values():
        some = [bodies[i] for i in alike], [train_states[i] for i in alike]
        done = _run_episodes(task, space, *some, episodes, seed, sampled, gamma, steps=steps)
        found |= zip(alike, done, strict=True)
    return [found[i] for i in range(len(bodies))]


def episode_poses(
    task: Task,
    space: DesignSpace,
    body: BodyGraph,
    train_state: TrainState,
    seed: int = 0,
    sampled: bool = False,
) -> tuple[np.ndarray, Evaluation]:
    """Return the body's pose before and after every control step of one episode. [T + 1, Q]"""
    poses: list[np.ndarray] = []

    def on_step(simulation: Simulation) -> None:
        poses.append(simulation.pose(0, 0))

    done = run_episode(task, space, body, train_state, on_step, seed, sampled)
    return np.array(poses), done


def episode_arena(task: Task, body: BodyGraph, seed: int = 0) -> Arena:
    """Return the world of the episode that ``run_episode`` runs, with its terrain."""
    start = task.reset(task.compile(body), np.random.default_rng(_start_seed(seed, 0)))
    return task.arena.on(start.terrain)


def run_episode(
    task: Task,
    space: DesignSpace,
    body: BodyGraph,
    train_state: TrainState,
    on_step: StepCallback,
    seed: int = 0,
    sampled: bool = False,
) -> Evaluation:
    """Run one episode; call ``on_step`` before the first and after every control step."""
    [done] = _run_episodes(task, space, [body], [train_state], 1, seed, sampled, 1.0, on_step)
    return done


@jax_settings()
def _run_episodes(
    task: Task,
    space: DesignSpace,
    bodies: Sequence[BodyGraph],
    train_states: Sequence[TrainState],
    episodes: int,
    seed: int,
    sampled: bool,
    gamma: float,
    on_step: StepCallback = lambda simulation: None,
    steps: int | None = None,
) -> list[Evaluation]:
    """Run species of one padded size together, every episode in an environment of its own."""
    size = padded_size(len(bodies[0]))
    shape = (len(bodies), episodes)
    max_steps = min(steps or task.episode_steps, task.episode_steps)
    simulation = task.simulate(
        [task.compile(body) for body in bodies], episodes, threads=devices.CORES, parts=size
    )
    graphs = graphs_of(bodies, space, size)
    columns = len(task.torso_columns), len(task.limb_columns)
    obs_mask = jnp.stack([observation_mask(mask, *columns) for mask in graphs.mask])
    train_state = stacked(jax.tree.map(np.asarray, list(train_states)))  # from any device
    leaves, tree = jax.tree.flatten((train_state.agent.policy, train_state.normaliser, graphs))
    state_width = train_states[0].agent.policy.state_width
    policy_state = jnp.zeros((len(bodies), size, episodes, state_width))
    noise = _noise(max_steps, size, episodes, space.kind.joints, seed, sampled)
    episode_start = np.zeros(shape, np.float32)  # the recurrent state is 0 already

    starts = np.array([_start_seed(seed, episode) for episode in range(episodes)])
    sim_state = simulation.reset(starts)
    measures = EpisodeMeasures(simulation)
    measures.begin(sim_state, np.ones(shape, bool))
    returns, lengths = np.zeros(shape), np.zeros(shape, np.int64)
    reasons = np.full(shape, "", object)
    on_step(simulation)
    for step in range(max_steps):
        obs = task.observe(sim_state).transpose(0, 2, 1, 3)
        step_noise = np.broadcast_to(noise[step], (len(bodies), *noise[step].shape))
        out, policy_state = act(
            leaves, tree, obs_mask, policy_state, obs, episode_start, step_noise
        )
        actions = np.asarray(out)[:, 0].transpose(0, 2, 1, 3)
        sim_state = simulation.step(actions)
        outcome = task.step_reward(sim_state, actions)
        running = reasons == ""
        returns += np.where(running, gamma**step * outcome.reward, 0.0)
        lengths += running
        measures.add_step(sim_state, outcome, running)
        ended = running & outcome.terminated
        reasons[ended] = np.where(sim_state.diverged[ended] > 0, "diverged", "terminated")
        on_step(simulation)
        if (reasons != "").all():
            break
        if ended.any():  # steps after the end do not count, but must not diverge
            sim_state = simulation.reset(starts, reasons != "")
    reasons[reasons == ""] = "truncated"
    found = []
    for i in range(len(bodies)):
        each = [measures.of(i, e, int(length)) for e, length in enumerate(lengths[i])]
        named = {name: np.array([one[name] for one in each]) for name in each[0]}
        found.append(Evaluation(returns[i], lengths[i], tuple(reasons[i]), named["speed"], named))
    return found


def _start_seed(seed: int, episode: int) -> int:
    """Return the seed of the start of an episode."""
    return stream_seed(seed, "evaluation", episode)


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
