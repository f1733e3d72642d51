"""VERP: envelope senders that identify the mail that bounced and cannot be forged.

The seal covers the recipient as well as the id of the mail. The operator may redirect a mail to
another address, and the first recipient must not be able to forge a bounce for that address.
"""

from __future__ import annotations

import base64
import hmac
import re

from pbm.core.model import LARGEST_ID

_SEAL_BYTES = 10
_BOUNCE = re.compile(r"bounce\+([1-9][0-9]{0,18})\.([a-z2-7]{16})", re.IGNORECASE)


def bounce_address(key: bytes, outbox_id: int, recipient: str, domain: str) -> str:
    """``bounce+17.xxxxxxxxxxxxxxxx@example.org``; lower case, because servers may convert it."""
    return f"{_mailbox(key, outbox_id, recipient)}@{domain}"


def named_mail(address: str) -> int | None:
    """The outbox id in a bounce address, without checking its seal; None for other addresses."""
    found = _BOUNCE.fullmatch(_local_part(address))
    return int(found[1]) if found and int(found[1]) <= LARGEST_ID else None


def is_sealed(key: bytes, address: str, outbox_id: int, recipient: str) -> bool:
    """Whether the seal is valid for this mail and recipient. The caller has checked the domain."""
    expected = _mailbox(key, outbox_id, recipient)
    return hmac.compare_digest(_local_part(address).lower().encode(), expected.encode())


def is_bounce_address(address: str) -> bool:
    """Whether an address looks like a bounce address, without checking its seal."""
    return address.casefold().startswith("bounce+")


def _local_part(address: str) -> str:
    return address.rpartition("@")[0]


def _mailbox(key: bytes, outbox_id: int, recipient: str) -> str:
    # The prefix separates these seals from others that are made with the same key.
    sealed = f"bounce:{outbox_id}:{recipient.casefold()}"
    digest = hmac.digest(key, sealed.encode(), "sha256")
    seal = base64.b32encode(digest[:_SEAL_BYTES]).decode().lower()
    return f"bounce+{outbox_id}.{seal}"
