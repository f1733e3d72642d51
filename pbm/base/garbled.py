"""UTF-8 that was decoded as another charset: ``16â€“35`` for ``16–35``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, partial

_CHARSETS = ("cp1252", "mac_roman", "cp437", "cp850", "cp1250", "cp1251", "koi8_r", "cp866")
"""Those of most programs of the West and of Russia, the likeliest first."""
_MOST_TIMES = 3
_STRAIGHTENED = {'"': 0x93, "'": 0x92}
"""Quotation marks as some programs write them. In UTF-8 they end a dash that was garbled."""
_LOST = "\ufffd"
_SHORTEST = 3
"""The number of bytes of the dashes."""


def ungarbled(text: str) -> str:
    """Return the text with the characters that were meant.

    What has lost bytes between two digits is U+FFFD, as in other texts.
    """
    for _ in range(_MOST_TIMES if _may_be_garbled(text) else 0):
        found = min(_tries(text), key=len)
        if found == text:
            break
        text = found
    return text


def _may_be_garbled(text: str) -> bool:
    """Whether two signs follow each other as in any charset: a check that rules out most texts."""
    return not text.isascii() and _begins().search(text) is not None


@cache
def _begins() -> re.Pattern[str]:
    firsts, rests = (
        "".join(_among(charset, first, last) for charset in _CHARSETS)
        for first, last in ((0xC2, 0xF4), (0x80, 0xBF))
    )
    return re.compile(rf"[{firsts}][{rests}]|(?<=\d)[{firsts}]")


def _tries(text: str) -> Iterator[str]:
    for charset in _CHARSETS:
        read = partial(_decoded, _bytes(charset))
        yield _sequences(charset).sub(read, text)


@cache
def _bytes(charset: str) -> Mapping[str, int]:
    """The bytes of the characters; those that the charset lacks are controls, as in latin-1."""
    latin = {chr(byte): byte for byte in range(0x80, 0x100)}
    own = {bytes([byte]).decode(charset, "replace"): byte for byte in range(0x80, 0x100)}
    own.pop(_LOST, None)
    return {**latin, **own, **_STRAIGHTENED} if charset == "cp1252" else own


def _among(charset: str, first: int, last: int) -> str:
    """The signs of a range of bytes, escaped."""
    signs = (sign for sign, byte in _bytes(charset).items() if first <= byte <= last)
    return "".join(map(re.escape, signs))


@cache
def _sequences(charset: str) -> re.Pattern[str]:
    """The pattern of everything in the charset that may be a character of UTF-8, or its rest."""

    def among(first: int, last: int) -> str:
        return f"[{_among(charset, first, last)}]"

    rest, longer = among(0x80, 0xBF), among(0xE2, 0xEF)
    lost = rf"(?<=\d){longer}{rest}?(?=\d)"
    sequences = rf"{longer}{rest}{{2}}|{among(0xF0, 0xF4)}{rest}{{3}}"
    if charset == _CHARSETS[0]:
        return re.compile(rf"{sequences}|{among(0xC2, 0xDF)}{rest}|{lost}")
    # In other charsets these are pairs and words, such as "«Ç" and "ход".
    return re.compile(rf"(?:(?<=\d)|(?<=\d ))(?:{sequences})|{lost}")


def _decoded(known: Mapping[str, int], found: re.Match[str]) -> str:
    try:
        meant = bytes(known[sign] for sign in found[0]).decode()
    except UnicodeError:
        return _LOST if len(found[0]) < _SHORTEST else found[0]
    return meant if meant.isprintable() or meant.isspace() else found[0]
