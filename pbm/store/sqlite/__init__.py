"""The SQLite engine: the store is one file. sqlite-utils runs its migrations.

One connection writes; each reader has its own. If threads share a store, only one of them may
write (``pbm.store.writer``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path

from pbm.base.durable import PRIVATE, private_folder
from pbm.base.errors import TemporaryFailure
from pbm.store.sql.cipher import LetterCipher
from pbm.store.sql.outbox import SqlOutbox
from pbm.store.sql.removals import KEYS, SqlRemovals
from pbm.store.sql.transaction import SqlTransaction
from pbm.store.sqlite.connection import (
    BUSY_MS,
    LARGE_CACHE,
    LATEST,
    SqliteConnection,
    connect,
    connect_to_read,
    deferred,
    immediate,
    savepoint,
)
from pbm.store.sqlite.failures import translated_errors
from pbm.store.sqlite.upgrades import begin, check
from pbm.store.sqlite.write_lock import WriteLock


class SqliteTransaction(SqlTransaction):
    def __init__(self, db: SqliteConnection, cipher: LetterCipher, path: Path) -> None:
        super().__init__(db, cipher)
        self.db = db
        self._path = path
        self.removals = SqlRemovals(db, LATEST, KEYS)
        # By itself, SQLite reads all queued mails, whenever the painter or the pump looks for work.
        self.outbox = SqlOutbox(
            db, "outbox INDEXED BY outbox_unfinished", "outbox INDEXED BY outbox_order"
        )

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        with translated_errors("written", self._path), savepoint(self.db):
            yield


class SqliteReader:
    """A store that is only read, such as one on a snapshot or on a disk mounted read-only.

    :raises StoreNewerError, StoreOlderError: as ``Administration.open`` does
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        # SQLite stores letters in clear, but a database copied from another engine may hold
        # encrypted ones.
        self._cipher = LetterCipher(encrypts=False)
        # A pool of idle readers: opening a connection takes longer than most reads.
        self._readers: deque[SqliteTransaction] = deque()
        with translated_errors("opened", path):
            self._open()

    def _open(self) -> None:
        db = self._connected()
        with closing(db):
            check(db, self._path)

    @contextmanager
    def transaction(
        self,
        *,
        acting: bool = True,  # noqa: ARG002
        lasting: bool = True,  # noqa: ARG002
    ) -> Iterator[SqliteTransaction]:
        raise TemporaryFailure(f"{self._path} is read-only; make the file and its folder writable")
        yield

    def beside(self) -> AbstractContextManager[SqliteTransaction]:
        return self.transaction()

    @contextmanager
    def reading(self) -> Iterator[SqliteTransaction]:
        with translated_errors("read", self._path):
            reader = self._reader()
            try:
                with deferred(reader.db):
                    yield reader
            except BaseException:
                reader.db.close()
                raise
            self._readers.append(reader)

    def _reader(self) -> SqliteTransaction:
        with suppress(IndexError):
            return self._readers.pop()
        return SqliteTransaction(self._connected(), self._cipher, self._path)

    def _connected(self) -> SqliteConnection:
        return connect_to_read(self._path)

    def use_key(self, key: bytes) -> None:
        self._cipher.use(key)

    def close(self) -> None:
        while self._readers:
            self._readers.pop().db.close()


class SqliteStore(SqliteReader):
    """A store that is read and written.

    :raises StoreNewerError, StoreOlderError, StoreBusyError: as ``Administration.open`` does
    """

    def __init__(self, path: Path) -> None:
        private_folder(path.parent)
        # Private, because the file holds people's mail. SQLite's side files inherit its mode.
        path.touch(PRIVATE)
        self._acts = False
        super().__init__(path)
        self._writing = SqliteTransaction(self._db, self._cipher, path)
        self._write_lock = WriteLock(path.parent, BUSY_MS / 1000)

    def _open(self) -> None:
        self._db = self._connected()
        begin(self._db, self._path)

    @contextmanager
    def transaction(
        self,
        *,
        acting: bool = True,  # noqa: ARG002
        lasting: bool = True,
    ) -> Iterator[SqliteTransaction]:
        with translated_errors("written", self._path), self._write_lock.taken():
            self._db.wait_for_the_disk(lasting)
            with immediate(self._db):
                yield self._writing

    def _connected(self) -> SqliteConnection:
        made = connect(self._path)
        if self._acts:
            made.execute(LARGE_CACHE)
        return made

    def keep_in_memory(self) -> None:
        self._acts = True
        for db in (self._db, *(reader.db for reader in self._readers)):
            db.execute(LARGE_CACHE)

    def has_waiters(self) -> bool:
        return self._write_lock.has_waiters()

    def close(self) -> None:
        super().close()
        self._db.close()
        self._write_lock.close()
