"""The contracts of everything that a package offers through entry points."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import EntryPoint
from typing import Any, NamedTuple

from nge.body.kinds import KINDS
from nge.errors import ExtensionError
from nge.evolution.methods import METHOD_REGISTRY
from nge.extensions import Registry, offered
from nge.nets.net_settings import NETWORK_REGISTRY, POLICY_REGISTRY, PolicySettings
from nge.physics import physics_settings
from nge.physics.physics_settings import engines
from nge.runs.loggers import LOGGER_REGISTRY
from nge.settings import did_you_mean
from nge.tasks.registry import TASKS
from nge.testing import Outcome, outcomes
from nge.testing.engine_contracts import ENGINE_CONTRACTS
from nge.testing.kind_contracts import KIND_CONTRACTS
from nge.testing.method_contracts import METHOD_CONTRACTS
from nge.testing.policy_contracts import POLICY_CONTRACTS
from nge.testing.task_contracts import TASK_CONTRACTS

LOADS = "it can be loaded by its name"


class ContractGroup(NamedTuple):
    """A group of entry points."""

    noun: str
    names: Callable[[], Sequence[str]]
    built_in: Callable[[], Sequence[str]]
    load: Callable[[str], Any]
    """Returns what the contracts are about, or raises why there is nothing."""
    contracts: Sequence[Callable[[Any], None]]


class ContractResult(NamedTuple):
    """One contract of one thing that has a name."""

    noun: str
    name: str
    outcome: Outcome


def checked(name: str) -> Iterator[ContractResult]:
    """Yield the outcome of every contract of a package, or of whatever is called so."""
    of_package = [
        (group, point.name)
        for group in GROUPS
        for point in offered(group).values()
        if _plain(name) in _packages(point)
    ]
    found = of_package or [(group, name) for group in GROUPS if name in GROUPS[group].names()]
    if not found:
        raise ExtensionError(
            f"{name!r} is neither a package that offers something to nge nor a task, kind, engine, "
            f"policy, network, method or logger; {did_you_mean(name, _known())}"
        )
    for group, one in found:
        for outcome in _outcomes(GROUPS[group], one, hidden=bool(of_package)):
            yield ContractResult(GROUPS[group].noun, one, outcome)


def _outcomes(group: ContractGroup, name: str, hidden: bool) -> Iterator[Outcome]:
    """Yield whether something can be loaded, then what becomes of its contracts.

    ``hidden`` tells that it is of a package, and that one of ours would hide it.
    """
    if hidden and name in group.built_in():
        yield Outcome(LOADS, f"nge has a {group.noun} of that name, which hides it; choose another")
        return
    try:
        subject = group.load(name)
    except Exception as error:  # it is code of others
        yield Outcome(LOADS, " ".join(str(error).split()) or type(error).__name__)
        return
    yield Outcome(LOADS, None)
    yield from outcomes(group.contracts, subject)


def _named_alike(registry: Registry[Any], name: str) -> Any:
    """Return a task or kind; others look it up by the name it has itself."""
    found = registry.named(name)
    if found.name != name:
        raise ExtensionError(f"its entry point calls it {name!r}, it calls itself {found.name!r}")
    return found


def _loadable_engine(name: str) -> str:
    engines()[name].load()
    return name


def _loadable_method(name: str) -> str:
    METHOD_REGISTRY.named(name)
    return name


def _policy_with(network: str) -> PolicySettings:
    NETWORK_REGISTRY.named(network)
    return PolicySettings(network=network)


def _group(
    registry: Registry[Any],
    load: Callable[[str], Any],
    contracts: Sequence[Callable[[Any], None]] = (),
) -> ContractGroup:
    return ContractGroup(
        registry.noun, registry.names, lambda: [*registry.built_in()], load, contracts
    )


GROUPS = {
    TASKS.group: _group(TASKS, lambda name: _named_alike(TASKS, name), TASK_CONTRACTS),
    KINDS.group: _group(KINDS, lambda name: _named_alike(KINDS, name), KIND_CONTRACTS),
    physics_settings.GROUP: ContractGroup(
        "engine",
        lambda: [*engines()],
        lambda: [*physics_settings.OURS],
        _loadable_engine,
        ENGINE_CONTRACTS,
    ),
    POLICY_REGISTRY.group: _group(POLICY_REGISTRY, POLICY_REGISTRY.named, POLICY_CONTRACTS),
    NETWORK_REGISTRY.group: _group(NETWORK_REGISTRY, _policy_with, POLICY_CONTRACTS),
    METHOD_REGISTRY.group: _group(METHOD_REGISTRY, _loadable_method, METHOD_CONTRACTS),
    LOGGER_REGISTRY.group: _group(LOGGER_REGISTRY, LOGGER_REGISTRY.named),
}
"""What packages can offer, by the group of its entry points."""


def _packages(point: EntryPoint) -> set[str]:
    """Return the names of an entry point's package: what pip calls it, and its module."""
    names = [point.module.split(".")[0], *([point.dist.name] if point.dist else [])]
    return {_plain(name) for name in names}


def _plain(name: str) -> str:
    """Return the name of a package as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _known() -> list[str]:
    points = [point for group in GROUPS for point in offered(group).values()]
    packages = {point.dist.name for point in points if point.dist}
    return sorted({*packages, *(name for group in GROUPS.values() for name in group.names())})
