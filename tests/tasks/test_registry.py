import sys
from pathlib import Path

import numpy as np
import pytest

from nge.errors import TaskError
from nge.physics.cpu_engine import CpuSimulation
from nge.tasks.registry import task_named, task_names

EXAMPLE = Path(__file__).parents[2] / "examples" / "jump_task"


def test_an_unknown_task_is_refused_with_the_nearest_known_one():
    with pytest.raises(TaskError, match="unknown task 'wlaker'; did you mean 'walker'"):
        task_named("wlaker")


def test_a_task_from_outside_is_found_through_its_entry_point(installed, monkeypatch):
    source = (EXAMPLE / "jump.py").read_text()
    installed("[nge.tasks]\njump = jump:TASK\n", jump=source)
    monkeypatch.delitem(sys.modules, "jump", raising=False)

    task = task_named("jump")

    assert task_names()[-1] == "jump"
    simulation = CpuSimulation([task.compile(task.hand_designed())], num_envs=2)
    simulation.reset(np.zeros((1, 2), int))
    actions = np.zeros((1, 2, len(task.hand_designed()), 1), np.float32)
    sim_state = simulation.step(actions)
    assert np.isfinite(task.observe(sim_state)).all()
    np.testing.assert_allclose(task.step_reward(sim_state, actions).reward, sim_state.lowest)
    assert sim_state.lowest.min() > 0  # it starts 2 cm over the ground and has just begun to fall


def test_a_broken_task_from_outside_costs_only_itself(installed):
    installed(
        "[nge.tasks]\nbroken = broken_task:TASK\nwrong = wrong_task:TASK\n",
        broken_task="raise RuntimeError('no such planet')",
        wrong_task="TASK = 3",
    )

    assert {"fish", "broken", "wrong"} <= set(task_names())
    assert task_named("fish").name == "fish"
    with pytest.raises(TaskError, match="cannot be loaded: no such planet"):
        task_named("broken")
    with pytest.raises(TaskError, match=r"must name a nge\.tasks\.task\.Task object, not int"):
        task_named("wrong")
