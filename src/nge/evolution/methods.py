"""The methods: our search and its baselines, as rows of one table.

A row says which controller a method has, which weights a generation starts from, where new bodies
come from and how candidates are chosen. Everything else is the same for all: task, space of
bodies, population, learning, and the budget of control steps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from nge.errors import RunError
from nge.extensions import Registry

if TYPE_CHECKING:  # it takes JAX, and methods are listed without it
    from nge.evolution.algorithm import Strategy


@dataclass(frozen=True)
class Method:
    """How a search differs from others."""

    about: str
    policy: str
    """Name of a policy of ``nets.net_settings.POLICIES``."""
    children: Literal["parent", "same-topology", "fresh"] = "parent"
    survivors: Literal["continue", "restart"] = "continue"
    new_bodies: Literal["mutation", "random", "none"] = "mutation"
    acquisition: Literal["thompson-dropout", "none"] = "none"
    race: bool = False
    last: int = 4
    keep_first: float = 0.5
    """Share of species that the first generation of a race keeps."""
    keep: float = 0.5
    """Share of species that its other generations keep."""
    growth: float = 1.0
    elimination_every: int | None = 1
    patience: int | None = None
    """Generations without progress after which a race makes way for a new one."""
    candidates: int = 0
    """Mutants of every survivor that are measured before one of them is born."""
    confirmations: int = 0
    """Poses from which the best of them are measured again."""
    screened: int | None = None
    """Most survivors whose mutants are measured."""
    tolerance: float | None = None
    """Standard errors by which a species may fall short of its best ancestor."""
    strategy: type[Strategy] | None = None
    """Who decides which species are trained; Algorithm 1 with the settings above by default."""


TRAIN = "train"
"""Method of runs that train given bodies in a single generation; there is no search in it."""
NGE = Method(
    "Neural Graph Evolution with a race and screening: the better ones go on until one is "
    "left, a species becomes its best mutant, measured with its own controller, and a new race "
    "begins where nothing gets better",
    policy="nge",
    race=True,
    last=1,
    keep_first=0.67,
    keep=0.33,
    elimination_every=None,
    candidates=12,
    confirmations=4,
    screened=4,
    tolerance=2.0,
    patience=8,
)
METHODS = {
    "nge": NGE,
    "nge-gm-uc": Method(
        "the paper's Algorithm 1: generations of one size, candidates chosen by GM-UC",
        policy="nge",
        acquisition="thompson-dropout",
    ),
    "nge-no-pruning": Method(
        "nge-gm-uc without the surrogate: candidates are taken as they come", policy="nge"
    ),
    "halving": Method(
        "successive halving of random bodies: the better half trains on, twice as long",
        policy="nge",
        new_bodies="none",
        race=True,
        last=1,
        growth=2.0,
    ),
    "random": Method("random bodies, all trained equally long", policy="nge", new_bodies="none"),
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
    "ess-bodyshare": replace(
        NGE,
        about="nge with a controller whose parts hear nothing of each other",
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
METHOD_REGISTRY = Registry[Method](
    "nge.methods",
    "method",
    "a nge.evolution.methods.Method object",
    lambda found: isinstance(found, Method),
    lambda: METHODS,
    RunError,
)
