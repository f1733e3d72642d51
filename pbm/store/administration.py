"""What is done to a store as a whole: opened, copied, checked, brought up to date.

An administration needs no open store. What it is about may be older than this version, damaged,
or not there yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from pbm.store.protocol import Store


class Administration(Protocol):
    @property
    def copy_name(self) -> str:
        """The name of a copy in a backup. It is the same for all stores of an engine."""

    def open(self) -> Store:
        """The store as the engine has it, made if it is new. Use ``pbm.store.open_store``, which
        puts the identity map around it.

        :raises StoreNewerError: if a newer version of pbm has written it
        :raises StoreOlderError: if an older one has: ``upgrade`` brings it up to date
        :raises StoreBusyError: if another process is making it
        """

    def open_to_look(self) -> Store:
        """The same for somebody who changes nothing: it may lie where nothing can be written.

        :raises StoreNewerError, StoreOlderError, StoreBusyError: as ``open`` does
        """

    def is_begun(self) -> bool:
        """Whether there is a store with anything in it, if only tables."""

    def is_read_only(self) -> bool:
        """Whether there is a store that this user can read, and not write."""

    def is_older(self) -> bool:
        """Whether an older version of pbm has written it.

        :raises StoreNewerError: if a newer one has
        :raises TemporaryFailure: if it cannot be read
        """

    def upgrade(self) -> Sequence[str]:
        """Bring it up to date, which nobody else may use meanwhile: the steps that were done.

        :raises StoreNewerError: if a newer version of pbm has written it
        :raises UpgradeError: if it cannot be brought up to date; it is as it was
        """

    def faults(self, *, thorough: bool = False) -> list[str]:
        """What is wrong with the store, which is only read.

        :raises PermissionError: with the name of a file that this user may not read
        :raises TemporaryFailure: if it cannot be read now, which says nothing about it
        """

    def size(self) -> int:
        """How many bytes it takes, with its log."""

    def copy_to(self, path: Path) -> None:
        """Write one consistent copy of everything to a new file, while others read and write."""

    def copy_faults(self, copied: Path) -> list[str]:
        """What is wrong with a copy; it is looked at thoroughly.

        :raises TemporaryFailure: as ``faults`` does
        """

    def put_in_place(self, copied: Path, aside: Path) -> None:
        """Let a copy become the store; what was there is kept in the folder ``aside``.

        Nobody may use the store meanwhile. The copy lies on the same file system as a store that
        is a file.
        """

    def tidy(self) -> None:
        """Overwrite what was changed and removed, as far as the engine can.

        With the embedded one redacted secrets are gone for good then.
        """
