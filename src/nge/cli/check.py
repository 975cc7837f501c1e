"""``nge check``: run the contracts of ``nge.testing`` over what a package offers."""

from __future__ import annotations


def check(name: str) -> int:
    """Check the tasks, kinds, engines, policies, methods and loggers that a package offers.

    Prints a line for each contract: that it is kept, or what is wrong. The exit code is 1 if one is
    broken. docs/how-to/new-task.md shows how a package runs the same contracts in its own tests.

    Args:
        name: A package that is installed, or the name of a single task, kind, engine, policy,
            method or logger.
    """
    from nge.testing.package_checks import checked

    code = 0
    for one in checked(name):
        rule, problem = one.outcome
        state, reason = ("ok", "") if problem is None else ("wrong", f": {problem}")
        print(f"{state:<5}  {one.noun} {one.name}: {rule}{reason}", flush=True)
        code |= problem is not None
    return code
