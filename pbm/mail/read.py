"""Bytes to a ``Letter``: author, subject, own lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from pbm.base.links import without_program_links
from pbm.mail import headers, mime
from pbm.mail.authentication import is_vouched_for
from pbm.mail.body.found import LEFT_OUT, Found, attached_text, found_in
from pbm.mail.body.parts import Text, text_of
from pbm.mail.body.written import written
from pbm.mail.headers import Head
from pbm.mail.letter import RELAYED, Envelope, Letter
from pbm.mail.mailboxes import addresses_in, author, is_encoded
from pbm.mail.marks import has_mark_of_help_desk
from pbm.mail.mime import Part
from pbm.mail.peers import MAILBOX, names_the_world
from pbm.mail.quotes import OwnText, own_text
from pbm.mail.reactions import is_reaction, without_reaction
from pbm.mail.robots import REACTION, robot, without_click
from pbm.mail.spam import is_marked_as_spam
from pbm.mail.subject import has_spam_mark
from pbm.mail.unmarked import without_signature

MOST_SKIPPED, MOST_CHARACTERS = 12, 200
"""How many of the skipped lines are kept, and how many characters of each."""


def read(envelope: Envelope, *, domain: str) -> Letter:
    """Parse a mail; ``domain`` is ours. Never raises, and takes bounded time for any input."""
    mail = mime.parse(envelope.raw)
    subject = headers.decoded(mail.headers, "Subject")
    references = headers.ids(mail.headers, "References")
    references += headers.ids(mail.headers, "In-Reply-To")[:1]
    text = written(mail, domain)
    written_by = author(mail.headers)
    named = addresses_in(mail.headers) or _encoded(mail.headers, envelope)
    sign = robot(envelope, named, mail, domain)
    own = own_text(text.lines, domain)
    if not own.lines and (references or not subject):
        # The subject of a new letter without text is a command.
        text = _attached(mail) or text
        own = own_text(text.lines, domain)
    whole = own
    if sign is not None:
        sign = without_click(sign, mail, own.lines, named)
    if sign is None and is_reaction(own.lines):
        sign = REACTION
    if sign is None or sign in RELAYED:
        # Of a program's letter every line counts: it may hold nothing but a command.
        own = without_reaction(own)
        own = without_signature(own, text.signature, headers.decoded(mail.headers, "From"))
    return Letter(
        authors=tuple(named) if written_by else _only_author(named, envelope),
        subject=subject,
        message_id=next(iter(headers.ids(mail.headers, "Message-ID")), None),
        references=references,
        lines=tuple(map(without_program_links, own.lines)),
        undecoded=tuple(map(without_program_links, _undecoded(text, own, domain))),
        ignored=own.ignored,
        robot=sign,
        date=headers.value(mail.headers, "Date"),
        vouched=is_vouched_for(
            mail, written_by, envelope.believed, domain, is_fetched=envelope.peer == MAILBOX
        ),
        is_checked=bool(envelope.believed),
        peer=envelope.peer,
        token=envelope.token,
        trace=_trace(mail.headers, envelope.peer),
        is_spam=is_marked_as_spam(mail.headers) or has_spam_mark(subject),
        language=headers.language(mail.headers),
        signed=own.lines != whole.lines,
        skipped=tuple(line[:MOST_CHARACTERS] for line in islice(_skipped(text, own), MOST_SKIPPED)),
        included=_is_marked_by_help_desk(text, own),
        found=None if own.lines else _found(mail, text, envelope.peer),
    )


def _trace(head: Head, peer: str) -> str:
    """The Received of the server that took the letter from the world."""
    found = headers.values(head, "Received")
    # Above it stand those of machines within the provider.
    outer = (each for each in found if peer == MAILBOX and names_the_world(each))
    return next(outer, next(iter(found), ""))


def _attached(mail: Part) -> Text | None:
    """The text of a small file, which is read if the letter has no words."""
    part = attached_text(mail)
    return text_of(part) if part is not None else None


def _found(mail: Part, text: Text, peer: str) -> Found | None:
    """What explains best that the letter has no words."""
    top = mail.headers.items[:1]
    if peer == MAILBOX and any(name == LEFT_OUT.lower() for name, _ in top):
        return Found.TOO_LARGE
    return min((*text.found, *found_in(mail)), key=[*Found].index, default=None)


def _encoded(head: Head, envelope: Envelope) -> Sequence[str]:
    """The sender of the envelope, if a From names them in a way that most programs do not read."""
    sender = _sender(envelope)
    return (sender,) if sender and is_encoded(head, sender) else ()


def _sender(envelope: Envelope) -> str:
    return envelope.sender.strip("<> ").lower()


def _only_author(named: Sequence[str], envelope: Envelope) -> tuple[str, ...]:
    """The author of a letter whose From is not well formed, if it can only be one person.

    The owner of a reply address is compared with the author anyway.
    """
    agrees = bool(envelope.token) or [*named] == [_sender(envelope)]
    return tuple(named) if len(named) == 1 and agrees else ()


def _skipped(text: Text, own: OwnText) -> Iterator[str]:
    """The lines that are not the writer's own."""
    places = frozenset(own.places)
    return (line for at, line in enumerate(text.lines) if at not in places and line.strip())


def _is_marked_by_help_desk(text: Text, own: OwnText) -> bool:
    unquoted = (line for line in text.lines if line and line[0] != ">")
    return has_mark_of_help_desk([line for line in unquoted if line not in own.lines])


def _undecoded(text: Text, own: OwnText, domain: str) -> tuple[str, ...]:
    """The undecoded own lines, except lines that turn out to be quoted when they are decoded.

    An attribution or a quote mark may not be recognised before it is decoded.
    """
    if len(text.undecoded) != len(text.lines):
        return ()
    meant = own_text(text.undecoded, domain)
    return tuple(text.undecoded[at] for at in meant.places if at in own.places)
