"""What the operator does to single letters and mails."""

from __future__ import annotations

from pbm.base.errors import PermanentFailure, UsageError
from pbm.inbox.waiting import let_in
from pbm.mail.correspondence import KeptLetter, LetterStatus, MailStatus, OutboxMail
from pbm.mail.notes import is_of_stranger
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def retry_letter(work: Work, number: int) -> None:
    """Let a letter wait again that was put aside, or a stranger's that was ignored.

    A worker acts on it next. The stranger is answered then, however many others were.

    :raises PermanentFailure: if it was acted on already, or is not kept any more
    """
    kept = letter_numbered(work.tx, number)
    if _is_strangers(kept):
        if not kept.raw:
            raise PermanentFailure(f"the bytes of letter {number} are not kept any more")
        let_in(work.tx, number, work.now)
        return
    if kept.status not in (LetterStatus.FAILED, LetterStatus.WAITING):
        raise PermanentFailure(
            f"letter {number} is {kept.status.value} ({kept.note}); only one that failed or is a"
            " stranger's is tried again"
        )
    work.tx.letters.settle(number, LetterStatus.WAITING, was=kept.status)


def _is_strangers(kept: KeptLetter) -> bool:
    """Whether it is a person's whom we do not know, and was not answered."""
    is_ignored = kept.status is LetterStatus.IGNORED
    return is_ignored and is_of_stranger(kept.note)


def retry_mail(work: Work, number: int) -> str:
    """Have a mail sent at once that was given up, dropped or put off; the address that it goes to.

    :raises PermanentFailure: if it was sent
    """
    mail = mail_numbered(work.tx, number)
    if mail.status is MailStatus.SENT:
        raise PermanentFailure(f"mail {number} was sent already; it is not sent twice")
    if not mail.raw:
        raise PermanentFailure(f"the bytes of mail {number} are not kept any more (keep_letters)")
    recipient = _present_address(work.tx, mail)
    work.tx.outbox.revive(number, recipient, work.now, was=mail.status)
    return recipient


def _present_address(tx: Transaction, mail: OutboxMail) -> str:
    """Where its player has their mail now, if they have given up the address it was sent to."""
    player = tx.players.find(mail.player) if mail.player is not None else None
    if player is None or not player.addresses or mail.recipient in player.addresses:
        return mail.recipient
    return player.mailbox


def drop_mail(work: Work, number: int) -> None:
    """Never send this mail.

    :raises PermanentFailure: if it was sent
    """
    mail = mail_numbered(work.tx, number)
    if mail.status not in (MailStatus.QUEUED, MailStatus.RESTING, MailStatus.DEAD):
        raise PermanentFailure(f"mail {number} is {mail.status.value} already; nothing was changed")
    work.tx.outbox.drop(number, was=mail.status)


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
