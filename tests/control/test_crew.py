"""A crew of worker processes does what a population in one process does, bit for bit."""

import numpy as np
import pytest

from nge.control.crew import Crew
from nge.control.processes import Worker, WorkerLostError
from nge.control.train import Population
from nge.nets.weights import differences
from tests.control.helpers import MEMORY, TINY, learner_of
from tests.nets.helpers import BRANCHED, FISH, SPACE, body_of

BODIES, IDS = [body_of(0, 1), BRANCHED, body_of(0, 0, seed=1)], [4, 9, 2]


@pytest.mark.slow
def test_a_crew_gives_the_same_bits_as_one_process_and_goes_on_where_it_was():
    learners = [learner_of(MEMORY, seed) for seed in range(3)]
    alone = Population(FISH, SPACE, BODIES, learners, TINY, 5, ids=IDS)
    crew = Crew("fish", BODIES, learners, TINY, 5, IDS, workers=2)
    try:
        first = crew.update(), alone.update()
        kept = crew.learners, crew.underway()
        crew.update()
        alone.update()

        assert differences(crew.learners, alone.learners) == {}
        assert first[0].steps == first[1].steps
        assert {row: float(r.kl) for row, r in first[0].reports.items()} == {
            row: float(r.kl) for row, r in first[1].reports.items()
        }
    finally:
        crew.close()
    again = Crew("fish", BODIES, kept[0], TINY, 5, IDS, workers=3)
    try:
        again.go_on(1, kept[1])
        again.update()

        assert differences(again.learners, alone.learners) == {}
    finally:
        again.close()


def test_a_worker_answers_tells_and_says_what_went_wrong():
    worker = Worker()
    try:
        assert worker.ask(np.add, 2, 3) == 5
        with pytest.raises(RuntimeError, match="a worker failed: ZeroDivisionError"):
            worker.ask(divmod, 1, 0)
        assert worker.ask(max, 4, 7) == 7  # an error does not end it

        worker._process.kill()
        with pytest.raises(WorkerLostError, match="its worker was ended by SIGKILL"):
            worker.ask(max, 4, 7)
    finally:
        worker.end()
