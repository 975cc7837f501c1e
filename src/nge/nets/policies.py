"""Policies that act on any body: NerveNet, NerveNet++, BodyShare, a transformer, and a flat MLP.

One definition, many settings: a named policy is a row of ``net_settings.POLICIES``. Arrays have the
parts axis first, ``[N, B, ...]`` for a batch of ``B`` states, so that messages are one product with
the adjacency matrix. All weights have the same shapes for every body of a task.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, Protocol

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from nge.nets.graphs import SLOTS, Graph
from nge.nets.layers import Attention, Dense, Gru, SlotIn, SlotOut, gather_slots, matmul
from nge.nets.net_settings import NETWORK_REGISTRY, PolicySettings

LOG_STD_RANGE = (-4.0, 1.0)
ROLES = 2  # torso and limb
MAX_DISTANCE = 6  # joints between two parts; those further apart are related like these
RELATIONS = 3 * (MAX_DISTANCE + 1)
HEAD_GAIN = 0.01  # of the last layers: the mean actions of a new policy are nearly 0


class Summary(eqx.Module):
    """Two layers that read all parts at once."""

    by_identity: bool = eqx.field(static=True)
    read: SlotIn
    """First layer."""
    digest: Dense
    """Second layer."""

    def __init__(self, key: Array, by_identity: bool, obs_width: int, width: int) -> None:
        """Draw a new summary."""
        first, second = jax.random.split(key)
        self.by_identity = by_identity
        self.read = SlotIn(first, SLOTS if by_identity else ROLES, obs_width, width)
        self.digest = Dense(second, width, width)

    def __call__(self, graph: Graph, obs: Array) -> Array:
        """Return one vector per state. [N, B, D] -> [B, H]"""
        return jnp.tanh(self.digest(jnp.tanh(self.read(obs, self.slots(graph)))))

    def slots(self, graph: Graph) -> Array:
        """Return which weights a part uses: its own, or its role's. [N]"""
        return graph.slots if self.by_identity else graph.limbs.astype(jnp.int32)


class FlatPolicy(eqx.Module):
    """A three-layer perceptron on the observations of all parts at once."""

    settings: PolicySettings = eqx.field(static=True)
    summary: Summary
    mean: SlotOut
    log_std: Array
    """[slots, J]"""
    state_width: ClassVar[int] = 0

    def __init__(
        self, key: Array, settings: PolicySettings, obs_width: int, attr_width: int, joints: int
    ) -> None:
        """Draw a new policy; attributes of a body that never changes tell it nothing."""
        self.settings = settings
        self.summary = Summary(key, True, obs_width, settings.hidden)
        self.mean = SlotOut(SLOTS, settings.hidden, joints)
        self.log_std = jnp.full((SLOTS, joints), math.log(settings.initial_std))

    def act(self, graph: Graph, state: Array, obs: Array) -> tuple[Array, Array, Array]:
        """Return the state as it was, and each motor's mean and log standard deviation."""
        mean = self.mean(self.summary(graph, obs), graph.slots)
        log_std = jnp.broadcast_to(gather_slots(self.log_std, graph.slots)[:, None], mean.shape)
        return state, mean, jnp.clip(log_std, *LOG_STD_RANGE)

    def unroll(
        self, graph: Graph, state: Array, obs: Array, episode_start: Array
    ) -> tuple[Array, Array]:
        """Return means and log standard deviations over time."""
        _, mean, log_std = self.act(graph, state, _merge_time(obs))
        return _split_time(mean, len(obs)), _split_time(log_std, len(obs))


class GraphPolicy(eqx.Module):
    """The same weights for every part, and messages between neighbours."""

    settings: PolicySettings = eqx.field(static=True)
    observe: Dense
    """Embeds observations."""
    describe: Dense
    """Embeds attributes."""
    message: Dense | None
    update: Gru | None
    summary: Summary | None
    depth: Array | None
    """Position embedding, by joints between a part and the torso. [MAX_DISTANCE + 1, H]"""
    attention: tuple[Attention, ...]
    digest: Dense
    """Layer before the heads ``mean`` and ``noise``."""
    mean: Dense
    mean_from_summary: SlotOut | None
    noise: Dense | Array
    """Log standard deviation from the hidden state, or one free value per joint. [J]"""

    def __init__(
        self, key: Array, settings: PolicySettings, obs_width: int, attr_width: int, joints: int
    ) -> None:
        """Draw a new policy for so many observed columns and encoded attributes."""
        keys = iter(jax.random.split(key, 8))
        self.settings, width = settings, settings.hidden
        self.observe = Dense(next(keys), obs_width, width - width // 2)
        self.describe = Dense(next(keys), attr_width, width // 2)
        passes_messages = settings.messages and settings.propagations > 0
        self.message = Dense(next(keys), width, width) if passes_messages else None
        inputs = 2 * width if passes_messages else width
        self.update = Gru(next(keys), inputs, width) if settings.propagations else None
        self.summary, self.mean_from_summary = None, None
        if settings.context != "none":
            by_identity = settings.context == "identity"
            self.summary = Summary(next(keys), by_identity, obs_width, width)
            self.mean_from_summary = SlotOut(SLOTS if by_identity else ROLES, width, joints)
        blocks = jax.random.split(jax.random.fold_in(key, 0), settings.attention)
        self.attention = tuple(Attention(k, width, settings.heads, RELATIONS) for k in blocks)
        self.depth = jnp.zeros((MAX_DISTANCE + 1, width)) if settings.attention else None
        read = width * (1 + settings.skip + (self.summary is not None))
        self.digest = Dense(next(keys), read, width)
        self.mean = Dense(next(keys), width, joints, HEAD_GAIN)
        free = settings.std == "free"
        self.noise = jnp.zeros(joints) if free else Dense(next(keys), width, joints, HEAD_GAIN)

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
        steps, flat = len(obs), _merge_time(obs)
        features = self._features(graph, flat)
        gates = self._gates(features)
        if self.state_width:

            def step(state: Array, now: tuple[Array, Array, Array]) -> tuple[Array, Array]:
                features, gates, keep = now
                state = self._propagate(graph, state * keep[None, :, None], features, gates)
                return state, state

            timed = (_split_time(features, steps), _split_time(gates, steps), 1.0 - episode_start)
            hidden = _merge_time(jax.lax.scan(step, state, timed)[1])
        else:
            hidden = self._propagate(graph, state, features, gates)
        mean, log_std = self._read(graph, hidden, features, flat)
        return _split_time(mean, steps), _split_time(log_std, steps)

    def _features(self, graph: Graph, obs: Array) -> Array:
        """Return the paper's x: embedded observations and embedded attributes side by side."""
        body = jnp.tanh(self.describe(graph.attributes))[:, None]
        body = jnp.broadcast_to(body, (*obs.shape[:2], body.shape[-1]))
        features = jnp.concatenate([jnp.tanh(self.observe(obs)), body], axis=-1)
        return features * graph.mask[:, None, None]

    def _gates(self, features: Array) -> Array:
        """Return what the input features contribute to the gates of the update."""
        if self.update is None:
            return features
        layer = self.update.from_input
        return matmul(features, layer.weight[-features.shape[-1] :]) + layer.bias

    def _propagate(self, graph: Graph, state: Array, features: Array, gates: Array) -> Array:
        """Return the hidden state after the rounds of messages of one control step."""
        hidden = state if self.state_width else features
        if self.update is None:
            return hidden
        for _ in range(self.settings.propagations):
            summed = gates
            if self.message is not None:
                source = hidden if self.settings.message_from == "hidden" else features
                messages = self._aggregate(graph, jnp.tanh(self.message(source)))
                weight = self.update.from_input.weight[: messages.shape[-1]]
                summed = gates + matmul(messages, weight)
            hidden = self.update(hidden, summed) * graph.mask[:, None, None]
        return hidden

    def _aggregate(self, graph: Graph, messages: Array) -> Array:
        """Sum, or average, the messages of every part's neighbours."""
        weights = graph.adjacency
        if self.settings.aggregation == "mean":
            weights = weights / jnp.maximum(weights.sum(-1, keepdims=True), 1.0)
        return (weights @ messages.reshape(len(messages), -1)).reshape(messages.shape)

    def _attend(self, graph: Graph, hidden: Array) -> Array:
        """Return the hidden state after the layers of attention."""
        if self.depth is None:
            return hidden
        depth, related = relations(graph)
        hidden = hidden + gather_slots(self.depth, depth)[:, None]
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
            direct = self.mean_from_summary(summary, self.summary.slots(graph))
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
    for _ in range(MAX_DISTANCE):
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
        self, key: Array, settings: PolicySettings, obs_width: int, attr_width: int, joints: int
    ) -> Any:
        """Draw weights for so many observed columns, encoded attributes and J joints."""

    def act(self, weights: Any, graph: Graph, state: Array, obs: Array) -> tuple[Array, ...]:
        """Return the next state and each motor's mean and log standard deviation. [N, B, ...]"""


class CustomPolicy(eqx.Module):
    """A policy with a network of one's own."""

    settings: PolicySettings = eqx.field(static=True)
    weights: Any

    def __init__(
        self, key: Array, settings: PolicySettings, obs_width: int, attr_width: int, joints: int
    ) -> None:
        """Draw a new policy."""
        self.settings = settings
        self.weights = self._network.init(key, settings, obs_width, attr_width, joints)

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
            flat = _merge_time(obs)
            _, mean, log_std = self.act(graph, initial_state(self, *flat.shape[:2]), flat)
            return _split_time(mean, len(obs)), _split_time(log_std, len(obs))

        def step(state: Array, now: tuple[Array, Array]) -> tuple[Array, tuple[Array, Array]]:
            obs, keep = now
            state, *outputs = self.act(graph, state * keep[None, :, None], obs)
            return state, (outputs[0], outputs[1])

        found: tuple[Array, Array] = jax.lax.scan(step, state, (obs, 1.0 - episode_start))[1]
        return found


Policy = FlatPolicy | GraphPolicy | CustomPolicy


def new_policy(
    key: Array, settings: PolicySettings, obs_width: int, attr_width: int, joints: int
) -> Policy:
    """Draw a policy for so many observed columns, encoded attributes and J joints."""
    built_in = GraphPolicy if settings.graph else FlatPolicy
    kind: type[Policy] = built_in if settings.network is None else CustomPolicy
    return kind(key, settings, obs_width, attr_width, joints)


def initial_state(policy: Policy, parts: int, batch: int) -> Array:
    """Return the recurrent state of a policy at the start of an episode. [N, B, state]"""
    return jnp.zeros((parts, batch, policy.state_width))


def _merge_time(timed: Array) -> Array:
    """[T, N, B, ...] -> [N, T B, ...]"""
    steps, parts, batch, width = timed.shape
    return jnp.moveaxis(timed, 0, 1).reshape(parts, steps * batch, width)


def _split_time(flat: Array, steps: int) -> Array:
    """[N, T B, ...] -> [T, N, B, ...]"""
    return jnp.moveaxis(flat.reshape(len(flat), steps, -1, flat.shape[-1]), 1, 0)
