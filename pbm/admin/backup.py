"""Backups: one tar file that holds the store and the server's key, and nothing else.

A backup is as secret as the data directory: with both parts of it anybody can move for anybody.
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
from pbm.app.application import KEY_FILE, App
from pbm.app.config import Settings
from pbm.base.durable import PRIVATE, PRIVATE_FOLDER, private_file, sync_folder
from pbm.base.errors import PermanentFailure, TemporaryFailure
from pbm.base.secrets import KEY_BYTES, load_key, make_key
from pbm.core.marks import LAST_BACKUP
from pbm.store import administration

_NAME = "pbm-%Y%m%dT%H%M%SZ.tar"
_NAMED = "pbm-[0-9]*T[0-9]*Z.tar"


def back_up(app: App, target: Path) -> None:
    """Write a backup while the server runs; a file of that name is replaced at the end."""
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
    """Note when it was made, where anything can be noted."""
    with suppress(TemporaryFailure), app.store.transaction() as tx:
        tx.moments.set(LAST_BACKUP, app.clock())


def back_up_into(app: App, folder: Path, now: datetime, keep: int | None) -> Path:
    """Write a backup named by the time; of all that are named so, the newest ``keep`` stay."""
    target = folder / now.strftime(_NAME)
    back_up(app, target)
    older = sorted(path for path in folder.glob(_NAMED) if path.name < target.name)
    for path in older[: -(keep - 1) or None] if keep else ():
        path.unlink()
    return target


@dataclass(frozen=True)
class Restored:
    """What came of putting a backup back.

    aside: the folder that has what was there before.
    forgotten: the userids of those who had left since; None if what was there could not be read.
    steps: what was done to bring a backup of an older version up to date.
    """

    aside: Path
    forgotten: Sequence[str] | None
    steps: Sequence[str]


def restore(settings: Settings, source: Path, now: datetime) -> Restored:
    """Put a backup into the data directory; what was there is moved to a folder.

    Who had left since the backup is forgotten again, and what waited for a yes is void.

    :raises StoreBusyError: if pbm runs on the data directory
    :raises PermanentFailure: if the file is no backup, or a damaged one
    """
    store = administration(settings.data)
    with lock.take_alone(settings.data):
        # Below the data directory, so that the files need only be renamed in the end.
        with TemporaryDirectory(dir=settings.data, prefix=".restore.") as folder:
            copied, key = Path(folder) / store.copy_name, Path(folder) / KEY_FILE
            _unpack(source, copied, key)
            _check(source, store.copy_faults(copied))
            steps = administration(Path(folder)).upgrade()
            forgotten = _brought_forward(
                replace(settings, data=Path(folder)), known(settings.data), now
            )
            aside = _new_folder(settings.data, now)
            _exchange_key(key, settings.data / KEY_FILE, aside)
            store.put_in_place(copied, aside)
        sync_folder(settings.data)
    return Restored(aside, forgotten, steps)


def _brought_forward(unpacked: Settings, before: Fates | None, now: datetime) -> list[str] | None:
    """Whom the unpacked backup has forgotten again; None if nobody knows who had left."""
    # All of it is done to the copy: whenever it is interrupted, nothing has been put back.
    with closing(App(unpacked, lambda: now)) as app:
        forgotten = bring_forward(app, before or {})
        app.administration.tidy()
    return forgotten if before is not None else None


def restore_key(settings: Settings, source: Path) -> None:
    """Put the key of a backup beside the database, whose key is lost.

    :raises StoreBusyError: if pbm runs on the data directory
    :raises PermanentFailure: if a key is there, or the file is no backup
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
    """Make another key in the place of one that is lost.

    :raises StoreBusyError: if pbm runs on the data directory
    :raises PermanentFailure: if a key is there
    """
    key = settings.data / KEY_FILE
    with lock.take_alone(settings.data):
        _check_lost(key)
        if key.exists():
            key.replace(key.with_name(f"{KEY_FILE}.damaged"))
        make_key(key)


def _check_lost(key: Path) -> None:
    if key.exists() and key.stat().st_size == KEY_BYTES:
        raise PermanentFailure(f"{key} is there and whole; nothing was changed")


def _unpack(source: Path, *members: Path) -> None:
    """Write members of a backup to files of their names."""
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
            f"{source} is no backup of pbm, or a damaged one; try another"
        ) from error


def _check(source: Path, found: Sequence[str]) -> None:
    """:raises PermanentFailure: if anything was found wrong with the copy in a backup"""
    if found:
        raise PermanentFailure(
            f"{source} cannot be used, nothing was changed: {found[0]}; try another"
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
