"""The lead, notifications and the time, which several nodes share besides the tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import psycopg

from pbm.base.errors import NameInUseError, StoreBusyError
from pbm.store.nodes_protocol import Health
from pbm.store.postgresql.connection import (
    ANSWER_SECONDS,
    LEADING,
    NAMED,
    SERVING,
    PostgresConnection,
    connect,
)
from pbm.store.postgresql.failures import translated_errors

_CHANNEL = "SELECT 'pbm_' || current_schema()"
RING = "SELECT pg_notify('pbm_' || current_schema(), '')"

# A node that hangs loses the lead after this time.
_SESSION = "SET idle_session_timeout = '15s'"

# Standbys are shown to roles with pg_monitor, and to superusers.
_HEALTH = """
    SELECT current_setting('server_version_num')::bigint / 10000,
        current_setting('synchronous_standby_names'), current_setting('synchronous_commit'),
        (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')),
        (SELECT coalesce(max(extract(epoch FROM replay_lag)), 0) FROM pg_stat_replication),
        (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)
            FROM pg_stat_activity WHERE datname = current_database())
"""

MEASURED_SECONDS = 30.0
"""How long a measured difference between two clocks is used."""


class PostgresCandidate:
    """A node with a connection of its own, which holds its locks."""

    def __init__(self, conninfo: str, name: str) -> None:
        self._leads = False
        self._name = name
        with translated_errors("reached"):
            self._db = connect(conninfo)
            try:
                self._begin(self._db)
            except BaseException:
                self._db.close()
                raise

    def _begin(self, db: PostgresConnection) -> None:
        db.execute(_SESSION)
        db.statements.patience = ANSWER_SECONDS
        if not _taken(db, f"SELECT pg_try_advisory_lock_shared({SERVING})"):
            raise StoreBusyError("the database is being upgraded or replaced; try again later")
        if not _taken(db, f"SELECT pg_try_advisory_lock({NAMED})", f"node {self._name}"):
            raise NameInUseError(
                f'a node called {self._name} runs already; set "node" to another name here'
            )
        ((channel,),) = db.execute(_CHANNEL)
        db.execute(f'LISTEN "{channel}"')

    def leads(self) -> bool:
        if not self._leads:
            with translated_errors("reached"):
                self._leads = _taken(self._db, f"SELECT pg_try_advisory_lock({LEADING})")
        return self._leads

    def wait(self, seconds: float) -> bool:
        with translated_errors("reached"):
            self._db.execute("SELECT 1")
            return any(True for _ in self._db.notifies(timeout=seconds, stop_after=1))

    def close(self) -> None:
        with suppress(psycopg.Error):
            self._db.close()


def _taken(db: PostgresConnection, sql: str, *named: str) -> bool:
    ((taken,),) = db.execute(sql, named)
    return bool(taken)


class DatabaseTime:
    """The time of the database: asked for now and then, otherwise by this machine's clock.

    ask: returns the time of the database.
    """

    def __init__(self, ask: Callable[[], datetime]) -> None:
        self._ask = ask
        self._at: datetime | None = None
        self._measured = 0.0

    def now(self) -> datetime:
        if self._at is None or time.monotonic() - self._measured > MEASURED_SECONDS:
            self._at, self._measured = self._ask(), time.monotonic()
        return self._at + timedelta(seconds=time.monotonic() - self._measured)


def health_of(db: PostgresConnection) -> Health:
    ((*found,),) = db.execute(_HEALTH)
    version, synchronous, commit, standbys, behind, oldest = found
    return Health(version, synchronous, commit, standbys, float(behind), float(oldest))


def time_of(db: PostgresConnection) -> datetime:
    ((now,),) = db.execute("SELECT clock_timestamp()")
    assert isinstance(now, datetime)
    return now.astimezone(UTC)
