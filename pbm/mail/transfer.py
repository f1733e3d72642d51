"""Decoding of transfer encodings, even where they were declared by mistake."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterator
from contextlib import suppress

QUOTED_PRINTABLE = "quoted-printable"
BASE64 = "base64"
UUENCODE = "uuencode"

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_ODD = re.compile(rb"[^A-Za-z0-9+/]")
# What follows the padding, if a program has encoded a text in pieces. A footer that a mailing list
# adds is none.
_PIECE = re.compile(rb"\s*([A-Za-z0-9+/\r\n]++)(={0,2})\s*")
_FIRST_LINES = re.compile(rb"(?:\r?\n)*(?:[A-Za-z0-9+/]++={0,2}[ \t]*+\r?\n)*")
_LOOKED_AT = 1000
# RFC 4648, 5: an alphabet for names of files and links.
_URL_SAFE = re.compile(rb"(?:[A-Za-z0-9_-]++={0,2}[ \t\r]*+(?:\n\s*+|\Z))++")
_FROM_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_UU_BEGIN = re.compile(rb"begin(-base64)? [0-7]{3,4} .+")
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]|\Ax-")
# RFC 2045, 6.7 (3): blanks at the end of a line were added on the way.
_ADDED_BLANKS = re.compile(rb"=[ \t]++(?=\r?\n|\Z)")


def encoding_named(written: str) -> str:
    """The transfer encoding that a header means, also if it is misspelt: ``base_64``, ``qp``.

    written: in lower case. An unknown encoding is returned as it is.
    """
    name = _NOT_IN_NAMES.sub("", written)
    if name.startswith(("base64", "b64", "mimebase64")):
        return BASE64
    if name.startswith(("uue", "uuencode", "xuue")):
        return UUENCODE
    is_printable = name == "qp" or name.startswith(("quotedprint", "quoteprint"))
    return QUOTED_PRINTABLE if is_printable else written


def decoded(content: bytes, encoding: str) -> bytes:
    """Decode a body. encoding: in lower case; an unknown encoding changes nothing."""
    decoder = _DECODERS.get(encoding)
    return decoder(content) if decoder else content


def _from_base64(data: bytes) -> bytes:
    """Decode base64; data that were not really encoded are returned unchanged."""
    if (b"-" in data or b"_" in data) and _URL_SAFE.fullmatch(data):
        return _if_text(data.translate(_FROM_URL_SAFE)) or data
    if _NOT_BASE64.search(data[:_LOOKED_AT]) and not _begins_with_piece(data):
        return _amid_others(data)
    first, padding, rest = data.partition(b"=")
    try:
        pieces = [_piece(first), *map(_piece, _further_pieces(padding + rest))]
    except binascii.Error:
        return data
    return b"".join(pieces)


def _amid_others(data: bytes) -> bytes:
    """Decode base64 above a plain footer, or with other characters in it (RFC 2045, 6.8).

    What is no text then was not encoded.
    """
    first = _FIRST_LINES.match(data)
    return _if_text(first[0] if first else b"") or _if_text(data) or data


def _if_text(encoded: bytes) -> bytes | None:
    """The text that was encoded; None if it is no text."""
    with suppress(binascii.Error):
        text = _piece(encoded)
        if _is_text(text):
            return text
    return None


def _is_text(data: bytes) -> bool:
    try:
        lines = data.decode().split()
    except UnicodeError:
        return False
    return bool(lines) and all(map(str.isprintable, lines))


def _begins_with_piece(data: bytes) -> bool:
    """Whether a complete piece with padding comes first, and something else below it."""
    found = _PIECE.match(data)
    return found is not None and found[2] != b"" and _is_complete(found)


def _is_complete(found: re.Match[bytes]) -> bool:
    return (len(_ODD.sub(b"", found[1])) + len(found[2])) % 4 == 0


def _further_pieces(rest: bytes) -> Iterator[bytes]:
    """The complete pieces behind the padding of the first one."""
    at = len(rest) - len(rest.lstrip(b"="))
    while at < len(rest) and (found := _PIECE.match(rest, at)):
        if not _is_complete(found):
            return
        yield found[1]
        at = found.end()


def _piece(data: bytes) -> bytes:
    """:raises binascii.Error: if a character is missing"""
    characters = _ODD.sub(b"", data)
    return binascii.a2b_base64(characters + b"=" * (-len(characters) % 4))


def _from_uuencoded(data: bytes) -> bytes:
    """Decode a file between ``begin`` and ``end``; with anything beside it, nothing is decoded."""
    begin, *lines = data.strip().splitlines() or [b""]
    found = _UU_BEGIN.fullmatch(begin)
    if found is None or not lines or lines.pop() != (b"====" if found[1] else b"end"):
        return data
    if found[1]:
        return _from_base64(b"\n".join(lines))
    try:
        return b"".join(map(binascii.a2b_uu, filter(None, map(bytes.rstrip, lines))))
    except binascii.Error:
        return data


def _from_quoted_printable(data: bytes) -> bytes:
    return binascii.a2b_qp(_ADDED_BLANKS.sub(b"=", data))


_DECODERS: dict[str, Callable[[bytes], bytes]] = {
    BASE64: _from_base64,
    QUOTED_PRINTABLE: _from_quoted_printable,
    UUENCODE: _from_uuencoded,
}
