"""Plain characters for those that mail programs and phones substitute."""

from __future__ import annotations

import re

_DASHES = "‐‑‒–—―−﹘﹣－→⇒➔"
_CROSSES = "×✕✖⨯ｘ"
_SPACES = (
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_DIGITS = "０１２３４５６７８９"

_TABLE = str.maketrans(
    {
        **dict.fromkeys(_DASHES, "-"),
        **dict.fromkeys(_CROSSES, "x"),
        **dict.fromkeys(_SPACES, " "),
        **dict.fromkeys(_INVISIBLE, None),
        **{wide: str(digit) for digit, wide in enumerate(_DIGITS)},
    }
)
# Searching first takes a tenth of the time of translating a word, and most words in other alphabets
# have none of these characters.
_FOLDED = re.compile(f"[{''.join(map(chr, _TABLE))}]")


def fold(text: str) -> str:
    """Return the text with dashes, crosses, spaces and digits in ASCII; letter case is kept.

    Unicode normalization (NFKC) would leave most of these characters unchanged.
    """
    return text if text.isascii() or not _FOLDED.search(text) else text.translate(_TABLE)
