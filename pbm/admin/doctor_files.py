"""Checks of the data directory: files, permissions, room on the disk."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pbm.admin.check import Check, Level
from pbm.app.config import Settings
from pbm.app.data_directory import KEY_FILE
from pbm.app.privacy import exposed
from pbm.base.disk import trouble
from pbm.base.durable import is_exposed
from pbm.base.permissions import owner_name, user_name
from pbm.base.secrets import KEY_BYTES, PUT_BACK
from pbm.notices.alerts import LEAST_FREE, MIB


def examine_folder(data: Path) -> Iterator[Check]:
    """Check whether there is a data directory, and whether it takes more data."""
    if data.is_dir():
        yield _writable(data)
        yield _space(data)
    else:
        yield _no_folder(data)


def examine_files(settings: Settings) -> Iterator[Check]:
    """Check who can open what is in the data directory."""
    yield from _closed(settings)
    yield _key(settings.data / KEY_FILE)


def _no_folder(data: Path) -> Check:
    if data.exists():
        return Check("data", f"{data} is a file, not a folder", 'name a folder with "--data"')
    found = f"there is no folder {data}"
    return Check("data", found, 'start pbm serve, which makes it, or name another with "--data"')


def _writable(data: Path) -> Check:
    try:
        found = trouble(data)
    except PermissionError:
        advice = f"run pbm as {owner_name(data)}, who owns it, or change its permissions"
        return Check("data", f"{data} cannot be written by this user ({user_name()})", advice)
    if found:
        return Check("data", f"{data} cannot be written: {found.what}", found.advice)
    return Check("data", f"{data} can be written")


def _closed(settings: Settings) -> Iterator[Check]:
    """Check that only the owner can open the data. The key has a check of its own.

    Only the owner is told: anybody else was given access on purpose, and cannot change it.
    """
    data = settings.data
    if data.stat().st_uid != os.geteuid():
        return
    if is_exposed(data):
        yield Check("data", f"other users can enter {data}", f"chmod 700 {data}", Level.WARN)
    open_to_others = [path for path in exposed(settings) if path.name != KEY_FILE]
    if open_to_others:
        first, more = open_to_others[0], len(open_to_others) - 1
        found = f"other users can open {first}" + (f" and {more} more" if more else "")
        yield Check("data", found, "restart pbm serve, which makes them private", Level.WARN)


def room(data: Path) -> str:
    """Advice for a disk that cannot be read or written."""
    with suppress(PermissionError):
        if found := trouble(data):
            return found.advice
    return "try again later, or check its disk"


def _space(data: Path) -> Check:
    free = shutil.disk_usage(data).free
    advice = "make room: when the disk is full, letters are refused" if free < LEAST_FREE else ""
    return Check("disk", f"{free // MIB} MiB are free", advice)


def _key(path: Path) -> Check:
    try:
        found = path.stat()
    except FileNotFoundError:
        return Check("key", f"{path} is gone", PUT_BACK)
    if found.st_size != KEY_BYTES:
        return Check("key", f"{path} is damaged", PUT_BACK)
    if not os.access(path, os.R_OK):
        return not_ours(path)
    if stat.S_IMODE(found.st_mode) & 0o077:
        return Check("key", f"{path} can be read by other users", f"chmod 600 {path}")
    return Check("key", "exists, and only its owner can read it")


def not_ours(path: Path) -> Check:
    """The check of a file that belongs to another user."""
    found = (
        f"{path} cannot be opened by this user ({user_name()}), it belongs to {owner_name(path)}"
    )
    advice = "run pbm as the user who owns the data directory; all files in it must be theirs"
    return Check("data", found, advice)
