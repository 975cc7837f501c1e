"""The pages in a real browser: reports, a comparison, a creature, and runs that are going."""

import csv
import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import uvicorn

from nge.body.serialization import from_json
from nge.evolution.flags import MEANINGS
from nge.physics.mjcf import read_mjcf
from nge.report.comparison import compare
from nge.report.comparison_page import write_comparison
from nge.report.notebook import stage
from nge.report.page import ReportData, page, report_data, write_report
from nge.report.server import app, open_door
from nge.runs import folder as files
from nge.runs.rows import NUMBERS
from nge.runs.run import Run
from tests.evolution.helpers import first_generation
from tests.report.browser import Tab, chromium
from tests.report.helpers import add_updates, end_training, large_run, new_run, new_training
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
@pytest.mark.parametrize("what", ["report", "training_report", "compared"])
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


# --- tables, files and the stage ----------------------------------------------------------------


@pytest.fixture(scope="module")
def found(rows):
    """What the report of a record without weights shows."""
    return report_data(Run.open(rows.folder, read_only=True), episodes=0, models=0).data


@pytest.fixture
def shown(tab, tmp_path):
    """Return what opens the report of some data, changed for the test."""

    def show(data):
        path = tmp_path / "shown.html"
        path.write_text(page(ReportData(data, {})))
        return tab.open(path.as_uri())

    return show


def downloaded(page, button):
    """Return the bytes of the file that pressing a button downloads."""
    with page.expect_download() as download:
        button.click()
    return Path(download.value.path()).read_bytes()


def table_of(page, button):
    """Return the lines of the CSV file behind a button, and the names of its columns."""
    text = downloaded(page, button).decode()
    return [list(line.values()) for line in csv.DictReader(io.StringIO(text))], text.splitlines()[0]


def test_a_table_can_be_sorted_with_mouse_and_keyboard(shown, found):
    page = shown(found)
    head = page.locator(".leaders th", has_text="Parts")

    def parts():
        return [int(text) for text in page.locator(".leaders td:nth-child(9)").all_inner_texts()]

    first = parts()
    assert head.get_attribute("aria-sort") == "none"
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    largest = max(len(body) // 5 for body in found["bodies"])
    assert parts() == sorted(parts(), reverse=True)
    assert parts()[0] == largest  # all are sorted, not only those that are shown
    head.locator("button").press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert parts() == sorted(parts())
    head.locator("button").press("Space")
    assert head.get_attribute("aria-sort") == "none"
    assert parts() == first


def test_tables_and_curves_can_be_taken_along_as_csv(shown, found):
    page = shown(found)

    lines, names = table_of(page, page.get_by_role("button", name="table leaderboard as CSV"))
    assert names == "Species,Fitness,Parts,Born in generation,Came by,Flags"
    last = {str(id_): one[-1] for id_, one in enumerate(found["species"]["history"])}
    assert {line[0]: float(line[1]) for line in lines} == {
        id_: value for id_, value in last.items() if value is not None
    }

    lines, names = table_of(page, page.get_by_role("button", name="Best, median and quantiles"))
    assert names == "generation,90 %,10 %,75 %,25 %,median,best"
    assert [float(line[6]) for line in lines] == [row["best"] for row in found["generations"]]


def test_a_flag_is_a_badge_that_says_what_it_means(shown, found):
    page = shown(found)
    meaning = f"25%: {MEANINGS['energy']}"

    badge = page.locator(".leaders .tag.flag").first
    assert (badge.inner_text(), badge.get_attribute("title")) == ("energy", meaning)

    page.locator(".leaders tbody tr").first.click()
    assert f"energy, {meaning}" in page.locator("dialog .facts").inner_text()


def test_every_sign_and_column_says_what_it_means(shown, found):
    page = shown(found)

    assert "± 3.00 (standard deviation), 8 episodes" in page.locator(".figures").inner_text()
    page.locator("summary").click()
    titles = page.locator("#line th").all_inner_texts()
    assert titles == ["Species", "Generation", "Mutation", "Gain over its parent", "Last fitness"]


SEGMENTS = """() => new Promise((done) => {
  const found = [], context = CanvasRenderingContext2D.prototype, { moveTo, lineTo } = context;
  let from;
  context.moveTo = function (...to) { from = to; moveTo.apply(this, to); };
  context.lineTo = function (...to) { found.push([from, to]); from = to; lineTo.apply(this, to); };
  document.querySelector(".tree-tools [title='whole tree']").click();
  requestAnimationFrame(() => requestAnimationFrame(() => done(found)));
})"""


def test_in_the_tree_lines_lead_to_children_of_parents_that_were_replaced(shown, found):
    species = found["species"]
    once = {"last": species["born"], "history": [row[:1] for row in species["history"]]}
    page = shown(found | {"species": species | once})

    drawn = page.evaluate(SEGMENTS)

    children = sum(born > 0 for born in species["born"])
    assert sum(one[1] == end[1] and end[0] - one[0] > 10 for one, end in drawn) == children


def test_no_line_is_drawn_before_something_was_predicted(shown, found):
    skills = [None] * 5 + [0.1 * i for i in range(7)]
    rows = zip(found["generations"], skills, strict=True)
    page = shown(found | {"generations": [row | {"skill": skill} for row, skill in rows]})

    lines, names = table_of(page, page.locator("#predictions .csv"))

    assert names.startswith("generation,")
    assert all(cell == "" for line in lines[:5] for cell in line[1:])
    assert all(cell for line in lines[5:] for cell in line[1:])


def test_lines_of_ancestors_end_whatever_the_record_says(shown, found):
    parents = list(found["species"]["parent"])
    parents[9], parents[10], parents[11] = 9, 11, 10  # its own parent; two that are each other's
    parents[12] = 10**6

    page = shown(found | {"species": found["species"] | {"parent": parents}})

    assert page.locator(".tree").get_attribute("data-nodes") == str(len(parents))
    page.evaluate("location.hash = 'species-9'")
    assert "Parent" not in page.get_by_role("dialog", name="Species 9").inner_text()


def test_a_picture_and_a_film_can_be_taken_along(tab, report):
    page = tab.open(report.as_uri())
    hero = page.locator(".hero")

    assert downloaded(page, hero.get_by_role("button", name="PNG")).startswith(b"\x89PNG")
    hero.get_by_role("button", name="Film").click()
    page.wait_for_function("() => document.querySelector('.hero .stage').dataset.frame > 10")
    film = downloaded(page, hero.get_by_role("button", name="Stop"))
    assert film.startswith(b"\x1aE\xdf\xa3")  # of WebM
    assert hero.get_by_role("button", name="Film").is_visible()
    assert tab.errors == []


def test_the_stage_can_fill_the_screen(tab, report):
    page = tab.open(report.as_uri())

    page.locator(".hero").get_by_role("button", name="full screen").click()

    page.wait_for_function("() => document.fullscreenElement?.matches('.hero .player')")
    assert tab.errors == []


NO_WEBGL = """
const before = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind.startsWith("webgl") ? null : before.call(this, kind, ...rest);
};
"""


def test_without_webgl_there_is_a_still_picture_and_the_page_works(browser, report):
    tab = Tab(browser)
    tab.page.add_init_script(NO_WEBGL)
    page = tab.open(report.as_uri())
    hero = page.locator(".hero")

    colours = page.evaluate("""() => {
      const canvas = document.querySelector(".hero canvas.flat");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }""")
    assert colours > 50
    assert "WebGL is off" in hero.inner_text()
    assert hero.get_by_role("button", name="Film").is_hidden()
    hero.locator(".stage").press("ArrowRight")
    page.locator(".leaders tbody a").first.click()
    page.wait_for_selector("dialog[open] canvas.flat")
    assert [error for error in tab.errors if "WebGL context" not in error] == []
    tab.close()


def test_the_title_of_an_axis_stands_beside_its_ticks(tab, tmp_path):
    fitness = [(0.00011, 0.0001), (0.00012, 0.0001)]
    write_comparison(compare([made_run(tmp_path / "run", fitness)]), tmp_path / "page.html")
    page = tab.open((tmp_path / "page.html").as_uri())

    room = page.evaluate("document.querySelector('#curves .u-over').offsetLeft")
    tick = page.evaluate("""() => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = `12px ${getComputedStyle(document.documentElement).fontFamily}`;
      return pen.measureText("0.000105").width;
    }""")

    assert room >= 20 + tick + 5  # the title, the ticks, and the gap to them


# --- a training run -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def training_report(learned, tmp_path_factory):
    return write_report(learned.folder, tmp_path_factory.mktemp("training") / "report.html")


def test_the_report_of_a_training_run_shows_it_and_asks_for_nothing(tab, training_report):
    page = tab.open(training_report.as_uri())

    assert page.locator("h1").inner_text().startswith("Fish: swim along y")
    summary = page.locator(".summary").inner_text()
    assert all(text in summary for text in ("policy nge", "1 body × 2 seeds", "2 of 2 updates"))
    assert page.locator(".plot canvas").count() == 2
    rows = page.locator(".leaders tbody tr")
    assert rows.count() == 2
    assert "2 of each" in rows.first.inner_text()
    assert page.locator("#run .changed").all_inner_texts().count("8") == 2  # units of both nets
    page.wait_for_function("() => document.querySelector('.hero .stage').dataset.frame > 3")
    assert tab.errors == []
    assert tab.requests == [training_report.as_uri()]


@pytest.mark.parametrize(
    ("what", "shown"),
    [
        ("report", "line tree diversity leaderboard mutations failures run"),
        ("training_report", "leaderboard learning run"),
    ],
)
def test_sections_that_have_nothing_to_show_are_hidden(tab, what, shown, request):
    page = tab.open(request.getfixturevalue(what).as_uri())

    seen = page.locator("main > section.part:visible").evaluate_all("all => all.map(o => o.id)")
    links = page.locator(".contents a:visible").evaluate_all("all => all.map(o => o.hash)")

    assert seen == shown.split()
    assert links == [f"#{name}" for name in ("winner", *seen)]


def test_numbers_axis_and_species_of_a_training_run_can_be_chosen(
    browser, training_report, learned, tmp_path
):
    tab = Tab(browser, reduced_motion="reduce")  # nothing moves, so that clicks are quick
    page = tab.open(training_report.as_uri())
    learning = page.locator("#learning")

    learning.get_by_role("button", name="KL").click()
    learning.get_by_role("button", name="hours").click()
    learning.locator(".plot").press("ArrowLeft")
    assert learning.locator(".legend li").all_inner_texts() == [
        *("fish, mean of 2 seeds 2.50 [2.00, 3.00]", "hours 0.0011")
    ]

    other = page.locator(".leaders tbody tr").nth(1)
    name = other.locator("a").inner_text()
    other.click()
    sheet = page.get_by_role("dialog", name=name)
    facts = sheet.locator(".facts").inner_text()
    assert all(text in facts for text in ("Recent return", "Evaluated"))
    assert "Children" not in facts
    assert sheet.locator(".plot").count() == 1  # its learning curve
    assert from_json(taken(page, "Body (JSON)", tmp_path)) == learned.body(0)
    assert read_mjcf(taken(page, "Model (MJCF)", tmp_path)) == learned.body(0)
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

    page.locator("#curves").get_by_role("button", name="median of generation").click()
    page.locator("#curves").get_by_role("button", name="hours").click()
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
        )

    wait_for(2)
    page.wait_for_selector(".live[data-state=working]")
    assert int(page.locator(".tree").get_attribute("data-species")) >= 6

    page.get_by_role("button", name="Stop after this update").click()
    page.wait_for_selector(".live[data-state=stopped]")
    assert not (run.folder / "stop").exists()
    assert working.wait() == 0

    working = process("-m", "tests.report.helpers", str(run.folder))
    page.wait_for_selector(".live[data-state=working]")
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
    status = {"doing": "Training", "update": 5, "updates": 20, "steps": 200, "of": 1608}
    files.say(run.folder, began=time.time() - 10, **status)
    at_work = ExitStack()
    at_work.enter_context(files.alone(run.folder))
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

    at_work.close()
    page.wait_for_selector(".live[data-state=stopped]")
    add_updates(run, 8, 20)
    end_training(run)
    page.wait_for_selector(".live[data-state=done]")
    page.wait_for_function("() => document.documentElement.dataset.updates === '20'")
    assert tab.errors == []


@pytest.fixture
def begun():
    """Return what makes a run whose first generation is being trained, after three updates."""
    at_work = ExitStack()

    def begin(folder):
        run = new_run(folder, generations=1)
        generation = first_generation(run.search)
        run.begin(generation)
        rest = (1.0,) * (len(NUMBERS) - 1)
        each = [(one.id, n) for n in (1, 2, 3) for one in generation.species]
        run.add([(0, i, n, 20 * n, 1.0, 0, None, n / 10, *rest) for i, n in each], [])
        began = {"generation": 0, "steps": 30, "of": 100, "began": time.time() - 10}
        files.say(folder, doing="Training", updates=10, **began)
        at_work.enter_context(files.alone(folder))
        return generation

    with at_work:
        yield begin


def test_the_first_generation_is_shown_while_it_is_trained(tab, served, tmp_path, begun):
    generation = begun(tmp_path / "runs" / "begun")
    page = tab.open(served(tmp_path / "runs"))  # a single run is shown at once

    page.wait_for_selector(".live[data-state=working]")
    assert "Training generation 0" in page.locator(".live").inner_text()
    page.wait_for_selector("#underway .card")
    cards = page.locator("#underway .card").all_inner_texts()
    assert len(cards) == len(generation.species)
    for text, one in zip(cards, generation.species, strict=True):
        assert text.split("\n")[1:] == [f"{len(one.body)} parts, random body", "reward 0.300"]
    lines, names = table_of(page, page.locator("#underway .csv"))
    assert sorted(names.split(",")) == sorted(["update", *(f"species {i}" for i in range(4))])
    assert [line[1] for line in lines] == ["0.1", "0.2", "0.3", *[""] * 7]

    page.get_by_role("link", name="All runs").click()
    page.wait_for_selector(".run[data-state=working]")
    assert "1 run, 1 running" in page.locator(".lead").inner_text()
    assert "0 / 1 generation\n" in page.locator(".run").inner_text() + "\n"
    assert tab.errors == []


def test_where_one_run_is_served_nothing_leads_to_others(tab, served, tmp_path, begun):
    begun(tmp_path / "begun")

    page = tab.open(served(tmp_path / "begun"))

    page.wait_for_selector(".live[data-state=working]")
    assert page.get_by_role("link", name="All runs").is_hidden()


def test_without_the_token_a_run_can_be_seen_but_not_stopped(tab, served, tmp_path, begun):
    begun(tmp_path / "begun")
    address = served(tmp_path / "begun")
    stop = tab.page.get_by_role("button", name="Stop after this update")

    tab.open(address.split("?")[0]).wait_for_selector(".live[data-state=working]")
    assert stop.is_hidden()
    assert "token" in tab.page.locator(".live").get_attribute("title")

    tab.open(address).wait_for_selector(".live[data-state=working]")
    stop.click()
    tab.page.wait_for_selector(".live[data-state=stopping]")
    assert tab.errors == []


def test_a_folder_that_cannot_be_read_is_listed_with_the_reason(tab, served, tmp_path):
    new_training(tmp_path / "sound")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "run.json").write_text("{")

    page = tab.open(served(tmp_path))

    line = page.locator(".run[data-state=damaged]").inner_text()
    assert "broken/run.json is damaged" in line
    assert "1 run, none running; 1 folder cannot be read" in page.locator(".lead").inner_text()


def test_who_is_to_be_trained_is_shown_before_the_first_update(tab, served, tmp_path):
    new_training(tmp_path / "waiting", updates=1)

    page = tab.open(served(tmp_path / "waiting"))

    assert page.locator(".leaders tbody tr").count() == 2
    assert page.locator(".hero .stage canvas").is_visible()
    assert page.locator("#learning").is_hidden()
    assert "0 of 1 update\n" in page.locator(".summary").inner_text()
    assert tab.errors == []


def test_the_page_comes_back_when_the_server_does(browser, process, rows):
    words = ["-m", "nge", "watch", str(rows.folder), "--port"]
    server = process(*words, "0", stdout=subprocess.PIPE)
    address = re.search(r"http://\S+", server.stdout.readline())[0]
    tab = Tab(browser)
    page = tab.open(address)
    page.wait_for_selector(".live[data-state=done]")

    server.send_signal(signal.SIGINT)
    assert server.wait(60) == 0
    page.wait_for_selector(".live[data-state=lost]")

    port = re.search(r":(\d+)/", address)[1]
    process(*words, port, stdout=subprocess.PIPE)
    page.wait_for_selector(".live[data-state=done]")
    tab.close()
