"""Files and folders that only their owner may open, and that a power cut leaves whole.

Everything that pbm makes in its data directory is made here, so that the umask does not matter.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PRIVATE = 0o600
PRIVATE_FOLDER = 0o700


@contextmanager
def private_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write; its bytes are on the disk once the block ends, its name is not yet."""
    with os.fdopen(_opened(path, os.O_TRUNC), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def private_append(path: Path) -> IO[bytes]:
    """A file that is made if it is missing and keeps what it holds: to be locked, for example."""
    return os.fdopen(_opened(path, os.O_APPEND), "ab")


def private_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing; one that is there stays as it is."""
    try:
        path.mkdir(PRIVATE_FOLDER)
    except FileNotFoundError:
        private_folder(path.parent)
        private_folder(path)
    except FileExistsError:
        if not path.is_dir():
            raise


def is_exposed(path: Path) -> bool:
    """Whether others than its owner may open a file or folder; no link is looked behind."""
    mode = path.lstat().st_mode
    known = stat.S_ISREG(mode) or stat.S_ISDIR(mode)
    return known and bool(mode & (stat.S_IRWXG | stat.S_IRWXO))


def make_private(path: Path) -> None:
    """Close a file or folder to others, without opening it: that could end locks on it."""
    path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE)


def _opened(path: Path, how: int) -> int:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | how, PRIVATE)
    # What was there already may be open to others; whose it is not cannot close it.
    with suppress(PermissionError):
        os.fchmod(handle, PRIVATE)
    return handle


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on the disk: new ones, and those that were changed."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
