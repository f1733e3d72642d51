"""A probe: a mail from the club to one of its sub-addresses, and what became of it on its way."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime

from pbm.mail import headers, mime
from pbm.mail.addresses import message_id_end, parts, server_address
from pbm.mail.authentication import Provider, provider_of, provider_results
from pbm.mailbox.envelope import DELIVERED

_TAG = "probe"
_FORGED = "forged.invalid"
"""The domain for which a forged result vouches."""


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
    provider: how it writes results; None if none are certain to be its own.
    """

    tagged: Sequence[str]
    rewritten: Sequence[str]
    provider: Provider | None


def sub_address(club: str) -> str:
    """The sub-address of ours that probes go to."""
    local, host = parts(club)
    return f"{local}+{_TAG}@{host}"


def probe(club: str, recipient: str, now: datetime, above: str = "", below: str = "") -> Probe:
    """A mail to ourselves. above, below: a header to add at the top, or at the end."""
    address = server_address(club)
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
    lines = [each for each in (above, *lines, below) if each]
    raw = "\r\n".join([*lines, "", "A check of this mailbox. It is removed by itself.", ""])
    return Probe(message_id, address, recipient, raw.encode())


def compared(sent: Probe, raw: bytes) -> Found:
    """What became of a probe that came back as ``raw``."""
    came, left = mime.parse(raw).headers, mime.parse(sent.raw).headers

    def has(name: str) -> bool:
        return sent.recipient in map(str.lower, headers.addresses(came, name))

    return Found(
        tagged=[name for name in (*DELIVERED, "To") if has(name)],
        rewritten=[
            name
            for name in ("From", "Reply-To")
            if headers.addresses(came, name) != headers.addresses(left, name)
        ],
        provider=provider_of(came),
    )


def forged_probes(sent: Probe, now: datetime, came: bytes) -> Sequence[Probe]:
    """Probes with results that the provider has not written, under its own name.

    came: the probe ``sent`` as it came back, with results of the provider.
    """
    (written, *_) = mime.parse(came).headers.raw("authentication-results")
    name = headers.unfolded(written).partition(";")[0].strip()
    forged = f"Authentication-Results: {name}; dmarc=pass header.from={_FORGED}"
    club, recipient = sent.sender, sent.recipient
    return probe(club, recipient, now, above=forged), probe(club, recipient, now, below=forged)


def is_outdone(raw: bytes, provider: Provider) -> bool:
    """Whether the provider has written its results again, and the forged ones do not count."""
    head = mime.parse(raw).headers
    own = [each for each in head.raw("authentication-results") if _FORGED not in each]
    believed = provider_results(head, provider) or ()
    return len(own) >= len(provider.names) and not any(_FORGED in each for each in believed)
