"""The layer rule, read from the imports of every file in ``src/nge``, and unique names.

``faults`` takes a file's place in the package and its text, and says what in it breaks the
rule. It reads the text without running it, so an import inside a function or under
``TYPE_CHECKING`` counts like any other. Imports made from strings at run time are not seen.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "nge"
FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))

LAYERS = (
    "body",
    "physics",
    "tasks",
    "nets",
    "rl",
    "evolution",
    "runs",
    "report",
    "testing",
    "cli",
)
SHARED = (
    "errors",
    "settings",
    "cpu",
    "seeding",
    "wording",
    "extensions",
)  # modules that stand beside the layers and that all may import
DOORS = ("__init__.py", "__main__.py")  # what users and `python -m nge` enter by; free to import

ALONE = ("runs/play.py",)  # what bundles carry away: a program that runs where nge is not
ALONE_MAY_USE = sys.stdlib_module_names | {"numpy", "mujoco"}

HOME = {"mujoco": "physics", "sqlite3": "runs", "rich": "cli"}
PRINTS = "cli"
# annotated_types holds the bounds (Ge, Lt) that pydantic reads.
BODY_MAY_USE = sys.stdlib_module_names | {"numpy", "pydantic", "annotated_types"}


def faults(file: str, source: str) -> list[str]:
    """Say what in ``source`` breaks the rule, if it stood in ``src/nge/<file>``."""
    if file in DOORS:
        return []
    if file in ALONE:
        return [
            f"{file}:{line}: it stands alone and may not import {name}"
            for line, name in imported_names(file, ast.parse(source, file))
            if name.split(".")[0] not in ALONE_MAY_USE
        ]
    place = PurePosixPath(file).with_suffix("").parts[0]
    if place not in LAYERS + SHARED:
        return [f"{file}: '{place}' is no layer; known are {', '.join(LAYERS + SHARED)}"]
    tree = ast.parse(source, file)
    found = [
        (line, fault)
        for line, name in imported_names(file, tree)
        if (fault := import_fault(place, name.split(".")))
    ]
    if place != PRINTS:
        found += [(line, f"only {PRINTS} may print") for line in printing_lines(tree)]
    return [f"{file}:{line}: {fault}" for line, fault in sorted(set(found))]


def imported_names(file: str, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the full dotted name of everything ``tree`` imports."""
    package = ("nge", *PurePosixPath(file).parent.parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            base = [*start, node.module] if node.module else start
            yield from ((node.lineno, ".".join([*base, alias.name])) for alias in node.names)


def import_fault(place: str, name: list[str]) -> str | None:
    """Say why code in ``place``, a layer or shared module, may not import ``name``, if so."""
    top, *inner = name
    if top == "nge":
        allowed = SHARED + LAYERS[: LAYERS.index(place) + 1] if place in LAYERS else SHARED
        # The door re-exports from every layer, so only its version is free to use.
        if inner == ["__version__"] or (inner and inner[0] in allowed):
            return None
        return (
            f"{place} may not import {'.'.join(name[:2])}; of nge it may use {', '.join(allowed)}"
        )
    if top in HOME and place != HOME[top]:
        return f"only {HOME[top]} may import {top}"
    if place == "body" and top not in BODY_MAY_USE:
        return f"body may not import {top}; it uses numpy, pydantic and the standard library"
    return None


def printing_lines(tree: ast.AST) -> Iterator[int]:
    """Yield the line of every call of ``print``."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="print")):
                yield node.lineno


def module_names(files: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the last part of the name of every module and package, and its file."""
    for file in files:
        path = PurePosixPath(file)
        if file not in DOORS:
            yield (path.parent.name if path.name == "__init__.py" else path.stem), file


def class_names(file: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield the name of every public class of a module, and the file."""
    for node in ast.parse(source, file).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, file


def shared_names(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the names that several files have in common, with these files."""
    found: dict[str, list[str]] = {}
    for name, file in named:
        found.setdefault(name, []).append(file)
    return {name: files for name, files in found.items() if len(files) > 1}


def test_no_two_modules_share_a_name():
    assert shared_names(module_names(FILES)) == {}


def test_no_two_public_classes_share_a_name():
    classes = (
        named
        for file in FILES
        if file not in ALONE  # never imported beside the others
        for named in class_names(file, (PACKAGE / file).read_text(encoding="utf-8"))
    )

    assert shared_names(classes) == {}


def test_shared_names_are_found():
    files = ("body/plan.py", "evolution/plan.py", "plan/__init__.py", "__init__.py", "cli/go.py")
    source = "class Plan: ...\nclass _Hidden: ..."

    modules = shared_names(module_names(files))
    classes = shared_names([*class_names("a.py", source), *class_names("b.py", source)])

    assert modules == {"plan": ["body/plan.py", "evolution/plan.py", "plan/__init__.py"]}
    assert classes == {"Plan": ["a.py", "b.py"]}


def test_the_files_of_the_package_are_found():
    assert "__init__.py" in FILES


@pytest.mark.parametrize("file", FILES)
def test_a_file_keeps_the_layer_rule(file):
    source = (PACKAGE / file).read_text(encoding="utf-8")

    assert faults(file, source) == []


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("tasks/fish.py", "from nge.physics.simulation import SimState"),
        ("tasks/fish.py", "from nge.tasks.task import Task"),
        ("tasks/fish.py", "from .task import Task"),
        ("tasks/fish.py", "from ..physics import SimState"),
        ("tasks/__init__.py", "from .fish import Fish"),
        ("cli/main.py", "from nge import __version__, evolution, runs"),
        ("body/graph.py", "from nge.errors import BodyError"),
        ("body/graph.py", "from ..settings import Settings"),
        ("settings.py", "from nge.errors import SettingsError"),
        ("body/graph.py", "import json, numpy as np, pydantic"),
        ("body/space.py", "from annotated_types import Ge"),
        ("physics/compile.py", "import mujoco.batch"),
        ("runs/store.py", "import sqlite3"),
        ("cli/show.py", "from rich.table import Table; print('done')"),
        ("report/page.py", "page.print()"),
        ("__init__.py", "from nge.cli.main import main"),
        ("__main__.py", "from nge.cli.main import main"),
        ("runs/play.py", "import json, mujoco, numpy; print('done')"),
    ],
)
def test_the_rule_allows(file, statement):
    assert faults(file, statement) == []


@pytest.mark.parametrize(
    ("file", "statement", "fault"),
    [
        ("body/graph.py", "import nge.physics.cpu_engine", "body may not import nge.physics"),
        (
            "physics/cpu_engine.py",
            "from nge.tasks.task import Task",
            "physics may not import nge.tasks",
        ),
        ("physics/cpu_engine.py", "from nge import tasks", "physics may not import nge.tasks"),
        ("physics/cpu_engine.py", "from nge import Task", "physics may not import nge.Task"),
        (
            "physics/cpu_engine.py",
            "import nge",
            "physics may not import nge; of nge it may use errors",
        ),
        ("physics/cpu_engine.py", "from .. import tasks", "physics may not import nge.tasks"),
        (
            "physics/cpu_engine.py",
            "from ..tasks.task import Task",
            "physics may not import nge.tasks",
        ),
        ("physics/__init__.py", "from ..tasks import Task", "physics may not import nge.tasks"),
        ("physics/a/b.py", "from ...tasks import Task", "physics may not import nge.tasks"),
        ("errors.py", "from nge.body import BodyGraph", "errors may not import nge.body"),
        ("settings.py", "from .body import BodyGraph", "settings may not import nge.body"),
        ("tasks/fish.py", "import mujoco", "only physics may import mujoco"),
        ("tasks/fish.py", "from mujoco.batch import Batch", "only physics may import mujoco"),
        ("report/page.py", "import sqlite3", "only runs may import sqlite3"),
        ("runs/run.py", "from rich.progress import track", "only cli may import rich"),
        ("runs/run.py", "print('done')", "only cli may print"),
        ("body/graph.py", "import numba", "body may not import numba; it uses numpy, pydantic"),
        ("body/graph.py", "import numpy, gymnasium", "body may not import gymnasium"),
        (
            "runs/play.py",
            "from nge.errors import NgeError",
            "it stands alone and may not import nge",
        ),
        ("runs/play.py", "import safetensors", "it stands alone and may not import safetensors"),
    ],
)
def test_the_rule_refuses(file, statement, fault):
    [found] = faults(file, statement)

    assert found.startswith(f"{file}:1: {fault}")


@pytest.mark.parametrize(
    "opening", ["def later():", "async def later():", "class Late:", "if TYPE_CHECKING:"]
)
def test_an_import_that_is_not_at_the_top_counts_too(opening):
    source = f"{opening}\n    from nge.runs.store import RunStore"

    [found] = faults("rl/trainer.py", source)

    assert found.startswith("rl/trainer.py:2: rl may not import nge.runs")


def test_a_line_that_imports_several_names_is_one_fault():
    source = "from nge.tasks.task import Reward, Task"

    assert len(faults("physics/cpu_engine.py", source)) == 1


def test_every_layer_may_import_itself_and_what_is_left_of_it_only():
    allowed = {
        (importer, imported)
        for importer in LAYERS
        for imported in LAYERS
        if not faults(f"{importer}/module.py", f"import nge.{imported}.other")
    }

    assert allowed == {(b, a) for i, b in enumerate(LAYERS) for a in LAYERS[: i + 1]}


@pytest.mark.parametrize("file", ["web/server.py", "helpers.py"])
def test_a_file_outside_the_layers_is_refused(file):
    [found] = faults(file, "")

    assert "is no layer; known are body, physics" in found
