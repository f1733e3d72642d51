"""Notes of letters by which something is decided; all others are for people alone."""

from __future__ import annotations

from enum import StrEnum


class Note(StrEnum):
    """Why a letter was ignored.

    WITHHELD: it waits until strangers may be answered again; the notes that begin so tell what
    became of one that waited, or why it could not.
    """

    FOR_OPERATOR = "for the operator"
    STRANGER = "a stranger"
    SERVED = "a stranger, who was answered today"
    WITHHELD = "withheld: strangers' budget"
    LAPSED = "withheld: strangers' budget, lapsed after a day"
    SECOND = "withheld: strangers' budget, another one of this address waits"
    TOO_MANY = "withheld: strangers' budget, too many wait"
    TOO_LONG = "withheld: strangers' budget, too long to wait"
    UNREADABLE = "withheld: strangers' budget, and its password was not kept"


def is_of_stranger(note: str) -> bool:
    """Whether the letter is a person's whom we do not know, and was not answered."""
    return note.startswith((Note.STRANGER, Note.WITHHELD))
