"""Neural Graph Evolution: robots whose bodies and controllers evolve together."""

__version__ = "0.1.0"
