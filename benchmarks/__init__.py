"""The commands behind every published number."""

from nge.machine import configure_process

configure_process()  # before JAX is imported
