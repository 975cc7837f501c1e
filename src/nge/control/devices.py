"""JAX devices: one CPU core, or the accelerators there are. Import this before using JAX."""

from __future__ import annotations

import os

import jax

from nge.machine import usable_cores

CORES = usable_cores()


def prepare() -> None:
    """Have JAX compile for one core; it has no effect on a process that used JAX before.

    Compiled for several, a program cuts its sums into as many pieces, so results would depend on
    the number of cores; and our products are so small that the pieces cost more time than they
    save. Cores are put to use by processes instead.
    """
    os.environ["PJRT_NPROC"] = "1"
    # A GPU's fastest programs, found by trial, gave other bits when they were run again.
    for flag in ("--xla_cpu_multi_thread_eigen=false", "--xla_gpu_deterministic_ops=true"):
        if flag not in os.environ.get("XLA_FLAGS", ""):
            os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flag}".strip()
    # Our programs need little of a GPU's memory; others may want the rest.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    # An accelerator only learns (see ``teaching``): what is small is done sooner on the CPU.
    jax.config.update("jax_default_device", "cpu")
    try:
        jax.config.update("jax_num_cpu_devices", 1)
    except RuntimeError:  # JAX is already running with the devices it has
        return
    folder = os.environ.get("NGE_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "nge", "jax"
    )
    # The number of cores is no part of the names in this cache, so it has one for ours alone.
    jax.config.update("jax_compilation_cache_dir", os.path.join(folder, "one-core"))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.5)


def accelerators() -> list[jax.Device]:
    """Return the accelerators there are."""
    return [device for device in jax.devices() if device.platform != "cpu"]


def workers() -> int:
    """Return how many workers suit the machine: with an accelerator two per core.

    While one of the two waits for what the accelerator learns, the other lives.
    """
    return 2 * CORES if accelerators() else CORES


prepare()
