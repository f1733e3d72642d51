"""Files that hold a password, and commands that print one."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from pbm.base.errors import UsageError
from pbm.base.permissions import access_error

_LONGEST = 16_384
_COMMAND_SECONDS = 30.0


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


def password_of(command: str) -> str:
    """The first line that the command prints. No shell runs it.

    :raises UsageError: if it fails, or prints none
    """
    try:
        ran = subprocess.run(  # noqa: S603 (the operator's own setting)
            shlex.split(command),
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_COMMAND_SECONDS,
        )
        password = ran.stdout[:_LONGEST].decode().partition("\n")[0].rstrip("\r")
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise UsageError(f"password_command fails ({why}); run it yourself as this user") from error
    if not password or "\0" in password:
        raise UsageError("password_command prints no password on its first line")
    return password
