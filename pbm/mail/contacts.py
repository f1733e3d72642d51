"""Lines with a phone number, an address, or the register of a company."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbm.core.names import reads_as_move
from pbm.mail.farewells import begins_postscript

LEAST_DIGITS, LEAST_OF_NAMED = 6, 4
"""A number with fewer digits is no phone number. The second is for one behind "Tel." or a sign."""

FEW_WORDS = 2
"""The most words beside an address in a line of a signature: "Visit us: www.example.org"."""

MOST_CHARACTERS = 100
"""Longer lines hold no address of a signature."""

MOST_WORDS_OF_CONTACT = 12
"""The most words of a line with a phone number or an address below a farewell."""

_NUMBER = r"[\d\s()/.\-\N{EN DASH}\N{NON-BREAKING HYPHEN}]{4,30}(?:\s*(?:x|ext\.?)\s*\d{1,6})?"
_NAMED = (
    r"(?:tel|tél|telefon|téléphone|telefono|telefoon|phone|ph|mob|mobile|mobil|mobiel|portable|handy"
    r"|fon|cell|cellulare|cel|gsm|fax|direct|office)\b[.:\s]{0,3}[+(]?"
)
_SIGNED = (
    r"[\u2706\u260e\u260f\U0001f4de\U0001f4df\U0001f4e0\U0001f4f1\U0001f4f2]\ufe0f?[:\s]{0,3}[+(]?"
)
_LETTER = r"[tmpfdhwo]\s{0,2}:?\s{0,3}(?=[+(]?0|\+)[+(]?"
_BARE = r"(?=\+|\(\+|\(?0)[+(]{0,2}"
# Slots of a board never begin with a zero or a plus, so that no move is taken for a bare number.
_PHONE = re.compile(
    rf"\W{{0,3}}(?:(?P<named>{_NAMED}|{_SIGNED})|{_LETTER}|{_BARE}){_NUMBER}(?:\W|$)",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"\W{0,3}(?:e-?mail|mail|courriel|posta|web(?:site|seite)?|home ?page|internet|sito|site"
    r"|skype|signal|whatsapp|linkedin|mastodon|tele?fax|gesch(?:ä|ae)ftsf(?:ü|ue)hr(?:er|erin|ung)"
    r"|registergericht|sitz|ust-?id(?:-?nr)?|steuernummer|p\.? ?iva|vat|kvk|btw|siret|rcs|tva)"
    r"\b\W{0,3}[:.]",
    re.IGNORECASE,
)
_REGISTER = re.compile(r"(?:amtsgericht|hr[ab] \d|kvk \d|ust-id|vat no|p\.? ?iva)", re.IGNORECASE)
_PLACE_ON_WEB = re.compile(
    r"(?:^|[\s<(:|])(?:https?://(?:www\.)?|www\.)[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"
    r"(?:/[\w./-]{0,40})?(?=$|[\s>),|])",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_PARTS = re.compile(r"\s[|·•/–—-]\s|[|·•]")
_DIGITS = re.compile(r"[+(]?\d{1,5}[\d\s()/.-]{5,25}\d")


def is_contact(line: str) -> bool:
    """Whether the line holds a phone number or an address, and no sentence."""
    parts = parts_of(line)
    if len(_words(parts)) > MOST_WORDS_OF_CONTACT or begins_postscript(line):
        return False
    return (
        any(map(is_phone, parts))
        or _is_bare_number(line)
        or bool(_LABELLED.match(line) or _REGISTER.match(line))
        or _is_mostly_address(line)
    )


def is_phone(line: str) -> bool:
    found = _PHONE.match(line) if len(line) <= MOST_CHARACTERS else None
    if found is None:
        return False
    least = LEAST_OF_NAMED if found["named"] else LEAST_DIGITS
    return sum(map(str.isdigit, found[0])) >= least


def _words(parts: Sequence[str]) -> Sequence[str]:
    """The words of a line, without those of phone numbers, whose groups of digits are no words."""
    return [word for part in parts if not is_phone(part) for word in part.split()]


def _is_mostly_address(line: str) -> bool:
    """Whether the line is an address with few words beside it, or in a row with names."""
    bare = _PLACE_ON_WEB.sub(" ", _ADDRESS.sub(" ", line[:MOST_CHARACTERS]))
    is_row = len(parts_of(line)) > 1
    return bare != line[:MOST_CHARACTERS] and (is_row or len(bare.split()) <= FEW_WORDS)


def _is_bare_number(line: str) -> bool:
    """Whether the line is a number too long for a move."""
    bare = line.strip()
    is_long = any(len(group) > 2 for group in re.findall(r"\d+", bare))
    return is_long and bool(_DIGITS.fullmatch(bare)) and not reads_as_move(bare)


def parts_of(line: str) -> Sequence[str]:
    """The names, numbers and addresses of a row: "Alice | Firm | Tel. ..."."""
    return _PARTS.split(line)
