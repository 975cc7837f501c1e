"""Damaged MJCF and URDF: each is refused in one line, or gives a sound body and finite numbers.

Files are read in this process, so that hundreds take seconds; the process of their own that they
are read in otherwise has tests in ``tests/physics/test_isolation.py``.
"""

import copy
import random
import time
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pytest

from nge.body.serialization import from_json, to_json
from nge.physics.mjcf import holds_body, read_mjcf, write_mjcf
from nge.physics.robots import read_robot
from nge.physics.urdf import urdf_of
from nge.tasks import robot_import
from nge.tasks.registry import OURS
from tests.fuzz.helpers import COUNT, result
from tests.tasks.helpers import robot_file

GYMNASIUM = ("half_cheetah", "walker2d_v5", "hopper", "swimmer", "ant", "humanoid", "reacher")
OURSELVES = ("fish", "walker", "hopper")
NUMBERS = (*map(str, (0, -1, 2, 1e-5, 1e5, 1e-12, 1e12, 1e30, 1e-150, 1e150, 1e308)), "nan", "inf")
VALUES = (
    *NUMBERS,
    "",
    "abc",
    "true",
    "auto",
    "0 0 0",
    "1 2 3 4",
    "2147483648",
    "none.stl",
    "torso",
)
SLOWEST = 5.0  # seconds of processor time


@cache
def sound_models():
    """Return files of robots: (text, ending)."""
    found = [(robot_file(f"gymnasium {name}").read_text(), ".xml") for name in GYMNASIUM]
    for name in OURSELVES:
        body, arena = OURS[name].hand_designed(), OURS[name].arena
        found.append((write_mjcf(body, arena), ".xml"))
        found.append((urdf_of(body, arena, name)[f"{name}.urdf"].decode(), ".urdf"))
    return found


def cases(seed, count):
    """Yield seed, text, ending and task of ``count`` models, most of them damaged."""
    for own in range(seed, seed + count):
        rng = random.Random(own)
        text, ending = rng.choice(sound_models())
        root = ElementTree.fromstring(text)
        for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
            damage(root, rng)
        text = ElementTree.tostring(root, encoding="unicode")
        if rng.random() < 0.05:
            text = text[: rng.randrange(len(text))]
        yield own, text, ending, rng.choice(("fish", "walker", "cheetah", "ant"))


def damage(root, rng):
    """Change one thing in a model."""
    elements = list(root.iter())
    full = [element for element in elements if element.attrib] or [root]
    parents = [element for element in elements if len(element)] or [root]
    some, parent = rng.choice(full), rng.choice(parents)
    name = rng.choice([*some.attrib] or ["name"])
    children = [*parent] or [root]
    match rng.randrange(12):
        case 0:
            some.set(name, rng.choice(VALUES))
        case 1 | 2 | 3 | 4 | 5:
            words = some.get(name, "").split() or [""]
            words[rng.randrange(len(words))] = rng.choice(NUMBERS)
            some.set(name, " ".join(words))
        case 6:
            some.attrib.pop(name, None)
        case 7:
            some.set(name, rng.choice([*rng.choice(full).attrib.values()] or [""]))
        case 8 if len(parent):
            parent.remove(rng.choice(children))
        case 9:
            parent.append(copy.deepcopy(rng.choice(children)))
        case 10:
            rng.choice(elements).append(copy.deepcopy(rng.choice(elements)))
        case _:
            rng.choice(elements).tag = rng.choice(elements).tag


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with the meshes of our robots, where MuJoCo may leave its log."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(robot_import, "robot_in", read_robot)
    for name in OURSELVES:
        for file, content in urdf_of(OURS[name].hand_designed(), OURS[name].arena, name).items():
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_bytes(content)
    return tmp_path


def test_a_damaged_model_is_refused_in_one_line_or_gives_a_sound_body(folder):
    bodies = {OURS[name].hand_designed() for name in OURSELVES}
    accepted = 0
    for seed, text, ending, task in cases(0, COUNT):
        model = folder / f"model{ending}"
        model.write_text(text, encoding="utf-8")
        began = time.process_time()
        found = result(seed, robot_import.import_robot, model, OURS[task])
        if found is not None:
            accepted += 1
            check(found)
        if result(seed, holds_body, text):
            assert result(seed, read_mjcf, text) in {*bodies, None}, seed
        assert time.process_time() - began < SLOWEST, seed

    assert 0.05 * COUNT < accepted < 0.8 * COUNT  # the cases are neither all sound nor all hopeless


def check(found):
    """Hold that an import is a sound body and that every number of its table can be printed."""
    assert from_json(to_json(found.body)) == found.body
    numbers = [*found.masses]
    for part in found.parts:
        numbers += [part.mass, part.length, part.given_length]
    assert np.all(np.isfinite(numbers))
    assert np.all(np.array(numbers) > 0)
    assert found.difference is None or isinstance(found.difference, str)
