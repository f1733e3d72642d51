"""Connections to PostgreSQL, how transactions begin and end on them, and the pool of a store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import Pipeline
from psycopg.abc import RV, PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import Diagnostic
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import ConnectionPool

from pbm.base.errors import TemporaryFailure
from pbm.store.postgresql.placeholders import translated
from pbm.store.postgresql.texts import EscapingDumper, UnescapingLoader
from pbm.store.sql.connection import Cursor, Parameters

# A server that hangs or is cut off is given up before the clients of SMTP lose patience.
# tcp_user_timeout is in milliseconds, the others are in seconds.
DEFAULTS = {
    "application_name": "pbm",
    "connect_timeout": "3",
    "keepalives_idle": "3",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "4000",
    "target_session_attrs": "read-write",
}

# lock_timeout: as long as SQLite waits for others that write.
# idle_in_transaction_session_timeout: a node that hangs in a transaction must not stop the others.
# client_connection_check_interval: a statement ends soon after its node has given it up.
SESSION = (
    "SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s';"
    " SET client_connection_check_interval = '1s';"
    " SET client_min_messages = warning"
)

ANSWER_SECONDS = 20.0
"""How long to wait for an answer of the server: longer than a lock_timeout, which it reports."""

# How often to check whether ``ANSWER_SECONDS`` are over.
_INTERVAL = 0.5

MOST_CONNECTIONS = 8
WAIT_SECONDS, RECONNECT_SECONDS = 5.0, 2.0

# Advisory locks. The second number differs for clubs that share a database, each in a schema.
_CLUB = "hashtext(current_schema())"
ACTING, LEADING, SERVING = (f"{number}, {_CLUB}" for number in (7029, 7030, 7031))
# A lock with a single number never conflicts with these, which have two.
NAMED = "hashtextextended(current_schema() || ' ' || %s, 0)"

BEGIN = "BEGIN"
BEGIN_ALONE = f"BEGIN; SELECT pg_advisory_xact_lock({ACTING})"
BEGIN_BESIDE = f"BEGIN; SELECT pg_advisory_xact_lock_shared({ACTING})"
# The first statement takes the snapshot.
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1"


class PostgresConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that begins and commits transactions when it is told to, as SQLite's does."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.warnings: list[str] = []
        self.patience: float | None = None
        """Seconds to wait for an answer; None: as long as it takes."""
        self.gathers = False
        """In a pipeline: whether to queue statements without sending them yet."""
        # One type for all numbers, so that each statement is prepared only once.
        self.adapters.register_dumper(int, Int8Dumper)
        self.adapters.register_dumper(str, EscapingDumper)
        self.adapters.register_loader("text", UnescapingLoader)
        self.add_notice_handler(self._heed)

    def wait(self, gen: PQGen[RV], interval: float = _INTERVAL, timeout: float | None = None) -> RV:
        """Wait for an answer, but no longer than ``patience``.

        A server that is suspended keeps its connections open. A commit that waits for a standby
        has no other limit: statement_timeout does not end it.
        """
        if self.gathers:
            # The statement is queued by now; the rest of the generator would send it immediately.
            next(gen, None)
            gen.close()
            return None  # type: ignore[return-value]
        try:
            return super().wait(gen, interval, timeout or self.patience)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise

    def _heed(self, notice: Diagnostic) -> None:
        if notice.severity_nonlocalized == "WARNING":
            self.warnings.append(notice.message_primary or "a warning")

    def end(self) -> None:
        """Roll back the transaction, if there is one. A broken connection has none."""
        if self.info.transaction_status not in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN):
            with suppress(psycopg.OperationalError):
                self.execute("ROLLBACK")


class PostgresCursor(psycopg.Cursor[tuple[Any, ...]]):
    @property
    def description(self) -> list[Any] | None:
        """As in psycopg, but only the names of columns: measured, this saves 5% of a move."""
        found = self.pgresult
        if found is None:
            return None
        return [((found.fname(column) or b"").decode(),) for column in range(found.nfields)]


_SAVEPOINT = ("SAVEPOINT step", ())


class Statements:
    """The statements of a transaction, as the repositories write them."""

    locking = ""

    def __init__(self, connection: PostgresConnection) -> None:
        self._connection = connection
        self._cursor = PostgresCursor(connection)

    def execute(self, sql: str, parameters: Parameters = ()) -> Cursor:
        return self._execute(translated(sql), parameters)

    def put(self, sql: str, parameters: Parameters = ()) -> None:
        self._execute(translated(sql), parameters)

    def lock(self, what: str) -> None:
        """Do nothing: no other transaction acts at the same time as this one."""

    def insert_numbered(self, sql: str, values: Sequence[Any], key: str) -> int:
        found = self._execute(translated(f"{sql} RETURNING {key}"), values).fetchone()
        assert found is not None, "an insertion returns its row"
        return int(found[0])

    def insert_all_numbered(
        self, sql: str, rows: Sequence[Sequence[Any]], key: str
    ) -> Sequence[int]:
        # In one statement: measured with a standby, 3467 letters a second instead of 650.
        head, _, places = sql.rpartition(" VALUES ")
        listed = ", ".join([places] * len(rows))
        values = [value for row in rows for value in row]
        self._execute(translated(f"{head} VALUES {listed} RETURNING {key}"), values)
        return sorted(number for (number,) in self._cursor)

    def flush(self) -> None:
        """Send the statements that were put off."""

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        # Errors of statements that were put off earlier must occur before the block.
        self.flush()
        self.put(*_SAVEPOINT)
        try:
            yield
            self._execute("RELEASE step", ())
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        self._execute("ROLLBACK TO step", ())
        self._execute("RELEASE step", ())

    def _execute(self, sql: str, parameters: Parameters) -> PostgresCursor:
        return self._cursor.execute(sql, parameters)


class TogetherStatements(Statements):
    """Sends statements whose result is not needed together with the next one that is waited for.

    Measured: half of the CPU time of a simple statement is for sending it and waiting, on both
    sides. psycopg's pipeline alone does not wait, but sends each statement by itself.
    """

    def __init__(self, connection: PostgresConnection, pipeline: Pipeline) -> None:
        super().__init__(connection)
        self._pipeline = pipeline
        self._later: list[tuple[str, Parameters]] = []

    def put(self, sql: str, parameters: Parameters = ()) -> None:
        self._later.append((translated(sql), parameters))

    def flush(self) -> None:
        if self._later:
            self._execute(*self._later.pop())

    def _roll_back(self) -> None:
        # Statements put off since the savepoint were never sent; perhaps not even the savepoint.
        is_begun = _SAVEPOINT not in self._later
        self._later = []
        if is_begun:
            self._execute("ROLLBACK TO step", ())
            # After a rollback psycopg may prepare all statements again. It tells the server to
            # forget the old ones after the next statement that is not gathered.
            self._cursor.execute("RELEASE step")
            self._pipeline.sync()

    def _execute(self, sql: str, parameters: Parameters) -> PostgresCursor:
        earlier, self._later = self._later, []
        self._connection.gathers = True
        try:
            for each in earlier:
                PostgresCursor(self._connection).execute(*each)
            self._cursor.execute(sql, parameters)
        finally:
            self._connection.gathers = False
        try:
            self._pipeline.sync()
        except psycopg.Error:
            # Statements after the failed one were not prepared, but psycopg assumes that they
            # were.
            self._connection._prepared.clear()
            raise
        return self._cursor


def commit(connection: PostgresConnection) -> None:
    """Commit the transaction.

    :raises TemporaryFailure: if the server warns. It does so when somebody made it stop waiting for
        a standby (pg_cancel_backend), so that only one machine has the data
    """
    connection.warnings.clear()
    connection.execute("COMMIT")
    if connection.warnings:
        raise TemporaryFailure(f"the database may have lost this: {connection.warnings[0]}")


def connect(conninfo: str) -> PostgresConnection:
    connection = PostgresConnection.connect(with_defaults(conninfo), autocommit=True)
    connection.execute(SESSION)
    return connection


def configure(connection: PostgresConnection) -> None:
    """Prepare a connection of a store, which waits for a limited time; an operator's may wait."""
    connection.execute(SESSION)
    connection.patience = ANSWER_SECONDS


def pool_of(conninfo: str) -> ConnectionPool[PostgresConnection]:
    return ConnectionPool(
        with_defaults(conninfo),
        connection_class=PostgresConnection,
        kwargs={"autocommit": True},
        configure=configure,
        min_size=1,
        max_size=MOST_CONNECTIONS,
        timeout=WAIT_SECONDS,
        # The pool doubles its pauses between attempts up to this time. Measured after a failover
        # that took 20 s: with the default of five minutes, the first letter was kept after 29 s.
        reconnect_timeout=RECONNECT_SECONDS,
        open=True,
    )


def with_defaults(conninfo: str) -> str:
    """The connection string, with our defaults for the options that it does not set."""
    given = conninfo_to_dict(conninfo)
    return make_conninfo(conninfo, **{key: DEFAULTS[key] for key in DEFAULTS if key not in given})
