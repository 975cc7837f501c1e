import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nge.nets.layers import Attention, Dense, Gru, LayerNorm, SlotIn, SlotOut
from nge.nets.policies import relations
from tests.nets.helpers import BRANCHED, HIDDEN, graph, like, shaken, slow_gru

RNG = np.random.default_rng(0)


def test_a_dense_layer_starts_orthogonal_with_its_gain_and_without_bias():
    layer = Dense(jax.random.key(0), 8, 3, gain=0.01)

    product = np.asarray(layer.weight).T @ np.asarray(layer.weight)

    np.testing.assert_allclose(product, 0.01**2 * np.eye(3), atol=1e-9)
    assert not layer.bias.any()


def test_two_keys_draw_two_layers():
    one, other = (Dense(jax.random.key(seed), 8, 3) for seed in (0, 1))

    assert (one.weight != other.weight).all()


def test_a_slot_layer_adds_what_each_part_says_through_the_weights_of_its_own_slot():
    layer = shaken(like(SlotIn, 7, 4, 8))
    x, slots = RNG.standard_normal((3, 2, 4)), [5, 0, 2]

    found = layer(jnp.asarray(x), jnp.asarray(slots))

    for copy in range(2):
        expected = np.asarray(layer.bias, float).copy()
        for part, slot in enumerate(slots):
            for column in range(4):
                expected += x[part, copy, column] * np.asarray(layer.weight[slot, column])
        np.testing.assert_allclose(found[copy], expected, rtol=1e-5, atol=1e-6)


def test_a_new_slot_layer_reads_no_two_slots_alike():
    layer = SlotIn(jax.random.key(0), 32, 11, 8)

    flat = np.asarray(layer.weight).reshape(32, -1)

    assert len(np.unique(flat, axis=0)) == 32


def test_a_slot_layer_tells_each_part_what_its_own_slot_makes_of_a_vector():
    layer = shaken(like(lambda _, *sizes: SlotOut(*sizes), 7, 8, 3))
    x, slots = RNG.standard_normal((2, 8)), [5, 0, 2]

    found = layer(jnp.asarray(x), jnp.asarray(slots))

    for part, slot in enumerate(slots):
        for copy in range(2):
            expected = x[copy] @ np.asarray(layer.weight[slot], float)
            np.testing.assert_allclose(found[part, copy], expected, rtol=1e-5, atol=1e-6)


def test_a_new_slot_layer_says_nothing_yet():
    assert not SlotOut(7, 8, 3).weight.any()


def test_a_gru_follows_its_equations():
    cell = shaken(like(Gru, 4, 8))
    state, inputs = np.tanh(RNG.standard_normal((3, 2, 8))), RNG.standard_normal((3, 2, 4))

    found = cell(jnp.asarray(state), cell.from_input(jnp.asarray(inputs)))

    for index in np.ndindex(3, 2):
        expected = slow_gru(cell, state[index], inputs[index])
        np.testing.assert_allclose(found[index], expected, rtol=1e-5, atol=1e-6)


def test_a_gru_agrees_with_the_one_of_equinox():
    cell = shaken(like(Gru, 4, 8))
    oracle = eqx.filter_eval_shape(eqx.nn.GRUCell, 4, 8, key=jax.random.key(0))
    oracle = eqx.tree_at(
        lambda cell: (cell.weight_ih, cell.weight_hh, cell.bias, cell.bias_n),
        oracle,
        (cell.from_input.weight.T, cell.from_state.T, cell.from_input.bias, jnp.zeros(8)),
    )
    state, inputs = (jnp.asarray(RNG.standard_normal(size), jnp.float32) for size in (8, 4))

    found = cell(state, cell.from_input(inputs))

    np.testing.assert_allclose(found, oracle(inputs, state), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("gate", "keeps"), [(30.0, True), (-30.0, False)])
def test_the_update_gate_of_a_gru_decides_between_keeping_and_replacing_its_state(gate, keeps):
    cell = shaken(like(Gru, 4, 8))
    state = jnp.asarray(RNG.uniform(-1, 1, 8), jnp.float32)
    reset, _, new = jnp.split(cell.from_input(jnp.ones(4)), 3)

    found = cell(state, jnp.concatenate([reset, jnp.full(8, gate), new]))

    assert np.allclose(found, state, atol=1e-6) == keeps


def test_attention_is_that_of_another_implementation():
    layer = shaken(like(Attention, HIDDEN, 2, 1))
    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.standard_normal((5, 3, HIDDEN)), jnp.float32)
    mask = jnp.asarray([1.0, 1.0, 0.0, 1.0, 0.0])
    alike = jnp.zeros((5, 5), jnp.int32)  # one relation adds the same to all scores

    found = layer(x, alike, mask)

    asked = jnp.moveaxis(layer.ask(layer.norm(x)), 0, 1).reshape(3, 5, 3, 2, HIDDEN // 2)
    query, key, value = (asked[:, :, which] for which in range(3))
    seen = jnp.broadcast_to(mask > 0, (3, 1, 5, 5))
    heard = jax.nn.dot_product_attention(query, key, value, mask=seen)
    after = x + layer.answer(jnp.moveaxis(heard.reshape(3, 5, HIDDEN), 1, 0))
    thought = jnp.tanh(layer.think(layer.think_norm(after)))
    assert np.allclose(found, after + layer.conclude(thought), rtol=1e-4, atol=1e-4)


def test_a_layer_norm_is_that_of_another_library():
    rng = np.random.default_rng(0)
    gain, bias, x = (jnp.asarray(rng.standard_normal(HIDDEN), jnp.float32) for _ in range(3))
    ours = eqx.tree_at(lambda one: (one.gain, one.bias), LayerNorm(HIDDEN), (gain, bias))
    theirs = eqx.tree_at(lambda one: (one.weight, one.bias), eqx.nn.LayerNorm(HIDDEN), (gain, bias))

    assert np.allclose(ours(x), theirs(x), rtol=1e-5, atol=1e-6)


def test_parts_are_related_by_their_way_along_the_tree_and_by_who_is_nearer_to_the_torso():
    depth, related = relations(graph(BRANCHED))  # torso 0, limbs 1 and 2, 3 below 1, 4 below 3

    assert depth[:5].tolist() == [0, 1, 1, 2, 3]
    joints = np.array(
        [[0, 1, 1, 2, 3], [1, 0, 2, 1, 2], [1, 2, 0, 3, 4], [2, 1, 3, 0, 1], [3, 2, 4, 1, 0]]
    )
    deeper = np.sign(np.subtract.outer(depth[:5], depth[:5]))
    assert np.array_equal(related[:5, :5], 3 * joints + deeper + 1)
