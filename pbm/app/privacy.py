"""What pbm has made in its data directory and others could open: found, and closed to them.

Nothing is made so today. An earlier version may have, or a copy that lost its rights.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from pbm.app.config import Maildirs, Settings
from pbm.base.durable import is_exposed, make_private

_SETTINGS = ".toml"


def exposed(settings: Settings) -> Iterator[Path]:
    """Each file and folder of pbm's own that others than its owner could open."""
    files = (path for path in settings.data.glob("pbm.*") if path.suffix != _SETTINGS)
    for path in chain(files, _maildirs(settings)):
        with suppress(FileNotFoundError):  # it is gone by now
            if is_exposed(path):
                yield path


def close_to_others(settings: Settings) -> list[Path]:
    """Close what is exposed, as far as it belongs to this user; what was closed."""
    closed = []
    for path in exposed(settings):
        with suppress(PermissionError, FileNotFoundError):
            make_private(path)
            closed.append(path)
    return closed


def _maildirs(settings: Settings) -> Iterator[Path]:
    """The Maildirs and their folder; none where they lie elsewhere, for others to read perhaps."""
    outgoing = settings.outgoing
    if not isinstance(outgoing, Maildirs) or not outgoing.folder.is_relative_to(settings.data):
        return
    if outgoing.folder.is_dir():
        yield outgoing.folder
        yield from (path for path in outgoing.folder.iterdir() if path.is_dir())
