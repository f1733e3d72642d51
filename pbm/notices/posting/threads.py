"""What a mail refers to, so that mail programs show it below the mails of the same board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbm.mail.correspondence import OutboxMail, shortened
from pbm.mail.letter import Letter
from pbm.notices.drafts import Draft
from pbm.notices.posting import joining
from pbm.store.protocol import Transaction


class Thread(NamedTuple):
    """What a mail refers to. prompted: whether a letter caused it."""

    references: Sequence[str]
    prompted: bool


def thread_for(
    tx: Transaction,
    draft: Draft,
    letter: Letter | None,
    receipt: OutboxMail | None,
    *,
    reply: bool,
) -> Thread:
    """The thread of a mail.

    letter: the letter that caused the mail, if one did. reply: whether the mail answers it.
    receipt: a receipt that is not sent, because this mail takes its place.
    """
    references = _references(tx, draft, letter if reply else None, receipt)
    return Thread(references, prompted=letter is not None or receipt is not None)


def _references(
    tx: Transaction, draft: Draft, letter: Letter | None, receipt: OutboxMail | None
) -> Sequence[str]:
    """The References header: the thread of the letter or of board and player, then the letter."""
    if receipt is not None:
        return joining.thread_of(receipt)
    thread: list[str] = []
    if letter is not None and _is_about(letter, draft):
        thread = shortened(letter.references)
    elif draft.board is not None and draft.player is not None:
        thread = tx.outbox.thread(draft.board, draft.player.id)
    if letter is not None and letter.message_id:
        thread.append(letter.message_id)
    return list(dict.fromkeys(thread))


def _is_about(letter: Letter, draft: Draft) -> bool:
    """Whether the letter goes on with the conversation to which the mail belongs."""
    tag = f" {draft.board}] " if draft.board is not None else ""
    return bool(letter.references) and tag in letter.subject
