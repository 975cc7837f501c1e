"""Messages between processes leave nothing behind."""

import gc

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from equinox._module import _module

from nge.rl.messages import dumps, loads
from nge.rl.train_state import TrainState
from tests.nets.helpers import graph
from tests.rl.helpers import MEMORY, SMALL, job, learner_of
from tests.trees import differences


def kept_by_equinox() -> int:
    """Return how many modules are in Equinox's table of modules under initialisation."""
    return len(_module._currently_initialising._dict)


def learners_alive() -> int:
    gc.collect()
    return sum(type(one) is TrainState for one in gc.get_objects())


def test_a_module_arrives_as_it_was_sent():
    sent = learner_of(MEMORY), graph(SMALL), job(MEMORY, 20)

    arrived = loads(dumps(sent))

    assert differences(arrived, sent) == {}
    assert jax.tree.structure(arrived) == jax.tree.structure(sent)
    assert isinstance(arrived[0], TrainState)
    policy = jax.tree.map(np.asarray, sent[0].agent.policy)
    assert repr(arrived[0].agent.policy) == repr(policy)
    with pytest.raises(AttributeError):  # as every module, it cannot be changed
        arrived[0].learning_rate = 1.0


def test_arrays_of_jax_arrive_as_arrays_of_numpy_with_the_same_bits():
    sent = {"weights": jnp.asarray([0.1, jnp.nan, -0.0]), "count": jnp.asarray(3)}

    arrived = loads(dumps(sent))

    assert {name: type(array) for name, array in arrived.items()} == dict.fromkeys(sent, np.ndarray)
    assert {name: array.dtype for name, array in arrived.items()} == {
        name: array.dtype for name, array in sent.items()
    }
    assert all(arrived[name].tobytes() == np.asarray(sent[name]).tobytes() for name in sent)


def test_modules_that_arrive_are_forgotten_after_use():
    train_state = jax.tree.map(np.asarray, learner_of(MEMORY))
    before, alive = kept_by_equinox(), learners_alive()

    for _ in range(10):
        loads(dumps([train_state]))

    assert kept_by_equinox() == before
    assert learners_alive() < alive + 10
