"""One body as a Gymnasium environment: a hand-designed fish and a mutant of it.

Run it with ``python examples/03_gymnasium.py``. Whatever trains on Gymnasium environments can
train here; this script only sends each motor a slow sine wave.
"""

import gymnasium
import numpy as np

import nge  # noqa: F401 - makes the environments known
from nge.body.library import hand_designed
from nge.body.mutate import mutate
from nge.tasks.registry import task_named


def episode(environment: gymnasium.Env) -> float:
    environment.reset(seed=0)
    phases = np.linspace(0, np.pi, environment.action_space.shape[0])
    total, step, ended = 0.0, 0, False
    while not ended:
        action = np.sin(0.5 * step + phases).astype(np.float32)
        _, reward, terminated, truncated, _ = environment.step(action)
        total, step, ended = total + reward, step + 1, terminated or truncated
    return total


def main() -> None:
    fish = hand_designed("fish")
    mutant = mutate(fish, task_named("fish").space(), np.random.default_rng(0)).child
    for name, body in (("hand-designed", fish), ("mutant", mutant)):
        environment = gymnasium.make("nge/Fish-v0", body=body)
        inputs, motors = environment.observation_space.shape[0], environment.action_space.shape[0]
        print(f"{name}: {inputs} observed numbers, {motors} motors, ", end="")
        print(f"return {episode(environment):.2f}")


if __name__ == "__main__":
    main()
