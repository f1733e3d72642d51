"""Bytes to a Letter: who wrote, about what, and which lines are his own."""

from __future__ import annotations

from pbm.mail import headers, mime
from pbm.mail.letter import Envelope, Letter
from pbm.mail.parts import written
from pbm.mail.quotes import own_text
from pbm.mail.robots import robot


def read(envelope: Envelope, *, domain: str) -> Letter:
    """The mail as its writer meant it; ``domain`` is the one our own mails come from.

    Never raises and takes bounded time, whatever the bytes are.
    """
    mail = mime.parse(envelope.raw)
    text = written(mail)
    own = own_text(text.lines, domain)
    answered = headers.ids(mail.headers, "In-Reply-To")[:1]
    return Letter(
        authors=headers.addresses(mail.headers, "From"),
        subject=headers.decoded(mail.headers, "Subject"),
        message_id=next(iter(headers.ids(mail.headers, "Message-ID")), None),
        references=headers.ids(mail.headers, "References") + answered,
        lines=own.lines,
        undecoded=own_text(text.undecoded, domain).lines,
        ignored=own.ignored,
        robot=robot(envelope, mail.headers, domain),
        date=headers.value(mail.headers, "Date"),
        authentication=headers.value(mail.headers, "Authentication-Results"),
    )
