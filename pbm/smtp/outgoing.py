"""A mail on its way out, and what it is handed to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True)
class Outgoing:
    """A mail to one recipient, as final bytes.

    id: its row in the outbox. The same id and bytes are one mail, however often it is delivered.
    sender: the envelope sender, "" for the null sender.
    attempts: how often it has been tried and postponed.
    queued_at: aware; when it was queued, or revived by the operator.
    """

    id: int
    sender: str
    recipient: str
    raw: bytes
    attempts: int
    queued_at: datetime


class Transport(Protocol):
    """Where mails leave. One thread at a time uses it."""

    def deliver(self, mail: Outgoing) -> str:
        """Hand the mail over; when this returns it is somebody else's to keep.

        Returns what was said to that, on one line, "" if nothing.

        :raises RecipientRefused: if no mail is taken for its recipient
        :raises PermanentFailure: if this mail will never be taken
        :raises TemporaryFailure: if it was not taken now, or nobody can say whether it was
        :raises NextHopDown: if no mail at all can be delivered at present
        """

    def close(self) -> None:
        """Let go of connections; a later ``deliver`` opens them again."""
