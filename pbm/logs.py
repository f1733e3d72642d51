"""The server's log: without people's words, their secrets or their whole addresses.

An address is cut to ``a…@example.org``, and with it the token of a reply address. Of an error
only its kind and its place in the code are written: its words may quote a letter.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import traceback
from contextlib import suppress
from typing import Any

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


class MaskingFormatter(logging.Formatter):
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


def start(detail: str) -> None:
    """Write warnings and errors to standard error, and when the server starts and stops.

    detail: one of ``DETAILS``.
    """
    handler = logging.StreamHandler(sys.stderr)
    line = _LINE if _is_journal() else _TIMED
    made = (logging.Formatter if detail == FULL else MaskingFormatter)(line, _TIME)
    handler.setFormatter(made)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("pbm.server").setLevel(logging.INFO)


def _is_journal() -> bool:
    """Whether journald reads standard error: it writes the time of each line itself."""
    with suppress(OSError, ValueError):
        found = os.fstat(sys.stderr.fileno())
        return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
    return False
