"""The live page: what it serves, and whom it refuses."""

import json
import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from urllib.parse import unquote

import anyio
import numpy as np
import pytest
from starlette.testclient import TestClient

from nge.errors import NgeError, RunError
from nge.physics.mjcf import read_mjcf
from nge.report import server
from nge.report.server import Door, app, open_door
from nge.runs import folder as files
from nge.runs.record import delete
from nge.runs.sweep import Sweep, SweepConfig
from tests.report.helpers import add_updates, end_training, new_training

TOKEN = "a token that is long enough"
LOCAL = Door("127.0.0.1", 8642, TOKEN)
REMOTE = Door("0.0.0.0", 8642, TOKEN, private=True)
BEARER = {"Authorization": f"Bearer {TOKEN}"}


def client(folder, door=LOCAL, host="127.0.0.1:8642"):
    return TestClient(app(folder, door), base_url=f"http://{host}", follow_redirects=False)


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


def test_of_a_sweep_the_list_is_shown_with_how_far_it_is_as_a_whole(here, small, tmp_path):
    table = {"task": "hopper", "seed": [0, 1], "max_steps": 5000}
    sweep = Sweep(SweepConfig.of({"about": "two seeds", "evolve": [table]}), tmp_path / "sweep")
    folder = sweep.prepare()
    shutil.copytree(small.folder, folder / sweep.jobs[0].name)
    (folder / "failures.json").write_text('{"hopper-nge-1": "out of luck"}')
    there = client(folder)

    found = there.get("/api/sweep").json()

    assert found == {
        "about": "two seeds",
        "states": {"done": 1, "failed": 1},
        "steps": small.spent().steps,
        "planned": sweep.progress().planned,
        "failures": {"hopper-nge-1": "out of luck"},
    }
    assert there.get("/").status_code == 200  # not the page of its only run
    assert here.get("/api/sweep").json() is None


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


def test_a_species_whose_weights_are_gone_has_no_episode(here, small):
    gone = next(row["id"] for row in small.species() if _without_weights(small, row["id"]))

    answer = here.get(f"/api/run/small/species/{gone}/episode")

    assert answer.status_code == 200  # a run at work removes weights while its page looks on
    assert answer.json() is None


def _without_weights(run, species):
    try:
        run.train_state(species)
    except RunError:
        return True
    return False


def test_stopping_leaves_the_file_and_takes_it_away(here, small):
    assert here.post("/api/run/small/stop", headers=BEARER).json() == {"stopping": True}
    assert (small.folder / "stop").is_file()

    answer = here.post("/api/run/small/stop?take-back", headers=BEARER)
    assert answer.json() == {"stopping": False}
    assert not (small.folder / "stop").exists()


def test_only_a_post_stops(here):
    assert here.get("/api/run/small/stop").status_code == 405


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "BREW"])
@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer wrong"}, {"Cookie": "nge_8642="}]
)
def test_on_this_machine_too_nothing_is_changed_without_the_token(here, small, method, headers):
    answer = here.request(method, "/api/run/small/stop", headers=headers)

    assert answer.status_code == 401
    assert not (small.folder / "stop").exists()
    assert here.get("/api/runs", headers=headers).status_code == 200


def test_the_printed_link_lets_a_browser_of_this_machine_stop(small):
    browser = client(small.folder)
    assert browser.get("/", params={"token": "wrong"}).headers.get("set-cookie") is None
    assert browser.post("/api/run/small/stop").status_code == 401

    assert browser.get("/", params={"token": TOKEN}).status_code == 307

    assert browser.post("/api/run/small/stop").json() == {"stopping": True}
    assert browser.post("/api/run/small/stop?take-back").json() == {"stopping": False}


def test_a_link_with_the_token_leads_nowhere_else(small):
    address = "http://127.0.0.1:8642//evil.example/"
    answer = client(small.folder).get(address, params={"token": TOKEN})

    assert answer.headers["location"] == "/evil.example/"


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
    assert anyio.run(asked_as_it_is, app(small.folder, LOCAL), path) in (400, 404)


async def asked_as_it_is(served, path, query=b""):
    """Return the status of a request whose path no client has tidied up."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query,
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


FOREIGN = ["evil.example", "evil.example:8642", "127.0.0.1.evil.net"]
MALFORMED = ["", "[", "[::1", "]", "[]", "[x]:1", "me@127.0.0.1", "127.0.0.1/x", "127.0.0.1:x"]


@pytest.mark.parametrize("host", [*FOREIGN, *MALFORMED])
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


@pytest.mark.parametrize("origin", ["", "http://[", "http://[x]", "//", "http://", "127.0.0.1"])
def test_a_malformed_origin_is_refused(here, origin):
    assert here.get("/api/runs", headers={"Origin": origin}).status_code == 400


@pytest.mark.parametrize("path", ["/run/small", "/runs/"])
def test_a_query_of_bytes_that_are_no_letters_is_refused(small, path):
    assert anyio.run(asked_as_it_is, app(small.folder, LOCAL), path, b"\xff") == 400


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


@pytest.mark.parametrize("token", ["päßwörter", "日本語日本語日本語", "line\nbreak", "tab\ttoken"])
def test_a_token_that_no_cookie_can_hold_is_refused_at_the_start(token):
    with pytest.raises(
        NgeError, match=r"the token contains '.*'; give printable ASCII letters only"
    ):
        open_door("127.0.0.1", 0, token)


@pytest.mark.parametrize("token", ['a;b,c="d\\', "100% & #1+1?", "spaces in it"])
def test_any_other_token_works_as_a_cookie(small, token):
    browser = client(small.folder, Door("0.0.0.0", 8642, token, private=True), "10.0.0.7:8642")

    assert browser.get("/", params={"token": token}).status_code == 307

    assert browser.get("/api/runs").status_code == 200


def test_a_given_token_is_wanted_from_those_who_look_on_this_machine_as_well():
    doors = []
    for token in (None, TOKEN):
        listening, door = open_door("127.0.0.1", 0, token)
        listening.close()
        doors.append(door)

    assert [door.private for door in doors] == [False, True]
    assert len(doors[0].token) >= 24


# --- folders that cannot be read --------------------------------------------------------------

NESTED = '{"format": "nge-evolution", "plan": ' + "[" * 200_000 + "]" * 200_000 + "}"


def unknown_task(folder):
    found = json.loads((folder / "run.json").read_text())
    found["plan"]["task"] = "flying"
    (folder / "run.json").write_text(json.dumps(found))


def strange_stats(folder):
    with closing(sqlite3.connect(folder / "record.sqlite", isolation_level=None)) as record:
        record.execute("UPDATE generations SET stats = 'not JSON'")


DAMAGE = {
    "unknown task": unknown_task,
    "stats": strange_stats,
    "nesting": lambda folder: (folder / "run.json").write_text(NESTED),
    "not JSON": lambda folder: (folder / "run.json").write_text("{"),
    "foreign": lambda folder: (folder / "run.json").write_text('{"format": "other"}'),
    "a list": lambda folder: (folder / "run.json").write_text("[]"),
    "no record": lambda folder: (folder / "record.sqlite").unlink(),
    "no database": lambda folder: (folder / "record.sqlite").write_text("hello"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_folder_that_cannot_be_read_is_listed_with_the_reason(rows, tmp_path, damage):
    for name in ("damaged", "sound"):
        shutil.copytree(rows.folder, tmp_path / name)
    damage(tmp_path / "damaged")
    here = client(tmp_path)

    sound, damaged = here.get("/api/runs").json()

    assert (sound["name"], sound["count"]) == ("sound", 12)
    assert damaged["name"] == "damaged"
    assert damaged["problem"]
    assert "\n" not in damaged["problem"]
    assert here.get("/").status_code == here.get("/run/sound/").status_code == 200
    for path in ("/run/damaged/", "/api/run/damaged/data", "/api/run/damaged/species/0/mjcf"):
        assert here.get(path).status_code < 500 or here.get(path).status_code == 503


def test_a_run_whose_process_says_what_is_no_number_is_listed_with_the_reason(rows, tmp_path):
    folder = shutil.copytree(rows.folder, tmp_path / "strange")
    status = {"process": os.getpid(), "now": float("nan")}
    (folder / "status.json").write_text(json.dumps(status))

    with files.alone(folder):
        [line] = client(tmp_path).get("/api/runs").json()

    assert line["name"] == "strange"
    assert "not JSON compliant" in line["problem"]


def test_a_single_folder_that_cannot_be_read_is_listed_too(tmp_path):
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "run.json").write_text("{")

    assert client(tmp_path).get("/").status_code == 200
    assert "damaged" in client(tmp_path).get("/api/runs").json()[0]["problem"]


@pytest.mark.parametrize("species", ["9" * 5000, str(2**63), str(2**31), "٣", "1e3", "-1", "0x1"])
def test_a_species_that_cannot_be_is_not_found(here, species):
    assert here.get(f"/api/run/small/species/{species}/mjcf").status_code == 404


@pytest.mark.parametrize("path", ["/api/events", "/api/run/small/events"])
def test_the_head_of_a_stream_ends(here, path):
    assert here.head(path).headers["content-type"].startswith("text/event-stream")


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
    assert line["what"] == "fish, training, policy nge, 2 species"
    assert line["curve"] == [15, 25, None, 45, 55]  # means of the two
    assert line["best"] == pytest.approx(np.mean([20, 30, 30, 50, 60, 60]))


def test_a_training_run_is_shown_and_its_species_move(learned):
    here = client(learned.folder)

    found = here.get("/api/run/learned/data").json()
    episode = here.get("/api/run/learned/species/1/episode").json()

    assert found["run"]["spent"]["updates"] == 2
    assert episode["parts"] == len(learned.body(1))
    assert here.get("/api/run/learned/species/2/episode").text.endswith("it has species 0 to 1")


def test_a_training_run_is_followed_through_kill_and_resume(training, monkeypatch):
    monkeypatch.setattr(server, "BEAT", 0.02)

    at_work = ExitStack()

    def begins():
        files.say(training.folder, update=5)
        at_work.enter_context(files.alone(training.folder))

    def is_resumed():
        with training.record.writing() as record:
            delete(record, "updates", "number > 5")  # where the last checkpoint was
        begins()

    def ends():
        add_updates(training, 6, 10)
        end_training(training)
        (training.folder / "status.json").unlink()
        at_work.close()

    deeds = [begins, lambda: add_updates(training, 6, 6), at_work.close, is_resumed, ends]
    path = "/api/run/taught/events"
    states = anyio.run(heard, app(training.folder, LOCAL), path, deeds)

    assert [state["mark"][2] for state in states] == [10, 10, 12, 12, 10, 20]
    assert [bool(state["working"]) for state in states] == [False, True, True, False, True, False]
    assert [state["done"] for state in states] == [False] * 5 + [True]


async def heard(served, path, deeds):
    """Return what a stream tells at first, and last after each deed."""
    told, over = [], anyio.Event()
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1:8642")],
    }

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
