"""Connections to PostgreSQL, how transactions begin and end on them, and the pool of a store."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import Diagnostic
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import ConnectionPool

from pbm.base.errors import TemporaryFailure
from pbm.store.postgresql.pipeline import Pipeline
from pbm.store.postgresql.texts import EscapingDumper, UnescapingBinaryLoader, UnescapingLoader

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
        # One type for all numbers, so that each statement is prepared only once.
        self.adapters.register_dumper(int, Int8Dumper)
        self.adapters.register_dumper(str, EscapingDumper)
        for loader in (UnescapingLoader, UnescapingBinaryLoader):
            self.adapters.register_loader("text", loader)
        self.add_notice_handler(self._heed)
        self.statements = Pipeline(self)

    def wait(self, gen: PQGen[RV], interval: float = _INTERVAL, timeout: float | None = None) -> RV:
        """Wait for an answer, but no longer than the patience of ``statements``."""
        try:
            return super().wait(gen, interval, timeout or self.statements.patience)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise

    def _heed(self, notice: Diagnostic) -> None:
        if notice.severity_nonlocalized == "WARNING":
            self.warnings.append(notice.message_primary or "a warning")

    def check_committed(self) -> None:
        """Check that a commit caused no warning. Empty ``warnings`` before the commit.

        :raises TemporaryFailure: if the server has warned. It warns when it was told to wait no
            longer for a standby (pg_cancel_backend): then only one machine has what was written.
        """
        if self.warnings:
            raise TemporaryFailure(f"the database may have lost this: {self.warnings[0]}")

    def end(self) -> None:
        """Roll back the transaction, if there is one. A broken connection has none."""
        if self.info.transaction_status not in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN):
            with suppress(psycopg.OperationalError):
                self.execute("ROLLBACK")


# If psycopg prepared statements itself, it would deallocate ours too after a rollback.
_OPTIONS: dict[str, Any] = {"autocommit": True, "prepare_threshold": None}


def commit(connection: PostgresConnection) -> None:
    """Commit the transaction.

    :raises TemporaryFailure: as ``check_committed`` does
    """
    connection.warnings.clear()
    connection.execute("COMMIT")
    connection.check_committed()


def connect(conninfo: str) -> PostgresConnection:
    connection = PostgresConnection.connect(with_defaults(conninfo), **_OPTIONS)
    connection.execute(SESSION)
    return connection


def configure(connection: PostgresConnection) -> None:
    """Prepare a connection of a store: it waits for a limited time, unlike an operator's."""
    connection.execute(SESSION)
    connection.statements.patience = ANSWER_SECONDS


def pool_of(conninfo: str) -> ConnectionPool[PostgresConnection]:
    return ConnectionPool(
        with_defaults(conninfo),
        connection_class=PostgresConnection,
        kwargs=_OPTIONS,
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
