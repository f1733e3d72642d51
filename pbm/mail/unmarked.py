"""Signatures without a line ``-- `` above them, known from the HTML part or by a phone number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from pbm.mail.quotes import OwnText

LEAST_DIGITS = 6
"""A number with fewer digits is no phone number."""

MOST_WORDS = 4
"""A line of more words below a phone number is a sentence, not a part of the signature."""

_NUMBER = r"[\d\s()/.\-\N{EN DASH}\N{NON-BREAKING HYPHEN}]{4,30}(?:\s*(?:x|ext\.?)\s*\d{1,6})?"
_NAMED = (
    r"(?:tel|tél|telefon|téléphone|telefono|telefoon|phone|ph|mob|mobile|mobil|mobiel|portable|handy"
    r"|fon|cell|cellulare|cel|gsm|fax|direct|office)\b[.:\s]{0,3}[+(]?"
)
_LETTER = r"[tmpfdhwo]\s{0,2}:\s{0,3}(?=[+(]?0|\+)[+(]?"
_BARE = r"(?=\+|\(\+|\(?0)[+(]{0,2}"
# Slots of a board never begin with a zero or a plus, so that no move is taken for a bare number.
_PHONE = re.compile(rf"\W{{0,3}}(?:{_NAMED}|{_LETTER}|{_BARE}){_NUMBER}(?:\W|$)", re.IGNORECASE)
_LOWER_WORDS = frozenset(
    "& and of for the und der die das de du des la le et van von di e en".split()
)


def without_signature(own: OwnText, marked: Sequence[str]) -> OwnText:
    """Drop a signature from the end of the writer's own lines.

    marked: the lines that the HTML part marks as the signature. If the writer's lines do not end
    with these, a signature is known by a line with a phone number, and ends with its paragraph or
    above a sentence. A writer who wrote nothing else keeps everything.
    """
    return _without_marked(own, marked) or _without_contact(own)


def _without_marked(own: OwnText, marked: Sequence[str]) -> OwnText | None:
    wanted = [" ".join(line.split()) for line in marked if line.strip()]
    written = [at for at, line in enumerate(own.lines) if line.strip()]
    tail = written[len(written) - len(wanted) :] if 0 < len(wanted) < len(written) else []
    if not tail or [" ".join(own.lines[at].split()) for at in tail] != wanted:
        return None
    return _kept(own, [at for at in range(tail[0]) if at <= written[-len(tail) - 1]])


def _without_contact(own: OwnText) -> OwnText:
    phones = (at for at, line in enumerate(own.lines) if at and _is_phone(line))
    phone = next(phones, None)
    if phone is None:
        return own
    begin = phone - sum(1 for _ in takewhile(_is_name, reversed(own.lines[:phone])))
    # In a letter of one paragraph, the lines above the number may be what is meant.
    begin = begin if begin and not own.lines[begin - 1].strip() else phone
    below = own.lines[phone + 1 :]
    end = phone + 1 + sum(1 for _ in takewhile(_is_of_contact, below))
    kept = [*range(begin), *range(end, len(own.lines))]
    return _kept(own, kept) if any(own.lines[at].strip() for at in kept) else own


def _is_phone(line: str) -> bool:
    found = _PHONE.match(line) if len(line) <= 100 else None
    return found is not None and sum(map(str.isdigit, found[0])) >= LEAST_DIGITS


def _is_name(line: str) -> bool:
    """Whether the line may be a name, a title or a company; one word may be a command."""
    words = line.split()
    return 2 <= len(words) <= 8 and all(
        word[0].isupper() or word.lower() in _LOWER_WORDS or not word[0].isalnum() for word in words
    )


def _is_of_contact(line: str) -> bool:
    """Whether the line may stand below a phone number in a signature: an address, a company."""
    return bool(line.strip()) and (len(line.split()) <= MOST_WORDS or _is_name(line))


def _kept(own: OwnText, places: Sequence[int]) -> OwnText:
    """The own lines at ``places``, without blank ones at the end; others count as ignored."""
    last = max((at for at in places if own.lines[at].strip()), default=-1)
    kept = [at for at in places if at <= last]
    dropped = sum(bool(line.strip()) for line in own.lines) - sum(
        bool(own.lines[at].strip()) for at in kept
    )
    return replace(
        own,
        lines=tuple(own.lines[at] for at in kept),
        places=tuple(own.places[at] for at in kept),
        ignored=own.ignored + dropped,
    )
