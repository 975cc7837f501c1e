"""One contract for all who simulate, and one setting that says which engine keeps it."""

import pytest
from pydantic import ValidationError

from nge.physics import physics_settings
from nge.physics.cpu_engine import CpuSimulation
from nge.physics.engines import smoke_test
from nge.physics.physics_settings import PhysicsSettings
from nge.rl.evaluation import evaluate
from nge.rl.rollout import RolloutCollector
from nge.tasks.environment import TaskEnvironment
from nge.tasks.registry import OURS
from tests.rl.helpers import MEMORYLESS, SMALL, learner_of, tiny

FISH = OURS["fish"]


class Counted(CpuSimulation):
    """An engine of its own name that tells who asked for it."""

    made: list[dict] = []  # noqa: RUF012

    def __init__(self, bodies, num_envs, **options):
        super().__init__(bodies, num_envs, **options)
        self.made.append({"copies": num_envs, **options})


@pytest.fixture
def counted(monkeypatch):
    """Return the fish on an engine that counts, and its count."""
    monkeypatch.setattr(Counted, "made", [])
    monkeypatch.setitem(physics_settings.OURS, "counted", f"{__name__}:Counted")
    return FISH.with_physics(PhysicsSettings(engine="counted")), Counted.made


def test_rollouts_evaluation_environments_and_test_flights_use_the_engine_of_the_setting(counted):
    task, made = counted

    RolloutCollector(task, [task.compile(SMALL)], 4, [0], 0, tiny(num_envs=3))
    assert [one["copies"] for one in made] == [3]
    evaluate(task, task.space(), [SMALL], [learner_of(MEMORYLESS)], episodes=5, steps=1)
    assert [one["copies"] for one in made] == [3, 5]
    assert smoke_test(task.compile(SMALL), task.physics) is None
    assert made[-1]["guarded"]
    TaskEnvironment("fish", SMALL, physics=task.physics)
    assert [one["guarded"] for one in made] == [False, False, True, True, False]


def test_the_engine_of_one_task_is_not_that_of_another(counted):
    assert counted[0].physics.engine == "counted"
    assert FISH.physics.engine == "cpu"
    assert counted[0].name == FISH.name


def test_an_unknown_engine_is_refused_with_those_there_are():
    with pytest.raises(ValidationError, match="unknown engine 'cpuu'; did you mean 'cpu'"):
        PhysicsSettings(engine="cpuu")
