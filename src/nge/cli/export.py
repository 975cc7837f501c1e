"""``nge export``: write a species as a folder that runs without nge."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

from nge.settings import Option


def export(
    run: Path,
    *,
    to: Annotated[Path, Option("FOLDER")],
    species: Annotated[str, Option("best|ID")] = "best",
) -> None:
    """Write a creature as a folder: body, controller, a card, and a player that needs no nge.

    The folder holds the body as JSON, MJCF, URDF with STL meshes and GLB, the controller's weights
    as safetensors, what is known of the creature, and play.py, which lets it perform with numpy
    and mujoco alone, beside the returns that the run recorded.

    Args:
        run: Folder of a run that 'nge evolve' or 'nge train' made.
        to: The folder to write; it must be empty or not exist yet.
        species: The best in fresh episodes, or a species by its number.
    """
    from nge.runs.bundle import write_bundle
    from nge.runs.creature import chosen
    from nge.runs.run import Run

    creature = chosen(Run.open(run, read_only=True), species)
    made = write_bundle(creature, to)
    for path in sorted(made.files):
        print(f"wrote {path}")
    for line in made.missing:
        print(f"no {line}", file=sys.stderr)
    folder = shlex.quote(str(to))
    play = f"; let it perform with: python {folder}/play.py" if to / "play.py" in made.files else ""
    print(f"\nRead {folder}/card.md{play}")
