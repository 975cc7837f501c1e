"""``nge report`` and ``nge watch``: a run as a page, in one file or live."""

from __future__ import annotations

import getpass
import os
import shlex
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Annotated
from urllib.parse import quote

from annotated_types import Ge, Le

from nge.cli.interrupt import raise_on_ctrl_c
from nge.cpu import configure_process
from nge.report.page import EPISODES, write_report
from nge.settings import Option

PORT = 8642


def report(
    run: Path,
    *,
    out: Annotated[Path | None, Option("FILE")] = None,
    episodes: Annotated[int, Ge(0)] = EPISODES,
    open: bool = False,
) -> None:
    """Write a run as one HTML file that opens anywhere, without a network.

    The run may still be going: the report shows it up to its last whole generation or update.

    Args:
        run: Folder of a run that 'nge evolve' or 'nge train' made.
        out: Where to write it; by default report.html in the run's folder.
        episodes: Species whose movement is recorded: the winner, its ancestors, the fittest.
        open: Show it in the browser.
    """
    path = write_report(run, out, episodes, say=lambda line: print(line, file=sys.stderr))
    print(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")
    if open:
        webbrowser.open(path.resolve().as_uri())


def watch(
    path: Path = Path("runs"),
    *,
    port: Annotated[int, Ge(0), Le(65535)] = PORT,
    host: str = "127.0.0.1",
    token: str | None = None,
) -> None:
    """Serve a live page of a run, or of all runs in a folder, until Ctrl-C.

    The page can be opened and closed, and this command ended, without any effect on a run.

    Args:
        path: A run, or a folder of runs.
        port: Where to serve; 0 takes a free one.
        host: Address to serve on; from other machines the page is seen only with its token.
        token: What a browser must bring to see the page. By default one is made, which the printed
            link contains; on this machine only stopping a run needs it.
    """
    from nge.report.server import open_door, serve
    from nge.runs.reading import run_folders

    found = run_folders(path)
    listening, door = open_door(host, port, token)
    query = f"?token={quote(door.token, safe='')}"
    name = f"[{host}]" if ":" in host else host
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else name
    what = str(path) if len(found) == 1 else f"{len(found)} runs in {path}"
    print(f"watching {what}: http://{shown}:{door.port}/{query}", flush=True)
    if not door.open_to_others:
        user = shlex.quote(f"{getpass.getuser()}@{socket.gethostname()}")
        print(
            f"from another machine: ssh -N -L {door.port}:127.0.0.1:{door.port} {user}\n"
            f"then open http://127.0.0.1:{door.port}/{query} there",
            file=sys.stderr,
            flush=True,
        )
    raise_on_ctrl_c()
    with suppress(KeyboardInterrupt):  # the usual end
        serve(path, listening, door)


def watch_a_run(folder: str) -> int:
    """Serve the live page of a run until stdin closes: however the run ends, its process goes."""
    from nge.cli.main import main

    configure_process()

    def end_with_the_run() -> None:
        sys.stdin.buffer.read()
        os._exit(0)

    Thread(target=end_with_the_run, daemon=True).start()
    return main(["watch", folder, "--port", "0"])
