"""One species of a run, to be looked at: its body, its story, its controller, a picture.

In a notebook, a creature that ends a cell shows itself.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from nge.body.graph import BodyGraph
from nge.control.agent import Learner
from nge.control.evaluate import Evaluation, episode_poses, evaluate
from nge.errors import PictureError, RunError
from nge.physics.render import picture_bytes, still

if TYPE_CHECKING:
    from nge.runs.run import Run

EPISODES = 8  # of a creature that the run did not evaluate
THUMBNAIL = (360, 270)


class Performance(NamedTuple):
    """Whole episodes of a creature with mean actions, and the seed of their starts."""

    seed: int
    done: Evaluation


class Creature:
    """A species of a run; what it needs is read when it is asked for."""

    def __init__(self, run: Run, species: int) -> None:
        """Name a species of a run, or say that it has none of this number."""
        self.run, self.id = run, species
        self.body: BodyGraph = run.body(species)

    def __repr__(self) -> str:
        """Name it and where it is from."""
        return f"<Creature {self.id} of {self.run.folder}>"

    @cached_property
    def row(self) -> dict[str, Any]:
        """What the record knows of it, with its last score; see docs/metrics.md."""
        [row] = self.run.species(self.id)
        return row

    @cached_property
    def learner(self) -> Learner:
        """Its controller as it was when it last lived."""
        return self.run.learner(self.id)

    @property
    def trained(self) -> bool:
        """Whether its weights were kept."""
        return self.run.keeps(self.id)

    @cached_property
    def ancestors(self) -> list[Creature]:
        """Its ancestors, oldest first, itself last."""
        return [Creature(self.run, one) for one in self.run.lineage(self.id)]

    @cached_property
    def performance(self) -> Performance:
        """Its fresh episodes in the record of the last generation, or new ones."""
        last = self.run.spent().generations - 1
        rows = [
            row
            for row in self.run.evaluations(last)
            if row["species"] == self.id and not row["sampled"]
        ]
        if rows:
            columns = (("total", float), ("length", np.int64), ("speed", float))
            totals, lengths, speeds = (np.array([r[n] for r in rows], t) for n, t in columns)
            reasons = tuple(row["reason"] for row in rows)
            return Performance(rows[0]["seed"], Evaluation(totals, lengths, reasons, speeds))
        search = self.run.search
        [done] = evaluate(search.task, search.space, [self.body], [self.learner], EPISODES)
        return Performance(0, done)

    def poses(self, seed: int = 0) -> np.ndarray:
        """Return its pose before and after every control step of an episode. [T + 1, Q]"""
        search = self.run.search
        return episode_poses(search.task, search.space, self.body, self.learner, seed)[0]

    def picture(self, width: int = 640, height: int = 480) -> np.ndarray:
        """Return a picture of its body at the start of an episode."""
        return still(self.body, self.run.search.task.arena, None, width, height)

    def _repr_html_(self) -> str:
        """Show itself in a notebook: on its stage, and what is known of it."""
        row, plan = self.row, self.run.plan
        fitness = "failed" if row["fitness"] is None else f"fitness {row['fitness']:.2f}"
        lines = (
            f"<b>species {self.id}</b> of {html.escape(self.run.folder.name)}",
            f"{html.escape(plan.task)}, {html.escape(plan.method)}, seed {plan.seed}",
            f"{fitness}, {row['parts']} parts",
            f"born in generation {row['born']} by {html.escape(row['operator'])}, "
            f"after {len(self.ancestors) - 1} mutations",
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


def chosen(run: Run, which: str) -> Creature:
    """Return the creature that is meant by ``best`` or by a number."""
    if which != "best" and not which.isdecimal():
        raise RunError(f"there is no species {which!r}; give 'best' or a number")
    return run.creature(None if which == "best" else int(which))
