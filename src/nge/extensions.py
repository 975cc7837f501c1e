"""What a name in a setting stands for: built in, offered by a package, or given as an object.

A ``Registry`` finds tasks, kinds and so on by name. Packages offer theirs through entry points; a
script or notebook registers objects, whose classes no other process can import. So worker
processes get these by value: ``packed`` writes them, ``load_packed`` takes them over.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Generic, TypeVar

from nge.errors import ExtensionError, NgeError
from nge.settings import did_you_mean

T = TypeVar("T")
NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9_+.-]*/)?[A-Za-z0-9][A-Za-z0-9_+.-]*")
"""A name, of a group too (``suite/cheetah``), is part of file names, tables and command lines."""

IN_WORKERS = ("nge.tasks", "nge.kinds", "nge.networks")
"""Groups whose objects worker processes need."""

_registered: dict[str, dict[str, Any]] = {}  # objects by group and name


@dataclass(frozen=True)
class Registry(Generic[T]):
    """Everything of one sort, by name; what is built in hides what others call the same."""

    group: str
    """Of entry points."""
    noun: str
    wanted: str
    """What an object must be, in words."""
    accepts: Callable[[object], bool]
    built_in: Callable[[], Mapping[str, T]]
    error: type[NgeError]

    def names(self) -> tuple[str, ...]:
        """Return all names, those built in first."""
        return tuple(dict.fromkeys((*self.built_in(), *self._objects, *offered(self.group))))

    def __contains__(self, name: str) -> bool:
        """Tell whether a name is known, without loading what it stands for."""
        return name in self.built_in() or name in self._objects or name in offered(self.group)

    def named(self, name: str) -> T:
        """Return what a name stands for, or say which names there are."""
        if name in self.built_in():
            return self.built_in()[name]
        if name in self._objects:
            found: T = self._objects[name]
            return found
        if name not in offered(self.group):
            raise self.error(self.unknown(name))
        return self._loaded(offered(self.group)[name])

    def loadable(self) -> dict[str, T]:
        """Return everything by name, but what cannot be loaded."""
        found = {}
        for name in self.names():
            with suppress(self.error):
                found[name] = self.named(name)
        return found

    def unknown(self, name: str) -> str:
        """Say that a name is not known, and which are."""
        names = list(self.names())
        known = did_you_mean(name, names) if names else "none is registered"
        return f"unknown {self.noun} {name!r}; {known}"

    def register(self, found: object, name: str | None = None) -> str:
        """Make an object known in this process and its workers; return its name."""
        if isinstance(found, type) and not self.accepts(found):
            raise self.error(
                f"{found.__name__} is a class; give an object of it: {found.__name__}()"
            )
        if not self.accepts(found):
            raise self.error(f"a {self.noun} must be {self.wanted}, not {type(found).__name__}")
        own, what = getattr(found, "name", None), f"{self.noun} of {_class(found).__name__}"
        if own is not None and name not in (None, own):
            raise self.error(f"the {what} is called {own!r}; it cannot be registered as {name!r}")
        name = (own or "") if name is None else name
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise self.error(
                f"the {what} is called {name!r}; give it a name of letters, digits, _, + and -"
            )
        if name in self.built_in() and self.built_in()[name] is found:
            return name
        if name in self.built_in() or name in offered(self.group):
            raise self.error(
                f"the {what} is called {name!r}, like one that nge or a package offers; "
                "give it a name of its own"
            )
        try:
            hash(found)  # programs and sizes are kept by task and kind
        except TypeError:
            raise self.error(
                f"the {what} cannot be hashed; make its class compare by identity, "
                "as @dataclass(eq=False) does"
            ) from None
        if self.group in IN_WORKERS:
            _dumped({self.group: {name: found}})  # refused here, not when a worker needs it
        _registered.setdefault(self.group, {})[name] = found
        return name

    def origin(self, name: str) -> str | None:
        """Return where the class of a registered object is defined; None for other names."""
        if name in self.built_in() or name not in self._objects:
            return None
        kind = _class(self._objects[name])
        file = getattr(sys.modules.get(kind.__module__), "__file__", None)
        place = kind.__module__ if kind.__module__ != "__main__" else "a notebook or prompt"
        return f"{kind.__qualname__}, defined in {Path(file).name if file else place}"

    @property
    def _objects(self) -> Mapping[str, Any]:
        return _registered.get(self.group, {})

    def _loaded(self, point: EntryPoint) -> T:
        try:
            found = point.load()
        except Exception as error:  # whatever a foreign package does, it costs only itself
            raise self.error(
                f"{self.noun} {point.name!r} of {point.value} cannot be loaded: {error}"
            ) from error
        if not self.accepts(found):
            raise self.error(
                f"entry point {point.value} must name {self.wanted}, not {type(found).__name__}"
            )
        loaded: T = found
        return loaded


@cache
def offered(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name."""
    return {point.name: point for point in entry_points(group=group)}


def packed() -> bytes:
    """Return the registered objects for ``load_packed``; nothing where there are none."""
    needed = {group: _registered[group] for group in IN_WORKERS if group in _registered}
    return _dumped(needed) if needed else b""


def load_packed(data: bytes, path: list[str]) -> str | None:
    """Take over the objects of another process; return why that is impossible, or None.

    Classes from modules are imported from where that process finds them, its ``path``, which comes
    after our own: what it has in its working folder may have the name of any module.
    """
    import cloudpickle

    sys.path += [place for place in path if place not in sys.path]
    try:
        _registered.update(cloudpickle.loads(data))
    except Exception as error:  # a module may do anything while it is imported
        return f"{type(error).__name__}: {error}"
    return None


def import_path() -> list[str]:
    """Return where this process finds modules, as absolute folders."""
    return [str(Path(place).absolute()) for place in sys.path]


def _dumped(objects: Mapping[str, Mapping[str, Any]]) -> bytes:
    import cloudpickle  # takes the classes of notebooks by value

    try:
        data: bytes = cloudpickle.dumps(objects)
    except Exception as error:  # objects have errors of their own
        named = ", ".join(name for some in objects.values() for name in some)
        raise ExtensionError(
            f"{named} cannot be sent to worker processes: {error}; "
            "keep what cannot be pickled out of the object"
        ) from None
    return data


def file_name(name: str) -> str:
    """Return a name as part of the name of a file or folder."""
    return name.replace("/", "-")


def _class(found: object) -> type:
    return found if isinstance(found, type) else type(found)
