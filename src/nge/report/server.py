"""The live page: serves runs from their folders while they execute.

It only reads. The one thing it writes is the file ``stop`` in a run's folder, which asks the
process at work there to end after the generation, or the update, under way. Browsers hear of
news through server-sent events; whether a run goes on, ends, or is resumed, the stream stays.

Runs are found by name in a table of what ``run_folders`` found, so no request can name another
path. A folder that cannot be read is listed with the reason. ``Guard`` refuses strange Host and
Origin headers, and requests that change something without the token; where other machines can
reach the page, so it does with requests that only look.
"""

from __future__ import annotations

import gzip
import ipaddress
import json
import os
import re
import secrets
import shlex
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import anyio
import numpy as np
from starlette.applications import Starlette
from starlette.datastructures import Headers, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request, cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nge.errors import NgeError
from nge.report import schema
from nge.report.data import Gatherer, generation_under_way, limits_of
from nge.report.episodes import mjcf, recorded_where_possible
from nge.report.page import shell, static
from nge.runs import folder as files
from nge.runs.reading import mark, outline, run_folders, run_name
from nge.runs.run import Run
from nge.runs.sweep import FILE as SWEEP
from nge.runs.sweep import Sweep

BEAT = 1.0  # seconds between two looks at a run
NICE = 10  # how far the server stands back
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANYWHERE = ("0.0.0.0", "::", "")
HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII)
ORIGIN = re.compile(rf"null|[A-Za-z][\w+.-]*://{HOST.pattern}", re.ASCII)
SAFE = ("GET", "HEAD")  # methods that change nothing
TOKEN_LENGTH = 8  # letters of a token, at least
SPECIES_DIGITS = 9  # no run has more species than that
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


@dataclass
class Watched:
    """A run that someone looks at, with what was gathered of it."""

    run: Run
    gatherer: Gatherer
    lock: threading.Lock = field(default_factory=threading.Lock)
    mark: tuple[int, ...] | None = None
    packed: bytes = b""
    episodes: dict[tuple[int, int], bytes] = field(default_factory=dict)

    def data(self) -> bytes:
        """Return what the page shows, as gzipped JSON; gathered anew when there is news."""
        with self.lock:
            now = mark(self.run)
            if now != self.mark:
                self.packed, self.mark = _gzipped(self.gatherer.gather()), now
            return self.packed

    def episode(self, species: int) -> bytes:
        """Return an episode of a species with its weights as they are now; null if they are gone.

        A run at work removes weights that a page may just have asked for, so that is no error.
        """
        self.run.body(species)  # or say which species there are
        with self.lock:
            key = (species, mark(self.run)[0])
            if key not in self.episodes:
                found = recorded_where_possible(self.run, species, say=lambda _: None)
                episode = _gzipped(found)
                if len(self.episodes) > 64:
                    self.episodes.clear()
                self.episodes[key] = episode
            return self.episodes[key]


class Watch:
    """All runs that are served."""

    def __init__(self, path: Path) -> None:
        """Serve the run at ``path``, or all runs in it, those to come included."""
        self._path = path
        self.alone = run_folders(path) == [path]  # or say that there is nothing to look at
        self._watched: dict[str, Watched] = {}
        self._lock = threading.Lock()

    @property
    def of_sweep(self) -> bool:
        return (self._path / SWEEP).is_file()

    def folders(self) -> dict[str, Path]:
        """Return the folders of all runs by the name they are asked for."""
        return {_encodable(run_name(folder)): folder for folder in run_folders(self._path)}

    def run(self, name: str) -> Watched:
        """Return a run by name, or refuse the name."""
        folder = self.folders().get(name)
        if folder is None:
            raise HTTPException(404, "there is no such run")
        with self._lock:
            held = self._watched.get(name)
            # A folder may be deleted and filled again by another run.
            now = Run.open(folder, read_only=True)
            if held is None or held.run.about != now.about:
                held = self._watched[name] = Watched(now, Gatherer(now))
            else:
                held.run.limits = now.limits  # all that may change of what a run is
            return held

    def listed(self) -> list[schema.ListedRun | schema.DamagedRun]:
        """Return a line about every run, the newest first, then those that cannot be read."""
        found: list[schema.ListedRun] = []
        damaged: list[schema.DamagedRun] = []
        for name in self.folders():
            try:
                line = _line(name, self.run(name).run)
                _text(line)  # as it will be sent
                found.append(line)
            except Exception as error:  # whatever a damaged or foreign folder leads to
                damaged.append({"name": name, "problem": _reason(error)})
        return [*sorted(found, key=lambda line: str(line["started"]), reverse=True), *damaged]

    def sweep(self) -> schema.ListedSweep | None:
        """Return how far the sweep is whose runs are served; None where they are no sweep's."""
        if not self.of_sweep:
            return None
        found = Sweep.read(self._path)
        return cast(
            "schema.ListedSweep", {"about": found.config.about, **found.progress()._asdict()}
        )


def _line(name: str, run: Run) -> schema.ListedRun:
    """Return what the list says of a run."""
    spent, generations, recent = run.spent(), run.generations(), run.recent_returns()
    trains, limits = run.plan.trains_only, limits_of(run)
    means = (float(np.mean(some)) for some in recent.values() if some)
    last = max(means, default=None) if trains else generations[-1]["best"] if generations else None
    return {
        "name": name,
        "started": run.about["started"],
        "what": f"{run.title}, {len(recent)} species" if trains else run.title,
        "unit": "updates" if trains else "generations",
        "count": spent.updates if trains else spent.generations,
        "goal": limits["updates"] if trains else limits["max_generations"],
        "seconds": spent.seconds,
        "best": last,
        "curve": outline(run) if trains else [row["best"] for row in generations],
        **_state(run),
    }


def _state(run: Run) -> schema.RunState:
    """Return where a run stands and what the process at work there does."""
    return {
        "limits": limits_of(run),
        "done": run.done,
        "working": cast("schema.Working | None", files.working(run.folder)),
        "stopping": files.stopping(run.folder),
    }


def app(path: Path, door: Door) -> ASGIApp:
    """Return the application that serves the runs at ``path`` to those the door admits."""
    watch = Watch(path)

    async def in_thread(work: Callable[[], Any]) -> Any:
        try:
            return await anyio.to_thread.run_sync(work)
        except HTTPException:
            raise
        except NgeError as error:
            raise HTTPException(404, _reason(error)) from None
        except Exception as error:  # whatever a damaged or foreign folder leads to
            raise HTTPException(503, _reason(error)) from None

    async def the_run(request: Request) -> Watched:
        return await in_thread(lambda: watch.run(request.path_params["name"]))

    def only_run() -> str | None:
        names = list(watch.folders())
        if len(names) != 1 or watch.of_sweep:
            return None
        with suppress(Exception):  # the list says what is wrong with it
            watch.run(names[0])
            return names[0]
        return None

    async def first(request: Request) -> Response:
        name = await in_thread(only_run)
        return await page(request) if name is None else RedirectResponse(f"/run/{quote(name)}/")

    async def page(request: Request) -> Response:
        name = request.path_params.get("name")
        if name is not None:
            await the_run(request)
        text = shell(
            title=f"{name or 'runs'} - nge",
            style='<link rel="stylesheet" href="/page.css">',
            script='<script src="/page.js"></script>',
        )
        return Response(text, media_type="text/html")

    async def file(request: Request) -> Response:
        name = request.scope["path"].removeprefix("/")
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        return Response(static(name), media_type=kind)

    async def runs(_: Request) -> Response:
        return _json(await in_thread(watch.listed))

    async def sweep(_: Request) -> Response:
        return _json(await in_thread(watch.sweep))

    async def data(request: Request) -> Response:
        held = await the_run(request)
        return _packed(await in_thread(held.data))

    async def episode(request: Request) -> Response:
        held, species = await the_run(request), _species(request)
        return _packed(await in_thread(lambda: held.episode(species)))

    async def under_way(request: Request) -> Response:
        held = await the_run(request)
        return _packed(await in_thread(lambda: _gzipped(generation_under_way(held.run))))

    async def model(request: Request) -> Response:
        held, species = await the_run(request), _species(request)
        text = await in_thread(lambda: mjcf(held.run, species))
        return Response(text, media_type="application/xml")

    async def stop(request: Request) -> Response:
        held = await the_run(request)
        wanted = request.query_params.get("take-back") is None
        await in_thread(lambda: files.ask_to_stop(held.run.folder, wanted))
        return _json({"stopping": files.stopping(held.run.folder)})

    async def run_events(request: Request) -> Response:
        await the_run(request)
        may_stop = door.admits(request.headers, request.query_params)

        def look() -> schema.WatchedState:
            run = watch.run(request.path_params["name"]).run
            state = _state(run)
            if state["working"] and not run.plan.trains_only:  # curves of the generation
                state["working"]["rewards"] = run.rewards_under_way()
            return {
                "folder": shlex.quote(_encodable(str(run.folder))),
                "mark": [run.about["started"], *mark(run)],
                "alone": watch.alone,
                "may_stop": may_stop,
                **state,
            }

        return _stream(request, look)

    async def list_events(request: Request) -> Response:
        return _stream(request, watch.listed)

    routes = [
        Route("/", first),
        Route("/runs/", page),
        Route("/page.js", file),
        Route("/page.css", file),
        Route("/api/runs", runs),
        Route("/api/sweep", sweep),
        Route("/api/events", list_events),
        Route("/run/{name}/", page),
        Route("/api/run/{name}/data", data),
        Route("/api/run/{name}/events", run_events),
        Route("/api/run/{name}/underway", under_way),
        Route("/api/run/{name}/species/{species}/episode", episode),
        Route("/api/run/{name}/species/{species}/mjcf", model),
        Route("/api/run/{name}/stop", stop, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes), door)


def _species(request: Request) -> int:
    text = request.path_params["species"]
    if not (text.isascii() and text.isdigit() and len(text) <= SPECIES_DIGITS):
        raise HTTPException(404, "there is no such species")
    return int(text)


def _reason(error: Exception) -> str:
    """Return in one line why something cannot be shown."""
    if isinstance(error, HTTPException):
        return error.detail
    known = isinstance(error, NgeError)
    text = str(error) if known else f"it cannot be read ({type(error).__name__}: {error})"
    return _encodable(" ".join(text.split()))


def _encodable(text: str) -> str:
    """Return text that can be sent: names of files may hold bytes that are no letters."""
    return text.encode("utf-8", "replace").decode()


def _text(value: Any) -> str:
    """Return JSON, which has no numbers that are not finite."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _gzipped(value: Any) -> bytes:
    return gzip.compress(_text(value).encode(), 6, mtime=0)


def _json(value: Any) -> Response:
    return Response(_text(value), media_type="application/json")


def _packed(content: bytes) -> Response:
    return Response(content, media_type="application/json", headers={"Content-Encoding": "gzip"})


def _stream(request: Request, look: Callable[[], Any]) -> Response:
    """Return a stream that tells what ``look`` sees whenever that changes."""
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")

    async def events() -> AsyncIterator[str]:
        before, beats = None, 0
        yield "retry: 1000\n\n"
        while not await request.is_disconnected():
            try:
                seen = _text(await anyio.to_thread.run_sync(look))
            except Exception as error:  # whatever a damaged or foreign folder leads to
                seen = _text({"gone": _reason(error)})
            beats += 1
            if seen != before:
                yield f"data: {seen}\n\n"
                before = seen
            elif beats % 15 == 0:
                yield ": still here\n\n"  # so that a dead connection is noticed
            await anyio.sleep(BEAT)

    return StreamingResponse(events(), media_type="text/event-stream")


# --- who may look -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Door:
    """Where the page is served, and to whom."""

    host: str
    port: int
    token: str
    """What a request that changes something must bring."""
    private: bool = False
    """Whether reading requires it too."""

    @property
    def open_to_others(self) -> bool:
        """Whether other machines can reach it."""
        return self.host not in LOOPBACK

    def knows(self, host: str) -> bool:
        """Tell whether a Host header names this machine: a page elsewhere cannot borrow it."""
        found = HOST.fullmatch(host)
        name = found["name"].strip("[]").lower() if found else None
        if name in LOOPBACK or name == self.host.lower():
            return True
        if name is None or not self.open_to_others:
            return False
        if name in {socket.gethostname().lower(), socket.getfqdn().lower()}:
            return True
        return self.host in ANYWHERE and _is_address(name)

    def admits(self, headers: Headers, query: QueryParams) -> bool:
        """Tell whether a request brings the token, as a cookie, a header or in its address."""
        brought = [
            headers.get("authorization", "").removeprefix("Bearer "),
            cookie_parser(headers.get("cookie", "")).get(self.cookie, ""),
            query.get("token", ""),
        ]
        return any(secrets.compare_digest(one.encode(), self.token.encode()) for one in brought)

    @property
    def cookie(self) -> str:
        """Name of the cookie that holds the token; other ports have their own."""
        return f"nge_{self.port}"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Refuses requests that do not come from a page of ours, and adds careful headers."""

    def __init__(self, served: ASGIApp, door: Door) -> None:
        self._served, self._door = served, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._served(scope, receive, send)
            return
        answer = self._refusal(scope)

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        reply: Callable[[Scope, Receive, Send], Awaitable[None]] = answer or self._served
        await reply(scope, receive, careful)

    def _refusal(self, scope: Scope) -> Response | None:
        headers, door = Headers(scope=scope), self._door
        if not scope["query_string"].isascii():
            return PlainTextResponse("bytes beyond ASCII must be quoted in a query", 400)
        query = QueryParams(scope["query_string"])
        host = headers.get("host", "")
        if not door.knows(host):
            return PlainTextResponse("this address is not known here", 400)
        origin = headers.get("origin")
        if origin is not None and not ORIGIN.fullmatch(origin):
            return PlainTextResponse("this origin is not an address", 400)
        if origin is not None and origin.lower().partition("://")[2] != host.lower():
            return PlainTextResponse("requests of other pages are refused", 403)
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return PlainTextResponse("requests of other pages are refused", 403)
        needed = door.private or scope["method"] not in SAFE
        if needed and not door.admits(headers, query):
            return PlainTextResponse("the token is missing or wrong; see where nge watch runs", 401)
        if "token" in query and scope["method"] in SAFE:  # keep it out of history and logs
            away = RedirectResponse("/" + scope["path"].lstrip("/"))
            if door.admits(headers, query):
                away.set_cookie(door.cookie, door.token, httponly=True, samesite="strict")
            return away
        return None


def open_door(host: str, port: int, token: str | None) -> tuple[socket.socket, Door]:
    """Return a socket to serve on, and who may come; ``token`` None has one made.

    If a token is given, or other machines are served, reading requires the token as well.
    """
    if token is not None:
        _check(token)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # requests wait until the server is ready
    except OSError as error:
        listening.close()
        raise NgeError(
            f"cannot serve on {host} port {port} ({error.strerror or error}); "
            "choose another with --port or --host"
        ) from None
    private = token is not None or host not in LOOPBACK
    made = token or secrets.token_urlsafe(24)
    return listening, Door(host, listening.getsockname()[1], made, private)


def _check(token: str) -> None:
    if len(token) < TOKEN_LENGTH:
        raise NgeError(f"the token has {len(token)} letters; give at least {TOKEN_LENGTH}")
    strange = next((one for one in token if not (one.isascii() and one.isprintable())), None)
    if strange is not None:  # browsers do not agree on how to send others in a cookie
        raise NgeError(f"the token contains {strange!a}; give printable ASCII letters only")


def serve(path: Path, listening: socket.socket, door: Door) -> None:
    """Serve until the process is told to end."""
    import uvicorn  # only the live page needs it

    with suppress(OSError, AttributeError):
        os.nice(NICE)  # a run goes first
    settings = uvicorn.Config(
        app(path, door), log_level="warning", timeout_graceful_shutdown=1, server_header=False
    )
    uvicorn.Server(settings).run(sockets=[listening])
