"""Protocol of the operations on a whole store: open, copy, check, upgrade.

The operations need no open store: it may have an older schema, be damaged, or not exist yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from pbm.store.protocol import Store

FILE = "pbm.sqlite"
"""The file name of the store in a data directory; it is an SQLite file."""


class Administration(Protocol):
    @property
    def copy_name(self) -> str:
        """The file name of a copy in a backup, the same for all stores of an engine."""

    def open(self, *, create: bool = True) -> Store:
        """Open the store. create: whether it is created if it does not exist.

        Use ``pbm.store.open_store``, which adds the identity map.

        :raises StoreMissingError: if it does not exist and is not to be created

        :raises StoreNewerError: if a newer version of pbm has written it
        :raises StoreOlderError: if an older version has written the store, which needs ``upgrade``
        :raises StoreBusyError: if another process is creating it
        """

    def open_to_look(self) -> Store:
        """Open the store for reading only. Its folder need not be writable.

        :raises StoreMissingError: if it does not exist
        :raises StoreNewerError, StoreOlderError, StoreBusyError: as ``open`` does
        """

    def is_begun(self) -> bool:
        """Whether the store exists and has tables, even if these are empty."""

    def is_read_only(self) -> bool:
        """Whether this user can read the store but not write to it."""

    def is_older(self) -> bool:
        """Whether an older version of pbm has written the store.

        :raises StoreNewerError: if a newer version has written the store
        :raises TemporaryFailure: if the store cannot be read"""

    def upgrade(self) -> Sequence[str]:
        """Upgrade the schema. Returns the names of the migrations that were applied.

        Nobody else may use the store meanwhile.

        :raises StoreNewerError: if a newer version of pbm has written it
        :raises UpgradeError: if the upgrade fails; the store is unchanged
        """

    def faults(self, *, thorough: bool = False) -> list[str]:
        """Check the store without changing it. Returns what is wrong.

        :raises PermissionError: with the name of a file that this user may not read
        :raises TemporaryFailure: if the store cannot be read now, so that nothing is known
        """

    def size(self) -> int:
        """The size of the store in bytes, with its write-ahead log."""

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy to a new file, while others may read and write."""

    def copy_faults(self, copied: Path) -> list[str]:
        """Check a copy thoroughly. Returns what is wrong.

        :raises TemporaryFailure: as ``faults`` does
        """

    def check_unused(self) -> None:
        """Check that no node serves on the store, as far as the engine can tell.

        A file is protected by the lock on its data directory.

        :raises StoreBusyError: if a node serves on it
        """

    def put_in_place(self, copied: Path, aside: Path) -> None:
        """Replace the store with a copy. The old store is moved to the folder ``aside``.

        Nobody may use the store meanwhile. If the store is a file, the copy must be on the same
        file system.
        """

    def tidy(self) -> None:
        """Overwrite old versions of changed and deleted data, as far as the engine can.

        In SQLite this erases redacted secrets for good.
        """
