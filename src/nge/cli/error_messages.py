"""Error messages of the command line: one line and an exit code per error.

The line says what was given, what is allowed and what to do. 2 means the user can put it right
by asking for something else, 1 that the program or its installation is at fault.
"""

from __future__ import annotations

import errno
import os

from pydantic import ValidationError

from nge.errors import NgeError
from nge.settings import explained

FAULT, WRONG, INTERRUPTED = 1, 2, 130  # exit codes; shells count 128 + 2 for Ctrl-C


def error_message(error: BaseException) -> tuple[int, str]:
    """Return the exit code for an error and the line that says what to do about it."""
    match error:
        case KeyboardInterrupt():
            return INTERRUPTED, "stopped by Ctrl-C"
        case NgeError():
            return WRONG, one_line(str(error))
        case ValidationError():
            return WRONG, explained(error)
        case OSError(errno=int()):
            return WRONG, about_file(error)
        case ModuleNotFoundError(name=str(name)) if name.split(".")[0] != "nge":
            return FAULT, (
                f"the package {name!r} is not installed; try 'pip install {name}' "
                "('nge doctor' shows what else is missing)"
            )
        case ImportError() if not (error.name or "").startswith("nge"):
            return FAULT, f"{one_line(str(error))}; 'nge doctor' shows which package is broken"
    reason = one_line(f"{type(error).__name__}: {error}").removesuffix(":")
    return FAULT, (
        f"internal error: {reason} (this is a bug; run with NGE_DEBUG=1 for the traceback)"
    )


def about_file(error: OSError) -> str:
    """Say what is wrong with a file, or with the disk it is on."""
    path = "" if error.filename is None else repr(os.fspath(error.filename))
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        where = f" while writing {path}" if path else ""
        return f"the disk is full{where}; make room and try again"
    if not path:
        return one_line(error.strerror or str(error))
    folder = os.path.dirname(os.path.abspath(error.filename))
    match error:
        case FileNotFoundError() if not os.path.isdir(folder):
            return f"there is no folder {folder!r}; make it or check the name"
        case FileNotFoundError():
            return f"there is no file or folder {path}; check the name"
        case IsADirectoryError():
            return f"{path} is a folder; name a file"
        case NotADirectoryError():
            return f"{path} lies below a file; only a folder can hold other files"
        case FileExistsError():
            return f"{path} exists already; remove it or choose another name"
        case PermissionError():
            return f"{path} may not be read or written by you; change its permissions"
    return one_line(f"{path}: {error.strerror}")


def one_line(text: str) -> str:
    """Return text that may span lines as one line."""
    return " ".join(line.strip() for line in text.splitlines()).strip()
