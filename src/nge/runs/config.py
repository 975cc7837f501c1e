"""From a method, a preset, a settings file and flags to a plan: each goes over those before it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import Field

from nge.errors import RunError
from nge.evolution.methods import METHODS
from nge.evolution.plan import Groups, Plan
from nge.nets.net_settings import POLICIES
from nge.runs.run import Keeping, Limits
from nge.settings import did_you_mean

PRESETS = files("nge.runs") / "presets"
DEEPEST = 4  # levels of tables and lists that a settings file can have use for
TOO_DEEP = f"is nested more than {DEEPEST} levels deep; settings are tables of single values"
OURS: dict[str, Any] = {
    "mutation": {
        "add_node": 0.075,
        "add_graph": 0.075,
        "add_pair": 0.075,
        "del_graph": 0.075,
        "pert_graph": 0.0,
        "tune": 0.7,
    },
    "space": {"torso": "evolves"},
}
"""Where all our methods depart from the paper; preset ``paper`` takes it back."""


class Sheet(Groups):
    """All settings of a search but its task and seed, as presets and settings files hold them."""

    about: str = ""
    """What a preset is good for."""
    policies: dict[str, str] = Field(default_factory=dict)
    """Policies that stand in for those that methods name."""
    methods: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Settings for one method alone, which go over the others."""
    limits: Limits = Limits()
    keeping: Keeping = Keeping()


GROUPS = tuple(
    name for name in Sheet.model_fields if name not in ("about", "policies", "methods", "limits")
)


def sheet(method: str, preset: str, config: Path | None = None) -> Sheet:
    """Return the settings of a method under a preset, changed by a settings file."""
    found = preset_content(preset)
    if config is not None:
        found = over(found, read(config))
    policies = Sheet.model_validate({"policies": found.get("policies", {})}).policies
    own = Sheet.model_validate({"methods": found.get("methods", {})}).methods.get(method, {})
    return Sheet.model_validate(over(of_method(method, policies), over(found, own)))


def nearest_preset(plan: Plan) -> tuple[str, Sheet]:
    """Return the preset that differs from a plan in the fewest settings, under its method."""
    sheets = {name: sheet(plan.method, name) for name in preset_names()}

    def differences(name: str) -> int:
        return sum(
            value != getattr(getattr(sheets[name], group), setting)
            for group in Groups.model_fields
            for setting, value in getattr(plan, group)
        )

    name = min(sheets, key=differences)
    return name, sheets[name]


def of_method(method: str, policies: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """Return what a method sets; ``policies`` puts other policies in place of the one it names."""
    if method not in METHODS:
        raise RunError(f"unknown method {method!r}; {did_you_mean(method, list(METHODS))}")
    row = METHODS[method]
    policy = policies.get(row.policy, row.policy)
    if policy not in POLICIES:
        raise RunError(f"unknown policy {policy!r}; {did_you_mean(policy, list(POLICIES))}")
    return OURS | {
        "net": POLICIES[policy].model_dump(),
        "inheritance": {"children": row.children, "survivors": row.survivors},
        "population": {
            "new_bodies": row.new_bodies,
            "race": row.race,
            "last": row.last,
            "growth": row.growth,
            "elimination_every": row.elimination_every,
        },
        "screening": {"candidates": row.candidates},
        "surrogate": {"acquisition": row.acquisition},
    }


def preset_names() -> list[str]:
    """Return the names of all presets."""
    names = (file.name for file in PRESETS.iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def preset_content(name: str) -> dict[str, Any]:
    """Return what a preset says."""
    if name not in preset_names():
        raise RunError(f"unknown preset {name!r}; {did_you_mean(name, preset_names())}")
    return tomllib.loads((PRESETS / f"{name}.toml").read_text(encoding="utf-8"))


def read(path: Path) -> dict[str, Any]:
    """Return what a settings file says."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RunError(f"{path} is not a TOML file: {error}") from None
    except ValueError:  # Python converts no longer ones
        raise RunError(
            f"{path} holds a number of thousands of digits; give a shorter one"
        ) from None
    except RecursionError:
        raise RunError(f"{path} {TOO_DEEP}") from None
    if _deeper_than(DEEPEST, found):
        raise RunError(f"{path} {TOO_DEEP}")
    return found


def _deeper_than(levels: int, value: object) -> bool:
    """Tell whether tables and lists are nested more than so many levels."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_deeper_than(levels - 1, one) for one in inner)


def over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of both, those above where both have one."""
    both = {**below}
    for name, value in above.items():
        old = both.get(name)
        nested = isinstance(old, Mapping) and isinstance(value, Mapping)
        both[name] = over(old, value) if nested else value  # type: ignore[arg-type]
    return both
