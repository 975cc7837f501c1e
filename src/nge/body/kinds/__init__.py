"""The kinds of bodies there are, one file each.

A file in this folder that defines ``KIND``, or several as ``KINDS``, adds them; nothing else needs
to change. A package offers one through an entry point of the group ``nge.kinds`` that names a
``Kind`` object.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from nge.body.space import Kind
from nge.errors import BodyError
from nge.extensions import Registry


@cache
def kinds() -> dict[str, Kind]:
    """Return every kind of this folder by its name."""
    modules = (
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(__path__)
    )
    found = (kind for module in modules for kind in getattr(module, "KINDS", None) or [module.KIND])
    return {kind.name: kind for kind in found}


KINDS = Registry[Kind](
    "nge.kinds",
    "kind of body",
    "a nge.body.space.Kind object",
    lambda found: isinstance(found, Kind),
    kinds,
    BodyError,
)


def kind_named(name: str) -> Kind:
    """Return the kind with this name, or say which there are."""
    return KINDS.named(name)
