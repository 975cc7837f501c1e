"""Whether a run's folder still says what was written, and whether it comes out again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nge.control.evaluate import evaluate
from nge.errors import NgeError
from nge.runs.run import Run
from nge.wording import plural


class Findings(NamedTuple):
    """What a check brought."""

    notes: Sequence[str]
    problems: Sequence[str]


def check(run: Run) -> Findings:
    """Check the record, the bodies and the weights, and repeat the evaluations."""
    notes: list[str] = []
    if problems := run.damage():
        return Findings(notes, problems)
    try:
        run.last()
        dead = run.buried()
        for species in dead:
            run.learner(species)
    except NgeError as error:
        return Findings(notes, [str(error)])
    spent = run.spent()
    notes.append(f"{len(run.species())} species in {plural(spent.generations, 'generation')}")
    notes.append(f"weights of the living and of {len(dead)} dead")
    episodes = run.evaluations(spent.generations - 1)
    for sampled in (False, True):
        some = [row for row in episodes if row["sampled"] == sampled]
        if some:
            count, wrong = _repeated(run, some, sampled)
            notes.append(
                f"{plural(count, 'episode')} with {'sampled' if sampled else 'mean'} actions again"
            )
            problems += wrong
    return Findings(notes, problems)


def _repeated(run: Run, episodes: list[dict], sampled: bool) -> tuple[int, list[str]]:
    """Repeat recorded episodes; return how many, and which came out differently."""
    ids = sorted({row["species"] for row in episodes})
    count, search = 1 + max(row["episode"] for row in episodes), run.search
    found = evaluate(
        search.task,
        search.space,
        [run.body(one) for one in ids],
        [run.learner(one) for one in ids],
        count,
        episodes[0]["seed"],
        sampled,
    )
    totals = {
        (one, episode): float(total)
        for one, done in zip(ids, found, strict=True)
        for episode, total in enumerate(done.totals)
    }
    return len(episodes), [
        f"species {row['species']}, episode {row['episode']}: return {row['total']} was recorded, "
        f"{totals[row['species'], row['episode']]} came out"
        for row in episodes
        if totals[row["species"], row["episode"]] != row["total"]
    ]
