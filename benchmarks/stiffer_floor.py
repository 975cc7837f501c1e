"""What is left of the speed of a run's best species on a stiffer floor, in finer time steps?

The controller is not trained for it, so some loss is a gait that does not fit the new floor. What
keeps its speed does not get it from sinking into the ground.

    python -m benchmarks.stiffer_floor RUN...
"""

from __future__ import annotations

import argparse
from copy import copy
from dataclasses import replace

import numpy as np

from nge.cpu import configure_process

FACTORS = (1, 2, 4)
EPISODES, SEED = 8, 5


def main() -> None:
    """Print mean returns and deepest penetration by stiffness."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("runs", nargs="+")
    configure_process()
    from nge.rl.evaluation import evaluate
    from nge.runs.run import Run

    for folder in options.parse_args().runs:
        run = Run.open(folder, read_only=True)
        sound = [row for row in run.generations() if row["best"] is not None]
        best = max(sound, key=lambda row: row["best"])["best_species"]
        cells = []
        for factor in FACTORS:
            task, arena = copy(run.task), run.task.arena
            task.arena = replace(
                arena,
                timestep=arena.timestep / factor,
                substeps=arena.substeps * factor,
                solref=(arena.solref[0] / factor, arena.solref[1]),
            )
            body, state = run.body(best), run.train_state(best)
            [done] = evaluate(task, run.space, [body], [state], episodes=EPISODES, seed=SEED)
            deepest = np.max(done.measures["penetration"])
            cells.append(f"x{factor} {done.mean:.0f} ± {done.std:.0f} ({deepest:.2f} radii)")
        print(f"{run.folder.name}, species {best}: {', '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
