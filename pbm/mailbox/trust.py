"""Whether the mailbox's provider is believed about who wrote a letter: as its check has found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbm.core.marks import MarkKind
from pbm.store.protocol import Transaction

_BETWEEN = "|"


def believe_provider(tx: Transaction, mailbox: str, names: Sequence[str], now: datetime) -> None:
    """Believe from now on the results that bear these names; nobody's if there are none.

    mailbox: its name, as ``Account.name``. names: as ``provider_names`` returns them.
    """
    for mark in tx.moments.of(MarkKind.VOUCHING):
        tx.moments.drop(mark)
    tx.moments.set(MarkKind.VOUCHING.of(f"{' '.join(names)}{_BETWEEN}{mailbox}"), now)


def believed_provider(tx: Transaction, mailbox: str) -> str:
    """The names of the provider whose results are believed, with blanks between; "" for none."""
    for mark in tx.moments.of(MarkKind.VOUCHING):
        names, _, checked = mark.whose.partition(_BETWEEN)
        return names if checked == mailbox else ""
    return ""


def checked_at(tx: Transaction, mailbox: str) -> datetime | None:
    """When this mailbox was last checked; None if it never was."""
    for mark, when in tx.moments.of(MarkKind.VOUCHING).items():
        return when if mark.whose.partition(_BETWEEN)[2] == mailbox else None
    return None
