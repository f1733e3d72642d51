"""PostgreSQL schemas, each of which is the store of a town."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pbm.store.administration import FILE
from pbm.store.postgresql import copies, versions
from pbm.store.postgresql.connection import PostgresConnection, connect
from pbm.store.postgresql.schema import tables_of
from pbm.store.sqlite.copies import only_reading
from tests.pbm.store.postgresql.server import server


class Schemas:
    """Schemas of PostgreSQL for the towns of one test; the next test uses them again."""

    def __init__(self) -> None:
        self._urls: dict[Path, str] = {}

    def settings(self, folder: Path) -> Mapping[str, str]:
        """The settings of a town whose store is in a schema, filled from the file of the town."""
        if folder not in self._urls:
            self._urls[folder] = server().create(f"town_{len(self._urls)}")
            _fill(self._urls[folder], folder / FILE)
        return {"store": self._urls[folder]}


def _fill(url: str, path: Path) -> None:
    db = _connected(url)
    with only_reading(path) as file:
        versions.begin(db)
        # Much quicker than TRUNCATE if there are few rows.
        emptied = "; ".join(f"DELETE FROM {table}" for table in tables_of(file))
        db.execute(f"BEGIN; SET LOCAL session_replication_role = replica; {emptied}")
        copies.fill(db, file)
        db.execute("COMMIT")
    # A test that still reads the file fails.
    path.write_bytes(b"")


@cache
def _connected(url: str) -> PostgresConnection:
    """A connection that stays open: a new one learns all tables again, in 50 ms of CPU."""
    made = connect(url)
    # Some tests end all connections of pbm.
    made.execute("SET application_name = 'towns'")
    return made
