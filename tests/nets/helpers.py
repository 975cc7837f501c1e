"""Bodies to think with, and the networks written out again as slow loops over parts."""

from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from nge.body.graph import NO_PARENT, BodyGraph
from nge.nets.critics import Critic
from nge.nets.graphs import SLOTS, Graph, graph_of
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.nets.normaliser import observation_mask
from nge.nets.policies import LOG_STD_RANGE, Policy, new_policy
from nge.tasks.registry import OURS

FISH = OURS["fish"]
SPACE = FISH.space()
COLUMNS = len(FISH.torso_columns), len(FISH.limb_columns)
OBSERVED, DESCRIBED, JOINTS = sum(COLUMNS), SPACE.encoded_width, SPACE.kind.joints
HIDDEN = 8
COPIES = 2


# --- bodies and what they see -------------------------------------------------------------


def body_of(*parents: int, seed: int = 0) -> BodyGraph:
    """Return a tree whose limbs hang from these rows, every limb with attributes of its own."""
    rng = np.random.default_rng(seed)
    body = SPACE.random_body(rng)
    body = BodyGraph(body.kind, body.parts[:1], (NO_PARENT,))
    for parent in parents:
        body = body.attach(parent, SPACE.random_limb(rng))
    return body


BRANCHED = body_of(0, 0, 1, 3)
"""Five parts: torso 0 with limbs 1 and 2, and 3 and 4 in line below 1."""
CHAIN = body_of(0, 1, 2, 3, 4)
"""Six parts in one line from the torso."""


def relabelled(body: BodyGraph, order: list[int]) -> BodyGraph:
    """Return the same body with its rows in another order; parts keep their ids."""
    new_row = {old: new for new, old in enumerate(order)}
    return BodyGraph(
        body.kind,
        tuple(body.parts[old] for old in order),
        tuple(NO_PARENT if old == 0 else new_row[body.parents[old]] for old in order),
        body.next_id,
    )


def owners_of(graph: Graph) -> jax.Array:
    """Return which columns each row owns. [N, D]"""
    return observation_mask(graph.mask, *COLUMNS)


def sight(
    graph: Graph, seed: int = 0, steps: int | None = None, num_envs: int = COPIES
) -> jax.Array:
    """Return normalised observations; columns and rows a body has not got are 0. [T, N, B, D]"""
    rng = np.random.default_rng(seed)
    parts = int(graph.mask.sum())
    shape = (steps or 1, len(graph.mask), num_envs, OBSERVED)
    obs = np.zeros(shape, np.float32)
    # Drawn for real rows only, so that padding does not change them.
    obs[:, :parts] = rng.standard_normal((shape[0], parts, *shape[2:]))
    obs = jnp.asarray(obs) * owners_of(graph)[:, None]
    return obs if steps else obs[0]


# --- networks -----------------------------------------------------------------------------


def like(make, *arguments):
    """Return the shapes of what ``make(key, *arguments)`` draws; drawing takes long to compile."""
    return eqx.filter_eval_shape(make, jax.random.key(0), *arguments)


def shaken(tree, seed: int = 0, size: float = 0.5):
    """Return a tree with every weight drawn at random, also those that begin at 0."""
    leaves, shape = jax.tree.flatten(tree)
    rng = np.random.default_rng(seed)
    drawn = [jnp.asarray(size * rng.standard_normal(leaf.shape), leaf.dtype) for leaf in leaves]
    return jax.tree.unflatten(shape, drawn)


@cache
def policy_of(settings: PolicySettings, seed: int = 0) -> Policy:
    """Return a policy with weights all over the place."""
    small = settings.model_copy(update={"hidden": HIDDEN})
    return shaken(like(new_policy, small, OBSERVED, DESCRIBED, JOINTS), seed)


@cache
def critic_of(reads: str, seed: int = 0) -> Critic:
    """Return a critic with weights all over the place."""
    settings = CriticSettings(hidden=HIDDEN, reads=reads)
    return shaken(like(Critic, settings, OBSERVED, DESCRIBED), seed)


@cache
def graph(body: BodyGraph, size: int | None = None) -> Graph:
    """Return a body as arrays."""
    return graph_of(body, SPACE, size)


def memory_of(policy: Policy, graph: Graph, seed: int = 0, num_envs: int = COPIES) -> jax.Array:
    """Return memories as if a while had been lived; padding remembers nothing. [N, B, H]"""
    rng = np.random.default_rng(seed)
    state = np.zeros((len(graph.mask), num_envs, policy.state_width), np.float32)
    parts = int(graph.mask.sum())
    state[:parts] = np.tanh(rng.standard_normal((parts, *state.shape[1:])))
    return jnp.asarray(state)


# --- the same, slowly ---------------------------------------------------------------------


def dense(layer, x: np.ndarray) -> np.ndarray:
    """A linear layer."""
    return x @ np.asarray(layer.weight, float) + np.asarray(layer.bias, float)


def sigmoid(x: np.ndarray) -> np.ndarray:
    """The logistic function."""
    return 1 / (1 + np.exp(-x))


def slow_gru(cell, state: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    """A gated recurrent unit, gate by gate, for one part of one copy."""
    width = len(state)
    w_in, b_in = np.asarray(cell.from_input.weight, float), np.asarray(cell.from_input.bias, float)
    w_state = np.asarray(cell.from_state, float)
    r, z, n = (slice(i * width, (i + 1) * width) for i in range(3))
    reset = sigmoid(inputs @ w_in[:, r] + b_in[r] + state @ w_state[:, r])
    update = sigmoid(inputs @ w_in[:, z] + b_in[z] + state @ w_state[:, z])
    new = np.tanh(inputs @ w_in[:, n] + b_in[n] + reset * (state @ w_state[:, n]))
    return (1 - update) * new + update * state


def neighbours(body: BodyGraph, part: int) -> list[int]:
    """Return the parent and the children of a part."""
    return [
        other
        for other in range(len(body))
        if body.parents[other] == part or body.parents[part] == other
    ]


def role(part: int) -> int:
    """Return 0 for the torso and 1 for a limb."""
    return int(part > 0)


def slow_summary(summary, body: BodyGraph, obs: np.ndarray) -> np.ndarray:
    """What the whole body sees, for one copy. seen [N, D]"""
    total = np.asarray(summary.read.bias, float).copy()
    for part in range(len(body)):
        place = body.parts[part].id if summary.by_identity else role(part)
        total += obs[part] @ np.asarray(summary.read.weight[place], float)
    return np.tanh(dense(summary.digest, np.tanh(total)))


def slow_act(policy, body: BodyGraph, state: np.ndarray, obs: np.ndarray):
    """The equations of a policy for one copy, part by part; ids must be below SLOTS.

    state [N, H], seen [N, D] -> state [N, H], mean [N, J], log_std [N, J]
    """
    assert max(part.id for part in body.parts) < SLOTS
    has, parts = policy.settings, range(len(body))
    if not has.graph:
        summary = slow_summary(policy.summary, body, obs)
        ids = [part.id for part in body.parts]
        mean = np.array([summary @ np.asarray(policy.mean.weight[i], float) for i in ids])
        log_std = np.array([np.asarray(policy.log_std[i], float) for i in ids])
        return state, mean, np.clip(log_std, *LOG_STD_RANGE)
    attributes = SPACE.encode(body)
    x = [
        np.concatenate(
            [
                np.tanh(dense(policy.observe, obs[part])),
                np.tanh(dense(policy.describe, attributes[part].astype(float))),
            ]
        )
        for part in parts
    ]
    hidden = [np.asarray(state[part], float) if has.memory else x[part] for part in parts]
    for _ in range(has.propagations):
        source = hidden if has.message_from == "hidden" else x
        heard = []
        for part in parts:
            near = neighbours(body, part)
            inputs = x[part]
            if has.messages:
                told = sum(np.tanh(dense(policy.message, source[other])) for other in near)
                if has.aggregation == "mean":
                    told = told / len(near)
                inputs = np.concatenate([told, inputs])
            heard.append(inputs)
        hidden = [slow_gru(policy.update, hidden[part], heard[part]) for part in parts]
    mean, log_std = [], []
    for part in parts:
        read, direct = [hidden[part]], 0.0
        if has.skip:
            read.append(x[part])
        if has.context != "none":
            summary = slow_summary(policy.summary, body, obs)
            read.append(summary)
            place = body.parts[part].id if has.context == "identity" else role(part)
            direct = summary @ np.asarray(policy.mean_from_summary.weight[place], float)
        digest = np.tanh(dense(policy.digest, np.concatenate(read)))
        mean.append(dense(policy.mean, digest) + direct)
        noise = np.asarray(policy.noise) if has.std == "free" else dense(policy.noise, digest)
        log_std.append(np.clip(noise + np.log(has.initial_std), *LOG_STD_RANGE))
    return (np.array(hidden) if has.memory else state), np.array(mean), np.array(log_std)


def slow_value(critic, body: BodyGraph, obs: np.ndarray) -> float:
    """Return the value of one copy, part by part. seen [N, D]"""
    if critic.settings.reads == "identity":
        total = np.asarray(critic.each.bias, float).copy()
        for part in range(len(body)):
            total += obs[part] @ np.asarray(critic.each.weight[body.parts[part].id], float)
        pooled = np.tanh(total)
    else:
        attributes = SPACE.encode(body)
        each = [
            np.tanh(dense(critic.each, np.concatenate([obs[part], attributes[part]])))
            for part in range(len(body))
        ]
        pooled = np.concatenate([each[0], np.mean(each[1:], axis=0)])
    return dense(critic.value, np.tanh(dense(critic.whole, pooled)))[0]
