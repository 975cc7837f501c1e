"""Words that depend on a number."""


def plural(number: int, noun: str) -> str:
    """Return a count with its noun: 1 generation, 2,000 generations, 3 bodies, 4 species."""
    if number != 1 and not noun.endswith("s"):
        noun = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun}"
