"""Read model files in a separate process: a file may be damaged, huge or hostile.

The process has limits on time and memory and answers in JSON. It refuses a model that uses files
outside the model's folder, or files that never end. What it answers is built again here.
"""

from __future__ import annotations

import html
import json
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from nge.body.graph import BodyGraph
from nge.body.importers.source_robot import Notes, Piece, Robot, RobotPart, Turn
from nge.body.serialization import from_json, to_json
from nge.errors import BodyError
from nge.physics.mjcf import read_mjcf
from nge.physics.robots import read_robot

SECONDS = 20
"""Most processor time that reading a model may take, the start of its process included."""
PATIENCE = 120.0
"""Most seconds that it may take on a machine with other work to do."""
GIGABYTES = 4
"""Most memory that it may take."""
MEGABYTES = 100
"""Most that a file may have which a model uses."""
START = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from nge.physics.isolation import answer; answer(*sys.argv[2:])"
)
NAMED = re.compile(rb"""(?=\b(file\w*|\w*dir)\s*=\s*("[^"]*"|'[^']*'))""")
"""Attributes that name files or folders, wherever a lenient parser may see one."""


def robot_in(path: Path) -> Robot:
    """Return the robot in an MJCF or URDF file, or refuse the file with the reason."""
    found = _ask("robot", path)
    parts = [
        RobotPart(
            part["name"],
            part["parent"],
            part["mass"],
            tuple(Piece(**_arrays(piece, "centre", "axes", "half")) for piece in part["pieces"]),
            tuple(_turn(turn) for turn in part["turns"]),
            np.array(part["origin"]),
        )
        for part in found["parts"]
    ]
    return Robot(found["name"], tuple(parts), Notes(**found["notes"]))


def body_in(path: Path) -> BodyGraph:
    """Return the body in an MJCF file that ``write_mjcf`` wrote, or refuse it with the reason."""
    return from_json(_ask("body", path))


def _turn(entry: dict[str, Any]) -> Turn:
    limits = entry["limits"] and tuple(entry["limits"])
    return Turn(**_arrays(entry, "anchor", "axis") | {"limits": limits})


def _arrays(entry: dict[str, Any], *names: str) -> dict[str, Any]:
    return entry | {name: np.array(entry[name]) for name in names}


# --- the process that asks --------------------------------------------------------------


def _ask(what: str, path: Path) -> Any:
    """Return what a process of its own finds in a file."""
    too_slow = BodyError(f"reading it takes more than {SECONDS} s; give a smaller model")
    package = Path(__file__).parents[2]
    with tempfile.TemporaryDirectory() as empty:  # where MuJoCo may leave its log
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-c", START, package, what, path.absolute(), str(SECONDS)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=empty,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # each maps memory of its own
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            raise too_slow from None
    if done.returncode < 0:
        cause = signal.Signals(-done.returncode).name
        if cause == "SIGXCPU":
            raise too_slow
        raise BodyError(
            f"reading it was ended by {cause}: it is damaged, or needs more than {GIGABYTES} GB "
            "of memory"
        )
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()
        raise RuntimeError(f"reading {path} failed: {reason[-1] if reason else 'no reason given'}")
    answer = json.loads(done.stdout)
    if "refused" in answer:
        raise BodyError(answer["refused"])
    return answer["found"]


# --- the process that reads -------------------------------------------------------------


def answer(what: str, path: str, seconds: str) -> None:
    """Read a file within limits and write what was found, or why not, to stdout."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is no answer
    _limit(int(seconds))
    reply: dict[str, Any]
    file = Path(path)
    try:
        check_files(file)
        if what == "body":
            reply = {"found": to_json(read_mjcf(file.read_text(encoding="utf-8")))}
        else:
            reply = {"found": asdict(read_robot(file))}
    except BodyError as error:
        reply = {"refused": str(error)}
    except (MemoryError, RuntimeError, mujoco.FatalError, mujoco.UnexpectedError) as error:
        reason = " ".join(str(error).split()) or "no memory left"
        reply = {
            "refused": f"MuJoCo gives up on it ({reason}): it is damaged, or needs more than "
            f"{GIGABYTES} GB of memory"
        }
    json.dump(reply, out, default=np.ndarray.tolist)
    out.close()


def _limit(seconds: int) -> None:
    """Bound what this process may take, also if the one that asked is gone."""
    if os.name != "posix":
        return
    import resource

    signal.alarm(int(PATIENCE) + 1)
    for limit, most in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, GIGABYTES << 30),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # the system may have a lower one, or none
            resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))


def check_files(model: Path) -> None:
    """Refuse a model that uses what is outside its folder, no regular file, or too large."""
    home = model.parent.resolve()
    folders, inner, names = {home}, {""}, {model.name}
    checked: set[Path] = set()
    while new := [file for file in _candidates(folders, inner, names) if file not in checked]:
        for file in new:
            checked.add(file)
            if not os.path.exists(file):  # unlike Path's own, it also takes names that no file has
                continue
            real = file.resolve()
            if home not in real.parents:
                raise BodyError(
                    f"it uses {file.name!r} outside its own folder; copy all that it uses there"
                )
            if not stat.S_ISREG(real.stat().st_mode):
                raise BodyError(f"it uses {file.name!r}, which is not a regular file")
            if real.stat().st_size > MEGABYTES << 20:
                raise BodyError(f"it uses {file.name!r}, which has more than {MEGABYTES} MB")
            folders.add(real.parent)
            for attribute, value in NAMED.findall(real.read_bytes()):
                named = html.unescape(value[1:-1].decode(errors="replace")).split("://")[-1]
                (inner if attribute.endswith(b"dir") else names).add(named)


def _candidates(folders: set[Path], inner: set[str], names: set[str]) -> Iterator[Path]:
    """Yield every place where MuJoCo may look for a file."""
    for folder in folders:
        for between in inner:
            for name in names:
                for place in {name, os.path.basename(name)} - {""}:
                    path = folder / between / place
                    yield path
                    yield Path(os.path.normpath(path))  # not the same where a folder is a link
