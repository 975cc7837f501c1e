"""Damaged body files: each is refused in one line, or is the body that it says."""

import copy
import json
import random

import numpy as np

from nge.body.library import LIBRARY
from nge.body.serialization import from_json, to_json
from tests.body.helpers import mutants, space_of
from tests.body.test_serialization import places
from tests.fuzz.helpers import COUNT, result
from tests.worlds import WORLDS

NUMBERS = (0, 1, -1, 3, 0.5, -0.0, 1e-320, 1e308, -1e308, 2**31, 2**53, 2**70, -(2**70), 10**400)
OTHERS = (None, True, False, "", "1", "fins", "limbs", "x\ny", [], {}, [1], {"id": 1}, [[[]]])
TEXTS = ("NaN", "Infinity", "-Infinity", "1e999", "1" * 5000, '"\\ud800"', "[" * 100_000, "{}", "")
TASKS = {task.kind: task for task in reversed(WORLDS.values())}


def sound_bodies():
    yield from (make() for make in LIBRARY.values())
    for kind in ("fins", "limbs"):
        yield from mutants(space_of(kind, symmetry="prior"), seed=0, mutations=10)


SOUND = [to_json(body) for body in sound_bodies()]


def cases(seed, count):
    """Yield the seed and text of ``count`` body files, most of them damaged."""
    for own in range(seed, seed + count):
        rng = random.Random(own)
        whole = json.loads(rng.choice(SOUND))
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            damage(whole, rng)
        text = json.dumps(whole)
        yield own, damaged_text(text, rng) if rng.random() < 0.2 else text


def damage(whole, rng):
    """Change one thing in a body file."""
    path = rng.choice([*places(whole)] or [("parts",)])
    *above, last = path
    holder = whole
    for step in above:
        holder = holder[step]
    match rng.randrange(8):
        case 0 | 1:
            holder[last] = rng.choice(NUMBERS)
        case 2:
            holder[last] = copy.deepcopy(rng.choice(OTHERS))
        case 3:
            del holder[last]
        case 4:
            other = whole
            for step in rng.choice([*places(whole)] or [()]):
                other = other[step]
            holder[last] = copy.deepcopy(other)
        case 5 if isinstance(whole.get("parts"), list) and whole["parts"]:
            entry = copy.deepcopy(rng.choice(whole["parts"]))
            if isinstance(entry, dict):
                entry["id"] = rng.choice((*range(12), 2**40))
            whole["parts"] += [entry] * rng.choice((1, 1, 1, 2, 1000))
        case 6 if isinstance(whole.get("parts"), list) and whole["parts"]:
            entry = rng.choice(whole["parts"])
            if isinstance(entry, dict):
                entry[rng.choice(("id", "parent", "origin", "pair"))] = rng.randrange(-1, 12)
        case _:
            whole[rng.choice(("next_id", "version", "extra", "kind"))] = rng.choice(NUMBERS)


def damaged_text(text, rng):
    """Change some letters of a file."""
    at = rng.randrange(len(text))
    match rng.randrange(5):
        case 0:
            return text[:at]
        case 1:
            return (
                text[:at] + chr(rng.choice((0, 10, 34, 44, 91, 123, 0xFEFF, 0x1F600))) + text[at:]
            )
        case 2:
            return text[:at] + text[at + rng.randrange(1, 20) :]
        case 3:  # a field given again
            return text.replace('"id": ', '"id": 7, "id": ', 1)
        case _:
            return text.replace(rng.choice(("0.", '"fins"', "null", "5")), rng.choice(TEXTS), 1)


def said(text):
    """Return what a file says, with what may be left out filled in, by the standard library."""
    whole = json.loads(text)
    entries = whole["parts"]
    for entry in entries:
        for name in ("origin", "pair"):
            if entry.get(name) is None:
                entry.pop(name, None)
        entry["attributes"] = {name: float(x) for name, x in entry["attributes"].items()}
    highest = max(entry["id"] for entry in entries)
    return whole | {"next_id": max(whole.get("next_id", 0), highest + 1)}


def test_a_damaged_body_file_is_refused_in_one_line_or_is_the_body_it_says():
    accepted = 0
    for seed, text in cases(0, COUNT):
        body = result(seed, from_json, text)
        if body is None:
            continue
        accepted += 1
        assert json.loads(to_json(body)) == said(text), seed
        assert len(body) <= 100, seed
        assert all(0 <= part.id < 2**53 for part in body.parts), seed
        assert np.isfinite(TASKS[body.kind].compile(body).mass), seed

    assert 0.02 * COUNT < accepted < 0.5 * COUNT  # the cases are neither all sound nor all hopeless
