"""Lines of moves as players type them: ``13-14-24#7.``"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import unescape

from pbm.base.garbled import ungarbled
from pbm.base.links import without_links
from pbm.core.games import plain_characters

# Letters, digits and the signs of moves, with at least one digit and no word of three letters.
_ALMOST_MOVE = re.compile(r"(?=.*[0-9])(?!.*[^\W\d_]{3})[\w\s×=()–—−;:,.*!-]{2,60}")
_GROUP = r"(?<![a-z0-9])(?:[^\W\d_]?[1-9]{1,2}|[1-9][bilos])\*?(?![a-z0-9])"
_SIGN = r"(?:[\W_]|[^\0-\x7f])"
_TRY = re.compile(
    rf"[\W_]*{_GROUP}(?:{_SIGN}{{1,5}}(?:x{_SIGN}{{0,5}})?(?:{_GROUP}|[ns](?!\w)))+[\W_]*|[\W_]*{_GROUP}\s?[-\u2010-\u2015<>=\u2190\u2192]{{1,3}}\s*",
    re.IGNORECASE,
)
"""Groups like the names of cells with a few signs or foreign letters between them, nothing else;
or one before a dash that nothing follows."""
_OF_TWO = re.compile(r"[^\W_]\d")
_MOST_FIGURES_OF_SCORE = 3
# The scheme of a link, and signs as links have them: "%2D".
_IN_LINKS = re.compile(
    r"\A\s*[a-z]{3,6}://|(?:%(?:2[0-9a-f]|3[a-e]|[89a-f][0-9a-f]))+", re.IGNORECASE
)
_HEARTS = re.compile(r"[<:;=]['-]?3+(?!\d)")
_NUMERALS = re.compile("\0+")
_TO = re.compile(r"(?<=[0-9]) +(?:to|nach|naar|à|a) +(?=[a-k]?[0-9])", re.IGNORECASE)
_APART = re.compile(r"(?<![a-z0-9])([a-k]) (?=[0-9]{1,2}(?![a-z0-9]))", re.IGNORECASE)
_CELLS_APART = re.compile(r"[a-k] [0-9]{1,2}(?: ?[-x] ?[a-k] [0-9]{1,2})*", re.IGNORECASE)
"""Cells whose letter and number stand apart, "F 2", and nothing else."""
_PLY = re.compile(r"\s*#([0-9]{1,4})$")

SENTENCE_MARKS = " \t.!,"
"""Characters that people put at the end of a line; a command is recognised without them."""

_LONGEST = 300
_KEPT = 128
_PLAIN = re.compile(r"[a-zA-Z0-9](?:[-a-zA-Z0-9 =:;#()*,.]*[a-zA-Z0-9])?")
_WORD = re.compile(r"[^\W\d_]{3}")
_CELL = r"(?:[a-k][0-9]|[0-9][0-9*])"
_BETWEEN = re.compile(
    rf"(?<![a-z0-9])({_CELL}) ?((?:[^\w\s]|[_ーｰ一ㅡ]){{1,3}}) ?(?=(?:{_CELL}|[ns])(?![a-z0-9]))",
    re.IGNORECASE,
)
"""Signs between two cells. Three letters of Asia are written for a dash, as they look like one."""
_MEANT = frozenset("-=:;,./()#%<'’′\"″°")
"""Signs between two cells that are no dash, or make a date, a time or an angle of the cells."""
_CELLS = re.compile(rf"{_CELL}([^\w\s]{{1,3}}){_CELL}", re.IGNORECASE)
_UNFINISHED = frozenset("-=:;(?#*%<")
_QUOTES = frozenset("\"'*_` ")


def split_move_text(line: str) -> tuple[str, int | None]:
    """Split a line into its moves and its ``#PLY``, the number of plies played so far (or None).

    Between two places, "to" is read as a dash, so that a refusal says what is wrong with the move.
    """
    plain = _TO.sub("-", plain_moves(line))
    match = _PLY.search(plain)
    return (plain[: match.start()].rstrip(), int(match[1])) if match else (plain, None)


def is_almost_move(text: str) -> bool:
    """Return whether the text, without ``#PLY``, looks like moves, even mistyped ones.

    Such text is refused as a move rather than ignored as prose.
    """
    return _ALMOST_MOVE.fullmatch(text.strip()) is not None or is_try_at_move(text)


@lru_cache(_KEPT)
def is_try_at_move(text: str) -> bool:
    """Return whether the text is nothing but groups like cells, whatever signs are between them."""
    if len(text) > _LONGEST or not any(map(str.isnumeric, text)):
        return False
    plain = plain_characters(ungarbled(_IN_LINKS.sub("-", _HEARTS.sub("", text))))
    seen = (each for each in plain if not unicodedata.combining(each))
    marked = "".join("\0" if each.isnumeric() and not each.isdecimal() else each for each in seen)
    shape = _NUMERALS.sub("11", marked)
    is_score = not _OF_TWO.search(shape) and sum(map(str.isdigit, shape)) <= _MOST_FIGURES_OF_SCORE
    return not is_score and _TRY.fullmatch(shape) is not None


def is_garbled_move(word: str) -> bool:
    """Return whether the word is two cells with a sign between them that means nothing there."""
    found = _CELLS.fullmatch(plain_characters(word.strip(SENTENCE_MARKS)))
    return found is not None and _MEANT.isdisjoint(found[1])


# The parts of the reader ask for the same lines.
@lru_cache(_KEPT)
def plain_moves(line: str) -> str:
    """Return a line of moves as it would have been typed on a plain keyboard.

    Links, emoji, brackets and punctuation around it are left out, and signs between two cells that
    mean nothing there are a dash: programs lose dashes. Any other line stays as it is.
    """
    bare = line.strip(SENTENCE_MARKS)
    if _CELLS_APART.fullmatch(bare):
        return _APART.sub(r"\1", bare)
    if len(bare) > _LONGEST or not any(map(str.isnumeric, bare)) or _PLAIN.fullmatch(bare):
        return bare
    plain = plain_characters(ungarbled(unescape(without_links(bare))))
    if _WORD.search(plain):
        return bare
    signs = [*plain]
    start = next((at for at, sign in enumerate(signs) if not _opens(sign)), 0)
    while signs and _closes(signs[-1]):
        signs.pop()
    if not start and any(unicodedata.category(sign) == "Pe" for sign in plain[len(signs) :]):
        # The end of a remark in brackets, such as "(rule G2)", which a program has wrapped.
        return bare
    return _BETWEEN.sub(_dash, "".join(signs[start:]))


def _opens(sign: str) -> bool:
    """Whether a move may follow: an opening bracket, a quotation mark, an emoji."""
    return sign in _QUOTES or unicodedata.category(sign) in ("Ps", "Pi", "Pf", "So", "Sk")


def _closes(sign: str) -> bool:
    """Whether a move may end before the sign, which does not belong to it or make it a question."""
    category = unicodedata.category(sign)
    return category[0] in "PSZC" and category != "Sc" and sign not in _UNFINISHED


def _dash(found: re.Match[str]) -> str:
    cell, signs = found.groups()
    return found[0] if any(map(_is_meant, signs)) else f"{cell}-"


def _is_meant(sign: str) -> bool:
    """Whether the sign says something between two numbers, as one of a currency does."""
    return (
        sign in _MEANT or unicodedata.category(sign) == "Sc" or "LEFT" in unicodedata.name(sign, "")
    )
