"""Private files and folders that survive a power cut.

Everything in the data directory is created through this module, whatever the umask is.
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
    """Open an empty file to write. After the block its content is synced, but not its folder."""
    try:
        with os.fdopen(_opened(path, os.O_TRUNC), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        # Errors of writing do not name the file.
        error.filename = error.filename or str(path)
        raise


def private_append(path: Path) -> IO[bytes]:
    """Open a file to append, and create it if it is missing; used for lock files."""
    return os.fdopen(_opened(path, os.O_APPEND), "ab")


def private_folder(path: Path) -> None:
    """Create a folder and its missing parents; an existing folder keeps its mode."""
    try:
        path.mkdir(PRIVATE_FOLDER)
    except FileNotFoundError:
        private_folder(path.parent)
        private_folder(path)
    except FileExistsError:
        if not path.is_dir():
            raise


def is_exposed(path: Path) -> bool:
    """Return whether anyone but the owner may open a file or folder; links are not followed."""
    mode = path.lstat().st_mode
    known = stat.S_ISREG(mode) or stat.S_ISDIR(mode)
    return known and bool(mode & (stat.S_IRWXG | stat.S_IRWXO))


def make_private(path: Path) -> None:
    """Remove the permissions of others. Does not open the file: closing it could drop its locks."""
    path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE)


def _opened(path: Path, how: int) -> int:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | how, PRIVATE)
    # An existing file may be open to others; only its owner may change that.
    with suppress(PermissionError):
        os.fchmod(handle, PRIVATE)
    return handle


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that files created or renamed in it survive a power cut."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
