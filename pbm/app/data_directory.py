"""The open data directory: its lock, its store and its key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pbm.app.lock import share
from pbm.base.errors import PermanentFailure
from pbm.base.permissions import access_error
from pbm.base.secrets import PUT_BACK, load_key, make_key
from pbm.core.games import use_plugins
from pbm.store import administration, open_store, open_to_look, shared
from pbm.store.protocol import Store

if TYPE_CHECKING:
    from pbm.app.config import Settings

KEY_FILE = "pbm.key"

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


def clock_of(store: Store) -> Clock:
    """The clock of the store, if several nodes share it; otherwise of this machine."""
    several = shared(store)
    return several.now if several else utc_now


class DataDirectory:
    """An open data directory. Call ``close`` when done.

    clock: by default, the clock that ``clock_of`` returns.
    read_only: a promise to change nothing, so that a read-only data directory can be opened too.

    :raises StoreMissingError: if the store is lost
    :raises StoreNewerError, StoreOlderError, StoreBusyError: if the store cannot be used now
    :raises PermanentFailure: if the key is lost
    :raises UsageError: if the path is no folder, or this user may not use it
    """

    def __init__(
        self, settings: Settings, clock: Clock | None = None, *, read_only: bool = False
    ) -> None:
        self.settings = settings
        use_plugins(settings.games_plugins)
        self.administration = administration(settings.place)
        with _permission_as_usage_error(), ExitStack() as opened:
            if read_only and self.administration.is_read_only():
                store = open_to_look(settings.place)
            else:
                opened.enter_context(share(settings.data))
                # The key is made after the store, so where there is a key there was a store.
                is_first = not (settings.data / KEY_FILE).exists()
                store = open_store(settings.place, create=is_first)
            self.store = opened.enter_context(closing(store))
            self.clock = clock or clock_of(self.store)
            self.key = _key(settings.data / KEY_FILE, self.store)
            self.store.use_key(self.key)
            self._opened = opened.pop_all()

    def close(self) -> None:
        self._opened.close()


@contextmanager
def _permission_as_usage_error() -> Iterator[None]:
    """:raises UsageError: if the block raises PermissionError"""
    try:
        yield
    except PermissionError as error:
        raise access_error(Path(error.filename), "opened") from error


def _key(path: Path, store: Store) -> bytes:
    """Load the key; if nothing has happened in this store yet, make it first.

    :raises PermanentFailure: if the key is damaged, or gone from a store in use
    """
    if not path.exists() and not _was_used(store):
        make_key(path)
    try:
        return load_key(path)
    except FileNotFoundError as error:
        raise PermanentFailure(f"{path} is gone: {PUT_BACK}") from error


def _was_used(store: Store) -> bool:
    """Whether anything ever happened in the store. Every mail has a letter or an act behind it."""
    with store.reading() as tx:
        return bool(tx.letters.numbers(0, 1) or tx.acts.count())
