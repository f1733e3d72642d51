"""Upgrade of data of an older version, while no other process uses it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from pbm.app import lock
from pbm.app.config import FILE, Settings
from pbm.app.setting_values import LmtpSocket
from pbm.base.errors import UsageError
from pbm.mail.peers import LOOPBACK, read_peers
from pbm.play.programs import unavailable, userids
from pbm.store import administration, open_to_look

# The migration that came with the setting trusted_peers.
_TRUSTED_PEERS = "m0013_evidence"


def upgrade(settings: Settings) -> Sequence[str]:
    """Upgrade the database. Return the names of the steps; none if it was up to date.

    :raises StoreBusyError: if any version of pbm is running on the data directory
    :raises StoreNewerError: if a newer version has written the database
    :raises UpgradeError: if the upgrade fails; the database is unchanged
    """
    store = administration(settings.place)
    if not store.is_older():
        return ()
    with lock.take_alone(settings.data):
        return store.upgrade()


def keep_trusting(settings: Settings, steps: Iterable[str]) -> Settings:
    """Add trusted_peers to pbm.toml when upgrading from a version that did not have it.

    Those versions believed every client if trust_authserv was set. From now on only the loopback
    is believed. Return the settings with the addition, or the same object if none is needed.

    steps: the steps of the upgrade.

    :raises UsageError: if pbm.toml cannot be written
    """
    is_told = settings.trusted_peers is not None or isinstance(settings.listen, LmtpSocket)
    if _TRUSTED_PEERS not in steps or not settings.trust_authserv or is_told:
        return settings
    path = settings.data / FILE
    line = f'trusted_peers = "{LOOPBACK}"'
    try:
        _append(path, line)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror}); add this line to it: {line}"
        ) from error
    return replace(settings, trusted_peers=read_peers(LOOPBACK))


def programs_without_userid(settings: Settings) -> Sequence[str]:
    """The userids that programs should have here, but people have."""
    if not settings.programs_on:
        return ()
    with closing(open_to_look(settings.place)) as store, store.reading() as tx:
        return unavailable(tx, userids(settings.programs_name))


def _append(path: Path, line: str) -> None:
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    end = "" if before.endswith("\n") or not before else "\n"
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{end}{line}\n")


def names_taken(userids: Sequence[str]) -> str:
    """The warning to the operator about userids that programs cannot have."""
    return (
        f"programs cannot be called {', '.join(userids)}: people have these userids, or similar"
        ' ones; choose another name in pbm.toml, as [programs] name = "heron"'
    )
