"""When a run ends and which files it keeps: settings that do not affect results before."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from annotated_types import Ge, Gt, Le

from nge.evolution.plan import Plan
from nge.settings import Option, Settings
from nge.wording import clock, plural

PACE = 4000  # control steps per second and core that estimates assume


def duration(seconds: float, cores: int) -> str:
    """Say how long work takes that was estimated by the pace of so many cores."""
    return (
        f"about {clock(seconds)} on {plural(cores, 'core')}, "
        f"at {PACE:,} control steps per second and core"
    )


class Estimate(NamedTuple):
    """What a search takes until it is done."""

    generations: int
    steps: int
    seconds: float
    born: int
    """Species that live in it, at most."""


class Limits(Settings):
    """When a run is done: with the first limit that is reached, at the end of a generation."""

    max_generations: Annotated[int | None, Ge(1), Option(short=True)] = None
    """Stop after so many generations."""
    max_steps: Annotated[int | None, Ge(1), Option(short=True)] = None
    """Stop after so many control steps of all species together."""
    max_hours: Annotated[float | None, Gt(0), Le(1e6), Option(short=True)] = None
    """Stop after so many hours of work, pauses not counted."""

    def reached(self, generations: int, steps: int, seconds: float) -> bool:
        """Tell whether a run that has come so far is done."""
        return (
            (self.max_generations is not None and generations >= self.max_generations)
            or (self.max_steps is not None and steps >= self.max_steps)
            or (self.max_hours is not None and seconds >= 3600 * self.max_hours)
        )

    def estimate(self, plan: Plan, cores: int = 1) -> Estimate:
        """Return what a search takes on so many cores."""
        population, pace = plan.population, PACE * cores
        generations, steps, born = 0, 0, 0
        while not self.reached(generations, steps, steps / pace):
            steps += plan.steps_of(generations)
            screens = plan.screening.candidates > 0
            stay = 0 if screens or not generations else population.survivors_of(generations)
            born += population.size_of(generations) - stay
            generations += 1
        return Estimate(generations, steps, steps / pace, born)


class TrainingLimits(Settings):
    """When training is done: with the first limit that is reached."""

    updates: Annotated[int | None, Ge(1), Option(short=True)] = None
    """Updates of each species; 100 if neither this nor --max-steps is given."""
    max_steps: Annotated[int | None, Ge(1), Option(short=True)] = None
    """Control steps of each species; the update that reaches them is the last."""
    max_hours: Annotated[float | None, Gt(0), Le(1e6), Option(short=True)] = None
    """Stop after so many hours of work, pauses not counted, even if updates are left."""

    def goal(self, plan: Plan) -> int:
        """Return the updates after which training is done."""
        found = [] if self.updates is None else [self.updates]
        if self.max_steps is not None:
            found.append(max(1, -(-(self.max_steps - plan.steps_after(0)) // plan.ppo.batch_size)))
        return min(found, default=1)

    def late(self, seconds: float) -> bool:
        return self.max_hours is not None and seconds >= 3600 * self.max_hours


AnyLimits = Limits | TrainingLimits
"""Those of a search, or those of a run that only trains."""


class Keeping(Settings):
    """What is kept on the disk; it changes no result."""

    weights: Literal["line", "all"] = "line"
    """line: of the dead, only ancestors of the living and those that once were the best keep
    their weights; all: everyone's last weights stay."""
    save_every: Annotated[int, Ge(1)] = 10
    """Updates between checkpoints within a generation."""
    log: Annotated[tuple[str, ...], Option(short=True)] = ()
    """Also send every generation's numbers to tensorboard, wandb, mlflow, or a logger that a
    package offers."""
