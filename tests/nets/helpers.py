"""The networks written out again as slow loops over parts; bodies come from the contracts."""

from functools import cache

import numpy as np

from nge.body.graph import BodyGraph
from nge.nets.critics import Critic
from nge.nets.graphs import SLOTS
from nge.nets.net_settings import CriticSettings
from nge.nets.policies import LOG_STD_RANGE
from nge.testing.policy_contracts import (  # noqa: F401 - for all tests of networks
    BRANCHED,
    COLUMNS,
    DESCRIBED,
    FISH,
    HIDDEN,
    JOINTS,
    NUM_ENVS,
    OBSERVED,
    SPACE,
    body_of,
    graph,
    like,
    memory_of,
    observations,
    owners_of,
    policy_of,
    relabelled,
    shaken,
)

CHAIN = body_of(0, 1, 2, 3, 4)
"""Six parts in one line from the torso."""


@cache
def critic_of(reads: str, seed: int = 0) -> Critic:
    """Return a critic with weights all over the place."""
    settings = CriticSettings(hidden=HIDDEN, reads=reads)
    return shaken(like(Critic, settings, OBSERVED, DESCRIBED), seed)


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


def way(body: BodyGraph, one: int, other: int) -> int:
    """Return how many joints lie between two parts."""
    up = [[part] for part in (one, other)]
    for line in up:
        while line[-1]:
            line.append(body.parents[line[-1]])
    return min(up[0].index(part) + up[1].index(part) for part in up[0] if part in up[1])


def slow_norm(layer, x: np.ndarray) -> np.ndarray:
    """Scale the numbers of one part."""
    scaled = (x - x.mean()) / np.sqrt(x.var() + 1e-5)
    return scaled * np.asarray(layer.gain, float) + np.asarray(layer.bias, float)


def slow_attention(policy, body: BodyGraph, hidden: list) -> list:
    """The layers of a transformer for one copy, part by part and head by head."""
    parts = range(len(body))
    if policy.settings.attention:
        hidden = [hidden[i] + np.asarray(policy.depth[body.depths[i]], float) for i in parts]
    for layer in policy.attention:
        asked = [dense(layer.ask, slow_norm(layer.norm, hidden[part])) for part in parts]
        queries, keys, values = (
            [np.split(np.split(one, 3)[which], layer.heads) for one in asked] for which in range(3)
        )
        after = []
        for i in parts:
            heard = []
            for head in range(layer.heads):
                scores = []
                for j in parts:
                    sign = np.sign(body.depths[i] - body.depths[j])
                    relation = layer.relation[3 * way(body, i, j) + int(sign) + 1][head]
                    strength = queries[i][head] @ keys[j][head] / np.sqrt(len(keys[j][head]))
                    scores.append(strength + float(relation))
                weights = np.exp(scores) / np.sum(np.exp(scores))
                heard.append(sum(weights[j] * values[j][head] for j in parts))
            x = hidden[i] + dense(layer.answer, np.concatenate(heard))
            thought = np.tanh(dense(layer.think, slow_norm(layer.think_norm, x)))
            after.append(x + dense(layer.conclude, thought))
        hidden = after
    return hidden


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
    state_after, hidden = hidden, slow_attention(policy, body, hidden)
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
    return (np.array(state_after) if has.memory else state), np.array(mean), np.array(log_std)


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
