"""A mail as it was handed over, and a mail as it was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from pbm.base.values import replace


@dataclass(frozen=True)
class Envelope:
    """What SMTP handed over: addresses, the bytes, and who brought them.

    sender: the MAIL FROM address, "" for the null sender.
    recipients: those of our own addresses that RCPT TO named.
    raw: header and body as received.
    peer: the network address of the client; PIPE or SOCKET of ``pbm.mail.peers`` without one.

    What proves the letter is decided when it is received (``Identity.received``), and never again:
    believed: the front server whose Authentication-Results count, "" for none.
    token: the SHA-256 of the token in the reply address that it came to, "" for none.
    """

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    peer: str = ""
    believed: str = ""
    token: str = ""


@dataclass(frozen=True)
class Letter:
    """A mail as it was read; everything in it is decoded, and nothing of it is trusted.

    authors: the address of the From header, in lower case; none where nobody can tell who wrote.
    subject: decoded, on one line, its ``Re:`` prefixes still there.
    message_id, references: as in the header, angle brackets included; the last reference is the
        mail that this one answers.
    lines: the sender's own text, greeting and all; no quotes, no signature.
    undecoded: the same from the transfer-encoded text where that differs, for senders that
        declare quoted-printable and do not write it.
    ignored: how many lines with something on them were set aside as quoted or signature.
    robot: why nobody may answer this mail, or None when a person wrote it.
    date: the Date header as it stands; it only tells one letter from another.
    vouched: whether the front server that is believed says that the author wrote it.
    peer, token: as in the envelope.
    passwords: as in the kept letter.
    trace: the topmost Received header, "" where there is none.
    included: whether a mail of ours followed those lines without any mark.
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
    peer: str = ""
    token: str = ""
    trace: str = ""
    passwords: Mapping[str, str | None] = field(default_factory=dict)
    included: bool = False

    @property
    def size(self) -> int:
        """How many characters its own lines have, read either way."""
        return sum(map(len, self.lines)) + sum(map(len, self.undecoded))

    @property
    def first_line(self) -> str:
        """The first of the sender's own lines that says something, "" if none does."""
        return next((line for line in self.lines if line.strip()), "")

    def answers_mail_of(self, domain: str) -> bool:
        """Whether it says that it answers a mail with a Message-ID from there; anybody can."""
        return bool(self.references) and self.references[-1].endswith(f"@{domain}>")

    def cut(self, lines: int, characters: int) -> Letter:
        """The letter with so many of its own lines, and no more than so many characters of them."""

        def beginning(own: Sequence[str]) -> tuple[str, ...]:
            ends = accumulate(map(len, own))
            fitting = zip(own[:lines], ends, strict=False)
            return tuple(line for line, end in fitting if end <= characters)

        return replace(self, lines=beginning(self.lines), undecoded=beginning(self.undecoded))
