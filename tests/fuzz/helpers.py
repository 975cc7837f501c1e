"""How many cases a fuzz test runs, and what may come of each."""

import os

from nge.errors import NgeError

COUNT = 400 * int(os.environ.get("NGE_FUZZ", "1"))


def result(seed, function, *given):
    """Return what a function returns, or None if it refuses in one line; it may do nothing else."""
    try:
        return function(*given)
    except NgeError as error:
        message = str(error)
    except Exception as error:
        raise AssertionError(f"the case of seed {seed} is neither taken nor refused") from error
    assert message.splitlines() == [message], seed
    return None
