"""The pages in a real browser: reports, a comparison, a creature, and runs that are going."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import uvicorn

from nge.body.text import from_json
from nge.physics.mjcf import read_mjcf
from nge.report.comparison import compare
from nge.report.comparison_page import write_comparison
from nge.report.notebook import stage
from nge.report.page import write_report
from nge.report.server import app, open_door
from nge.report.training_page import write_training_report
from nge.runs import folder as files
from tests.report.browser import Tab, chromium
from tests.report.helpers import add_updates, large_run, new_run, new_training
from tests.runs.made import made_run

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture
def tab(browser):
    made = Tab(browser)
    yield made
    made.close()


@pytest.fixture(scope="module")
def report(small, tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "report.html"
    return write_report(small.folder, out, episodes=4)


def taken(page, press, tmp_path):
    """Return the text of the file that pressing a button downloads."""
    with page.expect_download() as download:
        page.get_by_role("button", name=press).click()
    path = tmp_path / "taken"
    download.value.save_as(path)
    return path.read_text()


# --- a report from disk -------------------------------------------------------------------------


def test_a_report_shows_the_run_and_asks_for_nothing(tab, report, small):
    page = tab.open(report.as_uri())

    assert page.locator(".fitness-plot canvas").count() == 1
    assert page.locator(".tree").get_attribute("data-nodes") == str(len(small.species()))
    assert page.locator(".leaders tbody tr").count() == len(small.species())
    assert page.locator("#failures").is_visible()
    assert page.locator("#run").get_by_text("nge-no-pruning", exact=False).first.is_visible()
    assert tab.errors == []
    assert tab.requests == [report.as_uri()]


def test_the_winner_moves_can_be_paused_and_scrubbed(tab, report):
    page = tab.open(report.as_uri())
    stage, play = page.locator(".hero .stage"), page.locator(".hero .play")

    def frame():
        return int(stage.get_attribute("data-frame"))

    first = frame()
    page.wait_for_function(
        "first => document.querySelector('.hero .stage').dataset.frame > first",
        arg=first,
    )
    play.click()
    assert play.get_attribute("aria-label") == "play"
    still = frame()
    page.wait_for_timeout(300)
    assert frame() == still
    page.locator(".hero .scrub").fill("0")
    assert frame() == 0
    stage.press("ArrowRight")
    assert frame() == 1
    assert tab.errors == []


def test_a_species_opens_with_its_parent_and_can_be_taken_along(tab, report, small, tmp_path):
    rows = small.species()
    child = next(row["id"] for row in rows if row["parent"] is not None and row["last_lived"] == 2)
    page = tab.open(f"{report.as_uri()}#species-{child}")
    sheet = page.get_by_role("dialog", name=f"Species {child}")

    assert sheet.locator(".compare .player").count() == 2
    assert sheet.locator(".graph circle").count() == len(small.body(child))
    assert from_json(taken(page, "Body (JSON)", tmp_path)) == small.body(child)
    assert read_mjcf(taken(page, "Model (MJCF)", tmp_path)) == small.body(child)

    page.keyboard.press("Escape")
    sheet.wait_for(state="hidden")
    assert tab.errors == []


def test_every_species_can_be_reached_with_the_keyboard(tab, report, small):
    page = tab.open(report.as_uri())
    tree = page.locator(".tree-scroll")

    tree.press("ArrowDown")
    tree.press("ArrowUp")
    tree.press("Enter")

    page.wait_for_selector("dialog[open]")
    assert tab.errors == []


@pytest.mark.parametrize("width", [390, 1920])
@pytest.mark.parametrize("what", ["report", "taught", "compared"])
def test_nothing_sticks_out_sideways(browser, what, width, request):
    tab = Tab(browser, width=width, color_scheme="dark")
    page = tab.open(request.getfixturevalue(what).as_uri())

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    tab.close()


def test_a_finger_can_press_what_is_there_to_press(browser, report):
    tab = Tab(browser, width=390)
    page = tab.open(report.as_uri())

    small = page.evaluate("""() =>
      [...document.querySelectorAll("button, summary, .contents a, .check, .scrub")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 32)
        .map((one) => one.outerHTML)""")

    assert small == []
    tab.close()


def test_four_thousand_species_stay_usable(tab, tmp_path):
    run = large_run(tmp_path / "large", generations=198)
    report = write_report(run.folder, episodes=0, models=20)

    page = tab.open(report.as_uri())
    ready = page.evaluate("Number(document.documentElement.dataset.milliseconds)")

    assert report.stat().st_size < 6e6
    assert ready < 3000
    shown = page.locator(".tree")
    assert int(shown.get_attribute("data-nodes")) < 1000  # extinct twigs are folded
    assert page.locator("#failures td").first.inner_text() == "99"
    page.locator(".check input").click()
    assert shown.get_attribute("data-nodes") == "4004"
    assert tab.errors == []


# --- a training run -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def taught(learned, tmp_path_factory):
    return write_training_report(learned.folder, tmp_path_factory.mktemp("taught") / "report.html")


def test_the_report_of_a_training_run_shows_it_and_asks_for_nothing(tab, taught):
    page = tab.open(taught.as_uri())

    assert page.locator("h1").inner_text() == "Fish with policy nge: 1 body × 2 seeds"
    assert "2 of 2 updates" in page.locator(".summary").inner_text()
    assert page.locator(".plot canvas").count() == 2
    rows = page.locator("#species tbody tr")
    assert rows.count() == 2
    assert "2 of each" in rows.first.inner_text()
    assert page.locator("#run .changed").all_inner_texts().count("8") == 2  # units of both nets
    page.wait_for_function("() => document.querySelector('.hero .stage').dataset.frame > 3")
    assert tab.errors == []
    assert tab.requests == [taught.as_uri()]


def test_numbers_axis_and_species_of_a_training_run_can_be_chosen(browser, taught):
    tab = Tab(browser, reduced_motion="reduce")  # nothing moves, so that clicks are quick
    page = tab.open(taught.as_uri())
    learning = page.locator("#learning")

    learning.get_by_role("button", name="KL").click()
    learning.get_by_role("button", name="hours").click()
    learning.locator(".plot").press("ArrowLeft")
    assert learning.locator(".legend li").all_inner_texts() == [
        *("fish, mean of 2 seeds 2.50 [2.00, 3.00]", "hours 0.0011")
    ]

    other = page.locator("#species tbody tr").nth(1)
    name = other.locator("a").inner_text()
    other.click()
    page.wait_for_function(
        "name => document.querySelector('.hero .stage-label').textContent === name", arg=name
    )
    assert other.get_attribute("aria-current") == "true"
    assert tab.errors == []
    tab.close()


# --- a comparison -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    best = {("nge", 0): [1, 40], ("nge", 1): [2, 60], ("rgs", 0): [3, 3], ("rgs", 1): [5, 6]}
    runs = [
        made_run(folder / f"{name}-{seed}", [(b, -3 * b) for b in rows], method=name, seed=seed)
        for (name, seed), rows in best.items()
    ]
    write_comparison(compare(runs), folder / "page.html")
    return folder / "page.html"


def test_a_comparison_shows_the_table_and_asks_for_nothing(tab, compared):
    page = tab.open(compared.as_uri())

    assert page.locator("h1").inner_text() == "Fish: 2 groups of runs compared"
    assert "Fewer than 5 seeds" in page.locator(".notes").inner_text()
    lines = page.locator("#table tbody tr")
    assert lines.nth(0).locator("td").all_inner_texts()[3:6] == [
        "50.0",
        "[40.0, 60.0]",
        "40.0..60.0",
    ]
    assert lines.nth(1).locator("th").inner_text() == "rgs"
    assert lines.nth(1).locator("td").last.inner_text() == "0.00 [0.00, 0.00]"
    assert page.locator("#runs tbody tr").count() == 4
    assert page.locator(".seed").count() == 4
    assert tab.errors == []
    assert tab.requests == [compared.as_uri()]


def test_curves_and_axis_of_a_comparison_can_be_chosen_and_read(tab, compared):
    page = tab.open(compared.as_uri())
    plot, legend = page.locator("#curves .plot"), page.locator("#curves .legend")

    plot.press("ArrowRight")
    plot.press("ArrowRight")
    assert legend.locator("li").all_inner_texts() == [
        *("nge 50.0 [40.0, 60.0]", "rgs 4.50 [3.00, 6.00]", "control steps 400")
    ]

    page.get_by_role("button", name="median of generation").click()
    page.get_by_role("button", name="hours").click()
    plot.press("ArrowLeft")
    assert legend.locator("li").all_inner_texts() == [
        *("nge −50.0 [−60.0, −40.0]", "rgs −4.50 [−6.00, −3.00]", "hours 0.0200")
    ]
    assert page.locator(".seed").first.get_attribute("title") == "nge-0: −40.0"
    assert tab.errors == []


# --- a creature in a notebook ------------------------------------------------------------------


def test_a_creature_plays_in_a_notebook(tab, tmp_path):
    run = made_run(tmp_path / "run", ((3.0, 2.0),))
    book = tmp_path / "book.html"
    book.write_text(f"<html data-ready>{stage(run.creature(0))}</html>")
    _, frame = tab.open(book.as_uri()).frames
    play = frame.locator(".play")

    def number():
        return int(frame.locator(".stage").get_attribute("data-frame"))

    frame.wait_for_function("() => document.querySelector('.stage')?.dataset.frame > 3")
    play.click()
    still = number()
    tab.page.wait_for_timeout(200)
    assert play.get_attribute("aria-label") == "play"
    assert number() == still
    frame.locator(".scrub").fill("0")
    assert number() == 0
    assert tab.errors == []
    assert tab.requests == [book.as_uri()]


# --- a run that is going ------------------------------------------------------------------------


@pytest.fixture
def process():
    """Start programs; what still runs at the end is ended."""
    started = []

    def start(*words, **settings):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
        words = [sys.executable, *words]
        one = subprocess.Popen(words, cwd=ROOT, env=environment, text=True, **settings)
        started.append(one)
        return one

    yield start
    for one in started:
        one.kill()
        one.communicate()


def test_the_live_page_follows_a_run_through_kill_and_resume(tab, process, tmp_path):
    run = new_run(tmp_path / "runs" / "going", generations=400, task="hopper")
    server = process(
        "-m", "nge", "watch", str(tmp_path / "runs"), "--port", "0", stdout=subprocess.PIPE
    )
    address = re.search(r"http://\S+", server.stdout.readline())[0]
    working = process("-m", "tests.report.helpers", str(run.folder))
    page = tab.open(address)  # a single run is shown at once
    bar = page.locator(".live")

    def wait_for(generations):
        page.wait_for_function(
            "least => Number(document.documentElement.dataset.generations) >= least",
            arg=generations,
            timeout=90_000,
        )

    wait_for(2)
    page.wait_for_selector(".live[data-state=working]")
    assert int(page.locator(".tree").get_attribute("data-species")) >= 6

    page.get_by_role("button", name="Stop after this generation").click()
    page.wait_for_selector(".live[data-state=stopping]")
    assert (run.folder / "stop").is_file()
    page.get_by_role("button", name="Go on after all").click()
    page.wait_for_selector(".live[data-state=working]")
    assert not (run.folder / "stop").exists()

    working.send_signal(signal.SIGKILL)
    working.wait()
    page.wait_for_selector(".live[data-state=stopped]")
    assert f"nge resume {run.folder}" in bar.inner_text()
    before = run.spent().generations

    process("-m", "tests.report.helpers", str(run.folder))
    wait_for(before + 2)
    page.wait_for_selector(".live[data-state=working]")

    page.reload()
    page.wait_for_selector(".live[data-state=working]")
    wait_for(before + 2)
    assert tab.errors == []


@pytest.fixture
def served():
    """Serve a folder from a thread of this process, and return the address."""
    running = []

    def serve(path):
        listening, door = open_door("127.0.0.1", 0, None)
        one = uvicorn.Server(uvicorn.Config(app(path, door), log_level="error"))
        thread = threading.Thread(target=one.run, kwargs={"sockets": [listening]})
        thread.start()
        running.append((one, thread))
        return f"http://127.0.0.1:{door.port}/?token={door.token}"

    yield serve
    for one, thread in running:
        one.force_exit = one.should_exit = True
        thread.join()


def test_the_live_page_lists_and_follows_training_runs(tab, served, tmp_path):
    run = new_training(tmp_path / "runs" / "going", updates=20)
    new_training(tmp_path / "runs" / "waiting")
    add_updates(run, 1, 5)
    files.say(run.folder, update=5, steps=200, began=time.time() - 10)
    page = tab.open(served(tmp_path / "runs"))
    line = page.locator(".run", has_text="going")
    assert "5 / 20 updates" in line.inner_text()
    assert page.locator(".run[data-state=stopped]").count() == 1

    line.click()
    bar = page.locator(".live[data-state=working]")
    bar.wait_for()
    assert "Training update 6 of 20" in bar.inner_text()
    assert "25 % done" in bar.inner_text()
    assert "20 control steps/s" in bar.inner_text()
    assert "≈ 60 s left" in bar.inner_text()

    add_updates(run, 6, 7)
    page.wait_for_function("() => document.documentElement.dataset.updates === '7'")
    page.get_by_role("button", name="Stop after this update").click()
    page.wait_for_selector(".live[data-state=stopping]")
    assert (run.folder / "stop").is_file()

    (run.folder / "status.json").unlink()
    page.wait_for_selector(".live[data-state=stopped]")
    add_updates(run, 8, 20)
    page.wait_for_selector(".live[data-state=done]")
    page.wait_for_function("() => document.documentElement.dataset.updates === '20'")
    assert tab.errors == []


def test_the_page_comes_back_when_the_server_does(browser, process, rows):
    words = ["-m", "nge", "watch", str(rows.folder), "--port"]
    server = process(*words, "0", stdout=subprocess.PIPE)
    address = re.search(r"http://\S+", server.stdout.readline())[0]
    tab = Tab(browser)
    page = tab.open(address)
    page.wait_for_selector(".live[data-state=done]")

    server.send_signal(signal.SIGINT)
    assert server.wait(20) == 0
    page.wait_for_selector(".live[data-state=lost]")

    port = re.search(r":(\d+)/", address)[1]
    process(*words, port, stdout=subprocess.PIPE)
    until = time.monotonic() + 40
    page.wait_for_selector(".live[data-state=done]", timeout=1000 * (until - time.monotonic()))
    tab.close()
