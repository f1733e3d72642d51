"""The operations on a whole SQLite file."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import SplitResult, unquote_to_bytes

from pbm.base.errors import StoreMissingError, UsageError
from pbm.store.administration import FILE
from pbm.store.sqlite import SqliteReader, SqliteStore, copies
from pbm.store.sqlite.connection import connect, connect_to_read
from pbm.store.sqlite.failures import translated_errors
from pbm.store.sqlite.upgrades import is_older, upgrade


def file_of(url: SplitResult) -> Path:
    """The path in a URL.

    :raises UsageError: if the URL is not that of a local file
    """
    if url.netloc or url.query or url.fragment or not url.path:
        raise UsageError(f"{url.geturl()} is not the URL of a file; use sqlite:///PATH")
    return Path(os.fsdecode(unquote_to_bytes(url.path)))


class SqliteAdministration:
    copy_name = FILE

    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self, *, create: bool = True) -> SqliteStore:
        if not create:
            self._check_begun()
        return SqliteStore(self._path)

    def open_to_look(self) -> SqliteReader:
        self._check_begun()
        return SqliteReader(self._path) if self.is_read_only() else self.open()

    def _check_begun(self) -> None:
        if not self.is_begun():
            raise StoreMissingError(f"there is no database {self._path}")

    def is_begun(self) -> bool:
        return self._path.exists() and not copies.is_empty(self._path)

    def is_read_only(self) -> bool:
        writable = os.access(self._path.parent, os.W_OK | os.X_OK)
        writable = writable and os.access(self._path, os.R_OK | os.W_OK)
        return os.access(self._path, os.R_OK) and not writable

    def is_older(self) -> bool:
        if not self.is_begun():
            return False
        with translated_errors("opened", self._path):
            return is_older(self._path)

    def upgrade(self) -> Sequence[str]:
        with translated_errors("upgraded", self._path):
            return upgrade(self._path)

    def faults(self, *, thorough: bool = False) -> list[str]:
        # Do not open the file to check this: closing it would drop SQLite's locks (POSIX).
        if self._path.exists() and not os.access(self._path, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self._path))
        return copies.faults(self._path, thorough=thorough)

    def size(self) -> int:
        files = self._path.parent.glob(f"{self._path.name}*")
        return sum(file.stat().st_size for file in files)

    def copy_to(self, path: Path) -> None:
        connected = connect_to_read if self.is_read_only() else connect
        with translated_errors("copied", path):
            copies.copy(connected(self._path), path)

    def copy_faults(self, copied: Path) -> list[str]:
        return copies.faults(copied, thorough=True)

    def check_unused(self) -> None:
        """Do nothing: users of the file hold a lock on its folder."""

    def put_in_place(self, copied: Path, aside: Path) -> None:
        copies.put_in_place(copied, self._path, aside)

    def tidy(self) -> None:
        # Truncate the write-ahead log, which holds old versions of pages.
        with translated_errors("tidied", self._path), closing(connect(self._path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
