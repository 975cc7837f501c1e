"""The arguments of a command, read by tyro from the words of a command line.

tyro says what is wrong in a box of several lines and exits, and has no public way to ask for
less. So we read the box and say the same in one line; a box that is not known here becomes one
line too, its text. Bounds on plain parameters, which tyro does not check, are checked here.
"""

from __future__ import annotations

import inspect
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import partial
from types import MappingProxyType, NoneType
from typing import Annotated, Any, get_args, get_type_hints

import tyro
from annotated_types import BaseMetadata, GroupedMetadata
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict  # pydantic refuses typing's own before Python 3.12
from tyro.conf import DisallowNone, FlagCreatePairsOff, PositionalMetavarFromFieldName

from nge.cli.complaint import about_setting, one_line
from nge.errors import NgeError
from nge.settings import did_you_mean

Call = Callable[[], Any]

WIDE = 10_000  # letters; nothing that tyro complains of is broken into lines
ONE_COLUMN = 100  # letters; in wider ones tyro puts groups of options side by side
MOST_LISTED = 12  # options named in a refusal; for more, the help is the better place
NUMBERS = (("INT", "for int()", "a whole number"), ("FLOAT", "to float", "a number"))


class UsageError(NgeError):
    """Words that a command cannot take."""


def parse(
    command: Callable[..., Any],
    words: Sequence[str],
    prog: str,
    defaults: Mapping[str, Any] = MappingProxyType({}),
) -> Call:
    """Return ``command`` with the arguments that ``words`` spell; ``--help`` prints and exits.

    ``defaults`` stand in for those of the command: what a named preset says, say.
    """
    box = io.StringIO()
    try:
        with redirect_stderr(box), _width(None if {"-h", "--help"} & {*words} else WIDE):
            call = _read(command, words, prog, defaults)
    except ValidationError as error:
        raise UsageError(Refusal(command, words, prog).out_of_bounds(error)) from None
    except SystemExit as stop:
        if not stop.code:
            raise
        refusal = Refusal(command, words, prog, box.getvalue())
        raise UsageError(refusal.line(cause=_validation_error(stop))) from None
    sys.stderr.write(box.getvalue())
    return call


def _read(
    command: Callable[..., Any],
    words: Sequence[str],
    prog: str,
    defaults: Mapping[str, Any] = MappingProxyType({}),
) -> Call:
    """Let tyro read the words; it exits when it cannot, and when they ask for help."""
    hints = get_type_hints(command, include_extras=True)
    signature = inspect.signature(command)

    def bind(*args: Any, **kwargs: Any) -> Call:
        given = signature.bind(*args, **kwargs).arguments
        bounded = {name: hints[name] for name in given if _has_bounds(hints[name])}
        TypeAdapter(TypedDict("Bounded", bounded)).validate_python(  # type: ignore[operator]
            {name: given[name] for name in bounded}
        )
        return partial(command, *args, **kwargs)

    parameters = [
        parameter.replace(
            annotation=_plainer(hints[name], parameter.default),
            default=defaults.get(name, parameter.default),
        )
        for name, parameter in signature.parameters.items()
    ]
    # tyro reads a function's parameters from these; it is to call ``bind``, not the command.
    bind.__doc__ = command.__doc__
    bind.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    bind.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    config = (PositionalMetavarFromFieldName,)
    call: Call = tyro.cli(bind, args=words, prog=prog, config=config)
    return call


def _plainer(hint: Any, default: Any) -> Any:
    """Return the hint with its help made simpler: no ``--no-json``, no ``{None}|PATH``."""
    if default is False:
        return Annotated[hint, FlagCreatePairsOff, tyro.conf.arg(help_behavior_hint="")]
    kinds = get_args(getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint)
    if default is None and NoneType in kinds:
        # tyro looks for a metavar and the like around the union, not in it.
        within = [note for kind in kinds for note in getattr(kind, "__metadata__", ())]
        simpler = (DisallowNone, tyro.conf.arg(help_behavior_hint="(optional)"))
        return Annotated[hint, *within, *simpler]
    return hint


def _has_bounds(hint: Any) -> bool:
    metadata = getattr(hint, "__metadata__", ())
    return any(isinstance(entry, BaseMetadata | GroupedMetadata) for entry in metadata) or any(
        map(_has_bounds, get_args(hint))
    )


class Refusal:
    """What is wrong with the words, and how we say it."""

    def __init__(
        self, command: Callable[..., Any], words: Sequence[str], prog: str, box: str = ""
    ) -> None:
        self.words, self.rows = words, _rows(box)
        self.options = _options(command, prog)
        self.see = f"see '{prog} --help'"

    def line(self, cause: ValidationError | None) -> str:
        """Say in one line what tyro says in its box; ``cause`` is what a settings model said."""
        text = one_line("\n".join(self.rows)).partition(" Argument helptext:")[0]
        found = re.match(r"Error parsing (\S+): ", text)
        if found and cause:
            return self.out_of_bounds(cause, group=found[1])
        for pattern, say in (
            (r"Unrecognized .*?options: *(.+)", self.unknown),
            (r"Missing from .*?:", self.missing),
            (r"Missing value for argument '(.+?)'\. Expected (\d+)", self.without_value),
            (r"invalid choice '(.*)' for argument '(.+?)'\. Expected .*?\((.*?)\)", self.no_choice),
            (r"Error parsing (\S+): (.*)", self.wrong),
        ):
            if found := re.search(pattern, text):
                text = say(*found.groups())
                break
        return f"{text}{'' if text.endswith('?') else ';'} {self.see}"

    def unknown(self, listed: str) -> str:
        """Say which word belongs to nothing: the first of those listed."""
        words = [word for word in self.words if re.match(re.escape(word) + "(, | |$)", listed)]
        given = max(words, key=len, default=listed)
        if not given.startswith("-"):
            return f"unexpected argument {given!r}"
        given = given.split("=")[0]
        hint = did_you_mean(given.replace("_", "-"), self.options)
        if len(self.options) > MOST_LISTED:
            hint = hint.partition("known: ")[0]
        return f"unknown option {given!r}; {hint}".strip("; ")

    def missing(self) -> str:
        """Say what has to be given; each argument is a row, its help stands deeper below it."""
        names = [row.strip() for row in self.rows if re.match(r" {4}\S", row)] or ["an argument"]
        if names[1:]:
            return f"{' and '.join(names)} are missing"
        note = " ".join(row.strip() for row in self.rows if re.match(r" {8}\S", row))
        note = note.removesuffix("(required)").rstrip(" .")
        return f"{names[0]} is missing" + (f" ({note})" if note else "")

    def without_value(self, name: str, count: str) -> str:
        """Say which option stands at the end, or right before the next one."""
        if name.startswith("-"):
            return f"{name} needs {'a value' if count == '1' else f'{count} values'}"
        # tyro also says so of a positional argument when an unknown option stands in its place.
        names = [word.split("=")[0].replace("_", "-") for word in self.words]
        odd = [name for name in names if re.match("--?[a-z]", name) and name not in self.options]
        return self.unknown(odd[0]) if odd else f"{name.upper()} is missing"

    def no_choice(self, given: str, name: str, choices: str) -> str:
        """Say what else the value could be."""
        name = name if name.startswith("-") else name.upper()
        known = re.findall("'(.*?)'", choices)
        return f"{name} cannot be {given!r}; {did_you_mean(given, known)}"

    def wrong(self, name: str, reason: str) -> str:
        """Say what type a value should have."""
        name = name.strip("[]")
        shape = next((row.strip() for row in self.rows if row.strip().startswith(f"{name} ")), name)
        given = re.search(r"\['(.*?)'\]|'([^']*)'$", reason)
        value = (given[1] or given[2] or "").replace("', '", " ") if given else None
        but_not = "" if value is None else f", not {value!r}"
        for metavar, conversion, wanted in NUMBERS:
            if conversion in reason and shape in (name, f"{name} {metavar}"):
                return f"{name} must be {wanted}{but_not}"
        return f"{name} is given as '{shape}'{but_not}"

    def out_of_bounds(self, error: ValidationError, group: str = "") -> str:
        """Say what is allowed for a setting of a group, or for a parameter."""

        def spelled(path: Sequence[str]) -> str:
            name = ".".join([group, *path] if group else path)
            option = f"--{name}".replace("_", "-")
            if option in self.options:
                return option
            return name if group else name.upper()  # positional arguments, as the help has them

        return about_setting(error, spelled)


def _options(command: Callable[..., Any], prog: str) -> list[str]:
    """Return the options of a command, as its help lists them."""
    text = io.StringIO()
    with redirect_stdout(text), _width(ONE_COLUMN), suppress(SystemExit):
        _read(command, ["--help"], prog)
    starts = [re.match(r"--?[a-z].*?(?=  |$)", row) for row in _rows(text.getvalue())]
    found = [word.strip(",") for start in starts if start for word in start[0].split()]
    return [word for word in found if word.startswith("--")]


def _rows(box: str) -> list[str]:
    """Return the rows of text in tyro's boxes, without colours, frame, title, rules and footer."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", box).partition("For full helptext")[0]
    lines = [line[2:].rstrip(" │") for line in text.splitlines()]
    return [line for line in lines[1:] if line.strip("─-╯ ")]


def _validation_error(stop: BaseException) -> ValidationError | None:
    """Return the refusal of a settings model that made tyro stop, if that was the reason."""
    cause: BaseException | None = stop
    while cause is not None and not isinstance(cause, ValidationError):
        cause = cause.__context__
    return cause


@contextmanager
def _width(width: int | None) -> Iterator[None]:
    """Give tyro, which fits what it says to the width of the terminal, another; None keeps it."""
    before = os.environ.get("COLUMNS")
    if width is not None:
        os.environ["COLUMNS"] = str(width)
    try:
        yield
    finally:
        os.environ.pop("COLUMNS", None)
        if before is not None:
            os.environ["COLUMNS"] = before
