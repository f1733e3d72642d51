"""What keeps a disk from being written, in words for somebody who can mend it."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

_TRIED_BYTES = 64 * 1024
_MIB = 1024 * 1024
_NO_INODE = -errno.ENOSPC
"""A full disk and a disk without free inodes give the same error number."""


class Trouble(NamedTuple):
    """What is wrong with a disk, and what to do about it. ``str`` has both."""

    what: str
    advice: str

    def __str__(self) -> str:
        return f"{self.what}; {self.advice}"


_TROUBLES: Mapping[int, Trouble] = {
    errno.ENOSPC: Trouble("its disk is full, {free} of {size} MiB are free", "make room on it"),
    _NO_INODE: Trouble("its disk can hold no more files, no inode is free", "delete files on it"),
    errno.EDQUOT: Trouble("the disk quota of this user is used up", "raise it, or make room"),
    errno.EROFS: Trouble("its disk is read-only", "mount it for writing; reading works meanwhile"),
    errno.EFBIG: Trouble("a file would exceed the limit of {limit} bytes", "raise ulimit -f"),
    errno.EIO: Trouble("its disk fails", "see the log of the kernel, and check the disk"),
    errno.ESTALE: Trouble("its disk is mounted no more", "mount it again"),
    errno.ENOTCONN: Trouble("its disk is mounted no more", "mount it again"),
}


def trouble(folder: Path) -> Trouble | None:
    """What keeps this process from writing to a folder; None if a file can be written there.

    It is tried out: quotas and limits show in no other way.

    :raises PermissionError: if this user may not write there
    """
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(_TRIED_BYTES))
    except PermissionError:
        raise
    except OSError as error:
        return trouble_of(error, folder) or Trouble(error.strerror or str(error), "check its disk")
    return None


def cause(folder: Path, *, is_full: bool) -> Trouble | None:
    """Why something could not be written there, which was larger than what is tried out.

    is_full: whether the disk was said to be full.
    """
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    likely = errno.ENOSPC if is_full else errno.EFBIG if limit != resource.RLIM_INFINITY else 0
    with suppress(OSError):
        return trouble(folder) or _told(likely, folder)
    return None


def trouble_of(error: OSError, path: Path) -> Trouble | None:
    """What is wrong with the disk of a path; None if the error is of another kind."""
    return _told(error.errno or 0, path)


def explained(error: OSError) -> str:
    """The message of an error of the system, without its number."""
    if not (error.filename and error.strerror):
        return str(error)
    return f"{error.filename}: {trouble_of(error, Path(error.filename)) or error.strerror}"


def _told(number: int, path: Path) -> Trouble | None:
    if number not in _TROUBLES:
        return None
    # Path.exists raises an error for a name that is too long.
    there = (each for each in (path, *path.absolute().parents) if os.path.exists(each))  # noqa: PTH110
    disk = os.statvfs(next(there))
    if number == errno.ENOSPC and disk.f_files and not disk.f_favail:
        number = _NO_INODE
    facts = {
        "free": disk.f_bavail * disk.f_frsize // _MIB,
        "size": disk.f_blocks * disk.f_frsize // _MIB,
        "limit": resource.getrlimit(resource.RLIMIT_FSIZE)[0],
    }
    return Trouble(_TROUBLES[number].what.format(**facts), _TROUBLES[number].advice)
