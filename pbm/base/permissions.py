"""Owners of files, and the error for a path that this user may not open."""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Iterable
from pathlib import Path

from pbm.base.errors import UsageError

_LONGEST_NAME = 64

# Debian and others give people user ids in this range; 65534 is the user "nobody".
_FIRST_PERSON, _NOBODY = 1000, 65534
_NO_SHELLS = ("/nologin", "/false")


def user_name() -> str:
    """Return the name of the user that pbm runs as."""
    return _name(os.geteuid())


def login_name() -> str:
    """Return the name of the person who typed the command, even through ``sudo`` or ``doas``."""
    behind = next(filter(None, map(os.environ.get, ("SUDO_USER", "DOAS_USER"))), "")
    return (behind or _name(os.getuid()))[:_LONGEST_NAME]


def owner_name(path: Path) -> str:
    return _name(path.stat().st_uid)


def access_error(path: Path, done: str) -> UsageError:
    """Return the error for a path that cannot be ``done`` ("written", "read") by this user.

    The error names the owner of the path, or of the nearest folder above that this user can see.
    """
    seen = next((each for each in (path, *path.absolute().parents) if _is_seen(each)), Path("/"))
    what, owner = "it" if seen == path else seen, owner_name(seen)
    return UsageError(
        f"{path} cannot be {done} by this user ({user_name()}), {what} belongs to {owner}:"
        " run pbm as the user who owns the whole data directory, or name another one with --data"
    )


def check_rights(paths: Iterable[Path]) -> None:
    """Check, if root runs pbm, that nobody else could have written these files and folders.

    Somebody who writes the settings chooses the folders that pbm empties and the programs that it
    starts.

    :raises UsageError: if another user owns one of the paths that exist, or can write it
    """
    if os.geteuid() == 0:
        for path in paths:
            _check_is_roots(path)


def _check_is_roots(path: Path) -> None:
    """:raises UsageError: if another user owns the path, or can write it"""
    try:
        # A link is as good as what it leads to, so its owner counts, too.
        found = path.stat(), path.lstat()
    except OSError:
        return
    other = next((each.st_uid for each in found if each.st_uid != 0), None)
    if other is not None:
        owner = _name(other)
        raise UsageError(
            f"{path} belongs to {owner}, and root does not act by somebody else's settings:"
            f" run it as {owner}, such as sudo -u {owner} pbm ..."
        )
    if _is_open(found[0]):
        raise UsageError(
            f"{path} can be written by other users, and root does not act by somebody else's"
            f" settings: chmod go-w {path}"
        )


def _is_open(found: os.stat_result) -> bool:
    """Whether others than the owner can write or replace what is there."""
    if found.st_mode & stat.S_ISVTX:
        return False
    by_group = bool(found.st_mode & stat.S_IWGRP) and found.st_gid != 0
    return by_group or bool(found.st_mode & stat.S_IWOTH)


def _is_seen(path: Path) -> bool:
    # Path.exists raises if a folder on the way may not be entered.
    return os.path.exists(path)  # noqa: PTH110


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:  # for example in a container
        return f"uid {uid}"


def others_with_a_shell() -> list[str]:
    """Return the names of the other people who can log in to this machine."""
    return sorted(
        entry.pw_name
        for entry in pwd.getpwall()
        if _FIRST_PERSON <= entry.pw_uid < _NOBODY
        and entry.pw_uid != os.geteuid()
        and not entry.pw_shell.endswith(_NO_SHELLS)
    )
