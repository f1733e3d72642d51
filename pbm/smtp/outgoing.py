"""An outgoing mail, and the transport protocol that delivers it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pbm.base.values import quickly_made


@quickly_made
@dataclass(frozen=True)
class Outgoing:
    """A mail to one recipient, as final bytes.

    id: its row in the outbox. Deliveries with the same id and bytes are the same mail.
    sender: the envelope sender, "" for the null sender.
    attempts: how often it was tried and postponed.
    queued_at: when it was queued, or revived by the operator; timezone-aware.
    is_move: whether it tells what happened on a board; such mails leave before others.
    """

    id: int
    sender: str
    recipient: str
    raw: bytes
    attempts: int
    queued_at: datetime
    is_move: bool = False


class Transport(Protocol):
    """Delivers mails to a next hop. Not thread-safe."""

    def deliver(self, mail: Outgoing) -> str:
        """Hand the mail over. When this returns, the receiver is responsible for it.

        Returns the receiver's reply on one line, "" if there is none.

        :raises RecipientRefused: if the recipient's address is refused
        :raises PermanentFailure: if the mail will never be accepted
        :raises TemporaryFailure: if the mail was not accepted now, or the outcome is unknown
        :raises NextHopDown: if no mail can be delivered for now
        :raises SenderRefused: if the receiver refuses mail from us
        """

    def close(self) -> None:
        """Close connections. A later ``deliver`` opens them again."""
