"""Bytes to a Letter: who wrote, about what, and which lines are their own."""

from __future__ import annotations

from pbm.mail import headers, mime
from pbm.mail.authentication import is_vouched_for
from pbm.mail.letter import Envelope, Letter
from pbm.mail.mailboxes import author
from pbm.mail.parts import Text, written
from pbm.mail.quotes import OwnText, own_text
from pbm.mail.robots import robot


def read(envelope: Envelope, *, domain: str) -> Letter:
    """The mail as its writer meant it; ``domain`` is the one our own mails come from.

    Never raises and takes bounded time, whatever the bytes are.
    """
    mail = mime.parse(envelope.raw)
    text = written(mail)
    own = own_text(text.lines, domain)
    written_by = author(mail.headers)
    authors = (written_by,) if written_by else ()
    answered = headers.ids(mail.headers, "In-Reply-To")[:1]
    return Letter(
        authors=authors,
        subject=headers.decoded(mail.headers, "Subject"),
        message_id=next(iter(headers.ids(mail.headers, "Message-ID")), None),
        references=headers.ids(mail.headers, "References") + answered,
        lines=own.lines,
        undecoded=_undecoded(text, own, domain),
        ignored=own.ignored,
        robot=robot(envelope, authors, mail.headers, domain),
        date=headers.value(mail.headers, "Date"),
        vouched=is_vouched_for(mail, written_by, envelope.believed, domain),
        peer=envelope.peer,
        token=envelope.token,
        trace=headers.value(mail.headers, "Received"),
    )


def _undecoded(text: Text, own: OwnText, domain: str) -> tuple[str, ...]:
    """The own lines as they were before decoding: those that are own either way.

    Encoded, an attribution or a mark may not be known for one.
    """
    if len(text.undecoded) != len(text.lines):
        return ()
    meant = own_text(text.undecoded, domain)
    return tuple(text.undecoded[at] for at in meant.places if at in own.places)
