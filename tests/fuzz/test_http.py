"""Malformed HTTP requests to the live page: refused or answered, never an error of ours.

``NGE_FUZZ=50 pytest tests/fuzz/test_http.py`` tries fifty times as many.
"""

import random
import re
import socket
import threading
import time
from contextlib import contextmanager, suppress
from urllib.parse import unquote_to_bytes

import anyio
import pytest
import uvicorn

from nge.report.server import Door, app, open_door
from tests.fuzz.helpers import COUNT
from tests.report.helpers import new_run, new_training

RAW = COUNT // 10  # of them over a real connection, too
PATIENCE = 10.0  # seconds that a request may take
SECRET = "the content of a file that lies outside of the runs"
DOOR = Door("127.0.0.1", 8642, "the token of this page")

METHODS = [
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
    "PATCH",
    "TRACE",
    "BREW",
    "get",
    "G T",
]
RUNS = [
    "one",
    "two",
    "damaged",
    "secret",
    "..",
    ".",
    "%2e%2e",
    "none",
    "",
    "one%00",
    "one ",
    "o/ne",
]
SPECIES = ["0", "1", "-1", "9" * 30, "9" * 5000, "1.5", "x", "٣", "%00", "..", "0/../1", str(2**63)]
PATHS = [
    *(
        "/",
        "//",
        "/runs/",
        "/page.js",
        "/page.css",
        "/api/runs",
        "/api/run",
        "/favicon.ico",
        "*",
        "",
    ),
    *("/run/{run}/", "/run/{run}", "/run/{run}/run.json", "/api/run/{run}/data"),
    *("/api/run/{run}/underway", "/api/run/{run}/stop", "/api/run/{run}/events/", "/api/{run}"),
    *("/api/run/{run}/species/{species}/mjcf", "/api/run/{run}/species/{species}/episode/.."),
    *("/../secret.txt", "/..%2fsecret.txt", "/run/../../secret.txt", "/page.js/../../secret.txt"),
    *("/%2e%2e/%2e%2e/secret.txt", "/page.css%00", "/..\\secret.txt", "http://evil/secret.txt"),
]
HOSTS = ["127.0.0.1:8642", "localhost", "[::1]:1", "[", "[::1", "]", "a@127.0.0.1", "evil", "é", ""]
ORIGINS = ["http://127.0.0.1:8642", "null", "http://[", "http://[::1", "://", "x", "http://é", ""]
TOKENS = [DOOR.token, "", "é", "%", "%ff", "a" * 5000, "\udcff", "\x00"]
QUERIES = ["", "take-back", "&&&", "=", "a=%ff&%", "x" * 9000, "token=%00", "a;b", "\xff"]
BODIES = [b"", b"{}", b"\xff\x00", b"a" * 70_000]
NOISE = ["cookie", "range", "content-length", "content-type", "accept-encoding", "if-none-match"]


def cases(seed, count):
    """Yield requests as method, path, query, headers and body; bytes where the wire has bytes."""
    rng = random.Random(seed)
    for _ in range(count):
        path = rng.choice(PATHS).format(run=rng.choice(RUNS), species=rng.choice(SPECIES))
        if rng.random() < 0.2:
            path = _mangled(rng, path)
        query = rng.choice(QUERIES)
        if rng.random() < 0.3:
            query += f"&token={rng.choice(TOKENS)}"
        host = HOSTS[0] if rng.random() < 0.7 else rng.choice(HOSTS)
        headers = [("host", host)] if rng.random() < 0.97 else []
        if rng.random() < 0.3:
            headers.append(("origin", rng.choice(ORIGINS)))
        if rng.random() < 0.3:
            headers.append(("authorization", f"Bearer {rng.choice(TOKENS)}"))
        if rng.random() < 0.3:
            headers.append(("cookie", f"{DOOR.cookie}={rng.choice(TOKENS)}; {_letters(rng)}"))
        if rng.random() < 0.1:
            headers.append(("sec-fetch-site", rng.choice(["same-origin", "cross-site", "é"])))
        headers += [(rng.choice(NOISE), _letters(rng)) for _ in range(rng.randrange(3))]
        sent = [(name.encode(), _bytes(value)) for name, value in headers]
        yield rng.choice(METHODS), _bytes(path), _bytes(query), sent, rng.choice(BODIES)


def _letters(rng):
    return "".join(chr(rng.randrange(256)) for _ in range(rng.randrange(20)))


def _mangled(rng, text):
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(["%", "%zz", "%00", "\xff", "//", "..", "\\", "#"]) + text[at:]


def _bytes(text):
    return text.encode("utf-8", "surrogateescape")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two runs, a damaged one, and a file beside them that nobody may see."""
    root = tmp_path_factory.mktemp("served")
    new_run(root / "runs" / "one")
    new_training(root / "runs" / "two")
    (root / "runs" / "damaged").mkdir()
    (root / "runs" / "damaged" / "run.json").write_text("[" * 100_000)
    (root / "runs" / "secret").mkdir()
    for folder in (root, root / "runs", root / "runs" / "secret"):
        (folder / "secret.txt").write_text(SECRET)
    return root / "runs"


def test_no_request_ends_in_an_error_a_hang_or_a_foreign_file(runs):
    served = app(runs, DOOR)

    async def answers():
        return [(case, *await answer(served, *case)) for case in cases(1, COUNT)]

    statuses = set()
    for case, status, content in anyio.run(answers):
        statuses.add(status)
        assert status < 500 or status == 503, case
        assert SECRET.encode() not in content, case
        if status == 503:
            assert b"damaged" in case[1], case
        if status < 300 and case[0] not in ("GET", "HEAD"):
            assert case[0] == "POST", case
    assert {200, 307, 400, 401, 403, 404, 405} <= statuses  # every kind of answer was reached


async def answer(served, method, path, query, headers, body):
    """Return status and body of an answer to a request that no client has put right."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote_to_bytes(path).decode("utf-8", "replace"),  # as uvicorn does
        "raw_path": path,
        "query_string": query,
        "headers": headers,
        "server": (DOOR.host, DOOR.port),
        "client": ("127.0.0.1", 50000),
    }
    started, parts = [], []

    async def receive():
        return {"type": "http.request", "body": body}

    async def send(message):
        started.append(message.get("status"))
        parts.append(message.get("body", b""))

    with anyio.fail_after(PATIENCE):
        await served(scope, receive, send)
    return started[0], b"".join(parts)


# --- over a real connection -------------------------------------------------------------------


@contextmanager
def listening_at(path):
    """Serve a folder from a thread, and yield the port."""
    opened, door = open_door("127.0.0.1", 0, None)
    settings = uvicorn.Config(app(path, door), log_level="critical", timeout_graceful_shutdown=1)
    one = uvicorn.Server(settings)
    thread = threading.Thread(target=one.run, kwargs={"sockets": [opened]})
    thread.start()
    try:
        yield door.port
    finally:
        one.force_exit = one.should_exit = True
        thread.join()


def test_no_bytes_on_a_connection_end_in_an_error_or_a_hang(runs):
    rng = random.Random(2)
    with listening_at(runs) as port:
        for case in cases(3, RAW):
            whole = written(*case)
            for sent, complete in ((whole, True), (damaged(rng, whole), False)):
                found = exchanged(port, sent, complete)
                statuses = [int(one) for one in re.findall(rb"HTTP/1.1 (\d{3})", found)]
                assert statuses or not complete, sent
                assert all(status < 500 or status == 503 for status in statuses), sent
                assert SECRET.encode() not in found, sent


def written(method, path, query, headers, body):
    """Return a request as bytes."""
    lines = [b"%s %s?%s HTTP/1.1" % (method.encode(), path, query), b"connection: close"]
    lines += [b"%s: %s" % header for header in headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body[:1000]


def damaged(rng, text):
    """Return a request that is cut off, or with some bytes changed."""
    at = rng.randrange(len(text))
    changed = text[:at] + rng.randbytes(4) + text[at + 4 :]
    return rng.choice([text[:at], changed, text.replace(b"\r\n", rng.choice([b"\n", b"\r"]))])


def exchanged(port, sent, complete):
    """Return what comes back for some bytes; the server may wait for the rest of a request."""
    found, until = b"", time.monotonic() + PATIENCE
    wait = PATIENCE if complete else 0.05
    connection = socket.create_connection(("127.0.0.1", port), timeout=wait)
    # It may hang up before it has read everything.
    with connection, suppress(ConnectionError, *(() if complete else (TimeoutError,))):
        connection.sendall(sent)
        while received := connection.recv(65536):
            assert time.monotonic() < until, sent
            found += received
    return found
