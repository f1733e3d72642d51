"""Where everything is kept. This room's door chooses the engine; nothing outside knows which."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pbm.store.protocol import Store

# The engine is chosen here, once, and loaded only when it is used.
# ruff: noqa: PLC0415

FILE = "pbm.sqlite"


def open_store(data: Path) -> Store:
    """The store of a data directory, made if it is new.

    :raises StoreNewerError: if a newer version of pbm has written it
    :raises StoreOlderError: if an older one has: ``upgrade`` brings it up to date
    :raises StoreBusyError: if another process is making it
    """
    from pbm.store.sqlite import SqliteStore

    return SqliteStore(data / FILE)


def open_to_look(data: Path) -> Store:
    """The store for somebody who changes nothing: it may lie where nothing can be written.

    :raises StoreNewerError, StoreOlderError, StoreBusyError: as ``open_store`` does
    """
    from pbm.store.sqlite import SqliteReader

    return SqliteReader(data / FILE) if is_read_only(data) else open_store(data)


def is_read_only(data: Path) -> bool:
    """Whether there is a store that this user can read, and not write."""
    file = data / FILE
    writable = os.access(data, os.W_OK | os.X_OK) and os.access(file, os.R_OK | os.W_OK)
    return os.access(file, os.R_OK) and not writable


def is_older(data: Path) -> bool:
    """Whether an older version of pbm has written the store.

    :raises StoreNewerError: if a newer one has
    :raises TemporaryFailure: if it cannot be read
    """
    from pbm.store.sqlite import was_written_by_an_older_version

    return is_begun(data) and was_written_by_an_older_version(data / FILE)


def upgrade(data: Path) -> Sequence[str]:
    """Bring the store up to date, which nobody else may use meanwhile: the steps that were done.

    :raises StoreNewerError: if a newer version of pbm has written it
    :raises UpgradeError: if it cannot be brought up to date; it is as it was
    """
    from pbm.store.sqlite import brought_up_to_date

    return brought_up_to_date(data / FILE)


def faults(path: Path, *, thorough: bool = False) -> list[str]:
    """What is wrong with a store's file or a copy of one, which is only read.

    :raises TemporaryFailure: if it cannot be read now, which says nothing about it
    """
    from pbm.store.sqlite import copies

    return copies.faults(path, thorough=thorough)


def is_begun(data: Path) -> bool:
    """Whether a data directory has a store with anything in it, if only tables."""
    from pbm.store.sqlite import copies

    return (data / FILE).exists() and not copies.is_empty(data / FILE)


def put_in_place(copied: Path, data: Path, aside: Path) -> None:
    """Let a copy become the store of a data directory; what was there is kept in ``aside``.

    Nobody may use the store meanwhile, and the copy must lie on the same file system.
    """
    from pbm.store.sqlite import copies

    copies.put_in_place(copied, data / FILE, aside)
