"""GM-UC: a graph network that predicts fitness from a body alone, with uncertainty.

It is trained anew before each choice, on every species ever scored, until held-out ones of them
are predicted no better. Which candidates become children is then decided by one draw from what
the network could be (Thompson sampling): by a dropout mask that all candidates share, or by noise
on its weights. Nothing is carried over from one generation to the next but the scores themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.cpu import jax_settings
from nge.evolution.search_settings import SurrogateSettings
from nge.nets.graphs import Graph, graphs_of, padded_size
from nge.nets.layers import Dense, Gru
from nge.seeding import stream_seed

HELD_OUT = 5  # one species in so many is kept to stop training by
SMALLEST, GROWTH = 256, 4  # species that a program is compiled for, and how they grow


class Surrogate(eqx.Module):
    """A network from a body's attributes and tree to its standardised fitness."""

    describe: Dense
    message: Dense
    update: Gru
    first: Dense
    second: Dense
    out: Dense
    propagations: int = eqx.field(static=True)

    def __init__(self, key: Array, described: int, settings: SurrogateSettings) -> None:
        keys, width = jax.random.split(key, 6), settings.hidden
        self.describe = Dense(keys[0], described, width)
        self.message = Dense(keys[1], width, width)
        self.update = Gru(keys[2], 2 * width, width)
        self.first = Dense(keys[3], 2 * width, width)
        self.second = Dense(keys[4], width, width)
        self.out = Dense(keys[5], width, 1)
        self.propagations = settings.propagations

    def __call__(self, graph: Graph, masks: Masks) -> Array:
        """Return the standardised fitness of one body: a linear output, so none is out of reach."""
        mask = graph.mask[:, None]
        features = jnp.tanh(self.describe(graph.attributes)) * mask  # [N, H]

        def propagate(hidden: Array, _: None) -> tuple[Array, None]:
            told = graph.adjacency @ jnp.tanh(self.message(hidden))
            gates = self.update.from_input(jnp.concatenate([told, features], axis=-1))
            return self.update(hidden, gates) * mask, None

        hidden, _ = jax.lax.scan(propagate, features, length=self.propagations)
        limbs = (hidden * graph.limbs[:, None]).sum(0) / jnp.maximum(graph.limbs.sum(), 1.0)
        whole = jnp.concatenate([hidden[0], limbs]) * masks.first
        whole = jnp.tanh(self.first(whole)) * masks.second
        return self.out(jnp.tanh(self.second(whole)) * masks.out)[0]


class Masks(NamedTuple):
    """Which inputs of the three last layers count, and how much."""

    first: Array | float = 1.0
    second: Array | float = 1.0
    out: Array | float = 1.0


class Choice(NamedTuple):
    """What the surrogate says of candidates."""

    order: list[int]
    """Candidates, the one to take first at the beginning."""
    predicted: list[float] | None
    """Fitness that is expected of each; None if the surrogate does not know enough."""


@jax_settings()
def choose(
    candidates: Sequence[BodyGraph],
    scored: Sequence[tuple[BodyGraph, float]],
    space: DesignSpace,
    settings: SurrogateSettings,
    seed: int,
) -> Choice:
    """Rank candidates by a model fitted to ``scored`` bodies; ``seed`` decides every draw.

    A body that failed counts like the worst that did not: left out, its like would be guessed to be
    average, and be tried again and again.
    """
    as_they_come = list(range(len(candidates)))
    fitness = np.array([fitness for _, fitness in scored])
    able = np.isfinite(fitness)
    if settings.acquisition == "none" or able.sum() < settings.fewest:
        return Choice(as_they_come, None)
    fitness = np.where(able, fitness, fitness[able].min())
    centre, scale = fitness.mean(), max(fitness.std(), 1e-9)
    net = fitted([body for body, _ in scored], (fitness - centre) / scale, space, settings, seed)
    graphs = _stacked(candidates, space, _capacity(len(candidates)))
    key = jax.random.key(stream_seed(seed, "draw") % 2**32)
    guess = np.asarray(predict(net, graphs, Masks()))[: len(candidates)].astype(float)
    score = np.asarray(_drawn(net, graphs, key, settings))[: len(candidates)].astype(float)
    if settings.temperature:
        rng = np.random.default_rng(stream_seed(seed, "temperature"))
        score = score / settings.temperature + rng.gumbel(size=len(score))
    order = sorted(as_they_come, key=lambda i: -score[i])
    return Choice(order, (guess * scale + centre).tolist())


def fitted(
    bodies: Sequence[BodyGraph],
    targets: np.ndarray,
    space: DesignSpace,
    settings: SurrogateSettings,
    seed: int,
) -> Surrogate:
    """Return a network trained on bodies and their standardised fitness."""
    capacity = _capacity(len(bodies))
    shuffled = np.random.default_rng(stream_seed(seed, "held out")).permutation(len(bodies))
    held, train = np.split(shuffled, [len(bodies) // HELD_OUT])
    key = jax.random.key(stream_seed(seed, "surrogate") % 2**32)
    return _fit(
        key,
        _stacked(bodies, space, capacity),
        _filled(targets.astype(np.float32), capacity),
        _filled(train, capacity),
        len(train),
        _filled(held, capacity // HELD_OUT),
        len(held),
        space.encoded_width,
        settings,
    )


@jax.jit
def predict(net: Surrogate, graphs: Graph, masks: Masks) -> Array:
    """Return the standardised fitness of stacked bodies, under one mask for all. [P]"""
    return jax.vmap(lambda graph: net(graph, masks))(graphs)


@partial(jax.jit, static_argnames="settings")
def _drawn(net: Surrogate, graphs: Graph, key: Array, settings: SurrogateSettings) -> Array:
    """Return what one network out of those it could be says of stacked bodies. [P]"""
    masks = Masks()
    if settings.acquisition == "thompson-dropout":
        masks = _masks(key, settings)
    elif settings.acquisition == "thompson-weights":
        leaves, tree = jax.tree.flatten(net)
        keys = jax.random.split(key, len(leaves))
        # As wide as the weights themselves, which is what dropping half of them amounts to.
        noisy = [w + w * jax.random.normal(k, w.shape) for w, k in zip(leaves, keys, strict=True)]
        net = jax.tree.unflatten(tree, noisy)
    return predict(net, graphs, masks)


def _masks(key: Array, settings: SurrogateSettings) -> Masks:
    keep, width = 1.0 - settings.dropout, settings.hidden
    keys = jax.random.split(key, 3)
    widths = (2 * width, width, width)
    return Masks(
        *(jax.random.bernoulli(k, keep, (w,)) / keep for k, w in zip(keys, widths, strict=True))
    )


class _Training(NamedTuple):
    net: Surrogate
    moments: optax.OptState
    best: Surrogate
    error: Array
    """Of the best network on the held-out species."""
    since: Array
    """Passes since then."""
    done: Array
    """Passes."""


@partial(jax.jit, static_argnames=("described", "settings"))
def _fit(
    key: Array,
    graphs: Graph,
    targets: Array,
    train: Array,
    trained: int,
    held: Array,
    checked: int,
    described: int,
    settings: SurrogateSettings,
) -> Surrogate:
    """Train until the held-out species are predicted no better; return the best network.

    ``train`` and ``held`` are rows of ``graphs``, of which the first ``trained`` and ``checked``
    count; the program is the same for any number of them.
    """
    adam = optax.adam(settings.learning_rate)
    start, noise = jax.random.split(key)
    net = Surrogate(start, described, settings)
    kept_back, truth = jax.tree.map(lambda leaf: leaf[held], (graphs, targets))
    counts = jnp.arange(len(held)) < checked
    steps_of_a_pass = (trained + settings.batch - 1) // settings.batch

    def loss(net: Surrogate, rows: Array, masks: Masks) -> Array:
        chosen = jax.tree.map(lambda leaf: leaf[rows], graphs)
        return jnp.square(predict(net, chosen, masks) - targets[rows]).mean()

    def one_pass(now: _Training) -> _Training:
        def step(index: Array, carry: tuple) -> tuple:
            net, moments = carry
            deal, drop = jax.random.split(jax.random.fold_in(key, index))
            rows = train[jax.random.randint(deal, (settings.batch,), 0, trained)]
            gradient = jax.grad(loss)(net, rows, _masks(drop, settings))
            changes, moments = adam.update(gradient, moments)
            return optax.apply_updates(net, changes), moments

        key = jax.random.fold_in(noise, now.done)
        net, moments = jax.lax.fori_loop(0, steps_of_a_pass, step, (now.net, now.moments))
        wrong = jnp.square(predict(net, kept_back, Masks()) - truth) * counts
        error = wrong.sum() / jnp.maximum(checked, 1)
        better = error < now.error
        best = jax.tree.map(lambda new, old: jnp.where(better, new, old), net, now.best)
        since = jnp.where(better, 0, now.since + 1)
        return _Training(net, moments, best, jnp.minimum(error, now.error), since, now.done + 1)

    def goes_on(now: _Training) -> Array:
        return (now.done * steps_of_a_pass < settings.steps) & (now.since < settings.patience)

    zero = jnp.zeros((), jnp.int32)
    first = _Training(net, adam.init(net), net, jnp.asarray(jnp.inf), zero, zero)
    return jax.lax.while_loop(goes_on, one_pass, first).best


def _stacked(bodies: Sequence[BodyGraph], space: DesignSpace, capacity: int) -> Graph:
    """Return bodies as one stack of graphs, the last body repeated up to the capacity."""
    size = padded_size(max(space.settings.max_parts, *map(len, bodies)))
    return graphs_of([*bodies, *[bodies[-1]] * (capacity - len(bodies))], space, size)


def _capacity(count: int) -> int:
    """Return how many rows to make room for: programs are compiled once per capacity."""
    capacity = SMALLEST
    while capacity < count:
        capacity *= GROWTH
    return capacity


def _filled(values: np.ndarray, capacity: int) -> np.ndarray:
    """Return values with zeros behind them."""
    return np.concatenate([values, np.zeros(capacity - len(values), values.dtype)])
