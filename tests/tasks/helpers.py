"""Where the robots are that other packages bring along; their files are read, never copied."""

from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDERS = {
    "gymnasium": "envs/mujoco/assets",
    "dm_control": "suite",
}
ROBOTS = {
    "gymnasium half_cheetah": "cheetah",
    "gymnasium walker2d_v5": "walker",
    "gymnasium hopper": "hopper",
    "dm_control cheetah": "cheetah",
    "dm_control walker": "walker",
    "dm_control hopper": "hopper",
    "dm_control fish": "fish",
}
"""Robots that must come through, and the task each is for."""
SPATIAL_ROBOTS = (
    "gymnasium ant",
    "gymnasium humanoid",
    "gymnasium swimmer",
    "gymnasium walker2d_v5",
    "dm_control quadruped",
    "dm_control humanoid",
    "dm_control dog",
)
"""Robots that must come through in space."""


def robot_file(robot: str) -> Path:
    """Return the file of a robot, given as package and name; skip without the package."""
    package, name = robot.split()
    found = find_spec(package)
    if found is None:
        pytest.skip(f"{package} is not installed; 'make test' brings it")
    return Path(found.submodule_search_locations[0]) / FOLDERS[package] / f"{name}.xml"
