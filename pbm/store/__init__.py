"""Where everything is kept. This room's door chooses the engine; nothing outside knows which."""

from __future__ import annotations

from pathlib import Path

from pbm.store.protocol import Store

# The engine is chosen here, once, and loaded only when it is used.
# ruff: noqa: PLC0415

FILE = "pbm.sqlite"


def open_store(data: Path) -> Store:
    """The store of a data directory, made if it is new, its schema brought up to date.

    :raises StoreNewerError: if a newer version of pbm has written it
    :raises UpgradeError: if an older one has, and it cannot be brought up to date
    :raises StoreBusyError: if another process is bringing it up to date
    """
    from pbm.store.sqlite import SqliteStore

    return SqliteStore(data / FILE)


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
