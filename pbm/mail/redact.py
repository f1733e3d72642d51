"""Secrets out of kept letters, however a mail program encoded them.

Where a secret still shows once a header or body is decoded, that header or body is rewritten in a
plain form with the secret blanked. A letter without the secrets keeps every byte. Of a letter that
is too large or too odd to be searched to its end, only a few header fields are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import AnyStr, Generic, NamedTuple

from pbm.base.characters import one_line
from pbm.base.secrets import TOKEN_LENGTH
from pbm.mail import headers, mime
from pbm.mail.addresses import LOCAL_PART
from pbm.mail.charsets import decode
from pbm.mail.mime import Part
from pbm.mail.passages import (
    MAX_ENCODED_HEAD,
    Beyond,
    Effort,
    Passage,
    Views,
    passages,
    view_of,
)

BLANK = "********"

# What is rewritten may have been encoded twice; each pass takes off one layer.
MAX_PASSES = 5

# A person's letter is far below each of these; beyond them nothing is searched, and nothing kept.
MAX_SECRETS = 100
MAX_STARRED = 3
MAX_KEPT_HEAD = 8 * 1024

_CONTENT = {
    b"content-type": b"Content-Type: text/plain; charset=utf-8",
    b"content-transfer-encoding": b"Content-Transfer-Encoding: 8bit",
}
_KEPT_FIELDS = frozenset({b"from", b"date", b"message-id"})
_PLAIN_BYTES = re.compile(rb"[\t\r\n -~]*")
_ADDRESS_PART = re.compile(r"[\w.+@%-]+")
_FRAME = re.compile(
    rb"(?:content-transfer-encoding:|content-type:|charset=|boundary=)\s*\"?([^\";\r\n]{1,200})",
    re.IGNORECASE,
)
_LOOKS_LIKE_BOUNDARY = re.compile(r"^--", re.MULTILINE)


Suspecting = Callable[[Iterable[Passage]], Iterable[str]]


def _unsuspecting(_: Iterable[Passage]) -> Iterable[str]:
    return ()


def redact(
    raw: bytes, secrets: Iterable[str], domain: str = "", suspects: Suspecting = _unsuspecting
) -> bytes:
    """The letter with ``********`` for every secret; never raises, and takes bounded time.

    secrets: words. One of nothing but ``*`` is blank already.
    domain: ours, where the token of every ``pbm+TOKEN@domain`` is a secret too.
    suspects: finds further words in the texts of the letter.

    Redacting twice changes no more than once.
    """
    words = _ordered(secrets)
    views: Views = {}
    try:
        words = _ordered([*words, *suspects(passages(raw, views))])
        if len(words) > MAX_SECRETS:
            raise Beyond
        return _searched(raw, words, domain, views)
    except Beyond:
        return _emptied(raw, _Secrets(words, domain))


def _ordered(secrets: Iterable[str]) -> tuple[str, ...]:
    """Each word once, the longest first."""
    shown = {secret for secret in secrets if secret.strip("*")}
    return tuple(sorted(shown, key=lambda secret: (-len(secret), secret)))


def mask_tokens_in(text: str, domain: str) -> str:
    """The text without the tokens of reply addresses of ours: others may be shown it."""
    return _tokens(domain).text.sub(rf"\1{BLANK}", text)


def _searched(raw: bytes, words: tuple[str, ...], domain: str, views: Views) -> bytes:
    """:raises Beyond: if it cannot be searched to its end"""
    if not words and not domain:
        return raw
    # Without these the parts would not be found any more, or not be decoded.
    frame = _FRAME.findall(raw) if words else []
    if any(_bytes(word) in value for word in words for value in frame):
        raise Beyond
    # A word blanked within an encoded address would leave the rest of its token behind.
    if domain and any(map(_stands_in_address, words)):
        raw = _redacted(raw, _Secrets((), domain), views)
    return _redacted(raw, _Secrets(words, domain), views)


def _stands_in_address(word: str) -> bool:
    """Whether it may be part of a reply address, and is no token itself."""
    return bool(_ADDRESS_PART.fullmatch(word)) and len(word) != TOKEN_LENGTH


class _Pattern(NamedTuple):
    """A token as it looks in text and in bytes; group 1 is what stays in front of it."""

    text: re.Pattern[str]
    data: re.Pattern[bytes]


@dataclass(frozen=True)
class _Form(Generic[AnyStr]):
    """What blanking takes, for text or for bytes. blanks: several, side by side."""

    blank: AnyStr
    star: AnyStr
    blanks: re.Pattern[AnyStr]
    word: re.Pattern[AnyStr]

    def blanked(self, text: AnyStr, words: Iterable[AnyStr]) -> AnyStr:
        """The text without the words, of which the longer ones come first.

        :raises Beyond: if too many of them have a ``*`` where a blank may complete them
        """
        shown = [word for word in words if word in text]
        starred = [word for word in shown if self._may_be_completed(word)]
        if len(starred) > MAX_STARRED:
            raise Beyond
        text = self._without_words_of(text, starred)
        for word in shown:
            text = self._joined(text.replace(word, self.blank))
        return self._without_words_of(text, starred)

    def _may_be_completed(self, word: AnyStr) -> bool:
        """Whether a blank beside the rest of the word makes the word again."""
        return word.strip(self.star) != word or self.blank in word

    def _without_words_of(self, text: AnyStr, secrets: list[AnyStr]) -> AnyStr:
        """The text, each of its words blanked that holds one of these."""
        if not any(secret in text for secret in secrets):
            return text

        def blank_or_word(found: re.Match[AnyStr]) -> AnyStr:
            return self.blank if any(secret in found[0] for secret in secrets) else found[0]

        return self.word.sub(blank_or_word, text)

    def _joined(self, text: AnyStr) -> AnyStr:
        # Of a short secret a letter may hold 100,000.
        return self.blanks.sub(self.blank, text) if self.blank + self.blank in text else text


_TEXT = _Form(BLANK, "*", re.compile(r"\*{16,}"), re.compile(r"\S+"))
_DATA = _Form(BLANK.encode(), b"*", re.compile(rb"\*{16,}"), re.compile(rb"\S+"))


@dataclass(frozen=True)
class _Secrets:
    """Words, the longest first, and the tokens of a domain."""

    words: tuple[str, ...]
    domain: str

    def show_in(self, *texts: str) -> bool:
        return any(self._words_show_in(text) or self._tokens_show_in(text) for text in texts)

    def blank(self, text: str) -> str:
        # Tokens first: a word may be part of the address that a token is known by.
        return _TEXT.blanked(mask_tokens_in(text, self.domain), self.words)

    def blank_bytes(self, data: bytes) -> bytes:
        if self.domain:
            data = _tokens(self.domain).data.sub(rb"\1" + _DATA.blank, data)
        return _DATA.blanked(data, map(_bytes, self.words))

    def _words_show_in(self, text: str) -> bool:
        return any(word in text for word in self.words)

    def _tokens_show_in(self, text: str) -> bool:
        return bool(self.domain and _tokens(self.domain).text.search(text))


@cache
def _tokens(domain: str) -> _Pattern:
    # The first letter in both cases by itself: only so is the next place that begins with it
    # looked for, and not everything tried everywhere.
    first, rest = f"[{LOCAL_PART[0]}{LOCAL_PART[0].upper()}]", LOCAL_PART[1:]
    token = rf"[a-z2-7]{{{TOKEN_LENGTH}}}(?=(?:@|%40){re.escape(domain)})"
    pattern = rf"({first}(?i:{rest}(?:\+|%2b)))(?i:{token})"
    return _Pattern(re.compile(pattern), re.compile(_bytes(pattern)))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _redacted(raw: bytes, secrets: _Secrets, views: Views) -> bytes:
    """views: of the parts that were looked at before, most of which are found as they were.

    :raises Beyond: if the letter cannot be searched to its end
    """
    for _ in range(MAX_PASSES):
        raw = secrets.blank_bytes(raw)
        rewritten = list(_Pass(secrets, views).rewritten(mime.parse(raw)))
        if not rewritten:
            return raw
        for start, end, plain in reversed(rewritten):
            raw = raw[:start] + plain + raw[end:]
    raise Beyond


def _emptied(raw: bytes, secrets: _Secrets) -> bytes:
    """Who wrote the letter and when, as far as that stands in plain words, and nothing else."""
    head = raw[: min(mime.header_size(raw), MAX_KEPT_HEAD)]
    kept = [field + b"\n" for field in headers.fields(head) if _may_stay(field, secrets)]
    return b"".join([*kept, b"\n", _DATA.blank, b"\n"])


def _may_stay(field: bytes, secrets: _Secrets) -> bool:
    is_kept = _name(field) in _KEPT_FIELDS and _is_plain(field)
    return is_kept and not secrets.show_in(field.decode("ascii"))


def _is_plain(data: bytes) -> bool:
    """Whether nothing hides in a head, or in a field of one, that does not show in its bytes."""
    return b"=?" not in data and bool(_PLAIN_BYTES.fullmatch(data))


class _Pass:
    """One walk through all parts of a letter."""

    def __init__(self, secrets: _Secrets, views: Views) -> None:
        self._secrets, self._views = secrets, views
        self._effort = Effort()

    def rewritten(self, part: Part) -> Iterator[tuple[int, int, bytes]]:
        """From where to where to put which bytes, in the order of the letter.

        :raises Beyond: if there is more than can be searched
        """
        self._effort.take_part(part)
        found = part.raw[part.start : part.body]
        inner = mime.children(part) or mime.enclosed(part)
        head = self._blanked_head(found)
        if not inner and (text := self._blanked_body(part)) is not None:
            yield part.start, part.end, _plain_head(head) + text
            return
        if head != found:
            yield part.start, part.body, head
        for child in inner:
            yield from self.rewritten(child)

    def _blanked_head(self, head: bytes) -> bytes:
        if _is_plain(head):
            return head
        return headers.FIELD.sub(lambda found: self._blanked_field(found.group()), head)

    def _blanked_field(self, field: bytes) -> bytes:
        if _is_plain(field):
            return field
        self._effort.take_encoded(field)
        name, _, value = field.partition(b":")
        text = headers.decode_words(one_line(decode(value)), MAX_ENCODED_HEAD)
        if not self._secrets.show_in(text):
            return field
        return name + b": " + self._secrets.blank(text).encode() + field[len(field.rstrip(b"\r")) :]

    def _blanked_body(self, part: Part) -> bytes | None:
        """The decoded body without the secrets, or None if it does not show there."""
        view = view_of(part, self._views)
        if not self._secrets.show_in(*dict.fromkeys(view)):
            return None
        html = part.kind == "text/html"
        # What the reader leaves out, such as a soft hyphen, may stand in the middle of it.
        text = view.visible if html or not self._secrets.show_in(view.text) else view.text
        if part.depth:
            text = _LOOKS_LIKE_BOUNDARY.sub(" --", text)
        return self._secrets.blank(text).encode("utf-8", "replace")


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
