"""Files that other users could open: found, and made private.

pbm creates no such files today. An older version may have, or a copy that lost its file modes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from pbm.app.config import Settings
from pbm.app.setting_values import Maildirs
from pbm.base.durable import is_exposed, make_private

_SETTINGS = ".toml"


def exposed(settings: Settings) -> Iterator[Path]:
    """Each file and folder made by pbm that not only its owner can open."""
    files = (path for path in settings.data.glob("pbm.*") if path.suffix != _SETTINGS)
    for path in chain(files, _maildirs(settings)):
        with suppress(FileNotFoundError):  # the file was removed meanwhile
            if is_exposed(path):
                yield path


def close_to_others(settings: Settings) -> list[Path]:
    """Make exposed files and folders of this user private; return those that were changed."""
    closed = []
    for path in exposed(settings):
        with suppress(PermissionError, FileNotFoundError):
            make_private(path)
            closed.append(path)
    return closed


def _maildirs(settings: Settings) -> Iterator[Path]:
    """The Maildirs and their folder, if inside the data directory.

    Maildirs elsewhere may be meant for others to read.
    """
    outgoing = settings.outgoing
    if not isinstance(outgoing, Maildirs) or not outgoing.folder.is_relative_to(settings.data):
        return
    if outgoing.folder.is_dir():
        yield outgoing.folder
        yield from (path for path in outgoing.folder.iterdir() if path.is_dir())
