"""The persistent store. The functions here choose the engine, which nothing outside knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import SplitResult

from pbm.base.errors import UsageError
from pbm.base.urls import split_url
from pbm.store.administration import FILE, Administration
from pbm.store.identity_map import MappedStore
from pbm.store.nodes_protocol import Shared
from pbm.store.protocol import Caching, Store

# An engine is imported only when it is used.
# ruff: noqa: PLC0415

Place = Path | str
"""The location of a store: a data directory, or a URL as ``sqlite:///var/lib/pbm/pbm.sqlite``."""


def administration(place: Place) -> Administration:
    """The administration of a store, which need not be open or even readable.

    :raises UsageError: if no engine has this kind of URL
    """
    if isinstance(place, Path):
        return _in_file(place / FILE)
    url = split_url(place)
    if not url.scheme:
        raise UsageError(f"{place} is not the URL of a store; use one such as sqlite:///PATH")
    if url.scheme not in ENGINES:
        # The rest of the URL may hold a password.
        known = ", ".join(f"{scheme}:" for scheme in ENGINES)
        raise UsageError(f"there is no store of the kind {url.scheme}:; choose from {known}")
    return ENGINES[url.scheme](url)


def open_store(place: Place, *, create: bool = True) -> Store:
    """Open a store. create: whether it is created if it does not exist.

    :raises UsageError: if no engine has this kind of URL
    :raises StoreMissingError, StoreNewerError, StoreOlderError, StoreBusyError: as
        ``Administration.open`` does
    """
    return MappedStore(administration(place).open(create=create))


def open_to_look(place: Place) -> Store:
    """Open a store for reading only.

    :raises UsageError: if no engine has this kind of URL
    :raises StoreMissingError, StoreNewerError, StoreOlderError, StoreBusyError: as
        ``Administration.open`` does
    """
    return MappedStore(administration(place).open_to_look())


def shared(store: Store) -> Shared | None:
    """The same store with what several nodes need, if they can serve on it."""
    engine = _engine(store)
    return engine if isinstance(engine, Shared) else None


def keep_in_memory(store: Store) -> None:
    """Let this process keep more of the database in memory: it acts on boards all the time."""
    engine = _engine(store)
    if isinstance(engine, Caching):
        engine.keep_in_memory()


def _engine(store: Store) -> Store:
    return store.engine if isinstance(store, MappedStore) else store


def _sqlite(url: SplitResult) -> Administration:
    from pbm.store.sqlite.administration import file_of

    return _in_file(file_of(url))


def _in_file(path: Path) -> Administration:
    from pbm.store.sqlite.administration import SqliteAdministration

    return SqliteAdministration(path)


def _postgresql(url: SplitResult) -> Administration:
    try:
        from pbm.store.postgresql.administration import PostgresAdministration
    except ImportError as error:
        raise UsageError(
            f"a store on PostgreSQL needs psycopg ({error}); install pbm-server[postgresql]"
        ) from error
    # Not geturl, which drops the slashes of a URL without a host.
    return PostgresAdministration(f"{url.scheme}://{url.netloc}{url.path}?{url.query}")


ENGINES: Mapping[str, Callable[[SplitResult], Administration]] = {
    "sqlite": _sqlite,
    "postgresql": _postgresql,
}
"""The engines by URL scheme."""
