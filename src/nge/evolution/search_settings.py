"""Settings of inheritance, screening and the surrogate, to be read without importing JAX."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from nge.settings import Settings


class InheritanceSettings(Settings):
    """What passes from parent to child, and from one generation of a species to the next."""

    children: Literal["parent", "same-topology", "fresh"] = "parent"
    """With whose weights a child begins: its parent's (Policy Sharing), its parent's if the tree
    of parts is the same, or new ones."""

    survivors: Literal["continue", "restart"] = "continue"
    """Whether a survivor goes on learning (amortised fitness) or begins anew every generation."""

    moments: bool = False
    """Whether a child also inherits the optimiser's moments."""

    memory: Annotated[float, Ge(0), Le(1)] = 1.0
    """Weight of what the parent has seen and earned in the child's running scales. With less they
    move faster, and under the policy's feet: what it sees changes though the world does not."""

    reset_every: Annotated[int, Ge(0)] = 0
    """Generations after which all controllers begin anew (the paper's resetting); 0 is never."""

    def resets(self, generation: int) -> bool:
        """Tell whether all controllers begin anew with a generation."""
        return self.reset_every > 0 and generation > 0 and generation % self.reset_every == 0


class ScreeningSettings(Settings):
    """How many mutants are measured, and for how long, before one of them trains."""

    candidates: Annotated[int, Ge(0)] = 0
    """Mutants of every survivor that are measured in a round; 0 measures none."""

    species: Annotated[int, Ge(1)] | None = None
    """Most survivors whose mutants are measured: a wider generation trains its bodies as they are;
    none is no limit."""

    rounds: Annotated[int, Ge(1)] = 2
    """Rounds in a generation; from the second on, mutants descend from the best measured ones."""

    best: Annotated[int, Ge(1)] = 3
    """Measured bodies of a survivor that mutants of the next round descend from."""

    steps: Annotated[int, Ge(1)] = 500
    """Control steps of a measurement, at most an episode."""

    confirmations: Annotated[int, Ge(0)] = 0
    """Poses from which the best measured bodies and the survivor's own are measured once more
    before one is chosen; 0 trusts the first measurement."""

    tolerance: Annotated[float, Ge(0)] | None = None
    """Standard errors of the difference by which a species may fall short of the fittest of its
    ancestors; one that falls shorter makes way for it again. None never goes back."""

    def measurements(self, survivors: int) -> int:
        """Return how many measurements each of so many survivors takes, its own body's included."""
        if not self.candidates or (self.species is not None and survivors > self.species):
            return 0
        return 1 + self.candidates * self.rounds + (1 + self.best) * self.confirmations


class SurrogateSettings(Settings):
    """How candidates are chosen before training."""

    acquisition: Literal["thompson-dropout", "thompson-weights", "greedy", "none"] = (
        "thompson-dropout"
    )
    """One dropout mask for all candidates (the paper's GM-UC), noise on the weights (its appendix),
    the best guess, or no choice at all."""

    candidates: Annotated[int, Ge(1)] = 200
    """Mutants that are proposed for the places of a generation (C)."""

    temperature: Annotated[float, Ge(0)] = 0.1
    """Noise on the ranking, in standard deviations of fitness; 0 ranks strictly."""

    dropout: Annotated[float, Gt(0), Lt(1)] = 0.5
    """Share of units that a mask turns off."""

    hidden: Annotated[int, Ge(2)] = 32
    """Width of its layers."""

    propagations: Annotated[int, Ge(0)] = 4
    """Rounds of messages between parts."""

    fewest: Annotated[int, Ge(2)] = 16
    """Scored species it needs; with fewer, candidates are taken as they come."""

    latest: Annotated[int, Ge(2)] | None = 1000
    """Scored species that it learns from: those born last; none is no limit."""

    learning_rate: Annotated[float, Gt(0)] = 3e-3
    batch: Annotated[int, Ge(1)] = 32
    """Species of a gradient step."""

    steps: Annotated[int, Ge(1)] = 4000
    """Most gradient steps of a training."""

    patience: Annotated[int, Ge(1)] = 20
    """Passes without a better prediction of the held-out species after which training ends."""
