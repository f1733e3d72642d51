"""Farewells: how people end a letter above their name."""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

MOST_CHARACTERS = 80
"""The most characters of a line that is a farewell."""
MOST_WORDS_BESIDE = 6
"""The most words beside the farewell in "Thanks for the game and best regards"."""

_GERMAN = r"""
mit (?:(?:ganz|sehr|den) )?(?:{kind_de})[nm] gr(?:ü|ue|u)(?:ß|ss)(?:en|e)?
(?:(?:ganz|sehr) )?(?:{kind_de})n?(?: (?:{kind_de})n?)? gr(?:ü|ue|u)(?:ß|ss)e?
hochachtungsvoll|herzlichst|mfg|m f g
""".replace("{kind_de}", "(?:freundlich|best|lieb|herzlich|viel|schön|sportlich|sonnig|kollegial)e")
_ENGLISH = r"""
(?:with )?(?:my )?(?:kind|kindest|best|warm|warmest|many|good) (?:regards|wishes|greetings)
regards|(?:yours )?(?:sincerely|faithfully|truly|respectfully)(?: yours)?|all the best
"""
_FRENCH = r"""
(?:(?:bien|très|tres) )?(?:cordialement|amicalement|sportivement|respectueusement)
bien à (?:vous|toi)|(?:bien )?cdlt|cdt
(?:avec )?(?:(?:mes|nos) )?(?:(?:meilleures|sincères|cordiales|sportives|amicales) )?salutations
salutations (?:distinguées|cordiales|sportives|amicales|les meilleures)
"""
_ITALIAN = r"""
(?:con )?(?:i )?(?:(?:nostri|miei|più) )*(?:cordiali|distinti|cari|migliori|tanti|sinceri) saluti
un (?:caro|cordiale|affettuoso|sincero) saluto|saluti cordiali|cordialmente|in fede
"""
_DUTCH = r"""
(?:met )?(?:de )?(?:vriendelijke|hartelijke|sportieve|beste|lieve|vele) groet(?:en|jes)?
met groet(?:en)?|mvg|m v g|hoogachtend|vr gr|m vr gr
"""
_FAREWELLS = f"{_GERMAN}{_ENGLISH}{_FRENCH}{_ITALIAN}{_DUTCH}".split("\n")
_SHORT = r"""
lg|vg|bg|glg|vlg|gr(?:ü|ue|u)(?:ß|ss)e?
best|cheers|yours|yours ever|love|rgds|br|kr
amitiés|bises|saluti|un saluto|un abbraccio|baci
groet(?:en|jes)?|gr|liefs
""".split("\n")
"""Farewells that mean something else where nothing is above them, or with words beside them."""

_POSTSCRIPT = re.compile(r"\W*p\W?\s?s\b", re.IGNORECASE)
_MARKS = re.compile(r"[^\w\s]|_")
_CAPITAL = r"(?-i:[^\W\d_a-zß-ÿ])[^\W\d_]*"
_NAME = rf"{_CAPITAL}(?: (?:{_CAPITAL}|von|van|de|di|da|le|la)){{0,3}}"


class Farewell(Enum):
    """How sure it is that a line is a farewell and nothing else.

    PLAIN: certain. SHORT: only below other words. BESIDE: other words are beside it.
    """

    PLAIN = "plain"
    SHORT = "short"
    BESIDE = "beside"


@cache
def _whole(*, short: bool) -> re.Pattern[str]:
    """A pattern of farewells, each alone or with a name behind it."""
    words = "|".join(filter(None, _SHORT if short else _FAREWELLS))
    return re.compile(rf"(?:{words})(?: {_NAME})?", re.IGNORECASE)


@cache
def _part() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(filter(None, _FAREWELLS))})\b", re.IGNORECASE)


def farewell_in(line: str) -> Farewell | None:
    """The farewell that the line is or holds; None for any other line."""
    if len(line) > MOST_CHARACTERS:
        return None
    said = " ".join(_MARKS.sub(" ", line).split())
    beside = _part().sub("", said)
    if beside != said and _whole(short=False).fullmatch(said):
        return Farewell.PLAIN
    if _whole(short=True).fullmatch(said):
        return Farewell.SHORT
    is_beside = beside != said and len(beside.split()) <= MOST_WORDS_BESIDE
    return Farewell.BESIDE if is_beside else None


def begins_postscript(line: str) -> bool:
    """Whether the line begins what is added below a farewell: "P.S."."""
    return bool(_POSTSCRIPT.match(line))
