"""Critics: value functions for any body, with weights that a child can inherit."""

from __future__ import annotations

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from nge.nets.graphs import SLOTS, Graph
from nge.nets.layers import Dense, SlotIn
from nge.nets.net_settings import CriticSettings


class Critic(eqx.Module):
    """A value for every environment of a body."""

    settings: CriticSettings = eqx.field(static=True)
    each: Dense | SlotIn
    """First layer, on every part."""
    whole: Dense
    """Second layer, on the body as a whole."""
    value: Dense

    def __init__(
        self, key: Array, settings: CriticSettings, obs_width: int, attr_width: int
    ) -> None:
        """Draw a new critic."""
        first, second, third = jax.random.split(key, 3)
        width = settings.hidden
        self.settings = settings
        if settings.reads == "identity":
            self.each = SlotIn(first, SLOTS, obs_width, width)
            self.whole = Dense(second, width, width)
        else:
            self.each = Dense(first, obs_width + attr_width, width)
            self.whole = Dense(second, 2 * width, width)
        self.value = Dense(third, width, 1)

    def __call__(self, graph: Graph, obs: Array) -> Array:
        """Return the value of observations. obs [N, B, D] -> [B]"""
        if isinstance(self.each, SlotIn):
            pooled = jnp.tanh(self.each(obs, graph.slots))
        else:
            shape = (*obs.shape[:2], graph.attributes.shape[-1])
            attributes = jnp.broadcast_to(graph.attributes[:, None], shape)
            each = jnp.tanh(self.each(jnp.concatenate([obs, attributes], axis=-1)))
            limbs = (each * graph.limbs[:, None, None]).sum(0)
            mean = limbs / jnp.maximum(graph.limbs.sum(), 1.0)
            pooled = jnp.concatenate([each[0], mean], axis=-1)
        return self.value(jnp.tanh(self.whole(pooled)))[..., 0]
