"""Living: copies of bodies move under their policies, and what happens is written down.

A ``Squad`` is a handful of species padded to the same size. Its state (episodes under way, the
policies' memory) lasts from one update to the next: copies are staggered over the episode and
are reset only when their own episode ends.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from nge.control.agent import Learner
from nge.control.ppo import Experience
from nge.control.ppo_settings import PpoSettings
from nge.nets.graphs import Graph
from nge.physics.compile import CompiledBody
from nge.randomness import stream_seed
from nge.tasks.measures import EpisodeMeasures
from nge.tasks.task import Task

KEPT = {
    "episode": "_episode",
    "length": "_length",
    "total": "_total",
    "whole": "_whole",
    "seen": "_seen",
    "fresh": "_fresh",
    "earned": "earned",
}
"""What episodes under way consist of besides physics and measures: names, and attributes."""
PHYSICS = "physics."
"""What names of physical state in a checkpoint begin with."""


@dataclass(frozen=True)
class Episode:
    """A whole episode that ended during an update."""

    species: int
    length: int
    total: float
    """Sum of rewards."""
    diverged: bool
    net: float
    """Distance of the torso from where it began, over ground, m."""
    path: float
    """Length of the way the torso took, over ground, m."""
    lowest: float
    """Height of the lowest point of any solid at the end of any control step, m."""
    measures: Mapping[str, float] = field(default_factory=dict)
    """All that was measured of it, by name; see ``EpisodeMeasures``."""


class Squad:
    """Some species of one padded size, living together."""

    def __init__(
        self,
        task: Task,
        bodies: Sequence[CompiledBody],
        size: int,
        ids: Sequence[int],
        seed: int,
        settings: PpoSettings,
        threads: int = 1,
        stagger: bool = True,
    ) -> None:
        """Start the first episode of every copy, ``ids`` naming the species' random streams."""
        self.task, self.settings, self.ids, self.seed = task, settings, tuple(ids), seed
        self.simulation = task.simulate(bodies, settings.num_envs, threads=threads, parts=size)
        shape = (len(bodies), settings.num_envs)
        self._episode = np.zeros(shape, np.int64)
        self._length = np.zeros(shape, np.int64)
        self._total = np.zeros(shape)
        self._whole = np.ones(shape, bool)
        if stagger and settings.num_envs > 1:
            late = np.arange(settings.num_envs) * task.episode_steps // settings.num_envs
            self._length += late
            self._whole &= late == 0  # an episode that began late says little of its return
        self._measures = EpisodeMeasures(self.simulation)
        self._seen = self._reset(np.ones(shape, bool))
        self._fresh = np.ones(shape, np.float32)
        self.earned = np.zeros(shape, np.float32)
        self.acting = 0.0  # seconds that policies took to choose actions, so far

    def live(
        self,
        learners: Learner,
        graphs: Graph,
        owners: Array,
        state: Array,
        noise: np.ndarray,
    ) -> tuple[list[Experience], Array, list[Episode]]:
        """Let all copies move for as many steps as there is noise; return what happened by species.

        noise [P, T, N, E, J]; state [P, N, E, H]
        """
        count, steps, parts, copies, joints = noise.shape
        columns = self._seen.shape[-1]
        seen = np.empty((count, steps, parts, copies, columns), np.float32)
        then = np.empty_like(seen)
        acted = np.empty((count, 3, steps, parts, copies, joints), np.float32)
        flags = np.zeros((4, count, steps, copies), np.float32)
        reward, terminated, ended, fresh = flags
        stride = self.settings.segment if state.shape[-1] else steps
        memory = np.empty((count, -(-steps // stride), *state.shape[1:]), np.float32)
        leaves, shape = jax.tree.flatten((learners.agent.policy, learners.normaliser, graphs))
        episodes: list[Episode] = []
        for t in range(steps):
            if t % stride == 0:
                memory[:, t // stride] = np.asarray(state)
            seen[:, t] = self._seen
            fresh[:, t] = self._fresh
            asked = time.perf_counter()
            out, state = act(
                leaves,
                shape,
                owners,
                state,
                self._seen,
                self._fresh,
                noise[:, t],
            )
            acted[:, :, t] = np.asarray(out)
            self.acting += time.perf_counter() - asked
            actions = acted[:, 0, t].transpose(0, 2, 1, 3)
            readings = self.simulation.step(actions)
            verdict = self.task.judge(readings, actions)
            then[:, t] = self.task.observe(readings).transpose(0, 2, 1, 3)
            reward[:, t], terminated[:, t] = verdict.reward, verdict.terminated
            self._length += 1
            self._total += verdict.reward
            self._measures.follow(readings, verdict)
            over = verdict.terminated | (self._length >= self.task.episode_steps)
            ended[:, t] = over
            self._fresh = over.astype(np.float32)
            if over.any():
                episodes += self._finished(over, readings.diverged)
                self._seen = self._reset(over)
            else:
                self._seen = then[:, t]
        lived = [
            Experience(
                seen[i],
                then[i],
                acted[i, 0],
                acted[i, 1],
                acted[i, 2],
                memory[i],
                reward[i],
                terminated[i],
                ended[i],
                fresh[i],
                self.earned[i],
            )
            for i in range(count)
        ]
        return lived, state, episodes

    def underway(self) -> list[dict[str, np.ndarray]]:
        """Return the episodes under way of every species as named arrays; see ``go_on``."""
        kept = {name: getattr(self, attribute) for name, attribute in KEPT.items()}
        kept |= self._measures.kept()
        return [
            {PHYSICS + name: rows for name, rows in physics.items()}
            | {name: rows[i].copy() for name, rows in kept.items()}
            for i, physics in enumerate(self.simulation.snapshot())
        ]

    def go_on(self, underway: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Take up episodes where ``underway`` left them, bit for bit."""
        self.simulation.restore(
            [
                {name.removeprefix(PHYSICS): rows for name, rows in species.items()}
                for species in underway
            ]
        )
        kept = {name: np.stack([species[name] for species in underway]) for name in underway[0]}
        for name, attribute in KEPT.items():
            setattr(self, attribute, kept[name])
        self._measures.go_on(kept)

    def _finished(self, over: np.ndarray, diverged: np.ndarray) -> list[Episode]:
        found = []
        for body, copy in np.argwhere(over & self._whole):
            length, total = int(self._length[body, copy]), float(self._total[body, copy])
            measures = self._measures.of(body, copy, length)
            found.append(
                Episode(
                    int(body),
                    length,
                    total,
                    bool(diverged[body, copy]),
                    measures["distance"],
                    measures["path"],
                    measures["lowest"],
                    measures,
                )
            )
        return found

    def _reset(self, where: np.ndarray) -> np.ndarray:
        """Start new episodes where marked and return what all copies see. [P, N, E, D]"""
        seeds = np.zeros(where.shape, np.int64)
        for body, copy in np.argwhere(where):
            self._episode[body, copy] += 1
            index = (self.ids[body], copy, self._episode[body, copy])
            seeds[body, copy] = stream_seed(self.seed, "episode", *index)
        started = self._episode > 1
        self._length[where & started] = 0
        self._total[where] = 0.0
        self._whole[where & started] = True
        readings = self.simulation.reset(seeds, where)
        self._measures.begin(readings, where)
        return self.task.observe(readings).transpose(0, 2, 1, 3).copy()


@partial(jax.jit, static_argnames="shape")
def act(
    leaves: list[Array],
    shape: jax.tree_util.PyTreeDef,
    owners: Array,
    state: Array,
    seen: Array,
    fresh: Array,
    noise: Array,
) -> tuple[Array, Array]:
    """Return action, mean and log standard deviation of all species, and their next memory.

    Policies, normalisers and graphs come as leaves of a tree, because taking a tree apart at every
    control step costs more than many a step. They act one after the other, so that none depends on
    how many there are.
    seen [P, N, E, D], noise [P, N, E, J] -> [P, 3, N, E, J]
    """
    policies, normalisers, graphs = jax.tree.unflatten(shape, leaves)

    def one(species: tuple) -> tuple[Array, Array]:
        policy, normaliser, graph, owners, state, seen, fresh, noise = species
        state = state * (1.0 - fresh)[None, :, None]
        state, mean, log_std = policy.act(graph, state, normaliser(seen, owners))
        action = mean + jnp.exp(log_std) * noise
        return jnp.stack([action, mean, log_std]), state

    species = (policies, normalisers, graphs, owners, state, seen, fresh, noise)
    return jax.lax.map(one, species)
