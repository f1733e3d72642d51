"""Whether two letters say the same, but for what programs fill in.

Programs fill in dates, numbers and our subject. A responder that no header and no subject gives
away says the same in each of its letters.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence, Set
from functools import cache, lru_cache
from pathlib import Path

from pbm.mail.letter import Letter
from pbm.mail.subject import strip_prefixes

_MOST_READ, _MOST_COMPARED = 2000, 500
"""The most characters of a letter, and of its words without what programs fill in: later words do
not count, since a longer date moves them.
"""

# A mail program or a responder repeats our subject up to the end of the line or a quotation mark.
_OUR_SUBJECT = re.compile(
    r"(?:\w{1,12} ?[:：]\s*)*\[(?:pbm|[a-z]+ \d+)\][^\n\"'”“»«]*", re.IGNORECASE
)
_ADDRESS = re.compile(r"\S*(?:@|://)\S*")
_TO = re.compile(r"(?<=\d) *(?:to|nach|naar|à|a|[-–—−→>×=]+) *(?=[a-k]?\d)")
# A try at a move: two places or more. Days and months of one digit, years and times are not.
_PLACE = r"(?:[a-k]\d{1,2}|[1-9]\d)"
_MOVE = re.compile(rf"(?<![\w./:-]){_PLACE}(?:-{_PLACE})+(?![\w/:-])")
_NUMBER = re.compile(r"[a-z0-9#_.:/+=-]*\d[a-z0-9#_.:/+=-]*")
_FEWEST_WORDS = 3
"""A shorter subject may stand in a sentence by chance."""
_PHONE = re.compile(r"(?<![\w=-])(?:\+\d|0\d{2,4}[ /-]|\d{3} )[\d /-]*\d")
# 2026-12-05, 5.12.2026, 12/5/26, 12月5日, 12월 5일, and numbers of cases.
_FILLED_IN = re.compile(
    r"\d{4}-\d\d?-\d\d?|\d\d?\.\s?\d\d?\.\s?\d{2,4}|\d\d?/\d\d?/\d{2,4}|\d\s?[月월]|#\d{3,}|(?<![\w=-])\d{5,}"
)
_NEAR, _MARKS = 2, ".,;:!?()\"'„“”«»"
_FEWEST_LETTERS, _MOST_ENDING, _MOST_BEFORE = 4, 3, 3
"""A name of this many letters is known by its beginning, and behind a few other letters."""
_SYLLABLES = re.compile("[가-힣]{3,}")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+")


def digest(author: str, letter: Letter) -> str:
    """SHA-256, in 32 hex digits, of what a writer says; "" for no writer.

    Dates, numbers, addresses, marks and the subject of the answered mail do not change it.
    """
    if not author:
        return ""
    return hashlib.sha256(f"{author}\n{said(letter)}".encode("utf-8", "replace")).hexdigest()[:32]


def said(letter: Letter) -> str:
    """The writer's own words, as they are compared; the subject's if there are no others."""
    subject = strip_prefixes(letter.subject)
    body = "\n".join(letter.lines)[:_MOST_READ]
    if not body.strip():
        return _folded(subject)
    plain = " ".join(_OUR_SUBJECT.sub(" ", body).split())
    is_sentence = len(subject.split()) >= _FEWEST_WORDS
    return _folded(plain.replace(subject, " ") if is_sentence else plain)


def repeats_subject(lines: Sequence[str]) -> bool:
    """Whether a line repeats a subject of ours, as programs do that tell what they answer."""
    return any(map(_OUR_SUBJECT.search, lines))


def may_be_filled_in(lines: Sequence[str]) -> bool:
    """Whether lines hold what programs fill in: a date or a long number."""
    text = unicodedata.normalize("NFKC", "\n".join(lines)[:_MOST_READ]).casefold()
    return _FILLED_IN.search(_PHONE.sub(" ", text)) is not None or _names_day(text.split())


def _names_day(words: Sequence[str]) -> bool:
    """Whether a number stands beside the name of a month or a weekday."""
    numbers = [at for at, word in enumerate(words) if word[:2].strip(".,(").isdigit()]
    near = (word for at in numbers for word in words[max(at - _NEAR, 0) : at + _NEAR + 1])
    return any(_is_name(word.strip(_MARKS)) for word in near)


def _is_name(word: str) -> bool:
    return len(word) >= _FEWEST_LETTERS and _is_date(word)


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", _ADDRESS.sub(" ", text)).casefold()
    joined = _TO.sub("-", folded)
    moves = _MOVE.findall(joined)
    undated = _without_unspaced_dates(_NUMBER.sub(" ", joined))
    words = (word for word in undated.translate(_LETTERS).split() if not _is_date(word))
    return " ".join([*moves, *words])[:_MOST_COMPARED]


class _Letters(dict[int, str]):
    """For ``str.translate``: letters and their marks stay, all else is left out or a blank."""

    def __missing__(self, code: int) -> str:
        self[code] = _letter(chr(code))
        return self[code]


_LETTERS = _Letters()


def _letter(character: str) -> str:
    """The character if it is a letter or belongs to one; no number, in any script, is a letter."""
    if unicodedata.numeric(character, None) is not None:
        return ""
    category = unicodedata.category(character)
    is_inside = category == "Cf" or character in "'’"
    return character if category[0] in "LM" else "" if is_inside else " "


@lru_cache(maxsize=4096)
def _is_date(word: str) -> bool:
    names, beginnings = _names(), _beginnings()
    ends = range(_FEWEST_LETTERS - 1, len(word) + 1)
    starts = range(min(_MOST_BEFORE, len(word) - _FEWEST_LETTERS) + 1)
    return (
        word in names
        or any(word[:end] in beginnings for end in ends)
        or any(word[start:] in names for start in starts)
    )


@cache
def _names() -> Set[str]:
    """Names of months and weekdays, and their abbreviations, in many languages."""
    lines = Path(__file__).with_name("date_words.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _beginnings() -> Set[str]:
    """The names without their last letters, which change with the case in many languages."""
    long = (name for name in _names() if len(name) >= _FEWEST_LETTERS or _SYLLABLES.fullmatch(name))
    return frozenset(name[: max(len(name) - _MOST_ENDING, _FEWEST_LETTERS)] for name in long)


@cache
def _unspaced_names() -> re.Pattern[str]:
    found = sorted(filter(_UNSPACED.fullmatch, _names()), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, found)))


def _without_unspaced_dates(text: str) -> str:
    """The text without dates in scripts that put no spaces between words."""
    return _UNSPACED.sub(lambda run: _unspaced_names().sub("", run[0]), text)
