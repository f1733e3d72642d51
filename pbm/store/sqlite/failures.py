"""Translates errors of SQLite to the exceptions that callers of a store expect."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbm.base.disk import cause
from pbm.base.errors import ConflictError, PermanentFailure, TemporaryFailure
from pbm.store.sqlite.connection import primary_code

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DISK = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
)
_DAMAGED = 'it is damaged: stop pbm and restore a backup with "pbm restore FILE"'

# Constraints on a row by itself: a retry fails in the same way.
_PERMANENT = (sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_NOTNULL)


@contextmanager
def translated_errors(done: str, path: Path) -> Iterator[None]:
    """Translate errors in the block.

    Senders are told to retry after a full disk, a lock, or even a damaged page, because it is our
    fault and the operator can repair it. A ``sqlite3.ProgrammingError`` (wrong parameters, a closed
    connection) is a bug in pbm. It is not translated, so that it is logged with its traceback and
    is not retried forever. A misspelt column counts as temporary, because SQLite has no code of its
    own for that.

    done: a participle for the message, such as ``"written"``.
    path: the file that could not be written, whose disk is looked at.

    :raises ConflictError: if a row conflicts with another one, or refers to one that was deleted
    :raises PermanentFailure: if a row violates a constraint by itself
    :raises TemporaryFailure: for all other database errors
    """
    try:
        yield
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in _PERMANENT:
            raise PermanentFailure(f"the database refuses a row: {error}") from error
        raise ConflictError(f"the database has changed meanwhile: {error}") from error
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.DatabaseError as error:
        raise TemporaryFailure(
            f"the database cannot be {done} now: {_words(error, path)}"
        ) from error


def _words(error: sqlite3.Error, path: Path) -> str:
    """SQLite's message; also what to do about a damaged file, and about the disk.

    SQLite calls most faults of a disk "disk I/O error".
    """
    if primary_code(error) in _DAMAGE:
        return f"{error}; {_DAMAGED}"
    if primary_code(error) in _DISK:
        found = cause(path.parent, is_full=primary_code(error) == sqlite3.SQLITE_FULL)
        return f"{path.parent}: {found}" if found else str(error)
    return str(error)
