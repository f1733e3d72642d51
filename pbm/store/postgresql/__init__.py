"""The engine for several nodes: a PostgreSQL database, through psycopg.

Each transaction has a connection of its own, from a pool. Transactions that decide by what they
read exclude each other, on all nodes, with an advisory lock. Those that act concurrently share this
lock. All other transactions only store letters or mark mails, without the lock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime

from psycopg.errors import LockNotAvailable
from psycopg_pool import ConnectionPool

from pbm.base.errors import StoreBusyError, TemporaryFailure
from pbm.store.nodes_protocol import Health
from pbm.store.postgresql.beside import BesideStatements
from pbm.store.postgresql.connection import (
    BEGIN,
    BEGIN_ALONE,
    BEGIN_BESIDE,
    BEGIN_READING,
    MOST_CONNECTIONS,
    PostgresConnection,
    pool_of,
)
from pbm.store.postgresql.failures import translated_errors
from pbm.store.postgresql.numbers import GAPLESS, LATEST
from pbm.store.postgresql.sharing import RING, DatabaseTime, PostgresCandidate, health_of, time_of
from pbm.store.postgresql.statements import ReadingStatements, TogetherStatements, begin_on
from pbm.store.sql.cipher import LetterCipher
from pbm.store.sql.removals import SqlRemovals
from pbm.store.sql.transaction import SqlTransaction


class PostgresTransaction(SqlTransaction):
    def __init__(self, statements: TogetherStatements, cipher: LetterCipher) -> None:
        self._statements = statements
        super().__init__(statements, cipher)
        self.removals = SqlRemovals(statements, LATEST, GAPLESS)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        with translated_errors("written"), self._statements.savepoint():
            yield


class PostgresStore:
    """An open store. ``PostgresAdministration.open`` checks the schema before.

    :raises TemporaryFailure: if the database cannot be reached
    """

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._pool: ConnectionPool[PostgresConnection] = pool_of(conninfo)
        # The pool gives out its connections in turn. For the one that was used last, its own caches
        # and those of the processor hold what is needed next.
        self._last: deque[PostgresConnection] = deque()
        self._time = DatabaseTime(self._ask_time)
        self._cipher = LetterCipher(encrypts=True)

    def transaction(
        self,
        *,
        acting: bool = True,
        lasting: bool = True,  # noqa: ARG002 (all commits last)
    ) -> AbstractContextManager[PostgresTransaction]:
        return self._writing(BEGIN_ALONE if acting else BEGIN, TogetherStatements)

    def beside(self) -> AbstractContextManager[PostgresTransaction]:
        return self._writing(BEGIN_BESIDE, BesideStatements)

    @contextmanager
    def _writing(
        self, begin: str, together: type[TogetherStatements]
    ) -> Iterator[PostgresTransaction]:
        with translated_errors("written"), self._begun(begin) as begun:
            statements = together(begun)
            yield PostgresTransaction(statements, self._cipher)
            statements.commit()

    @contextmanager
    def reading(self) -> Iterator[PostgresTransaction]:
        with translated_errors("read"), self._begun(BEGIN_READING) as begun:
            statements = ReadingStatements(begun)
            yield PostgresTransaction(statements, self._cipher)
            statements.commit()

    @contextmanager
    def _begun(self, begin: str) -> Iterator[PostgresConnection]:
        """A connection in a transaction, which is rolled back unless it is committed."""
        connection = self._begin(begin)
        try:
            yield connection
        finally:
            connection.end()
            self._give_back(connection)

    def _taken(self) -> PostgresConnection:
        with suppress(IndexError):
            return self._last.pop()
        return self._pool.getconn()

    def _give_back(self, connection: PostgresConnection) -> None:
        if self._last or connection.closed:
            self._pool.putconn(connection)
        else:
            self._last.append(connection)

    def _begin(self, begin: str) -> PostgresConnection:
        """Begin a transaction. Connections that broke while nobody used them are thrown away."""
        for _ in range(MOST_CONNECTIONS):
            connection = self._taken()
            try:
                begin_on(connection, begin)
            except BaseException as error:
                connection.end()
                self._pool.putconn(connection)
                if isinstance(error, LockNotAvailable):
                    raise StoreBusyError("another node has been writing for too long") from error
                if not connection.broken:
                    raise
            else:
                return connection
        raise TemporaryFailure("all connections to the database are broken")

    def use_key(self, key: bytes) -> None:
        self._cipher.use(key)

    def candidate(self, name: str) -> PostgresCandidate:
        return PostgresCandidate(self._conninfo, name)

    def ring(self) -> None:
        # Not in the transaction that stores letters: transactions that notify commit one at a time.
        with translated_errors("written"), self._pool.connection() as connection:
            connection.execute(RING)

    def now(self) -> datetime:
        return self._time.now()

    def health(self) -> Health:
        with translated_errors("read"), self._pool.connection() as connection:
            return health_of(connection)

    def _ask_time(self) -> datetime:
        with translated_errors("read"), self._pool.connection() as connection:
            return time_of(connection)

    def close(self) -> None:
        while self._last:
            self._pool.putconn(self._last.pop())
        self._pool.close()
