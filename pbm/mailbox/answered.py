"""Which of our mails a letter answers: by In-Reply-To, where no sub-address says it."""

from __future__ import annotations

from pbm.mail import headers, mime
from pbm.mail.addresses import message_id_end
from pbm.mail.correspondence import OutboxMail, Search
from pbm.mail.mailboxes import author
from pbm.store.protocol import Transaction

_MOST = 5
"""So many of the mails that a letter names are looked up: the newest ones."""


def answered(tx: Transaction, raw: bytes, club: str) -> OutboxMail | None:
    """The mail of ours that a letter answers, if the letter is from its recipient; else None."""
    head = mime.parse(raw).headers
    writer = author(head)
    named = [*headers.ids(head, "In-Reply-To")[:1], *reversed(headers.ids(head, "References"))]
    ours = [each for each in dict.fromkeys(named) if each.endswith(message_id_end(club))]
    for message_id in ours[:_MOST] if writer else ():
        for mail in tx.outbox.find(Search(message_id=message_id), _MOST):
            if mail.recipient.casefold() == writer:
                return mail
    return None


def key_of_answered(tx: Transaction, raw: bytes, club: str) -> str:
    """The hash of the token of the mail that a letter answers; "" for none, and where a sub-address
    holds the token.

    The Message-ID, which has 96 random bits and went to the recipient alone, stands for the token.
    """
    mail = answered(tx, raw, club)
    return mail.reply_key if mail is not None else ""
