"""JAX devices: one CPU core, or the accelerators there are. Import this before using JAX."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from nge.machine import usable_cores

CORES = usable_cores()


def prepare() -> None:
    """Have JAX compile for one core; it has no effect on a process that used JAX before.

    Compiled for several, a program cuts its sums into as many pieces, so results would depend on
    the number of cores; and our products are so small that the pieces cost more time than they
    save. Cores are put to use by processes instead.
    """
    os.environ["PJRT_NPROC"] = "1"
    flag = "--xla_cpu_multi_thread_eigen=false"
    if flag not in os.environ.get("XLA_FLAGS", ""):
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flag}".strip()
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


def over_species(function: Callable[[Any], Any], species: Any, together: int) -> Any:
    """Apply a function to each species of a stacked tree; none depends on how many there are.

    On a CPU one after the other. On an accelerator ``together`` side by side, always that many: a
    shorter stack is filled up with its last species, because the number decides how sums round.
    """
    if not together:
        return jax.lax.map(function, species)
    count = len(jax.tree.leaves(species)[0])
    filled = jnp.minimum(jnp.arange(together), count - 1)
    results = jax.vmap(function)(jax.tree.map(lambda leaf: leaf[filled], species))
    return jax.tree.map(lambda leaf: leaf[:count], results)


prepare()
