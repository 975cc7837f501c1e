"""Policy Sharing: with which weights a species begins its life.

A child takes over everything its parent learned: policy, critic, what it has seen (with less
weight, for its body is another one), the scale of its returns and its learning rate. Baselines
begin anew instead, or only where the tree of parts changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import jax
import numpy as np

from nge.control.agent import Learner
from nge.evolution.search_settings import InheritanceSettings
from nge.evolution.species import Species

Fresh = Callable[[Species], Learner]
"""Draws a learner that knows nothing for a species."""


def begins_with(
    species: Species,
    parent: Species | None,
    generation: int,
    rules: InheritanceSettings,
    fresh: Fresh,
) -> Species:
    """Return a species with the learner that it begins a generation with."""
    if rules.resets(generation):
        return replace(species, learner=fresh(species), inherited=False)
    if species.learner is not None:
        goes_on = rules.survivors == "continue"
        return species if goes_on else replace(species, learner=fresh(species))
    if parent is None or parent.learner is None or not _may_inherit(species, parent, rules):
        return replace(species, learner=fresh(species))
    return replace(species, learner=inherited(parent.learner, rules), inherited=True)


def inherited(parent: Learner, rules: InheritanceSettings) -> Learner:
    """Return what a child takes over of its parent's learner."""
    parent = jax.tree.map(np.asarray, parent)  # numpy: nothing has to be compiled for it
    seen, earned, keep = parent.normaliser, parent.scale, np.float32(rules.memory)
    return Learner(
        parent.agent,
        parent.moments if rules.moments else without_moments(parent).moments,
        parent.rate,
        replace(seen, count=seen.count * keep, spread=seen.spread * keep),
        replace(earned, count=earned.count * keep, spread=earned.spread * keep),
    )


def without_moments(learner: Learner) -> Learner:
    """Return a learner whose optimiser begins anew."""
    learner = jax.tree.map(np.asarray, learner)
    return replace(learner, moments=jax.tree.map(np.zeros_like, learner.moments))


def _may_inherit(child: Species, parent: Species, rules: InheritanceSettings) -> bool:
    if rules.children == "same-topology":
        return child.body.topology == parent.body.topology
    return rules.children == "parent"
