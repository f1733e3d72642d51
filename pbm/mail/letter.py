"""An incoming mail as received (``Envelope``), and as parsed (``Letter``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from pbm.base.values import quickly_made, replace
from pbm.mail.addresses import message_id_end
from pbm.mail.body.found import Found
from pbm.mail.subject import is_repeated


@quickly_made
@dataclass(frozen=True)
class Envelope:
    """A mail as received by SMTP, LMTP or a pipe.

    sender: the MAIL FROM address, "" for the null sender.
    recipients: those of our own addresses that RCPT TO named.
    raw: header and body as received; ``Identity.received`` makes its line ends usual.
    peer: the network address of the client, or PIPE or SOCKET of ``pbm.mail.peers``.

    What may prove the letter is decided once, on receipt, by ``Identity.received``:
    believed: the front server whose Authentication-Results count, or the names of the mailbox's
        provider with blanks between; "" for none.
    token: the SHA-256 of the token in the reply address that the letter came to, "" for none.
    """

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    peer: str = ""
    believed: str = ""
    token: str = ""


CALENDAR_NOTE = "calendar note"
"""The sign of words that a calendar has put into an answer to an invitation."""

RELAYED = frozenset({"precedence", "list", CALENDAR_NOTE})
"""Signs of automatic mails that a relay or a mailing list may have put on the mail of a person."""


@quickly_made
@dataclass(frozen=True)
class Letter:
    """A parsed mail. Everything in it is decoded, and nothing is trusted.

    authors: the address of the From header, in lower case; empty if the author is ambiguous.
    subject: decoded, on one line, with its ``Re:`` prefixes.
    message_id, references: as in the header, with angle brackets; the last reference is the
        mail that this one answers.
    lines: the sender's own text, greetings included, without quotes and signature.
    undecoded: ``lines`` as read from the transfer-encoded text, if that differs, for senders that
        declare quoted-printable but do not encode.
    ignored: the number of nonempty lines that were skipped as quotes or signature.
    robot: the sign that the mail is automatic and must not be answered; None if there is none.
    date: the raw Date header, used only to tell letters apart.
    vouched: whether the front server or provider that we trust confirms that the author wrote it.
    is_checked: whether a server that we believe looks at who wrote such letters.
    peer, token: as in the envelope.
    passwords: as in ``KeptLetter``.
    trace: the Received header of the server that took it from the world, "" if there is none.
    included: whether one of our own mails followed the lines without any quote mark, or a help desk
        has marked the letter: a program may have written the lines.
    is_spam: whether a filter in front of us marked it as spam.
    language: the code of the language that its headers name, "" if they name none.
    signed: whether a signature without a mark was found below the lines.
    skipped: the first of the lines that were skipped: an attribution and the quote below it.
    found: if there are no own words, what the letter holds in their place; None for nothing.
    """

    authors: tuple[str, ...]
    subject: str
    message_id: str | None
    references: tuple[str, ...]
    lines: tuple[str, ...]
    undecoded: tuple[str, ...]
    ignored: int
    robot: str | None
    date: str = ""
    vouched: bool = False
    is_checked: bool = False
    peer: str = ""
    token: str = ""
    trace: str = ""
    passwords: Mapping[str, str | None] = field(default_factory=dict)
    included: bool = False
    is_spam: bool = False
    language: str = ""
    signed: bool = False
    skipped: tuple[str, ...] = field(default=(), compare=False)
    found: Found | None = None

    @property
    def is_relayed(self) -> bool:
        """Whether a program may have written the letter, or may have relayed a person's."""
        return self.robot in RELAYED

    @property
    def is_programs(self) -> bool:
        """Whether a program wrote the letter."""
        return self.robot is not None and not self.is_relayed

    @property
    def size(self) -> int:
        """The number of characters in ``lines`` and ``undecoded`` together."""
        return sum(map(len, self.lines)) + sum(map(len, self.undecoded))

    @property
    def first_line(self) -> str:
        """The first nonempty own line of the sender, "" if there is none."""
        return next((line for line in self.lines if line.strip()), "")

    @property
    def follows_another(self) -> bool:
        """Whether the letter answers or forwards another mail, whose writer chose its subject."""
        return bool(self.references) or is_repeated(self.subject)

    def answers_mail_of(self, domain: str) -> bool:
        """Whether the letter claims to answer a mail of that club. Anybody can claim that."""
        return bool(self.references) and self.references[-1].endswith(message_id_end(domain))

    def cut(self, lines: int, characters: int) -> Letter:
        """The letter with at most the given number of its own lines, and of characters in them."""
        if max(len(self.lines), len(self.undecoded)) <= lines and self.size <= characters:
            return self

        def beginning(own: Sequence[str]) -> tuple[str, ...]:
            ends = accumulate(map(len, own))
            fitting = zip(own[:lines], ends, strict=False)
            return tuple(line for line, end in fitting if end <= characters)

        return replace(self, lines=beginning(self.lines), undecoded=beginning(self.undecoded))
