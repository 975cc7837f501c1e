"""MuJoCo's C functions and arrays by address, for loops that run without Python's lock.

The intrinsics below read and write memory that MuJoCo owns, so a caller that passes an address
keeps the object behind it alive. A C-level MuJoCo error inside such a loop would end the
process: ``smoke_test`` simulates a new body through the ordinary bindings first.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import mujoco
import numba.extending
from llvmlite import ir
from numba import cfunc, types

_users, _counting = 0, Lock()  # threads that need our handlers now

intrinsic: Any = numba.extending.intrinsic  # what it makes has fewer arguments than it takes


@cache
def library() -> ctypes.CDLL:
    """Return MuJoCo's shared library, the one its Python bindings use."""
    folder = Path(mujoco.__file__).parent
    names = ("libmujoco.so*", "libmujoco*.dylib", "mujoco.dll")
    found = [path for name in names for path in folder.glob(name)]
    return ctypes.CDLL(str(found[0]))


@cache
def address_of(function: str) -> int:
    """Return the address of one of MuJoCo's C functions."""
    return ctypes.cast(getattr(library(), function), ctypes.c_void_p).value or 0


@cfunc(types.void(types.voidptr))
def _keep_quiet(message):
    """Take a warning and say nothing."""


_strlen: Any = types.ExternalFunction("strlen", types.intp(types.voidptr))
_write: Any = types.ExternalFunction("write", types.intp(types.int32, types.voidptr, types.intp))
_abort: Any = types.ExternalFunction("abort", types.void())


@contextmanager
def our_handlers() -> Iterator[None]:
    """Handle MuJoCo's warnings and errors our way meanwhile, where the program has no handlers.

    Warnings are dropped, and none is written to MUJOCO_LOG.TXT: we see a blow-up in the warning
    counters of each environment. An error within a loop aborts the process, which
    ``faulthandler`` sees; MuJoCo itself would exit as if nothing special had happened. Errors in
    calls through the ordinary bindings are exceptions, as ever. It also decorates functions.
    """
    _set_handlers(1)
    try:
        yield
    finally:
        _set_handlers(-1)


def _set_handlers(change: int) -> None:
    """Count the threads that need our handlers; the first sets them, the last removes them."""
    global _users
    with _counting:
        _users += change
        for name, ours in _handlers().items():
            handler = ctypes.c_void_p.in_dll(library(), name)
            if _users and handler.value is None:
                handler.value = ours
            elif not _users and handler.value == ours:
                handler.value = None


@cache
def _handlers() -> dict[str, Any]:
    """Return the addresses of our handlers, by MuJoCo's names for them."""
    found = {"mju_user_warning": _keep_quiet.address}
    if os.name == "posix":
        found["mju_user_error"] = _say_and_abort().address
    return found


@cache
def _say_and_abort() -> Any:
    @cfunc(types.void(types.voidptr))
    def say_and_abort(message):
        _write(2, message, _strlen(message))
        _abort()

    return say_and_abort


def _pointer(builder, address, element):
    return builder.inttoptr(address, element.as_pointer())


@intrinsic
def call(typingctx, function, model, data):
    """Call the C function at an address with a model and a data pointer."""

    def generate(context, builder, signature, arguments):
        pointer = ir.IntType(8).as_pointer()
        callee = ir.FunctionType(ir.VoidType(), (pointer, pointer)).as_pointer()
        builder.call(
            builder.inttoptr(arguments[0], callee),
            [builder.inttoptr(argument, pointer) for argument in arguments[1:]],
        )
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def call_with(typingctx, function, model, data, number):
    """Call the C function at an address with a model, a data pointer and an integer."""

    def generate(context, builder, signature, arguments):
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        callee = ir.FunctionType(ir.VoidType(), (pointer, pointer, number)).as_pointer()
        given = [builder.inttoptr(argument, pointer) for argument in arguments[1:3]]
        builder.call(
            builder.inttoptr(arguments[0], callee), [*given, builder.trunc(arguments[3], number)]
        )
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64, types.int64), generate


@intrinsic
def load_double(typingctx, address, index):
    """Return element ``index`` of an array of C doubles."""

    def generate(context, builder, signature, arguments):
        array = _pointer(builder, arguments[0], ir.DoubleType())
        return builder.load(builder.gep(array, [arguments[1]]))

    return types.float64(types.int64, types.int64), generate


@intrinsic
def load_int(typingctx, address, index):
    """Return element ``index`` of an array of 32-bit C integers."""

    def generate(context, builder, signature, arguments):
        array = _pointer(builder, arguments[0], ir.IntType(32))
        return builder.load(builder.gep(array, [arguments[1]]))

    return types.int32(types.int64, types.int64), generate


@intrinsic
def store_double(typingctx, address, index, value):
    """Set element ``index`` of an array of C doubles."""

    def generate(context, builder, signature, arguments):
        array = _pointer(builder, arguments[0], ir.DoubleType())
        builder.store(arguments[2], builder.gep(array, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float64), generate
