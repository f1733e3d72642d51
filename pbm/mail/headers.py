"""Headers of mails that nobody has checked. Nothing here raises."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from email.header import decode_header
from email.message import Message
from email.utils import collapse_rfc2231_value, getaddresses
from typing import TypeVar

from pbm.base.characters import one_line
from pbm.mail.charsets import decode

T = TypeVar("T")

MAX_BLOCK = 64 * 1024
MAX_BLOCK_LINES = 2000
# Some of the stdlib's readers take quadratic time: a To of 117 KiB takes two seconds.
MAX_HEADER = 8 * 1024
MAX_DECODED = 2 * 1024
MAX_IDS = 50

# No more than these: a form feed in a From is no blank, but a letter of whoever wrote it.
_BLANKS = " \t\r\n"

FIELD = re.compile(rb"^[!-9;-~]+[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.MULTILINE)
_ADDRESS = re.compile(r"[^\s<>()\",;:@]{1,64}@[^\s<>()\",;:@]{1,255}")
_BETWEEN_ADDRESSES = re.compile(r"[\s<>()\",;:]+")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_ID = re.compile(r"<[^<>\s]{1,250}>")


def fields(block: bytes) -> list[bytes]:
    """The well-formed fields of a header block, each with its continuation lines.

    Lines that are no header are skipped: the parser of the stdlib would take the rest of the
    block, and whatever it says about robots, for the body.
    """
    return [found.group() for found in FIELD.finditer(block)]


class Head(Message):
    """Headers. cut: the names of those that were too long to be kept whole."""

    cut: frozenset[str] = frozenset()


def parse(block: bytes) -> Head:
    """The header block of a mail or a part, each header cut to a limit.

    A block that is too large is not read at all: so nobody can put a second From where it is not
    looked for.

    The names are in lower case: a letter is asked for thirty of them.
    """
    found = Head()
    for field in fields(block) if is_bounded(block) else []:
        name, _, value = field[:MAX_HEADER].decode("ascii", "surrogateescape").partition(":")
        found.set_raw(name.rstrip().lower(), value.strip(_BLANKS))
        if len(field) > MAX_HEADER:
            found.cut |= {name.rstrip().lower()}
    return found


def is_bounded(block: bytes) -> bool:
    """Whether a header block is small enough to be read."""
    return len(block) <= MAX_BLOCK and block.count(b"\n") <= MAX_BLOCK_LINES


def single(head: Head, name: str) -> str | None:
    """The value of the one header of this name as it stands, folds and all.

    None where there is none, where there are several, and where it was cut.
    """
    wanted = name.lower()
    found = [value for key, value in head.raw_items() if key == wanted]
    return found[0] if len(found) == 1 and wanted not in head.cut else None


def unfolded(value: str) -> str:
    """The value on one line, with every other character that it has."""
    return _FOLD.sub("", value)


def values(headers: Message, *names: str) -> list[str]:
    """Every value of these headers on one line each, encoded words as they are."""
    wanted = [name.lower() for name in names]
    return [_readable(value) for key, value in headers.raw_items() if key in wanted]


def value(headers: Message, name: str) -> str:
    """The first value of this header, or nothing."""
    return next(iter(values(headers, name)), "")


def decoded(headers: Message, name: str) -> str:
    """The first value of this header in readable characters, on one line."""
    return decode_words(value(headers, name))


def decode_words(text: str, most: int = MAX_DECODED) -> str:
    """So many characters of the text, its encoded words read; as it is where they cannot be."""
    short = text[:most]
    pieces = _attempt(lambda: decode_header(short), [(short, None)])
    return one_line("".join(_word(piece, charset) for piece, charset in pieces))


def addresses(headers: Message, name: str) -> tuple[str, ...]:
    """Every address in every header of this name, in lower case."""
    found = (address for text in values(headers, name) for address in _addresses(text))
    return tuple(address.lower() for address in found)


def ids(headers: Message, name: str) -> tuple[str, ...]:
    """The message ids in this header, angle brackets included; the last ones of too many."""
    return tuple(_ID.findall(" ".join(values(headers, name))))[-MAX_IDS:]


def content_type(headers: Message) -> str:
    """``text/plain`` in lower case; that also where the header is missing or broken."""
    return _attempt(headers.get_content_type, "text/plain")


def parameters(headers: Message) -> Mapping[str, str]:
    """The parameters of Content-Type, charset and boundary among them, by name in lower case."""
    nothing: list[tuple[str, str]] = []
    found = _attempt(lambda: headers.get_params(nothing), nothing)
    # Of two of one name the first is meant.
    return {name.lower(): _collapsed(value) for name, value in reversed(found)}


def word(headers: Message, name: str) -> str:
    """The first word of the header's value in lower case: ``attachment``, ``base64``, ``no``."""
    return first_word(value(headers, name))


def first_word(text: str) -> str:
    """The word that a header's value begins with, in lower case."""
    return re.split(r"[\s;,(\"]", text.strip(' "').lower(), maxsplit=1)[0]


def _attempt(read: Callable[[], T], otherwise: T) -> T:
    try:
        return read()
    # The stdlib raises nearly anything on real mails, RecursionError included.
    except Exception:  # noqa: BLE001
        return otherwise


def _addresses(text: str) -> list[str]:
    """The addresses of one header; all that look like one where its grammar is broken.

    Rather one too many than one too few: mails of several authors are refused.
    """
    nobody: list[tuple[str, str]] = []
    found = [address for _, address in _attempt(lambda: getaddresses([text]), nobody)]
    if all(map(_ADDRESS.fullmatch, found)):
        return found
    # Whole words: in alice@example.org@evil.example nobody may find alice.
    return [word for word in _BETWEEN_ADDRESSES.split(text) if "@" in word.strip("@")]


def _readable(raw: str) -> str:
    """The value without its folds, its raw bytes (surrogates, to the parser) decoded."""
    return one_line(raw if raw.isascii() else decode(raw.encode("utf-8", "surrogateescape")))


def _collapsed(value: str) -> str:
    return _attempt(lambda: collapse_rfc2231_value(value), "").strip()


def _word(piece: bytes | str, charset: str | None) -> str:
    return piece if isinstance(piece, str) else decode(piece, charset or "")
