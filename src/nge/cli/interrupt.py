"""Ctrl-C from the first moment on: one line, and the exit code that shells expect.

Python's own handler raises KeyboardInterrupt wherever the program happens to be: in a library that
is being loaded, which may abort the process, or in a callback, which may drop it. The handler here
ends the process itself. What is on the disk is fit to go on with at any time, and processes that
were started end when their pipe closes. Nothing heavy is imported here, so that it comes first.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing would be imported too early
    from types import FrameType
    from typing import NoReturn


def exit_on_ctrl_c() -> None:
    """Let Ctrl-C end the process from now on, unless the parent process ignored it."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _exit)


def raise_on_ctrl_c() -> None:
    """Have Ctrl-C raise KeyboardInterrupt again, for a command that has its own way to end."""
    if signal.getsignal(signal.SIGINT) is _exit:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def exit_now(number: int, line: str) -> NoReturn:
    """End the process because of a signal, whatever it is doing, with a line on stderr."""
    terminal = os.isatty(2)
    show_cursor, new_line = ("\x1b[?25h", "\n") if terminal else ("", "")  # after the "^C"
    try:
        os.write(2, f"{show_cursor}{new_line}nge: {line}\n".encode())
    finally:  # also if stderr is closed
        os._exit(128 + number)


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    exit_now(number, "stopped by Ctrl-C")
