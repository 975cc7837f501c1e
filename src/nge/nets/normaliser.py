"""Running mean and variance of observations, one per column, torso and limbs apart.

A column belongs to the torso or to limbs, so one mean per column is one per part role, and a
child with another body inherits it as it is.
"""

from __future__ import annotations

import equinox as eqx
import jax.numpy as jnp
from jax import Array

CLIP = 10.0
FLOOR = 1e-4  # smallest variance; a column that hardly moves is not blown up


class Normaliser(eqx.Module):
    """Statistics of all observations so far, by column, as Gymnasium's ``NormalizeObservation``."""

    count: Array
    """Observations that each column has been seen in. [D]"""
    mean: Array
    """[D]"""
    m2: Array
    """Sum of squared differences from the mean. [D]"""

    @staticmethod
    def blank(columns: int) -> Normaliser:
        """Return a normaliser without observations, which changes nothing."""
        return Normaliser(jnp.zeros(columns), jnp.zeros(columns), jnp.zeros(columns))

    @property
    def variance(self) -> Array:
        """Return the variance of each column; 1 where nothing was seen. [D]"""
        obs = self.m2 / jnp.maximum(self.count, 1.0)
        return jnp.where(self.count > 0, jnp.maximum(obs, FLOOR), 1.0)

    def __call__(self, obs: Array, obs_mask: Array) -> Array:
        """Scale observations; columns a part has not got stay 0. obs [N, B, D], obs_mask [N, D]"""
        scaled = (obs - self.mean) / jnp.sqrt(self.variance)
        return jnp.clip(scaled, -CLIP, CLIP) * obs_mask[:, None]

    def updated(self, obs: Array, obs_mask: Array) -> Normaliser:
        """Take in a batch by Chan's rule. obs [N, B, D], obs_mask [N, D]"""
        weight = jnp.broadcast_to(obs_mask[:, None], obs.shape)
        count = weight.sum((0, 1))
        safe = jnp.maximum(count, 1.0)
        mean = (obs * weight).sum((0, 1)) / safe
        m2 = (jnp.square(obs - mean) * weight).sum((0, 1))
        total = self.count + count
        shift = mean - self.mean
        share = count / jnp.maximum(total, 1.0)
        return Normaliser(
            total,
            self.mean + shift * share,
            self.m2 + m2 + jnp.square(shift) * self.count * share,
        )


def observation_mask(mask: Array, torso_columns: int, limb_columns: int) -> Array:
    """Return 1 where a part owns a column: the torso its own, limbs theirs. [N, D]"""
    limbs = mask.at[0].set(0.0)
    torso = jnp.zeros_like(mask).at[0].set(1.0)
    return jnp.concatenate(
        [
            jnp.repeat(torso[:, None], torso_columns, axis=1),
            jnp.repeat(limbs[:, None], limb_columns, axis=1),
        ],
        axis=1,
    )
