"""A creature in a notebook: the stage of the reports, in a frame of its own.

The frame holds all it needs and may load nothing, so that it moves in Jupyter and
whatever else shows frames, and in the file of a notebook years later. The program is packed,
because every picture of a creature brings it along.
"""

from __future__ import annotations

from html import escape

from nge.errors import NgeError
from nge.report.data import COLOURS, Bodies
from nge.report.episodes import recorded
from nge.report.page import alone, held, static
from nge.report.schema import FORMAT, CreatureData
from nge.runs.creature import Creature

UNPACK = """<script>
const letters = atob(document.getElementById("program").textContent);
const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
new Response(stream).json().then((text) => {
  document.body.append(Object.assign(document.createElement("script"), { text }));
});
</script>"""
STYLE = "width:100%;max-width:640px;aspect-ratio:4/3;min-height:340px;border:0;border-radius:14px"


def stage(creature: Creature) -> str:
    """Return a frame in which a creature moves, or rests beside the reason why it does not."""
    title = f"species {creature.id} of {creature.run.folder.name}"
    script = held("program", static("page.js")) + UNPACK
    page = alone(title, held("creature", stage_data(creature)), script)
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts allow-downloads" '
        f'allowfullscreen style="{STYLE}" '
        f'srcdoc="{escape(page)}"></iframe>'
    )


def stage_data(creature: Creature) -> CreatureData:
    """Return what the stage shows of a creature."""
    arena = creature.run.task.arena
    bodies = Bodies(arena)
    bodies.add(creature.body)
    found: CreatureData = {
        "format": FORMAT,
        "label": f"Species {creature.id}",
        "floor": arena.ground,
        "colours": COLOURS,
        "parts": bodies.parts,
        "bodies": bodies.rows,
        "episode": None,
        "still": "",
    }
    # What failed once could take this process down with it, as it may have done to a worker.
    if failure := creature.row["failure"]:
        return {**found, "still": f"At rest: {failure}."}
    try:
        return {**found, "episode": recorded(creature.run, creature.id)}
    except NgeError as error:
        return {**found, "still": f"At rest: {error}."}
