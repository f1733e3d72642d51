"""Envelope senders that say which mail bounced, and cannot be made up."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

_SEAL_BYTES = 10
_BOUNCE = re.compile(r"bounce\+([1-9][0-9]{0,18})\.([a-z2-7]{16})", re.IGNORECASE)


def bounce_address(key: bytes, outbox_id: int, domain: str) -> str:
    """``bounce+17.xxxxxxxxxxxxxxxx@example.org``, in lower case, as mail servers may make it."""
    return f"bounce+{outbox_id}.{_seal(key, outbox_id)}@{domain}"


def read_bounce(key: bytes, address: str) -> int | None:
    """The outbox id in an address of ours, None for any other; the domain is the caller's."""
    found = _BOUNCE.fullmatch(address.rpartition("@")[0])
    if found is None:
        return None
    outbox_id, seal = int(found[1]), found[2].lower()
    return outbox_id if hmac.compare_digest(seal, _seal(key, outbox_id)) else None


def is_bounce_address(address: str) -> bool:
    """Whether an address looks like one of ours for bounces, its seal being right or not."""
    return address.casefold().startswith("bounce+")


def _seal(key: bytes, outbox_id: int) -> str:
    # The prefix keeps the key usable for other seals.
    digest = hmac.new(key, f"bounce:{outbox_id}".encode(), hashlib.sha256).digest()
    return base64.b32encode(digest[:_SEAL_BYTES]).decode().lower()
