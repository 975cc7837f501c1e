"""A teacher gives every species the same lesson in any company; here it teaches on a CPU."""

from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from unittest.mock import patch

import jax
import numpy as np
import pytest

from nge.control import teaching
from nge.control.processes import Worker
from nge.control.teaching import Teacher, taught_here
from nge.control.train import Population
from nge.nets.net_settings import POLICIES
from nge.nets.weights import differences
from tests.control.helpers import SMALL, TINY, cut, learner_of, life
from tests.nets.helpers import BRANCHED, FISH, SPACE, body_of, graph, owners_of

BODIES, IDS = [body_of(0, 1), BRANCHED, body_of(0, 0, seed=1)], [4, 9, 2]
FEW = 4  # side by side, so that programs for a CPU stay small


@pytest.fixture(scope="module", autouse=True)
def few():
    with patch.object(teaching, "TOGETHER", FEW):
        yield


@pytest.fixture
def teacher():
    one = Teacher(jax.devices("cpu"))
    yield one
    one.close()


@pytest.fixture(scope="module")
def lessons():
    """Three lessons, of the largest body first; the two others are alike."""
    noted = []

    def noting(given):
        noted.extend(given)
        return taught_here(given)

    learners = [learner_of("nge", seed) for seed in range(3)]
    Population(FISH, SPACE, BODIES, learners, TINY, 5, ids=IDS, teach=noting).update()
    return noted


def test_a_species_learns_the_same_bits_in_any_company(teacher, lessons):
    together = teacher(lessons)
    again = [teacher([lesson])[0] for lesson in lessons]
    crowded = teacher([*lessons, *lessons, *lessons])

    for one, other, third in zip(together, again, crowded[3:6], strict=True):
        assert differences(one, other) == {}
        assert differences(one, third) == {}


@pytest.mark.parametrize("name", POLICIES)
def test_nothing_is_added_up_in_an_order_that_depends_on_the_company(name):
    """On a GPU a scatter is: it sorts and sums what all species of a batch add."""
    segment = TINY.segment if POLICIES[name].memory else TINY.num_steps
    body, lived = graph(SMALL), cut(life(name, TINY.num_steps), segment)
    given = learner_of(name), body, owners_of(body), lived, jax.random.key(0), TINY

    assert "scatter" not in teaching.learn.lower(*given).as_text()


def test_it_teaches_what_a_species_would_learn_by_itself(teacher, lessons):
    for taught, own in zip(teacher(lessons), taught_here(lessons), strict=True):
        for mine, yours in zip(jax.tree.leaves(taught), jax.tree.leaves(own), strict=True):
            np.testing.assert_allclose(mine, yours, rtol=1e-3, atol=1e-5)


def test_lessons_of_many_threads_come_back_to_who_brought_them(teacher, lessons):
    expected = teacher(lessons)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda i: teacher([lessons[i % 3]])[0], range(12)))

    for i, one in enumerate(found):
        assert differences(one, expected[i % 3]) == {}


def test_lessons_of_another_size_or_other_settings_are_not_alike(lessons):
    longer = TINY.model_copy(update={"epochs": 9})
    larger, first, alike = (teaching._ticket(lesson).kind for lesson in lessons)

    assert first == alike
    assert first != larger
    assert first != teaching._ticket(lessons[1]._replace(settings=longer)).kind


def test_a_packed_lesson_is_the_same_lesson(lessons):
    learner, graph, owners, lived, seed, _ = lessons[1]
    packed = teaching._ticket(lessons[1])

    unpacked = packed.kind.layout.unpacked(packed.lesson)

    assert differences(unpacked, (learner, graph, owners, lived, np.uint32(seed))) == {}


def test_what_goes_wrong_is_told_to_who_waits(teacher, lessons):
    with (
        patch.object(teaching, "learn_together", side_effect=MemoryError("too large")),
        pytest.raises(MemoryError, match="too large"),
    ):
        teacher(lessons)
    assert len(teacher(lessons)) == 3  # and it teaches on


def test_who_waits_is_told_that_the_teacher_leaves(lessons):
    teacher, busy, over = Teacher(jax.devices("cpu")), Event(), Event()

    def slow(*_):
        busy.set()
        over.wait(60)
        raise RuntimeError("never asked for")

    with patch.object(teaching, "learn_together", slow), ThreadPoolExecutor(2) as pool:
        first = pool.submit(teacher, lessons[:1])
        assert busy.wait(60)
        second = pool.submit(teacher, lessons[1:2])
        while not teacher._waiting:
            pass
        teacher.close()
        with pytest.raises(CancelledError):
            second.result(60)
        over.set()
        with pytest.raises(RuntimeError, match="never asked for"):
            first.result(60)
    with pytest.raises(RuntimeError, match="has left"):
        teacher(lessons)


def test_a_worker_keeps_off_the_accelerators_and_is_helped(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))  # to find functions of tests
    worker = Worker()
    try:
        assert worker.ask(_platform) == "cpu"
        assert worker.ask(_helped, 20, helps=lambda wish: wish + 1) == 42
    finally:
        worker.end()


def _platform():
    import os

    return os.environ["JAX_PLATFORMS"]


def _helped(number):
    from nge.control.processes import request

    return request(number) * 2
