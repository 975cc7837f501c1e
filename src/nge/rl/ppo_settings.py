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
    """Minibatches per pass, each a gradient step."""

    bptt_steps: Annotated[int, Ge(1)] = 10
    """Control steps of truncated backpropagation through time in policies with memory (Gamma)."""

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
    """Divergence per update that the learning rate aims for; it ends no update early, as the
    setting of the same name in CleanRL and Stable-Baselines3 does."""

    learning_rate: Positive = 1e-3
    """At the start; adapted after every update."""

    min_learning_rate: Positive = 1e-5
    """Lower bound of the learning rate."""

    max_learning_rate: Positive = 3e-3
    """Upper bound of the learning rate."""

    max_grad_norm: Positive = 1.0
    """Norm that gradients are clipped to, of policy and critic apart."""

    warmup_steps: Annotated[int, Ge(1)] = 50
    """Control steps of each environment before the first update, to initialise the normaliser; the
    learning rate needs no warm-up."""

    @model_validator(mode="after")
    def _nothing_is_dropped(self) -> PpoSettings:
        if self.num_steps % self.bptt_steps:
            raise ValueError(
                f"num_steps {self.num_steps} must be a multiple of bptt_steps {self.bptt_steps}"
            )
        if self.sequences % self.minibatches:
            raise ValueError(
                f"num_envs {self.num_envs} x num_steps {self.num_steps} / bptt_steps "
                f"{self.bptt_steps} = {self.sequences} sequences do not divide into "
                f"{self.minibatches} minibatches; minibatches must be a divisor of {self.sequences}"
            )
        if self.min_learning_rate > self.max_learning_rate:
            raise ValueError(
                f"min_learning_rate {self.min_learning_rate} is above "
                f"max_learning_rate {self.max_learning_rate}"
            )
        return self

    @property
    def batch_size(self) -> int:
        """Control steps of an update."""
        return self.num_envs * self.num_steps

    @property
    def sequences(self) -> int:
        """Sequences of ``bptt_steps`` in an update: what minibatches are drawn from."""
        return self.batch_size // self.bptt_steps
