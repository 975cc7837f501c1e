"""The data of the pages: the one contract between Python and ``web/``.

``web/generate_types.py`` writes ``web/src/schema.ts`` from this file, by ``make web``. ``FORMAT``
is raised with every change. Species are columns, one list per thing known of them, because a run
has thousands.
"""

from __future__ import annotations

from typing import Literal, TypedDict

FORMAT = 5

Numbers = list[float | None]
"""None where a number is unknown or not finite."""
Frame = tuple[float, float, float, float, float, float, float]
"""Position and quaternion (w, x, y, z)."""
Shape = Literal["ellipsoid", "capsule", "box", "sphere"]
Solid = tuple[Shape, tuple[float, ...], Frame]
"""Shape, size and place."""
PartRow = tuple[list[float], Frame, list[Solid]]
"""Attributes, the part's frame in its parent's, and the solids that are seen of it."""
Flag = tuple[str, str]
"""A sign that fitness comes from the simulation or presses against a bound: name and meaning."""


# --- bodies and how they move -----------------------------------------------------------------


class SharedBodies(TypedDict):
    """Bodies by number; they share their parts."""

    colours: list[str]
    """Of parts by id; after the last the limbs' come again."""
    parts: list[PartRow]
    bodies: list[list[int]]
    """Five numbers for each part: its row in ``parts``, the row of its parent in the body, its id,
    the id it was copied from and the id of its mirror image, -1 where there is none."""


class Surface(TypedDict):
    """Heights over a grid."""

    x: list[float]
    y: list[float]
    z: list[list[float]]
    """Rows along y, in m."""


class DrawnTerrain(TypedDict):
    """What lies on the ground or instead of it."""

    floor: float
    """Height of the flat ground around it, in m."""
    boxes: list[Solid]
    surface: Surface | None


class RecordedEpisode(TypedDict):
    """A recorded episode; see ``episodes`` for how frames are packed."""

    fps: float
    parts: int
    """Parts of the body and objects of the world, all of which have frames, in this order."""
    step: float
    """Unit of positions, in m."""
    turn_step: float
    """Unit of quaternions."""
    frames: list[int]
    terrain: DrawnTerrain | None
    objects: list[Solid]


class CreatureData(SharedBodies):
    """A creature in a notebook."""

    format: int
    label: str
    floor: bool
    episode: RecordedEpisode | None
    still: str
    """Why it is at rest."""


# --- a run ------------------------------------------------------------------------------------


class RunLimits(TypedDict):
    """When a run is done; None where that is no limit."""

    max_generations: int | None
    updates: int | None
    """Of each species, where given bodies are trained."""
    max_steps: int | None
    """Control steps of all species together."""
    max_hours: float | None


class SpentBudget(TypedDict):
    """How much of its budget a run has used."""

    generations: int
    updates: int
    """That every species has done, where given bodies are trained."""
    steps: int
    """Control steps of all species together."""
    seconds: float


class AboutRun(TypedDict):
    """What was run, with what, and how far it has come."""

    name: str
    title: str
    task: str
    task_about: str
    method: str
    method_about: str
    policy: str
    seed: int
    size: int
    """Species of a generation."""
    steps_per_generation: int
    settings: dict[str, dict[str, object]]
    usual: dict[str, dict[str, object]]
    """The settings that the nearest preset has."""
    limits: RunLimits
    done: bool
    checkpoint: int | None
    """Updates that every species has at its last checkpoint; None in a search."""
    spent: SpentBudget
    floor: bool
    command: str
    started: str
    versions: dict[str, str]
    machine: dict[str, str | int]


class AttributeInfo(TypedDict):
    """An attribute of a part."""

    name: str
    unit: str
    about: str


class KindInfo(TypedDict):
    """A kind of body."""

    name: str
    torso: list[AttributeInfo]
    limb: list[AttributeInfo]


class GenerationRow(TypedDict):
    """A generation that is done."""

    number: int
    steps: int
    seconds: float
    best: float | None
    quantiles: Numbers
    families: list[tuple[int, int]]
    """Topology and how many species have it."""
    topologies: int
    skill: float | None
    proposed: dict[str, int]
    refused: dict[str, int]


class SpeciesColumns(TypedDict):
    """What is known of every species, by id."""

    name: list[str | None]
    """Of a body that is trained as it is, with the seed it learns with."""
    seed: list[int | None]
    born: list[int]
    last: list[int]
    parent: list[int]
    operator: list[int]
    touched: list[str]
    """Parts that were added, removed and changed, as JSON lists one after the other."""
    predicted: Numbers
    topology: list[int]
    history: list[Numbers]
    """Fitness by generation."""
    spread: Numbers
    episodes: list[int]
    failure: list[str]
    flags: list[list[Flag] | None]
    """None where they were not measured."""
    recent_return: Numbers
    """Mean of the last whole episodes of training, where given bodies are trained."""
    recent_episodes: list[int]


class RewardCurves(TypedDict):
    """Mean reward of a control step by species, each point the mean of ``window`` updates."""

    window: int
    curves: list[Numbers]


class Band(TypedDict):
    """A number over updates: the middle of some seeds, the lowest and the highest of several."""

    middle: Numbers
    low: Numbers
    high: Numbers


class BodyLine(TypedDict):
    """What the updates of a body brought, over its seeds."""

    name: str
    species: list[int]
    numbers: dict[str, Band]


class UpdateLines(TypedDict):
    """Numbers of the updates of given bodies; each point is the mean of ``window`` updates."""

    window: int
    axes: dict[str, list[float]]
    lines: list[BodyLine]


class Evaluated(TypedDict):
    """What a species did in fresh episodes."""

    species: int
    sampled: bool
    episodes: int
    mean: float | None
    spread: float | None
    speed: float | None


class RunData(SharedBodies):
    """All that the page of a run shows."""

    format: int
    run: AboutRun
    kind: KindInfo
    generations: list[GenerationRow]
    topologies: list[str]
    operators: list[str]
    species: SpeciesColumns
    learning: RewardCurves
    updates: UpdateLines
    next_ids: list[int]
    ranked: list[int]
    """All species, the best first."""
    winner: int | None
    line: list[int]
    """The winner and its ancestors, the oldest first."""
    shown: list[int]
    """Some of them."""
    evaluations: list[Evaluated]
    episodes: dict[int, RecordedEpisode]


# --- runs on a server -------------------------------------------------------------------------


class SpeciesUnderWay(TypedDict):
    """A species that is being trained."""

    id: int
    parent: int | None
    operator: str
    born: int


class GenerationUnderWay(SharedBodies):
    """The generation that is being trained; species in the order of their bodies."""

    format: int
    generation: int
    species: list[SpeciesUnderWay]


class Working(TypedDict, total=False):
    """What the process at work says of itself."""

    process: int
    doing: str
    generation: int
    update: int
    """Updates of the generation that are done, counted for the species with the most to do."""
    updates: int
    """Updates of the species that makes the most."""
    steps: int
    """Control steps of the generation since this process began it."""
    of: int
    began: float
    now: float
    memory: int
    rewards: dict[int, Numbers]
    """Of a search: the rewards of the species in training, by update."""


class RunState(TypedDict):
    """Where a run stands."""

    limits: RunLimits
    done: bool
    working: Working | None
    stopping: bool


class WatchedState(RunState):
    """Where the run that a page shows stands."""

    folder: str
    """As a shell takes it."""
    mark: list[str | int]
    """Changes whenever the page has more to tell."""
    alone: bool
    """Whether only this run is served."""
    may_stop: bool
    """Whether this browser brought the token."""


class Gone(TypedDict):
    """A run that cannot be read now."""

    gone: str


class ListedRun(RunState):
    """A run in the list of runs."""

    name: str
    started: str
    what: str
    unit: str
    count: int
    goal: int | None
    seconds: float
    best: float | None
    curve: Numbers


class DamagedRun(TypedDict):
    """A folder that cannot be read."""

    name: str
    problem: str


class ListedSweep(TypedDict):
    """The sweep that listed runs belong to."""

    about: str
    states: dict[str, int]
    """How many runs are waiting, running, stopped, done and failed."""
    steps: int
    planned: int
    """Control steps of all runs at the end."""
    failures: dict[str, str]
    """Why runs failed, by name."""


# --- a comparison of runs ---------------------------------------------------------------------


class ComparedLine(Band):
    """A curve over seeds with its 95 % interval."""

    at: list[float]


class ComparedEnd(TypedDict):
    """Where the seeds of a group ended, with the 95 % interval of their middle."""

    seeds: Numbers
    middle: float | None
    low: float | None
    high: float | None


class ComparedGroup(TypedDict):
    """Runs that differ only in their seeds."""

    name: str
    runs: list[str]
    curves: dict[str, dict[str, ComparedLine]]
    """By which fitness and against what."""
    ends: dict[str, ComparedEnd]


class ComparedData(TypedDict):
    """All that the page of a comparison shows."""

    format: int
    task: str
    about: str
    budget: str
    notes: list[str]
    curves: tuple[str, ...]
    axes: tuple[str, ...]
    groups: list[ComparedGroup]
    group_table: list[tuple[str, ...]]
    group_notes: list[str]
    run_table: list[tuple[str, ...]]
