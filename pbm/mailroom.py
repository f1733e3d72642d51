"""What the operator does to single letters and mails."""

from __future__ import annotations

from pbm.correspondence import KeptLetter, LetterStatus, MailStatus, OutboxMail
from pbm.errand import Errand
from pbm.errors import PermanentFailure, UsageError
from pbm.store.protocol import Transaction


def retry_letter(errand: Errand, number: int) -> None:
    """Let a letter that was put aside wait again; whoever is asked next acts on it.

    :raises PermanentFailure: if it was acted on already
    """
    kept = letter_numbered(errand.tx, number)
    if kept.status not in (LetterStatus.FAILED, LetterStatus.WAITING):
        raise PermanentFailure(
            f"letter {number} is {kept.status.value}; only a failed one is tried again"
        )
    errand.tx.letters.settle(number, LetterStatus.WAITING)


def retry_mail(errand: Errand, number: int) -> str:
    """Have a mail sent at once that was given up, dropped or put off; the address that it goes to.

    :raises PermanentFailure: if it was sent
    """
    mail = mail_numbered(errand.tx, number)
    if mail.status is MailStatus.SENT:
        raise PermanentFailure(f"mail {number} was sent already; it is not sent twice")
    if not mail.raw:
        raise PermanentFailure(f"the bytes of mail {number} are not kept any more (keep_letters)")
    recipient = _present_address(errand.tx, mail)
    errand.tx.outbox.revive(number, recipient, errand.occasion.now)
    return recipient


def _present_address(tx: Transaction, mail: OutboxMail) -> str:
    """Where its player has his mail now, if he has given up the address that it was sent to."""
    player = tx.players.find(mail.player) if mail.player is not None else None
    if player is None or not player.addresses or mail.recipient in player.addresses:
        return mail.recipient
    return player.mailbox


def drop_mail(errand: Errand, number: int) -> None:
    """Never send this mail.

    :raises PermanentFailure: if it was sent
    """
    mail = mail_numbered(errand.tx, number)
    if mail.status not in (MailStatus.QUEUED, MailStatus.DEAD):
        raise PermanentFailure(f"mail {number} is {mail.status.value} already; nothing was changed")
    errand.tx.outbox.drop(number)


def letter_numbered(tx: Transaction, number: int) -> KeptLetter:
    """:raises UsageError: if there is none"""
    kept = tx.letters.get(number)
    if kept is None:
        raise UsageError(f'there is no letter {number}; "pbm inbox list" shows the newest')
    return kept


def mail_numbered(tx: Transaction, number: int) -> OutboxMail:
    """:raises UsageError: if there is none"""
    mail = tx.outbox.get(number)
    if mail is None:
        raise UsageError(f'there is no mail {number}; "pbm outbox list" shows the newest')
    return mail
