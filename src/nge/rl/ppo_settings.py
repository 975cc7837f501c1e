"""Settings of PPO, apart from the program so that they can be read without JAX."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le
from pydantic import model_validator

from nge.settings import Settings

Share = Annotated[float, Ge(0), Le(1)]
Positive = Annotated[float, Gt(0)]


class PpoSettings(Settings):
    """How a species collects rollouts and updates its policy and critic."""

    num_envs: Annotated[int, Ge(1)] = 8
    """Environments of a species that run in parallel (E)."""

    num_steps: Annotated[int, Ge(1)] = 250
    """Control steps of each environment per update (T); num_envs x num_steps make an update."""

    epochs: Annotated[int, Ge(1)] = 4
    """Passes over the rollout per update."""

    minibatches: Annotated[int, Ge(1)] = 8
    """Gradient steps per pass."""

    segment: Annotated[int, Ge(1)] = 10
    """Control steps of backpropagation through time in policies with memory (Gamma)."""

    gamma: Share = 0.99
    """Discount factor of rewards."""

    gae_lambda: Share = 0.95
    """Decay of the generalised advantage estimate (lambda)."""

    objective: Literal["clip", "kl"] = "clip"
    """Clipped ratio, or the paper's penalty on the divergence from the old policy."""

    clip_coef: Positive = 0.2
    """Clip range of the probability ratio (epsilon)."""

    kl_weight: Positive = 1.0
    """Weight of the penalty (beta), for objective kl."""

    ent_coef: Annotated[float, Ge(0)] = 0.0
    """Weight of the bonus on the entropy of actions, which keeps their noise from fading early."""

    target_kl: Positive = 0.02
    """Divergence per update that the learning rate aims for."""

    learning_rate: Positive = 1e-3
    """At the start; adapted after every update."""

    min_learning_rate: Positive = 1e-5
    """Lower bound of the learning rate."""

    max_learning_rate: Positive = 3e-3
    """Upper bound of the learning rate."""

    max_grad_norm: Positive = 1.0
    """Norm that gradients are clipped to, of policy and critic apart."""

    warmup_steps: Annotated[int, Ge(1)] = 50
    """Control steps of each environment before the first update, to initialise the normaliser."""

    @model_validator(mode="after")
    def _nothing_is_dropped(self) -> PpoSettings:
        if self.num_steps % self.segment:
            raise ValueError(
                f"num_steps {self.num_steps} must be a multiple of segment {self.segment}"
            )
        if self.segments % self.minibatches:
            raise ValueError(
                f"num_envs {self.num_envs} x num_steps {self.num_steps} / segment {self.segment} = "
                f"{self.segments} segments do not divide into {self.minibatches} minibatches; "
                f"minibatches must be a divisor of {self.segments}"
            )
        if self.min_learning_rate > self.max_learning_rate:
            raise ValueError(
                f"min_learning_rate {self.min_learning_rate} is above "
                f"max_learning_rate {self.max_learning_rate}"
            )
        return self

    @property
    def segments(self) -> int:
        """Segments of an update."""
        return self.num_envs * self.num_steps // self.segment

    @property
    def steps(self) -> int:
        """Control steps of an update."""
        return self.num_envs * self.num_steps
