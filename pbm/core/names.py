"""Userids, mail addresses and their domains: what may be one, and how it is written."""

from __future__ import annotations

import re

from pbm.core.games import all_games

_USERID = re.compile(r"[a-z][a-z0-9._-]{1,19}")
# No encoded words: EmailMessage would decode what they hide.
_LOCAL_PART = r"(?!.*=\?)[^\s@<>()\[\],;:\"\\]{1,64}"
_LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_DOMAIN = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_ADDRESS = re.compile(rf"{_LOCAL_PART}@{_DOMAIN.pattern}")

# What only the server is called, and nothing that looks like it.
_OFFICIAL = frozenset(
    "abuse admin bounce mailer-daemon operator pbm postmaster root server".split()
)
_SEATS = frozenset(seat.casefold() for game in all_games() for seat in game.seats)
# Words that mean something where a userid may stand.
RESERVED = (
    _OFFICIAL
    | _SEATS
    | frozenset(
        """all active anyone clear draw first if inactive new next nobody off on pass random second
        show somebody start then undo yes no you""".split()
    )
)
# Letters and digits that are taken for each other at a glance.
_LOOK_ALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", ".": "", "_": "", "-": ""})


def look(userid: str) -> str:
    """What a userid looks like: two that look the same cannot both be had."""
    return userid.casefold().translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w")


def is_reserved(userid: str) -> bool:
    """Whether nobody may be called so: a word of the server's, or one that looks official."""
    return userid.casefold() in RESERVED or look(userid) in map(look, _OFFICIAL)


def is_userid(text: str) -> bool:
    """Whether the text has the form of a userid: 2 to 20 of a-z 0-9 . _ -, a letter first."""
    return _USERID.fullmatch(text.casefold()) is not None


def reads_as_move(text: str) -> bool:
    """Whether some game would take the text for a move."""
    return any(game.reads(text) for game in all_games())


def is_domain(text: str) -> bool:
    """Whether the text is the name of a mail domain, in ASCII."""
    return text.isascii() and _DOMAIN.fullmatch(text.casefold()) is not None


def is_address(text: str) -> bool:
    """Whether the text is a plain mail address that we would send to."""
    return text.isascii() and len(text) <= 254 and _ADDRESS.fullmatch(text.casefold()) is not None
