"""From a run to what the page shows, as ``schema`` describes it.

Bodies share parts: most of a child's are its parent's, so ``parts`` holds every different part
once and a body names its own by number. What is drawn is rounded; attributes are exact, so that
the body file that the page offers is the body.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
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
from nge.report import schema
from nge.report.curves import reward_curves, update_lines
from nge.report.numbers import rounded, thinned
from nge.report.schema import FORMAT
from nge.runs.config import nearest_preset
from nge.runs.folder import reading
from nge.runs.reading import Snapshot, run_name, snapshot
from nge.runs.rows import flags_from, line_of, ranking
from nge.runs.run import Run

SHOWN_OF_LINE = 8  # ancestors that the picture of the winner's line shows
TRAINING = "given bodies are trained as they are"
UNSCORED = {"spread": None, "episodes": 0, "failure": "", "pressed": None}
"""What is known of a species that is being trained in place of its score."""
LENGTH_DIGITS, TURN_DIGITS = 5, 4  # decimals of what is only drawn


class Gatherer:
    """Reads a run repeatedly; rows that cannot change are read once."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._bodies = Bodies(run.search.task.arena)

    def gather(self) -> schema.RunData:
        """Return all that the page needs to know, recorded episodes left out."""
        run, bodies = self.run, self._bodies
        with reading(run.record.path):  # of an earlier version, whose rows are not checked
            found = snapshot(run, known=len(bodies.rows))
            for species in sorted(found.bodies):
                bodies.add(found.bodies[species])
            topologies = _numbered(row["topology"] for row in found.species)
            operators = _numbered(row["operator"] for row in found.species)
            recent = run.recent_returns()
            ranked = _ranked(found, recent)
            winner = self._winner(found, ranked)
            parents = {row["id"]: row["parent"] for row in found.species}
            line = [] if winner is None else line_of(winner, parents)
            return {
                "format": FORMAT,
                "run": about(run),
                "kind": _kind(run.search.space.kind),
                "colours": COLOURS,
                "generations": [_generation(row, topologies) for row in found.generations],
                "topologies": list(topologies),
                "operators": list(operators),
                "species": _columns(found, recent, topologies, operators),
                "learning": reward_curves(found),
                "updates": update_lines(run, found),
                "parts": bodies.parts,
                "bodies": bodies.rows,
                "next_ids": bodies.next_ids,
                "ranked": ranked,
                "winner": winner,
                "line": line,
                "shown": thinned(line, SHOWN_OF_LINE),
                "evaluations": _evaluations(found.evaluations),
                "episodes": {},
            }

    def _winner(self, found: Snapshot, ranked: Sequence[int]) -> int | None:
        """Return the best that was given or has a fitness; None before the first generation."""
        fitness = {id_: score["fitness"] for id_, score in found.last.items()}
        given = {row["id"] for row in found.species if row["name"] is not None}
        able = [one for one in ranked if one in given or fitness[one] is not None]
        kept = self.run.kept(able)  # one that can still be shown in motion goes first
        return next((one for one in able if one in kept), next(iter(able), None))


def generation_under_way(run: Run) -> schema.GenerationUnderWay | None:
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
        self.parts: list[schema.PartRow] = []
        self.rows: list[list[int]] = []
        self.next_ids: list[int] = []

    def add(self, body: BodyGraph) -> None:
        plan = kind_named(body.kind).plan(body)
        row = []
        for number, (part, parent) in enumerate(zip(body.parts, body.parents, strict=True)):
            place = _start(plan, self._arena) if number == 0 else None
            frame, solids = _drawn(plan.parts[number], place)
            drawn = (part.attributes, frame, solids)
            if drawn not in self._known:
                self._known[drawn] = len(self.parts)
                self.parts.append((list(part.attributes), frame, list(solids)))
            origin, pair = (-1 if value is None else value for value in (part.origin, part.pair))
            row += [self._known[drawn], parent, part.id, origin, pair]
        self.rows.append(row)
        self.next_ids.append(body.next_id)


def about(run: Run) -> schema.AboutRun:
    """Return what was run, with what, and how much of its budget is spent."""
    plan, task, spent = run.plan, run.task, run.spent()
    trains = plan.trains_only
    preset, usual = nearest_preset(plan)  # what the help of its command calls the defaults
    groups = set(Groups.model_fields) & set(type(usual).model_fields)
    if task.difficulty is None:  # there is no terrain, so the settings of worlds say nothing
        groups.discard("world")
    method = TRAINING if trains else METHOD_REGISTRY.named(plan.method).about
    return {
        "name": run_name(run.folder),
        "title": run.title,
        "task": plan.task,
        "task_about": task.about,
        "method": plan.method,
        "method_about": f"{method} (preset {preset})",
        "policy": run.policy,
        "seed": plan.seed,
        "size": len(run.species()) if trains else plan.population.size,
        "steps_per_generation": run.steps_of(spent.generations),
        "settings": plan.model_dump(mode="json", include=groups),
        "usual": usual.model_dump(mode="json", include=groups),
        "limits": limits_of(run),
        "done": run.done,
        "checkpoint": min(row["updates"] for row in run.checkpoint_rows()) if trains else None,
        "spent": {
            "generations": spent.generations,
            "updates": spent.updates,
            "steps": spent.steps,
            "seconds": round(spent.seconds, 1),
        },
        "floor": task.arena.ground,
        "command": run.about["command"],
        "started": run.about["started"],
        "versions": run.about["versions"],
        "machine": run.about["machine"],
    }


def limits_of(run: Run) -> schema.RunLimits:
    """Return when a run is done."""
    limits, steps = run.limits, run.limits.max_steps
    trains = run.plan.trains_only
    return {
        "max_generations": 1 if trains else run.search_limits.max_generations,
        "updates": run.updates_of(0) if trains else None,
        "max_steps": steps * len(run.species()) if trains and steps else steps,
        "max_hours": limits.max_hours,
    }


def _ranked(found: Snapshot, recent: Mapping[int, Sequence[float]]) -> list[int]:
    """Return all species, best first: in fresh episodes, else by fitness, else in training."""
    last = {id_: float(np.mean(some)) if some else None for id_, some in recent.items()}
    fitness = {id_: score["fitness"] for id_, score in found.last.items()}
    return ranking(found.evaluations, last | fitness)


def _columns(
    found: Snapshot,
    recent: Mapping[int, Sequence[float]],
    topologies: dict[str, int],
    operators: dict[str, int],
) -> schema.SpeciesColumns:
    rows = found.species
    history: list[list[float | None]] = [[] for _ in rows]
    for species, fitness in found.scores:
        history[species].append(rounded(fitness))
    last = [found.last.get(row["id"], UNSCORED | {"generation": row["born"]}) for row in rows]
    returns = [recent.get(row["id"], ()) for row in rows]
    return {
        "name": [row["name"] for row in rows],
        "seed": [row["seed"] for row in rows],
        "born": [row["born"] for row in rows],
        "last": [score["generation"] for score in last],
        "parent": [-1 if row["parent"] is None else row["parent"] for row in rows],
        "operator": [operators[row["operator"]] for row in rows],
        "touched": [
            "" if row["parent"] is None else f"{row['added']}{row['removed']}{row['changed']}"
            for row in rows
        ],
        "predicted": [rounded(row["predicted"]) for row in rows],
        "topology": [topologies[row["topology"]] for row in rows],
        "history": history,
        "spread": [rounded(score["spread"]) for score in last],
        "episodes": [score["episodes"] for score in last],
        "failure": [score["failure"] for score in last],
        "flags": [_flags(score) for score in last],
        "recent_return": [rounded(float(np.mean(some))) if some else None for some in returns],
        "recent_episodes": [len(some) for some in returns],
    }


def _flags(score: Mapping[str, Any]) -> list[schema.Flag] | None:
    """Return name and meaning of the flags that are raised; None where they are unknown."""
    flags = flags_from(score)
    return None if flags is None else [(mark.name, mark.meaning) for mark in marks(flags)]


def _generation(row: dict[str, Any], topologies: dict[str, int]) -> schema.GenerationRow:
    stats = row["stats"]
    return {
        "number": row["number"],
        "steps": row["steps"],
        "seconds": round(row["seconds"], 1),
        "best": rounded(row["best"]),
        "quantiles": [rounded(value) for value in stats["quantiles"] or [None] * 5],
        "families": [(topologies[name], count) for name, count in stats["families"].items()],
        "topologies": stats["topologies"],
        "skill": stats["skill"],
        "proposed": stats["proposed"],
        "refused": stats["refused"],
    }


def _evaluations(rows: Iterable[dict[str, Any]]) -> list[schema.Evaluated]:
    """Return one row per species and way to act: mean and spread over its episodes."""
    groups: dict[tuple[int, bool], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["species"], bool(row["sampled"])), []).append(row)
    found: list[schema.Evaluated] = []
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


def _kind(kind: Kind) -> schema.KindInfo:
    def described(attributes: Sequence[Attribute]) -> list[schema.AttributeInfo]:
        return [{"name": a.name, "unit": a.unit, "about": a.about} for a in attributes]

    return {"name": kind.name, "torso": described(kind.torso), "limb": described(kind.limb)}


# --- what is drawn ------------------------------------------------------------------------


def _drawn(
    part: PartPlan, start: tuple[float, ...] | None
) -> tuple[schema.Frame, tuple[schema.Solid, ...]]:
    """Return where a part's frame is in its parent's, and the solids that are seen of it."""
    frame = (*part.position, *(start or part.rotation))
    solids = tuple(_solid(solid) for solid in part.solids if solid.visible)
    return _place(frame), solids


def _solid(solid: Solid) -> schema.Solid:
    size = tuple(round(value, LENGTH_DIGITS) for value in solid.size)
    return (solid.shape.value, size, _place((*solid.position, *solid.rotation)))


def _place(frame: tuple[float, ...]) -> schema.Frame:
    """Round a position and a quaternion; 0.0 takes the place of -0.0."""
    x, y, z = (round(value, LENGTH_DIGITS) + 0.0 for value in frame[:3])
    w, i, j, k = (round(value, TURN_DIGITS) + 0.0 for value in frame[3:])
    return (x, y, z, w, i, j, k)


def _start(plan: BodyPlan, arena: Arena) -> tuple[float, ...]:
    """Return how the torso is turned at the start of an episode."""
    for joint in arena.root:
        angle = plan.start.get(joint.name, 0.0)
        if angle and not joint.slides:
            return (math.cos(angle / 2), *(math.sin(angle / 2) * axis for axis in joint.axis))
    return plan.parts[0].rotation


COLOURS = [
    "#" + "".join(f"{round(255 * value):02x}" for value in part_colour(row)[:3])
    for row in range(1 + 3 * len(LIMBS))
]
"""Of parts by id; after the last the limbs' come again."""


def _numbered(values: Iterable[str]) -> dict[str, int]:
    """Return a number for each different value, in the order they come."""
    return {value: number for number, value in enumerate(dict.fromkeys(values))}
