"""A plan: everything that decides the outcome of a search.

``Groups`` are the settings of the algorithm's parts, some of which a method sets; a ``Plan`` adds
task, method and seed.
"""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge
from pydantic import model_validator

from nge.body.mutate import MutationTable
from nge.body.space import SpaceSettings
from nge.evolution.fitness import FitnessSettings
from nge.evolution.methods import METHOD_REGISTRY, TRAIN
from nge.evolution.search_settings import (
    InheritanceSettings,
    ScreeningSettings,
    SurrogateSettings,
)
from nge.evolution.selection import PopulationSettings
from nge.nets.net_settings import SIZES, CriticSettings, PolicySettings
from nge.physics.physics_settings import PhysicsSettings
from nge.rl.ppo_settings import PpoSettings
from nge.settings import Option, Settings
from nge.tasks.task_settings import RewardSettings, TaskSettings, WorldSettings


class Groups(Settings):
    """One group of settings for each part of the algorithm."""

    population: PopulationSettings = PopulationSettings()
    mutation: MutationTable = MutationTable()
    space: SpaceSettings = SpaceSettings()
    fitness: FitnessSettings = FitnessSettings()
    inheritance: InheritanceSettings = InheritanceSettings()
    screening: ScreeningSettings = ScreeningSettings()
    surrogate: SurrogateSettings = SurrogateSettings()
    net: PolicySettings = PolicySettings()
    critic: CriticSettings = CriticSettings()
    ppo: PpoSettings = PpoSettings()
    world: WorldSettings = WorldSettings()
    reward: RewardSettings = RewardSettings()
    physics: PhysicsSettings = PhysicsSettings()


class Plan(Groups, TaskSettings):
    """What a search does; with a seed, all that decides what it finds."""

    method: Annotated[str, Option("NAME")] = "nge"
    """nge, or one of the paper's baselines; 'nge methods' explains them."""
    seed: Annotated[int, Ge(0)] = 0
    """The same seed gives the same run, bit for bit, on the same kind of machine."""

    @model_validator(mode="after")
    def _fits_together(self) -> Plan:
        if self.method != TRAIN and self.method not in METHOD_REGISTRY:
            raise ValueError(METHOD_REGISTRY.unknown(self.method))
        if self.space.max_parts > SIZES[-1]:
            raise ValueError(
                f"space.max_parts is {self.space.max_parts}; policies take up to {SIZES[-1]}"
            )
        return self

    @property
    def trains_only(self) -> bool:
        """Whether given bodies are trained in a single generation, without a search."""
        return self.method == TRAIN

    def steps_after(self, updates: int) -> int:
        """Return the control steps of one species in so many updates, warm-up included."""
        return self.ppo.num_envs * self.ppo.warmup_steps + updates * self.ppo.batch_size

    def steps_of(self, generation: int) -> int:
        """Return the control steps of a generation: warm-up included, evaluations not."""
        each = self.steps_after(self.population.updates_of(generation))
        return self.population.size_of(generation) * each + self.screening_steps_of(generation)

    def screening_steps_of(self, generation: int) -> int:
        """Return the control steps that are spent on measuring mutants before a generation."""
        survivors = self.population.survivors_of(generation) if generation else 0
        return survivors * self.screening.measurements(survivors) * self.screening.steps
