"""Small print that companies put below each mail.

It is about secrecy and the environment.
"""

from __future__ import annotations

import re

_LEGAL = re.compile(
    r"vertraulich|confidential|confidentiel|riservat|vertrouwelijk|privileged"
    r"|intended (?:solely|only) for|received (?:it|this[\w\s-]{0,20}) in error",
    re.IGNORECASE,
)
_PLEA = re.compile(r"umwelt|environment|environnement|ambiente|milieu", re.IGNORECASE)
"""Pleas not to print a mail; a player may write of the environment, too."""
_ITSELF = re.compile(
    r"\b(?:this|these|diese|dieses|ce|cet|cette|deze|dit|questo|questa)"
    r"\W+(?:e-?mail|mail|message|communication|nachricht|courriel|bericht|messaggio)\b",
    re.IGNORECASE,
)
_LEAST = 40
"""The fewest characters of a line of small print."""


def is_small_print(line: str, *, has_contact: bool) -> bool:
    """Whether the line, at the end of a letter, is small print.

    has_contact: whether an address or a number stands above it.
    """
    is_long = len(line) >= _LEAST
    return is_long and bool(_LEGAL.search(line) or (has_contact and _PLEA.search(line)))


def begins_small_print(line: str) -> bool:
    """Whether the line begins small print by itself: it names the mail that it stands in."""
    return is_small_print(line, has_contact=False) and bool(_ITSELF.search(line))
