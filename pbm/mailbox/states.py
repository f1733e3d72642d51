"""The states of the fetcher, as they are kept in the store for the doctor and metrics."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pbm.core.marks import MarkKind
from pbm.store.protocol import Transaction

LOOKED = MarkKind.LOOKED.of()
"""When the mailbox was last searched for new letters."""


class State(StrEnum):
    """The state of the fetcher.

    REFUSED: the provider refuses the login. DOWN: it does not answer, or disconnects.
    FULL: the store cannot be written, so letters stay in the mailbox.
    """

    CONNECTING = "connecting"
    FETCHING = "fetching"
    IDLE = "idle"
    REFUSED = "refused"
    DOWN = "down"
    FULL = "full"


@dataclass(frozen=True)
class Told:
    """The state of the fetcher. why: the server's words, or the store's. since: when it began."""

    state: State
    why: str
    since: datetime
    looked: datetime | None


def note_state(tx: Transaction, state: State, why: str, now: datetime) -> None:
    for mark in tx.moments.of(MarkKind.MAILBOX):
        tx.moments.drop(mark)
    tx.moments.set(MarkKind.MAILBOX.of(f"{state.value} {why}".strip()), now)


def told(tx: Transaction) -> Told | None:
    """The state that was noted last; None if no fetcher ever ran."""
    noted = tx.moments.of(MarkKind.MAILBOX).items()
    for mark, since in noted:
        word, _, why = mark.whose.partition(" ")
        return Told(State(word), why, since, tx.moments.get(LOOKED))
    return None
