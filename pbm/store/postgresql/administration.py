"""The operations on a whole PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from pbm.store.administration import FILE
from pbm.store.postgresql import PostgresStore, copies, versions
from pbm.store.postgresql.connection import PostgresConnection, connect
from pbm.store.postgresql.failures import translated_errors
from pbm.store.sqlite.administration import SqliteAdministration

_SIZE = (
    "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"
    " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
)


class PostgresAdministration:
    """A copy is an SQLite file, which can be opened anywhere."""

    copy_name = FILE

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo

    def open(self, *, create: bool = True) -> PostgresStore:
        with self._connected("opened") as db:
            (versions.begin if create else versions.check)(db)
        return PostgresStore(self._conninfo)

    def open_to_look(self) -> PostgresStore:
        with self._connected("opened") as db:
            versions.check(db)
        return PostgresStore(self._conninfo)

    def is_begun(self) -> bool:
        with self._connected("opened") as db:
            return versions.is_begun(db)

    def is_read_only(self) -> bool:
        # A standby is refused when connecting.
        return False

    def is_older(self) -> bool:
        with self._connected("opened") as db:
            return versions.is_begun(db) and bool(versions.pending(db))

    def upgrade(self) -> Sequence[str]:
        with self._connected("upgraded") as db:
            return versions.upgrade(db) if versions.is_begun(db) else ()

    def faults(self, *, thorough: bool = False) -> list[str]:  # noqa: ARG002
        # PostgreSQL checks its pages itself, when data checksums are on.
        with self._connected("read") as db:
            if not versions.is_begun(db):
                return ["it is not a database of pbm"]
            versions.pending(db)
        return []

    def size(self) -> int:
        with self._connected("read") as db:
            ((found,),) = db.execute(_SIZE)
        return int(found)

    def copy_to(self, path: Path) -> None:
        with self._connected("copied") as db:
            versions.check(db)
            copies.export(db, path)

    def copy_faults(self, copied: Path) -> list[str]:
        return SqliteAdministration(copied).copy_faults(copied)

    def check_unused(self) -> None:
        with self._connected("read") as db:
            versions.check_unused(db)

    def put_in_place(self, copied: Path, aside: Path) -> None:
        with self._connected("restored") as db:
            versions.begin(db)
            copies.export(db, aside / self.copy_name)
            copies.put_in_place(db, copied)

    def tidy(self) -> None:
        """Do nothing: PostgreSQL removes old versions of rows by itself, but not from its log."""

    @contextmanager
    def _connected(self, done: str) -> Iterator[PostgresConnection]:
        with translated_errors(done), closing(connect(self._conninfo)) as db:
            yield db
