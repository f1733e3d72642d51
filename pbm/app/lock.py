"""Who may use a data directory: all at once, one server among them, or one alone to exchange it."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

from pbm.base.durable import private_append, private_folder
from pbm.base.errors import StoreBusyError, UsageError
from pbm.base.permissions import access_error

FILE = "pbm.app.lock"
SERVING_FILE = "pbm.serving"


def share(data: Path) -> IO[bytes]:
    """Use the directory beside others, until the file is closed.

    :raises StoreBusyError: if somebody has it alone
    """
    return _locked(data, fcntl.LOCK_SH, f"a backup is being put back into {data}; try again later")


def take_alone(data: Path) -> IO[bytes]:
    """Use the directory alone, until the file is closed.

    :raises StoreBusyError: if anybody uses it
    """
    return _locked(data, fcntl.LOCK_EX, f"pbm is running on {data}; stop it first")


def serve(data: Path) -> IO[bytes]:
    """Be the one server of the directory, until the file is closed: two would send mails twice.

    :raises StoreBusyError: if there is another
    """
    busy = f"pbm serve runs on {data} already; stop that one first"
    return _locked(data, fcntl.LOCK_EX, busy, SERVING_FILE)


def _locked(data: Path, kind: int, busy: str, name: str = FILE) -> IO[bytes]:
    file = _opened(data, name)
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise StoreBusyError(busy) from error
    return file


def _opened(data: Path, name: str) -> IO[bytes]:
    """:raises UsageError: if this can be no data directory, or not this user's"""
    try:
        private_folder(data)
        return private_append(data / name)
    except (FileExistsError, NotADirectoryError) as error:
        raise UsageError(
            f"the data directory {data} is a file, or below one; name a folder with --data"
        ) from error
    except PermissionError as error:
        raise access_error(Path(error.filename), "written") from error
