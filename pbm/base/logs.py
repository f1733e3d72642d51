"""The server's log: without people's words, their secrets or their whole addresses.

An address is cut to ``a…@example.org``, and with it the token of a reply address. Of an error
only its kind and its place in the code are written: its words may quote a letter.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from pbm.base.characters import visible

LETTERS = "pbm.letters"
"""The logger of a line for each letter."""

_SPARING = "sparing"
SPARING = {_SPARING: True}
"""The ``extra`` of a message that may come with every letter."""

_MINUTE = 60.0

MASKED, FULL = "masked", "full"
DETAILS = (MASKED, FULL)

_LINE = "%(levelname)s %(name)s: %(message)s"
_TIMED = f"%(asctime)s {_LINE}"
_TIME = "%Y-%m-%dT%H:%M:%S%z"
# A slash ends the local part: in the names of files an address follows a folder.
_ADDRESS = re.compile(r"([^\s<>()\",;:@/'])[^\s<>()\",;:@/']{0,320}@(?=[^\s<>()\",;:@])")
_LEFT_OUT = "its words are left out, because they may quote a letter"


def mask_addresses(text: str) -> str:
    """``alice@example.org`` becomes ``a…@example.org``."""
    return _ADDRESS.sub(r"\1…@", text)


class VisibleFormatter(logging.Formatter):
    """Shows control characters as escapes: a log is read on a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record))


class MaskingFormatter(VisibleFormatter):
    def format(self, record: logging.LogRecord) -> str:
        # Another handler may have left the whole traceback in the record.
        record.exc_text = None
        return mask_addresses(super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        error: BaseException | None = ei[1]
        return "\n".join(reversed(_told(error))) if error is not None else ""


def _told(error: BaseException) -> list[str]:
    """Where each arose, and its kind: the error, then what it came from."""
    told = [_place_and_kind(error)]
    while (before := _before(error)) is not None:
        told.append(_place_and_kind(before))
        error = before
    return told


def _place_and_kind(error: BaseException) -> str:
    stack = "".join(traceback.format_tb(error.__traceback__))
    return f"Traceback (most recent call last):\n{stack}{type(error).__name__}: {_LEFT_OUT}"


def _before(error: BaseException) -> BaseException | None:
    return error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def moment(at: datetime) -> str:
    """A time as the log writes its own."""
    return at.astimezone().strftime(_TIME)


class Sparing(logging.Filter):
    """Lets a message through once a minute whose logger has marked it with ``SPARING``.

    What happens to each letter while a disk is full needs one line, and how often, not thousands.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._last: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if not getattr(record, _SPARING, False):
            return True
        kind, now = f"{record.name}: {record.msg}", self._clock()
        if now - self._last.get(kind, -_MINUTE) < _MINUTE:
            self._left_out[kind] += 1
            return False
        self._last[kind] = now
        left_out = self._left_out.pop(kind, 0)
        if left_out:
            record.msg = f"{record.msg} ({left_out} more like it since the last)"
        return True


def start(detail: str, *, letters: bool = False) -> None:
    """Write warnings and errors to standard error, and when the server starts and stops.

    detail: one of ``DETAILS``. letters: whether a line is written for each letter, too.
    """
    line = _LINE if _is_journal() else _TIMED
    made = (VisibleFormatter if detail == FULL else MaskingFormatter)(line, _TIME)
    handler = _handler(made)
    handler.addFilter(Sparing())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("pbm.app.server").setLevel(logging.INFO)
    # A Message-ID looks like an address, and would be masked as one.
    each = logging.getLogger(LETTERS)
    each.propagate = False
    each.handlers = [_handler(VisibleFormatter(line, _TIME))] if letters else []
    each.setLevel(logging.INFO if letters else logging.CRITICAL)


def _handler(formatter: logging.Formatter) -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    return handler


def _is_journal() -> bool:
    """Whether journald reads standard error: it writes the time of each line itself."""
    with suppress(OSError, ValueError):
        found = os.fstat(sys.stderr.fileno())
        return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
    return False
