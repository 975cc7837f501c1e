"""Pages that are one HTML file each, with program, style and data in it; the report is one."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from nge.errors import RunError
from nge.report.schema import RunData
from nge.runs.folder import write
from nge.runs.run import Run
from nge.wording import plural

ALONE = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
)
"""What such a page may load: nothing, from anywhere."""
EPISODES = 16  # species whose movement a report shows
MODELS = 500  # species whose MJCF a report holds: it takes 10 to 20 ms and half a kilobyte each
SAY_NOTHING: Callable[[str], None] = lambda line: None  # noqa: E731 - a default that reads as one


class ReportData(NamedTuple):
    """What a report holds."""

    data: RunData
    models: dict[int, str]
    """MJCF by species; apart, because it is unpacked only when asked for."""


def write_report(
    folder: Path,
    out: Path | None = None,
    episodes: int = EPISODES,
    models: int = MODELS,
    say: Callable[[str], None] = SAY_NOTHING,
) -> Path:
    """Write the report of a run and return where it is; ``say`` hears how far it has come."""
    run = Run.open(folder, read_only=True)
    out = out or folder / "report.html"
    write_page(out, page(report_data(run, episodes, models, say)))
    return out


def report_data(
    run: Run,
    episodes: int = EPISODES,
    models: int = MODELS,
    say: Callable[[str], None] = SAY_NOTHING,
) -> ReportData:
    """Return what the page shows of a run, with so many recorded episodes and MJCF models."""
    from nge.report.data import Gatherer
    from nge.report.episodes import choice, mjcf, recorded_where_possible

    found = Gatherer(run).gather()
    spent = found["run"]["spent"]
    if not spent["generations"] and not spent["updates"]:
        unit = "update" if run.plan.trains_only else "generation"
        raise RunError(f"{run.folder} has no finished {unit} yet; wait for its first")
    chosen = choice(run, found["shown"], found["ranked"], episodes)
    for number, species in enumerate(chosen, start=1):
        say(f"recording {run.creature(species).name} ({number} of {len(chosen)})")
        if episode := recorded_where_possible(run, species, say):
            found["episodes"][species] = episode
    wanted = sorted(_foremost(found, models))
    say(f"writing {len(wanted)} of {plural(len(found['bodies']), 'body')} as MJCF")
    return ReportData(found, {species: mjcf(run, species) for species in wanted})


def _foremost(found: RunData, count: int) -> list[int]:
    """Return the species most likely to be looked for: the winner's line, the living, the best."""
    last = len(found["generations"]) - 1
    living = [species for species, lived in enumerate(found["species"]["last"]) if lived >= last]
    return list(dict.fromkeys([*found["line"], *living, *found["ranked"]]))[:count]


def page(found: ReportData) -> str:
    """Return the HTML file of a report."""
    run = found.data["run"]
    title = f"{run['name']}: {run['title']}"
    return alone(title, held("data", found.data) + held("models", found.models))


# --- what all pages in one file share ---------------------------------------------------------


def alone(title: str, data: str, script: str | None = None) -> str:
    """Return an HTML file that needs no other; ``script`` may bring the program in another way."""
    if script is None:
        program = static("page.js").replace("</script", "<\\/script")
        script = f"<script>{program}</script>"
    return shell(
        title=title,
        style=f"<style>{static('page.css')}</style>",
        script=script,
        meta=f'<meta http-equiv="Content-Security-Policy" content="{ALONE}">',
        data=data,
    )


def held(name: str, value: Any) -> str:
    """Return an element that holds a value, packed."""
    packed = gzip.compress(json.dumps(value, separators=(",", ":")).encode(), mtime=0)
    text = base64.b64encode(packed).decode()
    return f'<script id="{name}" type="text/plain">{text}</script>\n'


def write_page(out: Path, text: str) -> None:
    """Write an HTML file, and the folders it lies in."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        write(out, text.encode())
    except OSError as error:
        raise RunError(f"{out} cannot be written: {error.strerror or error}") from None


def shell(title: str, style: str, script: str, data: str = "", meta: str = "") -> str:
    """Return the HTML around program, style and data."""
    safe = title.replace("&", "&amp;").replace("<", "&lt;")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{meta}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{safe}</title>
{style}
</head>
<body>
<div id="app"><p class="waiting">Opening the page…</p></div>
<noscript><p class="waiting">This page needs JavaScript.</p></noscript>
{data}
{script}
</body>
</html>
"""


def static(name: str) -> str:
    """Return a file of the bundle that was built from ``web/``."""
    return (resources.files("nge.report") / "static" / name).read_text("utf-8")
