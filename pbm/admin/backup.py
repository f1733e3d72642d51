"""Backups: one tar file with the store and the server's key.

A backup is as secret as the data directory: anybody who has both parts can move for any player.
"""

from __future__ import annotations

import os
import tarfile
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory

from pbm.admin.restored import Fates, bring_forward, known
from pbm.app import lock
from pbm.app.application import App
from pbm.app.config import Settings
from pbm.app.data_directory import KEY_FILE
from pbm.base.durable import PRIVATE, PRIVATE_FOLDER, private_file, sync_folder
from pbm.base.errors import PermanentFailure, StoreMissingError, TemporaryFailure, UsageError
from pbm.base.secrets import KEY_BYTES, load_key, make_key
from pbm.core.marks import LAST_BACKUP
from pbm.store import administration

_NAME = "pbm-%Y%m%dT%H%M%SZ.tar"
_NAMED = "pbm-[0-9]*T[0-9]*Z.tar"


def back_up(app: App, target: Path) -> None:
    """Write a backup. The server may be running. An existing file is replaced atomically."""
    with TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as folder:
        name = app.administration.copy_name
        copied, packed = Path(folder) / name, Path(folder) / "backup"
        app.administration.copy_to(copied)
        with private_file(packed) as file, tarfile.open(fileobj=file, mode="w") as archive:
            archive.add(copied, name, filter=_owned_by_nobody)
            archive.add(app.settings.data / KEY_FILE, KEY_FILE, filter=_owned_by_nobody)
        packed.replace(target)
    sync_folder(target.parent)
    _remember(app)


def _remember(app: App) -> None:
    """Record when the backup was made, unless the store cannot be written."""
    with suppress(TemporaryFailure), app.store.transaction() as tx:
        tx.moments.set(LAST_BACKUP, app.clock())


def back_up_into(app: App, folder: Path, now: datetime, keep: int | None) -> Path:
    """Write a backup named by the time. Delete all backups so named but the newest ``keep``."""
    target = folder / now.strftime(_NAME)
    back_up(app, target)
    older = sorted(path for path in folder.glob(_NAMED) if path.name < target.name)
    for path in older[: -(keep - 1) or None] if keep else ():
        path.unlink()
    return target


@dataclass(frozen=True)
class Restored:
    """The result of ``restore``.

    aside: the folder that holds the replaced data.
    forgotten: userids of players forgotten again; None if the replaced data could not be read.
    steps: the steps that upgraded a backup of an older version.
    """

    aside: Path
    forgotten: Sequence[str] | None
    steps: Sequence[str]


def restore(settings: Settings, source: Path, now: datetime) -> Restored:
    """Put a backup into the data directory. The data there is moved into a folder.

    Players who have left since the backup are forgotten again, and open confirmations are void.

    :raises StoreBusyError: if pbm is running on the data directory
    :raises PermanentFailure: if the file is not a backup, or is damaged
    """
    store = administration(settings.place)
    with lock.take_alone(settings.data):
        # Inside the data directory: there the files only need to be renamed in the end.
        with TemporaryDirectory(dir=settings.data, prefix=".restore.") as folder:
            copied, key = Path(folder) / store.copy_name, Path(folder) / KEY_FILE
            _unpack(source, copied, key)
            _check(source, store.copy_faults(copied))
            steps = administration(Path(folder)).upgrade()
            forgotten = _brought_forward(
                replace(settings, data=Path(folder), store=None), known(settings.place), now
            )
            aside = _new_folder(settings.data, now)
            _exchange_key(key, settings.data / KEY_FILE, aside)
            store.put_in_place(copied, aside)
        sync_folder(settings.data)
    return Restored(aside, forgotten, steps)


def _brought_forward(unpacked: Settings, before: Fates | None, now: datetime) -> list[str] | None:
    """Forget players again in the unpacked backup. Return their userids; None if unknown."""
    # Only the unpacked copy is changed: after an interruption, the data directory is as before.
    with closing(App(unpacked, lambda: now)) as app:
        forgotten = bring_forward(app, before or {})
        app.administration.tidy()
    return forgotten if before is not None else None


def restore_key(settings: Settings, source: Path) -> None:
    """Put only the key of a backup into the data directory, whose key is lost.

    :raises StoreBusyError: if pbm is running on the data directory
    :raises PermanentFailure: if the key exists, or the file is not a backup
    """
    key = settings.data / KEY_FILE
    with lock.take_alone(settings.data):
        _check_lost(key)
        with TemporaryDirectory(dir=settings.data, prefix=".restore.") as folder:
            _unpack(source, Path(folder) / KEY_FILE)
            load_key(Path(folder) / KEY_FILE)
            (Path(folder) / KEY_FILE).replace(key)
        sync_folder(settings.data)


def replace_key(settings: Settings) -> None:
    """Make a new key in place of one that is lost.

    :raises StoreBusyError: if pbm is running on the data directory
    :raises PermanentFailure: if the key exists
    :raises StoreMissingError: if there is nothing that needs a key
    """
    key = settings.data / KEY_FILE
    with lock.take_alone(settings.data):
        _check_lost(key)
        if not administration(settings.place).is_begun():
            raise StoreMissingError(f"{settings.data} has no database that needs a key")
        if key.exists():
            key.replace(key.with_name(f"{KEY_FILE}.damaged"))
        make_key(key)


def begin_anew(settings: Settings, now: datetime) -> None:
    """Put the key of a lost store aside, so that the next start is a first one.

    Bounces of the lost club's mails would count for mails of the new one with the same number.

    :raises StoreBusyError: if pbm is running on the data directory
    :raises UsageError: if the store exists
    """
    key = settings.data / KEY_FILE
    with lock.take_alone(settings.data):
        if administration(settings.place).is_begun():
            raise UsageError("there is a club already; start it without --new")
        if key.exists():
            key.rename(key.with_name(now.strftime(f"{KEY_FILE}.before-%Y%m%dT%H%M%S.%f")))
            sync_folder(settings.data)


def _check_lost(key: Path) -> None:
    if key.exists() and key.stat().st_size == KEY_BYTES:
        raise PermanentFailure(f"{key} exists and is not damaged; nothing was changed")


def _unpack(source: Path, *members: Path) -> None:
    """Extract members of a backup; each path's name is the member's."""
    try:
        with tarfile.open(source) as archive:
            for path in members:
                with private_file(path) as file:
                    member = archive.extractfile(path.name)
                    if member is None:
                        raise KeyError(path.name)
                    copyfileobj(member, file)
    except (tarfile.TarError, KeyError, EOFError) as error:
        raise PermanentFailure(
            f"{source} is not a backup of pbm, or it is damaged; try another file"
        ) from error


def _check(source: Path, found: Sequence[str]) -> None:
    """:raises PermanentFailure: if the database in a backup has faults"""
    if found:
        raise PermanentFailure(
            f"{source} is damaged, nothing was changed: {found[0]}; try another backup"
        )


def _exchange_key(unpacked: Path, key: Path, aside: Path) -> None:
    if key.exists():
        os.link(key, aside / key.name)
    unpacked.replace(key)


def _new_folder(data: Path, now: datetime) -> Path:
    folder = data / now.strftime("before-restore-%Y%m%dT%H%M%S.%f")
    folder.mkdir(PRIVATE_FOLDER)
    return folder


def _owned_by_nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mode, member.uid, member.gid, member.uname, member.gname = PRIVATE, 0, 0, "", ""
    return member
