"""Locks on the data directory: shared, of the server, or exclusive.

Any process may share it, one server at most may hold its own, and a restore excludes all others.
"""

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
    """Take the shared lock. The lock is held until the file is closed.

    :raises StoreBusyError: if another process holds the exclusive lock
    """
    return _locked(data, fcntl.LOCK_SH, f"a backup is being put back into {data}; try again later")


def take_alone(data: Path) -> IO[bytes]:
    """Take the exclusive lock. The lock is held until the file is closed.

    :raises StoreBusyError: if any process uses the data directory
    """
    return _locked(data, fcntl.LOCK_EX, f"pbm is running on {data}; stop it first")


def serve(data: Path) -> IO[bytes]:
    """Take the lock of the server. Two servers would send every mail twice.

    :raises StoreBusyError: if another server holds the lock
    """
    busy = f"another pbm serve is running on {data}; stop it first"
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
    """:raises UsageError: if the path cannot be a folder, or this user may not write there"""
    try:
        private_folder(data)
        return private_append(data / name)
    except (FileExistsError, NotADirectoryError) as error:
        raise UsageError(
            f"the data directory {data} is a file, or inside one; name a folder with --data"
        ) from error
    except PermissionError as error:
        raise access_error(Path(error.filename), "written") from error
