"""What every group of settings has in common: frozen, checked, and no unknown names."""

from difflib import get_close_matches

from pydantic import BaseModel, ConfigDict, field_validator

LARGEST = 2**63 - 1  # a whole number that files, arrays and databases can hold


class Settings(BaseModel):
    """A frozen group of settings that refuses names it does not know."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True
    )

    @field_validator("*")
    @classmethod
    def _whole_numbers_are_bounded(cls, value: object) -> object:
        if isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError(f"it must lie within -{LARGEST}..{LARGEST}")
        return value


def did_you_mean(given: str, known: list[str]) -> str:
    """Return what to try instead of ``given``: the nearest known name and the full list."""
    nearest = get_close_matches(given, known, n=1)
    hint = f"did you mean {nearest[0]!r}? " if nearest else ""
    return f"{hint}known: {', '.join(sorted(known))}"
