"""Logging without people's words, secrets or whole addresses.

Addresses are masked as ``a…@example.org``, which also hides the token of a reply address.
Tracebacks keep their lines of code and the type of the error, but not the message of the error,
which may quote a letter.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from pbm.base.characters import visible

LETTERS = "pbm.letters"
"""The logger that writes one line for each letter."""

_THROTTLED = "throttled"
THROTTLED = {_THROTTLED: True}
"""The ``extra`` of a message that may be logged for every letter."""

_MINUTE = 60.0

MASKED, FULL = "masked", "full"
DETAILS = (MASKED, FULL)

TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON)

_LINE = "%(levelname)s %(name)s: %(message)s"
_TIMED = f"%(asctime)s {_LINE}"
_TIME = "%Y-%m-%dT%H:%M:%S%z"
# A slash ends the local part: in paths, an address is the name of a file in a folder.
_ADDRESS = re.compile(r"([^\s<>()\",;:@/'])[^\s<>()\",;:@/']{0,320}@(?=[^\s<>()\",;:@])")
_LEFT_OUT = "its words are left out, because they may quote a letter"


def mask_addresses(text: str) -> str:
    """Return the text with ``alice@example.org`` as ``a…@example.org``."""
    return _ADDRESS.sub(r"\1…@", text)


class VisibleFormatter(logging.Formatter):
    """Writes control characters as escapes, because logs are read on terminals."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record))


class MaskingFormatter(VisibleFormatter):
    """Masks addresses, and leaves the messages of errors out of tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        # Another handler may have cached the whole traceback in the record.
        record.exc_text = None
        return mask_addresses(super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        error: BaseException | None = ei[1]
        return "\n".join(reversed(list(_tracebacks(error))))


class JsonFormatter(logging.Formatter):
    """Writes each record as a JSON object on one line. words: formats message and traceback."""

    def __init__(self, words: logging.Formatter) -> None:
        super().__init__()
        self._words = words

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._words.format(record),
        }
        return json.dumps(fields, ensure_ascii=False)


def _tracebacks(error: BaseException | None) -> Iterator[str]:
    """Yield the traceback of the error, then those of the errors that led to it."""
    while error is not None:
        yield _traceback(error)
        error = _led_to(error)


def _traceback(error: BaseException) -> str:
    stack = "".join(traceback.format_tb(error.__traceback__))
    return f"Traceback (most recent call last):\n{stack}{type(error).__name__}: {_LEFT_OUT}"


def _led_to(error: BaseException) -> BaseException | None:
    """Return the error that this one was raised from or while handling."""
    return error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def moment(at: datetime) -> str:
    """Return a time in the format of the log's own times."""
    return at.astimezone().strftime(_TIME)


class ThrottleFilter(logging.Filter):
    """Lets each message marked with ``THROTTLED`` through once a minute, with a count.

    Otherwise a full disk, for example, would write a line for every letter.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._last: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if not getattr(record, _THROTTLED, False):
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


def start(detail: str, log_format: str = TEXT, *, letters: bool = False) -> None:
    """Log to standard error: warnings, errors, and when server and mailbox start to work, or stop.

    detail: one of ``DETAILS``. log_format: one of ``FORMATS``. letters: whether to write a line for
    each letter as well.
    """
    words = VisibleFormatter if detail == FULL else MaskingFormatter
    handler = _handler(_formatter(words, log_format))
    handler.addFilter(ThrottleFilter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for name in ("pbm.app.server", "pbm.mailbox.fetcher"):
        logging.getLogger(name).setLevel(logging.INFO)
    # These lines have no addresses, but Message-IDs, which would be masked as addresses.
    each = logging.getLogger(LETTERS)
    each.propagate = False
    each.handlers = [_handler(_formatter(VisibleFormatter, log_format))] if letters else []
    each.setLevel(logging.INFO if letters else logging.CRITICAL)


def _formatter(words: type[logging.Formatter], log_format: str) -> logging.Formatter:
    if log_format == JSON:
        return JsonFormatter(words())
    return words(_LINE if _is_journal() else _TIMED, _TIME)


def _handler(formatter: logging.Formatter) -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    return handler


def _is_journal() -> bool:
    """Return whether journald reads standard error; it adds the time to each line itself."""
    with suppress(OSError, ValueError):
        found = os.fstat(sys.stderr.fileno())
        return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
    return False
