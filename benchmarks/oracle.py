"""Our PPO beside a known library's on tasks that neither made: ``python -m benchmarks.oracle``.

``nge.rl.ppo.update`` with the flat policy, and the PPO of stable-baselines3, learn the same
Gymnasium task for the same number of control steps, with networks of the same size and the same
settings as far as both have them. What both learned is tried by the same function: 20 whole
episodes of mean actions from the same starts. nge itself needs nothing of that library.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from itertools import product

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from nge.nets.critics import Critic
from nge.nets.graphs import Graph
from nge.nets.net_settings import POLICIES, CriticSettings
from nge.nets.normaliser import Normaliser, observation_mask
from nge.nets.policies import new_policy
from nge.rl.gpu_learner import compiled_update
from nge.rl.ppo_settings import PpoSettings
from nge.rl.rollout import Rollout, act
from nge.rl.train_state import ADAM, Agent, ReturnScale, TrainState
from nge.seeding import stream_seed

TASKS: dict[str, dict[str, float]] = {
    "Pendulum-v1": {"gamma": 0.9, "learning_rate": 1e-3},
    "InvertedPendulum-v5": {"gamma": 0.99, "learning_rate": 3e-4},
    "Hopper-v5": {"gamma": 0.99, "learning_rate": 3e-4},
}
PLAIN = "Pendulum-v1"  # the one that Gymnasium steps itself; MuJoCo's need imageio there
LIBRARIES = {"torch", "stable-baselines3"}
EXTRA = (*sorted(LIBRARIES), "imageio")
EPISODES = 20  # of one evaluation

Controller = Callable[[np.ndarray], np.ndarray]
"""From what is seen, raw, to the mean action. [E, D] -> [E, J]"""


def main() -> None:
    """Train every task with every seed and both libraries, and print a table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tasks", nargs="+", default=list(TASKS), choices=TASKS)
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--steps", type=int, default=100_000, help="control steps of one training")
    given = options.parse_args()
    missing = [package for package in EXTRA if find_spec(package.replace("-", "_")) is None]
    if missing:
        print(f"to compare everything: pip install {' '.join(missing)}", file=sys.stderr)
    tasks = [task for task in given.tasks if "imageio" not in missing or task == PLAIN]
    trainers = {"nge": ours} | ({} if LIBRARIES & set(missing) else {"stable-baselines3": theirs})
    packages = ("gymnasium", "mujoco", "jax", *(name for name in EXTRA if name not in missing))
    print(", ".join(f"{name} {version(name)}" for name in packages))
    print(f"{given.steps} control steps; {EPISODES} episodes of mean actions for each seed\n")
    print(f"{'task':<20} {'library':<18} {'mean':>7} {'std':>6} {'s each':>7}  every seed")
    for task, (library, train) in product(tasks, trainers.items()):
        began = time.perf_counter()
        found = [evaluate(task, train(task, seed, given.steps)) for seed in range(given.seeds)]
        each = (time.perf_counter() - began) / given.seeds
        spread = np.std(found, ddof=1) if len(found) > 1 else 0.0
        print(
            f"{task:<20} {library:<18} {np.mean(found):>7.0f} {spread:>6.0f} "
            f"{each:>7.0f}  {', '.join(f'{value:.0f}' for value in found)}",
            flush=True,
        )


def settings_of(task: str) -> PpoSettings:
    """Return settings that both libraries understand: above all, a learning rate that stays."""
    rate = TASKS[task]["learning_rate"]
    return PpoSettings(
        num_envs=4,
        num_steps=512,
        bptt_steps=1,
        epochs=10,
        minibatches=32,
        clip_coef=0.2,
        max_grad_norm=0.5,
        min_learning_rate=rate,
        max_learning_rate=rate,
        **TASKS[task],
    )


def evaluate(task: str, controller: Controller) -> float:
    """Return the mean return of whole episodes; they begin alike for everyone."""
    world = _worlds(task, EPISODES)
    obs, _ = world.reset(seed=[stream_seed(0, "evaluation", i) % 2**31 for i in range(EPISODES)])
    totals, going = np.zeros(EPISODES), np.ones(EPISODES, bool)
    while going.any():
        obs, reward, terminated, truncated, _ = world.step(_allowed(world, controller(obs)))
        totals += np.where(going, reward, 0.0)
        going &= ~(terminated | truncated)
    world.close()
    return float(totals.mean())


def _worlds(task: str, num_envs: int) -> VectorEnv:
    """Return copies of a task that begin anew in the step in which their episode ends."""
    return gymnasium.make_vec(
        task,
        num_envs,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
    )


def _allowed(world: VectorEnv, action: np.ndarray) -> np.ndarray:
    return np.clip(action, world.action_space.low, world.action_space.high)


# --- nge ----------------------------------------------------------------------------------

TORSO, LIMB = 0, 1


def body_of(joints: int) -> Graph:
    """Return a body of two parts: the torso sees everything, its limb has all the motors."""
    limbs = jnp.array([0.0, 1.0])
    return Graph(
        attributes=jnp.zeros((2, 1)),
        adjacency=1 - jnp.eye(2),
        mask=jnp.ones(2),
        limbs=limbs,
        joints=jnp.tile(limbs[:, None], (1, joints)),
        slots=jnp.arange(2),
    )


def ours(task: str, seed: int, steps: int) -> Controller:
    """Train nge's flat policy."""
    settings = settings_of(task)
    envs = _Environments(task, settings.num_envs, seed)
    observed, joints = envs.observed, envs.joints
    body = body_of(joints)
    obs_mask = observation_mask(body.mask, observed, 0)
    train_state = _beginner(seed, observed, joints, settings.learning_rate)
    for index in range(-(-steps // settings.batch_size)):
        shape = (settings.num_steps, 2, settings.num_envs, joints)
        noise = jax.random.normal(_key(seed, "action", index), shape)
        rollout = envs.collect(train_state, body, obs_mask, np.asarray(noise))
        shuffle = _key(seed, "shuffle", index)
        train_state, envs.running_return, _ = compiled_update(
            train_state, body, obs_mask, rollout, shuffle, settings
        )
    act_now = _mind(train_state, body, obs_mask)
    return lambda obs: act_now(obs, np.zeros((2, len(obs), joints), np.float32))[0, LIMB]


class _Environments:
    """Environments of a task; episodes continue from one update to the next."""

    def __init__(self, task: str, count: int, seed: int) -> None:
        self.world = _worlds(task, count)
        self.observed = self.world.single_observation_space.shape[0]
        self.joints = self.world.single_action_space.shape[0]
        self.obs, _ = self.world.reset(seed=stream_seed(seed, "episode") % 2**31)
        self.episode_start = np.ones(count, np.float32)
        self.running_return = jnp.zeros(count)

    def collect(
        self, train_state: TrainState, body: Graph, obs_mask: jax.Array, noise: np.ndarray
    ) -> Rollout:
        """Move for as many steps as there is noise. [T, N, E, J]"""
        steps, parts, count, _ = noise.shape
        obs, next_obs = np.zeros((2, steps, parts, count, self.observed), np.float32)
        acted = np.zeros((3, *noise.shape), np.float32)
        reward, terminated, done, episode_start = np.zeros((4, steps, count), np.float32)
        act_now = _mind(train_state, body, obs_mask)
        for t in range(steps):
            obs[t, TORSO], episode_start[t] = self.obs, self.episode_start
            acted[:, t] = act_now(self.obs, noise[t])
            action = _allowed(self.world, acted[0, t, LIMB])
            self.obs, reward[t], terminated[t], truncated, more = self.world.step(action)
            done[t] = self.episode_start = np.maximum(terminated[t], truncated)
            next_obs[t, TORSO] = self.obs
            for copy in np.flatnonzero(done[t]):
                next_obs[t, TORSO, copy] = more["final_obs"][copy]
        state = np.zeros((1, parts, count, 0), np.float32)
        return Rollout(
            obs,
            next_obs,
            *acted,
            state,
            reward,
            terminated,
            done,
            episode_start,
            self.running_return,
        )


def _mind(
    train_state: TrainState, body: Graph, obs_mask: jax.Array
) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Return what gives action, mean and log std: seen [E, D], noise [N, E, J] -> [3, N, E, J]"""
    policy = train_state.agent.policy
    leaves, shape = jax.tree.flatten(  # ``act`` wants a species axis
        jax.tree.map(lambda leaf: leaf[None], (policy, train_state.normaliser, body))
    )

    def act_now(obs: np.ndarray, noise: np.ndarray) -> np.ndarray:
        by_part = np.zeros((1, len(noise), *obs.shape), np.float32)
        by_part[0, TORSO] = obs
        state, episode_start = np.zeros((1, len(noise), len(obs), 0)), np.zeros((1, len(obs)))
        out, _ = act(leaves, shape, obs_mask[None], state, by_part, episode_start, noise[None])
        return np.asarray(out)[0]

    return act_now


def _beginner(seed: int, observed: int, joints: int, rate: float) -> TrainState:
    keys = jax.random.split(_key(seed, "weights"), 2)
    agent = Agent(
        new_policy(keys[0], POLICIES["mlp"], observed, 1, joints),
        Critic(keys[1], CriticSettings(reads="identity"), observed, 1),
    )
    blank = Normaliser.blank(observed), ReturnScale.blank()
    return TrainState(agent, ADAM.init(agent), jnp.asarray(rate, jnp.float32), *blank)


def _key(seed: int, purpose: str, index: int = 0) -> jax.Array:
    return jax.random.key(stream_seed(seed, purpose, index) % 2**32)


# --- stable-baselines3 --------------------------------------------------------------------


def theirs(task: str, seed: int, steps: int) -> Controller:
    """Train the flat policy of stable-baselines3; its defaults are two layers of 64 as well."""
    import torch
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import VecNormalize

    torch.set_num_threads(1)  # more are slower on networks as small as these
    settings = settings_of(task)
    world = VecNormalize(
        make_vec_env(task, settings.num_envs, seed=seed), clip_obs=10.0, gamma=settings.gamma
    )
    model = PPO(
        "MlpPolicy",
        world,
        learning_rate=settings.learning_rate,
        n_steps=settings.num_steps,
        batch_size=settings.batch_size // settings.minibatches,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip_coef,
        max_grad_norm=settings.max_grad_norm,
        vf_coef=0.5,
        ent_coef=0.0,
        seed=seed,
        device="cpu",
    )
    model.compiled_update(steps)
    return lambda obs: model.predict(world.normalize_obs(obs), deterministic=True)[0]


if __name__ == "__main__":
    main()
