"""Decoding bytes to text, even where the declared charset is wrong."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

# Declared charsets, each with the larger one that senders really use under its name, as in
# browsers.
_MEANT = {
    "ascii": "utf-8",
    "big5": "cp950",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "shift_jis": "cp932",
}
# Charsets in which a short text may by chance be valid UTF-8, too: their characters have two bytes
# like those of UTF-8, or two of them have.
_ALIKE = {"big5hkscs", "cp874", "cp932", "cp949", "cp950", "euc_jp", "gb18030", "johab"}
# ISO 2022: what follows is in a charset of several bytes.
_SHIFT = b"\x1b$"
_VALID_FOR_BROKEN = 2
# What is declared for texts in any charset.
_WESTERN = {"utf-8", "cp1252"}
_WITHOUT_ASCII = re.compile(rb"(?<![A-Za-z\x80-\xff])[\x80-\xff]{3,}(?![A-Za-z\x80-\xff])")
_MIXED = re.compile(rb"[A-Za-z][\x80-\xff]|[\x80-\xff][A-Za-z]")
_FEWEST_LETTERS, _MANY = 6, 0.2
_QUARTERS = (0x80, 0xA1, 0xC0, 0xE0, 0x100)
_KEPT = 64
_LONGER = re.compile(rb"[\xe0-\xf4][\x80-\xbf]{2}")
# Python codecs that are no charsets. The first two take quadratic time.
_NOT_CHARSETS = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"}
_ALIASES = {"iso-8859-8-i": "iso-8859-8", "ks_c_5601-1987": "cp949", "sjis": "cp932"}


def decode(data: bytes, declared: str = "") -> str:
    """Decode by the declared charset, else UTF-8, else cp1252. Never raises.

    Many programs declare another charset for UTF-8, for example that of the answered mail. UTF-8
    that was cut, damaged, or joined with a text in another charset is still read as UTF-8.
    """
    if not declared and data.isascii() and _SHIFT not in data:
        # Most headers, of which a letter has a dozen.
        return data.decode("ascii")
    for charset, errors in _attempts(data, _codec(declared)):
        try:
            return data.decode(charset, errors).removeprefix("\ufeff")
        except (UnicodeError, LookupError):  # LookupError: the codec is not a text encoding
            continue
    return data.decode("cp1252", "replace")


def _attempts(data: bytes, codec: str) -> Iterator[tuple[str, str]]:
    """Yield charsets, the likeliest first, each with how to treat bytes that it cannot decode."""
    if _SHIFT in data and not codec.startswith("iso2022"):
        yield "iso2022_jp_2", "strict"
    is_first = _may_be_utf_8(data, codec)
    if is_first:
        yield "utf-8", "strict"
    if is_first and codec not in _ALIKE and _is_mostly_utf_8(data):
        yield "utf-8", _STRAY
    guessed = _other_script(data) if codec in _WESTERN and not data.isascii() else ""
    if guessed:
        yield guessed, "strict"
    yield codec, "strict"
    yield "utf-8", "strict"
    if _is_mostly_utf_8(data):
        yield "utf-8", _STRAY
    yield "cp1252", "strict"


def _other_script(data: bytes) -> str:
    """The charset of a text whose words have no letters of ASCII, "" for any other text.

    Words of Western languages have some. Of Cyrillic, small letters are most: each of its charsets
    has them elsewhere.
    """
    whole = b"".join(_WITHOUT_ASCII.findall(data))
    if len(whole) <= max(_FEWEST_LETTERS, 3 * len(_MIXED.findall(data))):
        return ""
    controls, signs, lower, upper = (
        sum(begin <= byte < end for byte in whole) for begin, end in pairwise(_QUARTERS)
    )
    # Signs such as bullets and quotation marks, in Western charsets.
    if controls > _MANY * len(whole) or signs > lower + upper:
        return ""
    if signs > _MANY * len(whole):
        return "gb18030"
    return "koi8-r" if lower > upper else "cp1251"


def _is_mostly_utf_8(data: bytes) -> bool:
    """Whether the bytes beyond ASCII are UTF-8 but for a few. In other charsets, few are."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    valid = len(text) - len(text.encode("ascii", "ignore")) - broken
    return valid > _VALID_FOR_BROKEN * broken


def _stray(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are no UTF-8 as cp1252: those of a footer, or of a text quoted above it."""
    assert isinstance(error, UnicodeDecodeError), "only decoding is asked for"
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


_STRAY = "cp1252-for-stray-bytes"
codecs.register_error(_STRAY, _stray)


def _may_be_utf_8(data: bytes, codec: str) -> bool:
    """Whether bytes that are valid UTF-8 are UTF-8, although another charset was declared."""
    if data.isascii() or codec.startswith(("utf-16", "utf-32")):
        return False
    return codec not in _ALIKE or _LONGER.search(data) is not None


@lru_cache(_KEPT)
def _codec(declared: str) -> str:
    if not declared:
        return "utf-8"
    name = re.sub(r"[^a-z0-9._:-]", "", declared.lower()).removeprefix("x-")
    try:
        codec = codecs.lookup(_ALIASES.get(name, name))
    except (LookupError, UnicodeError, ValueError):
        return "utf-8"
    return "utf-8" if codec.name in _NOT_CHARSETS else _MEANT.get(codec.name, codec.name)
