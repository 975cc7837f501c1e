import numpy as np
import pytest

from nge.tasks.measures import GRAVITY, KEPT_LATER, EpisodeMeasures
from nge.tasks.walker import TASK as WALKER
from tests.worlds import EVERY_WORLD

STEPS, COPIES = 15, 3


@pytest.fixture(scope="module")
def walk():
    """Return what was measured of a walk, with the readings and verdicts of every step."""
    simulation = WALKER.simulate([WALKER.compile(WALKER.hand_designed())], COPIES, threads=1)
    measures = EpisodeMeasures(simulation)
    sim_state = simulation.reset(np.arange(COPIES))
    measures.begin(sim_state, np.ones((1, COPIES), bool))
    seen, judged = [sim_state.copy()], []
    rng = np.random.default_rng(0)
    for _ in range(STEPS):
        action = rng.standard_normal((1, COPIES, *simulation.joint_mask.shape[1:]), np.float32)
        sim_state = simulation.step(action)
        judged.append(WALKER.step_reward(sim_state, action))
        measures.add_step(sim_state, judged[-1])
        seen.append(sim_state.copy())
    return simulation, measures, seen, judged


def test_an_episode_is_measured_from_its_first_reading_to_its_last(walk):
    simulation, measures, seen, judged = walk
    seconds = STEPS * WALKER.arena.control_step
    for copy in range(COPIES):
        places = np.array([one.centre[0, copy, 0, :2] for one in seen], float)
        distance = np.linalg.norm(places[-1] - places[0])
        energy = sum(float(one.energy[0, copy]) for one in seen[1:])

        found = measures.of(0, copy, STEPS)

        assert found["distance"] == pytest.approx(distance, rel=1e-5)
        assert found["speed"] == pytest.approx(distance / seconds, rel=1e-5)
        assert found["path"] == pytest.approx(
            np.linalg.norm(np.diff(places, axis=0), axis=1).sum(), rel=1e-4
        )
        assert found["lowest"] == min(float(one.lowest[0, copy]) for one in seen)
        assert found["penetration"] == max(float(one.penetration[0, copy]) for one in seen[1:])
        assert found["energy"] == pytest.approx(energy, rel=1e-5)
        assert found["power"] == pytest.approx(energy / seconds, rel=1e-5)
        mass = simulation.bodies[0].mass
        assert found["cost_of_transport"] == pytest.approx(
            energy / (mass * GRAVITY * distance), rel=1e-4
        )
        assert (found["mass"], found["parts"]) == (mass, 7)
        assert found["forward_velocity"] == pytest.approx(
            np.mean([one.velocity[0, copy, 0] for one in seen[1:]]), rel=1e-4
        )
        total = sum(float(one.reward[0, copy]) for one in judged)
        assert found["reward/speed"] + found["reward/effort"] == pytest.approx(total, abs=1e-4)


def test_measures_go_on_from_what_was_kept(walk):
    simulation, _, seen, judged = walk
    straight, halted, resumed = (EpisodeMeasures(simulation) for _ in range(3))
    everywhere = np.ones((1, COPIES), bool)
    for one in (straight, halted):
        one.begin(seen[0], everywhere)
    for index, (sim_state, outcome) in enumerate(zip(seen[1:], judged, strict=True)):
        straight.add_step(sim_state, outcome)
        if index == STEPS // 2:
            resumed.restore(halted.snapshot())
        (halted if index < STEPS // 2 else resumed).add_step(sim_state, outcome)

    for copy in range(COPIES):
        assert resumed.of(0, copy, STEPS) == straight.of(0, copy, STEPS)


def test_of_work_and_unexplained_energy_only_what_came_in_counts(walk):
    simulation, _, seen, judged = walk
    measures, shape = EpisodeMeasures(simulation), (1, COPIES)
    measures.begin(seen[0], np.ones(shape, bool))

    for value in (2.0, -5.0, 1.5):
        given = {"work": np.full(shape, value), "unexplained": np.full(shape, 2 * value)}
        measures.add_step(seen[-1]._replace(**given), judged[-1])

    found = measures.of(0, 1, 3)
    assert (found["work"], found["unexplained"]) == (3.5, 7.0)


def test_what_a_checkpoint_lacks_is_unknown_until_the_next_episode(walk):
    simulation, measures, seen, judged = walk
    snapshot = measures.snapshot()
    resumed = EpisodeMeasures(simulation)
    resumed.restore({name: rows for name, rows in snapshot.items() if name not in KEPT_LATER})

    resumed.add_step(seen[-1], judged[-1])
    resumed.begin(seen[0], np.array([[True, False, False]]))

    found = [[resumed.of(0, copy, STEPS)[name] for name in KEPT_LATER] for copy in range(COPIES)]
    assert np.array_equal(found, [[0] * 3, [np.nan] * 3, [np.nan] * 3], equal_nan=True)


def test_what_is_over_and_what_blew_up_no_longer_counts(walk):
    simulation, _, seen, judged = walk
    measures = EpisodeMeasures(simulation)
    measures.begin(seen[0], np.ones((1, COPIES), bool))
    going = np.array([[True, False, True]])
    blown = seen[-1]._replace(diverged=np.float32([[0, 0, 1]]))

    measures.add_step(blown, judged[-1], going)

    assert measures.of(0, 0, 1)["distance"] > 0
    for copy in (1, 2):
        found = measures.of(0, copy, 1)
        assert (found["distance"], found["path"], found["energy"]) == (0, 0, 0)
        assert np.isnan(found["cost_of_transport"])


@EVERY_WORLD
def test_every_task_measures_how_fast_it_goes_where_it_should(task):
    simulation = task.simulate([task.compile(task.hand_designed())], 1)
    sim_state = simulation.reset(np.array([[0]])).copy()
    velocity = np.float32([[[3.0, 4.0, 5.0]]])
    action = np.zeros((1, 1, *simulation.joint_mask.shape[1:]), np.float32)

    found = task.step_reward(sim_state._replace(velocity=velocity), action).measures

    assert found["forward_velocity"][0, 0] == (4 if task.name == "fish" else 3)
