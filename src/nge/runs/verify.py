"""Verify a run: checksums of its files, and repeated evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from nge.errors import NgeError
from nge.rl.evaluation import evaluate
from nge.runs.folder import reading
from nge.runs.run import Run
from nge.wording import plural


class Findings(NamedTuple):
    """What a check brought."""

    notes: Sequence[str]
    problems: Sequence[str]


def check(run: Run) -> Findings:
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


def _read_and_repeat(run: Run) -> tuple[list[str], list[str]]:
    """Read all weights and repeat the last evaluation; return what was done, and what was wrong."""
    spent, dead, problems = run.spent(), run.buried(), []
    if not run.plan.trains_only:
        run.last()
    saved = run.checkpoints(0 if run.plan.trains_only else spent.generations)
    for species in dead:
        run.train_state(species)
    count = f"{len(run.species())} species"
    if run.plan.trains_only:
        notes = [f"{plural(spent.updates, 'update')} of {count}"]
        if saved:
            after = min(one.updates for one in saved.values())
            notes.append(f"weights of {len(saved)} species after update {after}")
    else:
        notes = [
            f"{count} in {plural(spent.generations, 'generation')}",
            f"weights of the living and of {len(dead)} dead",
        ]
    episodes = run.evaluations()
    for sampled in (False, True):
        some = [row for row in episodes if row["sampled"] == sampled]
        if some:
            problems += _repeated(run, some, sampled)
            how = "sampled" if sampled else "mean"
            notes.append(f"{plural(len(some), 'episode')} with {how} actions repeated")
    return notes, problems


def _repeated(run: Run, episodes: list[dict[str, Any]], sampled: bool) -> list[str]:
    """Repeat recorded episodes; return which came out differently."""
    ids = sorted({row["species"] for row in episodes})
    found = evaluate(
        run.task,
        run.space,
        [run.body(one) for one in ids],
        [run.train_state(one) for one in ids],
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
