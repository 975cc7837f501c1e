"""The base class of all groups of settings, and how values are checked.

Settings are frozen, checked, and know their names. The command line, settings files and Python
hand the values they were given, as nested mappings, to ``Settings.of``; it puts them together
with what they leave open, and refuses what is wrong in one line.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import NoneType
from typing import Annotated, Any, Self, get_args

from annotated_types import Ge
from pydantic import (
    BaseModel,
    ConfigDict,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from nge.errors import SettingsError

Count = Annotated[int, Ge(1)]
"""A whole number above 0."""
LARGEST = 2**63 - 1  # a whole number that files, arrays and databases can hold
RENAMED = {
    "ppo.copies": "ppo.num_envs",
    "ppo.horizon": "ppo.num_steps",
    "ppo.segment": "ppo.bptt_steps",
    "ppo.discount": "ppo.gamma",
    "ppo.trace": "ppo.gae_lambda",
    "ppo.clip": "ppo.clip_coef",
    "ppo.gradient_norm": "ppo.max_grad_norm",
    "ppo.warm_up": "ppo.warmup_steps",
    "ppo.slowest_rate": "ppo.min_learning_rate",
    "ppo.fastest_rate": "ppo.max_learning_rate",
    "space.sockets": "space.levels",
}
"""Old names of settings, accepted until version 0.2, and the names they have now."""
REMOVED = ("inheritance.broken_below", "inheritance.noise")
"""Settings of what is no more, ignored until version 0.2."""
PHRASES = {
    "Input should be": "it must be",
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
    "a valid integer": "a whole number",
    "a valid number": "a number",
    r"a valid dictionary( or instance of \w+)?": "a table of settings",
}
"""What pydantic says, and what we say."""
LONGEST = 60  # letters of a given value that are shown


class RenamedWarning(FutureWarning):
    """A setting was given by its old name."""


@dataclass(frozen=True)
class Option:
    """How a setting looks as an option of a command, where that does not follow from its type."""

    metavar: str = ""
    """Stands for its value in the help."""
    short: bool = False
    """Whether its own name is enough, without that of its group: --max-steps."""


class Settings(BaseModel):
    """A frozen group of settings that refuses names it does not know."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        use_attribute_docstrings=True,
        defer_build=True,  # to the first use: most commands use few of all models
    )

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Return the settings that are given, with everything else at its default."""
        return cls.checked(cls.resolved(given))

    @classmethod
    def resolved(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is given by current names, with the defaults that depend on it."""
        return cls.by_group(given)

    @classmethod
    def by_group(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is given by current names, settings with short names in their groups."""
        found = with_new_names(given)
        for group, field in cls.model_fields.items():
            for name, inner in getattr(field.annotation, "model_fields", {}).items():
                if Option(short=True) in inner.metadata and name in found:
                    found = over(found, {group: {name: found.pop(name)}})
        return found

    @classmethod
    def checked(
        cls, values: Mapping[str, Any], spelled: Callable[[Sequence[str]], str] = ".".join
    ) -> Self:
        """Return values as settings, or refuse them in one line; ``spelled`` names a setting."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            raise SettingsError(explained(error, spelled)) from None

    @model_validator(mode="before")
    @classmethod
    def _names_are_known(cls, given: Any) -> Any:
        if isinstance(given, Mapping):
            known = [field.alias or name for name, field in cls.model_fields.items()]
            if unknown := [str(name) for name in given if name not in known]:
                raise PydanticCustomError(
                    "unknown_setting",
                    "unknown setting {name}",
                    {"name": unknown[0], "known": known, "more": len(unknown) - 1},
                )
        return given

    @field_validator("*", mode="before")
    @classmethod
    def _none_is_a_word(cls, value: Any, info: ValidationInfo) -> Any:
        """Take the word none for nothing: neither TOML nor a command line has a sign for it."""
        field = cls.model_fields[info.field_name or ""]
        word = isinstance(value, str) and value.lower() == "none"
        return None if word and NoneType in get_args(field.annotation) else value

    @field_validator("*")
    @classmethod
    def _whole_numbers_are_bounded(cls, value: object) -> object:
        if isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError(f"it must lie within -{LARGEST}..{LARGEST}")
        return value


def with_new_names(values: Mapping[str, Any], quietly: bool = False) -> dict[str, Any]:
    """Return nested values without old names of settings, and warn of each unless quiet."""
    found = {**values}
    for old, new in {**RENAMED, **dict.fromkeys(REMOVED)}.items():
        *groups, name = old.split(".")
        inner = found
        for group in groups:
            if not isinstance(inner.get(group), Mapping):
                break
            inner[group] = {**inner[group]}
            inner = inner[group]
        else:
            if name in inner:
                value = inner.pop(name)
                if new:
                    inner.setdefault(new.split(".")[-1], value)
                now = f"is called {new} now; the old name" if new else "has no effect any more; it"
                if not quietly:
                    message = f"{old} {now} will be refused in 0.2"
                    warnings.warn(message, RenamedWarning, stacklevel=2)
    return found


def over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of both, those above where both have one."""
    both = {**below}
    for name, value in above.items():
        old = both.get(name)
        nested = isinstance(old, Mapping) and isinstance(value, Mapping)
        both[name] = over(old, value) if nested else value  # type: ignore[arg-type]
    return both


def explained(error: ValidationError, spelled: Callable[[Sequence[str]], str] = ".".join) -> str:
    """Say in one line which setting is wrong first, what was given and what is allowed."""
    first, *others = error.errors(include_url=False)
    more = len(others) + first.get("ctx", {}).get("more", 0)
    line = _explained(first, spelled) + (f" (and {more} more like this)" if more else "")
    return " ".join(line.split())


def _explained(error: ErrorDetails, spelled: Callable[[Sequence[str]], str]) -> str:
    path, context = [str(step) for step in error["loc"]], error.get("ctx", {})
    reason = error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    name = spelled(path) if path else ""
    match error["type"]:
        case "unknown_setting":
            given, *known = (
                f"{name}.{one}".lstrip(".") for one in (context["name"], *context["known"])
            )
            return f"unknown setting {given!r}; {did_you_mean(given, known)}"
        case "missing":
            return f"setting {name!r} is missing; give it a value"
        case "value_error" | "assertion_error":
            return f"{name}: {reason}" if name else reason
        case "literal_error" if isinstance(error["input"], str):
            choices = re.findall("'(.*?)'", context["expected"])
            return f"{name} is {_shown(error)}; {did_you_mean(error['input'], choices)}"
    allowed = reason.split(", unable to")[0]
    for pydantic_says, we_say in PHRASES.items():
        allowed = re.sub(pydantic_says, we_say, allowed)
    return f"{name} is {_shown(error)}; {allowed}"


def _shown(error: ErrorDetails) -> str:
    """Return the given value; one that reads as a number and is out of bounds is shown as one."""
    given = error["input"]
    number = isinstance(given, str) and error["type"].startswith(("greater", "less", "finite"))
    text = str(given) if number else repr(given)
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def did_you_mean(given: str, known: list[str]) -> str:
    """Return what to try instead of ``given``: the nearest known name and the full list."""
    nearest = get_close_matches(given, known, n=1)
    hint = f"did you mean {nearest[0]!r}? " if nearest else ""
    return f"{hint}known: {', '.join(sorted(known))}"
