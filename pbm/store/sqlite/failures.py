"""Translates errors of SQLite to the exceptions that callers of a store expect."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pbm.base.errors import ConflictError, PermanentFailure, TemporaryFailure
from pbm.store.sqlite.connection import primary_code

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DAMAGED = 'it is damaged: stop pbm and restore a backup with "pbm restore FILE"'

# Constraints on a row by itself: a retry fails in the same way.
_PERMANENT = (sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_NOTNULL)


@contextmanager
def translated_errors(done: str) -> Iterator[None]:
    """Translate errors in the block.

    Senders are told to retry after a full disk, a lock, or even a damaged page, because it is our
    fault and the operator can repair it. A ``sqlite3.ProgrammingError`` (wrong parameters, a closed
    connection) is a bug in pbm. It is not translated, so that it is logged with its traceback and
    is not retried forever. A misspelt column counts as temporary, because SQLite has no code of its
    own for that.

    done: a participle for the message, such as ``"written"``.

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
        raise TemporaryFailure(f"the database cannot be {done} now: {_words(error)}") from error


def _words(error: sqlite3.Error) -> str:
    """SQLite's message; for a damaged file also what to do, because waiting does not help."""
    return f"{error}; {_DAMAGED}" if primary_code(error) in _DAMAGE else str(error)
