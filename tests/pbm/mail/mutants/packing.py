"""Encodes a text as a mail: charset, transfer encoding, enclosing and other MIME parts, headers.

The choices are random. Some are wrong in ways that occur in practice; all of them keep the quotes.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from random import Random

from tests.pbm.mail.mutants.quoting import DEED, MOVE

Fields = list[str]
Packed = tuple[Fields, bytes]

SELDOM = 0.2
CHARSETS = ("utf-8", "us-ascii", "iso-8859-1", "cp1252", "koi8-r", "gb18030", "utf-7")
MISNAMED = (
    "unknown-8bit",
    "x-none",
    "utf8",
    '"utf-8',
    "utf-8''",
    "iso-2022-jp",
    "\x80",
    "",
    "idna",
)
KINDS = ("mixed", "alternative", "related", "signed", "report", "x-unheard-of")
BOUNDARIES = ("b", "b=_1", "--", "b b", "'()+_,-./:=?", "=_Part_17.4711", "b" * 70)
ODD_HEADERS = (
    "X-Long: " + "x" * 1100,
    "Subject: Re: [gyges 17] ply 9: your move",
    f"Subject: =?utf-8?q?Re:_{MOVE.replace('-', '=2D', 1)}?",
    "Subject: =?x-none?b?////?= =?utf-8?q?=0D=0A?= a",
    "From: bob@example.net, \"x\" <carol@example.net>, undisclosed:;",
    'To: "',
    "Message-ID: <[x]>",
    "References: " + "<a@b> " * 40,
    "In-Reply-To: <a@b>\n\t<c@d>",
    "Date: yesterday",
    "no header at all",
    ": nameless",
    "Received: from a by b;\n  some time\n\tor other",
    "Auto-Submitted : no",
    "X-8bit: \xe4\xf6\xfc",
    "MIME-Version: 1.0 (really)",
)  # fmt: skip


def text_part(text: str, kind: str, chance: Random) -> Packed:
    """The text in a charset and encoding that are declared correctly, wrongly or not at all."""
    charset, data = _encoded(text, chance.choice(CHARSETS))
    named = chance.choice((charset, charset.upper(), f'"{charset}"'))
    if charset == "utf-8" and chance.random() < SELDOM:
        named = chance.choice(MISNAMED)
    flowed = "; format=flowed" if kind == "plain" and chance.random() < SELDOM else ""
    encode = chance.choice(ENCODINGS)
    encoding, encoded = encode(data)
    semicolon = chance.choice(("; ", ";\n\t", " ;"))
    fields = [f"Content-Type: text/{kind}{semicolon}charset={named}{flowed}"]
    return fields + ([f"Content-Transfer-Encoding: {encoding}"] if encoding else []), encoded


def _encoded(text: str, charset: str) -> tuple[str, bytes]:
    """Encode a text in the charset, or in UTF-8 if the charset lacks a character."""
    try:
        return charset, text.encode(charset)
    except UnicodeError:
        return "utf-8", text.encode()


def _as_it_is(data: bytes) -> tuple[str, bytes]:
    return "8bit", data


def _unsaid(data: bytes) -> tuple[str, bytes]:
    return "", data


def _quoted_printable(data: bytes) -> tuple[str, bytes]:
    return "Quoted-Printable", binascii.b2a_qp(data)


def _quoted_printable_in_name_only(data: bytes) -> tuple[str, bytes]:
    return "quoted-printable", data


def _base64(data: bytes) -> tuple[str, bytes]:
    return "base64", base64.encodebytes(data)


def _base64_on_one_line(data: bytes) -> tuple[str, bytes]:
    return "BASE64", binascii.b2a_base64(data)


def _base64_in_name_only(data: bytes) -> tuple[str, bytes]:
    return "base64", data


ENCODINGS: tuple[Callable[[bytes], tuple[str, bytes]], ...] = (
    _as_it_is,
    _unsaid,
    _quoted_printable,
    _quoted_printable_in_name_only,
    _base64,
    _base64_on_one_line,
    _base64_in_name_only,
)


def joined(parts: list[Packed], kind: str, chance: Random) -> Packed:
    """A multipart with moves outside its parts: before the first one and after the last one."""
    boundary = chance.choice(BOUNDARIES) + str(chance.getrandbits(64))
    quote = "" if chance.random() < SELDOM and boundary.isalnum() else '"'
    between = f"\n--{boundary}\n".encode()
    ends = chance.choice((f"\n--{boundary}--\n{MOVE}\n{DEED}\n", f"\n--{boundary}--", "\n"))
    body = MOVE.encode() + between + between.join(map(whole, parts)) + ends.encode()
    return [f"Content-Type: multipart/{kind}; boundary={quote}{boundary}{quote}"], body


def whole(packed: Packed) -> bytes:
    fields, body = packed
    return "\n".join(fields).encode("latin-1", "replace") + b"\n\n" + body


def attached(chance: Random) -> Packed:
    """A part that is not the writer's text, with moves in it."""
    moves = f"{MOVE}\n{DEED}\nyes\n".encode()
    kind = chance.choice(("text/plain", "text/html; charset=utf-8", "image/gif", "text/calendar"))
    forwarded = b"From: pbm@games.example.net\nSubject: " + moves + b"\n" + moves
    return chance.choice(
        (
            ([f"Content-Type: {kind}", 'Content-Disposition: attachment; filename="a"'], moves),
            (["Content-Type: application/octet-stream"], moves),
            (["Content-Type: message/rfc822"], forwarded),
            (["Content-Type: text/rfc822-headers"], forwarded),
            ([], b""),
        )
    )


def wrapped(packed: Packed, chance: Random) -> Packed:
    """A multipart with this part, alone or with other parts that must not be read."""
    others = [attached(chance) for _ in range(chance.randrange(3))]
    parts = [*others, packed] if chance.random() < SELDOM else [packed, *others]
    return joined(parts, chance.choice(KINDS), chance)


def with_headers(packed: Packed, chance: Random) -> bytes:
    """A mail made of this part, with odd headers before, between and after those of the part."""
    fields = ["From: bob@example.net", "To: pbm+abc@example.org", *packed[0]]
    for _ in range(chance.randrange(4)):
        fields.insert(chance.randrange(len(fields) + 1), chance.choice(ODD_HEADERS))
    return whole((fields, packed[1]))
