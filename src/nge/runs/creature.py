"""One species of a run for inspection: its body, ancestry, controller and picture.

It was evolved, or given and trained as it is. In a notebook, a creature that ends a cell shows
itself.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from nge.body.graph import BodyGraph
from nge.errors import PictureError, RunError
from nge.physics.rendering import STILL_SAMPLES, picture_bytes, still
from nge.rl.evaluation import Evaluation, episode_poses, evaluate
from nge.rl.train_state import TrainState
from nge.wording import plural

if TYPE_CHECKING:
    from nge.runs.run import Run

EPISODES = 8  # of a creature that the run did not evaluate
THUMBNAIL = (360, 270)
TOLD = ("id", "born", "parent", "operator", "fitness", "parts", "topology", "digest")
"""What a lineage says of each ancestor."""


class Creature:
    """A species of a run; what it needs is read when it is asked for."""

    def __init__(self, run: Run, species: int) -> None:
        """Name a species of a run, or say that it has none of this number."""
        self.run, self.id = run, species
        self.body: BodyGraph = run.body(species)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} of {self.run.folder}>"

    @cached_property
    def row(self) -> dict[str, Any]:
        """What the record knows of it, with its last score; see docs/metrics.md.

        Of a given species also how long it learned, and ``return``, the mean of its last whole
        episodes in training.
        """
        run = self.run
        [row] = run.species(self.id) or [{"id": self.id, "name": None}]
        if row["name"] is None:
            return row
        done = [one["number"] for one in run.updates(self.id)]
        updates, recent = max(done, default=0), run.recent_returns()[self.id]
        return row | {
            "updates": updates,
            "steps": run.plan.steps_after(updates),
            "return": float(np.mean(recent)) if recent else None,
        }

    @property
    def given(self) -> bool:
        """Whether its body was given, to be trained as it is."""
        return self.row["name"] is not None

    @property
    def trained(self) -> bool:
        """Whether its weights were kept."""
        return self.run.keeps(self.id)

    @cached_property
    def ancestors(self) -> list[Creature]:
        """Its ancestors, oldest first, itself last."""
        return [Creature(self.run, one) for one in self.run.lineage(self.id)]

    @property
    def name(self) -> str:
        row = self.row
        return f"{row['name']}, seed {row['seed']}" if self.given else f"species {self.id}"

    @property
    def title(self) -> str:
        """What a card calls it: its name, or its task and the search that found it."""
        plan = self.run.plan
        if self.given:
            return self.name
        return f"{plan.task.capitalize()} {self.id} of {plan.method}, seed {plan.seed}"

    @property
    def story(self) -> dict[str, str]:
        """What a card tells of how it came about."""
        row = self.row
        if self.given:
            return {
                "trained": f"policy {self.run.policy}, {plural(row['updates'], 'update')}, "
                f"{plural(row['steps'], 'control step')}"
            }
        return {
            "fitness": "failed in its last generation"
            if row["fitness"] is None
            else f"{row['fitness']:.4g} in its last generation, "
            f"{plural(row['episodes'], 'episode')} with sampled actions",
            "born": f"in generation {row['born']} by {row['operator']}, after "
            f"{plural(len(self.ancestors) - 1, 'mutation')}",
        }

    @property
    def decided(self) -> str:
        """What the settings of its run are to it."""
        if self.given:
            return "All that decided, with its seed, how it learned:"
        return "All that decided the search, and with its seed what it found:"

    @property
    def lineage(self) -> list[dict[str, Any]]:
        """What is told of its ancestors, oldest first, itself last; nothing of a given body."""
        if self.given:
            return []
        return [{name: one.row[name] for name in TOLD} for one in self.ancestors]

    @cached_property
    def train_state(self) -> TrainState:
        """Its controller as it was last saved."""
        return self.run.train_state(self.id)

    @cached_property
    def performance(self) -> tuple[int, Evaluation]:
        """Its fresh episodes in the record with mean actions, or new ones, and their seed."""
        run = self.run
        rows = [r for r in run.evaluations() if r["species"] == self.id and not r["sampled"]]
        if rows:
            columns = (("total", float), ("length", np.int64), ("speed", float))
            totals, lengths, speeds = (np.array([r[n] for r in rows], t) for n, t in columns)
            reasons = tuple(row["reason"] for row in rows)
            return rows[0]["seed"], Evaluation(totals, lengths, reasons, speeds)
        [done] = evaluate(run.task, run.space, [self.body], [self.train_state], EPISODES)
        return 0, done

    def poses(self, seed: int = 0) -> np.ndarray:
        """Return its pose before and after every control step of an episode. [T + 1, Q]"""
        run = self.run
        return episode_poses(run.task, run.space, self.body, self.train_state, seed)[0]

    def picture(self, width: int = 640, height: int = 480, view: str | None = None) -> np.ndarray:
        """Return a picture of its body at the start of an episode."""
        return still(self.body, self.run.task.arena, None, width, height, STILL_SAMPLES, view)

    def _repr_html_(self) -> str:
        """Show itself in a notebook: on its stage, and what is known of it."""
        row = self.row
        fitness = "failed" if row["fitness"] is None else f"fitness {row['fitness']:.2f}"
        lines = (
            f"<b>{html.escape(self.name)}</b> of {html.escape(self.run.folder.name)}",
            html.escape(self.run.title),
            f"{fitness}, {plural(row['parts'], 'part')}",
            *(html.escape(f"{key} {text}") for key, text in self.story.items() if key != "fitness"),
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
