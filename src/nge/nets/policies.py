"""Policies that act on any body: NerveNet, NerveNet++, BodyShare, a transformer, and a flat MLP.

One definition, many settings: a named policy is a row of ``net_settings.POLICIES``. Arrays have the
parts axis first, ``[N, B, ...]`` for a batch of ``B`` states, so that messages are one product with
the adjacency matrix. All weights have the same shapes for every body of a task.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from nge.nets.graphs import SLOTS, Graph
from nge.nets.layers import Attention, Dense, Gru, SlotIn, SlotOut, chosen, product
from nge.nets.net_settings import NETWORK_REGISTRY, PolicySettings

LOG_STD_RANGE = (-4.0, 1.0)
ROLES = 2  # torso and limb
FAR = 6  # joints between two parts; those further apart are related like these
RELATIONS = 3 * (FAR + 1)
SMALL = 0.01  # gain of the last layers: a new policy hardly moves on its own


class Summary(eqx.Module):
    """Two layers that read all parts at once."""

    by_identity: bool = eqx.field(static=True)
    read: SlotIn
    digest: Dense

    def __init__(self, key: Array, by_identity: bool, observed: int, width: int) -> None:
        """Draw a new summary."""
        first, second = jax.random.split(key)
        self.by_identity = by_identity
        self.read = SlotIn(first, SLOTS if by_identity else ROLES, observed, width)
        self.digest = Dense(second, width, width)

    def __call__(self, graph: Graph, obs: Array) -> Array:
        """Return one vector per state. [N, B, D] -> [B, H]"""
        return jnp.tanh(self.digest(jnp.tanh(self.read(obs, self.places(graph)))))

    def places(self, graph: Graph) -> Array:
        """Return which weights a part uses: its own, or its role's. [N]"""
        return graph.slots if self.by_identity else graph.limbs.astype(jnp.int32)


class FlatPolicy(eqx.Module):
    """A three-layer perceptron on everything that is seen of a body."""

    settings: PolicySettings = eqx.field(static=True)
    summary: Summary
    mean: SlotOut
    log_std: Array
    """[slots, J]"""

    def __init__(
        self, key: Array, settings: PolicySettings, observed: int, described: int, joints: int
    ) -> None:
        """Draw a new policy; attributes of a body that never changes tell it nothing."""
        self.settings = settings
        self.summary = Summary(key, True, observed, settings.hidden)
        self.mean = SlotOut(SLOTS, settings.hidden, joints)
        self.log_std = jnp.full((SLOTS, joints), math.log(settings.initial_std))

    @property
    def state_width(self) -> int:
        """It remembers nothing."""
        return 0

    def act(self, graph: Graph, state: Array, obs: Array) -> tuple[Array, Array, Array]:
        """Return the state as it was, and each motor's mean and log standard deviation."""
        mean = self.mean(self.summary(graph, obs), graph.slots)
        log_std = jnp.broadcast_to(chosen(self.log_std, graph.slots)[:, None], mean.shape)
        return state, mean, jnp.clip(log_std, *LOG_STD_RANGE)

    def unroll(
        self, graph: Graph, state: Array, obs: Array, episode_start: Array
    ) -> tuple[Array, Array]:
        """Return means and log standard deviations over time."""
        _, mean, log_std = self.act(graph, state, _all_at_once(obs))
        return _over_time(mean, len(obs)), _over_time(log_std, len(obs))


class GraphPolicy(eqx.Module):
    """Every part thinks with the same weights and talks to its neighbours."""

    settings: PolicySettings = eqx.field(static=True)
    observe: Dense
    describe: Dense
    message: Dense | None
    update: Gru | None
    summary: Summary | None
    depth: Array | None
    """What is added to a part so many joints below the torso. [FAR + 1, H]"""
    attention: tuple[Attention, ...]
    digest: Dense
    mean: Dense
    mean_from_summary: SlotOut | None
    noise: Dense | Array
    """Log standard deviation from the hidden state, or one free value per joint. [J]"""

    def __init__(
        self, key: Array, settings: PolicySettings, observed: int, described: int, joints: int
    ) -> None:
        """Draw a new policy for ``observed`` columns and ``described`` encoded attributes."""
        keys = iter(jax.random.split(key, 8))
        has, width = settings, settings.hidden
        self.settings = settings
        self.observe = Dense(next(keys), observed, width - width // 2)
        self.describe = Dense(next(keys), described, width // 2)
        talks = has.messages and has.propagations > 0
        self.message = Dense(next(keys), width, width) if talks else None
        inputs = 2 * width if talks else width
        self.update = Gru(next(keys), inputs, width) if has.propagations else None
        self.summary, self.mean_from_summary = None, None
        if has.context != "none":
            by_identity = has.context == "identity"
            self.summary = Summary(next(keys), by_identity, observed, width)
            self.mean_from_summary = SlotOut(SLOTS if by_identity else ROLES, width, joints)
        blocks = jax.random.split(jax.random.fold_in(key, 0), has.attention)
        self.attention = tuple(Attention(k, width, has.heads, RELATIONS) for k in blocks)
        self.depth = jnp.zeros((FAR + 1, width)) if has.attention else None
        read = width * (1 + has.skip + (self.summary is not None))
        self.digest = Dense(next(keys), read, width)
        self.mean = Dense(next(keys), width, joints, SMALL)
        free = has.std == "free"
        self.noise = jnp.zeros(joints) if free else Dense(next(keys), width, joints, SMALL)

    @property
    def state_width(self) -> int:
        """Numbers a part carries from one control step to the next."""
        return self.settings.hidden if self.settings.memory else 0

    def act(self, graph: Graph, state: Array, obs: Array) -> tuple[Array, Array, Array]:
        """Return the next state and each motor's mean and log standard deviation.

        obs [N, B, D], state [N, B, state] -> state, mean [N, B, J], log_std [N, B, J]
        """
        features = self._features(graph, obs)
        hidden = self._propagate(graph, state, features, self._gates(features))
        mean, log_std = self._read(graph, hidden, features, obs)
        return (hidden if self.state_width else state), mean, log_std

    def unroll(
        self, graph: Graph, state: Array, obs: Array, episode_start: Array
    ) -> tuple[Array, Array]:
        """Return means and log standard deviations over time, from the state before step 0.

        ``episode_start`` marks first steps: their state starts blank. Only the hidden
        state is carried through time; what inputs contribute is computed for all steps at once.
        obs [T, N, B, D], episode_start [T, B] -> mean [T, N, B, J], log_std [T, N, B, J]
        """
        steps, flat = len(obs), _all_at_once(obs)
        features = self._features(graph, flat)
        gates = self._gates(features)
        if self.state_width:

            def step(state: Array, now: tuple[Array, Array, Array]) -> tuple[Array, Array]:
                features, gates, keep = now
                state = self._propagate(graph, state * keep[None, :, None], features, gates)
                return state, state

            timed = (_over_time(features, steps), _over_time(gates, steps), 1.0 - episode_start)
            hidden = _all_at_once(jax.lax.scan(step, state, timed)[1])
        else:
            hidden = self._propagate(graph, state, features, gates)
        mean, log_std = self._read(graph, hidden, features, flat)
        return _over_time(mean, steps), _over_time(log_std, steps)

    def _features(self, graph: Graph, obs: Array) -> Array:
        """Return the paper's x: embedded observations and embedded attributes side by side."""
        described = jnp.tanh(self.describe(graph.attributes))[:, None]
        described = jnp.broadcast_to(described, (*obs.shape[:2], described.shape[-1]))
        features = jnp.concatenate([jnp.tanh(self.observe(obs)), described], axis=-1)
        return features * graph.mask[:, None, None]

    def _gates(self, features: Array) -> Array:
        """Return what the input features contribute to the gates of the update."""
        if self.update is None:
            return features
        layer = self.update.from_input
        return product(features, layer.weight[-features.shape[-1] :]) + layer.bias

    def _propagate(self, graph: Graph, state: Array, features: Array, gates: Array) -> Array:
        """Return the hidden state after the rounds of messages of one control step."""
        hidden = state if self.state_width else features
        if self.update is None:
            return hidden
        for _ in range(self.settings.propagations):
            heard = gates
            if self.message is not None:
                source = hidden if self.settings.message_from == "hidden" else features
                told = self._gather(graph, jnp.tanh(self.message(source)))
                heard = gates + product(told, self.update.from_input.weight[: told.shape[-1]])
            hidden = self.update(hidden, heard) * graph.mask[:, None, None]
        return hidden

    def _gather(self, graph: Graph, messages: Array) -> Array:
        """Sum, or average, what every part's neighbours say."""
        weights = graph.adjacency
        if self.settings.aggregation == "mean":
            weights = weights / jnp.maximum(weights.sum(-1, keepdims=True), 1.0)
        return (weights @ messages.reshape(len(messages), -1)).reshape(messages.shape)

    def _attend(self, graph: Graph, hidden: Array) -> Array:
        """Return the hidden state after the layers of attention."""
        if self.depth is None:
            return hidden
        depth, related = relations(graph)
        hidden = hidden + chosen(self.depth, depth)[:, None]
        for layer in self.attention:
            hidden = layer(hidden, related, graph.mask)
        return hidden

    def _read(
        self, graph: Graph, hidden: Array, features: Array, obs: Array
    ) -> tuple[Array, Array]:
        """Return mean and log standard deviation of every motor."""
        hidden = self._attend(graph, hidden)
        read = [hidden, features] if self.settings.skip else [hidden]
        direct: Array | float = 0.0
        if self.summary is not None and self.mean_from_summary is not None:
            summary = self.summary(graph, obs)
            read.append(jnp.broadcast_to(summary, (len(obs), *summary.shape)))
            direct = self.mean_from_summary(summary, self.summary.places(graph))
        digest = jnp.tanh(self.digest(jnp.concatenate(read, axis=-1)))
        mean = self.mean(digest) + direct
        noise = self.noise(digest) if isinstance(self.noise, Dense) else self.noise
        log_std = jnp.broadcast_to(noise + math.log(self.settings.initial_std), mean.shape)
        return mean, jnp.clip(log_std, *LOG_STD_RANGE)


def relations(graph: Graph) -> tuple[Array, Array]:
    """Return depths, and how every part is related to every other. [N], [N, N]

    A relation is the number of joints on the way from one to the other, and which of them is nearer
    to the torso.
    """
    within = jnp.eye(len(graph.mask))
    distance = jnp.zeros_like(within)
    for _ in range(FAR):
        distance = distance + (1.0 - within)
        within = jnp.minimum(within + within @ graph.adjacency, 1.0)
    depth = distance @ (graph.mask - graph.limbs)
    nearer = jnp.sign(depth[:, None] - depth) + 1.0
    return depth.astype(jnp.int32), (3.0 * distance + nearer).astype(jnp.int32)


class Network(Protocol):
    """A network of one's own: functions of weights, which are a tree of arrays.

    Their shapes must not depend on the body, so that children inherit them.
    """

    state_width: int
    """Numbers a part carries from one control step to the next; 0 without memory."""

    def init(
        self, key: Array, settings: PolicySettings, observed: int, described: int, joints: int
    ) -> Any:
        """Draw weights for ``observed`` columns, ``described`` encoded attributes and J joints."""

    def act(self, weights: Any, graph: Graph, state: Array, obs: Array) -> tuple[Array, ...]:
        """Return the next state and each motor's mean and log standard deviation. [N, B, ...]"""


class OwnPolicy(eqx.Module):
    """A policy with a network of one's own."""

    settings: PolicySettings = eqx.field(static=True)
    weights: Any

    def __init__(
        self, key: Array, settings: PolicySettings, observed: int, described: int, joints: int
    ) -> None:
        """Draw a new policy."""
        self.settings = settings
        self.weights = self._network.init(key, settings, observed, described, joints)

    @property
    def _network(self) -> Network:
        found: Network = NETWORK_REGISTRY.named(self.settings.network or "")
        return found

    @property
    def state_width(self) -> int:
        """Numbers a part carries from one control step to the next."""
        return self._network.state_width

    def act(self, graph: Graph, state: Array, obs: Array) -> tuple[Array, Array, Array]:
        """Return the next state and each motor's mean and log standard deviation."""
        state, mean, log_std = self._network.act(self.weights, graph, state, obs)
        return state, mean, jnp.clip(log_std, *LOG_STD_RANGE)

    def unroll(
        self, graph: Graph, state: Array, obs: Array, episode_start: Array
    ) -> tuple[Array, Array]:
        """Return means and log standard deviations over time."""
        if not self.state_width:
            flat = _all_at_once(obs)
            _, mean, log_std = self.act(graph, blank_state(self, *flat.shape[:2]), flat)
            return _over_time(mean, len(obs)), _over_time(log_std, len(obs))

        def step(state: Array, now: tuple[Array, Array]) -> tuple[Array, tuple[Array, Array]]:
            obs, keep = now
            state, *outputs = self.act(graph, state * keep[None, :, None], obs)
            return state, (outputs[0], outputs[1])

        found: tuple[Array, Array] = jax.lax.scan(step, state, (obs, 1.0 - episode_start))[1]
        return found


Policy = FlatPolicy | GraphPolicy | OwnPolicy


def new_policy(
    key: Array, settings: PolicySettings, observed: int, described: int, joints: int
) -> Policy:
    """Draw a policy for ``observed`` columns, ``described`` encoded attributes and J joints."""
    kind: type[Policy] = GraphPolicy if settings.graph else FlatPolicy
    if settings.network is not None:
        kind = OwnPolicy
    return kind(key, settings, observed, described, joints)


def blank_state(policy: Policy, parts: int, batch: int) -> Array:
    """Return the memory of a policy at the start of an episode. [N, B, state]"""
    return jnp.zeros((parts, batch, policy.state_width))


def _all_at_once(timed: Array) -> Array:
    """[T, N, B, ...] -> [N, T B, ...]"""
    steps, parts, batch, width = timed.shape
    return jnp.moveaxis(timed, 0, 1).reshape(parts, steps * batch, width)


def _over_time(flat: Array, steps: int) -> Array:
    """[N, T B, ...] -> [T, N, B, ...]"""
    return jnp.moveaxis(flat.reshape(len(flat), steps, -1, flat.shape[-1]), 1, 0)
