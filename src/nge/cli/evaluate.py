"""``nge evaluate``: what the species of a training run do when nothing is learned any more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge

from nge.cli.table import print_table
from nge.wording import plural

if TYPE_CHECKING:
    from nge.control.evaluate import Evaluation
    from nge.runs.training import Trainee

Count = Annotated[int, Ge(1)]
LEFT = ("body", "actions", "end")  # columns of words


def evaluate(
    run: Path,
    *,
    episodes: Count = 16,
    seed: int = 0,
    species: Annotated[int, Ge(0)] | None = None,
) -> None:
    """Run whole episodes of what a training run has learned, and print what they return.

    Every species performs twice: with mean actions, and with actions drawn as in training. Nothing
    is learned and nothing in the run's folder changes. docs/metrics.md explains the numbers.

    Args:
        run: Folder of a run that 'nge train' made.
        episodes: Whole episodes of each kind.
        seed: The same seed gives the same starts, the same noise and the same numbers.
        species: Only the species in this row of the table; the first is 0.
    """
    from nge.control import evaluate as performances
    from nge.runs.training import TrainingRun

    found = TrainingRun.open(run)
    rows = range(len(found.trainees))
    if species is not None:
        found.body(species)  # or say that there is none
        rows = range(species, species + 1)
    learners, checkpoint = found.learners(), found.checkpoint()
    trainees = [found.trainees[row] for row in rows]
    both = [
        performances.evaluate(
            found.task,
            found.space,
            [trainee.body for trainee in trainees],
            [learners[row] for row in rows],
            episodes,
            seed,
            sampled,
        )
        for sampled in (False, True)
    ]
    updates = checkpoint.number if checkpoint else 0
    steps = found.plan.steps(updates)
    print(
        f"{run}: {found.task.name}, policy {found.plan.policy}, after {plural(updates, 'update')} "
        f"({plural(steps, 'control step')}); {plural(episodes, 'episode')} each, seed {seed}"
    )
    print_returns(rows, trainees, *both)


def print_returns(
    rows: Sequence[int],
    trainees: Sequence[Trainee],
    deterministic: Sequence[Evaluation],
    sampled: Sequence[Evaluation],
) -> None:
    """Print the returns of every species, with mean actions and with drawn ones."""
    lines = [
        ("", "body", "seed", "actions", "return", "", "min..max", "episodes", "steps", "m/s", "end")
    ]
    for row, trainee, *both in zip(rows, trainees, deterministic, sampled, strict=True):
        lines += [
            (
                str(row),
                trainee.name,
                str(trainee.seed),
                actions,
                f"{done.mean:.2f}",
                f"± {done.spread:.2f}",
                f"{done.totals.min():.2f}..{done.totals.max():.2f}",
                str(len(done.totals)),
                f"{done.lengths.mean():.0f}",
                f"{done.speeds.mean():.3g}",
                ends(done),
            )
            for actions, done in zip(("mean", "sampled"), both, strict=True)
        ]
    print_table(lines, LEFT)


def ends(done: Evaluation) -> str:
    """Say how many episodes ended for which reason; just the reason where all are alike."""
    names = {"truncated": "time", "terminated": "task", "diverged": "blow-up"}
    counts = {
        name: done.reasons.count(reason) for reason, name in names.items() if reason in done.reasons
    }
    if len(counts) == 1:
        return next(iter(counts))
    return ", ".join(f"{name} {count}" for name, count in counts.items())
