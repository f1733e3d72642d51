"""What a letter holds in place of words: sealed text, other mails, files and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import islice

from pbm.mail import headers, mime
from pbm.mail.mime import Part

PLAIN, HTML = "text/plain", "text/html"
ENRICHED = {"text/enriched", "text/richtext"}
READABLE = {PLAIN, HTML, "text/markdown", *ENRICHED}

MAX_PARTS = 100
MAX_ATTACHED = 4 * 1024
"""The most bytes of an attached text that is read in place of the letter's."""


class Found(StrEnum):
    """What was found; the first ones explain best why a letter has no words."""

    TOO_LARGE = "too_large"
    STRUCK = "struck"
    ENCRYPTED = "encrypted"
    SEALED = "sealed"
    WINMAIL = "winmail"
    FORWARDED = "forwarded"
    FILE = "file"
    PICTURE = "picture"


LEFT_OUT = "X-Pbm-Left-Out"
"""The header, above all others, of a letter from the mailbox whose body was too large to fetch.

A forged one stands below those of the provider.
"""

CLOSED = {"multipart/encrypted": Found.ENCRYPTED, "multipart/digest": Found.FORWARDED}
"""Parts whose own parts are never the writer's text."""

_OF_KIND = {
    **CLOSED,
    "application/pgp-encrypted": Found.ENCRYPTED,
    "application/x-microsoft-rpmsg-message": Found.ENCRYPTED,
    "application/ms-tnef": Found.WINMAIL,
    "application/vnd.ms-tnef": Found.WINMAIL,
    "message/rfc822": Found.FORWARDED,
    "message/global": Found.FORWARDED,
    "application/vnd.ms-outlook": Found.FORWARDED,
}
_OF_NAME = {
    "winmail.dat": Found.WINMAIL,
    "eml": Found.FORWARDED,
    "msg": Found.FORWARDED,
    "gpg": Found.ENCRYPTED,
    "pgp": Found.ENCRYPTED,
    "rpmsg": Found.ENCRYPTED,
}
_SMIME = {"application/pkcs7-mime", "application/x-pkcs7-mime"}
# Parts that programs add, and that say nothing by themselves.
_ADDED = {"application/pgp-signature", "application/smil", "p7s", "asc", "sig", "vcf"}
_FILES = {*Found} - {Found.PICTURE}
# Exchange attaches every text below a picture or a file under such a name.
_NAMED_BY_EXCHANGE = re.compile(r"ATT\d+\.(?:txt|html?)", re.IGNORECASE)
# RFC 8551, 3.2.2; RFC 5652, 4: the object identifier of signed data, 1.2.840.113549.1.7.2, in DER.
_SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
_MAX_DER_HEAD = 64
_SEALED = b"BEGIN PGP MESSAGE"


def found_in(mail: Part) -> Iterator[Found]:
    """Yield what stands in the parts of a mail that are not read as text."""
    for part in islice(_leaves(mail), MAX_PARTS):
        found = _found(part)
        if found:
            yield found


def attached_text(mail: Part) -> Part | None:
    """The attached text of a mail with no other file, if it is short enough to be a letter."""
    parts = [each for each in islice(_leaves(mail), MAX_PARTS) if _found(each) in _FILES]
    return parts[0] if len(parts) == 1 and _is_short_text(parts[0]) else None


def is_attached(part: Part) -> bool:
    """Whether mail programs show the part as a file: a part in a mail that has a name, too."""
    disposition = headers.word(part.headers, "Content-Disposition")
    if part.depth == 0 or not (disposition or part.parameter("name")):
        return disposition == "attachment"
    name = headers.file_name(part.headers)
    if _NAMED_BY_EXCHANGE.fullmatch(name):
        return False
    return disposition == "attachment" or bool(name)


def _leaves(part: Part) -> Iterator[Part]:
    inner = [] if part.kind in CLOSED else part.children
    for child in inner:
        yield from _leaves(child)
    if not inner:
        yield part


def _is_short_text(part: Part) -> bool:
    is_text = part.kind == PLAIN and _ending(_name(part)) in ("txt", "text")
    return is_text and len(part.content) <= MAX_ATTACHED


def _found(part: Part) -> Found | None:
    name, kind = _name(part), part.kind
    ending = _ending(name)
    if kind in _SMIME or ending == "p7m":
        is_signed = _SIGNED_DATA in part.data[:_MAX_DER_HEAD]
        return Found.SEALED if is_signed else Found.ENCRYPTED
    known = _OF_KIND.get(kind) or _OF_NAME.get(name) or _OF_NAME.get(ending)
    if ending == "asc" and _SEALED in part.content:
        return Found.ENCRYPTED
    if known or not _ADDED.isdisjoint((kind, ending)):
        return known
    if kind.startswith("image/"):
        return Found.PICTURE
    is_text = (kind in READABLE or mime.is_multipart(part)) and not is_attached(part)
    return None if is_text or not part.content.strip() else Found.FILE


def _name(part: Part) -> str:
    return headers.file_name(part.headers).lower()


def _ending(name: str) -> str:
    """What follows the last full stop in a file's name; "" without one."""
    return name.rpartition(".")[2] if "." in name else ""
