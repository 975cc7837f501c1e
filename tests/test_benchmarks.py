import importlib
from pathlib import Path

import pytest

import benchmarks

NAMES = sorted(path.stem for path in Path(benchmarks.__file__).parent.glob("[a-z]*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_finds_all_that_it_imports(name):
    module = importlib.import_module(f"benchmarks.{name}")

    assert callable(module.main)
