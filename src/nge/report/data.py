"""From a run to what the page shows: plain lists and dicts, the one contract with ``web/``.

``web/src/data.ts`` describes the same from the page's side; change them together, and ``FORMAT``
with them. Species are columns, one list per thing known of them, because a run has thousands.
Bodies share parts: most of a child's are its parent's, so ``parts`` holds every different part
once and a body names its own by number. What is drawn is rounded; attributes are exact, so that
the body file that the page offers is the body.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nge.body.body_plan import BodyPlan, PartPlan, Solid
from nge.body.graph import BodyGraph
from nge.body.kinds import kind_named
from nge.body.space import Attribute, Kind
from nge.evolution.flags import marks
from nge.evolution.methods import METHOD_REGISTRY
from nge.evolution.plan import Groups
from nge.physics.arena import Arena
from nge.physics.scenery import LIMBS, part_colour
from nge.report.numbers import thinned
from nge.report.statistics import window_means
from nge.runs.config import nearest_preset
from nge.runs.folder import reading
from nge.runs.reading import Snapshot, run_name, snapshot
from nge.runs.rows import flags_from, line_of, ranking
from nge.runs.run import Run
from nge.runs.store import Spent

FORMAT = 3
CURVE_POINTS = 60  # of the learning curve of a species, at most
SHOWN_OF_LINE = 8  # ancestors that the picture of the winner's line shows
CENSUS = ("topologies", "parts", "failed", "born", "skill", "proposed", "admitted", "refused")
LENGTH_DIGITS, TURN_DIGITS, FITNESS_DIGITS = 5, 4, 4  # decimals of what is only drawn


class Gatherer:
    """Reads a run repeatedly; rows that cannot change are read once."""

    def __init__(self, run: Run) -> None:
        """Gather from this run."""
        self.run = run
        self._bodies = Bodies(run.search.task.arena)

    def gather(self) -> dict[str, Any]:
        """Return all that the page needs to know, recorded episodes left out."""
        with reading(self.run.record.path):  # of an earlier version, whose rows are not checked
            return self._gathered()

    def _gathered(self) -> dict[str, Any]:
        run, bodies = self.run, self._bodies
        found = snapshot(run, known=len(bodies.rows))
        for species in sorted(found.bodies):
            bodies.add(found.bodies[species])
        topologies = _numbered(row["topology"] for row in found.species)
        operators = _numbered(row["operator"] for row in found.species)
        winner = self._winner(found)
        parents = {row["id"]: row["parent"] for row in found.species}
        line = [] if winner is None else line_of(winner, parents)
        return {
            "format": FORMAT,
            "run": about(run, _spent(found)),
            "kind": _kind(run.search.space.kind),
            "colours": COLOURS,
            "generations": [_generation(row, topologies) for row in found.generations],
            "topologies": list(topologies),
            "operators": list(operators),
            "species": _columns(found, topologies, operators),
            "learning": _learning(found),
            "parts": bodies.parts,
            "bodies": bodies.rows,
            "next_ids": bodies.next_ids,
            "winner": winner,
            "line": line,
            "shown": thinned(line, SHOWN_OF_LINE),
            "evaluations": evaluations(found.evaluations),
            "episodes": {},
        }

    def _winner(self, found: Snapshot) -> int | None:
        """Return who did best in fresh episodes, or else in training; None before the first."""
        ranked = ranking(found.evaluations, {k: row["fitness"] for k, row in found.last.items()})
        able = [one for one in ranked if found.last[one]["fitness"] is not None]
        # One that can still be shown in motion goes first.
        return next((one for one in able if self.run.keeps(one)), next(iter(able), None))


def generation_under_way(run: Run) -> dict[str, Any] | None:
    """Return the species that are being trained, with bodies of their own numbering; None if none.

    Between two generations nothing is trained.
    """
    (number, species), bodies = run.under_way(), Bodies(run.search.task.arena)
    if not species:
        return None
    for one in species:
        bodies.add(one.body)
    return {
        "format": FORMAT,
        "generation": number,
        "species": [
            {"id": one.id, "parent": one.parent, "operator": one.operator, "born": one.born}
            for one in species
        ],
        "colours": COLOURS,
        "parts": bodies.parts,
        "bodies": bodies.rows,
    }


class Bodies:
    """Bodies by number; a part that several have is there once."""

    def __init__(self, arena: Arena) -> None:
        """Begin with none; the arena says how a torso is turned at the start."""
        self._arena = arena
        self._known: dict[tuple, int] = {}
        self.parts: list[list[Any]] = []
        self.rows: list[list[int]] = []
        self.next_ids: list[int] = []

    def add(self, body: BodyGraph) -> None:
        """Add a body as the next."""
        plan = kind_named(body.kind).plan(body)
        row = []
        for number, (part, parent) in enumerate(zip(body.parts, body.parents, strict=True)):
            place = _start(plan, self._arena) if number == 0 else None
            drawn = (part.attributes, *_drawn(plan.parts[number], place))
            if drawn not in self._known:
                self._known[drawn] = len(self.parts)
                self.parts.append(list(drawn))
            origin, pair = (-1 if value is None else value for value in (part.origin, part.pair))
            row += [self._known[drawn], parent, part.id, origin, pair]
        self.rows.append(row)
        self.next_ids.append(body.next_id)


def about(run: Run, spent: Spent) -> dict[str, Any]:
    """Return what was run, with what, and how much of its budget is spent."""
    plan, task = run.plan, run.search.task
    preset, usual = nearest_preset(plan)  # what 'nge evolve --help' calls the defaults
    return {
        "name": run_name(run.folder),
        "task": plan.task,
        "task_about": task.about,
        "method": plan.method,
        "method_about": f"{METHOD_REGISTRY.named(plan.method).about} (preset {preset})",
        "seed": plan.seed,
        "size": plan.population.size,
        "steps_per_generation": run.steps_of(run.spent().generations),
        "settings": plan.model_dump(mode="json", exclude={"task", "method", "seed"}),
        "usual": usual.model_dump(mode="json", include=set(Groups.model_fields)),
        "limits": run.limits.model_dump(mode="json"),
        "done": run.search_limits.reached(spent.generations, spent.steps, spent.seconds),
        "spent": {
            "generations": spent.generations,
            "steps": spent.steps,
            "seconds": round(spent.seconds, 1),
        },
        "floor": task.arena.ground,
        "control_step": task.arena.control_step,
        "episode_steps": task.episode_steps,
        **run.about,
    }


def _spent(found: Snapshot) -> Spent:
    if not found.generations:
        return Spent()
    last = found.generations[-1]
    return Spent(len(found.generations), last["steps"], last["seconds"])


def _columns(
    found: Snapshot, topologies: dict[str, int], operators: dict[str, int]
) -> dict[str, list[Any]]:
    rows, last = found.species, found.last
    history: list[list[float | None]] = [[] for _ in rows]
    for species, fitness in found.scores:
        history[species].append(rounded(fitness))
    return {
        "born": [row["born"] for row in rows],
        "last": [last[row["id"]]["generation"] for row in rows],
        "parent": [-1 if row["parent"] is None else row["parent"] for row in rows],
        "operator": [operators[row["operator"]] for row in rows],
        "touched": [
            "" if row["parent"] is None else f"{row['added']}{row['removed']}{row['changed']}"
            for row in rows
        ],
        "predicted": [rounded(row["predicted"]) for row in rows],
        "inherited": [int(row["inherited"]) for row in rows],
        "topology": [topologies[row["topology"]] for row in rows],
        "history": history,
        "spread": [rounded(last[row["id"]]["spread"]) for row in rows],
        "episodes": [last[row["id"]]["episodes"] for row in rows],
        "failure": [last[row["id"]]["failure"] for row in rows],
        "flags": [_flags(last[row["id"]]) for row in rows],
    }


def _flags(score: dict[str, Any]) -> list[tuple[str, str]] | None:
    """Return name and meaning of the flags that are raised; None where they are unknown."""
    flags = flags_from(score)
    return None if flags is None else [(mark.name, mark.meaning) for mark in marks(flags)]


def _learning(found: Snapshot) -> dict[str, Any]:
    """Return the learning curve of every species, thinned to means of windows of updates."""
    longest = max(map(len, found.rewards.values()), default=0)
    window = max(1, -(-longest // CURVE_POINTS))
    curves = []
    for row in found.species:
        values = np.array(found.rewards.get(row["id"], []))[:, None]
        means = window_means(values, np.arange(0, len(values), window))
        curves.append([rounded(float(mean)) for mean in means.ravel()])
    return {"window": window, "curves": curves}


def _generation(row: dict[str, Any], topologies: dict[str, int]) -> dict[str, Any]:
    stats = row["census"]
    return {
        "number": row["number"],
        "steps": row["steps"],
        "seconds": round(row["seconds"], 1),
        "ended": row["ended"],
        "best": rounded(row["best"]),
        "best_species": row["best_species"],
        "quantiles": [rounded(value) for value in stats["quantiles"] or [None] * 5],
        "families": [[topologies[name], count] for name, count in stats["families"].items()],
        **{name: stats[name] for name in CENSUS},
    }


def evaluations(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one row per species and way to act: mean and spread over its episodes."""
    groups: dict[tuple[int, bool], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["species"], bool(row["sampled"])), []).append(row)
    found = []
    for (species, sampled), episodes in groups.items():
        totals = np.array([row["total"] for row in episodes])
        found.append(
            {
                "species": species,
                "sampled": sampled,
                "episodes": len(totals),
                "mean": rounded(float(totals.mean())),
                "spread": rounded(float(totals.std(ddof=1))) if len(totals) > 1 else 0.0,
                "speed": rounded(float(np.mean([row["speed"] for row in episodes]))),
            }
        )
    return found


def _kind(kind: Kind) -> dict[str, Any]:
    def described(attributes: Sequence[Attribute]) -> list[dict[str, Any]]:
        return [{"name": a.name, "unit": a.unit, "about": a.about} for a in attributes]

    return {"name": kind.name, "torso": described(kind.torso), "limb": described(kind.limb)}


# --- what is drawn ------------------------------------------------------------------------


def _drawn(part: PartPlan, start: tuple[float, ...] | None) -> tuple[tuple, tuple]:
    """Return where a part's frame is in its parent's, and the solids that are seen of it."""
    frame = (*part.position, *(start or part.rotation))
    solids = tuple(_solid(solid) for solid in part.solids if solid.visible)
    return _place(frame), solids


def _solid(solid: Solid) -> tuple:
    size = tuple(round(value, LENGTH_DIGITS) for value in solid.size)
    return (solid.shape.value, size, _place((*solid.position, *solid.rotation)))


def _place(frame: tuple[float, ...]) -> tuple[float, ...]:
    """Round a position and a quaternion; 0.0 takes the place of -0.0."""
    return (
        *(round(value, LENGTH_DIGITS) + 0.0 for value in frame[:3]),
        *(round(value, TURN_DIGITS) + 0.0 for value in frame[3:]),
    )


def _start(plan: BodyPlan, arena: Arena) -> tuple[float, ...]:
    """Return how the torso is turned at the start of an episode."""
    for joint in arena.root:
        angle = plan.start.get(joint.name, 0.0)
        if angle and not joint.slides:
            return (math.cos(angle / 2), *(math.sin(angle / 2) * axis for axis in joint.axis))
    return plan.parts[0].rotation


def _hex(colour: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(255 * value):02x}" for value in colour[:3])


COLOURS = [_hex(part_colour(row)) for row in range(1 + 3 * len(LIMBS))]
"""Of parts by id; after the last the limbs' come again."""


# --- small things -------------------------------------------------------------------------


def _numbered(values: Iterable[str]) -> dict[str, int]:
    """Return a number for each different value, in the order they come."""
    return {value: number for number, value in enumerate(dict.fromkeys(values))}


def rounded(value: float | None) -> float | None:
    """Return a number as the page shows it; None where there is none or it is not finite."""
    if value is None or not math.isfinite(value):
        return None
    return round(value, FITNESS_DIGITS)
