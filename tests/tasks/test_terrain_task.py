"""Tasks whose terrain is drawn for every episode: what it is like, and what bodies see of it."""

import re
from pathlib import Path

import numpy as np
import pytest

from nge.errors import SettingsError, TaskError
from nge.physics.ground import heights
from nge.runs.executors import Serial
from nge.tasks import courses
from nge.tasks.environment import TaskEnvironment
from nge.tasks.registry import OURS, task_of
from nge.tasks.suite import Crawler
from nge.tasks.task_settings import TaskSettings, WorldSettings
from nge.tasks.terrain_task import AHEAD, VARIANTS, TerrainTask

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to" / "new-terrain.md"
NAMES = [f"walker-{name}" for name in ("gaps", "hurdles", "steps", "slopes", "rough")]
EVERY_TERRAIN = pytest.mark.parametrize("name", NAMES)
X = np.arange(-2.0, 30.0, 0.01)


class RoughCrawler(TerrainTask, Crawler):
    """Crawl in space on rough ground."""

    name = "rough-crawler"
    levelled = True
    variants = 3
    terrain = staticmethod(courses.rough)

    def hand_designed(self):
        return OURS["suite/crawler"].hand_designed()


def test_the_terrain_of_the_how_to_is_a_task_of_at_most_60_lines(tmp_path, monkeypatch):
    [code] = re.findall(r"```python\n(.*?)```", HOW_TO.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    tiny = {
        "ppo": {"num_envs": 2, "num_steps": 20, "segment": 5, "minibatches": 2, "epochs": 1},
        "net": {"hidden": 8},
        "critic": {"hidden": 8},
        "executor": Serial(),
    }

    short = code.replace("levelled = True", "episode_steps, levelled = 20, True")

    exec(
        short.replace("updates=30", "updates=1, **TINY"),
        found := {"__name__": "__main__", "TINY": tiny},
    )

    run = found["run"]
    assert len(code.splitlines()) <= 60
    assert profiles(run.task).max() > 0.1
    assert (run.plan.task, run.task.difficulty, run.spent().updates) == ("ridges", 0.3, 1)
    assert len(run.task.arena.terrains) == VARIANTS


def of_difficulty(name, difficulty):
    return task_of(TaskSettings(task=name, world=WorldSettings(difficulty=difficulty)))


def profiles(task):
    """Return the heights of every terrain along y = 0."""
    rows = [heights(task.arena, one, X, np.zeros(1))[0] for one in task.arena.terrains]
    return np.array(rows)


def idle(simulation):
    return np.zeros((1, simulation.num_envs, *simulation.joint_mask.shape[1:]), np.float32)


def placed(task, x, num_envs=8):
    """Return bodies that fell from just above the ground at this x, on several terrains."""
    compiled = task.compile(task.hand_designed())
    simulation = task.simulate([compiled], num_envs, threads=1)
    simulation.reset(np.arange(num_envs))
    [state] = simulation.snapshot()
    along = task.arena.root_coordinates.index("x")
    state["qpos"][:, along] = x
    for env, terrain in enumerate(state["terrain"]):
        state["qpos"][env] = compiled.settled(state["qpos"][env], terrain)
    simulation.restore([state])
    for _ in range(60):
        sim_state = simulation.step(idle(simulation))
    return sim_state


@EVERY_TERRAIN
def test_terrains_differ_from_each_other_and_are_flat_at_the_start(name):
    found = profiles(OURS[name])

    assert len(found) == VARIANTS
    assert len(np.unique(found, axis=0)) == VARIANTS
    np.testing.assert_allclose(found[:, X < courses.FIRST], 0.0, atol=1e-9)


@EVERY_TERRAIN
def test_the_same_difficulty_gives_the_same_terrains_and_more_of_it_harder_ones(name):
    easy, hard, again = (profiles(of_difficulty(name, d)) for d in (0.0, 1.0, 1.0))

    np.testing.assert_array_equal(hard, again)
    changes = [np.abs(np.diff(one, axis=1)).sum() for one in (easy, hard)]
    if name == "walker-gaps":
        changes = [(one < -1.0).sum() for one in (easy, hard)]  # how much of the way is gap
    assert changes[1] > 3 * changes[0] > 0


def test_settings_that_are_alike_give_one_task_so_that_its_programs_are_kept():
    one, same, other = (
        task_of(TaskSettings(task="walker-gaps", world=WorldSettings(difficulty=hard)))
        for hard in (0.8, 0.8, 0.9)
    )

    assert one is same is not other
    assert (one.difficulty, other.difficulty) == (0.8, 0.9)


def test_every_episode_draws_its_terrain_by_its_seed():
    task = OURS["walker-gaps"]
    simulation = task.simulate([task.compile(task.hand_designed())], 16, threads=1)

    first, again = (simulation.reset(np.arange(16)).terrain.copy() for _ in range(2))

    assert len(np.unique(first)) > 8
    np.testing.assert_array_equal(first, again)


@EVERY_TERRAIN
def test_the_torso_sees_the_ground_ahead_and_limbs_the_ground_below(name):
    task = OURS[name]
    sim_state = placed(task, 12.0)

    torso, limbs = task.observe_torso(sim_state)[0], task.observe_parts(sim_state)[0]

    for env, terrain in enumerate(sim_state.terrain[0]):
        one, places = task.arena.terrains[terrain], sim_state.centre[0, env]
        ahead = heights(task.arena, one, places[0, 0] + np.array(AHEAD), np.zeros(1))[0]
        below = np.diag(heights(task.arena, one, places[:, 0], places[:, 1]))
        off = np.abs(torso[env, -len(AHEAD) :] - (places[0, 2] - ahead)) > 0.02
        assert off.sum() <= 1  # what is within 5 cm of a wall
        assert (np.abs(limbs[env, :, -1] - (places[:, 2] - below)) > 0.02).sum() <= 1


@pytest.mark.parametrize("task", [*(OURS[name] for name in NAMES), RoughCrawler()])
def test_a_body_that_lies_on_terrain_neither_sinks_in_nor_floats(task):
    sim_state = placed(task, 12.0 if task.name != "walker-gaps" else 0.0)

    for env, terrain in enumerate(sim_state.terrain[0]):
        places = sim_state.centre[0, env]
        one = task.arena.terrains[terrain]
        over = [
            places[i, 2] - heights(task.arena, one, *places[i, :2, None])[0, 0]
            for i in range(len(places))
        ]
        assert min(over) > 0
        assert min(over) < 0.35
    assert not sim_state.diverged.any()


def test_heights_count_from_the_ground_where_it_rises():
    """A rule about the height of the torso is not broken by a hill."""
    task = RoughCrawler(1.0)
    sim_state = placed(task, 12.0)
    up = np.float32([0.0, 0.0, 10.0])
    root = sim_state.root_position + np.float32([0.0, 0.0, 10.0, 0.0, 0.0, 0.0, 0.0])
    high = sim_state._replace(root_position=root, centre=sim_state.centre + up)
    below = task.ground.height

    assert task.failed(high).all()  # it is in the air
    task.ground.height = lambda *where: below(*where) + 10.0
    assert not task.failed(high).any()


def test_a_fall_into_a_gap_ends_the_episode():
    task = OURS["walker-gaps"]
    sim_state = placed(task, 0.0)
    fallen = sim_state.centre - np.float32([0.0, 0.0, 1.4])

    assert not task.failed(sim_state).any()
    assert task.failed(sim_state._replace(centre=fallen)).all()


def test_a_task_without_drawn_terrain_has_no_difficulty():
    with pytest.raises(TaskError, match=r"world\.difficulty is 0\.9, but the world of walker is"):
        of_difficulty("walker", 0.9)


def test_an_environment_takes_a_difficulty_and_refuses_one_that_is_none():
    environment = TaskEnvironment("walker-hurdles", difficulty=1.0)

    assert environment.task.arena == of_difficulty("walker-hurdles", 1.0).arena
    with pytest.raises(SettingsError, match=r"difficulty is 2\.0; it must be at most 1"):
        TaskEnvironment("walker-hurdles", difficulty=2.0)
