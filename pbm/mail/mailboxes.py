"""A strict grammar of mailboxes: the author in a From, and lists of addresses.

RFC 5322 allows quoted local parts, routes, groups and comments anywhere, which programs parse
differently. An ambiguous From counts as having no author, because the server that vouches for the
letter may have parsed the From differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from unicodedata import category, normalize

from pbm.mail.entities import unescaped
from pbm.mail.headers import Head, decode_words, readable, single, unfolded

_ADDRESS = r"(?!\S*=\?)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,255}"
# Possessive quantifiers ("*+") never backtrack, so that each pattern takes linear time.
_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_COMMENT = r"\((?:[^()\\@]|\\[^@])*+\)"
_BLANK = rf"(?:\s|{_COMMENT})*+"
# Some programs omit the quotes around names with commas, dots and umlauts.
_NAME = rf'(?:{_QUOTED}|{_COMMENT}|[^"()<>:;\\])*+'
_MAILBOX = re.compile(
    rf"(?P<name>{_NAME})<\s*+(?P<address>{_ADDRESS})\s*+>{_BLANK}|{_BLANK}(?P<bare>{_ADDRESS}){_BLANK}",
    re.DOTALL,
)
_ENTRY = re.compile(
    rf'(?P<text>(?:{_QUOTED}|{_COMMENT}|<[^<>"()]*+>|[^"()<>,])*+)(?:,|\Z)', re.DOTALL
)
_LITERAL = re.compile(rf"{_QUOTED}|{_COMMENT}", re.DOTALL)
_BETWEEN_WORDS = re.compile(r"[\s<>()\[\]{},;:\"\\]+")
_PLAIN = re.compile(_ADDRESS)
_AROUND = "'.*`|/~"
_WITHOUT_WIDTH = ("Cf", "Mn", "Me")
_HANDLE = re.compile(r"@[\w-]*")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def author(head: Head) -> str:
    """The author's address, in lower case; "" if it is missing or ambiguous."""
    written = single(head, "From")
    return mailbox(written) if written is not None else ""


# The From of a letter is asked for its author, and for all whom it names.
@lru_cache(maxsize=8)
def mailbox(text: str) -> str:
    """The address of one mailbox, in lower case; "" if programs may disagree on it."""
    line = unfolded(text)
    found = None if _CONTROL.search(line) else _MAILBOX.fullmatch(line.strip())
    if found is None:
        return ""
    address = (found["address"] or found["bare"]).lower()
    return "" if _names_another(found["name"] or "", address) else address


def addresses_in(head: Head) -> Sequence[str]:
    """The addresses that From headers name, in lower case, even if they are not well formed.

    More than one address, or none, means that the author is ambiguous. A single one proves nothing:
    another program may read another address.
    """
    if "from" in head.cut:
        return ()
    found = [address for text in head.raw("From") for address in _addresses_in(text)]
    return tuple(dict.fromkeys(found))


def is_encoded(head: Head, address: str) -> bool:
    """Whether the only From holds this address, in lower case, and no other, in encoded words.

    RFC 2047, 5 (3) forbids it, so that other programs may see no address there.
    """
    text = readable(single(head, "From") or "")
    return "=?" in text and [*_legible_addresses(unescaped(decode_words(text)))] == [address]


def _addresses_in(text: str) -> Sequence[str]:
    """The addresses in one From; with an odd word that has an ``@``, at least two entries."""
    strict = mailbox(text)
    if strict:
        return [strict.rstrip(".")]
    found = _legible_addresses(unescaped(readable(text)))
    return [*found, ""] if found and _CONTROL.search(unfolded(text)) else found


def _legible_addresses(line: str) -> Sequence[str]:
    """The addresses that a reader sees in a line, and "" if one of several is odd."""
    words = _BETWEEN_WORDS.split(_legible(line))
    found = [word.strip(_AROUND).lower() for word in words if "@" in word]
    named = [word for word in found if not _HANDLE.fullmatch(word)]
    plain = [word for word in named if _PLAIN.fullmatch(word)]
    return plain if plain == named else [*named, ""]


def _legible(line: str) -> str:
    """The line as a reader sees it: without invisible characters, full-width letters and signs as
    ASCII, blanks in place of brackets and quotation marks of any script.
    """
    if line.isascii():
        return line
    shown = (each for each in normalize("NFKC", line) if category(each) not in _WITHOUT_WIDTH)
    return "".join(map(_letter_or_blank, shown))


def _letter_or_blank(sign: str) -> str:
    return sign if sign.isascii() or category(sign)[0] in "LMN" else " "


def mailboxes(text: str) -> tuple[str, ...]:
    """The addresses of a list, in lower case, up to the first syntax error; ambiguous ones are
    skipped."""
    return tuple(filter(None, map(mailbox, _entries(unfolded(text)))))


def _entries(line: str) -> Iterator[str]:
    at = 0
    while at < len(line) and (entry := _ENTRY.match(line, at)):
        yield entry["text"]
        at = entry.end()


def _names_another(name: str, address: str) -> bool:
    """Whether an unquoted name holds another address; many programs repeat the address there."""
    words = _LITERAL.sub(" ", name).replace(",", " ").lower().split()
    return any("@" in word and word.strip("'") != address for word in words)
