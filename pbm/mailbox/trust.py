"""Whether the mailbox's provider is believed about who wrote a letter: as its check has found."""

from __future__ import annotations

from datetime import datetime

from pbm.core.marks import MarkKind
from pbm.mail.authentication import Provider
from pbm.store.protocol import Transaction

_BETWEEN = "|"


def believe_provider(
    tx: Transaction, mailbox: str, provider: Provider | None, now: datetime
) -> None:
    """Believe from now on the results of this provider; None for nobody's.

    mailbox: its name, as ``Account.name``.
    """
    for mark in tx.moments.of(MarkKind.VOUCHING):
        tx.moments.drop(mark)
    tx.moments.set(MarkKind.VOUCHING.of(f"{provider or ''}{_BETWEEN}{mailbox}"), now)


def believed_provider(tx: Transaction, mailbox: str) -> str:
    """The ``Provider`` whose results are believed, as text; "" for none."""
    for mark in tx.moments.of(MarkKind.VOUCHING):
        names, _, checked = mark.whose.partition(_BETWEEN)
        return names if checked == mailbox else ""
    return ""


def checked_at(tx: Transaction, mailbox: str) -> datetime | None:
    """When this mailbox was last checked; None if it never was."""
    for mark, when in tx.moments.of(MarkKind.VOUCHING).items():
        return when if mark.whose.partition(_BETWEEN)[2] == mailbox else None
    return None
