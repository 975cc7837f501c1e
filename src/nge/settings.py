"""What every group of settings has in common: frozen, checked, and no unknown names."""

from difflib import get_close_matches

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """A frozen group of settings that refuses names it does not know."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True
    )


def did_you_mean(given: str, known: list[str]) -> str:
    """Return what to try instead of ``given``: the nearest known name and the full list."""
    nearest = get_close_matches(given, known, n=1)
    hint = f"did you mean {nearest[0]!r}? " if nearest else ""
    return f"{hint}known: {', '.join(sorted(known))}"
