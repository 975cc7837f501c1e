"""The SQLite record of a run, whose rows are checked against checksums that were written with them.

Every row ends with a checksum of its values. The table ``totals`` holds, by table, the number of
rows and the sum of their checksums, so that a row that was lost or repeated is noticed too. The
file ``record.commits`` beside the record holds the number of commits, because SQLite drops the
end of a damaged write-ahead log without a word.

A ``Record`` remembers which rows it has checked: the first look at a table reads all of it, the
next ones only what is new.

SQLite's ``user_version`` says which version of the tables a record has. One of an earlier version
is read through a converted copy in memory; the first write converts the file.
"""

from __future__ import annotations

import marshal
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from nge.errors import RunError

CHECKSUM = "checksum"
"""Name of the last column of every table."""
TOTALS = "CREATE TABLE totals (name TEXT PRIMARY KEY, count INTEGER, sum INTEGER)"
COMMITS = "commits"
"""Name of the total that counts commits; no table has this name."""
BYTES = 7  # of a checksum, so that the sum of two still fits SQLite's integers
MODULUS = 1 << 8 * BYTES
LONGEST = 200  # letters of what SQLite says, which may quote a whole row


class Checked(NamedTuple):
    """How much of a table has been checked."""

    last: int = -1
    """The highest rowid; those of species and generations begin with 0."""
    found: int = 0
    """How many rows."""
    sum: int = 0
    """Of the checksums, modulo ``MODULUS``."""


Tables = dict[str, list[dict[str, Any]]]
"""Rows by table, each by the names of its columns."""


class Earlier(NamedTuple):
    """Tables of an earlier version, and how to convert their rows."""

    schemas: Sequence[str]
    """Statements that created them: one of these."""
    convert: Callable[[Tables], dict[str, list[tuple]]]


class Record:
    """The record of a run: tables of a schema in a SQLite file."""

    def __init__(
        self,
        path: Path,
        schema: str,
        version: int = 0,
        read_only: bool = False,
        earlier: Earlier | None = None,
    ) -> None:
        """Name a record; ``create`` makes it. It may be one of an earlier version.

        ``schema`` are the statements that create its tables.
        """
        self.path, self._schema, self._mode = path, schema, "ro" if read_only else "rw"
        self._version, self._earlier = version, earlier
        self._checked: dict[str, Checked] = {}
        self._sound = False
        self._converted: tuple[Any, bytes] = (None, b"")

    def create(self) -> None:
        """Make the file with empty tables."""
        with self._opened("BEGIN IMMEDIATE", "rwc") as database:
            _create(database, self._schema, self._version)

    @contextmanager
    def reading(self, *tables: str) -> Iterator[sqlite3.Connection]:
        """Yield the record as of one moment, these tables (by default all) checked."""
        promised = self._promised()  # before the record is opened: it can only have grown since
        with self._opened("BEGIN", self._mode) as database:
            if self._is_earlier(database):
                with closing(self._copy(database, promised)) as copy:
                    yield copy
            else:
                self._check(database, tables, promised)
                yield database

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the record, all tables checked, in a transaction that is committed at the end."""
        promised = self._promised()
        with self._opened("BEGIN IMMEDIATE", self._mode) as database:
            if self._is_earlier(database):
                self._convert(database, promised)
            self._check(database, (), promised)
            yield database
            _add_to_total(database, COMMITS, 1, 0)
            [[commits]] = database.execute("SELECT count FROM totals WHERE name = ?", (COMMITS,))
        with suppress(OSError):  # a promise that is lost does no harm
            draft = self._commits.with_name(f".{self._commits.name}")
            draft.write_text(str(commits))
            draft.replace(self._commits)

    def check(self) -> None:
        """Refuse a damaged record."""
        with self.reading():
            pass

    @property
    def has_checksums(self) -> bool:
        """Whether rows can be checked: not in a record of an earlier version."""
        with self._opened("BEGIN", self._mode) as database:
            return _has_totals(database)

    # --- earlier versions -------------------------------------------------------------------

    def _is_earlier(self, database: sqlite3.Connection) -> bool:
        [[version]] = database.execute("PRAGMA user_version")
        if version > self._version:
            raise RunError(
                f"{self.path} cannot be used: version {version} of its tables is that of a newer "
                f"nge; this one reads {self._version}"
            )
        return bool(version < self._version and self._earlier)

    def _copy(self, database: sqlite3.Connection, promised: int) -> sqlite3.Connection:
        """Return the record in memory, converted; once for as long as its files do not change."""
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        now = [(f.stat().st_mtime_ns, f.stat().st_size) for f in files if f.exists()]
        copy = sqlite3.connect(":memory:", isolation_level=None)
        if self._converted[0] == now:
            copy.deserialize(self._converted[1])
        else:
            database.backup(copy)
            copy.execute("BEGIN")
            self._convert(copy, promised)
            copy.execute("COMMIT")
            data = copy.serialize()
            # Bytes 18 and 19 name the journal; a database in memory cannot have a write-ahead log.
            self._converted = now, data[:18] + b"\1\1" + data[20:]
        return copy

    def _convert(self, database: sqlite3.Connection, promised: int) -> None:
        """Check the tables of an earlier version and put those of this one in their place."""
        assert self._earlier is not None
        there = {name for name, _ in _columns(database)}
        schemas = [one for one in self._earlier.schemas if {*tables_of(one)} == there]
        schema = next(iter(schemas), self._earlier.schemas[0])
        Record(self.path, schema)._check(database, (), promised)
        names = tables_of(schema)
        found = {name: rows(database, f"SELECT * FROM {name} ORDER BY rowid") for name in names}
        commits = 0
        if _has_totals(database):
            [[commits]] = database.execute("SELECT count FROM totals WHERE name = ?", (COMMITS,))
        for name in (*names, "totals"):
            database.execute(f"DROP TABLE IF EXISTS {name}")
        _create(database, self._schema, self._version)
        for name, some in self._earlier.convert(found).items():
            insert(database, name, some)
        _add_to_total(database, COMMITS, commits, 0)

    # --- inside -----------------------------------------------------------------------------

    @contextmanager
    def _opened(self, begin: str, mode: str) -> Iterator[sqlite3.Connection]:
        if mode != "rwc" and not self.path.is_file():
            raise RunError(f"{self.path} is missing; without it this run cannot be used")
        # Where nothing can be written, SQLite cannot keep track of who reads.
        writable = os.access(self.path.parent, os.W_OK)
        name = f"{self.path.absolute().as_uri()}?{f'mode={mode}' if writable else 'immutable=1'}"
        try:
            with closing(sqlite3.connect(name, uri=True, isolation_level=None)) as database:
                if writable and mode != "ro":
                    database.execute("PRAGMA journal_mode = WAL")  # can be read while written
                    database.execute("PRAGMA synchronous = FULL")  # a commit is on the disk
                database.execute(begin)
                yield database
                database.execute("COMMIT")  # closing without it rolls back
        # A damaged length can ask for any memory, and a message can quote damaged text.
        except (sqlite3.Error, MemoryError, UnicodeDecodeError) as error:
            reason = " ".join(str(error).split())[:LONGEST] or "out of memory"
            raise RunError(f"{self.path} cannot be used: {reason}") from None

    @property
    def _commits(self) -> Path:
        return self.path.with_name("record.commits")

    def _promised(self) -> int:
        """Return how many commits the record must hold at least."""
        try:
            return int(self._commits.read_bytes() or 0)
        except FileNotFoundError:
            return 0
        except ValueError:
            raise RunError(
                f"{self._commits} is damaged; delete it to use the record without it"
            ) from None

    def _check(self, database: sqlite3.Connection, tables: Sequence[str], promised: int) -> None:
        if not self._sound:
            [[found]] = database.execute("PRAGMA integrity_check(1)")
            if found != "ok":
                raise self._damaged(" ".join(found.split()))
        layout, columns = _expected(self._schema)
        if not _has_totals(database):
            if _columns(database) != [(table, name) for table, name in columns if name != CHECKSUM]:
                raise self._damaged("its tables are not those of a run")
        elif _layout(database) != layout:
            raise self._damaged("its tables are not those of a run")
        else:
            found = database.execute("SELECT name, count, sum FROM totals")
            totals = {name: (count, total) for name, count, total in found}
            sound = all(isinstance(value, int) for pair in totals.values() for value in pair)
            if not sound or totals.keys() != {*tables_of(self._schema), COMMITS}:
                raise self._damaged("the rows of totals are not those that were written")
            for table in tables or tables_of(self._schema):
                self._check_table(database, table, *totals[table])
            commits, _ = totals[COMMITS]
            if commits < promised:
                raise self._damaged(
                    f"it holds {commits} of {promised} commits, because the end of its "
                    "write-ahead log is lost or it is an old copy; put back the right files, or "
                    f"delete {self._commits.name} to go on without what is lost"
                )
        self._sound = True

    def _check_table(
        self, database: sqlite3.Connection, table: str, count: int, total: int
    ) -> None:
        known = self._checked.get(table)
        if known and known[1:] == (count, total):
            return
        found = self._after(known or Checked(), database, table, count)
        if known and found[1:] != (count, total):  # rows were deleted since
            found = self._after(Checked(), database, table, count)
        if found.found != count:
            raise self._damaged(f"{count} rows of {table} were written, {found.found} are there")
        if found.sum != total:
            raise self._damaged(f"the rows of {table} are not those that were written")
        self._checked[table] = found

    def _after(
        self, known: Checked, database: sqlite3.Connection, table: str, most: int
    ) -> Checked:
        """Check the rows that come after those that are known."""
        last, count, total = known
        query = f"SELECT *, rowid FROM {table} WHERE rowid > ? ORDER BY rowid"
        for row in database.execute(query, (last,)):
            last = row[-1]
            if checksum(table, row[:-2]) != row[-2]:
                raise self._damaged(f"row {last} of {table} is not what was written")
            count, total = count + 1, (total + row[-2]) % MODULUS
            if count > most:
                break  # no need to read on, and a damaged file may have no end
        return Checked(last, count, total)

    def _damaged(self, reason: str) -> RunError:
        return RunError(f"{self.path} is damaged: {reason}")


def insert(database: sqlite3.Connection, table: str, rows: Sequence[tuple]) -> None:
    """Add whole rows to a table, with their checksums."""
    if not rows:
        return
    [[last]] = database.execute(f"SELECT COALESCE(MAX(rowid), -1) FROM {table}")
    marks = ", ".join("?" * len(rows[0]))
    database.executemany(f"INSERT INTO {table} VALUES ({marks}, NULL)", rows)
    # Read back, because SQLite changes types: a bool becomes an integer, an integer a real.
    new = database.execute(f"SELECT *, rowid FROM {table} WHERE rowid > ?", (last,)).fetchall()
    sums = [(checksum(table, row[:-2]), row[-1]) for row in new]
    database.executemany(f"UPDATE {table} SET {CHECKSUM} = ? WHERE rowid = ?", sums)
    _add_to_total(database, table, len(sums), sum(value for value, _ in sums))


def delete(database: sqlite3.Connection, table: str, where: str = "TRUE", *values: Any) -> None:
    """Remove rows from a table."""
    found = database.execute(f"SELECT {CHECKSUM} FROM {table} WHERE {where}", values).fetchall()
    database.execute(f"DELETE FROM {table} WHERE {where}", values)
    _add_to_total(database, table, -len(found), -sum(value for (value,) in found))


def rows(database: sqlite3.Connection, query: str, *values: Any) -> list[dict[str, Any]]:
    """Return what a query finds, each row by the names of its columns, checksums left out."""
    found = database.execute(query, values)
    names = [column[0] for column in found.description]
    each = (dict(zip(names, row, strict=True)) for row in found)
    return [{name: row[name] for name in row if name != CHECKSUM} for row in each]


def checksum(table: str, row: tuple) -> int:
    """Return the checksum of a row as SQLite returns it."""
    # Version 2 of marshal writes values only, no references, and is the same in every Python.
    data = marshal.dumps(row, 2)
    return int.from_bytes(blake2b(data, digest_size=BYTES, person=table.encode()).digest())


@cache
def tables_of(schema: str) -> tuple[str, ...]:
    """Return the names of the tables of a schema."""
    return tuple(re.findall(r"CREATE TABLE (\w+)", schema))


# --- tables -------------------------------------------------------------------------------


def _create(database: sqlite3.Connection, schema: str, version: int = 0) -> None:
    """Make empty tables; statement by statement, because executescript would commit."""
    database.execute(f"PRAGMA user_version = {version}")
    for statement in filter(str.strip, [*schema.split(";"), TOTALS]):
        database.execute(statement)
    empty = [(name, 0, 0) for name in (*tables_of(schema), COMMITS)]
    database.executemany("INSERT INTO totals VALUES (?, ?, ?)", empty)


def _add_to_total(database: sqlite3.Connection, name: str, count: int, total: int) -> None:
    [[before]] = database.execute("SELECT sum FROM totals WHERE name = ?", (name,))
    database.execute(
        "UPDATE totals SET count = count + ?, sum = ? WHERE name = ?",
        (count, (before + total) % MODULUS, name),
    )


def _has_totals(database: sqlite3.Connection) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE name = 'totals'"
    return database.execute(query).fetchone() is not None


def _layout(database: sqlite3.Connection) -> list[tuple]:
    """Return all that makes the tables and indexes what they are."""
    return database.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    ).fetchall()


def _columns(database: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the tables with the names of their columns."""
    query = """
        SELECT tables.name, columns.name FROM sqlite_master AS tables
        JOIN pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name != 'totals'
        ORDER BY tables.name, columns.cid
    """
    return database.execute(query).fetchall()


@cache
def _expected(schema: str) -> tuple[list[tuple], list[tuple[str, str]]]:
    """Return layout and columns of empty tables."""
    with closing(sqlite3.connect(":memory:")) as database:
        _create(database, schema)
        return _layout(database), _columns(database)
