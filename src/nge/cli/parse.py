"""The arguments of a command, read from the words of a command line.

The parameters of a command become the fields of one pydantic model. argparse only tells which
words belong to which field: it knows no types and requires nothing. The model checks the text that
it gets, so a value is refused with the same words here, in a settings file and from Python.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import warnings
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from nge.errors import NgeError
from nge.settings import RENAMED, Option, RenamedWarning, Settings, did_you_mean

MOST_LISTED = 12  # options named in a refusal; for more, the help is the better place
HELP_COLUMN = 32  # where explanations of options begin
METAVARS = {int: "INT", float: "FLOAT", Path: "PATH"}
NO_VALUE = object()  # of an option that stands at the end, or right before the next one


class UsageError(NgeError):
    """Words that a command cannot take."""


def parse(command: Callable[..., Any], words: Sequence[str], prog: str) -> Callable[[], Any]:
    """Return ``command`` with the arguments that ``words`` spell; ``--help`` prints and exits."""
    model, hints = _model_of(command), get_type_hints(command)
    parameters = inspect.signature(command).parameters.values()
    first = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    parser = _Parser(command, prog, [*_arguments(model, first)])
    given = parser.read(words)
    with warnings.catch_warnings(record=True) as notices:
        warnings.simplefilter("always", RenamedWarning)
        values = model.resolved(given)
        for name in first:
            if _is_settings(hints[name]):
                values[name] = hints[name].resolved(values.get(name, {}))
    if parser.help_wanted:
        print(parser.help_with(values), end="")
        raise SystemExit(0)
    parser.refuse_missing(values)
    for notice in notices:
        print("nge:", notice.message, file=sys.stderr)
    found = model.checked(values, parser.spelled)
    return partial(
        command,
        **{str(field.alias): getattr(found, name) for name, field in model.model_fields.items()},
    )


def _model_of(command: Callable[..., Any]) -> type[Settings]:
    """Return a model with the parameters of a command as its fields."""
    hints, help_of = get_type_hints(command, include_extras=True), _explanations(command)
    fields: dict[str, Any] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        default = ... if parameter.default is parameter.empty else parameter.default
        described = Field(default, alias=name, description=help_of.get(name))
        fields[f"{name}_"] = hints[name], described  # pydantic has names of its own, as "json"
    return create_model("Arguments", __base__=Settings, **fields)


def _is_settings(kind: Any) -> bool:
    return inspect.isclass(kind) and issubclass(kind, Settings)


def _explanations(command: Callable[..., Any]) -> dict[str, str]:
    """Return what a docstring says of arguments, by name."""
    text = inspect.getdoc(command) or ""
    found = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", text.partition("\nArgs:\n")[2], re.M)
    return {name: " ".join(words.split()) for name, words in found}


@dataclass(frozen=True)
class _Argument:
    """A field that words can give a value."""

    path: tuple[str, ...]
    """Where it is in the model."""
    group: str
    """Name of its group of settings, if people see one."""
    about_group: str
    field: FieldInfo
    default: Any
    positional: bool

    @property
    def dest(self) -> str:
        return ".".join(self.path)

    @property
    def name(self) -> str:
        """Its name in a settings file."""
        return f"{self.group}.{self.path[-1]}".lstrip(".")

    @property
    def spellings(self) -> dict[str, str]:
        """All words for it, the one that is shown first, and where the value of each goes.

        Underscores are as good as dashes, short names as long ones, and old ones as new ones.
        """
        own = [self.path[-1], self.name] if self.note.short else [self.name]
        old = [old for old, new in RENAMED.items() if new == self.name]
        found = {}
        for name in [*own, *old]:
            group, dot, last = name.rpartition(".")
            names = [name, f"{group}{dot}no_{last}"] if self.kind is bool else [name]
            for word in (*(one.replace("_", "-") for one in names), *names):
                found[f"--{word}"] = ".".join((*self.path[:-1], last))
        return found

    @property
    def shown(self) -> list[str]:
        """Those of its words that the help lists: of a flag that can be on, also its opposite."""
        can_be_on = self.kind is bool and (self.default or self.group)
        return [*self.spellings][: 2 if can_be_on else 1]

    @property
    def note(self) -> Option:
        """How it differs from what its type says."""
        kinds = get_args(self.field.annotation)
        notes = [*self.field.metadata, *(n for k in kinds for n in getattr(k, "__metadata__", ()))]
        return next((note for note in notes if isinstance(note, Option)), Option())

    @property
    def kind(self) -> Any:
        """Its type, apart from None and notes."""
        return _plain(self.field.annotation)

    @property
    def metavar(self) -> str:
        if self.note.metavar:
            return self.note.metavar
        if self.positional:
            return self.path[-1].upper()
        kind = _plain(get_args(self.kind)[0]) if get_origin(self.kind) is tuple else self.kind
        if get_origin(kind) is Literal:
            return "{" + ",".join(get_args(kind)) + "}"
        clearable = self.group and not self.note.short  # a preset may have set it
        none = "|none" if clearable and NoneType in get_args(self.field.annotation) else ""
        return METAVARS.get(kind, "STR") + none

    @property
    def reading(self) -> dict[str, Any]:
        """How argparse is to take its values."""
        several = get_origin(self.kind) is tuple
        if self.positional:
            return {"nargs": "*" if several else "?"}
        if self.kind is bool:
            return {"action": _Flag, "nargs": 0}
        if several and "{" in self.metavar:  # what follows cannot be taken for anything else
            return {"action": "extend", "nargs": "*"}
        return {"action": "append" if several else "store", "nargs": "?", "const": NO_VALUE}

    def help_with(self, value: Any) -> str:
        """Explain it; ``value`` is what it is unless words say otherwise."""
        if self.field.is_required():
            note = "(required)"
        elif value is None or value == ():
            note = "(optional)"
        else:
            plain_flag = self.kind is bool and len(self.shown) == 1
            note = "" if plain_flag else f"(default: {value})"
        return f"{_plain_text(self.field.description or '')} {note}".strip().replace("%", "%%")


def _arguments(
    model: type[Settings],
    first: Container[str],
    path: tuple[str, ...] = (),
    group: str = "",
    about: str = "",
    defaults: Settings | None = None,
) -> Iterator[_Argument]:
    """Yield the arguments of a model; fields that come first are positional, or a whole model."""
    for own_name, field in model.model_fields.items():
        name = field.alias or own_name
        inner: Any = field.annotation
        default = None if field.is_required() else field.get_default(call_default_factory=True)
        if defaults is not None:
            default = getattr(defaults, own_name)
        if not _is_settings(inner):
            yield _Argument((*path, name), group, about, field, default, name in first)
        elif name in first:
            required = [one for one, field in inner.model_fields.items() if field.is_required()]
            yield from _arguments(inner, required, (*path, name))
        else:
            dotted, about_it = f"{group}.{name}".lstrip("."), inner.__doc__.partition("\n")[0]
            yield from _arguments(
                inner, (), (*path, name), dotted, field.description or about_it, default
            )


class _Flag(argparse.Action):
    """Turns a setting on, or off by the word for that."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        last = (option_string or "").strip("-").split(".")[-1]
        setattr(namespace, self.dest, not last.startswith(("no-", "no_")))


class _Parser(argparse.ArgumentParser):
    """The words that a command takes."""

    def __init__(self, command: Callable[..., Any], prog: str, arguments: list[_Argument]) -> None:
        """Take the arguments of a command, whose docstring is the help."""
        super().__init__(
            prog=prog,
            usage=" ".join([prog, "[OPTIONS]", *filter(None, map(_usage, arguments))]),
            description=(inspect.getdoc(command) or "").partition("\nArgs:\n")[0].strip(),
            formatter_class=partial(
                argparse.RawDescriptionHelpFormatter, max_help_position=HELP_COLUMN
            ),
            argument_default=argparse.SUPPRESS,
            allow_abbrev=False,
            add_help=False,
        )
        self.help_wanted = False
        self._by_path = {argument.path: argument for argument in arguments}
        self._given: dict[str, Any] = {}
        first = self.add_argument_group("arguments")
        groups = {"": self.add_argument_group("options")}
        groups[""].add_argument("-h", "--help", action="store_true", help="show this help")
        self._shown: dict[tuple[str, ...], argparse.Action] = {}
        for one in arguments:
            how = one.reading | ({} if one.kind is bool else {"metavar": one.metavar})
            if one.positional:
                self._shown[one.path] = first.add_argument(one.dest, **how)
                continue
            title = "" if one.note.short else one.group
            if title not in groups:
                groups[title] = self.add_argument_group(title, _plain_text(one.about_group))
            shown = groups[title].add_argument(*one.shown, dest=one.dest, **how)
            self._shown[one.path] = shown
            for word, dest in one.spellings.items():
                if word not in one.shown:
                    self.add_argument(word, dest=dest, help=argparse.SUPPRESS, **how)

    def error(self, message: str) -> NoReturn:
        """Refuse words; argparse would print its usage as well."""
        raise UsageError(f"{message}; see '{self.prog} --help'")

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """Return what the words give, as text in nested mappings."""
        namespace, unknown = self.parse_known_intermixed_args(words)
        self._given = vars(namespace)
        self.help_wanted = self._given.pop("help", False)
        if not self.help_wanted:
            self._refuse(unknown)
        found: dict[str, Any] = {}
        for dest, value in self._given.items():
            *groups, name = dest.split(".")
            inner = found
            for group in groups:
                inner = inner.setdefault(group, {})
            inner[name] = value
        return found

    def _refuse(self, unknown: Sequence[str]) -> None:
        """Refuse words that belong to nothing, and options without a value."""
        shown = [word for action in self._shown.values() for word in action.option_strings]
        options = ["--help", *shown]
        for word in unknown:
            if not re.match("--?[a-zA-Z]", word):
                self.error(f"unexpected argument {word!r}")
            name = word.split("=")[0]
            hint = did_you_mean(name.replace("_", "-"), options)
            if len(options) > MOST_LISTED:
                hint = hint.partition("known: ")[0].strip()
            line = f"unknown option {name!r}; {hint}".rstrip("; ")
            raise UsageError(line if line.endswith("?") else f"{line}; see '{self.prog} --help'")
        for dest, value in self._given.items():
            if value is NO_VALUE or (isinstance(value, list) and NO_VALUE in value):
                self.error(f"{self.spelled(dest.split('.'))} needs a value")

    def refuse_missing(self, values: Mapping[str, Any]) -> None:
        """Refuse to go on without arguments that have no default."""
        missing = [
            one
            for one in self._by_path.values()
            if one.field.is_required() and _found(values, one.path) is NO_VALUE
        ]
        if missing[1:]:
            names = " and ".join(self.spelled(one.path) for one in missing)
            self.error(f"{names} are missing")
        for one in missing:
            about = (one.field.description or "").rstrip(" .")
            self.error(f"{self.spelled(one.path)} is missing" + (f" ({about})" if about else ""))

    def spelled(self, path: Sequence[str]) -> str:
        """Return the name of a setting: the option, if words gave it, else as files have it."""
        for length in range(len(path), 0, -1):  # values in a tuple have no names of their own
            if one := self._by_path.get(tuple(path[:length])):
                if one.positional:
                    return one.metavar
                given = one.field.is_required() or one.dest in self._given
                return one.shown[0] if given else one.name
        spread = {
            one.path[0] for one in self._by_path.values() if len(one.path) > 1 and not one.group
        }
        return ".".join(path[1:] if path[0] in spread else path)

    def help_with(self, values: Mapping[str, Any]) -> str:
        """Return the help, with the defaults that follow from what is given."""
        for path, action in self._shown.items():
            value, one = _found(values, path), self._by_path[path]
            action.help = one.help_with(one.default if value is NO_VALUE else value)
            if action.nargs == "?":  # which only lets us say that a value is missing
                action.nargs = None
        return self.format_help()


def _plain(annotation: Any) -> Any:
    """Return a type without None and notes; of several that are left, text."""
    if get_origin(annotation) is Annotated:
        return _plain(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        some = [one for one in get_args(annotation) if one is not NoneType]
        return _plain(some[0]) if len(some) == 1 else str
    return annotation


def _plain_text(text: str) -> str:
    """Return a docstring for a terminal: on one line, code in simple quotes."""
    return " ".join(text.split()).replace("``", "'")


def _usage(one: _Argument) -> str:
    if not one.positional:
        return ""
    more = " ..." if one.reading["nargs"] == "*" else ""
    return f"{one.metavar}{more}" if one.field.is_required() else f"[{one.metavar}{more}]"


def _found(values: Any, path: Sequence[str]) -> Any:
    """Return what nested mappings have at the end of a path."""
    for name in path:
        if not isinstance(values, Mapping) or name not in values:
            return NO_VALUE
        values = values[name]
    return values
