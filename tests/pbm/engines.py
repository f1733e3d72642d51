"""The stores of towns: a file each, or a schema each of a PostgreSQL server."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbm.store import Place, administration
from pbm.store.administration import FILE

Settings = Mapping[str, str]

ENGINES = ("sqlite", "postgresql")


def in_file(folder: Path) -> Settings:
    """The settings of a town whose store is in its folder."""
    return {}


def in_schemas() -> Callable[[Path], Settings]:
    """A function that returns the settings of towns whose stores are in schemas, for one test."""
    # Imported here, because PostgreSQL is not needed if every store is a file.
    from tests.pbm.store.postgresql.schemas import Schemas  # noqa: PLC0415

    return Schemas().settings


def rows(place: Place, *statements: str) -> list[list[Sequence[Any]]]:
    """Run each statement on the engine of a store, and return the rows that it finds."""
    with _connected(place) as db:
        return [[tuple(row) for row in db.execute(sql).fetchall()] for sql in statements]


def tamper_with(place: Place, *statements: str) -> None:
    """Change a store directly, without foreign keys."""
    with _connected(place) as db:
        for statement in statements:
            db.execute(statement)


def stored(place: Place) -> bytes:
    """Every byte of a file, which overwrites what was deleted; of PostgreSQL, the rows."""
    if isinstance(place, Path):
        return b"".join(path.read_bytes() for path in place.glob(f"{FILE}*"))
    with TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        administration(place).copy_to(file)
        return file.read_bytes()


@contextmanager
def _connected(place: Place) -> Iterator[Any]:
    if isinstance(place, Path):
        with closing(sqlite3.connect(place / FILE)) as file, file:
            yield file
    else:
        from pbm.store.postgresql.connection import connect  # noqa: PLC0415

        with closing(connect(place)) as db:
            db.execute("SET session_replication_role = replica")
            yield db
