"""Verify a run: checksums of its files, and repeated evaluations."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nge.body.serialization import from_json
from nge.errors import NgeError, RunError
from nge.evolution.generation_stats import generation_stats
from nge.evolution.species import Generation
from nge.rl.evaluation import evaluate
from nge.runs.folder import reading
from nge.runs.record import rows
from nge.runs.rows import PROPOSED, SCORES, score_from, score_of, species_from
from nge.runs.run import Run
from nge.wording import plural

ROUNDING = 1e-3
"""Difference of a return that another kind of processor, which rounds otherwise, can make."""


class Findings(NamedTuple):
    """What a check brought."""

    notes: Sequence[str]
    problems: Sequence[str]


def check(run: Run) -> Findings:
    """Check the record, the bodies and the weights, and repeat the evaluations."""
    if problems := damage(run):
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


def damage(run: Run) -> list[str]:
    """Return what is wrong with the record of a run: its checksums, then its content."""
    try:
        with reading(run.record.path):
            return _contradictions(run)
    except RunError as error:
        return [str(error)]


def _contradictions(run: Run) -> list[str]:
    """Return where tables of the record contradict each other."""
    with run.record.reading() as record:
        known = rows(record, "SELECT * FROM species ORDER BY id")
        scores = rows(record, f"{SCORES} ORDER BY generation, species")
        counts = rows(
            record,
            "SELECT generation, species, COUNT(*) AS count, MAX(number) AS last FROM updates "
            "GROUP BY generation, species",
        )
    found = []
    if [row["id"] for row in known] != list(range(len(known))):
        found.append("species are missing from the record")
    if any(row["count"] != row["last"] for row in counts):
        found.append("updates are missing from the record")
    done = {(row["generation"], row["species"]): row["last"] for row in counts}
    for row in run.checkpoint_rows():
        if row["updates"] > done.get((row["generation"], row["species"]), 0):
            found.append(f"the checkpoint is of update {row['updates']}, which is not recorded")
            break
    for row in known:
        if row["parent"] is not None and not 0 <= row["parent"] < row["id"]:
            found.append(f"species {row['id']} has a parent {row['parent']} that came after it")
        if from_json(row["body"]).digest != row["digest"]:
            found.append(f"the body of species {row['id']} is not the one that lived")
    return found or _miscounted(run, {row["id"]: row for row in known}, scores)


def _miscounted(run: Run, known: dict[int, Any], scores: Sequence[dict[str, Any]]) -> list[str]:
    """Return which generations' numbers do not follow from the scores of their species."""
    found, steps = [], 0
    for row in run.generations():
        number, counted = row["number"], row["stats"]
        trained = [score for score in scores if score["generation"] == number]
        if not trained:
            found.append(f"generation {number} has no scores")
            continue
        species = tuple(
            replace(species_from(known[one["species"]]), score=score_from(one)) for one in trained
        )
        steps += sum(score_of(one).steps for one in species)
        steps += counted.get("screening_steps", 0)  # a run of an earlier version has none
        again = json.loads(
            json.dumps(generation_stats(Generation(number, species, 0), run.drawn_from))
        )
        right = {name: again[name] for name in again if name not in PROPOSED}
        wrong = [name for name, value in right.items() if value != counted[name]]
        if wrong or steps != row["steps"] or again["best"] != row["best"]:
            what = ", ".join(wrong) or "steps or best"
            found.append(f"generation {number} is not what its scores say: {what}")
    return found


def _read_and_repeat(run: Run) -> tuple[list[str], list[str]]:
    """Read all weights and repeat the last evaluation; return what was done, and what was wrong."""
    spent, dead, problems = run.spent(), run.buried(), []
    if not run.plan.trains_only:
        run.told()
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
            wrong, inexact = _repeated(run, some, sampled)
            problems += wrong
            how = "sampled" if sampled else "mean"
            note = f"{plural(len(some), 'episode')} with {how} actions repeated"
            notes.append(note + f", {inexact} of them but for rounding" * bool(inexact))
    return notes, problems


def _repeated(run: Run, episodes: list[dict[str, Any]], sampled: bool) -> tuple[list[str], int]:
    """Repeat recorded episodes; return what came out otherwise, and how many differ by rounding."""
    ids = sorted({row["species"] for row in episodes})
    evaluations = evaluate(
        run.task,
        run.space,
        [run.body(one) for one in ids],
        [run.train_state(one) for one in ids],
        1 + max(row["episode"] for row in episodes),
        episodes[0]["seed"],
        sampled,
    )
    found = dict(zip(ids, evaluations, strict=True))
    wrong, inexact = [], 0
    for row in episodes:
        species, episode, recorded = row["species"], row["episode"], row["total"]
        again = float(found[species].returns[episode])
        if not math.isclose(again, recorded, rel_tol=ROUNDING, abs_tol=ROUNDING):
            wrong.append(
                f"species {species}, episode {episode}: return {recorded} was recorded, "
                f"{again} came out"
            )
        inexact += again != recorded
    return wrong, inexact - len(wrong)
