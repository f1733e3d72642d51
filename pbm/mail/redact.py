"""Redaction: removes secrets from stored letters, whatever their encoding.

A header or body that holds a secret once it is decoded is rewritten as plain text with the secret
blanked. A letter without secrets keeps every byte. Only a few header fields are kept of a letter
that is too large or too odd to be searched to its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import AnyStr, Generic

from pbm.base.characters import is_plain, one_line
from pbm.base.secrets import TOKEN_LENGTH
from pbm.mail import headers, mime
from pbm.mail.body.found import ENRICHED
from pbm.mail.charsets import decode
from pbm.mail.mime import Part
from pbm.mail.passages import (
    MAX_ENCODED_HEAD,
    Passage,
    SearchLimits,
    Unsearchable,
    Views,
    passages,
    view_of,
)
from pbm.mail.tokens import BLANK, blank_tokens, blank_tokens_in_bytes, has_token

# The text may have been encoded several times; each pass removes one layer.
MAX_PASSES = 5

# Letters of people are far below these limits. A letter that exceeds a limit is not kept.
MAX_SECRETS = 100
MAX_STARRED = 3
MAX_KEPT_HEAD = 8 * 1024

_CONTENT = {
    b"content-type": b"Content-Type: text/plain; charset=utf-8",
    b"content-transfer-encoding": b"Content-Transfer-Encoding: 8bit",
}
_KEPT_FIELDS = frozenset({b"from", b"date", b"message-id"})
_ADDRESS_PART = re.compile(r"[\w.+@%-]+")
# For bytes in lower case: three times as fast as ignoring case.
_FRAME = re.compile(
    rb"(?:content-transfer-encoding:|content-type:|charset=|boundary=)\s*\"?([^\";\r\n]{1,200})"
)
_LOOKS_LIKE_BOUNDARY = re.compile(r"^--", re.MULTILINE)


Suspecting = Callable[[Iterable[Passage]], Iterable[str]]


def _unsuspecting(_: Iterable[Passage]) -> Iterable[str]:
    return ()


def redact(
    raw: bytes, secrets: Iterable[str], domain: str = "", suspects: Suspecting = _unsuspecting
) -> bytes:
    """Replace every secret with ``********``. Idempotent, never raises, takes bounded time.

    secrets: words; those that consist of ``*`` are ignored.
    domain: ours; if given, the token of every ``pbm+TOKEN@domain`` is a secret too.
    suspects: finds further secrets in the texts of the letter.
    """
    words = _ordered(secrets)
    views: Views = {}
    try:
        words = _ordered([*words, *suspects(passages(raw, views))])
        if len(words) > MAX_SECRETS:
            raise Unsearchable
        return _searched(raw, words, domain, views)
    except Unsearchable:
        return _emptied(raw, _Secrets(words, domain))


def _ordered(secrets: Iterable[str]) -> tuple[str, ...]:
    """Each word once, the longest first."""
    shown = {secret for secret in secrets if secret.strip("*")}
    return tuple(sorted(shown, key=lambda secret: (-len(secret), secret)))


def _searched(raw: bytes, words: tuple[str, ...], domain: str, views: Views) -> bytes:
    """:raises Unsearchable: if the letter exceeds a limit"""
    if not words and not domain:
        return raw
    # The parser needs these header values. With a word blanked in one of them, parts could not be
    # found or decoded, so that such a letter is not searched at all.
    frame = _frame(raw) if words else []
    if any(_bytes(word) in value for word in words for value in frame):
        raise Unsearchable
    # Tokens come first: blanking a word inside an encoded address would hide the rest of its token.
    if domain and any(map(_stands_in_address, words)):
        raw = _redacted(raw, _Secrets((), domain), views)
    return _redacted(raw, _Secrets(words, domain), views)


def _frame(raw: bytes) -> list[bytes]:
    """The header values without which parts cannot be found or decoded."""
    return [raw[slice(*found.span(1))] for found in _FRAME.finditer(raw.lower())]


def _stands_in_address(word: str) -> bool:
    """Whether the word may be part of a reply address without being a token."""
    return bool(_ADDRESS_PART.fullmatch(word)) and len(word) != TOKEN_LENGTH


@dataclass(frozen=True)
class _Form(Generic[AnyStr]):
    """Blanking of words in text or in bytes. blanks: matches several blanks in a row."""

    blank: AnyStr
    star: AnyStr
    blanks: re.Pattern[AnyStr]
    word: re.Pattern[AnyStr]

    def blanked(self, text: AnyStr, words: Iterable[AnyStr]) -> AnyStr:
        """Blank the words, which are ordered from the longest to the shortest.

        :raises Unsearchable: if too many words have a ``*`` where blanking may spell them again
        """
        shown = [word for word in words if word in text]
        starred = [word for word in shown if self._may_be_completed(word)]
        if len(starred) > MAX_STARRED:
            raise Unsearchable
        text = self._without_words_of(text, starred)
        for word in shown:
            text = self._joined(text.replace(word, self.blank))
        return self._without_words_of(text, starred)

    def _may_be_completed(self, word: AnyStr) -> bool:
        """Whether the asterisks of a blanked word may, beside other text, spell the word again."""
        return word.strip(self.star) != word or self.blank in word

    def _without_words_of(self, text: AnyStr, secrets: list[AnyStr]) -> AnyStr:
        """Blank every whitespace-separated word that contains one of the secrets."""
        if not any(secret in text for secret in secrets):
            return text

        def blank_or_word(found: re.Match[AnyStr]) -> AnyStr:
            return self.blank if any(secret in found[0] for secret in secrets) else found[0]

        return self.word.sub(blank_or_word, text)

    def _joined(self, text: AnyStr) -> AnyStr:
        # A letter may hold a short secret 100,000 times.
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
        # Tokens first: a word may be part of the address by which a token is recognised.
        return _TEXT.blanked(blank_tokens(text, self.domain), self.words)

    def blank_bytes(self, data: bytes) -> bytes:
        if self.domain:
            data = blank_tokens_in_bytes(data, self.domain)
        return _DATA.blanked(data, map(_bytes, self.words))

    def _words_show_in(self, text: str) -> bool:
        return any(word in text for word in self.words)

    def _tokens_show_in(self, text: str) -> bool:
        return bool(self.domain) and has_token(text, self.domain)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _redacted(raw: bytes, secrets: _Secrets, views: Views) -> bytes:
    """Blank the secrets in pass after pass, until none is found.

    views: the cache of decoded parts, most of which do not change.

    :raises Unsearchable: if the letter exceeds a limit
    """
    if _is_secret_in_head_alone(mime.parse(raw), secrets, views):
        return secrets.blank_bytes(raw)
    for _ in range(MAX_PASSES):
        raw = secrets.blank_bytes(raw)
        rewritten = list(_Pass(secrets, views).rewritten(mime.parse(raw)))
        if not rewritten:
            return raw
        for start, end, plain in reversed(rewritten):
            raw = raw[:start] + plain + raw[end:]
    raise Unsearchable


def _is_secret_in_head_alone(whole: Part, secrets: _Secrets, views: Views) -> bool:
    """Whether the letter is stored as it is shown, so that one pass finds all, in its head.

    :raises Unsearchable: if the letter exceeds a limit
    """
    SearchLimits().count_part(whole)
    if not _is_plain(whole.raw) or mime.is_multipart(whole) or mime.enclosed(whole):
        return False
    view = view_of(whole, views)
    return view.visible is view.text == whole.content.decode() and not secrets.show_in(view.text)


def _emptied(raw: bytes, secrets: _Secrets) -> bytes:
    """Keep only the author, the date and the Message-ID, as far as these are plain ASCII."""
    head = raw[: min(mime.header_size(raw), MAX_KEPT_HEAD)]
    kept = [field + b"\n" for field in headers.fields(head) if _may_stay(field, secrets)]
    return b"".join([*kept, b"\n", _DATA.blank, b"\n"])


def _may_stay(field: bytes, secrets: _Secrets) -> bool:
    is_kept = _name(field) in _KEPT_FIELDS and _is_plain(field)
    return is_kept and not secrets.show_in(field.decode("ascii"))


def _is_plain(data: bytes) -> bool:
    """Whether a header block or field is plain ASCII without encoded words."""
    return b"=?" not in data and is_plain(data)


class _Pass:
    """One pass through all parts of a letter."""

    def __init__(self, secrets: _Secrets, views: Views) -> None:
        self._secrets, self._views = secrets, views
        self._limits = SearchLimits()

    def rewritten(self, part: Part) -> Iterator[tuple[int, int, bytes]]:
        """Yield start, end and replacement of each span to rewrite, in order.

        :raises Unsearchable: if the letter exceeds a limit
        """
        self._limits.count_part(part)
        found = part.raw[part.start : part.body]
        inner = part.children or mime.enclosed(part)
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
        self._limits.count_encoded(field)
        name, _, value = field.partition(b":")
        text = headers.decode_words(one_line(decode(value)), MAX_ENCODED_HEAD)
        if not self._secrets.show_in(text):
            return field
        return name + b": " + self._secrets.blank(text).encode() + field[len(field.rstrip(b"\r")) :]

    def _blanked_body(self, part: Part) -> bytes | None:
        """The decoded body with the secrets blanked, or None if it holds no secret."""
        view = view_of(part, self._views)
        if not self._secrets.show_in(*dict.fromkeys(view)):
            return None
        is_marked_up = part.kind == "text/html" or part.kind in ENRICHED
        # Invisible characters, such as a soft hyphen, may stand in the middle of a secret.
        text = view.visible if is_marked_up or not self._secrets.show_in(view.text) else view.text
        # So may struck-out ones, which are not kept then.
        if view.unstruck is not view.visible and self._secrets.show_in(view.unstruck):
            text = view.unstruck
        if part.depth:
            text = _LOOKS_LIKE_BOUNDARY.sub(" --", text)
        return self._secrets.blank(text).encode("utf-8", "replace")


def _plain_head(head: bytes) -> bytes:
    """The header block of a part that was rewritten as plain text in UTF-8."""
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
