"""Userids and mail addresses: what may be one, and how it is written."""

from __future__ import annotations

import re

from pbm.games import all_games

_USERID = re.compile(r"[a-z][a-z0-9._-]{1,19}")
# No encoded words: EmailMessage would decode what they hide.
_LOCAL_PART = r"(?!.*=\?)[^\s@<>()\[\],;:\"\\]{1,64}"
_DOMAIN = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*"
_ADDRESS = re.compile(rf"{_LOCAL_PART}@{_DOMAIN}")

# Words that mean something where a userid may stand.
RESERVED = frozenset(
    """admin abuse all active anyone bounce clear draw first if inactive mailer-daemon new next
    nobody off on operator pass pbm postmaster random root second server show somebody start
    then undo yes no you north south white black""".split()
)


def is_userid(text: str) -> bool:
    """Whether the text has the form of a userid: 2 to 20 of a-z 0-9 . _ -, a letter first."""
    return _USERID.fullmatch(text.casefold()) is not None


def reads_as_move(text: str) -> bool:
    """Whether some game would take the text for a move."""
    return any(game.reads(text) for game in all_games())


def is_address(text: str) -> bool:
    """Whether the text is a plain mail address that we would send to."""
    return text.isascii() and len(text) <= 254 and _ADDRESS.fullmatch(text.casefold()) is not None
