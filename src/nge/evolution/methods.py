"""The methods of the paper's comparison: rows of one table, not copies of the loop.

A row says which controller a method has, what passes from one life to the next, where new bodies
come from and how candidates are chosen. Everything else is the same for all: task, space of
bodies, population, learning, and the budget of control steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Method:
    """How a search differs from others."""

    about: str
    policy: str
    """Name of a policy of ``nets.net_settings.POLICIES``."""
    children: Literal["parent", "same-topology", "fresh"] = "parent"
    survivors: Literal["continue", "restart"] = "continue"
    new_bodies: Literal["mutation", "random"] = "mutation"
    acquisition: Literal["thompson-dropout", "none"] = "none"


METHODS = {
    "nge": Method(
        "Neural Graph Evolution: graph controller, Policy Sharing, candidates chosen by GM-UC",
        policy="nge",
        acquisition="thompson-dropout",
    ),
    "nge-no-pruning": Method(
        "nge without the surrogate: candidates are taken as they come", policy="nge"
    ),
    "ess-sims": Method(
        "evolving structures after Sims: every controller begins anew in every generation",
        policy="mlp",
        children="fresh",
        survivors="restart",
    ),
    "ess-sims-af": Method(
        "ess-sims with amortised fitness: weights last as long as the tree of parts",
        policy="mlp",
        children="same-topology",
    ),
    "ess-gm-uc": Method(
        "ess-sims-af with candidates chosen by GM-UC",
        policy="mlp",
        children="same-topology",
        acquisition="thompson-dropout",
    ),
    "ess-bodyshare": Method(
        "Policy Sharing with a controller whose parts hear nothing of each other",
        policy="bodyshare",
    ),
    "ess-bodyshare-mlp": Method(
        "Policy Sharing with a flat network, its weights by part number", policy="mlp"
    ),
    "rgs": Method(
        "random graph search: new random bodies in every generation, each trained once",
        policy="mlp",
        children="fresh",
        survivors="restart",
        new_bodies="random",
    ),
}
