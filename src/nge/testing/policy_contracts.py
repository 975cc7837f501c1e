"""What every policy keeps, with a body of five parts whose weights and observations are random.

A policy is given by its settings.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from nge.body.graph import NO_PARENT, BodyGraph
from nge.nets.graphs import Graph, graph_of
from nge.nets.net_settings import PolicySettings
from nge.nets.normaliser import Normaliser, observation_mask
from nge.nets.policies import LOG_STD_RANGE, Policy, initial_state, new_policy
from nge.tasks.registry import OURS

FISH = OURS["fish"]
SPACE = FISH.space()
COLUMNS = len(FISH.torso_columns), len(FISH.limb_columns)
OBSERVED, DESCRIBED, JOINTS = sum(COLUMNS), SPACE.encoded_width, SPACE.kind.joints
HIDDEN = 8
NUM_ENVS = 2
STEPS = 4
ORDERS = ([0, 2, 1, 3, 4], [0, 1, 3, 4, 2], [0, 1, 3, 2, 4])


# --- bodies and what they see -------------------------------------------------------------


def body_of(*parents: int, seed: int = 0) -> BodyGraph:
    """Return a tree whose limbs hang from these rows, every limb with attributes of its own."""
    rng = np.random.default_rng(seed)
    body = SPACE.random_body(rng)
    body = BodyGraph.torso_alone(body.kind, body.parts[0].attributes)
    for parent in parents:
        body = body.attach(parent, SPACE.random_limb(rng))
    return body


BRANCHED = body_of(0, 0, 1, 3)
"""Five parts: torso 0 with limbs 1 and 2, and 3 and 4 in line below 1."""


def relabelled(body: BodyGraph, order: list[int]) -> BodyGraph:
    """Return the same body with its rows in another order; parts keep their ids."""
    new_row = {old: new for new, old in enumerate(order)}
    return BodyGraph(
        body.kind,
        tuple(body.parts[old] for old in order),
        tuple(NO_PARENT if old == 0 else new_row[body.parents[old]] for old in order),
        body.next_id,
    )


@cache
def graph(body: BodyGraph, size: int | None = None) -> Graph:
    """Return a body as arrays."""
    return graph_of(body, SPACE, size)


def owners_of(graph: Graph) -> jax.Array:
    """Return which columns each row owns. [N, D]"""
    return observation_mask(graph.mask, *COLUMNS)


def observations(graph: Graph, seed: int = 0, steps: int | None = None) -> jax.Array:
    """Return normalised observations; columns and rows a body has not got are 0. [T, N, B, D]"""
    rng = np.random.default_rng(seed)
    parts = int(graph.mask.sum())
    shape = (steps or 1, len(graph.mask), NUM_ENVS, OBSERVED)
    drawn = np.zeros(shape, np.float32)
    # Drawn for real rows only, so that padding does not change them.
    drawn[:, :parts] = rng.standard_normal((shape[0], parts, *shape[2:]))
    obs = jnp.asarray(drawn) * owners_of(graph)[:, None]
    return obs if steps else obs[0]


# --- policies -----------------------------------------------------------------------------


def like(make: Callable[..., Any], *arguments: Any) -> Any:
    """Return the shapes of what ``make(key, *arguments)`` draws; drawing takes long to compile."""
    return eqx.filter_eval_shape(make, jax.random.key(0), *arguments)


def shaken(tree: Any, seed: int = 0, size: float = 0.5) -> Any:
    """Return a tree with every weight drawn at random, also those that begin at 0."""
    leaves, shape = jax.tree.flatten(tree)
    rng = np.random.default_rng(seed)
    drawn = [jnp.asarray(size * rng.standard_normal(leaf.shape), leaf.dtype) for leaf in leaves]
    return jax.tree.unflatten(shape, drawn)


@cache
def policy_of(settings: PolicySettings, seed: int = 0) -> Policy:
    """Return a policy with weights all over the place."""
    small = settings.model_copy(update={"hidden": HIDDEN})
    found: Policy = shaken(like(new_policy, small, OBSERVED, DESCRIBED, JOINTS), seed)
    return found


def memory_of(policy: Policy, graph: Graph) -> jax.Array:
    """Return memories as in the middle of an episode; padding remembers nothing. [N, B, H]"""
    rng = np.random.default_rng(0)
    state = np.zeros((len(graph.mask), NUM_ENVS, policy.state_width), np.float32)
    parts = int(graph.mask.sum())
    state[:parts] = np.tanh(rng.standard_normal((parts, *state.shape[1:])))
    return jnp.asarray(state)


def outputs(policy: Policy, body: BodyGraph, size: int | None = None) -> list[np.ndarray]:
    """Return next memory, mean and log standard deviation of the rows that are parts."""
    arrays = graph(body, size)
    found = policy.act(arrays, memory_of(policy, arrays), observations(arrays))
    return [np.asarray(rows)[: len(body)] for rows in found]


# --- contracts ----------------------------------------------------------------------------


def outputs_follow_the_parts_when_they_are_listed_in_another_order(
    settings: PolicySettings,
) -> None:
    """Nothing depends on the row of a part."""
    policy = policy_of(settings)
    state, obs = memory_of(policy, graph(BRANCHED)), observations(graph(BRANCHED))
    expected = policy.act(graph(BRANCHED), state, obs)
    for order in ORDERS:
        rows = jnp.asarray([*order, 5])
        found = policy.act(graph(relabelled(BRANCHED, order)), state[rows], obs[rows])
        for one, two in zip(expected, found, strict=True):
            same = _close(np.asarray(one)[order], np.asarray(two)[:5])
            assert same, f"parts in the order {order} act differently"


def outputs_do_not_depend_on_how_far_a_body_is_padded(settings: PolicySettings) -> None:
    """A body acts the same in arrays of any size."""
    policy = policy_of(settings)
    for one, two in zip(outputs(policy, BRANCHED), outputs(policy, BRANCHED, 10), strict=True):
        assert _close(one, two), "padded to 10 rows it acts differently"


def what_stands_in_rows_without_a_part_never_matters(settings: PolicySettings) -> None:
    """Neither memories nor observations of padding are read."""
    policy, arrays = policy_of(settings), graph(BRANCHED, 10)
    raw, state = observations(arrays), memory_of(policy, arrays)
    obs_mask, scale = owners_of(arrays), Normaliser.blank(OBSERVED)
    padding = jnp.arange(10)[:, None, None] >= len(BRANCHED)

    expected = policy.act(arrays, state, scale(raw, obs_mask))
    found = policy.act(
        arrays, jnp.where(padding, 7.0, state), scale(jnp.where(padding, 7.0, raw), obs_mask)
    )

    for one, two in zip(expected, found, strict=True):
        same = np.array_equal(one[: len(BRANCHED)], two[: len(BRANCHED)])
        assert same, "other numbers in padding change the output"


def a_copy_acts_the_same_whatever_the_other_copies_see(settings: PolicySettings) -> None:
    """Environments of a body share nothing but weights."""
    policy, arrays = policy_of(settings), graph(BRANCHED)
    state, obs = memory_of(policy, arrays), observations(arrays)
    others = jnp.arange(NUM_ENVS)[None, :, None] != 1

    expected = policy.act(arrays, state, obs)
    found = policy.act(arrays, jnp.where(others, 0.3, state), jnp.where(others, -2.0, obs))

    for one, two in zip(expected, found, strict=True):
        assert _close(one[:, 1], two[:, 1]), "what one copy sees changes what another does"


def unrolling_is_acting_step_by_step_from_a_blank_memory_where_an_episode_begins(
    settings: PolicySettings,
) -> None:
    """What learns sees the same policy as what acted."""
    policy, arrays = policy_of(settings), graph(BRANCHED)
    obs, first = observations(arrays, steps=STEPS), memory_of(policy, arrays)
    episode_start = np.zeros((STEPS, NUM_ENVS), np.float32)
    episode_start[0, 0] = episode_start[2, 1] = 1

    mean, log_std = policy.unroll(arrays, first, obs, jnp.asarray(episode_start))

    state = np.asarray(first)
    for t in range(STEPS):
        state = np.array(state)
        state[:, episode_start[t] > 0] = 0.0
        after, now_mean, now_log_std = policy.act(arrays, jnp.asarray(state), obs[t])
        state = np.asarray(after)
        same = _close(mean[t], now_mean) and _close(log_std[t], now_log_std)
        assert same, f"step {t} differs between unroll and act"


def only_policies_with_memory_carry_a_state(settings: PolicySettings) -> None:
    """And those that have one use it."""
    policy, arrays = policy_of(settings), graph(BRANCHED)
    if settings.network is not None:
        return  # what a network of others remembers is its own affair
    remembers = settings.memory and settings.graph

    state = initial_state(policy, 6, NUM_ENVS)
    after, _, _ = policy.act(arrays, state, observations(arrays))

    wanted = (6, NUM_ENVS, HIDDEN if remembers else 0)
    assert state.shape == after.shape == wanted, f"the state has the shape {after.shape}"
    assert bool(after.any()) == remembers, "the state stays blank"


def a_new_policy_hardly_moves_and_explores_as_it_is_told(settings: PolicySettings) -> None:
    """Mean actions near 0, and the standard deviation of ``initial_std``."""
    settings = settings.model_copy(update={"hidden": HIDDEN, "initial_std": 0.5})
    policy = new_policy(jax.random.key(0), settings, OBSERVED, DESCRIBED, JOINTS)
    arrays = graph(BRANCHED)

    _, mean, log_std = policy.act(arrays, memory_of(policy, arrays), observations(arrays))

    largest = float(np.abs(mean).max())
    assert largest < 0.1, f"a mean action of a new policy is {largest:g}"
    apart = float(np.abs(np.exp(log_std) / 0.5 - 1).max())
    assert apart < 0.1, f"the standard deviation is off by {apart:.0%}"


def the_noise_stays_within_bounds(settings: PolicySettings) -> None:
    """However large weights grow."""
    policy, arrays = policy_of(settings), graph(BRANCHED)
    found = []
    for gain in (100.0, -100.0):
        loud = jax.tree.map(lambda weight, gain=gain: gain * weight, policy)
        found.append(loud.act(arrays, memory_of(policy, arrays), observations(arrays))[2])

    reached = float(np.min(found)), float(np.max(found))
    bounds = tuple(float(np.float32(bound)) for bound in LOG_STD_RANGE)
    assert reached == bounds, f"log standard deviations reach {reached}, not {bounds}"


def every_weight_matters(settings: PolicySettings) -> None:
    """A weight that changes no output is never learned."""
    policy, arrays = policy_of(settings), graph(BRANCHED)
    state, obs = memory_of(policy, arrays), 0.3 * observations(arrays)
    _, mean, log_std = policy.act(arrays, state, obs)
    leaves, shape = jax.tree.flatten(policy)
    rng = np.random.default_rng(0)
    for index, leaf in enumerate(leaves):
        other = leaf + jnp.asarray(0.2 * rng.standard_normal(leaf.shape), leaf.dtype)
        changed = jax.tree.unflatten(shape, [*leaves[:index], other, *leaves[index + 1 :]])
        _, other_mean, other_log_std = changed.act(arrays, state, obs)
        moved = max(
            np.abs(other_mean - mean)[1:5].max(), np.abs(other_log_std - log_std)[1:5].max()
        )
        name = jax.tree_util.keystr(jax.tree_util.tree_leaves_with_path(policy)[index][0])
        assert moved > 1e-4, f"{name} changes nothing"


def attributes_reach_the_output_of_their_part_except_in_a_flat_network(
    settings: PolicySettings,
) -> None:
    """Attributes neither saturate the network nor are left out."""
    policy = policy_of(settings)
    limb = BRANCHED.parts[4].attributes
    for index, attribute in enumerate(SPACE.kind.limb):
        moved = limb[index] - attribute.low + 0.3 * attribute.span
        other = attribute.low + moved % attribute.span
        changed = BRANCHED.with_attributes({4: (*limb[:index], other, *limb[index + 1 :])})

        _, before, _ = outputs(policy, BRANCHED)
        _, after, _ = outputs(policy, changed)

        reaches = bool(np.abs(after - before)[4].max() > 1e-4)
        verb = "changes nothing" if settings.graph else "changes the output of a flat network"
        assert reaches == settings.graph, f"{attribute.name} {verb}"


POLICY_CONTRACTS: tuple[Callable[[PolicySettings], None], ...] = (
    outputs_follow_the_parts_when_they_are_listed_in_another_order,
    outputs_do_not_depend_on_how_far_a_body_is_padded,
    what_stands_in_rows_without_a_part_never_matters,
    a_copy_acts_the_same_whatever_the_other_copies_see,
    unrolling_is_acting_step_by_step_from_a_blank_memory_where_an_episode_begins,
    only_policies_with_memory_carry_a_state,
    a_new_policy_hardly_moves_and_explores_as_it_is_told,
    the_noise_stays_within_bounds,
    every_weight_matters,
    attributes_reach_the_output_of_their_part_except_in_a_flat_network,
)


def _close(one: Any, other: Any) -> bool:
    return np.allclose(one, other, rtol=1e-4, atol=1e-5)
