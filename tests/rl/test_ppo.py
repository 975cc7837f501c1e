"""PPO without physics: every piece against a slow version, and the whole on problems of its own."""

from dataclasses import replace
from functools import cache, partial
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from pydantic import ValidationError
from scipy.integrate import quad
from scipy.stats import norm

from nge.nets.critics import Critic
from nge.nets.graphs import Graph
from nge.nets.net_settings import POLICIES, CriticSettings, PolicySettings
from nge.nets.normaliser import Normaliser
from nge.nets.policies import initial_state, new_policy
from nge.rl import ppo
from nge.rl.ppo import adapted_learning_rate, advantages
from nge.rl.ppo_settings import PpoSettings
from nge.rl.rollout import Rollout
from nge.rl.train_state import ADAM, Agent, ReturnScale, TrainState
from tests.nets.helpers import (
    COLUMNS,
    HIDDEN,
    OBSERVED,
    graph,
    like,
    owners_of,
    shaken,
    slow_act,
    slow_value,
)
from tests.rl.helpers import (
    BOTH,
    MEMORY,
    MEMORYLESS,
    SMALL,
    cut,
    job,
    learner_of,
    normalised,
    tiny,
)

STEPS, COPIES = 4, 2
RNG = np.random.default_rng(0)


def rollout(name, bptt_steps=STEPS):
    return cut(job(name, STEPS), bptt_steps)


def batch_of(name, bptt_steps=STEPS):
    """Return a life cut into sequences, with some advantages and targets."""
    train_state, experience = learner_of(name), rollout(name, bptt_steps)
    rng = np.random.default_rng(1)
    advantage, target = rng.standard_normal((2, STEPS, COPIES)).astype(np.float32)
    obs = jnp.asarray(normalised(train_state, experience.obs), jnp.float32)
    settings = PpoSettings(num_envs=COPIES, num_steps=STEPS, bptt_steps=bptt_steps, minibatches=1)
    return ppo._sequences(train_state, experience, obs, advantage, target, settings), advantage, obs


# --- advantages ---------------------------------------------------------------------------


def slow_advantages(reward, value, next_value, terminated, done, gamma, gae_lambda):
    """Sum up, for every step, the discounted surprises until its episode ends."""
    found = np.zeros_like(reward)
    steps, num_envs = reward.shape
    for copy in range(num_envs):
        for start in range(steps):
            weight = 1.0
            for t in range(start, steps):
                future = 0.0 if terminated[t, copy] else next_value[t, copy]
                surprise = reward[t, copy] + gamma * future - value[t, copy]
                found[start, copy] += weight * surprise
                weight *= gamma * gae_lambda
                if done[t, copy]:
                    break
    return found


@pytest.mark.parametrize(("gamma", "gae_lambda"), [(0.9, 0.8), (0.99, 1.0), (1.0, 0.0)])
def test_advantages_are_those_of_a_slow_sum_over_several_episodes(gamma, gae_lambda):
    reward, value, next_value = RNG.standard_normal((3, 30, 4))
    done = (RNG.uniform(size=(30, 4)) < 0.2).astype(float)
    terminated = done * (RNG.uniform(size=(30, 4)) < 0.5)
    assert terminated.sum() > 2 < (done - terminated).sum()

    found = advantages(
        *map(jnp.asarray, (reward, value, next_value, terminated, done)), gamma, gae_lambda
    )

    expected = slow_advantages(reward, value, next_value, terminated, done, gamma, gae_lambda)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("terminated", "worth"), [(0.0, 1.0 + 0.9 * 10.0), (1.0, 1.0)])
def test_a_time_limit_does_not_take_away_the_future_but_a_fall_does(terminated, worth):
    """Pitfall 14: the release took a time limit for a terminal state."""
    one = jnp.ones((1, 1))

    found = advantages(one, 0 * one, 10 * one, terminated * one, one, 0.9, 0.95)

    assert found[0, 0] == pytest.approx(worth)


def test_the_next_episode_does_not_leak_into_the_one_before():
    reward, done = jnp.asarray([[0.0], [0.0], [100.0]]), jnp.asarray([[0.0], [1.0], [0.0]])
    zero = jnp.zeros((3, 1))

    found = advantages(reward, zero, zero, zero, done, 0.99, 0.95)

    np.testing.assert_allclose(found[:, 0], [0, 0, 100])


# --- the learning rate --------------------------------------------------------------------


@pytest.mark.parametrize("rate", [1e-5, 1.2e-5, 1e-4, 1e-3, 2.5e-3, 3e-3])
@pytest.mark.parametrize("kl", [0.0, 0.0099, 0.0101, 0.02, 0.0399, 0.0401, 5.0])
def test_the_rate_slows_down_after_large_moves_and_speeds_up_after_small_ones(rate, kl):
    settings = PpoSettings(target_kl=0.02, min_learning_rate=1e-5, max_learning_rate=3e-3)
    expected = rate
    if kl > 0.04:
        expected = rate / 1.5
    elif kl < 0.01:
        expected = rate * 1.5
    if expected < 1e-5:
        expected = 1e-5
    if expected > 3e-3:
        expected = 3e-3

    assert adapted_learning_rate(jnp.asarray(rate), jnp.asarray(kl), settings) == pytest.approx(
        expected
    )


def test_rates_that_leave_no_room_are_refused():
    with pytest.raises(
        ValidationError, match=r"min_learning_rate 0\.01 is above max_learning_rate 0\.001"
    ):
        PpoSettings(min_learning_rate=0.01, max_learning_rate=0.001)


# --- likelihood and divergence ------------------------------------------------------------


def gaussians(seed):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((3, 2, 2)), rng.uniform(-1, 0.5, (3, 2, 2))


JOINTS = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0]])  # a torso, limbs of two and one hinge
UNEVEN = SimpleNamespace(limbs=JOINTS[:, 0], joints=JOINTS)
EVEN = SimpleNamespace(limbs=JOINTS[:, 0], joints=None)
FULL = SimpleNamespace(limbs=JOINTS[:, 0], joints=JOINTS[:, :1].repeat(2, 1))


def test_a_body_whose_limbs_have_all_joints_needs_no_mask_of_them():
    (mean, log_std), action = gaussians(0), RNG.standard_normal((3, 2, 2))
    values = RNG.standard_normal((5, 3, 2, 2))

    for law in (ppo.log_prob, lambda a, m, s, g: ppo.kl_divergence(m, s, a, s, g)):
        masked, plain = (law(*map(jnp.asarray, (action, mean, log_std)), g) for g in (FULL, EVEN))
        np.testing.assert_allclose(masked, plain, rtol=1e-5)
    for body in (FULL, EVEN):
        assert ppo._mean_over_joints(jnp.asarray(values), body) == pytest.approx(
            values[:, 1:].mean(), rel=1e-4
        )
    there = np.concatenate([values[:, 1].ravel(), values[:, 2, :, 0].ravel()])
    assert ppo._mean_over_joints(jnp.asarray(values), UNEVEN) == pytest.approx(
        there.mean(), rel=1e-4
    )


def test_the_likelihood_is_that_of_all_motors_and_of_nothing_else():
    (mean, log_std), action = gaussians(0), RNG.standard_normal((3, 2, 2))

    found = ppo.log_prob(*map(jnp.asarray, (action, mean, log_std)), UNEVEN)

    for copy in range(2):
        expected = sum(
            norm.logpdf(
                action[part, copy, joint],
                mean[part, copy, joint],
                np.exp(log_std[part, copy, joint]),
            )
            for part, joint in np.argwhere(JOINTS)
        )
        assert found[copy] == pytest.approx(expected, rel=1e-4)


def test_the_divergence_is_the_integral_it_stands_for():
    (old, old_log_std), (new, new_log_std) = gaussians(0), gaussians(1)

    arrays = map(jnp.asarray, (old, old_log_std, new, new_log_std))
    found = ppo.kl_divergence(*arrays, UNEVEN)

    for copy in range(2):
        expected = 0.0
        for part, joint in np.argwhere(JOINTS):
            index = part, copy, joint
            p = norm(old[index], np.exp(old_log_std[index]))
            q = norm(new[index], np.exp(new_log_std[index]))
            expected += quad(
                lambda x, p=p, q=q: p.pdf(x) * (p.logpdf(x) - q.logpdf(x)), -15, 15, limit=200
            )[0]
        assert found[copy] == pytest.approx(expected, rel=1e-3)


# --- the loss -----------------------------------------------------------------------------
#
# Gradients are compared in double precision, and all through one function, so that each shape
# is compiled once.

CLIP = tiny(objective="clip", clip_coef=0.1)
KL = tiny(objective="kl", clip_coef=0.1, kl_weight=0.7, ent_coef=0.3)


@partial(jax.jit, static_argnames="settings")
def loss_and_gradient(agent, batch, settings):
    compute = jax.value_and_grad(ppo._loss, has_aux=True)
    return compute(agent, graph(SMALL), batch, settings)


def double(tree):
    return jax.tree.map(lambda leaf: jnp.asarray(leaf, jnp.float64), tree)


def moved(name):
    """Return an agent that is no longer the one that acted."""
    agent = learner_of(name).agent
    steps = shaken(agent, seed=5, size=0.01)
    return jax.tree.map(jnp.add, agent, steps)


def slow_unroll(policy, batch):
    """Return means and log standard deviations of a batch, one part of one step at a time."""
    mean, log_std = np.zeros_like(batch.old_mean), np.zeros_like(batch.old_mean)
    parts = slice(len(SMALL))
    for s in range(batch.episode_start.shape[1]):
        state = batch.policy_state[parts, s]
        for t in range(len(batch.episode_start)):
            state = 0 * state if batch.episode_start[t, s] else state
            now = slow_act(policy, SMALL, state, batch.obs[t, parts, s])
            state, mean[t, parts, s], log_std[t, parts, s] = now
    return mean, log_std


EITHER = pytest.mark.parametrize(("name", "settings"), [(MEMORY, CLIP), (MEMORYLESS, KL)])


@EITHER
def test_the_loss_is_that_of_a_slow_sum(name, settings):
    """Pitfall 6: the release clips, the paper punishes divergence; both can be chosen."""
    agent, (batch, _, _) = moved(name), batch_of(name, 2)
    with jax.enable_x64(True):
        (loss, parts), _ = loss_and_gradient(double(agent), double(batch), settings)

    batch = jax.tree.map(np.asarray, batch)
    mean, log_std = slow_unroll(agent.policy, batch)
    gains, moves, errors, outside, entropies = [], [], [], [], []
    for t, s in np.ndindex(*batch.episode_start.shape):
        odds, apart, entropy = 0.0, 0.0, 0.0
        for part, joint in np.ndindex(len(SMALL) - 1, mean.shape[-1]):
            i = t, part + 1, s, joint
            old, new, action = batch.old_mean[i], mean[i], batch.action[i]
            old_std, new_std = np.exp([batch.old_log_std[i], log_std[i]])
            odds += norm.logpdf(action, new, new_std) - norm.logpdf(action, old, old_std)
            apart += np.log(new_std / old_std) - 0.5
            apart += (old_std**2 + (old - new) ** 2) / (2 * new_std**2)
            entropy += norm.entropy(scale=new_std)
        ratio, advantage = np.exp(odds), batch.advantage[t, s]
        bounded = min(max(ratio, 0.9), 1.1)
        clipped = min(ratio * advantage, bounded * advantage)
        gains.append(clipped if settings is CLIP else ratio * advantage)
        moves.append(apart)
        entropies.append(entropy)
        outside.append(abs(ratio - 1) > 0.1)
        value = slow_value(agent.critic, SMALL, batch.obs[t, :, s])
        errors.append((value - batch.value_target[t, s]) ** 2 / 2)
    extra = 0.7 * np.mean(moves) - 0.3 * np.mean(entropies) if settings is KL else 0.0
    expected = extra - np.mean(gains)
    assert 0 < np.mean(outside) < 1
    np.testing.assert_allclose(
        parts, [np.mean(moves), expected, np.mean(errors), np.mean(outside)], rtol=1e-3, atol=1e-5
    )
    assert loss == pytest.approx(float(parts[1] + parts[2]))


@EITHER
def test_the_gradient_of_the_loss_is_that_of_finite_differences(name, settings):
    with jax.enable_x64(True):
        leaves, shape = jax.tree.flatten(jax.tree.map(np.float64, moved(name)))
        batch = double(batch_of(name, 2)[0])

        def loss(leaves):
            agent = jax.tree.unflatten(shape, leaves)
            (value, _), gradient = loss_and_gradient(agent, batch, settings)
            return float(value), [np.asarray(leaf) for leaf in jax.tree.leaves(gradient)]

        _, gradient = loss(leaves)

        rng, step = np.random.default_rng(0), 1e-6
        for index, leaf in enumerate(leaves):
            direction = rng.standard_normal(leaf.shape)
            ahead, behind = (
                loss([*leaves[:index], leaf + sign * step * direction, *leaves[index + 1 :]])[0]
                for sign in (1, -1)
            )
            expected = float((gradient[index] * direction).sum())
            assert (ahead - behind) / (2 * step) == pytest.approx(expected, rel=1e-4, abs=1e-8)
        assert all(np.abs(each).max() > 1e-6 for each in gradient)


def test_a_ratio_beyond_all_numbers_still_gives_a_gradient():
    agent, (batch, _, _) = moved(MEMORYLESS), batch_of(MEMORYLESS, 2)
    far = replace(batch, action=np.full_like(batch.action, 1e4))

    with jax.enable_x64(True):
        _, gradient = loss_and_gradient(double(agent), double(far), CLIP)

    assert all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(gradient))


@pytest.mark.parametrize(("longest", "factor"), [(100.0, 1.0), (1.0, 0.2)])
def test_a_gradient_is_made_shorter_but_not_turned(longest, factor):
    found = ppo._clipped_by_norm({"a": jnp.asarray([3.0]), "b": jnp.asarray([[4.0]])}, longest)

    assert found["a"][0] == pytest.approx(3.0 * factor)
    assert found["b"][0, 0] == pytest.approx(4.0 * factor)


# --- truncated back-propagation -----------------------------------------------------------


def slow_loss(policy):
    """Act through a whole life and weigh what became likelier."""
    (_, advantage, _), experience = batch_of(MEMORY), rollout(MEMORY)
    obs, real = normalised(learner_of(MEMORY), experience.obs), slice(len(SMALL))
    total = 0.0
    for copy in range(COPIES):
        state = experience.policy_state[0][real, copy]
        for t in range(STEPS):
            state = 0 * state if experience.episode_start[t, copy] else state
            state, mean, log_std = slow_act(policy, SMALL, state, obs[t, real, copy])
            now, next_obs = (
                norm.logpdf(experience.action[t, 1:3, copy], where[1:3], np.exp(m2[1:3])).sum()
                for where, m2 in (
                    (mean, log_std),
                    (experience.mean[t, :, copy], experience.log_std[t, :, copy]),
                )
            )
            total -= np.exp(now - next_obs) * advantage[t, copy]
    return total / (STEPS * COPIES)


@cache
def slow_slopes():
    """Return a direction for every weight, and how the loss of the whole life changes there."""
    leaves, shape = jax.tree.flatten(jax.tree.map(np.float64, learner_of(MEMORY).agent.policy))
    rng, step, found = np.random.default_rng(0), 1e-6, []
    for index, leaf in enumerate(leaves):
        direction = rng.standard_normal(leaf.shape)
        ahead, behind = (
            slow_loss(
                jax.tree.unflatten(
                    shape, [*leaves[:index], leaf + way * direction, *leaves[index + 1 :]]
                )
            )
            for way in (step, -step)
        )
        found.append((direction, (ahead - behind) / (2 * step)))
    return found


@cache
def slopes(bptt_steps):
    """Return the same by gradients through sequences of a length, and the loss."""
    with jax.enable_x64(True):
        batch, agent = double(batch_of(MEMORY, bptt_steps)[0]), double(learner_of(MEMORY).agent)
        (_, parts), gradient = loss_and_gradient(agent, batch, CLIP)
        leaves = [np.asarray(leaf) for leaf in jax.tree.leaves(gradient.policy)]
    directions = [direction for direction, _ in slow_slopes()]
    found = [(leaf * way).sum() for leaf, way in zip(leaves, directions, strict=True)]
    return np.array(found), float(parts[1])


def test_a_sequence_as_long_as_the_life_gives_the_gradient_of_the_whole_life():
    expected = [slope for _, slope in slow_slopes()]

    found, loss = slopes(STEPS)

    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)
    assert loss == pytest.approx(slow_loss(learner_of(MEMORY).agent.policy), rel=1e-4)


def test_shorter_sequences_act_the_same_but_gradients_do_not_flow_between_them():
    whole_life, value = slopes(STEPS)

    found, loss = slopes(2)

    assert loss == pytest.approx(value, abs=1e-5)
    assert np.linalg.norm(found - whole_life) > 0.01 * np.linalg.norm(whole_life)


def test_without_memory_every_step_is_a_sequence_of_its_own():
    batches = [batch_of(MEMORYLESS, bptt_steps)[0] for bptt_steps in (STEPS, 2)]

    assert batches[0].episode_start.shape == (1, STEPS * COPIES)
    for one, other in zip(*map(jax.tree.leaves, batches), strict=True):
        np.testing.assert_array_equal(one, other)


def test_stored_memories_make_every_action_as_likely_as_when_it_was_taken():
    """The ratio is 1 before the first step, wherever the life is cut."""
    batch, _, _ = batch_of(MEMORY, 2)

    mean, log_std = slow_unroll(learner_of(MEMORY).agent.policy, jax.tree.map(np.asarray, batch))
    arrays = graph(SMALL)
    ratio = jnp.exp(
        ppo.log_prob(batch.action, mean, log_std, arrays)
        - ppo.log_prob(batch.action, batch.old_mean, batch.old_log_std, arrays)
    )

    assert ratio.shape == (2, STEPS * COPIES // 2)
    np.testing.assert_allclose(ratio, 1.0, atol=1e-5)


# --- one update, without the gradient steps -----------------------------------------------


def update_without_steps(monkeypatch, name, kl=0.5):
    """Return what the update hands to the optimiser, and what it returns."""
    handed = []

    def optimise(train_state, arrays, batch, key, settings):
        handed.append(batch)
        losses = ppo._Losses(jnp.asarray(kl), *[jnp.zeros(())] * 4)
        return train_state.agent, train_state.opt_state, losses

    monkeypatch.setattr(ppo, "_optimise", optimise)
    settings = PpoSettings(num_envs=COPIES, num_steps=STEPS, bptt_steps=2, minibatches=1)
    arrays = graph(SMALL)
    done = ppo.update(
        learner_of(name), arrays, owners_of(arrays), rollout(name, 2), jax.random.key(0), settings
    )
    return handed[0], *done


def whole(cut, bptt_steps):
    """Put sequences together again. [G, S] -> [T, E]"""
    steps = np.zeros((STEPS, COPIES))
    for s in range(cut.shape[1]):
        for g in range(bptt_steps):
            steps[(s // COPIES) * bptt_steps + g, s % COPIES] = cut[g, s]
    return steps


def slow_returns(name, gamma=0.99):
    """Return the discounted sum of what each copy earned so far, and what it goes on with."""
    experience = rollout(name, 2)
    found, running_return = (
        np.zeros((STEPS, COPIES)),
        experience.running_return.astype(float).copy(),
    )
    for t in range(STEPS):
        running_return = gamma * running_return + experience.reward[t]
        found[t] = running_return
        running_return = np.where(experience.done[t] > 0, 0.0, running_return)
    return found, running_return


@pytest.mark.parametrize("name", BOTH)
def test_targets_and_advantages_come_from_scaled_rewards_and_the_critics_own_values(
    monkeypatch, name
):
    """Pitfall 14: where the clock done an episode, what was seen then still has its value."""
    train_state, experience = learner_of(name), rollout(name, 2)

    batch, *_ = update_without_steps(monkeypatch, name)

    returns, _ = slow_returns(name)
    earlier = train_state.return_scale
    count = float(earlier.count) + returns.size
    mean = (float(earlier.mean * earlier.count) + returns.sum()) / count
    squares = float(earlier.m2) + float(earlier.count) * float(earlier.mean) ** 2
    std = np.sqrt((squares + (returns**2).sum()) / count - mean**2)
    value, next_value = (
        np.array(
            [
                [
                    slow_value(train_state.agent.critic, SMALL, scaled[t, :, e])
                    for e in range(COPIES)
                ]
                for t in range(STEPS)
            ]
        )
        for scaled in (
            normalised(train_state, experience.obs),
            normalised(train_state, experience.next_obs),
        )
    )
    advantage = slow_advantages(
        experience.reward / std,
        value,
        next_value,
        experience.terminated,
        experience.done,
        0.99,
        0.95,
    )
    bptt_steps = 2 if name == MEMORY else 1
    np.testing.assert_allclose(whole(batch.value_target, bptt_steps), advantage + value, atol=2e-4)
    standard = (advantage - advantage.mean()) / advantage.std()
    np.testing.assert_allclose(whole(batch.advantage, bptt_steps), standard, atol=2e-4)


def test_rewards_are_scaled_by_the_spread_of_discounted_returns_over_all_updates(monkeypatch):
    _, train_state, running_return, _ = update_without_steps(monkeypatch, MEMORY)

    returns, goes_on = slow_returns(MEMORY)
    np.testing.assert_allclose(running_return, goes_on, rtol=1e-4, atol=1e-5)
    scale = ReturnScale.blank()
    for rows in (returns[:1], returns[1:3], returns[3:]):
        scale = scale.updated(jnp.asarray(rows, jnp.float32))
    assert scale.std == pytest.approx(returns.std(), rel=1e-4)
    assert scale.mean == pytest.approx(returns.mean(), rel=1e-4)
    merged = learner_of(MEMORY).return_scale.updated(jnp.asarray(returns, jnp.float32))
    assert train_state.return_scale.std == pytest.approx(float(merged.std), rel=1e-5)


def test_before_anything_was_earned_rewards_stay_as_they_are():
    assert ReturnScale.blank().std == 1.0
    assert ReturnScale.blank().updated(jnp.zeros((3, 2))).std == 1.0


def test_an_update_takes_what_was_seen_into_the_normaliser_once(monkeypatch):
    _, train_state, _, _ = update_without_steps(monkeypatch, MEMORY)

    before, obs = learner_of(MEMORY).normaliser, rollout(MEMORY, 2).obs.astype(float)
    for column in range(OBSERVED):
        parts = slice(0, 1) if column < COLUMNS[0] else slice(1, len(SMALL))
        values = obs[:, parts, :, column].ravel()
        count = 100 + len(values)
        mean = (100 * float(before.mean[column]) + values.sum()) / count
        old = float(before.m2[column]) / 100 + float(before.mean[column]) ** 2
        variance = (100 * old + (values**2).sum()) / count - mean**2
        assert train_state.normaliser.count[column] == count
        assert train_state.normaliser.mean[column] == pytest.approx(mean, rel=1e-3, abs=1e-5)
        assert train_state.normaliser.variance[column] == pytest.approx(variance, rel=1e-3)


def test_an_update_adapts_the_rate_by_how_far_the_policy_moved(monkeypatch):
    _, fast, _, _ = update_without_steps(monkeypatch, MEMORY, kl=0.001)
    _, slow, _, _ = update_without_steps(monkeypatch, MEMORY, kl=0.5)

    assert fast.learning_rate == pytest.approx(1e-3 * 1.5)
    assert slow.learning_rate == pytest.approx(1e-3 / 1.5)


# --- nothing is dropped -------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_every_step_is_used_exactly_once_in_every_pass(monkeypatch, name):
    """Pitfall 14: the release dropped a tenth of the sequences."""
    used = []

    def loss(agent, arrays, batch, settings):
        used.append(np.asarray(batch.action)[:, 1, :, 0])
        return agent.policy.sum() + agent.critic.sum(), (jnp.zeros(()),) * 4

    monkeypatch.setattr(ppo, "_loss", loss)
    batch, _, _ = batch_of(name, 2)
    numbered = whole_numbers(batch.action, 2 if name == MEMORY else 1)
    settings = tiny(num_steps=STEPS, bptt_steps=2, minibatches=2, epochs=4)
    agent = Agent(jnp.zeros(1), jnp.zeros(1))  # nothing of it is used here
    train_state = replace(learner_of(name), agent=agent, opt_state=ADAM.init(agent))
    with jax.disable_jit():
        numbered = replace(batch, action=numbered)
        ppo._optimise(train_state, graph(SMALL), numbered, jax.random.key(0), settings)

    assert len(used) == 4 * 2
    passes = [np.concatenate([x.ravel(order="F") for x in used[i : i + 2]]) for i in (0, 2, 4, 6)]
    for each in passes:
        assert sorted(each) == list(range(STEPS * COPIES))
    assert len({tuple(each) for each in passes}) > 1  # shuffled anew
    if name == MEMORY:  # sequences stay in one piece
        assert all((np.diff(x, axis=0) == COPIES).all() for x in used)


def whole_numbers(action, length):
    """Return actions that say which step of which copy they are: step x copies + copy."""
    sequences = np.arange(action.shape[2])
    step = (sequences // COPIES * length)[None] + np.arange(length)[:, None]
    number = step * COPIES + sequences % COPIES
    return jnp.asarray(np.broadcast_to(number[:, None, :, None], action.shape), jnp.float32)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"num_steps": 20, "bptt_steps": 6}, "num_steps 20 must be a multiple of bptt_steps 6"),
        (
            {"num_steps": 20, "bptt_steps": 5, "minibatches": 3},
            "num_envs 2 x num_steps 20 / bptt_steps 5 = 8 sequences do not divide into 3 "
            "minibatches; minibatches must be a divisor of 8",
        ),
    ],
)
def test_sizes_that_would_drop_steps_are_refused_in_one_line(sizes, message):
    """Pitfall 14: the release dropped what did not fit."""
    with pytest.raises(ValidationError) as caught:
        tiny(**sizes)

    [error] = caught.value.errors()
    assert error["msg"] == f"Value error, {message}"


def test_the_papers_sizes_are_allowed():
    paper = PpoSettings(num_envs=2, num_steps=1000, bptt_steps=4, minibatches=25, epochs=10)

    assert (paper.batch_size, paper.sequences) == (2000, 500)


# --- on problems of its own ---------------------------------------------------------------

TRIES = 64


def lonely(policy: PolicySettings, columns: int) -> tuple[TrainState, Graph]:
    """Return a learner for a single part with one motor, and that part."""
    critic = CriticSettings(hidden=HIDDEN)
    agent = Agent(
        shaken(like(new_policy, policy, columns, 1, 1), size=0.3),
        shaken(like(Critic, critic, columns, 1), size=0.3),
    )
    one = jnp.ones(1)
    return (
        TrainState(
            agent,
            ADAM.init(agent),
            jnp.asarray(1e-3, jnp.float32),
            Normaliser.blank(columns),
            ReturnScale.blank(),
        ),
        Graph(
            attributes=jnp.zeros((1, 1)),
            adjacency=jnp.zeros((1, 1)),
            mask=one,
            limbs=one,
            joints=one[:, None],
            slots=jnp.zeros(1, jnp.int32),
        ),
    )


def practise(train_state, arrays, settings, problem, updates):
    """Let a learner live ``problem`` over and over; return it and the mean reward of each update.

    ``problem(rng)`` returns what is seen in the steps of an episode [T, E, D] and the reward of an
    action in each of them; an episode takes the whole rollout.
    """
    steps, rng = settings.num_steps, np.random.default_rng(0)
    policy = train_state.agent.policy
    obs_mask = jnp.ones((1, train_state.normaliser.mean.size))
    act = jax.jit(
        lambda train_state, state, obs: train_state.agent.policy.act(
            arrays, state, train_state.normaliser(obs[None], obs_mask)
        )
    )
    compiled_update = jax.jit(
        lambda train_state, rollout, key: ppo.update(
            train_state, arrays, obs_mask, rollout, key, settings
        )
    )
    running_return, rewards = np.zeros(TRIES, np.float32), []
    for index in range(updates):
        obs, step_reward = problem(rng)
        state, states, means, log_stds = initial_state(policy, 1, TRIES), [], [], []
        for t in range(steps):
            states.append(np.asarray(state))
            state, mean, log_std = act(train_state, state, obs[t])
            means.append(np.asarray(mean))
            log_stds.append(np.asarray(log_std))
        mean, log_std = np.array(means), np.array(log_stds)
        action = mean + np.exp(log_std) * rng.standard_normal(mean.shape)
        reward = step_reward(action[:, 0, :, 0])
        rewards.append(reward.sum(0).mean())
        last = np.zeros((steps, TRIES), np.float32)
        last[-1] = 1
        rollout = Rollout(
            obs[:, None],
            obs[:, None],
            action,
            mean,
            log_std,
            np.array(states[:: settings.bptt_steps]),
            reward,
            last,
            last,
            np.roll(last, 1, axis=0),
            running_return,
        )
        rollout = jax.tree.map(np.float32, rollout)
        train_state, running_return, _ = compiled_update(
            train_state, rollout, jax.random.key(index)
        )
    return train_state, rewards


def test_best_actions_that_are_known_are_learned_at_once_and_from_memory():
    """What is seen in step 0 says what to do in both steps; in step 1 it can only be remembered.

    The reward is -(a - k.s)^2, so the best mean is k.s and the best noise none.
    """
    best = np.array([[0.8, -0.5], [-0.4, 0.7]])
    settings = PpoSettings(
        num_envs=TRIES, num_steps=2, bptt_steps=2, minibatches=4, epochs=4, learning_rate=3e-3
    )

    def problem(rng):
        obs = np.zeros((2, TRIES, 2), np.float32)
        obs[0] = rng.uniform(-1, 1, (TRIES, 2))
        wanted = best @ obs[0].T  # [T, E]
        return obs, lambda action: -np.square(action - wanted)

    train_state, arrays = lonely(POLICIES["nervenet++"].model_copy(update={"hidden": HIDDEN}), 2)
    train_state, rewards = practise(train_state, arrays, settings, problem, updates=80)

    policy, obs_mask = train_state.agent.policy, jnp.ones((1, 2))
    obs, _ = problem(np.random.default_rng(1))
    state = initial_state(policy, 1, TRIES)
    for step in range(2):
        scaled = train_state.normaliser(jnp.asarray(obs[step])[None], obs_mask)
        state, mean, log_std = policy.act(arrays, state, scaled)
        missed = mean[0, :, 0] - obs[0] @ best[step]
        assert np.sqrt(np.mean(missed**2)) < 0.15  # guessing 0 misses by 0.5
        assert np.exp(log_std).mean() < 0.4
    assert np.mean(rewards[-10:]) > np.mean(rewards[:5]) / 4
