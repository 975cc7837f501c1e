"""Settings of PPO, apart from the program so that they can be read without JAX."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le
from pydantic import model_validator

from nge.settings import Settings

Share = Annotated[float, Ge(0), Le(1)]
Positive = Annotated[float, Gt(0)]


class PpoSettings(Settings):
    """How a species collects experience and learns from it."""

    copies: Annotated[int, Ge(1)] = 8
    """Copies of a body that move at the same time (E)."""

    horizon: Annotated[int, Ge(1)] = 250
    """Control steps of each copy per update (T); copies x horizon steps make an update."""

    epochs: Annotated[int, Ge(1)] = 4
    """Passes over the experience of an update."""

    minibatches: Annotated[int, Ge(1)] = 8
    """Gradient steps per pass."""

    segment: Annotated[int, Ge(1)] = 10
    """Control steps through which gradients flow back in policies with memory (Gamma)."""

    discount: Share = 0.99
    """Worth of the next step's return (gamma)."""

    trace: Share = 0.95
    """Decay of the advantage estimate (lambda)."""

    objective: Literal["clip", "kl"] = "clip"
    """Clipped ratio, or the paper's penalty on the divergence from the old policy."""

    clip: Positive = 0.2
    """How far the ratio may move before it stops to count."""

    kl_weight: Positive = 1.0
    """Weight of the penalty (beta), for objective kl."""

    target_kl: Positive = 0.02
    """Divergence per update that the learning rate aims for."""

    learning_rate: Positive = 1e-3
    """At the start; adapted after every update."""

    slowest_rate: Positive = 1e-5
    """Lower bound of the learning rate."""

    fastest_rate: Positive = 3e-3
    """Upper bound of the learning rate."""

    gradient_norm: Positive = 1.0
    """Longest gradient of policy and of critic."""

    warm_up: Annotated[int, Ge(1)] = 50
    """Control steps of each copy before the first update, to learn the scale of what is seen."""

    @model_validator(mode="after")
    def _nothing_is_dropped(self) -> PpoSettings:
        if self.horizon % self.segment:
            raise ValueError(f"horizon {self.horizon} must be a multiple of segment {self.segment}")
        if self.segments % self.minibatches:
            raise ValueError(
                f"{self.segments} segments do not divide into {self.minibatches} minibatches"
            )
        if self.slowest_rate > self.fastest_rate:
            raise ValueError(
                f"slowest_rate {self.slowest_rate} is above fastest_rate {self.fastest_rate}"
            )
        return self

    @property
    def segments(self) -> int:
        """Segments of an update."""
        return self.copies * self.horizon // self.segment

    @property
    def steps(self) -> int:
        """Control steps of an update."""
        return self.copies * self.horizon
