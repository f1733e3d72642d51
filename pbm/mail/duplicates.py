"""Duplicate keys: how a letter is recognised when it arrives again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from pbm.mail import mime
from pbm.mail.letter import Envelope, Letter

_BLANKS, _BLANK_END = re.compile(rb"[ \t]+"), re.compile(rb" ?\r?\n")


def duplicate_key(envelope: Envelope, letter: Letter) -> str:
    """The key of a letter. It does not depend on headers that were added on the way.

    Senders choose Message-IDs, so the content counts too: nobody can make another person's letter
    look like a duplicate.
    """
    return _signed_key(envelope.raw, letter) if letter.vouched else former_key(envelope, letter)


def former_key(envelope: Envelope, letter: Letter) -> str:
    """The key as it was computed before m0013, to recognise letters that were kept at that time.

    Letters that nobody vouches for still have this key.
    """
    way = [] if letter.vouched else [envelope.sender, *sorted(envelope.recipients)]
    body = envelope.raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    return _hashed([letter.message_id or "", *way, *_head(letter)], body)


def _signed_key(raw: bytes, letter: Letter) -> str:
    """The key of a letter that was vouched for: only what a DKIM signature covers.

    Anybody who has intercepted a letter can replay it with another envelope, with other unsigned
    headers, often including the Message-ID, and with other blanks. Relaxed canonicalization
    collapses runs of blanks and ignores those at line ends and empty lines at the end of the body.
    """
    body = _BLANK_END.sub(b"\n", _BLANKS.sub(b" ", raw[mime.header_size(raw) :])).strip()
    return _hashed(["signed", *(" ".join(each.split()) for each in _head(letter))], body)


def _head(letter: Letter) -> list[str]:
    return [*letter.authors, letter.subject, letter.date]


def _hashed(parts: Iterable[str], body: bytes) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "replace") + b"\n" + body).hexdigest()
