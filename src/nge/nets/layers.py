"""Small building blocks: dense and per-slot layers, a GRU cell, attention, parts axis leading."""

from __future__ import annotations

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

EPSILON = 1e-5  # keeps a variance from being 0
RESIDUAL_GAIN = 0.1  # of the last layer of each residual branch: it begins by changing little


def matmul(x: Array, weight: Array) -> Array:
    """Multiply the last axis by a matrix. [..., in] -> [..., out]

    All other axes are made one first: XLA's product for the weights' gradient, a sum over those
    axes, is several times faster over one axis than over two.
    """
    flat = x.reshape(-1, x.shape[-1]) @ weight
    return flat.reshape(*x.shape[:-1], -1)


def gather_slots(weight: Array, slots: Array) -> Array:
    """Return every part's own weights. [slots, ...] -> [N, ...]

    A product with ones and zeros, so that its gradient is a product too. That of indexing is a
    scatter, which a GPU sums in an order that depends on which species learn side by side.
    """
    ones = jax.nn.one_hot(slots, len(weight))
    return jnp.tensordot(ones, weight, 1, precision="highest")


class Dense(eqx.Module):
    """A linear layer, orthogonal at the start."""

    weight: Array
    """[in, out]"""
    bias: Array
    """[out]"""

    def __init__(self, key: Array, width_in: int, width_out: int, gain: float = 1.0) -> None:
        """Draw orthogonal weights of a given gain and zero biases."""
        self.weight = jax.nn.initializers.orthogonal(gain)(key, (width_in, width_out))
        self.bias = jnp.zeros(width_out)

    def __call__(self, x: Array) -> Array:
        """Apply to the last axis."""
        return matmul(x, self.weight) + self.bias


class SlotIn(eqx.Module):
    """A linear layer from all parts to one vector, with own weights for every slot.

    On one body it is the first layer of a flat network; on another body each part still
    brings the weights of its slot.
    """

    weight: Array
    """[slots, in, out]"""
    bias: Array
    """[out]"""

    def __init__(self, key: Array, slots: int, width_in: int, width_out: int) -> None:
        """Draw orthogonal weights for each slot."""
        draw = jax.nn.initializers.orthogonal(1.0)
        self.weight = jax.vmap(lambda k: draw(k, (width_in, width_out)))(
            jax.random.split(key, slots)
        )
        self.bias = jnp.zeros(width_out)

    def __call__(self, x: Array, slots: Array) -> Array:
        """Sum over parts. x [N, B, in] -> [B, out]"""
        parts, _, width = x.shape
        flat = jnp.moveaxis(x, 0, 1).reshape(-1, parts * width)
        return flat @ gather_slots(self.weight, slots).reshape(parts * width, -1) + self.bias


class SlotOut(eqx.Module):
    """A linear layer from one vector to every part, with own weights for every slot."""

    weight: Array
    """[slots, in, out]"""

    def __init__(self, slots: int, width_in: int, width_out: int) -> None:
        """Start at zero: what it adds is learned."""
        self.weight = jnp.zeros((slots, width_in, width_out))

    def __call__(self, x: Array, slots: Array) -> Array:
        """Apply every part's own weights. x [B, in] -> [N, B, out]"""
        return jnp.einsum("bi,nio->nbo", x, gather_slots(self.weight, slots))


class Gru(eqx.Module):
    """A gated recurrent unit whose gates are one fused product each for input and state."""

    from_input: Dense
    """in -> reset, update, candidate"""
    from_state: Array
    """[H, 3 H]"""

    def __init__(self, key: Array, width_in: int, hidden: int) -> None:
        """Draw orthogonal weights."""
        key_input, key_state = jax.random.split(key)
        self.from_input = Dense(key_input, width_in, 3 * hidden)
        draw = jax.nn.initializers.orthogonal(1.0)
        self.from_state = jnp.concatenate(
            [draw(k, (hidden, hidden)) for k in jax.random.split(key_state, 3)], axis=1
        )

    def __call__(self, state: Array, gates: Array) -> Array:
        """Return the next state; ``gates`` is the output of ``from_input``."""
        reset_in, update_in, new_in = jnp.split(gates, 3, axis=-1)
        reset_state, update_state, new_state = jnp.split(matmul(state, self.from_state), 3, axis=-1)
        reset = jax.nn.sigmoid(reset_in + reset_state)
        update = jax.nn.sigmoid(update_in + update_state)
        candidate = jnp.tanh(new_in + reset * new_state)
        return (1 - update) * candidate + update * state


class LayerNorm(eqx.Module):
    """Scales the last axis to mean 0 and variance 1, then as learned."""

    gain: Array
    """[H]"""
    bias: Array
    """[H]"""

    def __init__(self, width: int) -> None:
        """Begin without a change."""
        self.gain, self.bias = jnp.ones(width), jnp.zeros(width)

    def __call__(self, x: Array) -> Array:
        """Apply to the last axis."""
        centred = x - x.mean(-1, keepdims=True)
        variance = jnp.square(centred).mean(-1, keepdims=True)
        return centred * jax.lax.rsqrt(variance + EPSILON) * self.gain + self.bias


class Attention(eqx.Module):
    """A pre-norm transformer block over parts: self-attention, then a feed-forward network.

    How strongly a part attends to another depends on what both are and on how they are related.
    """

    heads: int = eqx.field(static=True)
    norm: LayerNorm
    ask: Dense
    """H -> queries, keys and values of all heads"""
    relation: Array
    """Relative position bias: added to scores, by relation of two parts. [relations, heads]"""
    answer: Dense
    """Output projection."""
    think_norm: LayerNorm
    think: Dense
    """First layer of the feed-forward network."""
    conclude: Dense
    """Its second layer."""

    def __init__(self, key: Array, hidden: int, heads: int, relations: int) -> None:
        """Draw new weights; ``relations`` is how many ways there are for parts to be related."""
        keys = jax.random.split(key, 4)
        self.heads = heads
        self.norm, self.think_norm = LayerNorm(hidden), LayerNorm(hidden)
        self.ask = Dense(keys[0], hidden, 3 * hidden)
        self.relation = jnp.zeros((relations, heads))
        self.answer = Dense(keys[1], hidden, hidden, RESIDUAL_GAIN)
        self.think = Dense(keys[2], hidden, 2 * hidden)
        self.conclude = Dense(keys[3], 2 * hidden, hidden, RESIDUAL_GAIN)

    def __call__(self, x: Array, related: Array, mask: Array) -> Array:
        """Apply to parts. x [N, B, H], related [N, N], mask [N] -> [N, B, H]"""
        parts, batch, width = x.shape
        split = (parts, batch, self.heads, width // self.heads)
        query, key, value = (
            one.reshape(split) for one in jnp.split(self.ask(self.norm(x)), 3, axis=-1)
        )
        scores = jnp.einsum("nbhd,mbhd->bnmh", query, key) / jnp.sqrt(split[-1])
        scores = scores + gather_slots(self.relation, related)
        scores = jnp.where(mask[:, None] > 0, scores, -jnp.inf)
        attended = jnp.einsum("bnmh,mbhd->nbhd", jax.nn.softmax(scores, axis=2), value)
        x = x + self.answer(attended.reshape(x.shape))
        return x + self.conclude(jnp.tanh(self.think(self.think_norm(x))))
