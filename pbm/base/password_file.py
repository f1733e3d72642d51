"""Files that hold a password."""

from __future__ import annotations

import os
from pathlib import Path

from pbm.base.errors import UsageError
from pbm.base.permissions import access_error

_LONGEST = 4096


def place_of(name: Path, folder: Path) -> Path:
    """The file that a setting names: a credential that systemd has loaded, else below ``folder``.

    See "Credentials" in systemd.exec(5).
    """
    credentials = os.environ.get("CREDENTIALS_DIRECTORY")
    if credentials and (loaded := Path(credentials) / name).is_file():
        return loaded
    return folder / name


def read_password(path: Path) -> str:
    """The first line of the file.

    :raises UsageError: if there is none, or it cannot be read
    """
    try:
        with path.open(encoding="utf-8") as file:
            password = file.readline(_LONGEST).rstrip("\r\n")
    except PermissionError as error:
        raise access_error(path, "read") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not in UTF-8; save the password in that encoding") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    if not password or "\0" in password:
        raise UsageError(f"{path} holds no password; write it on the first line")
    return password
