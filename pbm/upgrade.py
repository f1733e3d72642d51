"""Data of an older version brought up to date, when it is asked for and nobody uses it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbm import lock, store


def upgrade(data: Path) -> Sequence[str]:
    """Bring the database up to date: the names of the steps that were done, none if it was.

    :raises StoreBusyError: if pbm, this version or another, runs on the data directory
    :raises StoreNewerError: if a newer version has written the database
    :raises UpgradeError: if it cannot be brought up to date; it is as it was
    """
    if not store.is_older(data):
        return ()
    with lock.take_alone(data):
        return store.upgrade(data)
