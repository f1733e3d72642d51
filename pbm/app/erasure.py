"""Erasure of addresses whose owners have signed off.

Nothing is erased while a letter or mail waits for an address. The rows of letters and mails stay,
because events and mails refer to them; their bytes go.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime

from pbm.mail.correspondence import LetterStatus, MailStatus, Search
from pbm.store.protocol import Transaction

GONE = "(gone)"
"""Replaces an erased address in the operator's acts."""

TO_BE_SENT = (MailStatus.QUEUED, MailStatus.RESTING, MailStatus.HELD)
"""The statuses of mails that have not left yet."""


def erase_departed(tx: Transaction, clear: Collection[str] | None = None) -> None:
    """Erase the addresses of players who have left, unless a letter or mail still waits.

    clear: only these addresses are erased; no letter of others mentions them any more.
    """
    for address, left in tx.departures.list().items():
        if (clear is None or address in clear) and not is_awaited(tx, address):
            erase(tx, address, left)
            tx.departures.drop(address)


def erase(tx: Transaction, address: str, until: datetime) -> None:
    """Remove an address, and everything received from it or sent to it up to ``until``.

    :param address: in lower case
    """
    # Letters come before mails: they are found by the recipients of their answers.
    _erase_letters(tx, address, until)
    _erase_mails(tx, address, until)
    tx.tokens.erase_address(address, until)
    tx.withheld.erase(address, until)
    tx.marks.erase([address], until)
    _erase_acts(tx, address)


def is_awaited(tx: Transaction, address: str) -> bool:
    """Whether a letter from the address, or a mail to it, still waits."""
    letters = Search(status=LetterStatus.WAITING, sender=address)
    mails = (Search(status=status, recipient=address) for status in TO_BE_SENT)
    return tx.letters.found(letters) > 0 or any(tx.outbox.found(each) for each in mails)


def _erase_letters(tx: Transaction, address: str, until: datetime) -> None:
    letters = tx.letters.tied_to(address, until)
    for letter, status in tx.letters.statuses(letters).items():
        if status == LetterStatus.FAILED:
            # Without its bytes a mail cannot be retried.
            tx.letters.settle(letter, LetterStatus.IGNORED, was=LetterStatus.FAILED)
    tx.letters.erase(letters)


def _erase_mails(tx: Transaction, address: str, until: datetime) -> None:
    owner = tx.players.by_address(address)
    mails = tx.outbox.sent_to(address, until, owner.id if owner else None)
    dead = set(tx.outbox.numbers(Search(status=MailStatus.DEAD, recipient=address)))
    for mail in dead.intersection(mails):
        tx.outbox.drop(mail, was=MailStatus.DEAD)
    tx.outbox.erase(mails)


def _erase_acts(tx: Transaction, address: str) -> None:
    """Replace the address in what operators typed."""
    named = re.compile(re.escape(address), re.IGNORECASE)
    for act in tx.acts.naming(address):
        tx.acts.reword(act.id, named.sub(GONE, act.command), named.sub(GONE, act.why))
