"""The data of the pages is what its schema says, in Python and in TypeScript."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from starlette.testclient import TestClient

from nge.report import schema
from nge.report.comparison import compare
from nge.report.comparison_page import comparison_data
from nge.report.data import Gatherer, generation_under_way
from nge.report.episodes import recorded
from nge.report.notebook import stage_data
from nge.report.server import Door, app
from nge.runs.run import Run
from tests.report.helpers import new_training
from tests.runs.made import made_run

SCRIPT = Path(__file__).parents[2] / "web" / "generate_types.py"


def problems(value, kind, where="data"):
    """Yield where a value, as JSON holds it, is not of a kind."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        if all(any(True for _ in problems(value, one)) for one in inner):
            yield where
        return
    if origin is Literal:
        yield from () if value in inner else (where,)
        return
    held = dict if is_typeddict(kind) else list if origin is tuple else origin or kind
    if not isinstance(value, (int, float) if held is float else held) or (
        isinstance(value, bool) and held not in (bool, object)
    ):
        yield where
    elif is_typeddict(kind):
        fields = get_type_hints(kind)
        wrong = (kind.__required_keys__ - value.keys()) | (value.keys() - fields.keys())
        yield from (f"{where}.{name}" for name in wrong)
        for name in fields.keys() & value.keys():
            yield from problems(value[name], fields[name], f"{where}.{name}")
    elif held is dict:
        for name, one in value.items():
            yield from problems(one, inner[1], f"{where}[{name}]")
    elif held is list:
        whole = origin is tuple and inner[1:] != (...,)
        kinds = inner if whole else inner[:1] * len(value)
        for number, (one, each) in enumerate(zip(value, kinds, strict=True)):
            yield from problems(one, each, f"{where}[{number}]")


def as_json(value):
    return json.loads(json.dumps(value, allow_nan=False))


@pytest.mark.parametrize("name", ["small", "rows", "learned"])
def test_the_data_of_a_run_is_what_the_schema_says(name, request):
    run = Run.open(request.getfixturevalue(name).folder, read_only=True)

    found = as_json(Gatherer(run).gather())

    assert list(problems(found, schema.RunData)) == []
    found["species"]["born"][0] = "early"
    found["run"]["extra"] = 1
    assert sorted(problems(found, schema.RunData)) == ["data.run.extra", "data.species.born[0]"]


def test_what_else_pages_get_is_what_the_schema_says(small, tmp_path):
    waiting = new_training(tmp_path / "runs" / "waiting")
    (tmp_path / "runs" / "small").symlink_to(small.folder)
    (tmp_path / "runs" / "broken").mkdir()
    (tmp_path / "runs" / "broken" / "run.json").write_text("{")
    served = TestClient(app(tmp_path / "runs", Door("127.0.0.1", 80, "token")), "http://127.0.0.1")
    compared = compare([made_run(tmp_path / "made", [(1.0, 0.5), (2.0, 1.0)])])
    winner = small.fittest(1)[0]
    found = {
        list[schema.ListedRun | schema.DamagedRun]: served.get("/api/runs").json(),
        schema.GenerationUnderWay: generation_under_way(waiting),
        schema.RecordedEpisode: recorded(small, winner),
        schema.CreatureData: stage_data(small.creature(winner)),
        schema.ComparedData: comparison_data(compared),
    }

    assert {kind: list(problems(as_json(data), kind)) for kind, data in found.items()} == {
        kind: [] for kind in found
    }


def test_the_types_of_the_pages_are_made_from_the_schema():
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_change_of_the_schema_is_a_change_of_the_types():
    typescript = runpy.run_path(SCRIPT)["typescript"]
    source = '''
FORMAT = 7
Pair = tuple[int, str]
"""Two things."""


class Base(TypedDict):
    """A ``base``."""

    names: list[str | None]
    """None where unknown."""


class Rest(Base, total=False):
    pairs: dict[str, tuple[Pair, ...]]
'''

    assert (
        typescript(source).split("\n", 2)[2]
        == """export const FORMAT = 7;

/** Two things. */
export type Pair = [number, string];

/** A `base`. */
export interface Base {
  /** null where unknown. */
  names: (string | null)[];
}

export interface Rest extends Base {
  pairs?: Record<string, Pair[]>;
}
"""
    )
