"""Envelope senders that say which mail bounced, and cannot be made up.

The seal covers the recipient as well as the number of the mail: the operator may send a mail to
another address, and who got it first cannot say for that address that it came back.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

_SEAL_BYTES = 10
_BOUNCE = re.compile(r"bounce\+([1-9][0-9]{0,18})\.([a-z2-7]{16})", re.IGNORECASE)


def bounce_address(key: bytes, outbox_id: int, recipient: str, domain: str) -> str:
    """``bounce+17.xxxxxxxxxxxxxxxx@example.org``, in lower case, as mail servers may make it."""
    return f"{_mailbox(key, outbox_id, recipient)}@{domain}"


def named_mail(address: str) -> int | None:
    """The outbox id in an address of ours, whatever its seal is; None for any other address."""
    found = _BOUNCE.fullmatch(_local_part(address))
    return int(found[1]) if found else None


def is_sealed(key: bytes, address: str, outbox_id: int, recipient: str) -> bool:
    """Whether the mail left for this recipient with that address; the domain is the caller's."""
    expected = _mailbox(key, outbox_id, recipient)
    return hmac.compare_digest(_local_part(address).lower().encode(), expected.encode())


def is_bounce_address(address: str) -> bool:
    """Whether an address looks like one of ours for bounces, its seal being right or not."""
    return address.casefold().startswith("bounce+")


def _local_part(address: str) -> str:
    return address.rpartition("@")[0]


def _mailbox(key: bytes, outbox_id: int, recipient: str) -> str:
    # The prefix keeps the key usable for other seals.
    sealed = f"bounce:{outbox_id}:{recipient.casefold()}"
    digest = hmac.new(key, sealed.encode(), hashlib.sha256).digest()
    seal = base64.b32encode(digest[:_SEAL_BYTES]).decode().lower()
    return f"bounce+{outbox_id}.{seal}"
