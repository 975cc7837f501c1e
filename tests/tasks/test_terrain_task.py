"""Tasks whose terrain is drawn for every episode: what it is like, and what bodies see of it."""

import re
from pathlib import Path

import mujoco
import numpy as np
import pytest

from nge.errors import SettingsError, TaskError
from nge.physics.ground import CELL, heights
from nge.runs.executors import Serial
from nge.tasks import courses
from nge.tasks.environment import TaskEnvironment
from nge.tasks.registry import OURS, task_of
from nge.tasks.suite import Crawler
from nge.tasks.task_settings import TaskSettings, WorldSettings
from nge.tasks.terrain_task import FALLEN, VARIANTS, WIDE, TerrainTask

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to" / "new-terrain.md"
IN_SPACE = [f"ant-{course.name}" for course in courses.COURSES]
NAMES = [f"walker-{course.name}" for course in courses.COURSES] + IN_SPACE
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
        "ppo": {"num_envs": 2, "num_steps": 20, "bptt_steps": 5, "minibatches": 2, "epochs": 1},
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
    if name.endswith("gaps"):
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

    seen = [column.name.startswith("ground_") for column in task.torso_columns]
    for env, terrain in enumerate(sim_state.terrain[0]):
        places, one = sim_state.centre[0, env], task.arena.terrains[terrain]
        ahead = places[0, :2] + np.array(task.seen_places)
        for found, over, some in (
            (torso[env, seen], places[0, 2], ahead),
            (limbs[env, :, -1], places[:, 2], places[:, :2]),
        ):
            near = [[x - CELL, x, x + CELL] for x, _ in some]  # a wall is seen as a slope
            ground = [
                heights(task.arena, one, np.array(xs), y[None])[0]
                for xs, (_, y) in zip(near, some, strict=True)
            ]
            assert (over - found > np.min(ground, axis=1) - 1e-4).all()
            assert (over - found < np.max(ground, axis=1) + 1e-4).all()


@pytest.mark.parametrize("task", [*(OURS[name] for name in NAMES), RoughCrawler()])
def test_a_body_that_lies_on_terrain_neither_sinks_in_nor_floats(task):
    sim_state = placed(task, 12.0 if not task.name.endswith("gaps") else 0.0)

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


@pytest.mark.parametrize("name", IN_SPACE)
def test_the_ground_that_is_seen_is_the_ground_of_the_physics(name):
    """Rays from above, through MuJoCo's own geometry; between samples they may differ a little."""
    task, rng = OURS[name], np.random.default_rng(0)
    compiled = task.compile(task.hand_designed())
    simulation = task.simulate([compiled], 4, threads=1)
    sim_state = simulation.reset(np.arange(4))
    places = rng.uniform((3.0, 1 - WIDE), (30.0, WIDE - 1), (1, 4, 40, 2)).astype(np.float32)
    places[..., 1] = places[..., 1].round()  # on rows of the height field

    seen = task.ground.height(sim_state, places)[0]

    assert np.ptp(seen) > 0.05
    for env, terrain in enumerate(sim_state.terrain[0]):
        model, data = compiled.model_on(terrain), mujoco.MjData(compiled.model_on(terrain))
        mujoco.mj_forward(model, data)
        geom, down = np.zeros(1, np.int32), np.array([0.0, 0.0, -1.0])
        found = [
            9.0 - mujoco.mj_ray(model, data, np.array([*place, 9.0]), down, None, 1, -1, geom)
            for place in places[0, env]
        ]
        assert (np.abs(seen[env] - found) > 2e-3).mean() < 0.2  # within 5 cm of a wall


def test_ground_between_rows_is_interpolated_across_them():
    task = OURS["ant-rough"]
    sim_state = task.simulate([task.compile(task.hand_designed())], 1, threads=1).reset([[5]])
    y = np.float32([2.0, 2.1, 2.25, 2.5])
    places = np.stack([np.full_like(y, 7.5), y], axis=-1)[None, None]

    first, near, middle, last = task.ground.height(sim_state, places)[0, 0]

    assert abs(last - first) > 1e-3
    assert near == pytest.approx(0.8 * first + 0.2 * last, abs=1e-5)
    assert middle == pytest.approx(0.5 * first + 0.5 * last, abs=1e-5)


@pytest.mark.parametrize("name", IN_SPACE)
def test_leaving_the_terrain_sideways_ends_the_episode_and_can_be_seen_coming(name):
    """Or bodies would learn to run past it."""
    task = OURS[name]
    sim_state = placed(task, 0.0, num_envs=2)
    [aside] = [i for i, one in enumerate(task.torso_columns) if one.name == "aside"]

    for y, ends in ((WIDE - 0.1, False), (WIDE + 0.1, True), (-WIDE - 0.1, True)):
        centre = sim_state.centre * np.float32([1, 0, 1]) + np.float32([0, y, 0])
        moved = sim_state._replace(centre=centre)
        np.testing.assert_array_equal(task.failed(moved), ends)
        np.testing.assert_allclose(task.observe_torso(moved)[..., aside], y)


@pytest.mark.parametrize("name", ["walker-gaps", "ant-gaps"])
def test_a_fall_into_a_gap_ends_the_episode(name):
    task = OURS[name]
    sim_state = placed(task, 0.0)
    down = sim_state.centre[:, :, :1, 2:] + FALLEN + 0.01
    fallen = sim_state.centre - down * np.float32([0, 0, 1])

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
