"""The kinds of bodies there are, one file each.

A file in this folder that defines ``KIND`` adds a kind; nothing else needs to change.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from nge.body.space import Kind
from nge.errors import BodyError
from nge.settings import did_you_mean


@cache
def kinds() -> dict[str, Kind]:
    """Return every kind by its name."""
    modules = (
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(__path__)
    )
    return {module.KIND.name: module.KIND for module in modules}


def kind_named(name: str) -> Kind:
    """Return the kind with this name, or say which there are."""
    if name not in kinds():
        raise BodyError(f"unknown kind of body {name!r}; {did_you_mean(name, list(kinds()))}")
    return kinds()[name]
