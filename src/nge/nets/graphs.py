"""Bodies as padded arrays, the input of all networks.

Policies, critics and the surrogate all take a ``Graph``. Rows beyond the body's parts are padding:
masked out, without neighbours, with zero attributes. Row ``i`` is part ``i``.
"""

from __future__ import annotations

from collections.abc import Sequence

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from nge.body.graph import BodyGraph
from nge.body.space import DesignSpace
from nge.errors import BodyError
from nge.nets.net_settings import SIZES

SLOTS = 32
"""How many different parts of a body a network can tell apart by their identity."""


class Graph(eqx.Module):
    """One body, or several stacked along a leading species axis."""

    attributes: Array
    """Scaled to -1..1, angles as sine and cosine. [N, A]"""
    adjacency: Array
    """1 between a part and its parent, both ways. [N, N]"""
    mask: Array
    """1 for a part, 0 for padding. [N]"""
    limbs: Array
    """1 for a limb, 0 for the torso and padding. [N]"""
    joints: Array | None
    """1 for a joint, each with a motor. None where all limbs have J of them: then no product with
    this mask changes the order in which a program adds, and so its last bits. [N, J]"""
    slots: Array
    """A number below SLOTS that stays with a part and is unique in its body. [N]"""


def padded_size(parts: int) -> int:
    """Return how many rows a body of this many parts takes; it depends on nothing else."""
    for size in SIZES:
        if size >= parts:
            return size
    raise BodyError(f"the body has {parts} parts; networks take at most {SIZES[-1]}")


def graph_of(body: BodyGraph, space: DesignSpace, size: int | None = None) -> Graph:
    """Return a body as arrays of ``size`` rows, by default its padded size."""
    arrays = _arrays_of(body, space, size or padded_size(len(body)))
    return Graph(*jax.tree.map(jnp.asarray, arrays))


def graphs_of(bodies: Sequence[BodyGraph], space: DesignSpace, size: int) -> Graph:
    """Return many bodies stacked along a species axis, each of ``size`` rows."""
    arrays = [_arrays_of(body, space, size) for body in bodies]
    return Graph(*jax.tree.map(lambda *each: jnp.asarray(np.stack(each)), *arrays))


def _arrays_of(body: BodyGraph, space: DesignSpace, size: int) -> tuple[np.ndarray | None, ...]:
    """Return the arrays of a ``Graph`` in its order."""
    count = len(body)
    attributes = np.zeros((size, space.encoded_width), np.float32)
    attributes[:count] = space.encode(body)
    adjacency = np.zeros((size, size), np.float32)
    for child, parent in enumerate(body.parents[1:], start=1):
        adjacency[child, parent] = adjacency[parent, child] = 1.0
    mask = np.zeros(size, np.float32)
    mask[:count] = 1.0
    limbs = mask.copy()
    limbs[0] = 0.0
    joints = None
    if space.kind.hinges_vary:
        hinges = np.zeros(size, int)
        hinges[1:count] = [space.kind.hinges(part.attributes) for part in body.parts[1:]]
        joints = (np.arange(space.kind.joints) < hinges[:, None]).astype(np.float32)
    slots = np.zeros(size, np.int32)
    slots[:count] = slots_of(body)
    return attributes, adjacency, mask, limbs, joints, slots


def slots_of(body: BodyGraph) -> list[int]:
    """Return each part's slot: its id, or the next free number where two would meet.

    Ids survive mutation, so a child's parts keep the slots they had in the parent, and the
    order of rows does not matter.
    """
    taken: dict[int, int] = {}
    for row in sorted(range(len(body)), key=lambda row: body.parts[row].id):
        slot = body.parts[row].id % SLOTS
        while slot in taken.values():
            slot = (slot + 1) % SLOTS
        taken[row] = slot
    return [taken[row] for row in range(len(body))]
