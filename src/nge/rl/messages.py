"""Messages between processes: Python objects through a pipe, each after its length."""

from __future__ import annotations

import io
import pickle
from struct import Struct
from typing import IO, Any

import equinox as eqx
import jax
import numpy as np

LENGTH = Struct("<Q")  # of a message, sent before it


def send(pipe: IO[bytes], message: Any) -> None:
    """Write a message."""
    data = dumps(message)
    pipe.write(LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """Return the next message for ``loads``, None at the end."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = pipe.read(length)
    return data if len(data) == length else None


def dumps(message: Any) -> bytes:
    """Return a message as bytes."""
    buffer = io.BytesIO()
    _Pickler(buffer).dump(message)
    return buffer.getvalue()


def loads(data: bytes) -> Any:
    """Return the message of such bytes."""
    return pickle.loads(data)


class _Pickler(pickle.Pickler):
    """Writes modules as their fields, and arrays of JAX as those of NumPy.

    Unpickled the usual way, a module stays in Equinox's table of modules under initialisation for
    as long as the process runs, with all its arrays; and each array of JAX is copied to a device,
    which takes twenty times as long as an array of NumPy.
    """

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, eqx.Module):
            return _module, (type(obj), vars(obj))
        if isinstance(obj, jax.Array) and isinstance(obj.dtype, np.dtype):  # no random key
            return np.asarray(obj).__reduce__()
        return NotImplemented


def _module(kind: type[eqx.Module], fields: dict[str, Any]) -> eqx.Module:
    """Return a module with these fields, made as JAX makes one from its leaves."""
    module = object.__new__(kind)
    vars(module).update(fields)
    return module
