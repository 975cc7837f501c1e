"""``nge report``: one file that needs nothing else, or one line that says why not."""

import hashlib
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from nge.body.mutate import OPERATORS
from nge.cli.main import main
from nge.report import server
from nge.report.page import static, write_report
from tests.report.helpers import new_run


@pytest.fixture(scope="module")
def text(rows, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "deep" / "report.html"
    return write_report(rows.folder, out, episodes=2).read_text()


def test_the_bundle_was_built_from_these_sources():
    web = Path(__file__).parents[2] / "web"
    names = ["package-lock.json", *sorted(f"src/{path.name}" for path in (web / "src").iterdir())]

    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0" + (web / name).read_bytes() + b"\0")

    assert static("SOURCES").strip() == digest.hexdigest(), "rebuild the pages with: make web"


def test_a_page_has_a_name_for_every_mutation():
    source = (Path(__file__).parents[2] / "web" / "src" / "dom.ts").read_text(encoding="utf-8")
    [table] = re.findall(r"const OPERATORS.*?\};", source, re.DOTALL)

    assert re.findall(r"  (\w+): ", table)[: len(OPERATORS)] == list(OPERATORS)


def test_a_report_refers_to_nothing_outside_itself(text):
    without_program = re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)

    assert re.findall(r"(?:src|href)\s*=\s*[\"'](?!data:)[^\"']*", without_program) == []
    assert "url(" not in static("page.css")
    assert "default-src 'none'" in text


def test_a_report_is_the_same_every_time(rows, text, tmp_path):
    again = write_report(rows.folder, tmp_path / "report.html", episodes=2)

    assert again.read_text() == text


def test_the_command_says_where_the_report_is(small, tmp_path, capsys):
    out = tmp_path / "here.html"

    assert main(["report", str(small.folder), "--out", str(out), "--episodes", "1"]) == 0

    printed = capsys.readouterr()
    assert re.fullmatch(rf"{re.escape(str(out))} \(\d\.\d MB\)\n", printed.out)
    assert "recording species" in printed.err
    assert out.is_file()


@pytest.mark.parametrize("command", ["report", "watch"])
def test_a_folder_that_is_none_is_one_line(command, tmp_path, capsys):
    assert main([command, str(tmp_path / "nowhere")]) == 2

    [line] = capsys.readouterr().err.splitlines()
    assert "nowhere" in line


def test_a_run_without_a_generation_has_no_report_yet(tmp_path, capsys):
    run = new_run(tmp_path / "run")

    assert main(["report", str(run.folder)]) == 2

    assert "has no finished generation yet; wait for its first" in capsys.readouterr().err
    assert not (run.folder / "report.html").exists()


def test_the_printed_link_contains_the_token(rows, capsys, monkeypatch):
    served = []

    def serve(path, listening, door):
        listening.close()
        served.append(door)

    monkeypatch.setattr(server, "serve", serve)

    for given in ([], ["--token", "a&b#c d%e"]):
        assert main(["watch", str(rows.folder), "--port", "0", *given]) == 0

    links = re.findall(r"http://\S+", capsys.readouterr().out)
    found = [parse_qs(urlsplit(link).query)["token"] for link in links]
    assert found == [[door.token] for door in served]
    assert served[1].token == "a&b#c d%e"


def test_a_token_beyond_ascii_is_one_line(rows, capsys):
    assert main(["watch", str(rows.folder), "--port", "0", "--token", "päßwörter"]) == 2

    [line] = capsys.readouterr().err.splitlines()
    assert "give printable ASCII letters only" in line


def test_a_port_that_is_taken_is_one_line(rows, capsys):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["watch", str(rows.folder), "--port", port]) == 2

    assert f"cannot serve on 127.0.0.1 port {port}" in capsys.readouterr().err
