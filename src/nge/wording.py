"""Numbers in words: counts with their nouns, and times."""


def plural(number: int, noun: str) -> str:
    """Return a count with its noun: 1 generation, 2,000 generations, 3 bodies, 4 species."""
    if number != 1 and not noun.endswith("s"):
        noun = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun}"


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, or as hours and minutes with an h."""
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d}"
    return f"{whole // 3600}h{whole % 3600 // 60:02d}"
