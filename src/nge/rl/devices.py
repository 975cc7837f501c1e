"""JAX devices: one CPU core, or the accelerators there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nge.cpu import jax_settings, usable_cores

if TYPE_CHECKING:
    import jax

CORES = usable_cores()


@jax_settings()
def accelerators() -> list[jax.Device]:
    """Return the accelerators there are."""
    import jax

    return [device for device in jax.devices() if device.platform != "cpu"]


@jax_settings()
def default_device_kind() -> str:
    """Return what kind of device JAX would compute on by itself."""
    import jax

    kind: str = jax.devices()[0].device_kind
    return kind


def default_workers() -> int:
    """Return how many workers suit the machine: with an accelerator two per core.

    While one of the two waits for the accelerator, the other collects a rollout.
    """
    return 2 * CORES if accelerators() else CORES
