"""Erasure: what is left of an address whose owner has signed off, once nothing waits for it.

The rows of letters and mails stay, without bytes: events and mails name them.
"""

from __future__ import annotations

import re
from datetime import datetime

from pbm.mail.correspondence import LetterStatus, MailStatus, Search
from pbm.store.protocol import Transaction

GONE = "(gone)"
"""What stands in the operator's acts in the place of an address."""

TO_BE_SENT = (MailStatus.QUEUED, MailStatus.RESTING, MailStatus.HELD)
"""The statuses of mails that have not left yet."""


def erase_departed(tx: Transaction) -> None:
    """Erase every address of somebody who has left that no letter and no mail waits for."""
    for address, left in tx.departures.list().items():
        if not _is_awaited(tx, address):
            erase(tx, address, left)
            tx.departures.drop(address)


def erase(tx: Transaction, address: str, until: datetime) -> None:
    """Remove an address, and whatever came from it or went to it until then.

    :param address: in small letters
    """
    # Mails tell which letters they answered: their recipients go after that.
    _erase_letters(tx, address, until)
    _erase_mails(tx, address, until)
    tx.tokens.erase_address(address, until)
    tx.withheld.erase(address, until)
    tx.marks.erase([address], until)
    _erase_acts(tx, address)


def _is_awaited(tx: Transaction, address: str) -> bool:
    letters = Search(status=LetterStatus.WAITING, sender=address)
    mails = (Search(status=status, recipient=address) for status in TO_BE_SENT)
    return tx.letters.found(letters) > 0 or any(tx.outbox.found(each) for each in mails)


def _erase_letters(tx: Transaction, address: str, until: datetime) -> None:
    letters = tx.letters.tied_to(address, until)
    for letter, status in tx.letters.statuses(letters).items():
        if status == LetterStatus.FAILED:
            # Nobody can try it again.
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
    """What an operator typed stays, without the address."""
    named = re.compile(re.escape(address), re.IGNORECASE)
    for act in tx.acts.naming(address):
        tx.acts.reword(act.id, named.sub(GONE, act.command), named.sub(GONE, act.why))
