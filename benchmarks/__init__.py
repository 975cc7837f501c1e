"""The commands behind every published number."""

from nge.cpu import configure_process

configure_process()  # before JAX is imported
