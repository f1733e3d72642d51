"""A writer of pages, in a process of its own, that is killed while it changes files."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import closing
from datetime import datetime
from itertools import count
from multiprocessing import get_context
from typing import Any

from pbm.app.config import Settings
from pbm.app.pages import PagesLoop
from pbm.store import open_store

_CHANGES = frozenset({"os.chmod", "os.mkdir", "os.remove", "os.rename"})
"""The audit events of changes: a file is made, written, put into its place or removed."""


def killed_at(change: int, settings: Settings, now: datetime) -> bool:
    """Write pages in a process that is killed just before the file change number ``change``.

    Return whether the process was killed; if not, the pages are complete.
    """
    process = get_context("forkserver").Process(target=_write, args=(change, settings, now))
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


def _write(change: int, settings: Settings, now: datetime) -> None:
    with closing(open_store(settings.place)) as store:
        loop = PagesLoop(settings, store, lambda: now, lambda: None)
        changes, folder = count(), str(settings.site)

        def noticed(event: str, facts: tuple[Any, ...]) -> None:
            if event in _CHANGES and _is_below(folder, facts) and next(changes) == change:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(noticed)
        loop.write()


def _is_below(folder: str, facts: tuple[Any, ...]) -> bool:
    """Whether an event is about a file below the folder.

    An event about an open file has a descriptor instead of a path, and counts as below the folder.
    """
    return isinstance(facts[0], int) or str(facts[0]).startswith(folder)
