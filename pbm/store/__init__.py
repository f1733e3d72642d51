"""Where everything is kept. This room's door chooses the engine; nothing outside knows which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from pbm.base.errors import UsageError
from pbm.store.administration import Administration
from pbm.store.identity_map import MappedStore
from pbm.store.protocol import Store

# An engine is loaded only when it is used.
# ruff: noqa: PLC0415

FILE = "pbm.sqlite"
"""The store of a data directory: a file of the embedded engine."""

Place = Path | str
"""Where a store is: a data directory, or a URL such as ``sqlite:///var/lib/pbm/pbm.sqlite``."""


def administration(place: Place) -> Administration:
    """What can be done to a store as a whole, whether it can be opened or not.

    :raises UsageError: if the URL is one of no engine
    """
    if isinstance(place, Path):
        return _in_file(place / FILE)
    url = urlsplit(place)
    if not url.scheme:
        raise UsageError(f"{place} is no URL of a store; write one such as sqlite:///PATH")
    if url.scheme not in ENGINES:
        # The rest of the URL may hold a password.
        known = ", ".join(f"{scheme}:" for scheme in ENGINES)
        raise UsageError(f"there is no store of the kind {url.scheme}:; choose from {known}")
    return ENGINES[url.scheme](url)


def open_store(place: Place) -> Store:
    """The store there, made if it is new.

    :raises UsageError: if the URL is one of no engine
    :raises StoreNewerError, StoreOlderError, StoreBusyError: as ``Administration.open`` does
    """
    return MappedStore(administration(place).open())


def open_to_look(place: Place) -> Store:
    """The store there for somebody who changes nothing.

    :raises UsageError: if the URL is one of no engine
    :raises StoreNewerError, StoreOlderError, StoreBusyError: as ``Administration.open`` does
    """
    return MappedStore(administration(place).open_to_look())


def _sqlite(url: SplitResult) -> Administration:
    from pbm.store.sqlite.administration import file_of

    return _in_file(file_of(url))


def _in_file(path: Path) -> Administration:
    from pbm.store.sqlite.administration import SqliteAdministration

    return SqliteAdministration(path)


ENGINES: Mapping[str, Callable[[SplitResult], Administration]] = {"sqlite": _sqlite}
"""What opens the URLs of each scheme."""
