"""Policy Sharing: the weights that a species begins a generation with.

A child inherits its parent's whole train state, but the optimiser's moments: policy, critic,
observation and return statistics, learning rate. Baselines start from random weights instead, or
only where the tree of parts changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import jax
import numpy as np

from nge.evolution.search_settings import InheritanceSettings
from nge.evolution.species import Species
from nge.rl.train_state import TrainState

NewTrainState = Callable[[Species], TrainState]
"""Returns a randomly initialised train state for a species."""


def begins_with(
    species: Species,
    parent: Species | None,
    generation: int,
    rules: InheritanceSettings,
    new: NewTrainState,
) -> Species:
    """Return a species with the train state that it begins a generation with."""
    if rules.resets(generation):
        return replace(species, train_state=new(species), inherited=False)
    if species.train_state is not None:
        continues = rules.survivors == "continue"
        return species if continues else replace(species, train_state=new(species))
    if parent is None or parent.train_state is None or not _may_inherit(species, parent, rules):
        return replace(species, train_state=new(species))
    return replace(species, train_state=inherited(parent.train_state, rules), inherited=True)


def inherited(parent: TrainState, rules: InheritanceSettings) -> TrainState:
    """Return the train state that a child inherits."""
    parent = jax.tree.map(np.asarray, parent)  # NumPy: nothing has to be compiled
    obs, returns, keep = parent.normaliser, parent.return_scale, np.float32(rules.memory)
    return TrainState(
        parent.agent,
        parent.opt_state if rules.moments else with_new_optimiser(parent).opt_state,
        parent.learning_rate,
        replace(obs, count=obs.count * keep, m2=obs.m2 * keep),
        replace(returns, count=returns.count * keep, m2=returns.m2 * keep),
    )


def with_new_optimiser(train_state: TrainState) -> TrainState:
    """Return a train state with the optimiser's moments and step count at 0."""
    train_state = jax.tree.map(np.asarray, train_state)
    blank = jax.tree.map(np.zeros_like, train_state.opt_state)
    return replace(train_state, opt_state=blank)


def _may_inherit(child: Species, parent: Species, rules: InheritanceSettings) -> bool:
    if rules.children == "same-topology":
        return child.body.topology == parent.body.topology
    return rules.children == "parent"
