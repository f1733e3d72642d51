"""Retention: limits, tokens, old letters and data of former players expire."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from pbm.app.erasure import erase_departed
from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.mail.notes import Note
from pbm.store.protocol import Transaction

# No rate limit looks back further than a day.
MARKS_KEPT = timedelta(days=8)
EXPIRED_KEPT = timedelta(days=30)
# Time enough for an operator to retry a letter, which is kept whole until then.
FAILED_KEPT = timedelta(days=14)
# Senders retry a letter for five days, during which a second copy must be recognized.
IGNORED_KEPT = timedelta(days=7)

SETTLED = (LetterStatus.DONE, LetterStatus.IGNORED, LetterStatus.DUPLICATE)
"""Statuses of letters that are not acted on again."""

OVER = (MailStatus.SENT, MailStatus.GATHERED, MailStatus.DROPPED)
"""Statuses of mails that are no longer sent, unless the operator retries one."""


def apply_retention(
    tx: Transaction,
    now: datetime,
    letter_days: int | None,
    clear: Collection[str] | None = None,
) -> None:
    """Remove everything that is older than it may be.

    Letters that failed are ignored from two weeks on. Ignored letters and mails to strangers keep
    their bytes for a week at most.

    letter_days: how long all other letters and mails keep their bytes; None for ever.
    clear: as ``erase_departed`` has it.
    """
    tx.marks.forget(now - MARKS_KEPT)
    tx.tokens.forget(now - EXPIRED_KEPT)
    tx.quotas.forget(now.date())
    tx.letters.lapse(now - min(FAILED_KEPT, timedelta(days=letter_days or FAILED_KEPT.days)))
    ignored = now - IGNORED_KEPT
    tx.letters.blank(ignored, [LetterStatus.IGNORED], except_note=Note.FOR_OPERATOR)
    tx.outbox.blank_strangers(ignored, OVER)
    if letter_days is not None:
        old = now - timedelta(days=letter_days)
        tx.letters.blank(old, SETTLED)
        tx.outbox.blank(old, OVER)
    erase_departed(tx, clear)
