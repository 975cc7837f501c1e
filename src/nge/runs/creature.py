"""One species of a run, to be looked at: its body, its story, its controller, a picture.

A ``Creature`` was evolved, a ``Trained`` one is a fixed body that learned. In a notebook, a
creature that ends a cell shows itself.
"""

from __future__ import annotations

import base64
import html
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from nge.body.graph import BodyGraph
from nge.control.agent import Learner
from nge.control.evaluate import Evaluation, episode_poses, evaluate
from nge.errors import PictureError, RunError
from nge.physics.render import STILL_SAMPLES, picture_bytes, still
from nge.wording import plural

if TYPE_CHECKING:
    from nge.runs.run import Run
    from nge.runs.training import TrainingRun

EPISODES = 8  # of a creature that the run did not evaluate
THUMBNAIL = (360, 270)
TOLD = ("id", "born", "parent", "operator", "fitness", "parts", "topology", "digest")
"""What a lineage says of each ancestor."""


class Performance(NamedTuple):
    """Whole episodes of a creature with mean actions, and the seed of their starts."""

    seed: int
    done: Evaluation


class Performer(ABC):
    """A species of a run of any kind; what it needs is read when it is asked for."""

    run: Run | TrainingRun
    decided: ClassVar[str]
    """What the settings of its run are to it."""

    def __init__(self, run: Run | TrainingRun, species: int) -> None:
        """Name a species of a run, or say that it has none of this number."""
        self.run, self.id = run, species
        self.body: BodyGraph = run.body(species)

    def __repr__(self) -> str:
        """Name it and where it is from."""
        return f"<{type(self).__name__} {self.id} of {self.run.folder}>"

    @property
    @abstractmethod
    def row(self) -> dict[str, Any]:
        """What the record knows of it."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What a card calls it."""

    @property
    @abstractmethod
    def story(self) -> dict[str, str]:
        """What a card tells of how it came about."""

    @property
    @abstractmethod
    def lineage(self) -> list[dict[str, Any]]:
        """What is told of its ancestors, oldest first, itself last; nothing if it has none."""

    @abstractmethod
    def _recorded(self) -> Sequence[dict[str, Any]]:
        """Return the fresh episodes in the record with mean actions, as it is now."""

    @cached_property
    def learner(self) -> Learner:
        """Its controller as it was when it last lived."""
        return self.run.learner(self.id)

    @cached_property
    def performance(self) -> Performance:
        """Its fresh episodes in the record, or new ones."""
        if rows := self._recorded():
            columns = (("total", float), ("length", np.int64), ("speed", float))
            totals, lengths, speeds = (np.array([r[n] for r in rows], t) for n, t in columns)
            reasons = tuple(row["reason"] for row in rows)
            return Performance(rows[0]["seed"], Evaluation(totals, lengths, reasons, speeds))
        run = self.run
        [done] = evaluate(run.task, run.space, [self.body], [self.learner], EPISODES)
        return Performance(0, done)

    def poses(self, seed: int = 0) -> np.ndarray:
        """Return its pose before and after every control step of an episode. [T + 1, Q]"""
        run = self.run
        return episode_poses(run.task, run.space, self.body, self.learner, seed)[0]

    def picture(self, width: int = 640, height: int = 480, view: str | None = None) -> np.ndarray:
        """Return a picture of its body at the start of an episode."""
        return still(self.body, self.run.task.arena, None, width, height, STILL_SAMPLES, view)


class Creature(Performer):
    """A species that was evolved."""

    run: Run
    decided = "All that decided the search, and with its seed what it found:"

    @cached_property
    def row(self) -> dict[str, Any]:
        """What the record knows of it, with its last score; see docs/metrics.md."""
        [row] = self.run.species(self.id)
        return row

    @property
    def trained(self) -> bool:
        """Whether its weights were kept."""
        return self.run.keeps(self.id)

    @cached_property
    def ancestors(self) -> list[Creature]:
        """Its ancestors, oldest first, itself last."""
        return [Creature(self.run, one) for one in self.run.lineage(self.id)]

    @property
    def title(self) -> str:
        """Its task, its number and the search that found it."""
        plan = self.run.plan
        return f"{plan.task.capitalize()} {self.id} of {plan.method}, seed {plan.seed}"

    @property
    def story(self) -> dict[str, str]:
        """How fit it was and how it was born."""
        row = self.row
        return {
            "fitness": "failed in its last generation"
            if row["fitness"] is None
            else f"{row['fitness']:.4g} in its last generation, "
            f"{plural(row['episodes'], 'episode')} with sampled actions",
            "born": f"generation {row['born']} by {row['operator']}, after "
            f"{plural(len(self.ancestors) - 1, 'mutation')}",
        }

    @property
    def lineage(self) -> list[dict[str, Any]]:
        """What is told of its ancestors, oldest first, itself last."""
        return [{name: one.row[name] for name in TOLD} for one in self.ancestors]

    def _recorded(self) -> Sequence[dict[str, Any]]:
        """Return its episodes of the last generation."""
        last = self.run.spent().generations - 1
        return [
            row
            for row in self.run.evaluations(last)
            if row["species"] == self.id and not row["sampled"]
        ]

    def _repr_html_(self) -> str:
        """Show itself in a notebook: on its stage, and what is known of it."""
        row, plan = self.row, self.run.plan
        fitness = "failed" if row["fitness"] is None else f"fitness {row['fitness']:.2f}"
        lines = (
            f"<b>species {self.id}</b> of {html.escape(self.run.folder.name)}",
            f"{html.escape(plan.task)}, {html.escape(plan.method)}, seed {plan.seed}",
            f"{fitness}, {plural(row['parts'], 'part')}",
            f"born in generation {row['born']} by {html.escape(row['operator'])}, "
            f"after {plural(len(self.ancestors) - 1, 'mutation')}",
        )
        return f'<figure style="margin:0">{self.stage()}<p>{"<br>".join(lines)}</p></figure>'

    def image(self) -> str:
        """Return its picture as HTML, or why there is none."""
        try:
            data = picture_bytes(self.picture(*THUMBNAIL))
        except PictureError as error:
            return f"<p>no picture: {html.escape(str(error))}</p>"
        text = base64.b64encode(data).decode()
        size = 'width="{}" height="{}"'.format(*THUMBNAIL)
        return f'<img alt="species {self.id}" {size} src="data:image/png;base64,{text}">'

    stage: ClassVar[Callable[[Creature], str]] = image
    """What a notebook shows of its body: a picture, or what ``nge/__init__.py`` puts here."""


class Trained(Performer):
    """A fixed body that learned to move."""

    run: TrainingRun
    decided = "All that decided, with its seed, how it learned:"

    @cached_property
    def row(self) -> dict[str, Any]:
        """Who it is and how far it has come; ``return`` is that of its last whole episodes."""
        run, trainee, checkpoint = self.run, self.run.trainees[self.id], self.run.checkpoint()
        updates, recent = checkpoint.number if checkpoint else 0, run.recent_returns()[self.id]
        return {
            "id": self.id,
            "body": trainee.name,
            "seed": trainee.seed,
            "updates": updates,
            "steps": run.plan.steps(updates),
            "return": float(np.mean(recent)) if recent else None,
            "parts": len(self.body),
            "topology": self.body.topology,
            "digest": self.body.digest,
        }

    @property
    def title(self) -> str:
        """Its body and its seed."""
        return str(self.run.trainees[self.id])

    @property
    def story(self) -> dict[str, str]:
        """How long it learned."""
        row = self.row
        return {
            "trained": f"policy {self.run.plan.policy}, {plural(row['updates'], 'update')}, "
            f"{plural(row['steps'], 'control step')}"
        }

    @property
    def lineage(self) -> list[dict[str, Any]]:
        """It has no ancestors."""
        return []

    def _recorded(self) -> Sequence[dict[str, Any]]:
        """Return its episodes after the last checkpoint."""
        rows = self.run.evaluations()
        return [row for row in rows if row["species"] == self.id and not row["sampled"]]


def chosen(run: Run | TrainingRun, which: str) -> Performer:
    """Return the creature that is meant by ``best`` or by a number."""
    if which != "best" and not which.isdecimal():
        raise RunError(f"there is no species {which!r}; give 'best' or a number")
    return run.creature(None if which == "best" else int(which))
