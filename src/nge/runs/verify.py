"""Whether a run's folder still says what was written, and whether it comes out again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from nge.control.evaluate import evaluate
from nge.errors import NgeError
from nge.runs.folder import reading
from nge.runs.run import Run
from nge.runs.training import TrainingRun
from nge.wording import plural


class Findings(NamedTuple):
    """What a check brought."""

    notes: Sequence[str]
    problems: Sequence[str]


def check(run: Run | TrainingRun) -> Findings:
    """Check the record, the bodies and the weights, and repeat the evaluations."""
    if problems := run.damage():
        return Findings([], problems)
    notes = []
    if not run.record.has_checksums:
        notes.append("an earlier version made this run: its rows have no checksums")
    try:
        with reading(run.record.path):
            told, repeated = _read_and_repeat(run)
        notes += told
        problems += repeated
    except NgeError as error:
        problems.append(str(error))
    return Findings(notes, problems)


def _read_and_repeat(run: Run | TrainingRun) -> tuple[list[str], list[str]]:
    """Read all weights and repeat the evaluations; return what was done, and what was wrong."""
    notes, episodes = _evolution(run) if isinstance(run, Run) else _training(run)
    problems = []
    for sampled in (False, True):
        some = [row for row in episodes if row["sampled"] == sampled]
        if some:
            problems += _repeated(run, some, sampled)
            how = "sampled" if sampled else "mean"
            notes.append(f"{plural(len(some), 'episode')} with {how} actions repeated")
    return notes, problems


Checked = tuple[list[str], list[dict[str, Any]]]


def _evolution(run: Run) -> Checked:
    """Read all weights of an evolution; return what was read, and the last evaluation."""
    run.last()
    dead = run.buried()
    for species in dead:
        run.learner(species)
    spent = run.spent()
    notes = [
        f"{len(run.species())} species in {plural(spent.generations, 'generation')}",
        f"weights of the living and of {len(dead)} dead",
    ]
    return notes, run.evaluations(spent.generations - 1)


def _training(run: TrainingRun) -> Checked:
    """Read the weights of a training run; return what was read, and the last evaluation."""
    species, checkpoint = len(run.trainees), run.checkpoint()
    notes = [f"{plural(run.spent().updates, 'update')} of {species} species"]
    if checkpoint is not None:
        run.load(checkpoint)
        notes.append(f"weights of {species} species after update {checkpoint.number}")
    return notes, run.evaluations()


def _repeated(run: Run | TrainingRun, episodes: list[dict[str, Any]], sampled: bool) -> list[str]:
    """Repeat recorded episodes; return which came out differently."""
    ids = sorted({row["species"] for row in episodes})
    found = evaluate(
        run.task,
        run.space,
        [run.body(one) for one in ids],
        [run.learner(one) for one in ids],
        1 + max(row["episode"] for row in episodes),
        episodes[0]["seed"],
        sampled,
    )
    totals = {
        (one, episode): float(total)
        for one, done in zip(ids, found, strict=True)
        for episode, total in enumerate(done.totals)
    }
    return [
        f"species {row['species']}, episode {row['episode']}: return {row['total']} was recorded, "
        f"{totals[row['species'], row['episode']]} came out"
        for row in episodes
        if totals[row["species"], row["episode"]] != row["total"]
    ]
