"""Many bodies at once: 16 random walkers in 4 environments each, under random motor commands.

Run it with ``python examples/02_simulate.py``. The letters in comments are those of the whole
project: P bodies, E environments, N parts (padded to the largest body), J joints per part.
"""

import numpy as np

from nge.physics.engines import smoke_test
from nge.tasks.registry import task_named


def main() -> None:
    task = task_named("walker")
    space = task.space()
    bodies = [task.compile(space.random_body(np.random.default_rng(seed))) for seed in range(16)]
    bodies = [compiled for compiled in bodies if smoke_test(compiled) is None]

    simulation = task.simulate(bodies, num_envs=4)
    simulation.reset(np.arange(4 * len(bodies)).reshape(-1, 4))  # one seed per copy [P, E]
    shape = (len(bodies), 4, simulation.mask.shape[1], bodies[0].motors.shape[1])

    rng = np.random.default_rng(0)
    returns = np.zeros(shape[:2])  # [P, E]
    for _ in range(200):
        actions = rng.standard_normal(shape, np.float32)  # [P, E, N, J]
        sim_state = simulation.step(actions)
        returns += task.step_reward(sim_state, actions).reward

    print(f"rows of observation: {task.observe(sim_state).shape} [P, E, N, D]")
    print("parts      mass   return over 5 s, mean of 4 environments")
    for compiled, mean in zip(bodies, returns.mean(axis=1), strict=True):
        print(f"{len(compiled.body):>5} {compiled.mass:>7.1f} kg {mean:>8.2f}")


if __name__ == "__main__":
    main()
