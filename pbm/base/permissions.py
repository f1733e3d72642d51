"""Names of users and owners of files, and the error for a path that this user may not open."""

from __future__ import annotations

import os
import pwd
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
