"""Notes of letters that code depends on; all other notes are only for people."""

from __future__ import annotations

from enum import StrEnum


class Note(StrEnum):
    """The reason why a letter was ignored.

    WITHHELD: the letter waits until the budget for strangers has room. The notes that begin with
    the same words tell why a letter stopped waiting or could not wait.
    """

    FOR_OPERATOR = "for the operator"
    STRANGER = "a stranger"
    AWAY = "a stranger, who is away"
    SERVED = "a stranger, who was answered today"
    WITHHELD = "withheld: strangers' budget"
    LAPSED = "withheld: strangers' budget, lapsed after a day"
    SECOND = "withheld: strangers' budget, another one of this address waits"
    TOO_MANY = "withheld: strangers' budget, too many wait"
    TOO_LONG = "withheld: strangers' budget, too long to wait"
    AUTOMATIC = "an automatic letter"
    REPEATED = "the same words without a command as letter"
    RELAYED = "a list's or program's header, no command"
    NO_AUTHOR = "not from one address"
    FOREIGN = "relayed, not from the address of its key"
    UNREADABLE = "withheld: strangers' budget, and its password was not kept"


def is_of_stranger(note: str) -> bool:
    """Whether a stranger's letter was left unanswered."""
    return note.startswith((Note.STRANGER, Note.WITHHELD))
