"""The statements allowed in transactions that act concurrently, and why they are safe.

Such a transaction first locks what it decides by: a board when it reads it, a rate limit when it
counts it, and a rating list when it enters a game. Any other change is refused, and made by a
transaction that acts alone. So a new table is safe before anybody thinks about locks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pbm.base.errors import ConflictError
from pbm.store.postgresql.connection import NAMED
from pbm.store.postgresql.pipeline import Result
from pbm.store.postgresql.statements import TogetherStatements
from pbm.store.sql.connection import Parameters

_WRITE = re.compile(r"\s*(INSERT|UPDATE|DELETE)(?: INTO| FROM)? (\w+)")

_LOCK = f"SELECT pg_advisory_xact_lock({NAMED.replace('%s', '?')})"

_SHOWN = 40

_ALL = frozenset({"INSERT", "UPDATE", "DELETE"})

BESIDE: Mapping[str, frozenset[str]] = {
    # The letter was claimed. The index letters_done allows only one done letter per duplicate key.
    "letters": frozenset({"UPDATE"}),
    # The board was locked, and its last event is compared. New boards are left out: their number is
    # counted.
    "matches": frozenset({"UPDATE"}),
    "events": frozenset({"INSERT", "UPDATE"}),
    "snapshots": _ALL,
    "queues": _ALL,
    "unheard": frozenset({"INSERT"}),
    # The rate limit was locked when its marks were counted.
    "marks": frozenset({"INSERT"}),
    # The rating list was locked.
    "ratings": _ALL,
    # Each change is a single statement, which compares the row with what it expects.
    "outbox": frozenset({"INSERT", "UPDATE"}),
    "tokens": _ALL,
    "moments": _ALL,
    "counters": frozenset({"INSERT"}),
    "quotas": frozenset({"INSERT"}),
}
"""The changes that are allowed concurrently with others, by table."""


class BesideStatements(TogetherStatements):
    locking = " FOR UPDATE"

    def lock(self, what: str) -> None:
        super().execute(_LOCK, [what])

    def execute(self, sql: str, parameters: Parameters = ()) -> Result:
        check(sql)
        return super().execute(sql, parameters)

    def put(self, sql: str, parameters: Parameters = ()) -> None:
        check(sql)
        super().put(sql, parameters)

    def change(self, sql: str, parameters: Parameters, refusal: Exception) -> None:
        check(sql)
        super().change(sql, parameters, refusal)

    def insert_numbered(self, sql: str, values: Sequence[Any], key: str) -> int:
        check(sql)
        return super().insert_numbered(sql, values, key)

    def insert_all_numbered(
        self, sql: str, rows: Sequence[Sequence[Any]], key: str
    ) -> Sequence[int]:
        check(sql)
        return super().insert_all_numbered(sql, rows, key)


def check(sql: str) -> None:
    """:raises ConflictError: if the statement needs a transaction that acts alone"""
    if not _is_allowed(sql):
        raise ConflictError(f"by one transaction at a time: {sql[:_SHOWN]}")


@cache
def _is_allowed(sql: str) -> bool:
    found = _WRITE.match(sql)
    return found is None or found[1] in BESIDE.get(found[2], ())
