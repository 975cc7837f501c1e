"""Weights as named arrays: stack and save them.

Everything a species learns with is a tree of arrays with the same names and shapes for all bodies
of a task. The name of an array is its path in the tree, such as ``agent.policy.mean.weight``, so a
file can be read by anything that reads safetensors. Files themselves are left to ``runs``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import keystr
from safetensors import SafetensorError
from safetensors.numpy import load, save

from nge.cpu import jax_settings
from nge.errors import WeightsError

Tree = TypeVar("Tree")
Arrays = Mapping[str, np.ndarray]


# --- along the species axis ---------------------------------------------------------------


@jax.jit  # one program: array by array, compiling would take longer than all the rest
def stacked(trees: Sequence[Tree]) -> Tree:
    """Put the trees of several species side by side: every array gets a first axis. [P, ...]"""
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *trees)


# --- by name ------------------------------------------------------------------------------


def named(tree: object) -> dict[str, np.ndarray]:
    """Return every array of a tree under its name."""
    leaves, _ = jax.tree_util.tree_flatten_with_path(tree)
    return {keystr(path, simple=True, separator="."): np.asarray(leaf) for path, leaf in leaves}


def under(prefix: str, arrays: Arrays) -> dict[str, np.ndarray]:
    """Return named arrays with a prefix to their names."""
    return {f"{prefix}.{name}": array for name, array in arrays.items()}


def within(prefix: str, arrays: Arrays) -> dict[str, np.ndarray]:
    """Return the arrays that ``under`` put under a prefix."""
    start = f"{prefix}."
    return {
        name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)
    }


@jax_settings()
def filled(like: Tree, arrays: Arrays) -> Tree:
    """Return a tree built as ``like``, with these arrays; all must be there and fit."""
    wanted = named(like)
    if missing := wanted.keys() - arrays.keys():
        raise WeightsError(f"weights have no {min(missing)!r}; they belong to another policy")
    if unknown := arrays.keys() - wanted.keys():
        raise WeightsError(f"weights hold {min(unknown)!r}; they belong to another policy")
    for name, array in wanted.items():
        given = arrays[name]
        if (given.shape, given.dtype) != (array.shape, array.dtype):
            raise WeightsError(
                f"{name!r} is {given.dtype} {list(given.shape)}; this policy needs "
                f"{array.dtype} {list(array.shape)}"
            )
    leaves = [jnp.asarray(arrays[name]) for name in wanted]
    return jax.tree.unflatten(jax.tree.structure(like), leaves)


def digest(tree: object) -> str:
    """Return 16 hex digits that are the same for the same names, shapes and bits."""
    return digest_of(named(tree))


def digest_of(arrays: Arrays) -> str:
    """Return the digest of named arrays, whatever their order."""
    total = blake2b(digest_size=8)
    for name, array in sorted(arrays.items()):
        total.update(f"{name} {array.dtype.str} {array.shape};".encode())
        total.update(array.tobytes())
    return total.hexdigest()


# --- as bytes -----------------------------------------------------------------------------


def to_bytes(arrays: Arrays) -> bytes:
    """Return named arrays as a safetensors file, with a digest that tells of any damage."""
    plain = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    return save(plain, metadata={"digest": digest_of(arrays)})


def from_bytes(data: bytes) -> dict[str, np.ndarray]:
    """Return the named arrays of a safetensors file, or say how it is damaged."""
    try:
        arrays = load(data)
    except (SafetensorError, ValueError, KeyError) as error:
        raise WeightsError(f"this is not a safetensors file ({error})") from None
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])  # as the format says
    if header.get("__metadata__", {}).get("digest") != digest_of(arrays):
        raise WeightsError("its numbers are not those that were written")
    return arrays
