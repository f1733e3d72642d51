"""The operator's acts on single letters and mails: retry and drop."""

from __future__ import annotations

from pbm.base.errors import PermanentFailure, UsageError
from pbm.inbox.limits import let_in
from pbm.mail.correspondence import KeptLetter, LetterStatus, MailStatus, OutboxMail
from pbm.mail.notes import is_of_stranger
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def retry_letter(work: Work, number: int) -> None:
    """Let a failed letter, or a stranger's ignored letter, wait again for the worker.

    The stranger gets an answer even if the budget for strangers is used up.

    :raises PermanentFailure: if the letter was acted on already, or its bytes are gone
    """
    kept = letter_numbered(work.tx, number)
    if _is_strangers(kept):
        if not kept.raw:
            raise PermanentFailure(f"letter {number} cannot be retried: its bytes were removed")
        let_in(work.tx, number, work.now)
        return
    if kept.status not in (LetterStatus.FAILED, LetterStatus.WAITING):
        raise PermanentFailure(
            f"letter {number} is {kept.status.value} ({kept.note}); only failed letters and"
            " ignored letters of strangers can be retried"
        )
    if not kept.raw:
        raise PermanentFailure(f"letter {number} cannot be retried: its bytes were not kept")
    work.tx.letters.settle(number, LetterStatus.WAITING, was=kept.status)


def _is_strangers(kept: KeptLetter) -> bool:
    """Whether the letter came from a stranger, and was ignored."""
    is_ignored = kept.status is LetterStatus.IGNORED
    return is_ignored and is_of_stranger(kept.note)


def retry_mail(work: Work, number: int) -> str:
    """Queue a dead, dropped or postponed mail to be sent at once. Return its recipient.

    :raises PermanentFailure: if the mail was sent, or its bytes are gone
    """
    mail = mail_numbered(work.tx, number)
    if mail.status is MailStatus.SENT:
        raise PermanentFailure(f"mail {number} was sent already; it is not sent twice")
    if not mail.raw:
        raise PermanentFailure(
            f"mail {number} cannot be sent: its bytes were removed (see keep_letters)"
        )
    recipient = _present_address(work.tx, mail)
    work.tx.outbox.revive(number, recipient, work.now, was=mail.status)
    return recipient


def _present_address(tx: Transaction, mail: OutboxMail) -> str:
    """The recipient, or the player's present mailbox if they no longer have that address."""
    player = tx.players.find(mail.player) if mail.player is not None else None
    if player is None or not player.addresses or mail.recipient in player.addresses:
        return mail.recipient
    return player.mailbox


def drop_mail(work: Work, number: int) -> None:
    """Decide never to send a mail.

    :raises PermanentFailure: if the mail was sent"""
    mail = mail_numbered(work.tx, number)
    if mail.status not in (MailStatus.QUEUED, MailStatus.RESTING, MailStatus.DEAD):
        raise PermanentFailure(f"mail {number} is {mail.status.value} already; nothing was changed")
    work.tx.outbox.drop(number, was=mail.status)


def letter_numbered(tx: Transaction, number: int) -> KeptLetter:
    """:raises UsageError: if there is no such letter"""
    kept = tx.letters.get(number)
    if kept is None:
        raise UsageError(f'there is no letter {number}; "pbm inbox list" shows the newest')
    return kept


def mail_numbered(tx: Transaction, number: int) -> OutboxMail:
    """:raises UsageError: if there is no such mail"""
    mail = tx.outbox.get(number)
    if mail is None:
        raise UsageError(f'there is no mail {number}; "pbm outbox list" shows the newest')
    return mail
