"""Why nobody may answer a mail: whoever answers a robot may do so for ever (RFC 3834)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from functools import cache

from pbm.mail import headers
from pbm.mail.addresses import LOCAL_PART
from pbm.mail.letter import Envelope

_PRECEDENCES = {"bulk", "list", "junk", "auto_reply"}
# Set by responders that are older than Auto-Submitted. X-Auto-Response-Suppress is not among
# them: it asks for silence, and Exchange can put it on what people write.
_RESPONDERS = ("X-Autoreply", "X-Autorespond", "X-Autoresponder")
_DAEMONS = {"mailer-daemon"}


def robot(envelope: Envelope, mail: Message, domain: str) -> str | None:
    """A word for the first reason found, or None for a mail that a person may have written.

    One of ``null-sender``, ``auto-submitted``, ``precedence``, ``list``, ``responder``, ``report``,
    ``daemon`` and ``own``.
    """
    senders = (envelope.sender.strip("<> ").lower(), *headers.addresses(mail, "From"))
    return next(_reasons(senders, mail, domain), None)


def _reasons(senders: tuple[str, ...], mail: Message, domain: str) -> Iterator[str]:
    if not senders[0]:
        yield "null-sender"
    if _words(mail, "Auto-Submitted") - {"no"}:
        yield "auto-submitted"
    if _words(mail, "Precedence") & _PRECEDENCES:
        yield "precedence"
    if headers.value(mail, "List-Id"):
        yield "list"
    if any(headers.values(mail, name) for name in _RESPONDERS):
        yield "responder"
    if headers.content_type(mail) == "multipart/report":
        yield "report"
    if any(sender.partition("@")[0] in _DAEMONS for sender in senders):
        yield "daemon"
    if any(_our_senders(domain).fullmatch(sender) for sender in senders):
        yield "own"


def _words(mail: Message, name: str) -> set[str]:
    """The first word of every header of this name, without its parameters and comments."""
    return {headers.first_word(value) for value in headers.values(mail, name)} - {""}


@cache
def _our_senders(domain: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{LOCAL_PART}|bounce)(?:\+.*)?@{re.escape(domain)}", re.IGNORECASE)
