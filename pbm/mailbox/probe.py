"""A probe: a mail from the club to one of its sub-addresses, and what became of it on its way."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime

from pbm.mail import headers, mime
from pbm.mail.addresses import message_id_end, parts, server_address
from pbm.mailbox.envelope import DELIVERED

_TAG = "probe"


@dataclass(frozen=True)
class Probe:
    """A mail to send. message_id: how it is found again."""

    message_id: str
    sender: str
    recipient: str
    raw: bytes


@dataclass(frozen=True)
class Found:
    """What became of a probe.

    tagged: the headers that name the sub-address, those of the delivery first.
    rewritten: the headers that came with another address than they were sent with.
    vouching: the names of servers that have written Authentication-Results, the topmost first.
    """

    tagged: Sequence[str]
    rewritten: Sequence[str]
    vouching: Sequence[str]


def probe(club: str, now: datetime) -> Probe:
    local, host = parts(club)
    address, recipient = server_address(club), f"{local}+{_TAG}@{host}"
    message_id = f"<{secrets.token_hex(12)}{message_id_end(club)}"
    head = {
        "From": address,
        "Reply-To": recipient,
        "To": recipient,
        "Subject": "pbm mailbox check",
        "Date": format_datetime(now),
        "Message-ID": message_id,
        "Auto-Submitted": "auto-generated",
    }
    lines = [f"{name}: {value}" for name, value in head.items()]
    raw = "\r\n".join([*lines, "", "A check of this mailbox. It is removed by itself.", ""])
    return Probe(message_id, address, recipient, raw.encode())


def compared(sent: Probe, raw: bytes) -> Found:
    """What became of a probe that came back as ``raw``."""
    came, left = mime.parse(raw).headers, mime.parse(sent.raw).headers

    def has(name: str) -> bool:
        return sent.recipient in map(str.lower, headers.addresses(came, name))

    results = (headers.unfolded(each) for each in came.raw("authentication-results"))
    return Found(
        tagged=[name for name in (*DELIVERED, "To") if has(name)],
        rewritten=[
            name
            for name in ("From", "Reply-To")
            if headers.addresses(came, name) != headers.addresses(left, name)
        ],
        vouching=list(dict.fromkeys(each.partition(";")[0].strip() for each in results)),
    )
