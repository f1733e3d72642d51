"""What the user may not do with a folder or a file, told by names rather than numbers."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

from pbm.base.errors import UsageError

_LONGEST_NAME = 64

# Where Debian and others number people, below the user "nobody".
_FIRST_PERSON, _NOBODY = 1000, 65534
_NO_SHELLS = ("/nologin", "/false")


def user() -> str:
    """Whom pbm runs as."""
    return _name(os.geteuid())


def person() -> str:
    """The login name of the person who typed the command, through ``sudo`` or ``doas`` as well."""
    behind = next(filter(None, map(os.environ.get, ("SUDO_USER", "DOAS_USER"))), "")
    return (behind or _name(os.getuid()))[:_LONGEST_NAME]


def owner(path: Path) -> str:
    return _name(path.stat().st_uid)


def barred(path: Path, done: str) -> UsageError:
    """The error for a path that cannot be ``done`` (written, read) by this user.

    Whose it is, is told of the nearest folder above that this user can see.
    """
    seen = next((each for each in (path, *path.absolute().parents) if _is_seen(each)), Path("/"))
    what = "it" if seen == path else seen
    return UsageError(
        f"{path} cannot be {done} by this user ({user()}), {what} belongs to {owner(seen)}:"
        " run pbm as the user to whom the data belongs, with all that is in it, or name another"
        " data directory with --data"
    )


def _is_seen(path: Path) -> bool:
    # Path.exists raises where a folder on the way may not be entered.
    return os.path.exists(path)  # noqa: PTH110


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:  # in a container, say
        return f"uid {uid}"


def others_with_a_shell() -> list[str]:
    """The people who can log in to this machine, but for the user who we are."""
    return sorted(
        entry.pw_name
        for entry in pwd.getpwall()
        if _FIRST_PERSON <= entry.pw_uid < _NOBODY
        and entry.pw_uid != os.geteuid()
        and not entry.pw_shell.endswith(_NO_SHELLS)
    )
