"""Packs lines as a letter: charset, transfer encoding, parts and headers."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Sequence
from html import escape
from random import Random

from tests.pbm.letters.fuzz.sources import Kind, Line

Part = tuple[str, bytes]
"""The header fields of a part, each with its line end, and its body."""

CHARSETS = ("utf-8", "utf-8", "utf-8", "windows-1252", "iso-8859-1", "koi8-r", "iso-2022-jp")
LIES = ("us-ascii", "iso-8859-1", "windows-1252", "utf8", "unknown-8bit", "")
SELDOM = 0.15


def text_part(text: str, kind: str, chance: Random) -> Part:
    charset = chance.choice(CHARSETS)
    try:
        data = text.encode(charset)
    except UnicodeError:
        charset, data = "utf-8", text.encode("utf-8", "replace")
    named = chance.choice(LIES) if chance.random() < SELDOM else charset
    encoding, encoded = chance.choice(_ENCODINGS)(data)
    parameter = f"; charset={named}" if named else ""
    field = f"Content-Type: text/{kind}{parameter}\r\n"
    return f"{field}Content-Transfer-Encoding: {encoding}\r\n", encoded


def _as_it_is(data: bytes) -> tuple[str, bytes]:
    return "8bit", data


def _quoted(data: bytes) -> tuple[str, bytes]:
    encoded = quopri.encodestring(data.replace(b"\r\n", b"\n"))
    return "quoted-printable", encoded.replace(b"\n", b"\r\n")


def _in_base64(data: bytes) -> tuple[str, bytes]:
    return "base64", base64.encodebytes(data).replace(b"\n", b"\r\n")


def _in_pieces(data: bytes) -> tuple[str, bytes]:
    pieces = (data[at : at + 100] for at in range(0, len(data), 100))
    return "base64", b"".join(base64.b64encode(piece) + b"\r\n" for piece in pieces)


_ENCODINGS: Sequence[Callable[[bytes], tuple[str, bytes]]] = (
    _as_it_is,
    _as_it_is,
    _quoted,
    _in_base64,
    _in_pieces,
)


def joined(parts: Sequence[Part], kind: str, chance: Random) -> Part:
    boundary = f"=_{chance.getrandbits(64):x}"
    body = b"".join(f"--{boundary}\r\n{head}\r\n".encode() + data + b"\r\n" for head, data in parts)
    field = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n'
    return field, body + f"--{boundary}--\r\n".encode()


def page(lines: Sequence[Line], chance: Random) -> str:
    """The lines as HTML, as a mail program writes them above and below quotes."""
    tag = chance.choice(("div", "p", "span"))
    found, is_quoted = [], False
    for line in lines:
        marked = line.kind is Kind.QUOTE and line.text.startswith(">")
        if marked is not is_quoted:
            found.append("<blockquote>" if marked else "</blockquote>")
            is_quoted = marked
        text = escape(line.text.lstrip("> ") if marked else line.text, quote=False)
        found.append(f"<{tag}>{text or '&nbsp;'}</{tag}>" + ("<br>" if tag == "span" else ""))
    end = "</blockquote>" if is_quoted else ""
    return f"<html><body>{''.join(found)}{end}</body></html>"


def packed(lines: Sequence[Line], chance: Random) -> Part:
    """The lines as a text, a page or both, perhaps among other parts."""
    plain = text_part("\r\n".join(line.text for line in lines) + "\r\n", "plain", chance)
    html = text_part(page(lines, chance), "html", chance)
    part = chance.choice((plain, plain, html, joined([plain, html], "alternative", chance)))
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        others = [_picture(chance)] if chance.random() < 0.5 else []
        parts = [*others, part] if chance.random() < SELDOM else [part, *others]
        part = joined(parts, chance.choice(("mixed", "related", "signed")), chance)
    return part


def _picture(chance: Random) -> Part:
    disposition = chance.choice(("inline", "attachment"))
    head = f"Content-Type: image/png\r\nContent-Disposition: {disposition}; filename=a.png\r\n"
    return f"{head}Content-Transfer-Encoding: base64\r\n", base64.b64encode(chance.randbytes(60))
