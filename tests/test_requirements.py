"""The pins: requirements.txt is what running needs, requirements-test.txt the rest."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BUILD = ("hatchling", "editables")  # `make` installs nge itself with them


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(file):
    lines = (ROOT / file).read_text().splitlines()
    return {plain(line.split("==")[0]) for line in lines if line and not line.startswith("#")}


def needed(requirements):
    """Return the names of packages and of all that they depend on, as far as installed."""
    found, waiting = set(), [Requirement(text) for text in requirements]
    while waiting:
        one = waiting.pop()
        if plain(one.name) in found or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        try:
            waiting += map(Requirement, requires(one.name) or ())
        except PackageNotFoundError:
            pytest.fail(f"{one.name} is needed and not installed")
        found.add(plain(one.name))
    return found


def test_what_a_user_installs_is_exactly_what_running_needs():
    assert pins("requirements.txt") == needed([*PROJECT["dependencies"], *BUILD])


def test_tests_and_checks_find_all_that_developing_needs():
    both = pins("requirements.txt") | pins("requirements-test.txt")

    assert needed(PROJECT["optional-dependencies"]["dev"]) <= both


def test_no_package_is_pinned_twice():
    assert not pins("requirements.txt") & pins("requirements-test.txt")
