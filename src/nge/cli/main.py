"""The ``nge`` program: finds the command, runs it, and reports errors.

A command is a plain function. Its row in ``COMMANDS`` gives its name, where it is and one line
of help; the module is imported only when the command is used, so ``nge --help`` stays quick
however heavy the commands are. To write one:

- Parameters are its arguments. After ``*``, ``seed: int = 0`` is the option ``--seed INT``,
  ``json: bool = False`` the flag ``--json``, and ``space: SpaceSettings`` one option per setting,
  as in ``--space.max-parts INT``. Before ``*``, ``body: str`` is the argument BODY, and a
  ``Settings`` model stands for options by the names of its fields. pydantic checks all of them.
- The docstring is the help; an ``Args:`` section in it, or the docstrings of fields, explain the
  arguments.
- It prints results to stdout and the rest to stderr; it returns its exit code, or None for 0.
- What a user got wrong it raises as ``NgeError``, and it lets ``OSError`` and pydantic's
  ``ValidationError`` pass: each becomes one line on stderr and exit code 2.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from nge import __version__
from nge.cli.interrupt import exit_on_ctrl_c
from nge.cpu import child_environment, configure_process
from nge.errors import NgeError

PIPE_CLOSED = 141  # what a shell reports for a program that wrote to a closed pipe


class Command(NamedTuple):
    """Where a command is, as ``module:function`` of this package, and its line of help."""

    where: str
    summary: str


COMMANDS = {
    "tour": Command("tour:tour", "simulate and draw one random body per task"),
    "tasks": Command("task_commands:tasks", "list the tasks: what robots are asked to do"),
    "body random": Command("body_commands:random", "draw a random body of a task"),
    "body show": Command("body_commands:show", "print a body as a tree"),
    "body mutate": Command("body_commands:mutate", "mutate a body step by step"),
    "body convert": Command("body_commands:convert", "export a body, or draw it"),
    "import": Command("imports:import_file", "make a body after a robot in MJCF or URDF"),
    "evolve": Command("evolve:evolve", "evolve bodies and controllers"),
    "finetune": Command("evolve:finetune", "the same as evolve --body, by default the task's"),
    "methods": Command("run_commands:methods", "list the methods: nge and baselines"),
    "list": Command("run_commands:list_runs", "list the runs in a folder"),
    "status": Command("run_commands:status", "say what a run is doing"),
    "show": Command("run_commands:show", "print the best species of every generation of a run"),
    "leaderboard": Command("run_commands:leaderboard", "print the best species of runs"),
    "sweep": Command("sweep_command:sweep", "carry out many experiments from one file"),
    "compare": Command("compare:compare_runs", "compare runs by method, at the same budget"),
    "render": Command("render:render", "film or draw the creatures of a run"),
    "inspect": Command("render:inspect", "watch a creature in MuJoCo's own viewer"),
    "export": Command("export:export", "write a creature as a folder that runs without nge"),
    "verify": Command("run_commands:verify", "check a run's record and repeat its evaluations"),
    "train": Command("train:train", "train fixed bodies to move"),
    "resume": Command("resume:resume", "go on with a run where it stopped"),
    "evaluate": Command("evaluate:evaluate", "let what a training run has learned perform"),
    "report": Command("report_commands:report", "write a run as one page"),
    "watch": Command("report_commands:watch", "serve a live page of runs as they go"),
    "check": Command("check:check", "check what a package adds to nge: tasks, kinds and so on"),
    "doctor": Command("doctor:doctor", "check this machine and say how to fix what is missing"),
}
GROUPS = {name.split()[0] for name in COMMANDS if " " in name}
HELP = ("-h", "--help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that ``argv`` names and return the exit code of the program.

    Without ``argv`` this is the program itself: the process is ours, and Ctrl-C ends it.
    """
    if argv is None:
        exit_on_ctrl_c()
        configure_process()
        os.environ.update(child_environment())  # for processes that libraries start
    with suppress(AttributeError):  # a letter the terminal lacks is no reason to fail
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:  # as in `nge body show fish | head -1`
        code = PIPE_CLOSED
    except (Exception, KeyboardInterrupt) as error:
        code = _print_error(error)
    _flush_for_good()
    return code


def run(words: Sequence[str]) -> int:
    """Do what the words after ``nge`` ask for and return the exit code."""
    if words and words[0] == "help":  # as in `nge help evolve`
        words = [*words[1:], "--help"]
    if not words or words[0] in HELP:
        print(overview())
        return 0
    if words[0] == "--version":
        print(f"nge {__version__}")
        return 0
    if words[0] in GROUPS and (len(words) == 1 or words[1] in HELP):
        print(overview(group=words[0]))
        return 0
    name = command_name(words)
    rest = words[len(name.split()) :]
    # Imported here because pydantic takes longer to import than everything above takes to run.
    from nge.cli.parse import parse

    try:
        call = parse(_function(name), rest, f"nge {name}")
    except SystemExit:  # the help of the command was asked for, and shown
        return 0
    return call() or 0


def command_name(words: Sequence[str]) -> str:
    """Return the name of the command that ``words`` begin with, or refuse them."""
    first, first_two = words[0], " ".join(words[:2])
    for name in (first_two, first):
        if name in COMMANDS:
            return name
    from nge.settings import did_you_mean  # imports pydantic, which takes a while

    if first.startswith("-"):
        raise NgeError(f"unknown option {first!r}; {did_you_mean(first, ['--help', '--version'])}")
    if first in GROUPS:
        known = [name for name in COMMANDS if name.startswith(f"{first} ")]
        raise NgeError(f"unknown command {first_two!r}; {did_you_mean(first_two, known)}")
    for name in COMMANDS:
        if name.endswith(f" {first}"):  # the group was left out
            raise NgeError(f"unknown command {first!r}; did you mean {name!r}?")
    known = list({name.split()[0] for name in COMMANDS})
    raise NgeError(f"unknown command {first!r}; {did_you_mean(first, known)}")


def overview(group: str = "") -> str:
    """Return the help of the whole program, or of one group of commands."""
    shown = {name: row for name, row in COMMANDS.items() if not group or name.split()[0] == group}
    width = max(map(len, shown))
    commands = [f"  nge {name:<{width}}  {command.summary}" for name, command in shown.items()]
    if group:
        return "\n".join(
            [
                f"usage: nge {group} COMMAND [OPTIONS]",
                "",
                *commands,
                "",
                f"'nge {group} COMMAND --help' explains a command.",
            ]
        )
    return "\n".join(
        [
            "usage: nge COMMAND [OPTIONS]",
            "",
            "Neural Graph Evolution: robots whose bodies and controllers evolve together.",
            "",
            *commands,
            "",
            "  -h, --help  show this help",
            "  --version   show the version",
            "",
            "'nge COMMAND --help' explains a command. Start with 'nge tour'.",
        ]
    )


def _function(name: str) -> Callable[..., Any]:
    module, function = COMMANDS[name].where.split(":")
    found: Callable[..., Any] = getattr(importlib.import_module(f"nge.cli.{module}"), function)
    return found


def _print_error(error: BaseException) -> int:
    from nge.cli.error_messages import error_message

    if os.environ.get("NGE_DEBUG", "0") not in ("", "0"):
        import traceback

        traceback.print_exception(error)
    code, line = error_message(error)
    if isinstance(error, NgeError):
        for note in getattr(error, "__notes__", ()):
            print(note, file=sys.stderr)
    print("nge:", line, file=sys.stderr)
    return code


def _flush_for_good() -> None:
    """Write out what was printed; what cannot be written is dropped, or Python would try again."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
