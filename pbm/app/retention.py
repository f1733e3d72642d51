"""What is let go of, and when: limits that ran out, old letters, all about who has left."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbm.app.erasure import erase_departed
from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.mail.notes import Note
from pbm.store.protocol import Transaction

# The longest limit counts a day.
MARKS_KEPT = timedelta(days=8)
EXPIRED_KEPT = timedelta(days=30)
# A letter that arrives twice does so within five days.
IGNORED_KEPT = timedelta(days=7)

SETTLED = (LetterStatus.DONE, LetterStatus.IGNORED, LetterStatus.DUPLICATE)
"""Letters that nobody acts on again."""

OVER = (MailStatus.SENT, MailStatus.GATHERED, MailStatus.DROPPED)
"""Mails that do not leave any more, unless the operator wants it."""


def let_go(tx: Transaction, now: datetime, letter_days: int | None) -> None:
    """``letter_days``: how long letters and mails keep their bytes, None for ever. Letters that
    nothing came of, and mails to strangers, keep them for a week at most.
    """
    tx.marks.forget(now - MARKS_KEPT)
    tx.tokens.forget(now - EXPIRED_KEPT)
    tx.quotas.forget(now.date())
    ignored = now - IGNORED_KEPT
    tx.letters.blank(ignored, [LetterStatus.IGNORED], but=Note.FOR_OPERATOR)
    tx.outbox.blank_strangers(ignored, OVER)
    if letter_days is not None:
        old = now - timedelta(days=letter_days)
        tx.letters.blank(old, SETTLED)
        tx.outbox.blank(old, OVER)
    erase_departed(tx)
