"""Translates errors of PostgreSQL to the exceptions that callers of a store expect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from pbm.base.errors import ConflictError, PermanentFailure, TemporaryFailure

# Constraints on a row by itself: a retry fails in the same way.
_PERMANENT = (errors.CheckViolation, errors.NotNullViolation)

_CONFLICTS = (
    errors.IntegrityError,
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
    # A statement that was sent later has failed, and its error was ignored.
    errors.InFailedSqlTransaction,
)

# Wrong statements and values are bugs in pbm. Their errors are not translated, so that they are
# logged with a traceback and are not retried forever.
_OURS = (errors.ProgrammingError, errors.DataError, errors.NotSupportedError)


@contextmanager
def translated_errors(done: str) -> Iterator[None]:
    """Translate errors in the block.

    done: a participle for the message, such as ``"written"``.

    :raises ConflictError: if another transaction was faster, or a row refers to one that is gone
    :raises PermanentFailure: if a row violates a constraint by itself
    :raises TemporaryFailure: if the database cannot be reached or cannot write now
    """
    try:
        yield
    except _PERMANENT as error:
        raise PermanentFailure(f"the database refuses a row: {_words(error)}") from error
    except _CONFLICTS as error:
        raise ConflictError(f"the database has changed meanwhile: {_words(error)}") from error
    except errors.InsufficientPrivilege as error:
        raise _temporary(done, error) from error
    except _OURS:
        raise
    except psycopg.Error as error:
        raise _temporary(done, error) from error


def _temporary(done: str, error: psycopg.Error) -> TemporaryFailure:
    return TemporaryFailure(f"the database cannot be {done} now: {_words(error)}")


def _words(error: psycopg.Error) -> str:
    """The message in one line, without details, which may hold values of rows."""
    return error.diag.message_primary or " ".join(str(error).split())
