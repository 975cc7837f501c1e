"""The commands behind every published number."""
