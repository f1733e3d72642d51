"""Data of an older version brought up to date, when it is asked for and nobody uses it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from pbm.app import lock
from pbm.app.config import FILE, LmtpSocket, Settings
from pbm.base.errors import UsageError
from pbm.mail.peers import LOOPBACK, read_peers
from pbm.store import administration

# The step since which it is known whose word counts.
_TRUSTED_PEERS = "m0013_evidence"


def upgrade(data: Path) -> Sequence[str]:
    """Bring the database up to date: the names of the steps that were done, none if it was.

    :raises StoreBusyError: if pbm, this version or another, runs on the data directory
    :raises StoreNewerError: if a newer version has written the database
    :raises UpgradeError: if it cannot be brought up to date; it is as it was
    """
    store = administration(data)
    if not store.is_older():
        return ()
    with lock.take_alone(data):
        return store.upgrade()


def keep_trusting(settings: Settings, steps: Iterable[str]) -> Settings:
    """The settings for who has set trust_authserv before there was trusted_peers.

    Every client was believed then. The loopback stays so, and pbm.toml says it.

    steps: what was done to bring the database up to date.

    :raises UsageError: if the file cannot be written
    """
    is_told = settings.trusted_peers is not None or isinstance(settings.listen, LmtpSocket)
    if _TRUSTED_PEERS not in steps or not settings.trust_authserv or is_told:
        return settings
    path = settings.data / FILE
    line = f'trusted_peers = "{LOOPBACK}"'
    try:
        _append(path, line)
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({error.strerror}): add {line}") from error
    return replace(settings, trusted_peers=read_peers(LOOPBACK))


def _append(path: Path, line: str) -> None:
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    end = "" if before.endswith("\n") or not before else "\n"
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{end}{line}\n")
