"""What SQLite fails at, in the words and the kinds that callers know."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pbm.base.errors import ConflictError, PermanentFailure, TemporaryFailure
from pbm.store.sqlite.connection import primary_code

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DAMAGED = 'it is damaged: stop pbm and put a backup back with "pbm restore FILE"'

# What no other writer has to do with.
_NEVER = (sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_NOTNULL)


@contextmanager
def failing(done: str) -> Iterator[None]:
    """A full disk, a lock, a bad page: for the sender all of them mean "try again later".

    done: what cannot be done then, as ``"written"``.

    :raises ConflictError: for a row that another one keeps out, or that refers to one that is gone
    :raises PermanentFailure: for a row that no store may hold
    :raises TemporaryFailure: in the place of all else that SQLite raises
    """
    try:
        yield
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in _NEVER:
            raise PermanentFailure(f"the database refuses that: {error}") from error
        raise ConflictError(f"the database has changed meanwhile: {error}") from error
    except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
        raise TemporaryFailure(f"the database cannot be {done} now: {_words(error)}") from error


def _words(error: sqlite3.Error) -> str:
    """What SQLite says; of damage also what to do, since no waiting mends it."""
    return f"{error}; {_DAMAGED}" if primary_code(error) in _DAMAGE else str(error)
