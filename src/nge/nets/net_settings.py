"""Settings of policies and critics, and the sizes that bodies are padded to.

They stand apart from the networks, which take JAX to import, so that the command line can read
settings and runs without it.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from annotated_types import Ge, Gt, Lt
from pydantic import model_validator

from nge.errors import RunError
from nge.extensions import Registry
from nge.settings import Settings

SIZES = (4, 6, 8, 10, 12, 16, 24, 32)
"""Numbers of rows that bodies are padded to; programs are compiled once per size."""


def _is_network(found: object) -> bool:
    wanted = ("state_width", "init", "act")
    return not isinstance(found, type) and all(hasattr(found, name) for name in wanted)


NETWORK_REGISTRY = Registry[Any](
    "nge.networks",
    "network",
    "an object with state_width, init and act (nge.nets.policies.Network)",
    _is_network,
    dict,
    RunError,
)


class PolicySettings(Settings):
    """How a policy thinks. The defaults are nge's own; ``POLICIES`` holds the named ones."""

    hidden: Annotated[int, Ge(2)] = 32
    """Width of every layer (H)."""

    network: str | None = None
    """A network of one's own, by the name under which it is registered; none: those of nge, which
    the settings below tell apart."""

    graph: bool = True
    """Parts think for themselves with shared weights; off, one flat network for the whole body."""

    memory: bool = False
    """Whether parts carry their hidden state over time (NerveNet++)."""

    propagations: Annotated[int, Ge(0)] = 2
    """Rounds of messages within one control step (the paper's T)."""

    messages: bool = True
    """Whether parts hear their neighbours; off in BodyShare."""

    attention: Annotated[int, Ge(0)] = 0
    """Layers of attention of every part to all others, after the messages (a transformer)."""

    heads: Annotated[int, Ge(1)] = 4
    """Heads of each; they share the width among them."""

    message_from: Literal["hidden", "input"] = "hidden"
    """What a message tells: the paper's hidden state, or the released code's input features."""

    aggregation: Literal["sum", "mean"] = "sum"
    """How messages are put together: the paper's sum, or the released code's mean."""

    std: Literal["head", "free"] = "head"
    """Action noise from the hidden state (the paper) or free values per joint (the release)."""

    initial_std: Annotated[float, Gt(math.exp(-4.0)), Lt(math.e)] = 1.0
    """Standard deviation of the actions of a new policy."""

    context: Literal["none", "roles", "identity"] = "identity"
    """A summary of the whole body that every part sees at once: none; one that knows torso and
    limbs apart; or one that knows every part by its stable number."""

    skip: bool = True
    """Whether a part's output sees its input as well as its hidden state."""

    @model_validator(mode="after")
    def _fits_together(self) -> PolicySettings:
        if self.memory and not self.propagations:
            raise ValueError("memory needs at least one propagation; given propagations 0")
        if self.attention and self.hidden % self.heads:
            raise ValueError(
                f"hidden is {self.hidden}, which {self.heads} heads cannot share; "
                "choose a multiple of heads"
            )
        if self.network is not None and self.network not in NETWORK_REGISTRY:
            raise ValueError(NETWORK_REGISTRY.unknown(self.network))
        return self


POLICIES = {
    "nge": PolicySettings(),
    "nge-roles": PolicySettings(context="roles"),
    "nervenet++": PolicySettings(memory=True, propagations=1, context="none", skip=False),
    "nervenet": PolicySettings(propagations=4, context="none", skip=False),
    "bodyshare": PolicySettings(
        memory=True, propagations=1, messages=False, context="none", skip=False
    ),
    "transformer": PolicySettings(hidden=64, attention=2, propagations=0),
    "mlp": PolicySettings(graph=False, hidden=64, std="free", context="identity"),
}


POLICY_REGISTRY = Registry[PolicySettings](
    "nge.policies",
    "policy",
    "a nge.nets.net_settings.PolicySettings object",
    lambda found: isinstance(found, PolicySettings),
    lambda: POLICIES,
    RunError,
)


def policy_named_by(net: PolicySettings) -> str:
    """Return the name of the policy that differs from these settings in the fewest."""

    def differences(name: str) -> int:
        return sum(value != getattr(known[name], setting) for setting, value in net)

    known = POLICY_REGISTRY.loadable()
    return min(known, key=differences)


class CriticSettings(Settings):
    """How a critic reads a body."""

    hidden: Annotated[int, Ge(2)] = 64
    """Width of its layers."""

    reads: Literal["set", "identity"] = "identity"
    """set: the torso and the mean over limbs, all limbs alike;
    identity: parts by their stable number, as a flat network would."""
