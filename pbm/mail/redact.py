"""Secrets out of kept letters, however a mail program encoded them.

Where a secret still shows once a header or body is decoded, that header or body is rewritten in a
plain form with the secret blanked. A letter without the secrets keeps every byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import AnyStr

from pbm.mail import headers, mime
from pbm.mail.addresses import LOCAL_PART
from pbm.mail.characters import one_line, split_lines, tidy
from pbm.mail.charsets import decode
from pbm.mail.html_text import html_lines
from pbm.mail.mime import Part
from pbm.mail.parts import decoded_text
from pbm.secrets import TOKEN_LENGTH

BLANK = "********"

# What is rewritten may have been encoded twice; each pass takes off one layer.
MAX_PASSES = 5

_CONTENT = {
    b"content-type": b"Content-Type: text/plain; charset=utf-8",
    b"content-transfer-encoding": b"Content-Transfer-Encoding: 8bit",
}
_WORD, _WORD_BYTES = re.compile(r"\S+"), re.compile(rb"\S+")
_LOOKS_LIKE_BOUNDARY = re.compile(r"^--", re.MULTILINE)


def redact(raw: bytes, secrets: Iterable[str]) -> bytes:
    """The letter with ``********`` for every secret; never raises.

    Redacting twice changes no more than once. A secret of nothing but ``*`` is blank already.
    """
    shown = {secret for secret in secrets if secret.strip("*")}
    longest_first = sorted(shown, key=lambda secret: (-len(secret), secret))
    alternatives = "|".join(map(re.escape, longest_first))
    # One blank for all that stand side by side: of a short one, a letter may hold 100,000.
    return _redact(raw, _secret(f"()(?:{alternatives})+")) if shown else raw


def mask_tokens(raw: bytes, domain: str) -> bytes:
    """The letter with ``********`` for the token of every ``pbm+TOKEN@domain``; never raises."""
    return _redact(raw, _token(domain))


def mask_tokens_in(text: str, domain: str) -> str:
    """The same for words that others may be shown."""
    return _token(domain).blank(text)


@dataclass(frozen=True)
class _Secret:
    """What to blank, as it looks in text and in bytes; group 1 is what stays in front of it."""

    text: re.Pattern[str]
    data: re.Pattern[bytes]

    def shows_in(self, *texts: str) -> bool:
        return any(self.text.search(text) for text in texts)

    def blank(self, text: str) -> str:
        return _blank(text, self.text, _WORD, BLANK)

    def blank_bytes(self, data: bytes) -> bytes:
        return _blank(data, self.data, _WORD_BYTES, BLANK.encode())


@cache
def _token(domain: str) -> _Secret:
    before = rf"({LOCAL_PART}(?:\+|%2b))"
    after = rf"(?=(?:@|%40){re.escape(domain)})"
    return _secret(rf"(?i:{before}[a-z2-7]{{{TOKEN_LENGTH}}}{after})")


def _secret(pattern: str) -> _Secret:
    return _Secret(re.compile(pattern), re.compile(pattern.encode("utf-8", "surrogatepass")))


def _blank(
    text: AnyStr, pattern: re.Pattern[AnyStr], word: re.Pattern[AnyStr], blank: AnyStr
) -> AnyStr:
    # More than once, because the blank itself may complete a secret that holds a "*"; and then by
    # whole words, because each turn may take away no more than one character of many.
    for _ in range(MAX_PASSES):
        if not pattern.search(text):
            return text
        text = pattern.sub(lambda found: found[1] + blank, text)
    return word.sub(lambda found: blank if pattern.search(found[0]) else found[0], text)


def _redact(raw: bytes, secret: _Secret) -> bytes:
    for _ in range(MAX_PASSES):
        raw = secret.blank_bytes(raw)
        rewritten = list(_rewritten(mime.parse(raw), secret))
        if not rewritten:
            return raw
        for start, end, plain in reversed(rewritten):
            raw = raw[:start] + plain + raw[end:]
    return secret.blank_bytes(raw)


def _rewritten(part: Part, secret: _Secret) -> Iterator[tuple[int, int, bytes]]:
    """From where to where to put which bytes, in the order of the letter."""
    inner = mime.children(part) or mime.enclosed(part)
    found = part.raw[part.start : part.body]
    head = _blanked_head(found, secret)
    if not inner and (text := _blanked_body(part, secret)) is not None:
        yield part.start, part.end, _plain_head(head) + text
        return
    if head != found:
        yield part.start, part.body, head
    for child in inner:
        yield from _rewritten(child, secret)


def _blanked_head(head: bytes, secret: _Secret) -> bytes:
    return headers.FIELD.sub(lambda found: _blanked_field(found.group(), secret), head)


def _blanked_field(field: bytes, secret: _Secret) -> bytes:
    # In plain bytes on one line nothing can hide that was not blanked already.
    if field.isascii() and b"=?" not in field and b"\n" not in field:
        return field
    name, _, value = field.partition(b":")
    text = headers.decode_words(one_line(decode(value)))
    if not secret.shows_in(text):
        return field
    return name + b": " + secret.blank(text).encode() + field[len(field.rstrip(b"\r")) :]


def _blanked_body(part: Part, secret: _Secret) -> bytes | None:
    """The decoded body without the secret, or None if it does not show there."""
    text = decoded_text(part)
    html = part.kind == "text/html"
    # What the reader leaves out, such as a soft hyphen, may stand in the middle of it.
    visible = "\n".join(map(tidy, html_lines(text) if html else split_lines(text)))
    if not secret.shows_in(text, unescape(text) if html else "", visible):
        return None
    if html or not secret.shows_in(text):
        text = visible
    if part.depth:
        text = _LOOKS_LIKE_BOUNDARY.sub(" --", text)
    return secret.blank(text).encode("utf-8", "replace")


def _plain_head(head: bytes) -> bytes:
    """The head of a part that has become plain text in UTF-8."""
    line_end = b"\r\n" if b"\r\n" in head else b"\n"
    missing = [line for name, line in _CONTENT.items() if not _names(head, name)]
    return b"".join(line + line_end for line in missing) + headers.FIELD.sub(_plain_field, head)


def _names(head: bytes, wanted: bytes) -> bool:
    return any(_name(field) == wanted for field in headers.fields(head))


def _plain_field(found: re.Match[bytes]) -> bytes:
    field = found.group()
    plain = _CONTENT.get(_name(field))
    return field if plain is None else plain + field[len(field.rstrip(b"\r")) :]


def _name(field: bytes) -> bytes:
    return field.partition(b":")[0].strip().lower()
