"""What every method keeps; it is given by its name."""

from __future__ import annotations

from collections.abc import Callable

from nge.evolution.methods import METHOD_REGISTRY
from nge.runs.config import EvolutionConfig, preset_names


def it_explains_itself(method: str) -> None:
    """In the line that 'nge methods' prints."""
    assert METHOD_REGISTRY.named(method).about, "about is empty; 'nge methods' shows it"


def it_gives_valid_settings_with_every_preset(method: str) -> None:
    """Its policy is known, and its settings fit together."""
    for preset in preset_names():
        EvolutionConfig.of({"task": "fish", "method": method, "preset": preset})


METHOD_CONTRACTS: tuple[Callable[[str], None], ...] = (
    it_explains_itself,
    it_gives_valid_settings_with_every_preset,
)
