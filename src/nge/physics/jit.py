"""Compiling loops with numba, and keeping the machine code on the disk.

numba runs whatever it finds in its cache: a damaged file raises an error in every process that
comes, or makes one crash. Here every file ends with a digest of its content and of the source it
was compiled from. A file whose digest is another is not read; the loop is compiled anew, and its
file replaced.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from numba import njit
from numba.core.caching import IndexDataCacheFile

DIGEST = 16  # bytes


def cached_njit(function: Callable[..., Any]) -> Any:
    """Return a function that is compiled when it is first called and runs without the GIL."""
    dispatcher: Any = njit(nogil=True, cache=True)(function)
    cache = dispatcher._cache
    cache._cache_file = _CheckedFiles(
        cache._cache_path, cache._impl.filename_base, cache._impl.locator.get_source_stamp()
    )
    return dispatcher


class _CheckedFiles(IndexDataCacheFile):
    """An index and data files of numba's cache; pickle pays no heed to the digest after them."""

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[IO[bytes]]:
        content = io.BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue() + self._digest(content.getvalue()))

    def _load_index(self) -> dict:
        return super()._load_index() if self._is_sound(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        if not self._is_sound(path):
            raise FileNotFoundError(path)  # as if it had been removed, which numba allows for
        return super()._load_data(name)

    def _is_sound(self, path: str) -> bool:
        try:
            content = Path(path).read_bytes()
        except OSError:
            return False
        return content[-DIGEST:] == self._digest(content[:-DIGEST])

    def _digest(self, content: bytes) -> bytes:
        source = repr((self._version, self._source_stamp)).encode()
        return blake2b(content + source, digest_size=DIGEST).digest()
