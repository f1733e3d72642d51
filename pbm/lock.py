"""Who may use a data directory: all at once, or one alone while he exchanges what is in it."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

from pbm.errors import StoreBusyError

FILE = "pbm.lock"


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


def _locked(data: Path, kind: int, busy: str) -> IO[bytes]:
    data.mkdir(parents=True, exist_ok=True)
    file = (data / FILE).open("ab")
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise StoreBusyError(busy) from error
    return file
