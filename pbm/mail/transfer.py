"""Decoding of transfer encodings, even where they were declared by mistake."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable

QUOTED_PRINTABLE = "quoted-printable"
BASE64 = "base64"

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_LOOKED_AT = 1000


def decoded(content: bytes, encoding: str) -> bytes:
    """Decode a body. encoding: in lower case; an unknown encoding changes nothing."""
    decoder = _DECODERS.get(encoding)
    return decoder(content) if decoder else content


def _from_base64(data: bytes) -> bytes:
    """Decode base64; data that were not really encoded are returned unchanged."""
    if _NOT_BASE64.search(data[:_LOOKED_AT]):
        return data
    characters = re.sub(rb"[^A-Za-z0-9+/]", b"", data.partition(b"=")[0])
    try:
        return binascii.a2b_base64(characters + b"=" * (-len(characters) % 4))
    except binascii.Error:
        return data


_DECODERS: dict[str, Callable[[bytes], bytes]] = {
    BASE64: _from_base64,
    QUOTED_PRINTABLE: binascii.a2b_qp,
}
