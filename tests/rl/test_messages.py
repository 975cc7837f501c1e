"""Messages between processes leave nothing behind."""

import gc

import jax
import numpy as np
import pytest
from equinox._module import _module

from nge.nets.weights import differences
from nge.rl.messages import packed, unpacked
from nge.rl.train_state import TrainState
from tests.nets.helpers import graph
from tests.rl.helpers import MEMORY, SMALL, job, learner_of


def kept_by_equinox() -> int:
    """Return how many modules are in Equinox's table of modules under initialisation."""
    return len(_module._currently_initialising._dict)


def learners_alive() -> int:
    gc.collect()
    return sum(type(one) is TrainState for one in gc.get_objects())


def test_a_module_arrives_as_it_was_sent():
    sent = learner_of(MEMORY), graph(SMALL), job(MEMORY, 20)

    arrived = unpacked(packed(sent))

    assert differences(arrived, sent) == {}
    assert jax.tree.structure(arrived) == jax.tree.structure(sent)
    assert isinstance(arrived[0], TrainState)
    assert repr(arrived[0].agent.policy) == repr(sent[0].agent.policy)
    with pytest.raises(AttributeError):  # as every module, it cannot be changed
        arrived[0].learning_rate = 1.0


def test_modules_that_arrive_are_forgotten_after_use():
    train_state = jax.tree.map(np.asarray, learner_of(MEMORY))
    before, alive = kept_by_equinox(), learners_alive()

    for _ in range(10):
        unpacked(packed([train_state]))

    assert kept_by_equinox() == before
    assert learners_alive() < alive + 10
