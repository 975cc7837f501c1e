"""Weights as named arrays: every one is kept, and any change is noticed."""

from functools import cache

import jax
import numpy as np
import pytest

from nge.errors import WeightsError
from nge.nets import weights
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.rl.train_state import new_train_state
from nge.tasks.registry import task_named
from tests.trees import differences


@cache
def train_state(policy="nge"):
    task = task_named("fish")
    net = POLICIES[policy].model_copy(update={"hidden": 8})
    return new_train_state(0, task, task.space(), net, CriticSettings(hidden=8), 1e-3)


@pytest.mark.parametrize("policy", POLICIES)
def test_written_and_read_back_every_array_has_the_same_bits(policy):
    before = train_state(policy)

    data = weights.to_bytes(weights.named(before))
    blank = jax.tree.map(np.zeros_like, before)
    after = weights.filled(blank, weights.from_bytes(data))

    assert differences(before, after) == {}
    assert weights.digest(before) == weights.digest(after)
    assert jax.tree.structure(before) == jax.tree.structure(after)


def test_every_leaf_has_a_name_of_its_own_that_says_where_it_is():
    whole = train_state()

    names = weights.named(whole)

    assert len(names) == len(jax.tree.leaves(whole))
    assert names["agent.policy.observe.weight"] is not None
    assert {
        "learning_rate",
        "normaliser.mean",
        "return_scale.m2",
        "opt_state.count",
    } <= names.keys()


def test_the_digest_depends_on_every_bit_and_on_names_but_not_on_their_order():
    arrays = weights.named(train_state())
    digest = weights.digest_of(arrays)

    for name in arrays:
        changed = np.array(arrays[name])
        changed.reshape(-1).view(np.uint8)[0] ^= 1
        assert weights.digest_of(arrays | {name: changed}) != digest
    assert weights.digest_of(dict(reversed(arrays.items()))) == digest
    assert weights.digest_of({f"x{name}": array for name, array in arrays.items()}) != digest


def test_differences_say_which_arrays_differ_and_by_how_much():
    one = {"same": np.ones(2), "moved": np.array([1.0, 2.0]), "gone": np.ones(1)}
    other = {"same": np.ones(2), "moved": np.array([1.0, 2.5])}

    assert differences(one, other) == {"moved": 0.5, "gone": float("inf")}


def test_weights_of_another_policy_are_refused():
    arrays = weights.named(train_state())

    with pytest.raises(WeightsError, match=r"weights have no 'agent.policy"):
        weights.filled(train_state("mlp"), arrays)
    with pytest.raises(WeightsError, match=r"is float32 \[1\]; this policy needs float32 \[8, 1\]"):
        weights.filled(
            train_state(), arrays | {"agent.critic.value.weight": np.zeros(1, np.float32)}
        )
    with pytest.raises(WeightsError, match="weights hold 'extra'"):
        weights.filled(train_state(), arrays | {"extra": np.zeros(1)})


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: b"not tensors at all",
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: bytes([data[0] ^ 255]) + data[1:],
    ],
    ids=["empty", "cut by a byte", "cut in half", "text", "one bit", "header"],
)
def test_a_damaged_file_is_refused(damage):
    data = weights.to_bytes(weights.named(train_state()))

    with pytest.raises(WeightsError, match=r"not a safetensors file|not those that were written"):
        weights.from_bytes(damage(data))


def test_arrays_without_entries_and_of_any_type_survive():
    arrays = {
        "none": np.zeros((2, 0, 3), np.float32),
        "flags": np.array([True, False]),
        "counts": np.arange(3),
        "one": np.array(2.5),
    }

    back = weights.from_bytes(weights.to_bytes(arrays))

    assert differences(arrays, back) == {}
    assert back["none"].shape == (2, 0, 3)
    assert back["one"].shape == ()
