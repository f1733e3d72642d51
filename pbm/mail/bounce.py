"""Bounces: whether a mail server reports a mail as failed or delayed."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from enum import StrEnum
from functools import cached_property
from itertools import islice

from flufl.bounce import all_failures

from pbm.mail import headers, mime
from pbm.mail.headers import Head
from pbm.mail.mime import Part

log = logging.getLogger(__name__)

# The standard library's parser takes quadratic time on hostile input: 12 seconds for 60 KiB of
# empty lines. The report comes first in a bounce and the returned mail after it, so the beginning
# is enough.
MAX_STATUS = 8 * 1024
MAX_BLOCKS = 20
MAX_READ = 16 * 1024
MAX_LINES = 400
MAX_BOUNDARIES = 12

_REPORT, _STATUS_KIND = "multipart/report", "message/delivery-status"
_RECIPIENT = re.compile(
    r"^(?:final|original)-recipient:[ \t]*rfc822[ \t]*;[ \t]*<?([^\s<>]+)",
    re.MULTILINE | re.IGNORECASE,
)
_BLANK_LINES = re.compile(rb"(?:\r?\n){2,}")
_FINAL = re.compile(r"^Status:[ \t]*(5\.\d{1,3}\.\d{1,3})\b", re.IGNORECASE | re.MULTILINE)
_STATUS = b"""\
Content-Type: multipart/report; report-type=delivery-status; boundary="=_status_"

--=_status_
Content-Type: message/delivery-status

%b
--=_status_--
"""

# flufl.bounce logs every detector that it tries, and a traceback for each parse error.
logging.getLogger("flufl.bounce").disabled = True


class Verdict(StrEnum):
    """The report of a bounce.

    failed: the server has given up. delayed: the server still retries. unclear: neither.
    """

    FAILED = "failed"
    DELAYED = "delayed"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Bounce:
    """A bounce; it is parsed once. Nothing here raises, or takes unbounded time."""

    raw: bytes

    @cached_property
    def verdict(self) -> Verdict:
        found = map(_verdict, self._excerpts())
        return next((each for each in found if each is not Verdict.UNCLEAR), Verdict.UNCLEAR)

    @property
    def final_codes(self) -> Sequence[str]:
        """The enhanced codes of the recipients that are reported as failed, such as ``5.1.1``.

        None if it holds no delivery status (RFC 3464, 2.3.4).
        """
        return _FINAL.findall(self._status)

    @property
    def recipients(self) -> Collection[str]:
        """The addresses, in lower case, that it is about (RFC 3464, 2.3.1 and 2.3.2)."""
        return {each.strip().lower() for each in _RECIPIENT.findall(self._status)}

    @property
    def returned_id(self) -> str:
        """The Message-ID of the mail that a report (RFC 3462) returns, whole or as headers; ""
        if none.

        Only the mail's recipient and the servers on its way know it.
        """
        parts = self._whole.children
        is_report = self._whole.kind == _REPORT
        if not is_report or not any(each.kind == _STATUS_KIND for each in parts):
            return ""
        heads = (each for part in parts for each in _returned_heads(part))
        return next((found for head in heads for found in headers.ids(head, "Message-ID")), "")

    @cached_property
    def _whole(self) -> Part:
        return mime.parse(self.raw)

    @cached_property
    def _status(self) -> str:
        """The delivery status (RFC 3464), "" if there is none."""
        found = next(_statuses(self._whole), None)
        return str(found.content[:MAX_STATUS], "ascii", "replace") if found else ""

    def _excerpts(self) -> Iterator[bytes]:
        """Yield the delivery status by itself, if any, then the beginning of the bounce."""
        for status in islice(_statuses(self._whole), 1):
            blocks = _BLANK_LINES.split(status.content[:MAX_STATUS].strip())
            yield _STATUS % b"\n\n".join(blocks[:MAX_BLOCKS])
        start = b"\n".join(self.raw[:MAX_READ].split(b"\n")[:MAX_LINES])
        if start.lower().count(b"boundary") <= MAX_BOUNDARIES:
            yield start


def _returned_heads(part: Part) -> list[Head]:
    if part.kind == "text/rfc822-headers":
        return [headers.parse(part.content[:MAX_READ])]
    return [each.headers for each in mime.enclosed(part)]


def _verdict(read: bytes) -> Verdict:
    try:
        temporary, permanent = all_failures(message_from_bytes(read))
    # The detectors were written for real bounces; on hostile ones they may raise anything.
    except Exception as error:  # noqa: BLE001
        log.info("a bounce could not be parsed: %s", type(error).__name__)
        return Verdict.UNCLEAR
    if permanent:
        return Verdict.FAILED
    return Verdict.DELAYED if temporary else Verdict.UNCLEAR


def _statuses(part: Part) -> Iterator[Part]:
    if part.kind == _STATUS_KIND:
        yield part
    for child in part.children:
        yield from _statuses(child)
