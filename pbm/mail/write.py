"""A mail as bytes, ready to send but for its token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from pbm.mail.addresses import MASK

NAME = "pbm"


@dataclass(frozen=True)
class Mail:
    """A mail to be composed. Message-IDs keep their angle brackets.

    references: the thread, oldest first; the last one is what this mail answers.
    prompted: whether it answers a letter (``auto-replied``) or comes by itself.
    """

    message_id: str
    recipient: str
    sender: str
    reply_to: str
    subject: str
    body: str
    date: datetime
    references: Sequence[str] = ()
    prompted: bool = True


def compose(mail: Mail, token: str = "") -> bytes:
    """The mail as CRLF bytes, a mask in place of the token."""
    message = EmailMessage(policy=SMTP)
    message["From"] = f"{NAME} <{mail.sender}>"
    message["To"] = mail.recipient
    message["Reply-To"] = mail.reply_to
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(mail.date)
    message["Message-ID"] = mail.message_id
    if mail.references:
        message["In-Reply-To"] = mail.references[-1]
        message["References"] = " ".join(mail.references)
    message["Auto-Submitted"] = "auto-replied" if mail.prompted else "auto-generated"
    # Auto-Submitted alone does not silence Exchange and Outlook.
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(mail.body, cte=None if mail.body.isascii() else "quoted-printable")
    return _masked(message.as_bytes(), token)


def _masked(raw: bytes, token: str) -> bytes:
    # A comment that holds the mask must not be given the token when the mail leaves.
    harmless = raw.replace(MASK.encode(), b"*" * len(MASK))
    return harmless.replace(token.encode(), MASK.encode()) if token else harmless


def fill(raw: bytes, token: str) -> bytes:
    """The mail as it leaves, its token in place."""
    return raw.replace(MASK.encode(), token.encode()) if token else raw
