"""The forms of userids, addresses and domains, and names that nobody may take."""

from __future__ import annotations

import re
from unicodedata import normalize

from pbm.base.accents import without_accents
from pbm.core import games
from pbm.core.games import listed_games

MARKS_AROUND = "\"'“”‘’«»„‚()<>[]*.,:;!?"
"""Marks that people write around a userid. No userid begins or ends with one."""
_USERID = re.compile(r"[a-z][a-z0-9._-]{1,19}")
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
    | dict.fromkeys("'’ʼ`", "")
)
"""Letters that Unicode does not decompose into a plain one and an accent, and apostrophes."""
_GERMAN, _UMLAUTS = "de", str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Encoded words (=?utf-8?q?...) are rejected, because EmailMessage would decode them.
_LOCAL_PART = r"(?!.*=\?)[^\s@<>()\[\],;:\"\\]{1,64}"
_LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_DOMAIN = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_OF_TRIALS = {"localhost", "test", "example", "invalid"}
_OF_EXAMPLES = {"com", "net", "org"}
"""Domains kept for trials: whole top-level domains, and those below which "example" is kept."""
_ADDRESS = re.compile(rf"{_LOCAL_PART}@{_DOMAIN.pattern}")

OFFICIAL = frozenset("abuse admin bounce mailer-daemon operator pbm postmaster root server".split())
"""Names of the server."""
_SEATS = frozenset(seat.casefold() for game in listed_games() for seat in game.seats)
# Words with a meaning of their own where commands take a userid.
RESERVED = (
    OFFICIAL
    | _SEATS
    | frozenset(
        """all active anyone clear draw first if inactive join leave new next nobody off on once
        pass random second show somebody start then undo yes no you""".split()
    )
)
# Characters that are easily confused, and separators that are easily overlooked.
_LOOK_ALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", ".": "", "_": "", "-": ""})


def look(userid: str) -> str:
    """Return a key that similar userids share; no two players may have the same."""
    return userid.casefold().translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w")


def is_userid(text: str) -> bool:
    """Return whether the text has the form of a userid: a letter, then 1 to 19 of a-z 0-9 . _ -"""
    return _USERID.fullmatch(text.casefold()) is not None


def near_userid(text: str, language: str = "") -> str:
    """Return the userid that the text is without accents, as rene for René; "" if it is none.

    language: that of the writer; in German, ü is ue.
    """
    word = text.strip(MARKS_AROUND).casefold()
    if language == _GERMAN:
        word = normalize("NFC", word).translate(_UMLAUTS)
    found = without_accents(word.translate(_LETTERS))
    return found if is_userid(found) else ""


def reads_as_move(text: str) -> bool:
    """Return whether some game would read the text as a move; a letter alone may be anything."""
    return len(text.strip()) > 1 and games.reads_as_move(text)


def is_domain(text: str) -> bool:
    """Return whether the text is a domain name in ASCII."""
    return text.isascii() and _DOMAIN.fullmatch(text.casefold()) is not None


def is_for_trials(domain: str) -> bool:
    """Return whether no mail can reach the domain: it is kept for tests and documents (RFC 2606,
    RFC 6761).
    """
    labels = domain.casefold().split(".")
    return labels[-1] in _OF_TRIALS or (labels[-2:-1] == ["example"] and labels[-1] in _OF_EXAMPLES)


def is_address(text: str) -> bool:
    """Return whether the text is a mail address that pbm sends to: no quotes, comments, Unicode."""
    return text.isascii() and len(text) <= 254 and _ADDRESS.fullmatch(text.casefold()) is not None
