"""The same characters for the same meaning, however a keyboard or a mail program wrote them."""

from __future__ import annotations

import re
import unicodedata

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"
_ARROWS = "\u2190\u2192\u21d2\u279c\u27a1\u2b95"
_TIMES = "\u00d7\u2715\u2716\u2a2f\u2a09"
_EN_QUAD_TO_HAIR_SPACE = tuple(range(0x2000, 0x200B))
_SPACES = (
    *map(ord, "\t\v\f\x1c\x1d\x1e\x85\xa0\u2028\u2029\u202f\u205f\u3000"),
    *_EN_QUAD_TO_HAIR_SPACE,
)
_ZERO_WIDTH = (*range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF)
_INVISIBLE = (*_ZERO_WIDTH, *map(ord, "\xad\u034f\u180e\ufe0e\ufe0f"))
_BIDI = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CONTROLS = (*range(32), *range(127, 160))
_SURROGATES = range(0xD800, 0xE000)

# NFKC mends none of these.
_COMMAND = (
    dict.fromkeys(map(ord, _DASHES + _ARROWS), "-")
    | dict.fromkeys(map(ord, _TIMES), "x")
    | dict.fromkeys(_INVISIBLE)
)
_GRAMMAR = dict.fromkeys(_INVISIBLE) | str.maketrans({"＞": ">", "：": ":"})
_TIDY = (
    dict.fromkeys(_CONTROLS + _BIDI)
    | dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_SURROGATES, "\ufffd")
)
_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def fold(text: str) -> str:
    """The text as a command is to be read: plain dashes, ``x`` for times, no invisible letters."""
    return unicodedata.normalize("NFKC", text.translate(_COMMAND)).translate(_COMMAND)


def bare(line: str) -> str:
    """The line as the grammar of quotes is to see it: stripped, and its ``>`` and ``:`` plain."""
    return line.translate(_GRAMMAR).strip()


def tidy(text: str) -> str:
    """The text without control characters and halves of characters, its spaces plain spaces."""
    return text.translate(_TIDY)


def one_line(text: str) -> str:
    """The text on one line, fit for a header: no CR, LF, NUL or other control character."""
    return " ".join(tidy(_LINE_ENDS.sub(" ", text)).split())


def split_lines(text: str) -> list[str]:
    """The lines by CR and LF alone: str.splitlines knows more ends than any mail program."""
    return _LINE_ENDS.split(text)
