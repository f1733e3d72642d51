"""Plain characters for those that mail programs, phones and other scripts put in their place."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_UNSEEN = frozenset({"FILLER", "JOINER", "SELECTOR", "VARIATION"})
_CROSSES = frozenset({"MULTIPLICATION", "CROSS"})
_LOOK_ALIKES = dict(zip("АВСЕНІЈКХЅасеһіјкхѕΑΒΕΗΙΚΝΧ", "ABCEHIJKXSacehijkxsABEHIKNX", strict=True))
"""Letters of other alphabets that look like those of moves."""

_MOST_KEPT = 1024
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def fold(text: str) -> str:
    """Return the text with dashes, crosses, spaces and digits in ASCII; letter case is kept.

    Digits count by their values, in whatever script or circle they are; what cannot be seen is left
    out. Of other characters only those change that stand for plain ones (NFKC).
    """
    return text if text.isascii() else _NOT_ASCII.sub(lambda found: _plain(found[0]), text)


@lru_cache(maxsize=_MOST_KEPT)
def _plain(sign: str) -> str:
    category = unicodedata.category(sign)
    words = frozenset(unicodedata.name(sign, "").split())
    if category in ("Cf", "Me") or _UNSEEN & words:
        return ""
    if category == "Pd" or _points_right(words) or (category[0] in "PS" and "MINUS" in words):
        return "-"
    if category[0] == "S" and _CROSSES & words:
        return "x"
    if "QUESTION" in words and "INVERTED" not in words:
        return "?"
    if unicodedata.decomposition(sign).startswith(("<super>", "<sub>")):
        # In "e²" the digit is no part of a name.
        return sign
    return _number(sign, category) or _LOOK_ALIKES.get(sign) or _compatible(sign)


def _points_right(words: frozenset[str]) -> bool:
    return words >= {"RIGHTWARDS", "ARROW"} and not words & {"LEFT", "LEFTWARDS"}


def _number(sign: str, category: str) -> str:
    """The number that the character is, as 16 for ⑯; "" for letters and fractions."""
    if category not in ("Nd", "No"):
        return ""
    number = unicodedata.numeric(sign, -1.0)
    return str(int(number)) if 0 <= number < 100 and number.is_integer() else ""


def _compatible(sign: str) -> str:
    plain = unicodedata.normalize("NFKC", sign)
    return plain if plain.isascii() else sign
