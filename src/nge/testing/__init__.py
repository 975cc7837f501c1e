"""Contracts of what can be added to nge, for the tests of extensions and for ``nge check``.

A contract is a function with one argument, say a task, that raises an ``AssertionError`` with a
reason where the task breaks a rule that the rest of nge relies on. Its name is the rule. A test of
a package runs them all, with any test framework::

    import pytest
    from nge.testing.task_contracts import TASK_CONTRACTS

    @pytest.mark.parametrize("contract", TASK_CONTRACTS)
    def test_my_task_keeps(contract):
        contract(MyTask())
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Outcome(NamedTuple):
    """What became of one contract."""

    rule: str
    problem: str | None
    """What is wrong, in one line; None if the contract is kept."""


def outcomes(contracts: Sequence[Callable[[T], None]], subject: T) -> Iterator[Outcome]:
    """Yield the outcome of every contract for one task, kind, engine or policy."""
    for contract in contracts:
        rule = contract.__name__.replace("_", " ")
        try:
            contract(subject)
        except AssertionError as error:
            yield Outcome(rule, _one_line(str(error)) or "it does not hold")
        except Exception as error:  # what is checked may raise anything
            yield Outcome(rule, _one_line(f"{type(error).__name__}: {error}"))
        else:
            yield Outcome(rule, None)


def _one_line(text: str) -> str:
    return " ".join(text.split())
