"""The weights of a run on the disk: safetensors files that the record names, with their digests.

- ``generation-000012.safetensors``: the train states of a whole generation,
- ``checkpoint-000012-000030-000345.safetensors``: train states within generation 12 after update
  30, with the episodes in progress; the last number is the first species in it,
- ``species-000345.safetensors``: an eliminated species whose weights are kept, without optimiser
  state.

All hold the ids of their species, and stacked train states. Training runs of version 2 have
checkpoints called ``000030.safetensors``, without ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import Any

import jax
import numpy as np

from nge.errors import RunError, WeightsError
from nge.evolution.species import Species
from nge.evolution.train_job import Checkpoint
from nge.nets import weights
from nge.rl.rollout import Episode
from nge.rl.train_state import TrainState
from nge.runs import folder as files
from nge.runs.migrations import with_new_array_names
from nge.runs.store import Saved

OURS = re.compile(
    r"(?P<draft>\.)?((?P<kind>generation|species|checkpoint)-)?(?P<number>\d{6,})(-\d{6,}){0,2}"
    r"\.safetensors(?(draft)\.\d+)"
)
"""Names of weights, and of drafts of them (with a dot) that a killed process left."""
MEASURED = "measures."
Arrays = dict[str, np.ndarray]


class WeightStore:
    """The folder ``weights`` of a run."""

    def __init__(self, folder: Path, like: Callable[[], TrainState]) -> None:
        """Name the run's folder; ``like`` makes a train state of the right names and shapes."""
        self.folder, self._make = folder, like

    def save_generation(self, number: int, species: Sequence[Species]) -> Saved:
        train_states = [one.controller for one in species]
        return self._save(
            f"generation-{number:06d}", _stacked([one.id for one in species], train_states)
        )

    def save_checkpoints(self, generation: int, found: Mapping[int, Checkpoint]) -> Saved:
        states = list(found.values())
        arrays = _stacked(list(found), [state.train_state for state in states])
        arrays["updates"] = np.array([state.updates for state in states], np.int64)
        for row, state in enumerate(states):
            metrics = {name: np.array(value, float) for name, value in state.metrics.items()}
            arrays |= weights.under(f"in_progress.{row}", state.in_progress)
            arrays |= weights.under(f"metrics.{row}", metrics)
            arrays |= weights.under(f"ended.{row}", _columns(state.ended))
        name = f"checkpoint-{generation:06d}-{states[0].updates:06d}-{min(found):06d}"
        return self._save(name, arrays)

    def train_states(self, saved: Saved, ids: Sequence[int]) -> dict[int, TrainState]:
        """Return the train states of a file by species; ``ids`` for files that hold none."""
        ids, arrays = self._read_saved(saved, ids)
        return dict(zip(ids, self._apart(arrays), strict=True))

    def checkpoints(self, saved: Saved, ids: Sequence[int], updates: int) -> dict[int, Checkpoint]:
        """Return where the training of the species in a file stands.

        ``ids`` and ``updates`` are those of a file of version 2, which does not say them.
        """
        ids, arrays = self._read_saved(saved, ids)
        done = arrays.get("updates", np.full(len(ids), updates))
        found = {}
        for row, (id_, train_state) in enumerate(zip(ids, self._apart(arrays), strict=True)):
            metrics = weights.within(f"metrics.{row}", arrays)
            found[id_] = Checkpoint(
                int(done[row]),
                train_state,
                weights.within(f"in_progress.{row}", arrays),
                _episodes(weights.within(f"ended.{row}", arrays)),
                {name: float(value) for name, value in metrics.items()},
            )
        return found

    def bury(self, species: Species) -> str:
        """Save the weights of an eliminated species; return their digest."""
        named = weights.named(species.controller)
        remains = {name: array for name, array in named.items() if name not in _opt_state(named)}
        files.write(self.grave(species.id), weights.to_bytes(remains))
        return weights.digest_of(remains)

    def grave(self, species: int) -> Path:
        """Return the file of the weights of an eliminated species, if they are kept."""
        return self.folder / "weights" / f"species-{species:06d}.safetensors"

    def buried(self, species: int, digest: str | None) -> TrainState:
        """Return the kept train state of an eliminated species; check the digest, if any."""
        return self._filled(_read(self.grave(species), digest))

    def clear(
        self,
        named: Collection[str],
        generation: int,
        updates: int,
        graves: Collection[int] = (),
        born: int = 0,
    ) -> None:
        """Remove what this run wrote and neither the record names nor ``graves`` are to keep.

        It can have written files up to this generation, of version 2 up to so many updates, and
        graves of species before ``born``; others are not its own.
        """
        kept = {Path(name).name for name in named}
        last = {"generation": generation, "checkpoint": generation, "species": born - 1}
        for path in (self.folder / "weights").iterdir():
            if (name := OURS.fullmatch(path.name)) is None or path.name in kept:
                continue
            draft, kind, number = name["draft"], name["kind"], int(name["number"])
            needed = kind == "species" and number in graves and not draft
            if number <= last.get(kind, updates) and not needed:
                path.unlink()

    # --- inside -----------------------------------------------------------------------------

    def _save(self, name: str, arrays: Arrays) -> Saved:
        file = f"weights/{name}.safetensors"
        files.write(self.folder / file, weights.to_bytes(arrays))
        return Saved(file, weights.digest_of(arrays))

    def _read_saved(self, saved: Saved, ids: Sequence[int]) -> tuple[list[int], Arrays]:
        file = saved.file  # a damaged record can name anything
        if not (isinstance(file, str) and re.fullmatch(r"weights/[\w-]+\.safetensors", file)):
            record = self.folder / "record.sqlite"
            raise RunError(f"{record} is damaged: it names {file!r:.50} as weights")
        arrays = _read(self.folder / file, str(saved.digest))
        return arrays["species"].tolist() if "species" in arrays else list(ids), arrays

    def _apart(self, arrays: Arrays) -> list[TrainState]:
        stacked = weights.within("train_states", arrays)
        count = len(next(iter(stacked.values()), ()))
        return [
            self._filled({name: array[row] for name, array in stacked.items()})
            for row in range(count)
        ]

    @cached_property
    def _like(self) -> TrainState:
        return jax.tree.map(np.asarray, self._make())

    def _filled(self, arrays: Mapping[str, np.ndarray]) -> TrainState:
        """Return a train state with these arrays; without optimiser state where none is kept."""
        blank = weights.named(jax.tree.map(np.zeros_like, self._like))
        try:
            filled = weights.filled(self._like, {**_opt_state(blank), **arrays})
        except WeightsError as error:
            raise RunError(f"weights in {self.folder} cannot be used: {error}") from None
        return jax.tree.map(np.asarray, filled)


def _read(path: Path, digest: str | None) -> Arrays:
    """Return the arrays of a file, by their current names.

    The file must have the digest that the record names, if any.
    """
    try:
        arrays = weights.from_bytes(path.read_bytes())
    except FileNotFoundError:
        raise RunError(f"{path} is missing; put a copy in its place") from None
    except WeightsError as error:
        raise RunError(f"{path} is damaged: {error}; put a copy in its place") from None
    if digest is not None and weights.digest_of(arrays) != digest:
        raise RunError(f"{path} is not the file that the record names")
    return with_new_array_names(arrays)


def _stacked(ids: Sequence[int], train_states: Sequence[TrainState]) -> Arrays:
    named = [weights.named(train_state) for train_state in train_states]
    arrays = {name: np.stack([each[name] for each in named]) for name in named[0]}
    return weights.under("train_states", arrays) | {"species": np.array(ids, np.int64)}


def _opt_state(named: Mapping[str, np.ndarray]) -> Arrays:
    return {name: array for name, array in named.items() if name.startswith("opt_state.")}


def _columns(ended: Sequence[tuple[int, Episode]]) -> Arrays:
    """Return whole episodes as arrays, one for each thing known of them."""
    if not ended:
        return {}
    names = [field.name for field in fields(ended[0][1]) if field.name != "measures"]
    columns: dict[str, Any] = {n: [getattr(one, n) for _, one in ended] for n in names}
    columns["update"] = [update for update, _ in ended]
    for name in ended[0][1].measures:
        columns[MEASURED + name] = [one.measures[name] for _, one in ended]
    return {name: np.array(column) for name, column in columns.items()}


def _episodes(columns: Arrays) -> list[tuple[int, Episode]]:
    found = []
    for row in range(len(columns.get("update", ()))):
        known = {name: column[row].item() for name, column in columns.items()}
        update = known.pop("update")
        measures = {n: known.pop(n) for n in list(known) if n.startswith(MEASURED)}
        measures = {name.removeprefix(MEASURED): value for name, value in measures.items()}
        found.append((update, Episode(**known, measures=measures)))
    return found
