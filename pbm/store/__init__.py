"""Where everything is kept. ``open_store`` chooses the engine; nothing outside knows which."""

from __future__ import annotations

from pathlib import Path

from pbm.store.protocol import Store


def open_store(data: Path) -> Store:
    """The store of a data directory, made if it is new, its schema brought up to date.

    :raises StoreNewerError: if a newer version of pbm has written it
    :raises StoreBusyError: if another process is bringing it up to date
    """
    from pbm.store.sqlite import SqliteStore  # noqa: PLC0415 (the engine is chosen here, once)

    return SqliteStore(data / "pbm.sqlite")
