"""Parsing of untrusted headers. No function here raises."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from email.header import decode_header
from email.message import Message
from email.utils import collapse_rfc2231_value, getaddresses
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

from pbm.base.characters import one_line
from pbm.base.values import cached_property
from pbm.mail.charsets import decode

T = TypeVar("T")

MAX_BLOCK = 64 * 1024
MAX_BLOCK_LINES = 2000
# Some parsers of the standard library take quadratic time: two seconds for a To of 117 KiB.
MAX_HEADER = 8 * 1024
MAX_DECODED = 2 * 1024
MAX_IDS = 50

# Only these blanks are stripped. A form feed in a From is none, so the address is not plain.
_BLANKS = " \t\r\n"

FIELD = re.compile(rb"^[!-9;-~]+[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.MULTILINE)
_ADDRESS = re.compile(r"[^\s<>()\",;:@]{1,64}@[^\s<>()\",;:@]{1,255}")
_BETWEEN_ADDRESSES = re.compile(r"[\s<>()\",;:]+")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_WORD_ENDS = re.compile(r"[\s;,(\"']")
_ITEM_ENDS = re.compile(r"[;(]")
_COMMENTS = re.compile(r"\A(?:\s*\([^()]*\))*+")
_ID = re.compile(r"<[^<>\s]{1,250}>")


def fields(block: bytes) -> list[bytes]:
    """The well-formed fields of a header block, each with its continuation lines.

    Lines that are no header are skipped. The standard library's parser would take the rest of the
    block for the body, and miss the headers that mark an automatic mail.
    """
    return FIELD.findall(block)


@dataclass(frozen=True)
class Head:
    """The headers of a mail or a part in order, their names in lower case.

    cut: the names of the headers that were truncated.
    """

    items: Sequence[tuple[str, str]]
    cut: frozenset[str] = frozenset()

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[str]]:
        # Some thirty names are looked up for each letter, and most of these headers are missing.
        found: dict[str, list[str]] = {}
        for name, value in self.items:
            found.setdefault(name, []).append(value)
        return found

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def has_any(self, names: Set[str]) -> bool:
        """Whether the mail has one of these headers. names: in lower case."""
        return not names.isdisjoint(self._by_name)

    def raw(self, name: str) -> Sequence[str]:
        """All values of a header with their folds, as they were parsed."""
        return self._by_name.get(name.lower(), ())


def parse(block: bytes) -> Head:
    """Parse the header block of a mail or a part; each header is truncated to a limit.

    A block that is too large is not read at all, so that nobody can hide a second From beyond the
    limit.
    """
    found = fields(block) if is_bounded(block) else []
    cut = (_item(field)[0] for field in found if len(field) > MAX_HEADER)
    return Head([_item(field) for field in found], frozenset(cut))


def _item(field: bytes) -> tuple[str, str]:
    """The name of a field, in lower case, and its value, truncated to the limit."""
    name, _, value = field[:MAX_HEADER].decode("ascii", "surrogateescape").partition(":")
    return name.rstrip().lower(), value.strip(_BLANKS)


def is_bounded(block: bytes) -> bool:
    """Whether a header block is small enough to be parsed."""
    return len(block) <= MAX_BLOCK and block.count(b"\n") <= MAX_BLOCK_LINES


def single(head: Head, name: str) -> str | None:
    """The raw value, with its folds, of a header that occurs once.

    None if there is no such header, if there are several, or if it was truncated.
    """
    found = head.raw(name)
    return found[0] if len(found) == 1 and name.lower() not in head.cut else None


def unfolded(value: str) -> str:
    """The value without its folds; all other characters stay."""
    return _FOLD.sub("", value)


def values(headers: Head, name: str) -> list[str]:
    """All values of this header, each on one line; encoded words are not decoded."""
    return [readable(value) for value in headers.raw(name)]


def value(headers: Head, name: str) -> str:
    """The first value of this header, or ""."""
    return next(map(readable, headers.raw(name)), "")


def decoded(headers: Head, name: str) -> str:
    """The first value of this header, decoded, on one line."""
    return decode_words(value(headers, name))


# Cached: the subject and the author of a letter are asked for several times.
@lru_cache(maxsize=8)
def decode_words(text: str, most: int = MAX_DECODED) -> str:
    """The first ``most`` characters of the text with encoded words decoded where possible."""
    short = text[:most]
    if "=?" not in short:
        return one_line(short)
    pieces = _attempt(lambda: decode_header(short), [(short, None)])
    return one_line("".join(_word(piece, charset) for piece, charset in pieces))


def addresses(headers: Head, name: str) -> tuple[str, ...]:
    """All addresses in all headers of this name, in lower case."""
    found = (address for text in values(headers, name) for address in _addresses(text))
    return tuple(address.lower() for address in found)


def ids(headers: Head, name: str) -> tuple[str, ...]:
    """The message ids in this header with their angle brackets; at most the last ``MAX_IDS``."""
    return tuple(_ID.findall(" ".join(values(headers, name))))[-MAX_IDS:]


def about_content(headers: Head) -> list[tuple[str, str]]:
    """The headers that say how to decode a body, as they were parsed."""
    return [(name, value) for name, value in headers.items if name.startswith("content-")]


def content_type(headers: Head) -> str:
    """The content type in lower case; ``text/plain`` if the header is missing or broken."""
    return _read_content_type(_raw_content_type(headers)).kind


def parameters(headers: Head) -> Mapping[str, str]:
    """The parameters of Content-Type, such as charset and boundary, by name in lower case."""
    return _read_content_type(_raw_content_type(headers)).parameters


def file_name(headers: Head) -> str:
    """The name of a part as a file, which either of two headers may give; "" for none."""
    raw = next(iter(headers.raw("content-disposition")), None)
    named = "" if raw is None else _read_disposition(raw).get("filename", "")
    return decode_words(named or parameters(headers).get("name", ""))


# Nearly all are so plain. The standard library takes three times as long for each new boundary.
_PARAMETER = r';\s*([\w-]+)=("[^"\\<\r\n]*"|[^\s"\\<;()]+)\s*'
_PARAMETERS = re.compile(_PARAMETER)
_PLAIN = re.compile(rf"\s*([\w.+-]+(?:/[\w.+-]+)?)\s*((?:{_PARAMETER})*+);?\s*")


class _ContentType(NamedTuple):
    kind: str
    parameters: Mapping[str, str]


def _raw_content_type(headers: Head) -> str | None:
    """The first Content-Type, as it was parsed."""
    return next(iter(headers.raw("content-type")), None)


# Cached: few different values occur, and parsing one takes 3% of the time for a letter.
@lru_cache(maxsize=64)
def _read_content_type(raw: str | None) -> _ContentType:
    plain = _PLAIN.fullmatch(raw) if raw and raw.isascii() else None
    if plain and "/" in plain[1]:
        return _ContentType(plain[1].lower(), _plain_parameters(plain))
    headers = Message()
    if raw is not None:
        headers.set_raw("content-type", raw)
    # Some programs leave out the semicolon: "text/plain charset=utf-8".
    kind = _attempt(headers.get_content_type, "text/plain").split()[0]
    return _ContentType(kind, _parameters_in(headers, "content-type"))


def _plain_parameters(plain: re.Match[str]) -> Mapping[str, str]:
    found = reversed(_PARAMETERS.findall(plain[2]))
    # The first of several with the same name wins.
    return {name.lower(): value.strip('"').strip() for name, value in found}


def _read_disposition(raw: str) -> Mapping[str, str]:
    plain = _PLAIN.fullmatch(raw) if raw.isascii() else None
    if plain:
        return _plain_parameters(plain)
    headers = Message()
    headers.set_raw("content-disposition", raw)
    return _parameters_in(headers, "content-disposition")


def _parameters_in(headers: Message, name: str) -> Mapping[str, str]:
    nothing: list[tuple[str, str]] = []
    found = _attempt(lambda: headers.get_params(nothing, name), nothing)
    # The first of several with the same name wins.
    return {name.lower(): _collapsed(value) for name, value in reversed(found)}


def word(headers: Head, name: str) -> str:
    """The first word of the header's value in lower case: ``attachment``, ``base64``, ``no``."""
    return first_word(value(headers, name))


def first_word(text: str) -> str:
    """The first word of a header's value after its comments, in lower case."""
    return _WORD_ENDS.split(first_item(text), maxsplit=1)[0]


def first_item(text: str) -> str:
    """A header's value without comments, quotes and parameters, in lower case."""
    begun = _COMMENTS.sub("", text, count=1) if "(" in text else text
    return _ITEM_ENDS.split(begun.lower(), maxsplit=1)[0].strip(" \"'")


def language(headers: Head) -> str:
    """The language of a mail (``de``) or, if not given, the first that its writer reads; or ""."""
    named = map(partial(word, headers), ("Content-Language", "Accept-Language"))
    return next((each.partition("-")[0] for each in named if each), "")


def _attempt(read: Callable[[], T], otherwise: T) -> T:
    try:
        return read()
    # The standard library raises nearly anything on real mails, even RecursionError.
    except Exception:  # noqa: BLE001
        return otherwise


def _addresses(text: str) -> list[str]:
    """The addresses in one header; if its syntax is broken, all words that look like addresses.

    An address too many is safer than one too few, because mails with several authors are refused.
    """
    nobody: list[tuple[str, str]] = []
    found = [address for _, address in _attempt(lambda: getaddresses([text]), nobody)]
    if all(map(_ADDRESS.fullmatch, found)):
        return found
    # Whole words, so that alice@example.org@evil.example does not yield alice's address.
    return [word for word in _BETWEEN_ADDRESSES.split(text) if "@" in word.strip("@")]


def readable(raw: str) -> str:
    """The value on one line, with raw bytes (surrogates, after parsing) decoded."""
    return one_line(raw if raw.isascii() else decode(raw.encode("utf-8", "surrogateescape")))


def _collapsed(value: str) -> str:
    return _attempt(lambda: collapse_rfc2231_value(value), "").strip()


def _word(piece: bytes | str, charset: str | None) -> str:
    return piece if isinstance(piece, str) else decode(piece, charset or "")
