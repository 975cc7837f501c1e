"""The live page: what it serves, and whom it refuses."""

import json
from urllib.parse import unquote

import anyio
import numpy as np
import pytest
from starlette.testclient import TestClient

from nge.errors import NgeError
from nge.physics.mjcf import read_mjcf
from nge.report import server
from nge.report.server import Door, Guard, app, open_door
from nge.runs import folder as files
from tests.report.helpers import add_updates, new_training

TOKEN = "a token that is long enough"
LOCAL = Door("127.0.0.1", 8642)
NOBODY = 2**22 + 1  # a process that cannot be: Linux counts to 2**22
REMOTE = Door("0.0.0.0", 8642, TOKEN)


def client(folder, door=LOCAL, host="127.0.0.1:8642"):
    guarded = app(folder, lambda served: Guard(served, door))
    return TestClient(guarded, base_url=f"http://{host}", follow_redirects=False)


@pytest.fixture(scope="module")
def here(small):
    return client(small.folder)


def test_a_single_run_is_shown_at_once(here):
    answer = here.get("/")

    assert (answer.status_code, answer.headers["location"]) == (307, "/run/small/")
    assert 'src="/page.js"' in here.get("/run/small/").text


def test_runs_are_listed_with_where_they_stand(here):
    [line] = here.get("/api/runs").json()

    assert (line["name"], line["count"], line["working"]) == ("small", 3, None)


def test_the_data_of_a_run_is_that_of_its_report(here):
    found = here.get("/api/run/small/data").json()

    assert found["run"]["name"] == "small"
    assert len(found["generations"]) == 3


def test_a_species_moves_and_can_be_taken_along(here, small):
    winner = small.fittest(1)[0]

    episode = here.get(f"/api/run/small/species/{winner}/episode").json()
    model = here.get(f"/api/run/small/species/{winner}/mjcf").text

    assert episode["parts"] == len(small.body(winner))
    assert read_mjcf(model) == small.body(winner)


def test_a_species_that_cannot_be_shown_is_not_found(here):
    answer = here.get("/api/run/small/species/99/episode")

    assert answer.status_code == 404
    assert "has no species 99" in answer.text


def test_stopping_leaves_the_file_and_takes_it_away(here, small):
    assert here.post("/api/run/small/stop").json() == {"stopping": True}
    assert (small.folder / "stop").is_file()

    assert here.post("/api/run/small/stop?take-back").json() == {"stopping": False}
    assert not (small.folder / "stop").exists()


def test_only_a_post_stops(here):
    assert here.get("/api/run/small/stop").status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/../run.json",
        "/run/../",
        "/run/../../etc/passwd",
        "/run/%2e%2e/",
        "/run/%2e%2e%2f%2e%2e%2fetc/",
        "/run/..%5c..%5c/",
        "/run/small%00/",
        "/run//etc/passwd/",
        "/run/small/run.json",
        "/run/small/../../run.json",
        "/run/small/weights/",
        "/api/run/../data",
        "/api/run/%2e%2e/data",
        "/api/run/%2fetc/data",
        "/api/run/./data",
        "/api/run//data",
        "/api/run/small/species/..%2f..%2frun.json/mjcf",
        "/api/run/small/species/-1/mjcf",
        "/page.css/../../data.py",
        "/%2e%2e/%2e%2e/page.py",
        "/static/page.js",
        "/run.json",
        "/record.sqlite",
    ],
)
def test_no_other_path_is_reachable(small, path):
    guarded = app(small.folder, lambda served: Guard(served, LOCAL))

    assert anyio.run(asked_as_it_is, guarded, path) in (400, 404)


async def asked_as_it_is(served, path):
    """Return the status of a request whose path no client has tidied up."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1:8642")],
        "server": ("127.0.0.1", 8642),
        "client": ("127.0.0.1", 50000),
    }
    found = []

    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(message):
        found.append(message.get("status"))

    await served(scope, receive, send)
    return found[0]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "127.0.0.1.evil.net", ""])
def test_a_foreign_host_is_refused(small, host):
    answer = client(small.folder).get("/api/runs", headers={"Host": host})

    assert answer.status_code == 400
    assert "small" not in answer.text


@pytest.mark.parametrize("host", ["localhost:8642", "127.0.0.1:9999", "[::1]:8642"])
def test_this_machine_is_known_by_its_names_also_through_a_tunnel(small, host):
    assert client(small.folder).get("/api/runs", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_page_can_neither_look_nor_stop(here, small, headers):
    assert here.get("/api/runs", headers=headers).status_code == 403
    assert here.post("/api/run/small/stop", headers=headers).status_code == 403
    assert not (small.folder / "stop").exists()


def test_its_own_page_may(here):
    headers = {"Origin": "http://127.0.0.1:8642", "Sec-Fetch-Site": "same-origin"}

    assert here.get("/api/runs", headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/runs", "/page.js", "/run/small/", "/api/events"])
@pytest.mark.parametrize("token", ["", "?token=", "?token=wrong", f"?token={TOKEN[:-1]}"])
def test_without_the_token_nothing_is_served(small, path, token):
    answer = client(small.folder, REMOTE, "10.0.0.7:8642").get(path + token)

    assert answer.status_code == 401
    assert "small" not in answer.text


def test_the_token_becomes_a_cookie_and_leaves_the_address(small):
    browser = client(small.folder, REMOTE, "10.0.0.7:8642")

    first = browser.get("/", params={"token": TOKEN})

    assert (first.status_code, first.headers["location"]) == (307, "/")
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert browser.get("/api/runs").status_code == 200


def test_a_program_may_bring_the_token_in_a_header(small):
    there = client(small.folder, REMOTE, "10.0.0.7:8642")

    answer = there.get("/api/runs", headers={"Authorization": f"Bearer {TOKEN}"})

    assert answer.status_code == 200


def test_a_name_that_is_not_this_machines_is_refused_even_with_the_token(small):
    there = client(small.folder, REMOTE, "evil.example")

    assert there.get("/", params={"token": TOKEN}).status_code == 400


def test_answers_allow_nothing_from_elsewhere(here):
    headers = here.get("/run/small/").headers

    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


def test_beyond_this_machine_there_is_always_a_token():
    listening, door = open_door("0.0.0.0", 0, None)
    listening.close()

    assert door.open_to_others
    assert len(door.token) >= 24


def test_a_short_token_is_refused():
    with pytest.raises(NgeError, match="the token has 3 letters; give at least 8"):
        open_door("127.0.0.1", 0, "abc")


# --- training runs ------------------------------------------------------------------------------


@pytest.fixture
def training(tmp_path):
    """A training run with five of its ten updates done."""
    run = new_training(tmp_path / "runs" / "taught")
    add_updates(run, 1, 5)
    return run


def test_training_runs_are_listed_beside_evolutions(training, rows):
    beside = training.folder.parent
    (beside / "rows").symlink_to(rows.folder)

    lines = {line["name"]: line for line in client(beside).get("/api/runs").json()}

    assert {name: line["unit"] for name, line in lines.items()} == {
        "rows": "generations",
        "taught": "updates",
    }
    line = lines["taught"]
    assert (line["count"], line["goal"], line["seconds"]) == (5, 10, 10.0)
    assert (line["done"], line["working"]) == (False, None)
    assert line["what"] == "fish, training, 2 species"
    assert line["curve"] == [15, 25, None, 45, 55]  # means of the two
    assert line["best"] == pytest.approx(np.mean([20, 30, 30, 50, 60, 60]))


def test_a_training_run_is_shown_and_its_species_move(learned):
    here = client(learned.folder)

    found = here.get("/api/run/learned/data").json()
    episode = here.get("/api/run/learned/species/1/episode").json()

    assert found["run"]["spent"]["updates"] == 2
    assert episode["parts"] == len(learned.body(1))
    assert here.get("/api/run/learned/species/2/episode").text.endswith("there is no 2")


def test_a_training_run_is_followed_through_kill_and_resume(training, monkeypatch):
    monkeypatch.setattr(server, "BEAT", 0.02)

    def begins():
        files.say(training.folder, update=5)

    def is_killed():
        files.say(training.folder, update=6, process=NOBODY)

    def is_resumed():
        training.forget_after(5)  # of which there was a checkpoint
        begins()

    def ends():
        add_updates(training, 6, 10)
        (training.folder / "status.json").unlink()

    deeds = [begins, lambda: add_updates(training, 6, 6), is_killed, is_resumed, ends]
    path = "/api/run/taught/events"
    states = anyio.run(heard, app(training.folder), path, deeds)

    assert [state["mark"][2] for state in states] == [5, 5, 6, 6, 5, 10]
    assert [bool(state["working"]) for state in states] == [False, True, True, False, True, False]
    assert [state["done"] for state in states] == [False] * 5 + [True]


async def heard(served, path, deeds):
    """Return what a stream tells at first, and last after each deed."""
    told, over = [], anyio.Event()
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}

    async def receive():
        await over.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        text = message.get("body", b"").decode()
        if text.startswith("data: "):
            told.append(json.loads(text.removeprefix("data: ")))

    async def settled():
        with anyio.fail_after(10):
            while not told:
                await anyio.sleep(0.02)
        await anyio.sleep(0.1)
        last = told[-1]
        told.clear()
        return last

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(served, scope, receive, send)
        states = [await settled()]
        for deed in deeds:
            deed()
            states.append(await settled())
        over.set()
    return states
