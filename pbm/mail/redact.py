"""Secrets out of kept letters, however a mail program encoded them.

Where a secret still shows once a header or body is decoded, that header or body is rewritten in a
plain form with the secret blanked. A letter without the secrets keeps every byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from typing import AnyStr, NamedTuple

from pbm.mail import headers, mime
from pbm.mail.addresses import LOCAL_PART
from pbm.mail.characters import one_line, tidy
from pbm.mail.charsets import decode
from pbm.mail.html_text import html_lines
from pbm.mail.mime import Part
from pbm.mail.parts import decoded_text, is_flowed, joined_lines
from pbm.secrets import TOKEN_LENGTH

BLANK = "********"

# What is rewritten may have been encoded twice; each pass takes off one layer.
MAX_PASSES = 5

_CONTENT = {
    b"content-type": b"Content-Type: text/plain; charset=utf-8",
    b"content-transfer-encoding": b"Content-Transfer-Encoding: 8bit",
}
_WORD, _WORD_BYTES = re.compile(r"\S+"), re.compile(rb"\S+")
_PLAIN = re.compile(r"[\t\r\n -~]*")
_PLAIN_FIELD = re.compile(rb"[\t -~]*\r?")
_ADDRESS_PART = re.compile(r"[\w.+@%-]+")
_LOOKS_LIKE_BOUNDARY = re.compile(r"^--", re.MULTILINE)


def redact(raw: bytes, secrets: Iterable[str], domain: str = "") -> bytes:
    """The letter with ``********`` for every secret; never raises.

    secrets: words. One of nothing but ``*`` is blank already.
    domain: ours, where the token of every ``pbm+TOKEN@domain`` is a secret too.

    Redacting twice changes no more than once.
    """
    shown = {secret for secret in secrets if secret.strip("*")}
    words = tuple(sorted(shown, key=lambda secret: (-len(secret), secret)))
    # A word blanked within an encoded address would leave the rest of its token behind.
    if domain and any(map(_stands_in_address, words)):
        raw = _redact(raw, _Secrets((), domain))
    return _redact(raw, _Secrets(words, domain)) if words or domain else raw


def _stands_in_address(word: str) -> bool:
    """Whether it may be part of a reply address, and is no token itself."""
    return bool(_ADDRESS_PART.fullmatch(word)) and len(word) != TOKEN_LENGTH


def mask_tokens_in(text: str, domain: str) -> str:
    """The text without the tokens of reply addresses of ours: others may be shown it."""
    return _blank(text, _tokens(domain).text, _WORD, BLANK)


class _Pattern(NamedTuple):
    """What to blank, as it looks in text and in bytes; group 1 is what stays in front of it."""

    text: re.Pattern[str]
    data: re.Pattern[bytes]


@dataclass(frozen=True)
class _Secrets:
    """Words, the longest first, and the tokens of a domain."""

    words: tuple[str, ...]
    domain: str

    def show_in(self, *texts: str) -> bool:
        return any(self._words_show_in(text) or self._tokens_show_in(text) for text in texts)

    def blank(self, text: str) -> str:
        # Tokens first: a word may be part of the address that a token is known by.
        if self.domain:
            text = _blank(text, _tokens(self.domain).text, _WORD, BLANK)
        if self._words_show_in(text):
            text = _blank(text, self._pattern.text, _WORD, BLANK)
        return text

    def blank_bytes(self, data: bytes) -> bytes:
        blank = BLANK.encode()
        if self.domain:
            data = _blank(data, _tokens(self.domain).data, _WORD_BYTES, blank)
        if any(_bytes(word) in data for word in self.words):
            data = _blank(data, self._pattern.data, _WORD_BYTES, blank)
        return data

    def _words_show_in(self, text: str) -> bool:
        return any(word in text for word in self.words)

    def _tokens_show_in(self, text: str) -> bool:
        return bool(self.domain and _tokens(self.domain).text.search(text))

    # Of most letters only the address that they came to holds a secret: to compile a pattern for
    # every one took a twentieth of a move.
    @cached_property
    def _pattern(self) -> _Pattern:
        # One blank for all that stand side by side: of a short one, a letter may hold 100,000.
        return _compiled(f"()(?:{'|'.join(map(re.escape, self.words))})+")


@cache
def _tokens(domain: str) -> _Pattern:
    # The first letter in both cases by itself: only so is the next place that begins with it
    # looked for, and not everything tried everywhere.
    first, rest = f"[{LOCAL_PART[0]}{LOCAL_PART[0].upper()}]", LOCAL_PART[1:]
    token = rf"[a-z2-7]{{{TOKEN_LENGTH}}}(?=(?:@|%40){re.escape(domain)})"
    return _compiled(rf"({first}(?i:{rest}(?:\+|%2b)))(?i:{token})")


def _compiled(pattern: str) -> _Pattern:
    return _Pattern(re.compile(pattern), re.compile(_bytes(pattern)))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


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


def _redact(raw: bytes, secrets: _Secrets) -> bytes:
    for _ in range(MAX_PASSES):
        raw = secrets.blank_bytes(raw)
        rewritten = list(_rewritten(mime.parse(raw), secrets))
        if not rewritten:
            return raw
        for start, end, plain in reversed(rewritten):
            raw = raw[:start] + plain + raw[end:]
    return secrets.blank_bytes(raw)


def _rewritten(part: Part, secrets: _Secrets) -> Iterator[tuple[int, int, bytes]]:
    """From where to where to put which bytes, in the order of the letter."""
    inner = mime.children(part) or mime.enclosed(part)
    found = part.raw[part.start : part.body]
    head = _blanked_head(found, secrets)
    if not inner and (text := _blanked_body(part, secrets)) is not None:
        yield part.start, part.end, _plain_head(head) + text
        return
    if head != found:
        yield part.start, part.body, head
    for child in inner:
        yield from _rewritten(child, secrets)


def _blanked_head(head: bytes, secrets: _Secrets) -> bytes:
    return headers.FIELD.sub(lambda found: _blanked_field(found.group(), secrets), head)


def _blanked_field(field: bytes, secrets: _Secrets) -> bytes:
    # In plain bytes on one line nothing can hide that was not blanked already.
    if _PLAIN_FIELD.fullmatch(field) and b"=?" not in field:
        return field
    name, _, value = field.partition(b":")
    text = headers.decode_words(one_line(decode(value)))
    if not secrets.show_in(text):
        return field
    return name + b": " + secrets.blank(text).encode() + field[len(field.rstrip(b"\r")) :]


def _blanked_body(part: Part, secrets: _Secrets) -> bytes | None:
    """The decoded body without the secrets, or None if it does not show there."""
    text = decoded_text(part)
    html = part.kind == "text/html"
    # What the reader leaves out, such as a soft hyphen, may stand in the middle of it.
    visible = _visible(part, text, html=html)
    if not secrets.show_in(text, unescape(text) if html else "", visible):
        return None
    if html or not secrets.show_in(text):
        text = visible
    if part.depth:
        text = _LOOKS_LIKE_BOUNDARY.sub(" --", text)
    return secrets.blank(text).encode("utf-8", "replace")


def _visible(part: Part, text: str, *, html: bool) -> str:
    """What a reader sees of it; of what he sees every word of, the text itself."""
    if not html and _PLAIN.fullmatch(text) and not is_flowed(part):
        return text
    return "\n".join(map(tidy, html_lines(text) if html else joined_lines(part, text)))


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
