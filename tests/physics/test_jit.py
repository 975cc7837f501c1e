"""Machine code on the disk is used if it is sound, and made anew if it is not."""

import numba
import numpy as np
import pytest

from nge.physics.jit import cached_njit

RANDOM = np.random.default_rng(0)


def double(x):
    return 2 * x


@pytest.fixture
def cache(monkeypatch, tmp_path):
    """A cache of its own, with the code of a function in it."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    assert (cached_njit(double)(21), hits()) == (42, 1)
    return tmp_path


def hits() -> int:
    """Return how often a function that is called once is found in the cache."""
    function = cached_njit(double)
    assert function(21) == 42
    return sum(function.stats.cache_hits.values())


DAMAGES = {
    "emptied": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "zeroed": lambda data: bytes(len(data)),
    "scrambled": lambda data: RANDOM.bytes(len(data)),
    "flipped": lambda data: flipped(data, len(data) // 2),
    "flipped at its start": lambda data: flipped(data, 0),
    "flipped at its end": lambda data: flipped(data, len(data) - 1),
    "written by numba itself": lambda data: data[:-16],
}


def flipped(data: bytes, byte: int) -> bytes:
    return data[:byte] + bytes([data[byte] ^ 1]) + data[byte + 1 :]


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_of_the_cache_is_replaced(cache, kind, damage):
    [file] = cache.rglob(f"*.{kind}")
    file.write_bytes(damage(file.read_bytes()))

    assert hits() == 0
    assert hits() == 1


def test_the_simulation_is_kept_in_such_a_cache():
    from nge.physics import cpu_engine

    loops = (cpu_engine._step_envs, cpu_engine._above_floor)
    assert {type(loop._cache._cache_file).__name__ for loop in loops} == {"_CheckedFiles"}
