"""``nge evaluate``: run episodes of trained species without updates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge

from nge.cli.table import print_table
from nge.errors import RunError
from nge.settings import Count
from nge.wording import plural

if TYPE_CHECKING:
    from nge.rl.evaluation import Evaluation
    from nge.runs.run import Run

LEFT = ("body", "actions", "end")  # columns of words


def evaluate(
    run: Path,
    *,
    episodes: Count = 16,
    seed: int = 0,
    species: Annotated[int, Ge(0)] | None = None,
) -> None:
    """Run whole episodes of what a run has learned, and print what they return.

    Every species of a training run, or the fittest of an evolution, perform twice: with mean
    actions, and with actions drawn as in training. Nothing is learned and nothing in the run's
    folder changes. docs/metrics.md explains the numbers.

    Args:
        run: Folder of a run.
        episodes: Whole episodes of each kind.
        seed: The same seed gives the same starts, the same noise and the same numbers.
        species: Only this species, by its number.
    """
    from nge.rl import evaluation
    from nge.runs.run import Run
    from nge.runs.runner import FINALISTS

    found = Run.open(run, read_only=True)
    if species is not None:
        chosen = [species]
    else:
        ranked = found.ranked()
        chosen = sorted(ranked) if found.plan.trains_only else found.fittest(FINALISTS)
    if not chosen:
        raise RunError(f"{run} has no weights yet; wait for its first generation")
    bodies = [found.body(one) for one in chosen]
    train_states = [found.train_state(one) for one in chosen]
    parts = found.task, found.space, bodies, train_states, episodes, seed
    both = [evaluation.evaluate(*parts, sampled) for sampled in (False, True)]
    spent = found.spent()
    done = plural(spent.generations, "generation")
    if found.plan.trains_only:
        done = plural(spent.updates, "update")
    print(
        f"{run}: {found.title}, after {done} ({plural(spent.steps, 'control step')}); "
        f"{plural(episodes, 'episode')} each, seed {seed}"
    )
    print_returns(found, chosen, *both)


def print_returns(
    run: Run,
    species: Sequence[int],
    deterministic: Sequence[Evaluation],
    sampled: Sequence[Evaluation],
) -> None:
    """Print the returns of species, with mean actions and with drawn ones."""
    known = {row["id"]: row for row in run.species()}
    lines = [
        ("", "body", "seed", "actions", "return", "", "min..max", "episodes", "steps", "m/s", "end")
    ]
    for one, *both in zip(species, deterministic, sampled, strict=True):
        name, seed = known[one]["name"], known[one]["seed"]
        lines += [
            (
                str(one),
                plural(known[one]["parts"], "part") if name is None else name,
                str(run.plan.seed if seed is None else seed),
                actions,
                f"{done.mean:.2f}",
                f"± {done.std:.2f}",
                f"{done.returns.min():.2f}..{done.returns.max():.2f}",
                str(len(done.returns)),
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
