"""One way to say which body is meant: a name, a file, or the body itself."""

from __future__ import annotations

from pathlib import Path

from nge.body.graph import BodyGraph
from nge.body.library import LIBRARY, hand_designed
from nge.body.text import from_json
from nge.errors import BodyError
from nge.physics.mjcf import read_mjcf
from nge.settings import did_you_mean


def find_body(source: str | Path | BodyGraph) -> BodyGraph:
    """Return a hand-designed body by name, or read one from a JSON or MJCF file."""
    if isinstance(source, BodyGraph):
        return source
    if str(source) in LIBRARY:
        return hand_designed(str(source))
    path = Path(source)
    if not path.is_file():
        raise BodyError(
            f"no body is called {str(source)!r} and no such file exists; "
            f"{did_you_mean(str(source), list(LIBRARY))}, or a .json or .xml file"
        )
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BodyError(f"{path} is not a text file; a body is a .json or .xml file") from None
    try:
        return read_mjcf(text) if path.suffix.lower() == ".xml" else from_json(text)
    except BodyError as error:
        raise BodyError(f"{path}: {error}") from None
