"""Adds parts to a composed mail: HTML with its pictures, JSON, or a file."""

from __future__ import annotations

import re
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Sequence
from hashlib import sha256

LONGEST_LINE = 990
"""SMTP's limit is 998 (RFC 5321)."""

_FIELD = re.compile(rb"[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*")
_OF_TEXT = (b"content-type:", b"content-transfer-encoding:")
_VERSION = b"mime-version:"


def with_html(raw: bytes, message_id: str, html: str, pictures: Sequence[bytes] = ()) -> bytes:
    """Return the mail with a second part, for programs that show HTML; its text stays as it is.

    The same arguments give the same bytes.

    raw: a mail as ``compose`` returns it.
    html: ASCII, which shows each picture by its ``content_id``.
    pictures: PNG.
    """
    page = _with_pictures(message_id, html, pictures)
    return _with_part(raw, "multipart/alternative", _boundary(message_id, "parts"), page)


def with_json(raw: bytes, message_id: str, text: bytes) -> bytes:
    """Return the mail with a second part, for programs that read JSON. The first part is kept.

    raw: a mail as ``compose`` returns it. text: the JSON, in ASCII, with short lines.
    """
    part = _part("application/json", "7bit", b"\r\n".join(text.split(b"\n")))
    return _with_part(raw, "multipart/mixed", _boundary(message_id, "parts"), part)


def with_attachment(raw: bytes, message_id: str, kind: str, name: str, content: bytes) -> bytes:
    """Return the mail with a file attached. kind: its Content-Type."""
    shown = f'Content-Disposition: attachment; filename="{name}"\r\n'.encode()
    part = shown + _part(kind, "base64", encodebytes(content).replace(b"\n", b"\r\n"))
    return _with_part(raw, "multipart/mixed", _boundary(message_id, "files"), part)


def _with_part(raw: bytes, kind: str, boundary: str, part: bytes) -> bytes:
    """Return the mail with its content as the first part, and another part after it."""
    head, _, content = raw.partition(b"\r\n\r\n")
    fields = _FIELD.findall(head + b"\r\n")
    of_content = [field for field in fields if field.lower().startswith(_OF_TEXT)]
    of_mail = [f for f in fields if not f.lower().startswith((*_OF_TEXT, _VERSION))]
    whole = _multipart(kind, boundary, [b"".join(of_content) + b"\r\n" + content, part])
    return b"".join(of_mail) + b"MIME-Version: 1.0\r\n" + whole


def content_id(message_id: str, number: int) -> str:
    """The Content-ID of a picture of a mail, without brackets: ``cid:`` and this is its address."""
    left, _, domain = message_id.strip("<>").rpartition("@")
    return f"{left}.{number}@{domain}"


def _with_pictures(message_id: str, html: str, pictures: Sequence[bytes]) -> bytes:
    page = _html(html)
    if not pictures:
        return page
    shown = [_picture(png, content_id(message_id, n)) for n, png in enumerate(pictures)]
    kind = 'multipart/related; type="text/html"'
    return _multipart(kind, _boundary(message_id, "page"), [page, *shown])


def _html(html: str) -> bytes:
    lines = html.encode("ascii").split(b"\n")
    # Quoted-printable may wrap a line in the middle of a mask, so it is used only for a text with a
    # line that no server takes.
    if max(map(len, lines)) <= LONGEST_LINE:
        encoding, body = "7bit", b"\r\n".join(lines)
    else:
        encoding, body = "quoted-printable", b2a_qp(b"\r\n".join(lines))
    return _part('text/html; charset="utf-8"', encoding, body)


def _picture(png: bytes, name: str) -> bytes:
    shown = f'Content-ID: <{name}>\r\nContent-Disposition: inline; filename="board.png"\r\n'
    return shown.encode() + _part("image/png", "base64", encodebytes(png).replace(b"\n", b"\r\n"))


def _part(kind: str, encoding: str, body: bytes) -> bytes:
    head = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + body


def _multipart(kind: str, boundary: str, parts: Sequence[bytes]) -> bytes:
    head = f'Content-Type: {kind};\r\n boundary="{boundary}"\r\n\r\n'
    opened = (f"--{boundary}\r\n".encode() + part + b"\r\n" for part in parts)
    return head.encode() + b"".join(opened) + f"--{boundary}--\r\n".encode()


def _boundary(message_id: str, of: str) -> str:
    """Return a boundary that base64 and our HTML cannot contain, and other text only by malice."""
    return f"=_{sha256(f'{of} {message_id}'.encode()).hexdigest()[:32]}"
