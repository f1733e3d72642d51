"""What a letter is known by when it comes again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from pbm.mail import mime
from pbm.mail.letter import Envelope, Letter

_BLANKS, _BLANK_END = re.compile(rb"[ \t]+"), re.compile(rb" ?\r?\n")


def duplicate_key(envelope: Envelope, letter: Letter) -> str:
    """The same for a letter that arrives twice, whatever its way here has added on top.

    Message-IDs are chosen by senders, so the content counts too: nobody can have another
    person's letter taken for a repetition.
    """
    return _signed_key(envelope.raw, letter) if letter.vouched else former_key(envelope, letter)


def former_key(envelope: Envelope, letter: Letter) -> str:
    """The key of a letter as it was made before m0013, so that what was done then stays done."""
    way = [] if letter.vouched else [envelope.sender, *sorted(envelope.recipients)]
    body = envelope.raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    return _hashed([letter.message_id or "", *way, *_head(letter)], body)


def _signed_key(raw: bytes, letter: Letter) -> str:
    """What a signature covers, and nothing else of it.

    Anybody who caught a letter can send it again. They can choose another envelope, change
    headers that are not signed, as the Message-ID often is, and blanks: a signature in relaxed
    form takes all that follow each other for one, and leaves out those at the end of a line and
    empty lines at the end.
    """
    body = _BLANK_END.sub(b"\n", _BLANKS.sub(b" ", raw[mime.header_size(raw) :])).strip()
    return _hashed(["signed", *(" ".join(each.split()) for each in _head(letter))], body)


def _head(letter: Letter) -> list[str]:
    return [*letter.authors, letter.subject, letter.date]


def _hashed(parts: Iterable[str], body: bytes) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "replace") + b"\n" + body).hexdigest()
