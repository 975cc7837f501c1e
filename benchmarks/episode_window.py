"""Which episodes should count for fitness? The numbers behind docs/departures.md, "Evolution".

Episodes of a hopper that falls by chance, its policy fixed and its return the length of one,
are laid end to end over a life with the default settings. Printed is by how much the mean of the
episodes that count departs from the true mean: those that end in the window, the rule of
``evolution.fitness``; those that begin and end in it; and all that end at all.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nge.evolution.fitness import FitnessSettings
from nge.rl.ppo_settings import PpoSettings

LONGEST, UPDATES, LIVES = 500, 10, 400  # control steps of an episode; of a life; lives
Draw = Callable[[np.random.Generator, int], np.ndarray]


def falls(mean: float) -> Draw:
    """Return lengths of episodes that may end at any step, on average after so many."""
    return lambda rng, count: np.minimum(rng.geometric(1 / mean, count), LONGEST)


def stumbles(share: float, length: int) -> Draw:
    """Return lengths of episodes of which a share ends early, the others by the clock."""
    return lambda rng, count: np.where(rng.random(count) < share, length, LONGEST)


CASES: dict[str, Draw] = {
    **{f"falls after {mean} steps": falls(mean) for mean in (20, 100, 300, 1000, 5000)},
    **{f"{share:.0%} end at step 30": stumbles(share, 30) for share in (0.2, 0.5, 0.8)},
}


def biases(draw: Draw, rng: np.random.Generator) -> dict[str, float]:
    """Return the relative error of the mean length by rule."""
    ppo = PpoSettings()
    end = ppo.warmup_steps + UPDATES * ppo.num_steps
    begin = ppo.warmup_steps + FitnessSettings().first_counted(UPDATES) * ppo.num_steps
    true = draw(rng, 400_000).mean()
    found: dict[str, list[float]] = {"end": [], "begin and end": [], "all": []}
    for _ in range(LIVES):
        lengths = draw(rng, ppo.num_envs * (end // 4)).reshape(
            ppo.num_envs, -1
        )  # far more than fit
        ends = lengths.cumsum(1)
        over, inside = ends <= end, ends > begin
        for rule, counts in {
            "end": over & inside,
            "begin and end": over & (ends - lengths >= begin),
            "all": over,
        }.items():
            found[rule].append(lengths[counts].mean() if counts.any() else np.nan)
    return {rule: float(np.nanmean(means) / true - 1) for rule, means in found.items()}


def main() -> None:
    """Print the biases of all cases."""
    rng = np.random.default_rng(0)
    for name, draw in CASES.items():
        print(f"{name:24}", *(f"{rule} {bias:+.1%}" for rule, bias in biases(draw, rng).items()))


if __name__ == "__main__":
    main()
